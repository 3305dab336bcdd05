"""A choice that nobody answers is refused with what its parameter takes instead of "ask"."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from tablee.rules.forms import Form, FreeText, TextAndNumber
from tablee.rules.readings.advice.advise import advise
from tablee.rules.readings.budget import Budget
from tablee.rules.readings.odds import odds
from tablee.rules.readings.simulate import simulate
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_procedure
from tablee.rules.run_input import ask_about
from tablee.rules.schema import Group, fields_of
from tablee.rules.shapes import Choice, Either, Many, Shape, Text
from tablee.rules.trace import plain
from tests.kit.runs import grid

Params = dict[str, Any]
Path = tuple[str | int, ...]
FIRST = [pytest.param(name, params, id=name) for name, place, params in grid() if not place]


def askable(kind: type[Any], value: Params, path: Path = ()) -> Iterator[Path]:
    """Where "ask" may stand in some parameters."""
    for name, field in fields_of(kind).items():
        if field.shape.takes("ask") and not isinstance(field.shape, Text):
            yield (*path, name)
        shapes = field.shape.shapes if isinstance(field.shape, Either) else (field.shape,)
        given = value.get(name)
        for shape in shapes:
            if isinstance(shape, Group) and isinstance(given, dict):
                yield from askable(shape.record, given, (*path, name))
            if isinstance(shape, Many) and isinstance(shape.item, Group):
                for place, each in enumerate(given or ()):
                    yield from askable(shape.item.record, each, (*path, name, place))


def put(params: Params, path: Path, value: Any) -> Params:
    made = copy.deepcopy(params)
    inner: Any = made
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return made


def written(path: Path) -> str:
    return "".join(f"[{each}]" if isinstance(each, int) else f".{each}" for each in path)[1:]


def options_of(refusal: Refusal) -> list[Any]:
    """Some of the values that a refusal says are allowed."""
    form: Form[Any] | None = refusal.numbers.get("form")
    if isinstance(form, FreeText | TextAndNumber):
        return ["ask"]  # no parameter has this option
    if form is not None:
        return [plain(each) for each in islice(form.values(), 8)]
    shape: Shape = refusal.numbers["shape"]
    assert not shape.takes("ask")
    return list(shape.values) if isinstance(shape, Choice) else []


def may_stand(name: str, params: Params) -> bool:
    """Whether each value is of the shape of its parameter; others beside it may forbid it."""
    try:
        ask_about(name, params)
    except Refusal as refusal:
        return "shape" not in refusal.numbers
    return True


@pytest.mark.parametrize(("name", "params"), FIRST)
def test_what_is_allowed_may_be_written_there(name: str, params: Params) -> None:
    for path in askable(find_procedure(name), params):
        try:
            question = ask_about(name, put(params, path, "ask"))
            odds(question, None, Budget(steps=3_000, states=60, table=20_000))
        except Refusal as refusal:
            if refusal.kind != "choice_needed" or refusal.field != written(path):
                continue
            for value in options_of(refusal):
                assert may_stand(name, put(params, path, value)), (path, value)


def test_every_reading_says_so() -> None:
    """`additionnel` is asked for as a yes or no, and written as when it is bought."""
    jet = ask_about("armes_dieux.jet", {"poignee": 6, "sr": 6, "additionnel": "ask"})
    readings = (
        lambda: odds(jet),
        lambda: simulate(jet, 10, 1),
        lambda: simulate(jet, 10, 1, ["issue"]),
    )
    for reading in readings:
        with pytest.raises(Refusal) as caught:
            reading()
        refusal = caught.value
        assert (refusal.kind, refusal.field, refusal.got) == ("choice_needed", "additionnel", "ask")
        assert str(refusal).endswith("jamais, toujours ou sans_baisse.")
    assert advise(jet).label == "additionnel"
