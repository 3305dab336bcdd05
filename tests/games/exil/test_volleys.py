"""Bursts and shots in a mêlée: passes, incidents and effects."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from tablee.rules.questions import Choose
from tablee.rules.readings.odds import odds
from tablee.rules.readings.session import Session
from tablee.rules.run_input import ask_about
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


def run(params: Params, *answers: Any, **some_rulings: Any) -> Session:
    texts = [{"dice": [each]} if type(each) is int else {"choose": each} for each in answers]
    return Session(ask_about("exil.melee", params, some_rulings, texts))


def state(session: Session, name: str) -> Any:
    assert session.done, session.pending
    return next(each for each in session.result.combattants if each.id == name)


# ── bursts ─────────────────────────────────────────────────────────────────────────────────────
def test_a_shot_left_in_a_jammed_weapon_hits_nobody() -> None:
    """EXIL-ARM-13: at a Poff of 9 the first shot misses in 2/12 without a jam, and then the second
    in 3/12; or it misses in 1/12 with a jam, and there is no second: 7/8 hit somebody."""
    params: Params = {"arme": "mitraillette", "tireur": 9, "poff": 9, "cibles": [{}, {}]}
    question = ask_about("exil.rafale", params)
    worth = question.procedure.utilities["une_touche"]
    law = odds(question)
    hit = sum(chance * worth(question.procedure, row, "acteur") for row, chance in law.items())
    assert hit == 1 - Fraction(2, 12) * Fraction(3, 12) - Fraction(1, 12) == Fraction(7, 8)


def test_each_full_hit_of_a_burst_opens_a_passe() -> None:
    """EXIL-TIR-14, EXIL-ARM-13: the shooter chooses a passe for each target."""
    asked = GUNNER | {"politique": GUNNER["politique"] | {"passe_tir": "ask"}}
    after_one = run(fight(asked, *MARKS), *BURST, 1)
    assert isinstance(after_one.pending, Choose)
    assert after_one.outer(after_one.pending.who) == "tess"
    assert after_one.pending.label == "passe"
    done = run(fight(asked, *MARKS), *BURST, 1, "impact", 1, "chute")
    assert (state(done, "ivo").a_terre, state(done, "luc").a_terre) == (False, True)
    texts = [entry.text for entry in done.trace if entry.kind == "note"]
    assert any("a perdu son action" in text for text in texts), "of ivo, by the impact"
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
    """EXIL-ARM-13 under both rulings: a 12 jams, or a d12 decides, even an explosion without damage."""
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
    """EXIL-CHO-01 (R-55): fists can stun, a blade cannot."""
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
    """EXIL-PAS-15: +5 to the PC also of shooters outside the mêlée."""
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


# ── what the gun is, and what it is not ────────────────────────────────────────────────────────
NEEDLES = {"arme_a_feu": True, "enraye_sur_12": True, "rafale": "mitraillette"}
SECOND = GUNNER | {
    "tir": NEEDLES,
    "munitions": 0,
    "autre_arme": {"talent": 8, "a_distance": True},
    "seconde": True,
}


def test_another_gun_that_is_drawn_is_not_the_first_one() -> None:
    """EXIL-ARM-12, -13, -15, EXIL-INC-05: no bursts, and a 12 does not jam what is at the belt."""
    asked = run(fight(SECOND, *MARKS)).pending
    assert isinstance(asked, Choose)
    assert "tirer_en_rafale" not in list(asked.form.values())
    missed = run(fight(SECOND, *MARKS, incidents="ask"), "tirer", 12)
    assert (state(missed, "tess").incident, state(missed, "tess").munitions) == ("rien", 0)


@pytest.mark.parametrize("drawn", [False, True])
def test_a_blade_that_is_drawn_does_not_stun(drawn: bool) -> None:
    """EXIL-ARM-02, -17 (R-76): only the stunning weapon can stun."""
    staff = {"assommante": True, "autre_arme": {"talent": 8}, "seconde": drawn}
    striker = man("bob", "ville", 8, politique=ALL | {"choc": True}, **staff)
    params = fight(striker, man("luc", "rue", 2, politique=NONE))
    done = Session(ask_about("exil.melee", params, {}, [{"dice": [1]}, {"dice": [12]}]))
    assert done.done is drawn
    assert not drawn or state(done, "luc").pds == 9


SHOT_CLOSE = man("tess", "ville", 9, a_distance=True, tir={"arme_a_feu": True})


def test_who_renounces_fires_no_round() -> None:
    """EXIL-ARM-12; the long feu waits for the next attack too (EXIL-INC-06, R-88)."""
    gun = SHOT_CLOSE | {"munitions": 3, "long_feu": True, "politique": ALL | {"audace": "ask"}}
    luc = man("luc", "rue", 0, politique=NONE)
    kept = state(run(fight(gun, luc), "renoncer"), "tess")
    assert (kept.munitions, kept.long_feu) == (3, True)
    fired = state(run(fight(gun | {"politique": ALL}, luc), 12), "tess")
    assert (fired.munitions, fired.long_feu) == (2, False)


@pytest.mark.parametrize(("rounds", "left", "hurt"), [(5, 2, 3), (2, 0, 2), (1, 0, 1)])
def test_each_attack_of_a_share_takes_a_round(rounds: int, left: int, hurt: int) -> None:
    """EXIL-ARM-12, EXIL-OPT-01: at most one adversary for each round."""
    gun = SHOT_CLOSE | {"talent": 12, "munitions": rounds, "politique": ALL | {"partage": 3}}
    foes = [man(name, "rue", 0, politique=NONE) for name in ("luc", "ivo", "max")]
    done = run(fight(gun, *foes), *[1, 12] * hurt)
    assert state(done, "tess").munitions == left
    assert sum(state(done, foe["id"]).pds < 20 for foe in foes) == hurt


# ── passes ─────────────────────────────────────────────────────────────────────────────────────
def test_who_is_at_mercy_is_disarmed() -> None:
    """EXIL-PAS-16, as in a duel."""
    winner = man("bob", "ville", 14, politique=ALL | {"passe": ["mise_en_echec"]})
    beaten = state(run(fight(winner, man("luc", "rue", 0, politique=NONE)), 1, 12), "luc")
    assert (beaten.hors, beaten.arme) == ("mise_en_echec", "perdue")


def test_nobody_is_knocked_into_who_fell_at_the_same_time() -> None:
    """EXIL-PAS-07 under `initiative_tie: simultaneous` (R-16)."""
    killer = man("ana", "ville", 14, letalite=20, politique=ALL | {"cible": ["luc"]})
    pusher = man("bob", "ville", 14, politique=ALL | {"cible": ["ivo"], "passe": ["bousculade"]})
    foes = [man("ivo", "rue", 0, politique=NONE), man("luc", "rue", 0, pds=1, politique=NONE)]
    params = fight(killer, pusher, *foes)
    done = run(params, 1, 12, 1, 12, initiative_tie="simultaneous")
    assert (state(done, "luc").hors, state(done, "luc").pc_mod) == ("mort", 0)
    assert state(done, "ivo").pds == 20 - 14


# ── the riposte of who has just been disarmed ──────────────────────────────────────────────────
def _riposte(session: Session) -> int:
    """Return the Poff of luc's attack."""
    found = [
        entry.numbers["power"]
        for entry in session.trace
        if entry.numbers.get("who") == "luc" and "power" in entry.numbers
    ]
    return int(found[0])


@pytest.mark.parametrize(("startled", "power"), [(False, 5), (True, 2)])
def test_a_long_feu_weighs_on_a_riposte_too(startled: bool, power: int) -> None:
    """EXIL-INC-06 (R-88): the next attack, though it is bare-handed (R-33)."""
    taker = man("bob", "ville", 12, politique={"attitude": 12, "passe": ["desarmement"]})
    gun = {"a_distance": True, "tir": {"arme_a_feu": True}, "long_feu": startled}
    luc = man("luc", "rue", 11, talent_mains_nues=10, politique={"attitude": 6}, **gun)
    assert _riposte(run(fight(taker, luc), 1, 12)) == power


def test_a_riposte_has_the_pc_of_its_tour() -> None:
    """EXIL-PAS-15: +5 to the PC while an adversary frees his weapon, bare-handed as before."""
    taker = man("bob", "ville", 12, politique={"attitude": 12, "passe": ["desarmement"]})
    freeing = man("zoe", "ville", 0, arme="coincee")
    luc = man("luc", "rue", 9, talent_mains_nues=9, politique={"attitude": 4})
    assert _riposte(run(fight(taker, freeing, luc), 1, 12)) == 4


def test_an_empty_gun_thrown_away_is_not_fetched() -> None:
    """EXIL-ARM-12: as usual nobody spends a tour on it; a person may."""
    gun: Params = {"id": "ivo", "camp": "x", "talent": 9, "a_distance": True, "munitions": 0}
    gun |= {"arme": "perdue", "talent_mains_nues": 4, "tir": {"arme_a_feu": True}}
    foe = {"id": "luc", "camp": "y", "talent": 2, "politique": {"action": "rien"}}
    params: Params = {"combattants": [gun, foe], "max_turns": 1}
    run = Session(ask_about("exil.melee", params, {}, [{"dice": [12]}]))
    assert run.result.combattants[0].arme == "perdue"
    asked = [gun | {"politique": {"arme": "ask"}}, foe]
    pending = Session(ask_about("exil.melee", params | {"combattants": asked})).pending
    assert isinstance(pending, Choose)
    assert (pending.default, list(pending.form.values())) == (
        "mains_nues",
        ["reprendre", "mains_nues"],
    )
    loaded = [gun | {"munitions": 1}, foe]
    run = Session(ask_about("exil.melee", params | {"combattants": loaded}))
    assert run.result.combattants[0].arme == "en_main"
