"""What holds of every procedure of every game, found by listing them."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable

from tablee.dice.die import Throw
from tablee.dice.law import Law
from tablee.rules.procedure import UNWANTED
from tablee.rules.questions import Choose
from tablee.rules.readings.budget import Budget
from tablee.rules.readings.odds import odds, ordered
from tablee.rules.readings.session import Session
from tablee.rules.readings.simulate import simulate
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_game, find_procedure, games
from tablee.rules.run_input import RunInput, ask_about, read_run
from tablee.rules.run_json import run_view
from tablee.rules.schema import fields_of, read_record, show
from tablee.rules.texts.words import Words
from tests.kit.brute import throws
from tests.kit.params import mutated
from tests.kit.rulings import rulings_of
from tests.kit.runs import random_run


@cache
def _grid(game: str) -> Mapping[str, list[dict[str, Any]]]:
    grid: Mapping[str, list[dict[str, Any]]]
    grid = importlib.import_module(f"tests.games.{game}.grid").GRID
    return grid


PROCEDURES = [
    kind.id for game in games() for kind in game.procedures if _grid(game.id).get(kind.id)
]


def few(
    examples: int, applies: Callable[[str], bool] = lambda _: True
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """All procedures, a few examples each: the whole stays well under a minute and a half.

    Where a property never applies (nothing thrown, everything decided) the test says so.
    `applies`: whether to try a procedure at all.
    """

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        limited = settings(
            max_examples=examples,
            suppress_health_check=list(HealthCheck),
            phases=(Phase.explicit, Phase.generate, Phase.shrink),
        )(given(data=st.data(), seed=st.integers(0, 2**32))(test))

        @pytest.mark.parametrize("procedure", PROCEDURES)
        def held(procedure: str) -> None:
            if not applies(procedure):
                pytest.skip("does not apply here")
            try:
                limited(procedure=procedure)
            except Unsatisfiable:
                pytest.skip("does not apply here")

        return held

    return decorate


@st.composite
def questions(draw: st.DrawFn, procedure: str) -> RunInput:
    """A question that passes the door: of the grid, or near it, under any rulings."""
    params = draw(st.sampled_from(_grid(procedure.partition(".")[0])[procedure]))
    rulings = {name: value for name, value in rulings_of(procedure) if draw(st.integers(0, 3)) == 0}
    if draw(st.booleans()):
        near = draw(mutated(find_procedure(procedure), params))
        passed = through_the_door(procedure, near, rulings)
        if passed is not None:
            return passed
    return through_the_door(procedure, params, rulings) or ask_about(procedure, params)


def through_the_door(
    procedure: str, params: Mapping[str, Any], rulings: Mapping[str, Any]
) -> RunInput | None:
    try:
        return ask_about(procedure, params, rulings)
    except Refusal as refusal:
        if refusal.kind != "param":
            raise
        return None


def exact(question: RunInput, by: tuple[str, ...] | None = None) -> Law[Any]:
    """The odds, where they are neither asked of somebody nor too large."""
    try:
        return odds(question, by, Budget(steps=20_000, states=600, table=200_000))
    except Refusal as refusal:
        assume(refusal.kind not in ("choice_needed", "too_large", "param"))
        raise


def played(question: RunInput, seed: int) -> Session:
    """A run at random; a fixed parameter may turn out to be refused on the way."""
    try:
        return random_run(question, seed)
    except Refusal as refusal:
        assume(refusal.kind != "param")
        raise


def view_of(session: Session) -> Any:
    words = Words(session.question.game)
    return run_view(session, words)


@cache
def _thrown_alone(procedure: str) -> bool:
    """Whether some run of the grid is answered by dice alone."""
    grid = _grid(procedure.partition(".")[0])[procedure]
    runs = (random_run(ask_about(procedure, params), 1) for params in grid)
    return any(run.answers and not run.secrets and not _decided(run) for run in runs)


# ── runs ───────────────────────────────────────────────────────────────────────────────────────
@few(16)
def test_a_run_given_back_is_the_same_run(procedure: str, data: st.DataObject, seed: int) -> None:
    session = played(data.draw(questions(procedure)), seed)
    again = Session(session.question.with_answers(session.answers), session.secrets)
    assert view_of(again) == view_of(session)
    assert again.result == session.result
    if not session.secrets:
        question = session.question
        run = {
            "procedure": procedure,
            "params": question.given,
            "rulings": question.given_rulings,
            "answers": session.answers,
        }
        assert view_of(Session(read_run(json.loads(json.dumps(run))))) == view_of(session)


@few(14)
def test_any_beginning_of_a_run_asks_the_same(
    procedure: str, data: st.DataObject, seed: int
) -> None:
    session = played(data.draw(questions(procedure)), seed)
    length = data.draw(st.integers(0, max(0, len(session.answers) - 1)))
    replayed = Session(session.question.with_answers(()), session.secrets)
    for answer in session.answers[:length]:
        replayed.answer(answer)
    cut = Session(session.question.with_answers(session.answers[:length]), session.secrets)
    assert view_of(cut) == view_of(replayed)
    assert cut.trace == session.trace[: len(cut.trace)]


@few(14)
def test_a_wrong_answer_is_refused_and_changes_nothing(
    procedure: str, data: st.DataObject, seed: int
) -> None:
    session = played(data.draw(questions(procedure)), seed)
    length = data.draw(st.integers(0, len(session.answers)))
    cut = Session(session.question.with_answers(session.answers[:length]), session.secrets)
    before = view_of(cut)
    for answer in _wrong(cut):
        with pytest.raises(Refusal) as refused:
            cut.answer(answer)
        assert refused.value.kind == "answer"
        assert refused.value.field.startswith(f"answers[{length}]")
        for lang in ("fr", "en"):
            assert Words(cut.question.game, lang).refusal(refused.value)
        assert view_of(cut) == before
        assert len(cut.answers) == length


def _wrong(session: Session) -> list[dict[str, Any]]:
    pending = session.pending
    wrong: list[dict[str, Any]] = [{"dice": []}, {"dice": [0.5]}, {"dice": "6"}, {"together": "x"}]
    if isinstance(pending, Throw):
        high = pending.die.highest
        wrong += [{"dice": [high + 1] * pending.count}, {"dice": [high // 2] * (pending.count + 1)}]
        return [*wrong, {"choose": 1}, {"dice": [True] * pending.count}]
    if isinstance(pending, Choose):
        wrong += [{"choose": {"no": 1}}, {"choose": 10**9}, {"choose": 0.5}, {"together": [1]}]
        return [*wrong, {"choose": ["zzz"]}]
    count = len(pending.choices) if pending is not None else 1
    return [*wrong, {"choose": 1}, {"together": [1] * (count + 1)}, {"together": [{}] * count}]


@few(14)
def test_the_view_of_every_seat_is_plain_json(
    procedure: str, data: st.DataObject, seed: int
) -> None:
    session = played(data.draw(questions(procedure)), seed)
    seats = {entry.numbers.get("who") for entry in session.trace} | set(
        session.question.procedure.sides()
    )
    length = data.draw(st.integers(0, len(session.answers)))
    cut = Session(session.question.with_answers(session.answers[:length]), session.secrets)
    for seat in [None, session.question.game.leader, *sorted(map(str, seats - {None}))]:
        for run in (session, cut):
            view = run_view(run, Words(run.question.game), seat)
            assert json.loads(json.dumps(view)) == view


@few(14)
def test_a_result_keeps_to_its_declared_shape(
    procedure: str, data: st.DataObject, seed: int
) -> None:
    session = played(data.draw(questions(procedure)), seed)
    assume(session.done)
    kind = find_procedure(procedure).result_type()
    assert type(session.result) is kind
    assert read_record(kind, json.loads(json.dumps(show(session.result)))) == session.result


# ── odds ───────────────────────────────────────────────────────────────────────────────────────
@few(14)
def test_odds_are_a_law_in_canonical_order_that_holds_every_run(
    procedure: str, data: st.DataObject, seed: int
) -> None:
    question = data.draw(questions(procedure))
    law = exact(question)
    assert sum(chance for _, chance in law.items()) == 1
    assert ordered(question.procedure, law).support() == law.support()
    rows = [json.dumps(show(result)) for result in law]
    assert len(set(rows)) == len(rows)
    kind = type(question.procedure).result_type()
    assert all(read_record(kind, json.loads(row)) == r for row, r in zip(rows, law, strict=True))
    session = played(question, seed)
    if session.done and not _decided(session):
        assert law.p(session.result) > 0


def _decided(session: Session) -> bool:
    """Whether somebody answered where the odds take a policy."""
    return any("dice" not in answer for answer in session.answers)


@few(16)
def test_odds_by_some_fields_are_the_marginal(
    procedure: str, data: st.DataObject, **_: int
) -> None:
    question = data.draw(questions(procedure))
    names = list(fields_of(type(question.procedure).result_type()))
    by = data.draw(st.lists(st.sampled_from(names), unique=True, min_size=1))
    kept = tuple(name for name in names if name in by)
    law, part = exact(question), exact(question, tuple(by))
    assert part.map(lambda result: _values(result, kept)) == law.map(lambda r: _values(r, kept))
    assert ordered(question.procedure, part).support() == part.support()
    for result in part:
        assert all((getattr(result, name) is UNWANTED) == (name not in kept) for name in names)


def _values(result: Any, names: tuple[str, ...]) -> tuple[Any, ...]:
    return tuple(getattr(result, name) for name in names)


@few(6, _thrown_alone)
def test_the_odds_of_what_follows_average_to_the_whole(
    procedure: str, data: st.DataObject, seed: int
) -> None:
    """Law of total probability over the faces of one throw, somewhere in a run."""
    question = data.draw(questions(procedure))
    session = played(question, seed)
    assume(not _decided(session) and not session.secrets and session.answers)
    length = data.draw(st.integers(0, len(session.answers) - 1))
    cut = question.with_answers(session.answers[:length])
    throw = Session(cut).pending
    assert isinstance(throw, Throw)
    assume(throw.die.sides**throw.count <= 40 and throw.notation().endswith("!") is False)
    whole = exact(cut)
    total: dict[Any, Fraction] = {}
    for faces, share in throws(throw, 0):
        after = cut.with_answers((*cut.answers, {"dice": list(faces)}))
        for result, chance in exact(after).items():
            total[result] = total.get(result, Fraction()) + share * chance
    assert dict(whole.items()) == total


# ── sampling ───────────────────────────────────────────────────────────────────────────────────
@few(8)
def test_simulation_has_the_law_of_the_odds(procedure: str, data: st.DataObject, seed: int) -> None:
    question, n = data.draw(questions(procedure)), 4_000
    law = exact(question)
    sample = simulate(question, n, seed=seed % 7)
    assert sum(count.count for count in sample.counts) == n
    assert ordered(question.procedure, sample.law()).support() == sample.law().support()
    for count in sample.counts:
        p = float(law.p(count.result))
        assert p > 0
        assert 0 <= count.low <= count.share <= count.high <= 1
        assert abs(count.count - n * p) <= 6.5 * (n * p * (1 - p)) ** 0.5 + 8
    rare = law.chance(lambda result: result not in {count.result for count in sample.counts})
    assert rare < Fraction(1, 10) or len(law) > n // 4


def test_every_procedure_has_a_grid() -> None:
    assert [kind.id for game in games() for kind in game.procedures] == PROCEDURES
    assert all(find_game(procedure.partition(".")[0]) for procedure in PROCEDURES)
