"""Invariants 1, 9 to 11, 15 and 16 of attacks and shots, and their refusals."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any, Literal

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.dice.law import Law
from tablee.games.exil.fields import Attribut
from tablee.games.exil.fight.assaut import Assaut, AssautResult
from tablee.games.exil.fight.attack_tables import stray_points
from tablee.games.exil.fight.mishaps import Incident, TirPerdu
from tablee.games.exil.fight.passes import (
    CONTACT,
    DISTANCE,
    Passe,
    offered,
    offered_at_range,
    strongest,
)
from tablee.games.exil.fight.shot import Shot, ShotResult
from tablee.games.exil.rulings import ExilRulings
from tablee.rules.readings.advice.advise import advise
from tablee.rules.readings.explain import explain
from tablee.rules.readings.odds import odds
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_game
from tablee.rules.run_input import ask_about
from tablee.rules.texts.words import Words
from tests.kit.laws import exact_law

ATTRIBUTS: tuple[Attribut, ...] = ("nul", "faible", "moyen", "bon", "excellent")
few = settings(max_examples=60, deadline=None)
potentials = st.integers(0, 20)


@st.composite
def attacks(draw: st.DrawFn, passe: Passe | Literal["auto"] | None = None) -> Assaut:
    """Draw an assaut that can hit, with a passe that is open."""
    poff = draw(st.integers(1, 20))
    armed, ally = draw(st.booleans()), draw(st.booleans())
    return Assaut(
        poff=poff,
        pdef=draw(potentials),
        letalite=draw(st.integers(-4, 8)),
        physique=draw(st.sampled_from(ATTRIBUTS)),
        force=draw(st.booleans()),
        protection=draw(st.integers(0, 6)),
        perce_armure=draw(st.booleans()),
        passe=passe if passe is not None else draw(st.sampled_from(offered(poff, ally, armed))),
        talent_attaquant=draw(st.integers(0, 20)),
        talent_defenseur=draw(st.integers(0, 20)),
        defenseur_arme=armed,
        defenseur_a_allie=ally,
    )


def with_(procedure: Any, **changed: Any) -> Any:
    """Return the same attack or shot with other numbers."""
    return replace(procedure, **changed)


def most(law: Law[AssautResult], outcome: str = "touche") -> int | None:
    """Return the greatest damage of an outcome."""
    return max((result.damage for result in law if result.outcome == outcome), default=None)


# ── the assaut ─────────────────────────────────────────────────────────────────────────────────
@few
@given(attacks())
def test_an_assaut_keeps_its_reservations(attack: Assaut) -> None:
    law = exact_law(attack)
    assert all(
        (chance * 12**4).denominator == 1 and result.damage >= 0 for result, chance in law.items()
    )
    for result in law:
        assert (result.passe is None) == (result.outcome != "touche")
        if result.outcome == "rate":
            assert result.damage == 0
        if result.passe == "desarmement":
            assert result.damage == 0
        weaker = attack.talent_defenseur < attack.talent_attaquant
        disarming = result.passe in ("desarmement", "touche_et_desarmement") and weaker
        assert result.desarme == (disarming or result.passe == "mise_en_echec")


@few
@given(attacks(), st.integers(-4, 8), st.sampled_from(ATTRIBUTS), st.integers(0, 6))
def test_a_made_defence_knows_no_weapon_and_no_armour(
    attack: Assaut, letalite: int, physique: Attribut, protection: int
) -> None:
    other = with_(attack, letalite=letalite, physique=physique, protection=protection)
    assert most(exact_law(attack), "paree") == most(exact_law(other), "paree")


HARDER = [
    pytest.param({"letalite": 1}, id="lethality"),
    pytest.param({"poff": 1}, id="poff"),
    pytest.param({"pdef": -1}, id="pdef"),
    pytest.param({"protection": -1}, id="protection"),
]


@pytest.mark.parametrize("more", HARDER)
@few
@given(attack=attacks("coup_puissant_1"))
def test_a_touch_hurts_more_with_every_help(more: dict[str, int], attack: Assaut) -> None:
    ((name, step),) = more.items()
    changed = getattr(attack, name) + step
    before, after = exact_law(attack), exact_law(with_(attack, **{name: max(0, changed)}))
    least, better = most(before), most(after)
    if least is not None and better is not None:
        assert better >= least


@few
@given(attacks())
def test_a_touch_hurts_more_with_a_better_physique(attack: Assaut) -> None:
    found = [most(exact_law(with_(attack, physique=each))) for each in ATTRIBUTS]
    texts = [damage for damage in found if damage is not None]
    assert texts == sorted(texts)


@few
@given(attacks("auto"))
def test_a_coup_puissant_of_a_higher_bracket_never_does_less(attack: Assaut) -> None:
    ranked = ("coup_puissant_1", "coup_puissant_3", "coup_puissant_5", "coup_puissant_7")
    open_now = [p for p in ranked if p in offered(attack.poff, False, False)]
    found = [most(exact_law(with_(attack, passe=each))) or 0 for each in open_now]
    assert found == sorted(found)
    assert most(exact_law(attack)) in (None, found[-1])


@few
@given(st.integers(1, 20), potentials, st.integers(0, 6))
def test_daring_makes_both_rolls_harder_and_changes_no_damage(
    poff: int, pdef: int, letalite: int
) -> None:
    laws = [
        exact_law(Assaut(poff=poff, pdef=pdef, letalite=letalite, audace=daring))
        for daring in range(poff)
    ]
    made = [law.chance(lambda result: result.outcome != "rate") for law in laws]
    held = [
        law.given(lambda r: r.outcome != "rate").chance(lambda r: r.outcome == "paree")
        for law in laws
    ]
    assert made == sorted(made, reverse=True)
    assert held == sorted(held, reverse=True)
    for law in laws:
        assert {r.damage for r in law if r.outcome == "paree"} <= {max(0, poff - pdef)}
        assert len({r.damage for r in law if r.outcome == "touche"}) <= 1


# ── passes ─────────────────────────────────────────────────────────────────────────────────────
@given(st.integers(0, 30), st.booleans(), st.booleans())
def test_what_is_open_stays_open_at_a_higher_poff(power: int, ally: bool, armed: bool) -> None:
    assert set(offered(power, ally, armed)) <= set(offered(power + 1, ally, armed))
    assert set(offered_at_range(power)) <= set(offered_at_range(power + 1))


def test_brackets_begin_where_the_tables_say() -> None:
    assert (
        [begins for begins, _ in CONTACT] == [begins for begins, _ in DISTANCE] == [1, 4, 7, 10, 13]
    )
    assert offered(0, True, True) == offered_at_range(0) == ()
    assert [len(offered(p, True, True)) for p in (3, 4, 9, 12, 13)] == [4, 8, 12, 15, 16]
    assert "bousculade" not in offered(13, False, True)
    assert not {"desarmement", "arme_coincee", "touche_et_desarmement"} & set(
        offered(13, True, False)
    )
    assert [strongest(p) for p in (0, 1, 4, 7, 10)] == [
        None,
        "coup_puissant_1",
        "coup_puissant_3",
        "coup_puissant_5",
        "coup_puissant_7",
    ]


# ── shots ──────────────────────────────────────────────────────────────────────────────────────
@st.composite
def shots(draw: st.DrawFn, /, **fixed: Any) -> Shot:
    drawn: dict[str, Any] = {
        "poff": draw(st.integers(0, 16)),
        "aim": draw(st.integers(0, 2)),
        "range": draw(st.sampled_from(["bout_portant", "courte", "moyenne", "longue", "extreme"])),
        "movement": draw(st.sampled_from(["aucun", "lent", "rapide"])),
        "cover": draw(st.integers(-4, 2)),
        "activite": draw(st.sampled_from(["immobile", "marche", "court"])),
        "aware": draw(st.booleans()),
        "pdef": draw(st.integers(0, 8)),
        "letalite": draw(st.integers(-2, 6)),
        "protection": draw(st.integers(0, 5)),
    }
    return Shot(**drawn | fixed)


def damage(shot: Shot) -> Law[int]:
    return exact_law(shot).map(lambda result: result.damage)


def full(law: Law[ShotResult]) -> Fraction:
    return law.chance(lambda result: result.outcome == "plein")


@few
@given(shots())
def test_a_shot_keeps_its_reservations(shot: Shot) -> None:
    for result in exact_law(shot):
        assert result.damage >= 0
        if result.outcome != "plein":
            assert result.passe is None
            assert not result.fatal
        if result.outcome == "partiel":
            assert shot.aware or shot.activite != "immobile"
            bare = with_(shot, letalite=0, protection=0)
            assert result.damage in {r.damage for r in exact_law(bare) if r.outcome == "partiel"}


@few
@given(shots())
def test_aiming_helps_distance_does_not(shot: Shot) -> None:
    """Return whether the full hit is at least the partial one, which armour does not reduce."""
    assume(shot.protection <= shot.letalite + 1)
    assert damage(with_(shot, aim=shot.aim + 1)).dominates(damage(shot))
    bands = ["bout_portant", "courte", "moyenne", "longue", "extreme"]
    laws = [damage(with_(shot, range=band)) for band in bands]
    assert all(near.dominates(far) for near, far in pairwise(laws))


@few
@given(shots(aware=True))
def test_a_full_hit_is_rarer_with_a_higher_minimal_margin(shot: Shot) -> None:
    chances = [full(exact_law(with_(shot, pdef=pdef))) for pdef in range(8)]
    assert chances == sorted(chances, reverse=True)
    assert full(exact_law(with_(shot, aware=False))) >= chances[0]


def test_only_a_poff_of_13_kills_at_once() -> None:
    assert full(exact_law(Shot(poff=13, passe="tir_fatal"))) == 1
    assert all(result.fatal for result in exact_law(Shot(poff=13, passe="tir_fatal")))
    with pytest.raises(Refusal):
        ask_about("exil.shot", {"poff": 12, "passe": "tir_fatal"})


def test_the_rows_of_the_mishaps_cover_the_d12() -> None:
    law = exact_law(Incident()).map(lambda result: result.incident)
    assert [law.p(each) * 12 for each in ("rien", "long_feu", "enrayee", "explosion")] == [
        4,
        3,
        3,
        2,
    ]
    rows = {0: (1, 3, 4, 4), 3: (1, 3, 4, 4), 4: (3, 3, 3, 3), 7: (5, 3, 2, 2), 10: (9, 1, 1, 1)}
    for poff, row in rows.items():
        strayed = exact_law(TirPerdu(poff=poff)).map(lambda result: result.perdu)
        found = [int(strayed.p(each) * 12) for each in ("decor", "neutre", "ennemi", "allie")]
        assert found == list(row)
    assert stray_points(13) is None


# ── asks, refusals, advice ─────────────────────────────────────────────────────────────────────
def played(procedure: str, params: dict[str, Any], *answers: Any) -> Session:
    texts = [{"dice": [each]} if type(each) is int else {"choose": each} for each in answers]
    return Session(ask_about(procedure, params, {}, texts))


def test_the_leader_is_asked_about_weapon_and_stray_only_after_a_miss() -> None:
    gun = {"poff": 8, "arme_a_feu": True, "incidents": "ask", "tirs_perdus": "ask"}
    assert played("exil.shot", gun, 8).done
    missed = played("exil.shot", gun, 9, True, 4, True, 12)
    assert missed.done
    assert (missed.result.incident, missed.result.perdu) == ("rien", "allie")
    blocked = played("exil.shot", gun, 9, True, 8)
    assert blocked.done
    assert (blocked.result.incident, blocked.result.perdu) == ("enrayee", None)
    jammed = played("exil.shot", gun | {"enraye_sur_12": True}, 12)
    assert jammed.result.incident == "enrayee"


BURST = {"arme": "mitraillette", "tireur": 12, "cibles": [{}]}


@pytest.mark.parametrize(
    ("procedure", "gun"), [("exil.shot", {"arme_a_feu": True}), ("exil.rafale", BURST)]
)
@pytest.mark.parametrize(("field", "broken", "works"), [("enrayee", 1, 0), ("munitions", 0, 1)])
def test_a_gun_that_does_not_work_is_not_shot(
    procedure: str, gun: dict[str, Any], field: str, broken: int, works: int
) -> None:
    """A gun that is jammed (EXIL-INC-07) or empty (EXIL-ARM-12) cannot shoot."""
    kind = bool if field == "enrayee" else int
    shot = {"poff": 8, **gun}
    assert not played(procedure, shot | {field: kind(works)}).done
    for reading in (Session, odds):
        with pytest.raises(Refusal) as refused:
            reading(ask_about(procedure, shot | {field: kind(broken)}))
        assert (refused.value.field, refused.value.got) == (field, broken)


def test_what_is_no_firearm_neither_jams_nor_runs_dry() -> None:
    """A knife can be thrown while the gun is jammed (EXIL-TIR-04)."""
    assert not played("exil.shot", {"poff": 8, "munitions": 0, "enrayee": True}).done


def test_a_fixed_passe_is_refused_from_the_poff_alone() -> None:
    closed = ask_about("exil.assaut", {"poff": 3, "pdef": 20, "passe": "faille"})
    for reading in (Session, odds):
        with pytest.raises(Refusal) as refused:
            reading(closed)
        assert refused.value.field == "passe"
    nothing = ask_about("exil.assaut", {"poff": 2, "pdef": 1, "zone": "main"})
    assert odds(nothing).chance(lambda result: result.outcome == "rate") == 1


def test_advice_weighs_daring_and_passes() -> None:
    attack = {"poff": 8, "pdef": 6, "letalite": 2}
    daring = advise(ask_about("exil.assaut", attack | {"audace": "ask"}))
    assert daring.best == 0
    daring = advise(ask_about("exil.assaut", attack | {"audace": "ask"}), utility="touche")
    assert daring.best == 1
    open_guard = ask_about(
        "exil.assaut", attack | {"passe": "ask"}, {}, [{"dice": [3]}, {"dice": [9]}]
    )
    assert advise(open_guard).best == "coup_puissant_5"


def test_the_trace_tells_the_fight() -> None:
    session = played("exil.assaut", {"poff": 6, "pdef": 3, "letalite": 1, "passe": "impact"}, 4, 9)
    words = Words(find_game("exil"))
    texts = " ".join(step.text for step in explain(session, words, "defenseur"))
    for part in (
        "L’attaquant frappe",
        "6 ou moins",
        "La défense cède",
        "Impact",
        "4 points de dégâts",
    ):
        assert part in texts


def test_rulings_reach_the_sub_rules() -> None:
    params = {"poff": 8, "cibles": [{"pdef": 3, "part": 5}, {"pdef": 3, "part": 3}]}
    strict = odds(ask_about("exil.attaques_multiples", params, {"equal": "fails"}))
    missed = strict.chance(lambda result: result.resultats[0].outcome == "rate")
    assert missed == Fraction(8, 12)
    assert ExilRulings().equal == "succeeds"
