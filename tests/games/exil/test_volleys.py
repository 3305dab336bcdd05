"""Bursts and shots in a mêlée: what each hit opens, what the weapon and the others make of it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from tablee.rules.question import ask_about
from tablee.rules.questions import Choose
from tablee.rules.readings.odds import odds
from tablee.rules.readings.session import Session
from tests.games.exil.grid_melee import ALL, NONE, man

Params = dict[str, Any]

GUNNER = man(
    "tess",
    "ville",
    8,
    a_distance=True,
    letalite=1,
    en_melee=False,
    munitions=30,
    tir={"arme_a_feu": True, "rafale": "mitraillette"},
    politique=ALL | {"action": "ask"},
)
MARKS = [man(name, "rue", 3, en_melee=False, politique=NONE) for name in ("ivo", "luc")]
BURST = ("tirer_en_rafale", "ivo", "luc")


def fight(*men: Params, **more: Any) -> Params:
    return {"combattants": list(men), "max_turns": 1, **more}


def run(params: Params, *answers: Any, **switches: Any) -> Session:
    told = [{"dice": [each]} if type(each) is int else {"choose": each} for each in answers]
    return Session(ask_about("exil.melee", params, switches, told))


def state(session: Session, name: str) -> Any:
    assert session.done, session.pending
    return next(each for each in session.result.combattants if each.id == name)


# ── bursts ─────────────────────────────────────────────────────────────────────────────────────
def test_each_full_hit_of_a_burst_opens_a_passe() -> None:
    """EXIL-TIR-14, EXIL-ARM-13: the shooter chooses for each target, and it takes effect."""
    asked = GUNNER | {"politique": GUNNER["politique"] | {"passe_tir": "ask"}}
    after_one = run(fight(asked, *MARKS), *BURST, 1)
    assert isinstance(after_one.pending, Choose)
    assert after_one.outer(after_one.pending.who) == "tess"
    assert after_one.pending.label == "passe"
    done = run(fight(asked, *MARKS), *BURST, 1, "impact", 1, "chute")
    assert (state(done, "ivo").a_terre, state(done, "luc").a_terre) == (False, True)
    told = [entry.text for entry in done.trace if entry.kind == "note"]
    assert any("a perdu son action" in text for text in told), "of ivo, by the impact"
    assert state(done, "tess").munitions == 0


def test_who_stands_badly_is_easier_for_a_burst_too() -> None:
    """EXIL-PAS-10 in a burst: +3 against that target alone, for roll, damage and bracket."""
    wish = GUNNER["politique"] | {"passe_tir": ["desarmement"]}
    exposed = MARKS[0] | {"expose": 3}
    params = fight(GUNNER | {"politique": wish}, exposed, MARKS[1])
    law = odds(ask_about("exil.melee", params, {}, [{"choose": each} for each in BURST]))

    def chance(name: str, what: Any) -> Fraction:
        return law.chance(
            lambda result: any(each.id == name and what(each) for each in result.combattants)
        )

    assert chance("ivo", lambda each: each.arme == "perdue") == Fraction(11, 12)
    assert chance("luc", lambda each: each.arme == "perdue") == 0
    assert chance("luc", lambda each: each.pds == 20 - (8 + 1 + 5)) == Fraction(11, 12) * Fraction(
        8, 12
    )


def test_what_a_burst_does_to_the_gun() -> None:
    """EXIL-ARM-13 both ways: a 12 jams, or a d12 tells, an explosion without damage too."""
    jammed = run(fight(GUNNER, *MARKS), *BURST, 12)
    assert state(jammed, "tess").incident == "enrayee"
    harmless = GUNNER | {"letalite": -9}
    blown = run(fight(harmless, *MARKS), *BURST, 12, 11, 5, burst_jam="table")
    assert (state(blown, "tess").incident, state(blown, "tess").arme) == ("detruite", "perdue")
    assert state(blown, "tess").pds == 20
    late = run(fight(GUNNER, *MARKS), *BURST, 12, 6, 9, burst_jam="table")
    assert (state(late, "tess").incident, state(late, "tess").long_feu) == ("rien", True)


def test_aim_is_lost_by_any_other_action() -> None:
    """EXIL-TIR-08 (R-78): picking the weapon up again takes the tour, and the aim with it."""
    aiming = {"vise": {"cible": "ivo", "tours": 2}, "politique": ALL | {"action": "rien"}}
    waiting = Session(ask_about("exil.melee", fight(GUNNER | aiming, *MARKS)))
    assert state(waiting, "tess").vise.tours == 2
    dropped = Session(ask_about("exil.melee", fight(GUNNER | aiming | {"arme": "perdue"}, *MARKS)))
    assert (state(dropped, "tess").arme, state(dropped, "tess").vise) == ("en_main", None)


# ── fists ──────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("held", "stuns"),
    [
        ({"desarmable": False}, True),
        ({"arme": "perdue", "talent_mains_nues": 8}, True),
        ({}, False),
    ],
)
def test_a_punch_may_be_a_choc(held: Params, stuns: bool) -> None:
    """EXIL-CHO-01 (R-55): fists may spare a life, a blade may not."""
    puncher = man("bob", "ville", 8, politique=ALL | {"choc": True, "arme": "mains_nues"}) | held
    mark = man("luc", "rue", 2, politique=NONE)
    params = fight(puncher, mark, ramasser_permis=False)
    done = Session(ask_about("exil.melee", params, {}, [{"dice": [1]}, {"dice": [12]}]))
    if stuns:
        assert done.pending is not None, "the choc is rolled against"
        done = Session(
            ask_about("exil.melee", params, {}, [{"dice": [each]} for each in (1, 12, 1)])
        )
        assert (state(done, "luc").pds, state(done, "luc").echecs) == (20, 1)
    else:
        assert (state(done, "luc").pds, state(done, "luc").echecs) == (9, 0)


# ── a weapon that is stuck ─────────────────────────────────────────────────────────────────────
FREEING = man("luc", "rue", 4, arme="coincee", averti=False)
NEAR = man("bob", "ville", 0, politique=NONE)


@pytest.mark.parametrize(("arme", "level"), [("coincee", 7), ("perdue", 2)])
def test_who_frees_a_weapon_is_easy_for_all_his_adversaries(arme: str, level: int) -> None:
    """EXIL-PAS-15: +5 to the PC of those who shoot at him from outside too."""
    shooter = GUNNER | {"talent": 2, "politique": ALL}
    params = fight(shooter, NEAR, FREEING | {"arme": arme, "talent": 0, "en_melee": False})
    session = Session(ask_about("exil.melee", params))
    assert _pc(session, "tess") == level
    hit = odds(ask_about("exil.melee", params)).chance(
        lambda result: any(each.id == "luc" and each.pds < 20 for each in result.combattants)
    )
    assert hit == Fraction(level, 12)


def _pc(session: Session, name: str) -> int:
    found: list[Mapping[str, Any]] = [
        entry.numbers
        for entry in session.trace
        if "pc" in entry.numbers and entry.numbers["who"] == name
    ]
    return int(found[0]["pc"])
