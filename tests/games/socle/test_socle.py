"""Livre des Règles de Base: the catalogue's tables and invariants, refusals, advice, big duels."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.rules.readings.advise import advise
from tablee.rules.readings.odds import odds
from tablee.rules.readings.session import play
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_procedure
from tablee.rules.run_input import ask_about
from tests.kit.runs import random_run

SIZES, LADDER = [6, 8, 10, 12, 20], [4, 6, 8, 12]
GOOD = ("presque_certain", "succes", "exceptionnel")
STRICT = {"max_sous_tn": "echec"}
SANS = {"niveau": "sans"}
de, tn, degres = st.sampled_from(SIZES), st.sampled_from(LADDER), st.integers(-2, 2)
levels = st.sampled_from(["maitre", "entraine", "novice", "sans"])


def law(procedure: str, rulings: dict[str, Any] | None = None, **params: Any) -> dict[Any, Any]:
    return dict(odds(ask_about(f"socle.{procedure}", params, rulings)).items())


def chance(outcomes: dict[Any, Any], field: str, *values: Any) -> Fraction:
    return sum((p for r, p in outcomes.items() if getattr(r, field) in values), Fraction())


def played(procedure: str, *answers: Any, **params: Any) -> Any:
    return play(ask_about(f"socle.{procedure}", params, answers=list(answers)))


def success(rulings: dict[str, Any] | None = None, **params: Any) -> Fraction:
    return chance(law("test", rulings, **params), "issue", *GOOD)


# ── tables ─────────────────────────────────────────────────────────────────────────────────────
TABLE_08 = {
    6: ("1/2 1/6 1/6 1/6", "1/2 1/6 0 0"),
    8: ("5/8 3/8 1/8 1/8", "5/8 3/8 1/8 0"),
    10: ("7/10 1/2 3/10 1/10", "7/10 1/2 3/10 0"),
    12: ("3/4 7/12 5/12 1/12", "3/4 7/12 5/12 1/12"),
    20: ("17/20 3/4 13/20 9/20", "17/20 3/4 13/20 9/20"),
}


@pytest.mark.parametrize("size", SIZES)
def test_table_08_chance_of_success(size: int) -> None:
    for told, rulings in zip(TABLE_08[size], ({}, STRICT), strict=True):
        found = [success(rulings, de=size, tn=each) for each in LADDER]
        assert found == [Fraction(each) for each in told.split()]


@pytest.mark.parametrize(
    ("niveau", "seuil"), [("maitre", 3), ("entraine", 4), ("novice", 5), ("sans", 6)]
)
def test_table_07_seuils(niveau: str, seuil: int) -> None:
    assert played("test_d6", {"dice": [3]}, niveau=niveau).result.seuil == seuil


# ── tests ──────────────────────────────────────────────────────────────────────────────────────
@given(de, tn, degres, st.booleans())
def test_a_rolled_die_fails_worst_and_shines_equally(
    size: int, level: int, shift: int, aide: bool
) -> None:
    found = law("test", de=size, tn=level, degres=shift, aide=aide)
    worst, best = (chance(found, "issue", i) for i in ("echec_complication", "exceptionnel"))
    place = LADDER.index(level) + shift
    if 0 <= place <= 3:
        top = [*SIZES, 20][SIZES.index(size) + aide]
        assert worst == best == Fraction(1, top)
        assert found == law("test", de=top, tn=LADDER[place])
    else:
        assert [r.issue for r in found] == [
            "presque_certain" if place < 0 else "presque_impossible"
        ]


@given(de, tn, degres, st.booleans(), st.data())
def test_the_issue_depends_on_die_tn_and_face_alone(
    size: int, level: int, shift: int, aide: bool, data: st.DataObject
) -> None:
    """Invariants 4 and 5: degrees undo each other on the ladder, and nothing is added to a face."""
    place = LADDER.index(level) + shift
    if not 0 <= place <= 3:
        return
    top = [*SIZES, 20][SIZES.index(size) + aide]
    face = data.draw(st.integers(1, top))
    moved = played("test", {"dice": [face]}, de=size, tn=level, degres=shift, aide=aide)
    plain = played("test", {"dice": [face]}, de=top, tn=LADDER[place])
    assert moved.result == plain.result
    asked = next(entry.numbers["level"] for entry in moved.trace if "level" in entry.numbers)
    assert asked == LADDER[place]
    back = played("test", {"dice": [face]}, de=top, tn=LADDER[place], degres=-shift)
    assert back.result == played("test", {"dice": [face]}, de=top, tn=level).result


def test_what_a_small_die_needs_is_told_as_it_is() -> None:
    """SOC-RES-05: no d8 shows 12, and yet its top face may succeed (R-02)."""
    for size, rulings, told in (
        (12, {}, "il faut {level} ou plus"),
        (8, {}, "mais la plus haute face"),
        (8, STRICT, "n’a pas"),
    ):
        run = play(ask_about("socle.test", {"de": size, "tn": 12}, rulings))
        assert told in run.trace[-1].text


@given(de, tn, st.integers(-2, 1), st.booleans())
def test_a_harder_test_never_helps(size: int, level: int, shift: int, forced: bool) -> None:
    here, harder = (
        success(de=size, tn=level, degres=each, jet_force=forced) for each in (shift, shift + 1)
    )
    assert here >= harder


@given(de, tn)
def test_help_hurts_only_where_the_bigger_die_stays_under(size: int, level: int) -> None:
    alone, helped = (success(de=size, tn=level, aide=aide) for aide in (False, True))
    bigger = [*SIZES, 20][SIZES.index(size) + 1]
    assert (helped < alone) == (bigger != size and bigger <= level)
    strict = [success(STRICT, de=size, tn=level, aide=aide) for aide in (False, True)]
    assert strict[1] >= strict[0]


@given(levels, st.integers(-5, 4))
def test_with_d6_only_a_level_is_a_face(niveau: str, harder: int) -> None:
    here, after = (law("test_d6", niveau=niveau, plus_dur=n) for n in (harder, harder + 1))
    won = chance(here, "issue", *GOOD)
    seuil = next(iter(here)).seuil
    assert 2 <= seuil <= 6
    assert won == Fraction(7 - seuil, 6)
    assert chance(after, "issue", *GOOD) <= won
    assert chance(here, "issue", "echec_complication") == Fraction(1, 6)


def test_an_ally_knows_the_die_that_help_gives() -> None:
    """SOC-AID-01, -02, -04: the ally is asked, and sees that a d20 cannot grow (R-06)."""
    facts = {}
    for size in (10, 20):
        run = played("test", de=size, aide="ask")
        assert run.pending.who == "ally"
        facts[size] = dict(run.pending.facts)
        run.answer({"choose": "oui"})
        assert run.pending.die.highest == facts[size]["de_aide"]
    assert facts == {10: {"de": 10, "de_aide": 12, "tn": 6}, 20: {"de": 20, "de_aide": 20, "tn": 6}}
    assert find_procedure("socle.test").left_to_leader() == ("SOC-AID-04",)


def test_help_that_is_written_nowhere_is_told_so() -> None:
    """SOC-SIX-04."""
    told = [
        entry.clauses
        for entry in played("test_d6", {"dice": [4]}, niveau="novice", aide=True).trace
    ]
    assert ("SOC-SIX-04",) in told
    assert law("test_d6", niveau="novice", aide=True) == law("test_d6", niveau="novice")


@pytest.mark.parametrize(("cible", "harder"), [("pion", 0), ("elite", 1), ("boss", 2)])
def test_adversaries_shift_the_seuil_where_only_d6_are_used(cible: str, harder: int) -> None:
    """SOC-SIX-05, by the roll and by the law."""
    for niveau, seuil in (("maitre", 3), ("entraine", 4), ("novice", 5), ("sans", 6)):
        needed = min(6, seuil + harder)
        params: dict[str, Any] = {"niveau": niveau, "cible": cible}
        assert played("attaque_d6", {"dice": [needed]}, **params).result.issue in GOOD
        if needed > 2:
            below = played("attaque_d6", {"dice": [needed - 1]}, **params).result
            assert below.issue.startswith("echec")
        found = law("attaque_d6", **params)
        assert chance(found, "issue", *GOOD) == Fraction(7 - needed, 6)


# ── attacks, magic, blows ──────────────────────────────────────────────────────────────────────
attacks = st.fixed_dictionaries(
    {
        "cible": st.sampled_from(["pion", "elite", "boss"]),
        "degres": degres,
        "aide": st.booleans(),
        "portee": st.just("distance"),
        "cases": st.integers(1, 20),
        "limite_portee": st.booleans(),
        "presse": st.sampled_from(["aucun", "tn", "complication"]),
        "expose": st.sampled_from(["auto", "oui", "non"]),
        "a_couvert": st.booleans(),
        "riposte_possible": st.booleans(),
        "riposte": st.sampled_from(["coeur", "complication"]),
        "armure": st.integers(0, 1),
        "armure_usage": st.sampled_from(["toujours", "jamais"]),
        "avantage": st.sampled_from(["blessure", "autre"]),
    }
)


def _held(params: dict[str, Any], result: Any) -> None:
    hit = result.issue in GOOD
    assert (result.blessures > 0) == hit
    lost = result.coeurs_perdus + result.armure_utilisee
    assert lost <= (0 if hit or result.issue == "presque_impossible" else 1)
    safe = params["a_couvert"] or not params["riposte_possible"]
    if params["expose"] == "non" or (params["expose"] == "auto" and safe):
        assert lost == 0
    if result.blessures == 2:
        assert result.issue == "exceptionnel"
        assert params["cible"] != "pion"
    assert 0 <= result.complications <= 3


@given(attacks, de, levels)
@settings(max_examples=60)
def test_an_attack_wounds_or_costs(params: dict[str, Any], size: int, niveau: str) -> None:
    for result in law("attaque", de=size, **params):
        _held(params, result)
    for result in law("attaque_d6", niveau=niveau, **params):
        assert not result.issue.startswith("presque")
        _held(params, result)


@given(attacks, de, st.integers(2, 6), st.sampled_from(["blessure", "autre", "mana"]))
@settings(max_examples=60)
def test_an_attack_spell_is_an_attack_that_costs_mana(
    params: dict[str, Any], size: int, mana: int, avantage: str
) -> None:
    spell = params | {"avantage": avantage, "niveau": "fort", "mana": mana, "mana_max": 6}
    plain = params | {"avantage": "blessure" if avantage == "blessure" else "autre"}
    fields = ["issue", "blessures", "coeurs_perdus", "armure_utilisee", "complications"]
    cast: dict[Any, Fraction] = {}
    for result, p in law("sort_attaque", de=size, **spell).items():
        cast[tuple(getattr(result, f) for f in fields)] = p
        back = result.issue == "exceptionnel" and avantage == "mana"
        cost = 0 if result.issue == "presque_impossible" else 2
        assert result.mana == mana - cost + back
    bare = {
        tuple(getattr(r, f) for f in fields): p for r, p in law("attaque", de=size, **plain).items()
    }
    assert cast == bare


@given(st.integers(0, 20), st.integers(0, 1), st.booleans(), st.booleans())
def test_a_blow_takes_one_heart_at_most(coeurs: int, armure: int, mort: bool, deadly: bool) -> None:
    (result,) = law("coup", {"mort_a_terre": deadly}, coeurs=coeurs, armure=armure, mort=mort)
    assert result.coeurs in (coeurs, coeurs - 1)
    assert result.coeurs >= 0
    if mort:
        assert (result.etat, result.coeurs, result.armure_utilisee) == ("mort", coeurs, False)
    elif result.etat != "mort":
        assert (result.etat == "a_terre") == (result.coeurs == 0)
    assert (result.etat == "mort") == (mort or (coeurs == 0 and not armure and deadly))


def test_the_asks_of_a_miss_come_in_order() -> None:
    params = {"de": 8, "cible": "elite", "riposte": "ask", "armure": 1, "armure_usage": "ask"}
    run = played("attaque", {"dice": [3]}, **params)
    assert (run.pending.label, run.pending.who, run.pending.facts) == (
        "riposte",
        "mj",
        (("face", 3),),
    )
    run.answer({"choose": "coeur"})
    assert (run.pending.label, run.pending.who) == ("armure", "player")
    run.answer({"choose": "oui"})
    assert (run.result.armure_utilisee, run.result.coeurs_perdus) == (True, 0)
    assert ("armure", -1) in run.effects


def clauses_of(run: Any) -> set[str]:
    return {clause for entry in run.trace for clause in entry.clauses}


def test_two_wounds_alone_are_told_of_an_exceptional_hit() -> None:
    """SOC-TOU-02, -04."""
    for face, exceptional in ((9, False), (12, True)):
        hit = played("attaque", {"dice": [face]}, de=12, cible="elite")
        assert ("SOC-TOU-04" in clauses_of(hit)) is exceptional


@pytest.mark.parametrize(("name", "die"), [("attaque", {"de": 12}), ("attaque_d6", SANS)])
def test_the_last_heart_lost_fells(name: str, die: dict[str, Any]) -> None:
    """SOC-COE-03: by a riposte as by a blow; not where the Armure goes in its place."""
    for more, fallen in (({"coeurs": 1}, True), ({}, False), ({"coeurs": 1, "armure": 1}, False)):
        missed = played(name, {"dice": [2]}, cible="elite", **die, **more)
        assert ("SOC-COE-03" in clauses_of(missed)) is fallen


def test_no_mana_is_said_to_come_back_where_none_was_spent() -> None:
    """SOC-MAG-08."""
    for cost, back in ((0, False), (1, True)):
        cast = played("magie", {"dice": [12]}, de=12, niveau="astuce", cout=cost, avantage="mana")
        told = [entry.text for entry in cast.trace if entry.clauses == ("SOC-MAG-08",)]
        assert told == [
            "Le MJ rend {back} Mana."
            if back
            else "Rien n’avait été dépensé : aucun Mana ne revient."
        ]


@pytest.mark.parametrize(
    ("params", "rulings", "why"),
    [({"degres": 1}, {}, "SOC-DIF-06"), ({"expose": False}, STRICT, "SOC-RES-03")],
)
def test_a_duel_says_why_it_stops(
    params: dict[str, Any], rulings: dict[str, Any], why: str
) -> None:
    """Beyond the ladder, or with a die that never reaches the TN (R-02)."""
    duel = {"de": 10, "adversaires": [{"cible": "boss"}], **params}
    ended = play(ask_about("socle.duel", duel, rulings))
    assert ended.result.vainqueur == "aucun"
    assert clauses_of(ended) == {why}


def test_a_needed_choice_is_named_by_its_parameter() -> None:
    for name in ("armure_usage", "riposte", "avantage", "aide"):
        question = ask_about("socle.attaque", {"de": 8, "cible": "elite", "armure": 1, name: "ask"})
        with pytest.raises(Refusal) as refused:
            odds(question)
        assert (refused.value.kind, refused.value.field) == ("choice_needed", name)


def test_help_is_advised_against_where_it_hurts() -> None:
    bad = advise(ask_about("socle.test", {"de": 10, "tn": 12, "aide": "ask"}))
    assert [(o.choice, o.value) for o in bad.options] == [
        (False, Fraction(1, 10)),
        (True, Fraction(1, 12)),
    ]
    good = advise(ask_about("socle.test", {"de": 10, "aide": "ask"}))
    assert good.best is True


def test_the_examples_of_magic() -> None:
    """SOC-MAG-10: a shield against 6, an Élite to be held against 8."""
    shield: dict[str, Any] = {"de": 10, "niveau": "standard"}
    cast = played("magie", {"dice": [9]}, **shield).result
    assert (cast.issue, cast.mana, cast.consequence) == ("succes", 2, "aucune")
    assert chance(law("magie", **shield), "issue", *GOOD) == Fraction(1, 2)
    for size in SIZES:
        held = played("magie", {"dice": [3]}, de=size, niveau="fort").result
        assert (held.issue, held.mana, held.consequence) == ("echec", 1, "legere")
        slight = chance(law("magie", de=size, niveau="fort"), "consequence", "legere")
        assert slight == Fraction(min(size - 2, 6), size)


def test_a_pion_leaves_a_spell_the_choice_of_mana() -> None:
    params = {"de": 8, "cible": "pion", "niveau": "fort", "avantage": "ask"}
    run = played("sort_attaque", {"dice": [8]}, **params)
    assert run.pending.form.ids == ("autre", "mana")
    run.answer({"choose": "mana"})
    assert (run.result.blessures, run.result.mana) == (1, 2)


# ── duels and clocks ───────────────────────────────────────────────────────────────────────────
cibles = st.sampled_from(["pion", "elite", "boss"])
rows = st.lists(cibles.map(lambda cible: {"cible": cible}), min_size=1, max_size=3)


def victory(procedure: str, **params: Any) -> Fraction:
    return chance(law(procedure, **params), "vainqueur", "heros")


@given(de, rows, st.integers(1, 5), st.integers(-1, 1), cibles)
@settings(max_examples=40, deadline=None)
def test_a_duel_is_won_more_by_hearts_and_less_by_adversaries(
    size: int, row: list[dict[str, Any]], coeurs: int, shift: int, further: str
) -> None:
    params = {"de": size, "adversaires": row, "coeurs": coeurs, "degres": shift}
    here = victory("duel", **params)
    assert victory("duel", **params | {"coeurs": coeurs + 1}) >= here
    assert victory("duel", **params, armure=1) >= here
    assert victory("duel", **params | {"degres": shift + 1}) <= here
    assert victory("duel", **params | {"adversaires": [*row, {"cible": further}]}) <= here


@given(levels, rows, st.integers(1, 5))
@settings(max_examples=30, deadline=None)
def test_a_duel_with_d6_only(niveau: str, row: list[dict[str, Any]], coeurs: int) -> None:
    params: dict[str, Any] = {"niveau": niveau, "adversaires": row, "coeurs": coeurs}
    here = victory("duel_d6", **params)
    assert victory("duel_d6", **params, armure=1) >= here
    assert here + chance(law("duel_d6", **params), "vainqueur", "adversaire") == 1
    assert victory("duel_d6", **params, expose=False) == 1


@given(de, rows, st.integers(-2, 2), st.sampled_from([{}, STRICT]))
@settings(max_examples=40, deadline=None)
def test_without_ripostes_nothing_is_lost(
    size: int, row: list[dict[str, Any]], shift: int, rulings: dict[str, Any]
) -> None:
    params: dict[str, Any] = {"de": size, "adversaires": row, "degres": shift}
    params |= {"expose": False, "armure": 1}
    (result,) = law("duel", rulings, **params)
    usual = {"pion": 6, "elite": 8, "boss": 12}
    fallen = 0
    for each in row:
        if not success(rulings, de=size, tn=usual[each["cible"]], degres=shift):
            break
        fallen += 1
    assert (result.coeurs, result.armure, result.restants) == (5, 1, len(row) - fallen)
    assert result.vainqueur == ("heros" if fallen == len(row) else "aucun")


@given(de, rows, st.integers(1, 8), st.integers(0, 1), st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_a_duel_is_no_longer_than_hearts_allow(
    size: int, row: list[dict[str, Any]], coeurs: int, armure: int, seed: int
) -> None:
    """Invariant 9: each attack costs a Cœur, the token or a wound; the last one is the end."""
    params: dict[str, Any] = {"de": size, "adversaires": row, "coeurs": coeurs, "armure": armure}
    ended = random_run(ask_about("socle.duel", params), seed)
    hearts = sum({"pion": 1, "elite": 2, "boss": 3}[each["cible"]] for each in row)
    assert len(ended.answers) <= coeurs + armure + hearts - 1
    assert (ended.result.vainqueur == "adversaire") == (ended.result.coeurs == 0)
    assert (ended.result.vainqueur == "heros") == (ended.result.restants == 0)


def test_a_duel_tires_of_no_row() -> None:
    boss = {"cible": "boss", "coeurs": 20}
    found = law("duel", de=20, coeurs=20, armure=1, adversaires=[boss] * 8, degres=-1)
    assert sum(found.values()) == 1
    assert {r.vainqueur for r in found} == {"heros", "adversaire"}


def test_pressure_ends_when_one_pion_is_left() -> None:
    row = [{"cible": "pion"}] * 2
    run = played("duel", {"dice": [8]}, {"dice": [6]}, de=10, adversaires=row, presse="tn")
    assert (run.result.vainqueur, run.result.coeurs) == ("heros", 5)


@given(st.integers(1, 6), st.integers(1, 6), de, tn)
def test_a_clock_ends_in_time_or_is_reached(
    etapes: int, needed: int, size: int, level: int
) -> None:
    found = law("chronometre", etapes=etapes, reussites=needed, de=size, tn=level)
    for result in found:
        assert result.atteint == (result.echecs == etapes)
        assert result.atteint != (result.reussites == needed)
        assert result.echecs + result.reussites <= etapes + needed - 1


# ── refusals ───────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("procedure", "params", "field"),
    [
        ("test", {"de": 7}, "de"),
        ("test", {"de": 8, "tn": 5}, "tn"),
        ("test", {"de": 8, "degres": 3}, "degres"),
        ("attaque", {"de": 8, "cible": "pion", "cases": 2}, "cases"),
        ("attaque", {"de": 8, "cible": "pion", "coeurs_cible": 2}, "coeurs_cible"),
        ("magie", {"de": 8, "niveau": "fort", "mana": 1}, "mana"),
        ("magie", {"de": 8, "niveau": "fort", "mana": 4}, "mana"),
        ("magie", {"de": 8, "niveau": "fort", "cout": 1}, "cout"),
        ("sort_attaque", {"de": 8, "niveau": "fort", "cible": "pion", "cases": 3}, "cases"),
        ("sort_attaque", {"de": 8, "niveau": "fort", "cible": "pion", "mana": 0}, "mana"),
        ("duel", {"de": 8, "adversaires": []}, "adversaires"),
        (
            "duel",
            {"de": 8, "adversaires": [{"cible": "boss"}, {"cible": "pion", "coeurs": 2}]},
            "adversaires[1].coeurs",
        ),
        ("chronometre", {"reussites": 1}, "de"),
        ("chronometre", {"reussites": 1, "de": 6, "niveau": "sans"}, "niveau"),
        ("chronometre", {"reussites": 1, "niveau": "sans", "aide": "ask"}, "aide"),
        ("chronometre", {"reussites": 1, "de": 6, "tn": 12, "degres": 1}, "degres"),
    ],
)
def test_refusals_name_their_field(procedure: str, params: dict[str, Any], field: str) -> None:
    with pytest.raises(Refusal) as refused:
        ask_about(f"socle.{procedure}", params)
    assert refused.value.field == field
