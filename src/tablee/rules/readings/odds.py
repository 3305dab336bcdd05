"""The exact reading `odds`: the law of results over all possible answers."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from operator import attrgetter
from typing import Any

from tablee.dice.law import Law, mix
from tablee.rules.ambient import Ambient, around
from tablee.rules.procedure import UNWANTED, Procedure
from tablee.rules.questions import Call, CallAll
from tablee.rules.readings.budget import TOO_LARGE, TOO_LARGE_RESULTS, Budget, allow
from tablee.rules.readings.frames import Frame, outside
from tablee.rules.readings.laws import Laws, projection
from tablee.rules.readings.needed import refused_as_parameters
from tablee.rules.readings.session import Belief, Session
from tablee.rules.readings.walk import Leaves, gather_law
from tablee.rules.refusal import Refusal, refuse, refuse_name
from tablee.rules.registry import loaded_game_files
from tablee.rules.run_input import RunInput
from tablee.rules.schema import fields_of
from tablee.rules.shapes import Whole, YesNo


def odds(
    question: RunInput, by: Iterable[str] | None = None, budget: Budget | None = None
) -> Law[Any]:
    """Return the exact law of the result, after the answers of the question.

    `by`: the result fields asked for; the others are `UNWANTED`. Outcomes are in canonical order.
    Raises `Refusal`: an unknown field, a choice that is needed, a law that is too large.
    """
    fields = checked_fields(question.procedure, by)
    if question.game.id in loaded_game_files():
        from tablee.rules.readings.repeats import check_repeats  # games of the package need none

        check_repeats(question)
    laws = Laws(question.rulings, budget)
    with (
        _refused_with_best_play(question.procedure),
        refused_as_parameters(question.procedure),
        _refused_with_fields(question, fields, laws),
    ):
        if not question.answers:
            law = laws.law(question.procedure, fields)
        else:
            law = mix(
                (_remaining_law(session, laws, fields), weight)
                for session, weight in possible_sessions(question)
            )
    return ordered(question.procedure, law, laws.budget.report_progress)


@contextmanager
def _refused_with_best_play(procedure: Procedure[Any]) -> Iterator[None]:
    """Let a refusal of a `with` body propose best play where a choice is open and there are goals."""
    try:
        yield
    except Refusal as refusal:
        if refusal.kind != "choice_needed" or not procedure.utilities:
            raise
        refusal.numbers["best_play"] = True
        raise


@contextmanager
def _refused_with_fields(
    question: RunInput, by: tuple[str, ...] | None, laws: Laws
) -> Iterator[None]:
    """Let a refusal of a `with` body propose `by` where fewer fields would take less."""
    try:
        yield
    except Refusal as refusal:
        asked = fields_of(type(question.procedure).result_type()) if by is None else by
        if refusal.allowed != TOO_LARGE or len(asked) < 2 or not laws.fields_matter:
            raise
        raise Refusal("too_large", refusal.field, None, TOO_LARGE_RESULTS) from None


def checked_fields(procedure: Procedure[Any], by: Iterable[str] | None) -> tuple[str, ...] | None:
    if by is None:
        return None
    names = tuple(fields_of(type(procedure).result_type()))
    wanted = list(by)
    for place, name in enumerate(wanted):
        if name not in names:
            raise refuse_name("by", name, names)
        if name in wanted[:place]:
            raise refuse("by", name, "chaque champ une seule fois")
    return tuple(name for name in names if name in wanted)


def ordered(
    procedure: Procedure[Any], law: Law[Any], report_progress: Callable[[], None] = lambda: None
) -> Law[Any]:
    """Return the law in canonical order of its results. `report_progress` is called often."""
    ids = {name: place for place, name in enumerate(procedure.ids())}
    first = next(iter(law))
    fields = fields_of(type(first))
    shown = [name for name in fields if getattr(first, name) is not UNWANTED]
    if all(isinstance(fields[name].shape, Whole | YesNo) for name in shown) and shown:
        return law.sorted(attrgetter(*shown))
    shapes = [(name, fields[name].shape) for name in shown]

    def key(result: Any) -> tuple[Any, ...]:
        report_progress()
        return tuple(shape.key(getattr(result, name), ids) for name, shape in shapes)

    return law.sorted(key)


# ── after a prefix ─────────────────────────────────────────────────────────────────────────────
def possible_sessions(question: RunInput) -> list[tuple[Session, int]]:
    """Return the sessions that the answers may have led to, with integer weights.

    There is a session for each value of a belief that the run asked for. The weights are
    proportional to the chances given the answers. Values for which an answer is not offered are
    excluded; when no session is left, the last refusal is raised.
    """
    found: list[tuple[Session, Fraction]] = []
    waiting: list[tuple[dict[str, Any], Fraction]] = [({}, Fraction(1))]
    last: Refusal | None = None
    while waiting:
        secrets, chance = waiting.pop()
        try:
            session = Session(question, secrets)
            found.append((session, chance / session.ways))
        except Belief as belief:
            waiting.extend(
                (secrets | {belief.ask.label: value}, chance * share)
                for value, share in belief.ask.value.items()
            )
        except Refusal as refusal:
            if refusal.kind != "answer":
                raise
            last = refusal
    if not found:
        assert last is not None
        raise last
    whole = math.lcm(*(chance.denominator for _, chance in found))
    return [(session, int(chance * whole)) for session, chance in found]


def _remaining_law(session: Session, laws: Laws, by: tuple[str, ...] | None) -> Law[Any]:
    """Return the law of the result of a session in progress."""
    if session.pending is None:
        result = session.result
        kind = type(session.question.procedure).result_type()
        return Law.of(result if by is None else projection(kind, by)(result))
    *outer, top = session.frames
    paths = [frame.paths for frame in session.frames]
    try:
        law = laws.rest(
            top.procedure, tuple(top.sent), tuple(session.faces), by if not outer else None
        )
        for depth in range(len(outer) - 1, -1, -1):
            paths.pop()
            law = law.then(_continuation(outer[depth], laws, by if depth == 0 else None))
    except Refusal as refusal:
        raise outside(refusal, paths) from None
    return law


def remaining_leaves(
    session: Session, laws: Laws, by: tuple[str, ...] | None
) -> Iterator[tuple[Leaves, Fraction]]:
    """Yield the leaves of the outermost rule of a session in progress, with the chance of each."""
    outermost, *inner = session.frames
    if session.pending is None or not inner:
        walker = laws.walker(type(outermost.procedure).result_type(), by)
        yield (
            walker.leaves(outermost.procedure, tuple(outermost.sent), tuple(session.faces)),
            Fraction(1),
        )
        return
    top = inner.pop()
    law = laws.rest(top.procedure, tuple(top.sent), tuple(session.faces))
    for frame in reversed(inner):
        law = law.then(_continuation(frame, laws, None))
    gathering, walker = (
        outermost.gathering,
        laws.walker(type(outermost.procedure).result_type(), by),
    )
    if gathering is not None:
        law = law.then(lambda result: _gathered(outermost, gathering, result, laws, by))
    for value, chance in law.items():
        yield walker.leaves(outermost.procedure, (*outermost.sent, value)), chance


def _continuation(
    frame: Frame, laws: Laws, by: tuple[str, ...] | None
) -> Callable[[Any], Law[Any]]:
    """Return a function from the result of a sub-rule to the law of the rule that called it."""
    sent = tuple(frame.sent)

    def remaining_law(result: Any) -> Law[Any]:
        if frame.gathering is None:
            return laws.rest(frame.procedure, (*sent, result), (), by)
        values = _gathered(frame, frame.gathering, result, laws, by)
        return values.then(lambda value: laws.rest(frame.procedure, (*sent, value), (), by))

    return remaining_law


def _law_of_call(ask: Call[Any], laws: Laws) -> Law[Any]:
    try:
        return laws.law(ask.procedure, ask.by)
    except Refusal as refusal:
        raise refusal.moved(dict(ask.paths)) from None


def _gathered(
    frame: Frame, ask: CallAll[Any], result: Any, laws: Laws, by: tuple[str, ...] | None
) -> Law[Any]:
    gather = ask.gather
    later = [_law_of_call(each, laws) for each in ask.calls[frame.place + 1 :]]
    with around(Ambient(laws.rulings, None if by is None else frozenset(by))):
        folded = gather.step(frame.folded, frame.place, result, *gather.using)
        return gather_law(gather, later, frame.place + 1, folded, allow)
