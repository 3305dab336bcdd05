"""Who reads the Talent of an adversary in a fight or an opposition (R-89)."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.rules.readings.explain import visible
from tablee.rules.readings.session import Session
from tablee.rules.run_input import ask_about

ANA = {"id": "Ana", "camp": "exil", "talent": 9, "politique": {"attitude": 4}}
BRUTE = {"id": "brute", "camp": "rue", "talent": 7, "maniabilite": 3, "pnj": True, "ratio": "1/2"}


def numbers(session: Session, seat: str | None) -> list[dict[str, Any]]:
    return [dict(entry.numbers) for entry in visible(session, seat)]


def read_by(procedure: str, params: dict[str, Any], seat: str | None, **rulings: str) -> list[Any]:
    session = Session(ask_about(procedure, params, rulings, ()))
    return numbers(session, seat)


@pytest.mark.parametrize(("seat", "reads"), [("Ana", False), ("gm", True), (None, True)])
def test_the_terms_of_an_adversarys_pc_are_the_leaders(seat: str | None, reads: bool) -> None:
    melee = {"combattants": [ANA, BRUTE]}
    seen = read_by("exil.melee", melee, seat, talents_adverses="caches")
    assert any(step.get("talent") == 7 for step in seen) is reads
    assert any(step.get("talent") == 9 for step in seen), "an own Talent is known to all"
    assert any(step.get("pc") == 10 for step in seen), "the PC is what the fight is played with"
    shown = read_by("exil.melee", melee, seat)
    assert any(step.get("talent") == 7 for step in shown)


def test_each_level_of_an_opposition_is_its_own_seats() -> None:
    sides = {"protagonistes": [{"talent": 9}, {"talent": 7}]}
    for seat, level in (("p1", 9), ("p2", 7)):
        (own,) = read_by("exil.opposition", sides, seat, talents_adverses="caches")
        assert own["level"] == level
    assert read_by("exil.opposition", sides, "p3", talents_adverses="caches") == []
    assert len(read_by("exil.opposition", sides, "gm", talents_adverses="caches")) == 2
    (all_levels,) = read_by("exil.opposition", sides, "p3")
    assert all_levels["levels"] == (9, 7)


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("talents", [(9, 7), (7, 9)])
def test_a_disarming_compares_talents_that_the_leader_may_keep(
    hidden: bool, talents: tuple[int, int]
) -> None:
    """EXIL-PAS-13: the weapon is lost by the better Talent alone; its loss is seen by all."""
    mine, theirs = talents
    params = {"poff": 8, "pdef": 2, "passe": "desarmement"}
    params |= {"talent_attaquant": mine, "talent_defenseur": theirs}
    answers = [{"dice": [2]}, {"dice": [12]}]
    rulings = {"talents_adverses": "caches"} if hidden else {}
    session = Session(ask_about("exil.assaut", params, rulings, answers))
    assert session.result.desarme is (mine > theirs)
    compared = [each for each in numbers(session, "attaquant") if "theirs" in each]
    assert bool(compared) is not hidden
    assert any(each.get("theirs") == theirs for each in numbers(session, "gm"))
