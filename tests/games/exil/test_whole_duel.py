"""Advice on whole duels from arrays, beside the walk and beside a solver of its own."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from bench.best_response import exploitability
from tablee.rules.ambient import Ambient, around
from tablee.rules.questions import Become, Call, Choose, Roll, Together
from tablee.rules.readings.advice import advise as advising
from tablee.rules.readings.advice.advise import advise, root_of
from tablee.rules.readings.advice.given_advice import Advice
from tablee.rules.readings.budget import Budget
from tablee.rules.readings.columns import exploring, fights, walking
from tablee.rules.readings.solving.matrix import solve
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import RunInput, ask_about
from tests.kit.arrays import only_arrays

pytestmark = pytest.mark.usefixtures("nothing_kept")

FREE = {"attitude": "ask", "passe": "ask"}
ONE: dict[str, Any] = {"talent": 3, "letalite": 20, "pds": 18}
OTHER: dict[str, Any] = {"talent": 2, "letalite": 18, "pds": 17}
SLOW: dict[str, Any] = {"talent": 5, "letalite": 4, "physique": "nul", "pds": 9}


def _duel(a: dict[str, Any], b: dict[str, Any], turns: int, **more: Any) -> RunInput:
    rulings, answers = more.pop("rulings", {}), more.pop("answers", ())
    free = {"a": {"politique": FREE} | a, "b": {"politique": FREE} | b}
    return ask_about("exil.duel", {**free, "max_turns": turns, **more}, rulings, answers)


def _by_arrays(
    question: RunInput, monkeypatch: pytest.MonkeyPatch, utility: str = "victoire"
) -> Advice:
    only_arrays(monkeypatch)
    advice = advise(question, utility)
    assert advice.error > 0, "the walk has answered"
    return advice


# ── a solver of its own ────────────────────────────────────────────────────────────────────────
class _Solver:
    """Plain recursion over all answers: a run is its state and the answers within it."""

    def __init__(self, question: RunInput) -> None:
        self._ambient = Ambient(question.rulings)
        self._known: dict[Any, Fraction] = {}

    def value(self, state: Any, sent: tuple[Any, ...] = ()) -> Fraction:
        if not sent and state in self._known:
            return self._known[state]
        with around(self._ambient):
            ask, result = self._next(state, sent)
        if ask is None:
            value = Fraction({"a": 1, "b": -1}.get(result.gagnant, 0))
        elif isinstance(ask, Become):
            value = self.value(ask.procedure)
        else:
            value = self._decided(ask, lambda answer: self.value(state, (*sent, answer)))
        if not sent:
            self._known[state] = value
        return value

    def _next(self, state: Any, sent: tuple[Any, ...]) -> tuple[Any, Any]:
        """Return the next question of a run, or (None, result); a `become` of a sub-rule is made."""
        left, rules, value = list(sent), [state.rule()], None
        while True:
            try:
                ask = rules[-1].send(value)
            except StopIteration as stop:
                rules.pop()
                value = stop.value
                if not rules:
                    return None, value
                continue
            value = None
            if isinstance(ask, Call):
                rules.append(ask.procedure.rule())
            elif isinstance(ask, Become) and len(rules) > 1:
                rules[-1] = ask.procedure.rule()
            elif isinstance(ask, Choose | Together) and ask.only():
                (value,) = ask.only() or (None,)
            elif left:
                value = left.pop(0)
            else:
                return ask, None

    def _decided(self, ask: Any, after: Callable[[Any], Fraction]) -> Fraction:
        if isinstance(ask, Roll):
            law = ask.read.law(ask.throws)
            return (
                sum((w * after(value) for value, w in law.weights.items()), Fraction()) / law.total
            )
        if isinstance(ask, Choose):
            best = max if ask.who in ("a", "attaquant") else min
            return best(after(value) for value in ask.form.values())
        options = {choice.who: list(choice.form.values()) for choice in ask.choices}
        rows, columns = options.get("a", [None]), options.get("b", [None])
        payoffs = [
            [
                after(tuple(each for each in pair if each is not None))
                for pair in product([x], columns)
            ]
            for x in rows
        ]
        return solve(payoffs).value


@pytest.mark.parametrize("turns", [1, 2, 3, 8])
@pytest.mark.parametrize(
    ("a", "b"),
    [(ONE, OTHER), (OTHER, ONE), (ONE | {"protection": 20}, OTHER | {"talent": 3})],
)
def test_a_small_duel_has_the_value_of_plain_recursion(
    a: dict[str, Any], b: dict[str, Any], turns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Passes of a alone, so that each choice has one owner."""
    question = _duel(a, b | {"politique": {"attitude": "ask"}}, turns)
    advice = _by_arrays(question, monkeypatch)
    assert abs(advice.value - _Solver(question).value(question.procedure)) < 1e-9
    assert advice.error < 1e-9


# ── beside the walk ────────────────────────────────────────────────────────────────────────────
VARIANTS: list[tuple[dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any]]] = [
    ({}, {}, {}, {}),
    ({}, {}, {"initiative_tie": "simultaneous"}, {"initiative": "b"}),
    ({}, {}, {"initiative_tie": "talent", "malus_timing": "immediate"}, {}),
    ({"audace": "ask"}, {"audace": 1}, {"audace_scope": "poff"}, {}),
    ({"laisser_la_main": "ask"}, {"laisser_la_main": True}, {"double_touche": "all"}, {}),
    ({"arme": "ask"}, {"action": "ask"}, {"death": "at_zero"}, {}),
    ({"choc": "ask"}, {"zone": "ask"}, {}, {"attaques_visees": True, "adrenaline": True}),
]


@pytest.mark.parametrize("utility", ["victoire", "survie"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_arrays_and_walk_agree(
    variant: tuple[dict[str, Any], ...], utility: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where other decisions are free, and under other rulings."""
    first, second, rulings, more = variant
    a, b = ONE | {"politique": FREE | first}, OTHER | {"politique": FREE | second}
    question = _duel(a, b, 2, rulings=rulings, **more)
    walked = advise(question, utility, None, Budget(10**8))
    found = _by_arrays(question, monkeypatch, utility)
    assert walked.error == 0
    assert (found.label, found.seat, found.chance) == (walked.label, walked.seat, walked.chance)
    assert abs(found.value - walked.value) < 1e-9
    pairs = zip(
        sorted(found.options, key=lambda each: str(each.choice)),
        sorted(walked.options, key=lambda each: str(each.choice)),
        strict=True,
    )
    if not found.at_once:  # against one of several equilibria, other options may be worth less
        assert all(abs(one.value - other.value) < 1e-9 for one, other in pairs)


def test_later_states_of_a_fight_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """A choice after dice and one in the middle of a tour: the fight is explored once for both."""
    explored: list[object] = []
    begun = fights.WholeFight

    def counted(*given: Any) -> Any:
        explored.append(given)
        return begun(*given)

    monkeypatch.setattr(fights, "WholeFight", counted)
    answers: list[dict[str, Any]] = [{"together": [2, 4]}, {"dice": [3]}, {"dice": [12]}]
    found = [
        _by_arrays(_duel(SLOW, SLOW, 2, answers=answers[:count]), monkeypatch)
        for count in (0, 1, 2, 3)
    ]
    assert len(explored) == 1
    assert {each.seat for each in found} == {"a", "b"}
    fights.forget()
    monkeypatch.setattr(advising, "FIGHT_STEPS", 10**7)
    for count in (1, 2, 3):
        question = _duel(SLOW, SLOW, 2, answers=answers[:count])
        walked = advise(question, "victoire", None, Budget(10**8))
        assert walked.error == 0
        assert found[count].label == walked.label == "passe"
        assert found[count].seat == walked.seat
        assert abs(found[count].value - walked.value) < 1e-9
        assert (found[count].wait is None) == (walked.wait is None)


@pytest.mark.parametrize(("a", "b"), [(ONE, OTHER), (SLOW, ONE)])
def test_best_replies_gain_nothing(
    a: dict[str, Any], b: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The strategies of both sides guarantee them the value, against best replies computed apart."""
    question = _duel(a, b, 5)
    advice = _by_arrays(question, monkeypatch)
    (fight,) = fights.kept()
    low, high = exploitability(fight, root_of(question))
    assert low - 1e-9 < advice.value < high + 1e-9
    assert high - low < 1e-9


# ── fights that are too large ──────────────────────────────────────────────────────────────────
def _melee(others: int) -> RunInput:
    """Return a mêlée of full sheets in which all choose."""
    sheet = {"talent": 10, "maniabilite": 4, "letalite": 2, "physique": "bon", "politique": FREE}
    one = {"id": "a", "camp": "x"} | sheet
    rest = [{"id": f"b{n}", "camp": "y"} | sheet for n in range(others)]
    return ask_about("exil.melee", {"combattants": [one, *rest], "max_turns": 20})


def _daring() -> RunInput:
    """Return a duel of full sheets in which audace is free as well: many paths in each state."""
    sheet = {"talent": 10, "maniabilite": 4, "letalite": 2, "physique": "bon", "protection": 2}
    both = sheet | {"politique": FREE | {"audace": "ask"}}
    return ask_about("exil.duel", {"a": both, "b": both | {"letalite": 5}, "max_turns": 20})


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize(
    ("question", "costly"), [(_melee(3), "passe"), (_daring(), "audace")], ids=["melee", "daring"]
)
def test_a_fight_far_too_large_is_refused_after_its_first_paths(
    question: RunInput, costly: str, whole: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The work before the refusal is bounded: some steps of the walk, some paths of the arrays. The
    refusal names the choice that costs most."""
    paths: list[int] = []
    count = exploring.Exploration.count

    def counted(self: exploring.Exploration, more: int, edges: int, values: int = 0) -> None:
        paths.append(self.paths + more)
        count(self, more, edges, values)

    monkeypatch.setattr(exploring.Exploration, "count", counted)
    budget = Budget()
    with pytest.raises(Refusal) as refusal:
        advise(question, "victoire", budget=budget, whole=whole)
    assert refusal.value.kind == "too_large"
    assert refusal.value.field.endswith(f".politique.{costly}")
    assert max(paths) <= exploring.EARLY_PATHS + 1


def test_a_roll_under_a_column_is_walked_once_for_all_its_levels() -> None:
    """Such a roll is not looked up by its level, which would take a path for each number."""
    question = _duel({"talent": 9, "pds": 8}, {"talent": 7, "pds": 8}, 5)
    advise(question, "victoire", whole=True)
    (fight,) = fights.kept()
    assert fight.exploration.paths < 1_200


def test_the_parts_of_a_walk_make_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """So the paths that wait are estimated without bias, and at the end none do."""
    ahead: list[float] = []
    run = walking.Walk.run

    def ran(self: walking.Walk) -> None:
        run(self)
        ahead.append(self.paths_ahead())

    monkeypatch.setattr(walking.Walk, "run", ran)
    both = ONE | {"politique": FREE | {"audace": "ask"}}
    advise(ask_about("exil.duel", {"a": both, "b": both, "max_turns": 3}), whole=True)
    assert len(ahead) > 2
    assert ahead == pytest.approx([0.0] * len(ahead), abs=1e-6)


def test_a_fight_that_is_not_too_large_passes_the_early_estimate() -> None:
    """One against two, PdS 10: more tables than a duel, and an answer."""
    sheet = {"talent": 10, "letalite": 4, "pds": 8, "politique": {"attitude": "ask"}}
    fighters = [{"id": name, "camp": camp} | sheet for name, camp in ("ax", "by", "cy")]
    advice = advise(ask_about("exil.melee", {"combattants": fighters, "max_turns": 5}), whole=True)
    assert advice.error > 0
