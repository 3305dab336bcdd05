"""The checks of what a rule returns, and of the seats that it asks, in every reading.

The seats that a game file writes in `who="…"` are checked when it is loaded. One that is computed is
known only at run time: a slip of the pen in it would give the question to the acting character.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from fractions import Fraction
from functools import cache
from inspect import unwrap
from typing import Any, NamedTuple

from tablee.rules.procedure import UNWANTED, Procedure, Result, Utility
from tablee.rules.questions import Choose, Hidden, Roll, Together, UnknownSeat
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.schema import NoResult, WrongField, fields_of
from tablee.rules.shapes import Choice, Many, Several, Shape, Text, Whole, YesNo

Test = Callable[[Any], bool]
WORTH = "pour le but « {name:=} », un nombre entier ou une Fraction"
"""What is allowed as the worth of a result."""
RANGE = "pour le but « {name:=} », une valeur de {low:=} à {high:=}, comme le dit utility_ranges"
"""What is allowed where a procedure declares the range of a utility."""


def returned(procedure: Procedure[Any], result: Any) -> Any:
    """Return the result of a rule.

    Raises `NoResult` when it is none, for instance because a `return` is missing on some path through
    the rule, and `WrongField` when a field has not its declared type.
    """
    for name, shape, fits in _tests(result.__class__):
        value = getattr(result, name)
        if not fits(value) and value is not UNWANTED:
            raise WrongField(type(result).__name__, name, shape, value)
    if not isinstance(result, Result):
        raise NoResult(procedure.result_type().__name__, result)
    return result


def wrong_worth(procedure: Procedure[Any], utility: Utility, worth: Any) -> Refusal:
    """Return the refusal of the worth of a result that is no number, with the line of the utility."""
    place, name = _place_of(procedure, utility)
    return refuse(place, str(worth), WORTH, name=name)


def check_range(procedure: Procedure[Any], utility: Utility, worth: Any) -> None:
    """Raise `Refusal` for a worth outside of the range that its procedure declares. `worth`: a number,
    or those of many states at once."""
    limits = type(procedure).range_of(utility)
    if limits is None or limits[0] <= worth <= limits[1]:
        return
    (place, name), (low, high) = _place_of(procedure, utility), limits
    shown = str(worth) if isinstance(worth, int | Fraction) else None
    raise refuse(place, shown, RANGE, name=name, low=f"{low:g}", high=f"{high:g}")


def _place_of(procedure: Procedure[Any], utility: Utility) -> tuple[str, str]:
    """Return the line and the name of a utility."""
    names = (name for name, each in type(procedure).utilities.items() if each is utility)
    code = getattr(unwrap(utility), "__code__", None)
    place = f"{code.co_filename}:{code.co_firstlineno}" if code else procedure.id
    return place, next(names, "–")


def check_seats(procedure: Procedure[Any], ask: Any, rule: Coroutine[Any, Any, Any]) -> None:
    """Raise `UnknownSeat`, at the line where `rule` waits, for a question to a seat that nobody has."""
    named = procedure.named_seats
    if named is None:
        return
    for seat in _seats_of(ask):
        if seat not in named and seat not in (known := _known(procedure)):
            wrong = UnknownSeat(seat, known)
            rule.throw(wrong)
            raise wrong


def _seats_of(ask: Any) -> Iterator[str]:
    match ask:
        case Roll(throws=throws):
            yield from (throw.who for throw in throws)
        case Choose(who=who) | Hidden(knows=who):
            yield who
        case Together(choices=choices):
            yield from (choice.who for choice in choices)


def _known(procedure: Procedure[Any]) -> tuple[str, ...]:
    """Return the seats that the declarations of a procedure name, `p#` for each member of its list."""
    found: dict[str, None] = {}
    for seat, place in procedure.seats.items():
        stem, several, _ = seat.partition("#")
        count = len(getattr(procedure, place, ())) if several else 0
        found |= dict.fromkeys(f"{stem}{n + 1}" for n in range(count)) if several else {seat: None}
    return tuple(found | dict.fromkeys((*procedure.sides(), *procedure.ids())))


class _Field(NamedTuple):
    name: str
    shape: Shape
    fits: Test


@cache
def _tests(kind: type[Any]) -> tuple[_Field, ...]:
    """Return the fields whose values are numbers, truth values and texts, or lists of them."""
    found: list[_Field] = []
    if not issubclass(kind, Result):
        return ()
    for name, field in fields_of(kind).items():
        fits = _test(field.shape)
        if fits is not None:
            found.append(_Field(name, field.shape, fits))
    return tuple(found)


def _test(shape: Shape) -> Test | None:
    """Return the quick test of a shape, None for a shape that is not tested."""
    match shape:
        case Whole(low=None, high=None):
            return lambda value: type(value) is int
        case Choice(values=values):
            allowed = {(type(each), each) for each in values}
            return lambda value: isinstance(value, str | int) and (type(value), value) in allowed
        case Many(item=item):
            inner = _test(item) or (lambda value: True)
            return lambda value: isinstance(value, tuple) and all(map(inner, value))
        case Several(items=items):
            each = [_test(item) or (lambda value: True) for item in items]
            return lambda value: (
                isinstance(value, tuple)
                and len(value) == len(each)
                and all(test(part) for test, part in zip(each, value, strict=True))
            )
        case Whole() | YesNo() | Text():
            return shape.takes
        case _:
            return None
