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
from weakref import WeakKeyDictionary

import msgspec

from tablee.rules.procedure import UNWANTED, Procedure, Result, Utility
from tablee.rules.questions import Choose, Hidden, Roll, Together, UnknownSeat
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.schema import Group, NoResult, Tagged, WrongField, fields_of
from tablee.rules.shapes import (
    Absent,
    Choice,
    Either,
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
    for name, _, fits in _tests(result.__class__):
        value = getattr(result, name)
        if not fits(value) and value is not UNWANTED:
            raise _wrong_field(result)
    expected = _result_type(type(procedure))
    if not isinstance(result, expected):
        raise NoResult(expected.__name__, result)
    return result


_result_types: WeakKeyDictionary[type[Procedure[Any]], type[Any]] = WeakKeyDictionary()
"""The declared class of the results of a procedure. A game that is loaded again leaves nothing here."""


def _result_type(kind: type[Procedure[Any]]) -> type[Any]:
    found = _result_types.get(kind)
    if found is None:
        declared = kind.result_type()
        found = _result_types[kind] = Result if declared is Any else declared
    return found


def _wrong_field(record: Any) -> WrongField:
    """Return the error for the first wrong field of a record, or of a record in that field."""
    for name, shape, fits in _tests(record.__class__):
        value = getattr(record, name)
        if not fits(value) and value is not UNWANTED:
            inner = next(_wrong_records(shape, value), None)
            if inner is not None:
                return _wrong_field(inner)
            return WrongField(type(record).__name__, name, shape, value)
    raise AssertionError(record)


def _wrong_records(shape: Shape, value: Any) -> Iterator[Any]:
    """Yield the records of the declared types in a wrong value, each with a wrong field."""
    match shape:
        case Group(record=record) if type(value) is record:
            yield value
        case Tagged(records=records) if type(value) in records:
            yield value
        case Many(item=item) if isinstance(value, tuple):
            for each in value:
                if not _test(item)(each):
                    yield from _wrong_records(item, each)
        case Several(items=items) if isinstance(value, tuple) and len(value) == len(items):
            for item, each in zip(items, value, strict=True):
                if not _test(item)(each):
                    yield from _wrong_records(item, each)
        case Either(shapes=shapes):
            for each in shapes:
                yield from _wrong_records(each, value)


def worth_of(procedure: Procedure[Any], utility: Utility, result: Any, seat: str) -> int | Fraction:
    """Return the worth of a result for a seat. Raises `Refusal` for one that is no number."""
    worth = utility(procedure, result, seat)
    if not isinstance(worth, int | Fraction):
        raise wrong_worth(procedure, utility, worth)
    return worth


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
    """Return the fields of a record whose values are tested."""
    if not issubclass(kind, msgspec.Struct):
        return ()
    found = ((name, field.shape) for name, field in fields_of(kind).items())
    tests = (_Field(name, shape, _test(shape)) for name, shape in found)
    return tuple(each for each in tests if each.fits is not _anything)


def _anything(value: Any) -> bool:
    return True


@cache
def _test(shape: Shape) -> Test:
    """Return the quick test of a shape; `_anything` for a shape that is not tested."""
    match shape:
        case Whole(low=None, high=None):
            return lambda value: type(value) is int
        case Choice(values=values):
            allowed = {(type(each), each) for each in values}
            return lambda value: isinstance(value, str | int) and (type(value), value) in allowed
        case Many(item=item, least=least, most=most):
            return _test_of_many(_test(item), least, most)
        case Several(items=items):
            each = [_test(item) for item in items]
            return lambda value: (
                isinstance(value, tuple)
                and len(value) == len(each)
                and all(test(part) for test, part in zip(each, value, strict=True))
            )
        case Named(item=item, least=least, most=most):
            inner = _test(item)
            return _test_of_many(
                lambda pair: (
                    isinstance(pair, tuple)
                    and len(pair) == 2
                    and isinstance(pair[0], str)
                    and inner(pair[1])
                ),
                least,
                most,
            )
        case Ratio():
            return lambda value: type(value) in (int, Fraction) and shape.holds(value)
        case Either(shapes=shapes):
            return _test_of_either(shapes)
        case Group() | Tagged():
            records = (shape.record,) if isinstance(shape, Group) else shape.records
            return lambda value: (
                type(value) in records
                and all(
                    fits(part := getattr(value, name)) or part is UNWANTED
                    for name, _, fits in _tests(value.__class__)
                )
            )
        case Whole() | YesNo() | Text() | Nothing() | Absent():
            return shape.takes
        case _:
            return _anything


def _test_of_many(inner: Test, least: int, most: int | None) -> Test:
    return lambda value: (
        isinstance(value, tuple)
        and len(value) >= least
        and (most is None or len(value) <= most)
        and (inner is _anything or all(map(inner, value)))
    )


def _test_of_either(shapes: tuple[Shape, ...]) -> Test:
    """Return the test of a union: first the types and the values that need no other test."""
    types: set[type[Any]] = set()
    values: set[tuple[type[Any], Any]] = set()
    others: list[Test] = []
    for shape in shapes:
        match shape:
            case Whole(low=None, high=None):
                types.add(int)
            case YesNo():
                types.add(bool)
            case Nothing():
                types.add(type(None))
            case Absent():
                types.add(msgspec.UnsetType)
            case Choice(values=each):
                values |= {(type(value), value) for value in each}
            case _:
                others.append(_test(shape))
    return lambda value: (
        type(value) in types
        or (isinstance(value, str | int) and (type(value), value) in values)
        or any(test(value) for test in others)
    )
