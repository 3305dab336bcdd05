"""The rules at work inside a run: each is a run of its own that waits for the same."""

from __future__ import annotations

from typing import Any

from tablee.rules.readings.odds import odds
from tablee.rules.readings.run_parts import subruns
from tablee.rules.readings.session import Session, play
from tablee.rules.run_input import read_run
from tests.kit.examples import beginnings


def asked(session: Session) -> tuple[str, Any]:
    """Return the pending question of a session."""
    pending: Any = session.pending
    return type(pending).__name__, getattr(pending, "label", len(getattr(pending, "choices", ())))


def test_a_rule_at_work_waits_for_what_its_run_waits_for() -> None:
    met = set()
    for run in beginnings():
        session = play(read_run(run))
        for inner in subruns(session):
            alone = play(read_run(inner))
            assert asked(alone) == asked(session), (run, inner)
            met.add(inner["procedure"])
    assert {"socle.attaque", "socle.attaque_d6", "exil.assaut", "exil.shot", "exil.simple"} <= met


def test_a_run_of_one_rule_has_none_inside() -> None:
    assert subruns(play(read_run({"procedure": "socle.test", "params": {"de": 10}}))) == []


def test_the_law_of_an_attack_within_a_fight() -> None:
    """A d10 against a pawn: from what the fight made of it, one in two."""
    fight = {
        "procedure": "socle.combat",
        "params": {
            "heros": [{"id": "la guerrière", "de": 10}],
            "adversaires": [{"id": "le pion", "cible": "pion"}],
        },
        "answers": [{"choose": "la guerrière"}, {"choose": "attaque:le pion"}],
    }
    (attack,) = subruns(play(read_run(fight)))
    assert attack["procedure"] == "socle.attaque"
    assert attack["answers"] == []
    alone = {"procedure": "socle.attaque", "params": {"de": 10, "cible": "pion"}, "answers": []}
    assert odds(read_run(attack), ("issue",)) == odds(read_run(alone), ("issue",))
