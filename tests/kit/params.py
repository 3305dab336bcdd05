"""Parameters at random: a set of the grid, some of its values drawn from their shapes."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from tablee.rules.campaign.building import FieldsOf
from tablee.rules.schema import Group, Tagged, fields_of, tag_of
from tablee.rules.shapes import (
    Choice,
    Either,
    Json,
    Keyed,
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

__all__ = ["mutated", "values_of"]


def values_of(shape: Shape) -> st.SearchStrategy[Any]:
    """JSON values of a shape, small ones and the ends of its range."""
    match shape:
        case Whole(low=low, high=high):
            return _whole(low, high)
        case YesNo():
            return st.booleans()
        case Ratio(low=low, above=above, high=high):
            return _ratio(low, above, high)
        case Text(longest=longest, shortest=shortest):
            return st.text("abc", min_size=shortest, max_size=min(longest, shortest + 5))
        case Choice(values=values):
            return st.sampled_from(values)
        case Nothing():
            return st.none()
        case Many(item=item, least=least, most=most):
            longest = least + 2 if most is None else min(most, least + 2)
            return st.lists(values_of(item), min_size=least, max_size=longest)
        case Several(items=items):
            return st.tuples(*map(values_of, items)).map(list)
        case Named(item=item):
            return st.dictionaries(st.sampled_from("abc"), values_of(item), max_size=2)
        case Group(record=record):
            return _record(record)
        case Tagged(records=records):
            return st.one_of(*map(_tagged, records))
        case Either(shapes=shapes):
            return st.one_of(*map(values_of, shapes))
        case Keyed(items=items):
            free = {name: values_of(each) for name, each, _ in items}
            return st.fixed_dictionaries({}, optional=free)
        case FieldsOf():
            changes = shape.fields().items()
            return st.one_of(*(st.fixed_dictionaries({n: values_of(s)}) for n, s in changes))
        case Json():
            return st.sampled_from([{}, {"a": 1}])
        case _:
            raise TypeError(f"no values for {shape!r}")


def _whole(low: int | None, high: int | None) -> st.SearchStrategy[int]:
    least = low if low is not None else min(-5, high or 0)
    most = high if high is not None else max(5, least)
    near = (
        st.integers(max(least, -3), min(most, 12)) if least <= 12 and most >= -3 else st.nothing()
    )
    return st.one_of(near, st.sampled_from([least, most]))


def _ratio(
    low: Fraction | None, above: Fraction | None, high: Fraction | None
) -> st.SearchStrategy[str]:
    least = low if low is not None else above if above is not None else Fraction(-3)
    most = high if high is not None else least + 3
    drawn = st.fractions(least, most, max_denominator=4)
    return drawn.filter(lambda number: above is None or number > above).map(str)


def _record(record: type[Any]) -> st.SearchStrategy[dict[str, Any]]:
    fields = fields_of(record)
    needed = {name: values_of(f.shape) for name, f in fields.items() if f.required}
    free = {name: values_of(f.shape) for name, f in fields.items() if not f.required}
    return st.fixed_dictionaries(needed, optional=free)


def _tagged(record: type[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return _record(record).map(lambda values: {"type": tag_of(record), **values})


@st.composite
def mutated(draw: st.DrawFn, record: type[Any], params: Mapping[str, Any]) -> dict[str, Any]:
    """`params` with one to three values drawn again, at the top or inside."""
    changed = dict(params)
    fields = fields_of(record)
    if not fields:
        return changed
    for name in draw(st.lists(st.sampled_from(list(fields)), min_size=1, max_size=3, unique=True)):
        shape, value = fields[name].shape, changed.get(name)
        inner = _inside(shape, value)
        changed[name] = draw(values_of(shape) if inner is None else inner)
    return changed


def _inside(shape: Shape, value: Any) -> st.SearchStrategy[Any] | None:
    """Return the record with one inner value drawn again. None: it has no inner value."""
    match shape, value:
        case Group(record=record), dict():
            return mutated(record, value)
        case Many(item=Group(record=record)), [*members] if members:

            @st.composite
            def one_member(draw: st.DrawFn) -> list[Any]:
                place = draw(st.integers(0, len(members) - 1))
                return [
                    draw(mutated(record, member)) if at == place else member
                    for at, member in enumerate(members)
                ]

            return one_member()
        case _:
            return None
