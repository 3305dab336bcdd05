"""The combat of several characters: who may do what, what the MJ adds, bounds over whole fights."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.dice.draws import HouseDice
from tablee.games.socle import Combat
from tablee.rules.question import ask_about
from tablee.rules.readings.advise import advise
from tablee.rules.readings.odds import odds
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.rules.views import pending_view
from tablee.rules.words import Words
from tests.kit.runs import any_answer

Params = dict[str, Any]

DICE = {"Force": 10, "Agilité": 8, "Magie": 12}
ANA: Params = {"id": "Ana", "de": DICE}
BO: Params = {"id": "Bo", "de": 6, "coeurs": 1, "mana": 0}
DOWN: Params = {"id": "Cyr", "de": 8, "coeurs": 0, "etat": "a_terre"}
PION: Params = {"id": "rat", "cible": "pion"}
BOSS: Params = {"id": "roi", "cible": "boss"}


def run(*answers: Any, **params: Any) -> Session:
    whole = {"heros": [ANA, BO, DOWN], "adversaires": [PION, BOSS]} | params
    given_answers = [a if isinstance(a, dict) else {"choose": a} for a in answers]
    return Session(ask_about("socle.combat", whole, None, given_answers))


def dice(*faces: int) -> Params:
    return {"dice": list(faces)}


def asked(session: Session) -> tuple[str, str, list[str]]:
    view = pending_view(session, Words(session.question.game))
    return view["who"], view["label"], [option["id"] for option in view.get("options", [])]


def state(session: Session) -> Combat:
    found = session.frames[0].procedure
    assert isinstance(found, Combat)
    return found


def hero(session: Session, name: str) -> Any:
    return next(each for each in state(session).heros if each.id == name)


# ── who may do what ────────────────────────────────────────────────────────────────────────────
def test_the_mj_names_who_acts_or_adds_something() -> None:
    who, label, offered = asked(run())
    assert (who, label) == ("mj", "tour")
    assert offered == [
        "Ana",
        "Bo",
        "coup:Ana",
        "coup:Bo",
        "coup:Cyr",
        "deplacement:Ana",
        "deplacement:Bo",
        "complication",
        "fin",
    ]
    assert asked(run(ordre="liste"))[:2] == ("Ana", "action")


def test_actions_follow_from_mana_and_from_who_stands() -> None:
    who, label, offered = asked(run("Ana"))
    assert (who, label) == ("Ana", "action")
    assert offered == [
        "attaque:rat",
        "attaque:roi",
        "magie:astuce",
        "magie:standard",
        "magie:fort",
        "magie:grande_puissance",
        "aide:Bo",
        "relever:Cyr",
        "autre",
    ]
    assert asked(run("Bo"))[2] == ["attaque:rat", "attaque:roi", "aide:Ana", "relever:Cyr", "autre"]
    assert asked(run("Ana", "attaque:roi"))[2] == [
        "Force",
        "Agilité",
        "Magie",
        "sort:astuce",
        "sort:standard",
        "sort:fort",
        "sort:grande_puissance",
    ]
    assert asked(run("Bo", "attaque:roi"))[1] == "test"


def test_a_hit_puts_out_or_wounds() -> None:
    hit = run("Ana", "attaque:rat", "Force", dice(6))
    assert [foe.id for foe in state(hit).adversaires] == ["roi"]
    wounded = run("Ana", "attaque:roi", "Magie", dice(12))
    assert [(foe.id, foe.coeurs) for foe in state(wounded).adversaires] == [
        ("rat", None),
        ("roi", 1),
    ]


def test_a_miss_costs_a_heart_and_who_falls_acts_no_more() -> None:
    fallen = run("Bo", "attaque:rat", dice(2))
    assert (hero(fallen, "Bo").coeurs, hero(fallen, "Bo").etat) == (0, "a_terre")
    assert "Bo" not in asked(fallen)[2]
    up = run("Bo", "attaque:rat", dice(2), "Ana", "relever:Bo")
    assert (hero(up, "Bo").coeurs, hero(up, "Bo").etat) == (1, "debout")


def test_help_counts_for_one_test() -> None:
    helped = run("Ana", "aide:Bo")
    assert hero(helped, "Bo").aide_recue
    assert "aide:Bo" not in asked(run("Ana", "aide:Bo", "Ana"))[2]
    throw = pending_view(run("Ana", "aide:Bo", "Bo", "attaque:rat"), Words(None))
    assert throw["dice"] == "1d8"
    assert not hero(run("Ana", "aide:Bo", "Bo", "attaque:rat", dice(7)), "Bo").aide_recue


def test_a_spell_costs_mana_whatever_comes() -> None:
    for face in (2, 12):
        cast = run("Ana", "attaque:roi", "sort:fort", dice(face))
        assert hero(cast, "Ana").mana == 1


def test_a_strong_effect_may_heal_even_who_is_down() -> None:
    assert asked(run("Ana", "magie:fort"))[2] == ["autre", "soin:Bo", "soin:Cyr"]
    healed = run("Ana", "magie:fort", "soin:Cyr", dice(9))
    assert (hero(healed, "Cyr").coeurs, hero(healed, "Cyr").etat) == (2, "debout")
    failed = run("Ana", "magie:fort", "soin:Cyr", dice(3))
    assert hero(failed, "Cyr").etat == "a_terre"
    assert (hero(healed, "Ana").mana, hero(failed, "Ana").mana) == (1, 1)
    assert asked(run("Ana", "magie:standard"))[1] == "test"


def test_a_new_turn_begins_when_all_who_stand_have_acted() -> None:
    assert state(run("Ana", "autre", {"choose": "il guette"})).deja == ("Ana",)
    assert state(run("Ana", "autre", "x", "Bo", "autre", "x")).deja == ()
    ended = run("Ana", "autre", "x", "Bo", "autre", "x", tours_max=1)
    assert ended.result.vainqueur == "aucun"


# ── what the MJ adds ───────────────────────────────────────────────────────────────────────────
def test_a_blow_takes_a_heart_fells_and_kills() -> None:
    assert hero(run("coup:Ana"), "Ana").coeurs == 4
    assert hero(run("coup:Bo"), "Bo").etat == "a_terre"
    dead = run("coup:Cyr")
    assert hero(dead, "Cyr").etat == "mort"
    assert "coup:Cyr" not in asked(dead)[2]
    armoured = run("coup:Ana", heros=[ANA | {"armure": 1}])
    assert (hero(armoured, "Ana").coeurs, hero(armoured, "Ana").armure) == (5, 0)


def test_a_move_changes_range_cover_and_conditions() -> None:
    moved = run("deplacement:Ana", "distance", 12, True, False, 1, limite_portee=True)
    found = hero(moved, "Ana")
    assert (found.portee, found.cases, found.a_couvert, found.degres) == ("distance", 12, True, 1)
    assert not found.riposte_possible
    far = run(
        "deplacement:Ana",
        "distance",
        12,
        True,
        True,
        0,
        "Ana",
        "attaque:rat",
        "Force",
        dice(7),
        limite_portee=True,
    )
    assert hero(far, "Ana").coeurs == 5
    assert len(state(far).adversaires) == 2
    back = run("deplacement:Ana", "contact", -1)
    assert (hero(back, "Ana").portee, hero(back, "Ana").cases) == ("contact", 1)


def test_the_mj_tells_complications_and_ends_the_fight() -> None:
    told = run("complication", {"choose": "le plafond cède"})
    assert asked(told)[1] == "tour"
    assert any("le plafond cède" in str(entry.numbers) for entry in told.trace)
    over = run("fin")
    assert (over.result.vainqueur, over.result.debout, over.result.coeurs) == ("aucun", 2, 6)


def test_several_pions_press_while_they_are_several() -> None:
    pions = [PION, PION | {"id": "rat 2"}]
    pressed = run("Ana", "attaque:rat", "Force", dice(6), adversaires=pions, presse="tn")
    assert len(state(pressed).adversaires) == 2
    alone = run("Ana", "attaque:rat", "Force", dice(6), adversaires=[PION], presse="tn")
    assert alone.result.vainqueur == "heros"


# ── readings ───────────────────────────────────────────────────────────────────────────────────
def test_odds_play_the_simple_policy() -> None:
    params = {"heros": [ANA | {"de": 10}], "adversaires": [PION]}
    law = odds(ask_about("socle.combat", params))
    assert {(r.vainqueur, r.coeurs): str(p) for r, p in law.items()} == {
        ("heros", 5): "1/2",
        ("heros", 4): "1/4",
        ("heros", 3): "1/8",
        ("heros", 2): "1/16",
        ("heros", 1): "1/32",
        ("adversaires", 0): "1/32",
    }


def test_advice_weighs_what_a_character_may_do() -> None:
    params = {
        "heros": [ANA | {"de": 6, "mana": 0, "coeurs": 1}],
        "adversaires": [PION, {"id": "chef", "cible": "elite", "coeurs": 1}],
        "tours_max": 2,
        "ordre": "liste",
    }
    found = advise(ask_about("socle.combat", params))
    assert found.label == "action"
    assert found.best in ("attaque:rat", "attaque:chef")
    assert {option.choice for option in found.options} == {"attaque:rat", "attaque:chef", "autre"}


# ── refusals ───────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("params", "field"),
    [
        ({"heros": [ANA, ANA]}, "heros[1].id"),
        ({"heros": [ANA | {"id": "fin"}]}, "heros[0].id"),
        ({"heros": [ANA | {"id": "a:b"}]}, "heros[0].id"),
        ({"heros": [ANA | {"cases": 3}]}, "heros[0].cases"),
        ({"heros": [ANA | {"de": {}}]}, "heros[0].de"),
        ({"heros": [ANA | {"coeurs": 6}]}, "heros[0].coeurs"),
        ({"heros": [ANA | {"mana": 4}]}, "heros[0].mana"),
        ({"adversaires": [PION, PION]}, "adversaires[1].id"),
        ({"adversaires": [PION | {"id": "Ana"}]}, "adversaires[0].id"),
        ({"adversaires": [PION | {"coeurs": 2}]}, "adversaires[0].coeurs"),
        ({"adversaires": []}, "adversaires"),
    ],
)
def test_what_a_combat_refuses(params: Params, field: str) -> None:
    with pytest.raises(Refusal) as caught:
        run(**params)
    assert caught.value.field == field


# ── whole fights (invariants 6 to 8) ───────────────────────────────────────────────────────────
@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.booleans())
def test_bounds_hold_at_every_step_of_fights_at_random(seed: int, deadly: bool) -> None:
    rng, house = random.Random(seed), HouseDice(seed)
    params = {
        "heros": [ANA | {"armure": 1, "protege": True}, BO | {"coeurs": 3}, DOWN],
        "adversaires": [PION, PION | {"id": "rat 2"}, BOSS],
        "presse": "complication",
        "avantage": "ask",
        "riposte": "ask",
        "armure_usage": "ask",
    }
    session = Session(ask_about("socle.combat", params, {"mort_a_terre": deadly}))
    dead: set[str] = set()
    for _ in range(120):
        if session.pending is None:
            break
        found = state(session)
        for each in found.heros:
            assert 0 <= each.coeurs <= each.coeurs_max
            assert 0 <= each.mana <= each.mana_max
            assert each.armure in (0, 1)
            assert (each.etat == "debout") == (each.coeurs > 0)
            assert each.id not in dead or each.etat == "mort"
            if each.etat == "mort":
                dead.add(each.id)
        assert all(foe.coeurs != 0 for foe in found.adversaires)
        actor = pending_view(session, Words(None))["who"]
        down = {each.id for each in found.heros if each.etat != "debout"}
        assert actor not in down or asked(session)[1] == "armure"
        session.answer(any_answer(session, rng, house))
