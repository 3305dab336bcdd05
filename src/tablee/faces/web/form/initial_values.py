"""The first values of a form: a run that shows something at once.

The module knows declarations and the examples of a game. It runs only validation.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablee.faces.examples import examples_of
from tablee.rules.authoring.game_file import is_refused
from tablee.rules.checkup.small_params import small_value
from tablee.rules.contract_json import ParamsJson
from tablee.rules.procedure import Procedure
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_game
from tablee.rules.rule_watch import is_endless
from tablee.rules.run_input import ask_about
from tablee.rules.schema import Field, Group, Tagged, fields_of, tag_of
from tablee.rules.shapes import (
    Choice,
    Either,
    Free,
    Many,
    Named,
    Nothing,
    Ratio,
    Several,
    Shape,
    Text,
    Whole,
    YesNo,
)

_FAR = 10
"""Distance from the start of a range without an end."""


def opening(procedure: type[Procedure[Any]]) -> ParamsJson:
    """Return initial parameters: the middle of the range of each parameter without a default.

    The result is empty when all have defaults. Where the middle is refused as a whole, an example
    of the game or the least values are used; where these are refused too, the form shows the
    errors.
    """
    needed = [field for field in fields_of(procedure).values() if field.required]
    middle = {field.name: opening_value(field.shape) for field in needed}
    least = {field.name: opening_value(field.shape, least=True) for field in needed}
    try:
        for params in (middle, *_examples(procedure), least):
            if _accepted(procedure, params):
                return params
    except Exception as error:  # the page shows the mistake of a file
        if not is_refused(error):
            raise
    return middle


def _accepted(procedure: type[Procedure[Any]], params: ParamsJson) -> bool:
    try:
        ask_about(procedure.id, params)
    except Refusal as refusal:
        if is_endless(refusal):
            raise
        return False
    return True


def _examples(procedure: type[Procedure[Any]]) -> Iterator[ParamsJson]:
    """Yield the parameters of the worked examples of a procedure."""
    game = find_game(procedure.id.partition(".")[0])
    for example in examples_of(game.package) if game is not None else ():
        run = example.get("run", {})
        if run.get("procedure") == procedure.id:
            yield run.get("params", {})


def opening_value(shape: Shape, least: bool = False, place: int = 0) -> Any:
    """Return a valid value of a shape as JSON: the middle of a range, the first of some words.
    `place` makes the names of list members differ."""
    match shape:
        case Whole(low=low, high=high):
            return _whole(low, high, least)
        case Ratio():
            return next((n for n in (1, 2, 5, 0) if shape.takes(n)), small_value(shape, "low"))
        case YesNo():
            return False
        case Choice(values=values):
            return values[0]
        case Nothing():
            return None
        case Text(shortest=shortest):
            return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[place % 26] * max(1, shortest)
        case Either(shapes=shapes):
            return opening_value(shapes[0], least, place)
        case Many(item=item, least=fewest):
            return [opening_value(item, least, i) for i in range(max(fewest, 1))]
        case Several(items=items):
            return [opening_value(each, least, place) for each in items]
        case Named(item=item):
            return {"A": opening_value(item, least)}
        case Tagged(records=records):
            return {"type": tag_of(records[0])} | _record(records[0], least, place)
        case Group(record=record):
            return _record(record, least, place)
        case Free(example=example):
            return example
        case _:
            raise TypeError(f"no opening value for {shape!r}")


def _record(record: type[Any], least: bool, place: int) -> dict[str, Any]:
    needed: list[Field] = [field for field in fields_of(record).values() if field.required]
    return {field.name: opening_value(field.shape, least, place) for field in needed}


def _whole(low: int | None, high: int | None, least: bool) -> int:
    if low is None:
        return 0 if high is None or high >= 0 else high
    if low < 0 and (high is None or high >= 0):
        low = 0
    if least:
        return low
    return (low + (high if high is not None and high - low <= 4 * _FAR else low + _FAR)) // 2
