"""What a test leaves in the ledger of tries: the way that it closes, or the goal that it reaches (REP)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tablee.games.socle.ledgers import Essais
from tablee.games.socle.trials import SUCCESSES
from tablee.rules.campaign.state import Campaign
from tablee.rules.consequences import Consequence, Run, ledger_event
from tablee.rules.schema import show


def written_down(run: Run) -> Iterator[Consequence]:
    """Yield the way that a test closes or the goal that it reaches (SOC-REP-01, -02)."""
    tried, issue = run.procedure.tentative, run.result.issue
    if tried is None or issue in ("presque_impossible", "retrait"):
        return
    goal = tried.objectif
    done = issue in SUCCESSES
    text = (
        "« {goal:=} » est atteint."
        if done
        else "Échec : « {goal:=} » ne se retente que si quelque chose change."
    )
    event = ledger_event(Essais, type="test", **show(tried), reussi=done)
    yield run.consequence(None, "SOC-REP-01 SOC-REP-02", text, event, goal=goal)


def closed(campaign: Campaign, *_: Any) -> Mapping[str, Any]:
    """Return the ways that are closed, for the next test (SOC-REP-01)."""
    ways = [show(each) for each in campaign.ledger_state(Essais).essais]
    return {"essais": ways} if ways else {}
