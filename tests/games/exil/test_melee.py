"""Invariants of a mêlée, and its choices."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games.exil.fight.passes import Passe, PasseDistance
from tablee.rules.questions import Choose, Together
from tablee.rules.readings.advice.advise import advise
from tablee.rules.readings.odds import odds
from tablee.rules.readings.session import Session
from tablee.rules.readings.simulate import simulate
from tablee.rules.run_input import ask_about
from tablee.rules.schema import show
from tests.games.exil.fighters import fighters, some_rulings
from tests.games.exil.grid_melee import ASKED, BRUTE, SHOOTER, man
from tests.games.exil.oracle_melee import melee
from tests.kit.brute import key_of
from tests.kit.runs import random_run

few = settings(max_examples=40, deadline=None)


# ── mêlées at random ───────────────────────────────────────────────────────────────────────────
def _policies(names: list[str]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {},
        optional={
            "attitude": st.sampled_from(["moitie", "tout", "rien", 2]),
            "passe": st.lists(st.sampled_from(get_args(Passe)), unique=True, max_size=9),
            "passe_tir": st.lists(st.sampled_from(get_args(PasseDistance)), unique=True),
            "cible": st.sampled_from(["premier", "faible"]) | st.permutations(names),
            "partage": st.integers(1, 3),
            "visee": st.integers(0, 2),
            "laisser_la_main": st.booleans(),
            "choc": st.booleans(),
            "saisir": st.booleans(),
            "arme": st.sampled_from(["reprendre", "mains_nues"]),
            "zone": st.sampled_from(["aucune", "tete", "main"]),
            "membre": st.sampled_from(["bras", "jambe"]),
        },
    )


@st.composite
def combatants(draw: st.DrawFn, name: str, camp: str, names: list[str]) -> dict[str, Any]:
    each: dict[str, Any] = draw(fighters())
    each |= {"id": name, "camp": camp, "politique": draw(_policies(names))}
    gun = st.fixed_dictionaries(
        {"arme_a_feu": st.booleans(), "bricoleur": st.integers(0, 12)},
        optional={"enraye_sur_12": st.booleans()},
    )
    extra = st.fixed_dictionaries(
        {},
        optional={
            "pnj": st.booleans(),
            "ratio": st.sampled_from(["0", "1/2", "1"]),
            "fouet": st.booleans(),
            "assommante": st.booleans(),
            "autre_arme": st.fixed_dictionaries(
                {"talent": st.integers(0, 12)}, optional={"a_distance": st.booleans()}
            ),
            "averti": st.booleans(),
            "en_melee": st.booleans(),
            "portee": st.sampled_from(["bout_portant", "courte", "extreme"]),
            "confiance": st.lists(st.sampled_from(names), max_size=2),
            "munitions": st.integers(0, 3),
            "incident": st.sampled_from(["rien", "enrayee"]),
            "long_feu": st.booleans(),
            "echecs": st.integers(0, 2),
            "vise": st.fixed_dictionaries(
                {"cible": st.sampled_from(names), "tours": st.integers(1, 3)}
            ),
            "tir": gun,
        },
    )
    return each | draw(extra)


@st.composite
def brawls(draw: st.DrawFn, most: int = 3) -> dict[str, Any]:
    """Draw parameters of a mêlée with fixed policies."""
    names = [f"m{place}" for place in range(draw(st.integers(2, most)))]
    sides = ["rue", "ville"] + [draw(st.sampled_from(["rue", "ville"])) for _ in names[2:]]
    men = [draw(combatants(*pair, names)) for pair in zip(names, sides, strict=True)]
    options = st.fixed_dictionaries(
        {},
        optional={
            "adrenaline": st.booleans(),
            "ramasser_permis": st.booleans(),
            "incidents": st.booleans(),
            "initiative": st.lists(st.sampled_from(names), max_size=2, unique=True),
        },
    )
    aims = any(each["politique"].get("zone", "aucune") != "aucune" for each in men)
    shares = any(each["politique"].get("partage", 1) > 1 for each in men)
    permitted = {"attaques_visees": aims, "attaques_multiples": shares}
    extras = {name: needed or draw(st.booleans()) for name, needed in permitted.items()}
    return {"combattants": men} | extras | draw(options)


def asked(brawl: dict[str, Any]) -> dict[str, Any]:
    """Return the same mêlée with all decisions asked, the leader's after each tour included."""
    men = [each | {"politique": ASKED} for each in brawl["combattants"]]
    return brawl | {"combattants": men, "fin": "ask", "incidents": "ask", "tirs_perdus": "ask"}


# ── the laws ───────────────────────────────────────────────────────────────────────────────────
@few
@given(brawls(), some_rulings())
def test_a_tour_has_the_law_written_by_hand(brawl: dict[str, Any], rules: dict[str, Any]) -> None:
    params = brawl | {"max_turns": 1}
    law = {key_of(show(r)): p for r, p in odds(ask_about("exil.melee", params, rules)).items()}
    by_hand: dict[str, Fraction] = {}
    for row, chance in melee(params, rules):
        by_hand[key_of(row)] = by_hand.get(key_of(row), Fraction()) + chance
    assert law == {key: chance for key, chance in by_hand.items() if chance}


@few
@given(fighters(), fighters(), some_rulings(), st.integers(1, 3))
def test_a_melee_of_two_is_the_duel(
    one: dict[str, Any], other: dict[str, Any], rules: dict[str, Any], turns: int
) -> None:
    """Winner and PdS are those of exil.duel."""
    sides = {"a": one, "b": other}
    params = {"combattants": [m | {"id": n, "camp": n} for n, m in sides.items()]}
    law = odds(ask_about("exil.melee", params | {"max_turns": turns}, rules))
    duel = odds(ask_about("exil.duel", sides | {"max_turns": turns}, rules))
    pairs = law.map(lambda r: (r.camp or "personne", *(each.pds for each in r.combattants)))
    assert dict(pairs.items()) == dict(duel.map(lambda r: (r.gagnant, r.pds_a, r.pds_b)).items())


@few
@given(brawls(), some_rulings(), st.integers(0, 10**6))
def test_a_tour_given_back_goes_on_with_the_fight(
    brawl: dict[str, Any], rules: dict[str, Any], seed: int
) -> None:
    """Two tours in one run have the law of two runs of one tour."""
    men = [each | {"malus_avant": -1} for each in brawl["combattants"]]
    whole = brawl | {"combattants": men, "max_turns": 2}
    run = random_run(ask_about("exil.melee", whole, rules), seed)
    first = Session(ask_about("exil.melee", whole | {"max_turns": 1}, rules))
    answers = list(run.answers)
    while first.pending is not None:
        first.answer(answers.pop(0))
    if run.result.tours == 1:
        assert (answers, first.result.combattants) == ([], run.result.combattants)
        return
    states = [show(each) for each in first.result.combattants]
    after = [each | state for each, state in zip(men, states, strict=True)]
    granted = [each.id for each in first.result.combattants if each.id in _granted(first)]
    again = ask_about(
        "exil.melee", whole | {"combattants": after, "max_turns": 1, "initiative": granted}, rules
    )
    assert Session(again.with_answers(answers)).result.combattants == run.result.combattants


def _granted(run: Session) -> set[str]:
    """Return the names with the initiative of the next tour after an impact."""
    found: set[str] = set()
    striker = ""
    for entry in run.trace:
        if {"who", "whom", "power"} <= entry.numbers.keys():
            striker = str(entry.numbers["who"])
        if entry.text.startswith("Impact : le contact est rompu"):
            found.add(striker)
    return found


def test_a_small_melee_sampled_has_its_exact_law() -> None:
    men = [man("ana", "ville", 9, letalite=5), BRUTE | {"talent": 8}, man("bob", "ville", 5)]
    question = ask_about("exil.melee", {"combattants": men, "max_turns": 3})
    exact = odds(question, ("camp", "tours")).map(lambda result: (result.camp, result.tours))
    n = 3_000
    drawn = simulate(question, n, seed=2, by=("camp", "tours")).law()
    share = drawn.map(lambda result: (result.camp, result.tours))
    for end, chance in exact.items():
        p = float(chance)
        assert abs(float(share.p(end)) - p) <= 4.5 * (p * (1 - p) / n) ** 0.5 + 1e-9


# ── whole fights at random, everything asked ───────────────────────────────────────────────────
@settings(max_examples=60, deadline=None)
@given(brawls(most=5), some_rulings(), st.integers(0, 10**6))
def test_a_whole_melee_keeps_its_bounds(
    brawl: dict[str, Any], rules: dict[str, Any], seed: int
) -> None:
    question = ask_about("exil.melee", asked(brawl) | {"max_turns": 12}, rules)
    run = random_run(question, seed, longest=900)
    capital = {"nul": 12, "faible": 16, "moyen": 20, "bon": 24, "excellent": 28}
    out: set[str] = set()
    pcs: dict[str, int] = {}
    for entry in run.trace:
        numbers, who = entry.numbers, str(entry.numbers.get("who"))
        if "debout" in str(numbers.get("value")):
            out.clear()
        if entry.kind != "note":
            continue
        if "whom" in numbers and "power" in numbers:
            assert who not in out
            assert numbers["power"] >= 1
        if "pc" in numbers:
            assert who not in out
            pcs[who] = numbers["pc"]
        if "poff" in numbers and "pdef" in numbers and "whom" not in numbers:
            assert min(numbers["poff"], numbers["pdef"]) >= 0
            assert numbers["poff"] + numbers["pdef"] == pcs[who]
        if numbers.get("state") == "mort" or entry.text.startswith(
            ("{who:^} perd co", "{who:^} q")
        ):
            out.add(who)
    assert run.done
    for given_, state in zip(brawl["combattants"], run.result.combattants, strict=True):
        assert state.pds <= capital[given_.get("physique", "moyen")]
        assert 0 <= state.echecs <= 3
        assert state.munitions is None or state.munitions >= 0
        assert state.pds >= 0 or state.hors is not None
        assert state.vise is None or 1 <= state.vise.tours <= 3
        assert not state.seconde or given_.get("autre_arme") is not None
    assert json.loads(json.dumps(show(run.result))) == show(run.result)


@few
@given(brawls(most=4), st.integers(0, 10**6))
def test_a_log_cut_anywhere_goes_on_the_same(brawl: dict[str, Any], seed: int) -> None:
    question = ask_about("exil.melee", asked(brawl) | {"max_turns": 6})
    whole = random_run(question, seed, longest=400)
    half = len(whole.answers) // 2
    cut = Session(question.with_answers(whole.answers[:half]))
    for answer in whole.answers[half:]:
        cut.answer(answer)
    assert (cut.result, cut.trace, cut.turns) == (whole.result, whole.trace, whole.turns)


# ── who is asked what ──────────────────────────────────────────────────────────────────────────
def played(params: Mapping[str, Any], *answers: Any) -> Session:
    texts = [
        {"dice": [each]}
        if type(each) is int
        else {"together": list(each)}
        if isinstance(each, tuple)
        else {"choose": each[0] if isinstance(each, list) else each}
        for each in answers
    ]
    return Session(ask_about("exil.melee", params, {}, texts))


def choice(run: Session) -> Choose[Any]:
    assert isinstance(run.pending, Choose)
    return run.pending


THREE = {
    "combattants": [
        man("ana", "ville", 12, politique=ASKED),
        BRUTE | {"politique": ASKED},
        BRUTE | {"id": "nabot", "politique": {"attitude": "rien"}},
    ],
    "fin": "ask",
}


def test_each_decision_is_asked_of_its_owner() -> None:
    together = played(THREE).pending
    assert isinstance(together, Together)
    assert [(each.who, each.label) for each in together.choices] == [
        ("ana", "attitude"),
        ("gm", "attitude"),
    ]
    turn = choice(played(THREE, (10, 1)))
    assert (turn.who, turn.label) == ("ana", "laisser_la_main")
    action = choice(played(THREE, (10, 1), False))
    assert list(action.form.values()) == ["attaquer", "partager", "se_rendre", "autre", "rien"]
    named = choice(played(THREE, (10, 1), False, "partager"))
    assert (named.who, named.label) == ("ana", "cible")
    part = choice(played(THREE, (10, 1), False, "partager", "nabot"))
    assert (part.label, list(part.form.values())) == ("part", list(range(1, 10)))
    shares = ((10, 1), False, "partager", "nabot", [4], [6])
    assert choice(played(THREE, *shares)).label == "audace"
    aiming = THREE | {"attaques_visees": True}
    assert choice(played(aiming, *shares)).label == "zone"
    flaw = choice(played(aiming, *shares, "defaut"))
    assert (flaw.who, flaw.label) == ("gm", "zone_modifier")


def test_nobody_surrenders_by_default() -> None:
    """Ana has nobody to attack or to shoot at: her usual action is none, not a surrender."""
    away = BRUTE | {"en_melee": False, "politique": {"action": "rien"}}
    ana = man("ana", "ville", 12, politique=ASKED | {"attitude": "tout"})
    action = choice(played({"combattants": [ana, away]}))
    assert list(action.form.values()) == ["se_rendre", "autre", "rien"]
    assert action.default == "rien"


def test_the_leader_judges_what_no_rule_settles() -> None:
    fled = played(THREE, (10, 1), False, "autre", "quitter", "rien", "finir")
    assert fled.done
    assert (fled.result.fin, fled.result.camp) == ("meneur", "rue")
    assert fled.result.combattants[0].hors == "fuite"
    judged = choice(played(THREE, (10, 1), False, "autre"))
    assert (judged.who, judged.label) == ("gm", "issue")


def test_the_leader_changes_what_he_likes_between_two_tours() -> None:
    start = (THREE, (10, 1), False, "rien", "rien")
    word = choice(played(*start))
    assert (word.who, word.label) == ("gm", "suite_du_combat")
    changed = played(*start, "changer", "brute", "pds", [-3], "finir")
    assert changed.result.combattants[1].hors == "mort"
    assert changed.result.combattants[1].pds == -3
    asked = choice(played(*start, "changer", "brute", "pds", [-3], "changer", "brute", "pds"))
    assert asked.default == -3  # where he is, until it is shown otherwise
    forms = choice(played(*start, "changer", "brute", "pds", [-3], "changer", "brute", "hors"))
    assert "debout" not in list(forms.form.values())
    first = played(*start, "changer", "nabot", "initiative", True, "continuer", (10, 1))
    assert choice(first).who == "ana"
    assert any("quoi qu’il arrive" in entry.text for entry in first.trace)


def test_with_nobody_left_to_fight_the_end_comes_first() -> None:
    """The leader still decides the end (EXIL-CBT-15)."""
    start = (THREE, (10, 1), False, "rien", "rien")
    assert list(choice(played(*start)).form.values()) == ["continuer", "changer", "finir"]
    alone = (*start, "changer", "brute", "hors", "fuite", "changer", "nabot", "hors", "fuite")
    words = list(choice(played(*alone)).form.values())
    assert words == ["finir", "continuer", "changer"]


@pytest.mark.parametrize(("left", "dead"), [(0, False), (-1, True), (-12, True)])
def test_who_is_dead_has_less_than_none_left(left: int, dead: bool) -> None:
    """EXIL-SAN-05: death is below 0 PdS; a fighter with 0 lives."""
    start = (THREE, (10, 1), False, "rien", "rien")
    seen = played(*start, "changer", "brute", "pds", [left]).fighter_statuses()[1]
    assert (seen.gauges[0].value, seen.out) == (left, dead)


def test_a_shooter_aims_then_shoots_and_may_free_his_gun() -> None:
    target = BRUTE | {"en_melee": False, "politique": {"action": "rien"}}
    men = [SHOOTER | {"politique": ASKED | {"attitude": "tout"}}, target]
    fight = {"combattants": men, "incidents": "ask", "attaques_visees": True, "max_turns": 3}
    shot = ("viser", "tirer", "aucune", 12)
    assert choice(played(fight, *shot[:2])).label == "zone"
    asked_of = choice(played(fight, *shot))
    assert (asked_of.who, asked_of.label) == ("gm", "incidents")
    jammed = choice(played(fight, *shot, True, 9))
    assert (jammed.label, list(jammed.form.values())) == ("arme", ["garder", "mains_nues"])
    freed = choice(played(fight, *shot, True, 9, "garder"))
    assert list(freed.form.values()) == ["debloquer", "se_rendre", "autre", "rien"]
    done = played(fight, *shot, True, 9, "garder", "debloquer", 1)
    assert done.done
    assert done.result.combattants[0].incident == "rien"
    assert done.result.combattants[0].munitions == 2


def test_what_is_open_after_losing_a_weapon() -> None:
    men = [
        man("ana", "ville", 12, politique={"attitude": 12, "passe": ["desarmement"]}),
        man(
            "bob",
            "rue",
            9,
            talent_mains_nues=8,
            autre_arme={"talent": 9},
            politique={"attitude": 4, "arme": "ask"},
        ),
    ]
    lost = choice(played({"combattants": men}, 1, 12))
    assert (lost.label, list(lost.form.values())) == (
        "riposte",
        ["autre_arme", "mains_nues", "perdre"],
    )


def test_advice_in_a_melee() -> None:
    men = [
        man("ana", "ville", 6, letalite=9, politique={"attitude": "ask", "cible": ["nabot"]}),
        BRUTE | {"politique": {"attitude": "rien"}},
        BRUTE | {"id": "nabot", "talent": 1, "pds": 5, "politique": {"attitude": "rien"}},
    ]
    whole = {"combattants": men, "max_turns": 1}
    assert advise(ask_about("exil.melee", whole)).value == 0
    two = {"combattants": [men[0], men[2]], "max_turns": 1}
    advice = advise(ask_about("exil.melee", two))
    assert (advice.seat, advice.best) == ("ana", 6)
