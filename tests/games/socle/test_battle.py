"""The combat of several characters: the actions allowed, the actions of the MJ, readings, refusals."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablee.rules.questions import Choose
from tablee.rules.readings.advice.advise import advise
from tablee.rules.readings.odds import odds
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import ask_about
from tablee.rules.run_json import pending_view
from tablee.rules.texts.words import Words
from tests.games.socle.fighting import (
    ANA,
    BO,
    BOSS,
    DOWN,
    PION,
    Params,
    asked,
    dice,
    hero,
    run,
    state,
)

ALL = ["rat", "roi"]


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
        "deplacement:Cyr",
        "adversaire",
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
        "magie",
        "aide:Bo",
        "relever:Cyr",
        "autre",
    ]
    assert asked(run("Bo"))[2] == ["attaque:rat", "attaque:roi", "aide:Ana", "relever:Cyr", "autre"]
    assert asked(run("Ana", "attaque:roi"))[2] == ["Force", "Agilité", "sort"]
    assert asked(run("Bo", "attaque:roi"))[1] == "test"


def test_magie_attacks_by_spells() -> None:
    """SOC-ATK-03, SOC-MAG-02: not for nothing; but anyone who has nothing else is not left without."""
    poor = ANA | {"de": {"Magie": 12, "Force": 6}, "mana": 0}
    spent = run("Ana", "attaque:roi", heros=[poor], cout_astuce=None)
    assert pending_view(spent, Words(None))["dice"] == "1d6"
    poor = ANA | {"de": {"Magie": 12}, "mana": 0}
    alone = run("Ana", "attaque:roi", heros=[poor], cout_astuce=1)
    assert pending_view(alone, Words(None))["dice"] == "1d12"


def test_a_hit_puts_out_or_wounds() -> None:
    hit = run("Ana", "attaque:rat", "Force", dice(6))
    assert [foe.id for foe in state(hit).adversaires] == ["roi"]
    wounded = run("Ana", "attaque:roi", "Agilité", dice(8))
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
        cast = run("Ana", "attaque:roi", "sort", "un éclair", "fort", dice(face))
        assert hero(cast, "Ana").mana == 1


def test_a_strong_effect_may_heal_even_who_is_down() -> None:
    assert asked(run("Ana", "magie"))[2] == ["autre", "soin:Bo", "soin:Cyr"]
    healed = run("Ana", "magie", "soin:Cyr", dice(9))
    assert (hero(healed, "Cyr").coeurs, hero(healed, "Cyr").etat) == (2, "debout")
    failed = run("Ana", "magie", "soin:Cyr", dice(3))
    assert hero(failed, "Cyr").etat == "a_terre"
    assert (hero(healed, "Ana").mana, hero(failed, "Ana").mana) == (1, 1)
    assert asked(run("Ana", "magie", heros=[ANA | {"mana": 1}, DOWN]))[1] == "decrire"


def test_the_mj_gives_an_effect_its_tn_and_its_cost() -> None:
    """SOC-MAG-03, -05: the player describes it before."""
    described = run("Ana", "magie", "autre", "une barrière")
    assert asked(described)[:2] == ("mj", "ampleur")
    assert isinstance(described.pending, Choose)
    assert dict(described.pending.facts) == {"texte": "une barrière", "mana": 3}
    for level, tn, cost in (("standard", 6, 1), ("fort", 8, 2), ("grande_puissance", 12, 3)):
        cast = run("Ana", "magie", "autre", "une barrière", level, dice(2))
        assert hero(cast, "Ana").mana == 3 - cost
        assert any(entry.numbers.get("tn") == tn for entry in cast.trace)
    trick = run("Ana", "attaque:roi", "sort", "des étincelles", "astuce")
    assert asked(trick)[:2] == ("mj", "cout_astuce")


def test_an_effect_that_costs_too_much_is_not_tried() -> None:
    """SOC-MAG-02: the character acts otherwise, having lost nothing."""
    for act in (("magie",), ("attaque:roi", "sort")):
        asked_of = run("Ana", *act, "un séisme", heros=[ANA | {"mana": 1}, BO])
        assert asked(asked_of)[2] == ["astuce", "standard", "trop"]
        poor = run("Ana", *act, "un séisme", "trop", heros=[ANA | {"mana": 1}, BO])
        assert (asked(poor)[1], hero(poor, "Ana").mana, state(poor).deja) == ("tour", 1, ())


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
    moved = run("deplacement:Ana", [], 12, 12, ALL, 1, [], limite_portee=True)
    found = hero(moved, "Ana")
    assert (found.portee, found.cases, found.a_couvert, found.degres) == ("distance", 12, True, 1)
    far = run(
        "deplacement:Ana",
        [],
        12,
        4,
        ALL,
        0,
        [],
        "Ana",
        "attaque:rat",
        "Force",
        dice(7),
        limite_portee=True,
    )
    assert hero(far, "Ana").coeurs == 5
    assert len(state(far).adversaires) == 2
    back = run("deplacement:Ana", ALL, -1, [])
    assert (hero(back, "Ana").portee, hero(back, "Ana").cases) == ("contact", 1)


def test_the_mj_strikes_an_adversary_or_takes_it_out() -> None:
    """SOC-TOU-01, -02: what befalls it without an attack; flight and surrender."""
    struck = run("adversaire", "roi", "touche")
    assert [each.coeurs for each in state(struck).adversaires] == [None, 2]
    assert struck.effects == [("blessures", 1)]
    fled = run("adversaire", "roi", "depart")
    assert [each.id for each in state(fled).adversaires] == ["rat"]
    assert fled.effects == []
    for fate, effects in (("touche", [("blessures", 1)]), ("depart", [])):
        last = run("adversaire", fate, adversaires=[PION])
        assert last.result is not None
        assert (last.result.vainqueur, last.effects) == ("heros", effects)


def test_who_moves_is_exposed_as_he_stands_then() -> None:
    """SOC-RIP-06: in full cover nothing hits back, whatever was said of where he was before."""
    open_to = ANA | {"portee": "distance", "cases": 4, "expose": "oui", "riposte_possible": False}
    attack = ("Ana", "attaque:rat", "Force", dice(2))
    assert hero(run(*attack, heros=[open_to]), "Ana").coeurs == 4
    asks = run("deplacement:Ana", [], [], heros=[open_to])
    assert isinstance(asks.pending, Choose)
    assert asks.pending.default == ()
    for answer, left in (("auto", 5), ("oui", 4), ("non", 5)):
        moved = run("deplacement:Ana", [], ALL, answer, 0, [], *attack, heros=[open_to])
        assert hero(moved, "Ana").coeurs == left


def test_who_is_down_can_only_crawl() -> None:
    """SOC-COE-04: no Actions, but the MJ may move him."""
    crawled = run("deplacement:Cyr", [], ALL, 0, [])
    found = hero(crawled, "Cyr")
    assert (found.etat, found.portee, found.a_couvert) == ("a_terre", "distance", True)
    assert any("SOC-COE-04" in entry.clauses for entry in crawled.trace)
    assert "Cyr" not in asked(crawled)[2]


def test_the_mj_has_a_roll_made_beyond_the_ladder_or_says_who_may_hit_back() -> None:
    """SOC-DIF-06, SOC-RIP-04."""
    hard = ANA | {"degres": 1}
    untried = run("Ana", "attaque:roi", "Force", heros=[hard])
    assert asked(untried)[1] == "tour"
    forced = run("Ana", "attaque:roi", "Force", dice(10), heros=[hard | {"jet_force": True}])
    assert state(forced).adversaires[1].coeurs == 1
    for expose, left in (("auto", 4), ("oui", 4), ("non", 5)):
        missed = run("Ana", "attaque:rat", "Force", dice(2), heros=[ANA | {"expose": expose}])
        assert hero(missed, "Ana").coeurs == left


def test_what_is_not_tried_costs_no_action() -> None:
    """SOC-DIF-06: another approach is needed, and there is still the Action for it."""
    hard = [ANA | {"degres": 2}]
    for steps in (("attaque:roi", "Force"), ("magie", "la pluie", "fort")):
        untried = run("Ana", *steps, heros=hard)
        assert (state(untried).deja, hero(untried, "Ana").mana) == ((), 3)
        assert asked(untried)[1] == "tour"
    other = run("Ana", "attaque:roi", "Force", "Ana", "autre", "je ruse", heros=[*hard, BO])
    assert state(other).deja == ("Ana",)


def test_an_astuce_costs_what_the_mj_says() -> None:
    """SOC-MAG-05: 0 or 1."""
    poor = ANA | {"mana": 0}
    for cost, offered in ((None, False), (1, False), (0, True), ("ask", True)):
        assert ("magie" in asked(run("Ana", heros=[poor], cout_astuce=cost))[2]) is offered
    light = ("une lueur", "astuce")
    cast = run("Ana", "magie", *light, dice(12), heros=[poor], cout_astuce=0)
    spell = run("Ana", "attaque:rat", "sort", *light, dice(7), heros=[poor])
    assert (hero(cast, "Ana").mana, hero(spell, "Ana").mana) == (0, 0)
    assert [foe.id for foe in state(spell).adversaires] == ["roi"]
    paid = run("Ana", "magie", "autre", *light, dice(12), cout_astuce=None)
    assert hero(paid, "Ana").mana == 2


def test_help_waits_for_a_test_that_is_made() -> None:
    """SOC-AID-02: for one test; what cannot be tried is none."""
    hard = ANA | {"degres": 1, "aide_recue": True}
    untried = run("Ana", "attaque:roi", "Force", heros=[hard])
    assert hero(untried, "Ana").aide_recue
    effect = run("Ana", "magie", "un séisme", "grande_puissance", heros=[hard])
    assert (hero(effect, "Ana").aide_recue, hero(effect, "Ana").mana) == (True, 3)
    easy = ANA | {"degres": -2, "aide_recue": True}
    for sure in (("attaque:rat", "Force"), ("magie", "un saut", "standard")):
        assert hero(run("Ana", *sure, heros=[easy]), "Ana").aide_recue
    tried = run("Ana", "attaque:rat", "Force", dice(12), heros=[hard])
    assert not hero(tried, "Ana").aide_recue


def test_magie_is_found_however_its_name_is_written() -> None:
    """SOC-MAG-03: as on a sheet, whatever the case."""
    lower = {"id": "Ana", "de": {"Force": 10, "magie": 12}}
    assert "magie" in asked(run("Ana", heros=[lower]))[2]
    assert "sort" in asked(run("Ana", "attaque:roi", heros=[lower]))[2]


def test_the_dead_leave_no_hearts_to_count() -> None:
    """SOC-COE-06: the Cœurs of a fight are those of who is."""
    dead = {"id": "Cyr", "de": 8, "coeurs": 4, "etat": "mort"}
    over = run("fin", heros=[ANA, dead]).result
    assert (over.debout, over.coeurs) == (1, 5)


def test_a_fight_in_vain_is_ended_by_the_mj_in_any_order() -> None:
    """Nobody can be hit and nobody is hurt by trying: odds end there, people are asked."""
    params = {"heros": [ANA | {"degres": 1}], "adversaires": [BOSS]}
    for ordre in ("ask", "liste"):
        assert asked(run(**params, ordre=ordre))[:2] == ("mj", "tour")
        law = odds(ask_about("socle.combat", params | {"ordre": ordre}))
        assert {(r.vainqueur, r.coeurs): p for r, p in law.items()} == {("aucun", 5): 1}
    going_on = run("Ana", "autre", "elle crie", **params, ordre="liste")
    assert asked(going_on)[:2] == ("mj", "tour")


def test_the_usual_attack_is_on_the_first_who_can_be_hit() -> None:
    """With two pions pressing (SOC-MUL-01) the boss is out of reach until one of them is down."""
    foes = [BOSS | {"coeurs": 1}, PION, PION | {"id": "rat 2"}]
    params = {"heros": [ANA | {"de": 12, "coeurs": 1}], "adversaires": foes, "presse": "tn"}
    law = odds(ask_about("socle.combat", params))
    pressed, alone = Fraction(5, 12), Fraction(1, 12)
    won = sum(p for r, p in law.items() if r.vainqueur == "heros")
    assert won == pressed * alone * Fraction(7, 12)


# ── at a glance ────────────────────────────────────────────────────────────────────────────────
def test_both_sides_are_seen_with_what_is_left_and_what_matters() -> None:
    away = {"portee": "distance", "cases": 5, "a_couvert": True, "aide_recue": True}
    people = [ANA | away | {"armure": 1, "protege": True}, DOWN]
    captain = {"id": "chef", "cible": "elite", "coeurs": 4}
    seen = run(heros=people, adversaires=[captain, BOSS | {"coeurs": 1}]).fighter_statuses()
    gauges = {one.who: {g.name: (g.value, g.most) for g in one.gauges} for one in seen}
    assert gauges == {
        "Ana": {"coeurs": (5, 5), "mana": (3, 3), "armure": (1, 1)},
        "Cyr": {"coeurs": (0, 5), "mana": (3, 3)},
        "chef": {"coeurs": (4, 4)},
        "roi": {"coeurs": (1, 3)},
    }
    states = {one.who: (one.states, one.out) for one in seen}
    held = (("portee", "distance"), ("a_couvert", "a_couvert"), ("aide_recue", "aide_recue"))
    assert states["Ana"] == (held, False)
    assert states["Cyr"] == ((("etat", "a_terre"),), True)


def test_what_an_adversary_had_unhurt_stays_while_he_is_wounded() -> None:
    """SOC-TOU-02: as it is shown of him, else as his category has it (R-09)."""
    captain: Params = {"id": "chef", "cible": "elite", "coeurs": 3}
    giant: Params = {"id": "géant", "cible": "elite", "coeurs_max": 7}
    hurt: Params = {"id": "reine", "cible": "boss", "coeurs": 2, "coeurs_max": 6}
    answers: list[Any] = []
    for name, face in (("chef", 10), ("géant", 9), ("reine", 9), ("géant", 9)):
        answers += ["Ana", f"attaque:{name}", "Force", dice(face)]
    people = [ANA | {"degres": -1}]
    seen = run(*answers, heros=people, adversaires=[captain, giant, hurt]).fighter_statuses()
    found = {one.who: (one.gauges[0].value, one.gauges[0].most) for one in seen}
    assert found == {"Ana": (5, 5), "chef": (1, 3), "géant": (5, 7), "reine": (1, 6)}
    duel = {"de": 10, "coeurs": 7, "coeurs_max": 8, "adversaires": [{"cible": "boss", "coeurs": 5}]}
    bouts = Session(ask_about("socle.duel", duel, None, [dice(10), dice(2), dice(10)]))
    assert [[(g.value, g.most) for g in one.gauges] for one in bouts.fighter_statuses()] == [
        [(6, 8)],
        [(1, 5)],
    ]


def test_the_mj_tells_complications_and_ends_the_fight() -> None:
    texts = run("complication", {"choose": "le plafond cède"})
    assert asked(texts)[1] == "tour"
    assert any("le plafond cède" in str(entry.numbers) for entry in texts.trace)
    over = run("fin")
    assert (over.result.vainqueur, over.result.debout, over.result.coeurs) == ("aucun", 2, 6)


@pytest.mark.parametrize(
    ("people", "offered"),
    [([ANA, BO], True), ([ANA, BO | {"de": 20}], False), ([ANA, DOWN], False)],
)
def test_help_is_offered_where_a_die_can_grow(people: list[Params], offered: bool) -> None:
    """SOC-AID-02, R-06."""
    others = asked(run("Ana", heros=people))[2]
    assert any(each.startswith("aide:") for each in others) is offered


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
    assert {option.choice for option in found.options} == {"attaque:rat", "attaque:chef"}
    assert found.unweighed == ("autre",)


# ── refusals ───────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("params", "field"),
    [
        ({"heros": [ANA, ANA]}, "heros[1].id"),
        ({"heros": [ANA | {"id": "fin"}]}, "heros[0].id"),
        ({"heros": [ANA | {"id": "a:b"}]}, "heros[0].id"),
        ({"heros": [ANA | {"cases": 3}]}, "heros[0].cases"),
        (
            {"heros": [ANA | {"ecarts": [{"adversaire": "x", "portee": "distance"}]}]},
            "heros[0].ecarts[0].adversaire",
        ),
        (
            {"heros": [ANA | {"ecarts": [{"adversaire": "rat", "portee": "contact", "cases": 2}]}]},
            "heros[0].ecarts[0].cases",
        ),
        ({"heros": [ANA | {"de": {}}]}, "heros[0].de"),
        ({"heros": [ANA | {"coeurs": 6}]}, "heros[0].coeurs"),
        ({"heros": [ANA | {"mana": 4}]}, "heros[0].mana"),
        ({"adversaires": [PION, PION]}, "adversaires[1].id"),
        ({"adversaires": [PION | {"id": "Ana"}]}, "adversaires[0].id"),
        ({"adversaires": [PION | {"coeurs": 2}]}, "adversaires[0].coeurs"),
        ({"adversaires": [PION | {"coeurs_max": 2}]}, "adversaires[0].coeurs_max"),
        ({"adversaires": [BOSS | {"coeurs": 3, "coeurs_max": 2}]}, "adversaires[0].coeurs"),
        ({"adversaires": []}, "adversaires"),
    ],
)
def test_what_a_combat_refuses(params: Params, field: str) -> None:
    with pytest.raises(Refusal) as caught:
        run(**params)
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("die", "chance"), [(8, Fraction(1, 8)), (10, Fraction(3, 10)), (6, Fraction(1, 6))]
)
def test_the_chance_of_healing_is_shown_before_it_is_chosen(die: int, chance: Fraction) -> None:
    """SOC-MAG-03, -06: TN 8 with the die of Magie."""
    hurt = {"id": "Ana", "de": {"Magie": die}, "coeurs": 3, "mana": 2}
    params = {"heros": [hurt], "adversaires": [{"id": "b", "cible": "pion"}], "ordre": "liste"}
    steps = [{"choose": "magie"}]
    session = Session(ask_about("socle.combat", params, {}, steps))
    assert getattr(session.pending, "label", "") == "effet"
    (shown,) = (each.numbers["chance"] for each in session.trace if "chance" in each.numbers)
    assert shown == chance
