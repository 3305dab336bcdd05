"""The plain reading of every game's rules: the same faces give the result that the table gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from tablee.dice.die import Throw
from tablee.rules.questions import Choose
from tablee.rules.readings.drawing import Faces
from tablee.rules.readings.plain import Plain
from tablee.rules.readings.session import Belief, Session
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import RunInput, ask_about
from tablee.rules.schema import fields_of
from tests.kit.runs import grid

RUNS = 12


class Recorded(Faces):
    """Faces, and all that were thrown."""

    def __init__(self, seed: int) -> None:
        super().__init__(np.random.Generator(np.random.Philox(key=seed)))
        self.thrown: list[tuple[int, ...]] = []

    def throw(self, throw: Throw) -> tuple[int, ...]:
        faces = super().throw(throw)
        if faces:
            self.thrown.append(faces)
        return faces


def at_the_table(question: RunInput, thrown: list[tuple[int, ...]]) -> Any:
    """The result of a session with these faces, choices answered by their policies."""
    session, faces = Session(question), iter(thrown)
    while session.pending is not None:
        pending, answer = session.pending, dict[str, Any]()
        if isinstance(pending, Throw):
            answer = {"dice": list(next(faces))}
        else:
            assert isinstance(pending, Choose)
            answer = {"choose": pending.policy}
        session.answer(answer)
    assert next(faces, None) is None
    return session.result


@pytest.mark.parametrize(("procedure", "place", "params"), list(grid()))
def test_as_at_the_table(procedure: str, place: int, params: Mapping[str, Any]) -> None:
    question = ask_about(procedure, params)
    faces = Recorded(place)
    plain = Plain(question.rulings, faces)
    for _ in range(RUNS):
        faces.thrown.clear()
        try:
            result = plain.run(question.procedure)
            expected = at_the_table(question, faces.thrown)
        except (Belief, Refusal) as stopped:
            answerable = isinstance(stopped, Refusal) and stopped.kind != "choice_needed"
            if answerable or not (question.procedure.beliefs() or asks(params)):
                raise
        else:
            assert expected == result


@pytest.mark.parametrize(("procedure", "place", "params"), list(grid()))
def test_a_field_asked_for_alone_is_the_one_of_the_table(
    procedure: str, place: int, params: Mapping[str, Any]
) -> None:
    """What the rules used inside need is worked out whatever is asked for outside."""
    question = ask_about(procedure, params)
    for name in fields_of(type(question.procedure).result_type()):
        faces = Recorded(place)
        try:
            result = Plain(question.rulings, faces, frozenset({name})).run(question.procedure)
            expected = at_the_table(question, faces.thrown)
        except (Belief, Refusal):
            continue
        assert getattr(result, name) == getattr(expected, name)


def asks(params: Any) -> bool:
    """Whether some parameter asks somebody."""
    if isinstance(params, Mapping):
        return any(asks(value) for value in params.values())
    if isinstance(params, list | tuple):
        return any(asks(value) for value in params)
    return bool(params == "ask")
