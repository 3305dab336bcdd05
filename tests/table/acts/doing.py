"""What is asked for and answered in the tests of acts, and that nothing changes when it is refused."""

from __future__ import annotations

from typing import Any

import msgspec

from tablee.rules.refusal import Refusal
from tests.kit import acts
from tests.table.evening import LEADER, Table

FACES = [1, 2, 3, 4, 5, 6]


def jet(**more: Any) -> acts.RequestRun:
    """Six dice of bastan's, nothing to choose before them."""
    act = {"procedure": "armes_dieux.jet", "params": {"poignee": 6}, "to": ("bastan",)}
    return acts.RequestRun(**{**act, "decides": False, **more})


def careful() -> acts.RequestRun:
    """A Test of bastan's with choices, then dice: bonus, dice of the Réserve, dice set aside."""
    params = {"domaine": "Agression"}
    return acts.RequestRun(procedure="armes_dieux.test", params=params, to=("bastan",))


def revers(*to: str, **more: Any) -> acts.RequestRun:
    """A Revers that is over at once: the Tension of each rises by 1."""
    params = {"reussite": False, "choix": "tension"}
    return acts.RequestRun(procedure="armes_dieux.revers", params=params, to=to, **more)


def effort(*to: str) -> acts.RequestRun:
    """A Poignée with an Effort, over at once: the Tension of each rises by 1."""
    params = {"domaine": "Agression", "bonus": ["effort"], "renfort_reserve": 0}
    return acts.RequestRun(procedure="armes_dieux.poignee", params=params, to=to)


def opposed(*who: str) -> acts.RequestRun:
    """Everybody sets dice aside at once."""
    params = {"participants": [{"poignee": 5, "bonus": [], "ecartes": "ask"} for _ in who]}
    return acts.RequestRun(
        procedure="armes_dieux.opposition", params=params, cast={"participants": list(who)}
    )


def action() -> acts.RequestRun:
    """A Test of Loss: Désastres of the MJ, then Exploits, tokens, the die, tokens again."""
    params = {"trait": "Puissance", "talent": "Esquive", "difficulty": 20}
    params |= {"jetons": 3, "desastres_max": 5}
    return acts.RequestRun(procedure="loss.action", params=params, to=("kordan",))


def chosen(table: Table, run: str, *values: Any) -> None:
    """Answer choices, each by whom it waits for."""
    for value in values:
        shown = next(each for each in table.view(LEADER).runs if each.id == run)
        act = acts.Answer(run=run, place=shown.place, answer={"choose": value})
        table.does(shown.waiting[0].seat, act)


def seen(table: Table) -> bytes:
    views = [table.view(seat.id) for seat in table.state.present]
    return msgspec.json.encode([table.events, views])


def refused(table: Table, seat: str, act: acts.Act) -> Refusal:
    """Why it is not done; nothing has changed."""
    before = seen(table)
    assert not table.act(seat, act)
    assert seen(table) == before
    assert table.wrong is not None
    return table.wrong


def tension(table: Table) -> int:
    return int(table.state.sheet("bastan")["tension"])


def fights(table: Table, now: bool, who: str = "bastan") -> None:
    """A character of Armes-Dieux begins or ends a fight."""
    event = {"type": "combat", "en_combat": now}
    kept = {"type": "armes_dieux.personnage", "qui": who, "evenement": event}
    table.does(LEADER, acts.ChangeRecord(event=kept))
