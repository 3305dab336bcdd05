"""The picture of a law over the values of two parameters: a heat map of one number.

The module computes no law itself; `Study` does.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeVar

import msgspec

from tablee.dice.law import Law
from tablee.faces.pictures.captions import title, wrapped
from tablee.faces.pictures.chart_data import Curve, curve, shown_number, value_word
from tablee.faces.pictures.heat_map import Grid, Spec, heat_map
from tablee.faces.pictures.study import Study, is_number
from tablee.rules.procedure import Procedure
from tablee.rules.refusal import refuse
from tablee.rules.run_input import RunInput
from tablee.rules.schema import fields_of
from tablee.rules.shapes import Shape, YesNo
from tablee.rules.texts.typography import capital
from tablee.rules.texts.words import Words

T = TypeVar("T")


class SweptTable(msgspec.Struct, frozen=True):
    """Two parameters that vary, down and across.

    `questions`: the run input of each pair of values, row by row.
    """

    parameters: tuple[str, str]
    values: tuple[Sequence[Any], Sequence[Any]]
    questions: Sequence[RunInput]


def table_spec(
    question: RunInput,
    by: Sequence[str] | None,
    words: Words,
    table: SweptTable,
    known: Sequence[Law[Any]] = (),
) -> Spec:
    """Return a heat map of the chance of success, or of the number of the one field in `by`.

    `question` gives the title. `known`: laws that are already computed. Raises `Refusal` as `numbers`.
    """
    drawn = numbers(Study(table.questions, known=known), by, words)
    names = [parameter.rpartition(".")[2] for parameter in table.parameters]
    rows, columns = (
        tuple(value_word(value, name, words, _is_signed(values)) for value in values)
        for name, values in zip(names, table.values, strict=True)
    )
    shown = [shown_number(value, drawn, words) for value in drawn.values]
    width = len(columns)
    grid = Grid(
        title="",
        across=capital(words.label(names[1])),
        down=capital(words.label(names[0])),
        columns=columns,
        rows=rows,
        cells=_by_row([float(value) for value in drawn.values], width),
        texts=_by_row(shown, width),
    )
    low, high = min(drawn.values), max(drawn.values)
    sentence = words.phrase(
        "{what:=} : de {low:=} à {high:=}.",
        what=drawn.title,
        low=shown_number(low, drawn, words),
        high=shown_number(high, drawn, words),
    )
    without = [parameter.partition(".")[0] for parameter in table.parameters]
    heading = {
        "text": wrapped(title(question, words, without), 68),
        "subtitle": wrapped(sentence, 88),
    }
    span = (0.0, 1.0) if drawn.chance else (float(low), float(high))
    spec = heat_map(grid, lambda value: shown_number(_exact(value), drawn, words), words, span)
    return spec | {"background": "white", "padding": 18, "title": heading}


def check_number(procedure: Procedure[Any], by: Sequence[str] | None) -> None:
    """Raise `Refusal` unless `by` names one field of which a table shows a number."""
    shapes = {name: field.shape for name, field in fields_of(type(procedure).result_type()).items()}
    if not by or (len(by) == 1 and (by[0] == "success" or _has_number(shapes.get(by[0])))):
        return
    raise refuse("by", ", ".join(by), _NUMBER)


def _has_number(shape: Shape | None) -> bool:
    return shape is not None and (is_number(shape) or isinstance(shape, YesNo))


def numbers(study: Study, by: Sequence[str] | None, words: Words) -> Curve:
    """Return the number of each run input: the chance of success, that the one field in `by` is
    true, or the mean of this field.

    Raises `Refusal` for a field of another kind, and without a chance of success.
    """
    check_number(study.procedure, by)
    if not by:
        study.settle()
    name = by[0] if by else "success"
    if name == "success" and study.success is not None:
        return curve(study, None, "", (), words)
    shape = study.declared[name].shape if by and name in study.declared else None
    if isinstance(shape, YesNo):
        chances = [law.chance(lambda result: getattr(result, name)) for law in study.laws(name)]
        return Curve(capital(words.label(name)), "", (), tuple(chances), True)
    if shape is not None:
        return curve(study, name, "", (), words)
    raise refuse("by", name if by else None, _NUMBER)


_NUMBER = (
    "un nombre, dont le tableau dit la moyenne, ou un champ « oui ou non », dont il dit la chance"
)


def _by_row(cells: Sequence[T], width: int) -> list[Sequence[T]]:
    return [cells[place : place + width] for place in range(0, len(cells), width)]


def _is_signed(values: Sequence[Any]) -> bool:
    return any(isinstance(value, int) and value < 0 for value in values)


def _exact(value: float) -> Fraction:
    return Fraction(value).limit_denominator(10**9)
