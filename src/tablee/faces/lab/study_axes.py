"""The axes of a study: the values of one parameter, or labelled points that set several."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from tablee.rules.contract_json import ParamsJson
from tablee.rules.procedure import Procedure
from tablee.rules.refusal import refuse

MOST_CELLS = 100_000
Text = Annotated[str, Meta(min_length=1, max_length=2000)]


class Bilingual(msgspec.Struct, frozen=True):
    """A text in both languages."""

    fr: Text
    en: Text


Names = Annotated[str, Meta(max_length=2000)] | Bilingual
"""A text in one language for all readers, or in both."""


class PointEntry(msgspec.Struct, frozen=True):
    """A labelled point: the parameters that it sets."""

    label: Names
    set: Annotated[ParamsJson, Meta(min_length=1)]


class AxisEntry(msgspec.Struct, frozen=True, rename={"start": "from", "end": "to"}):
    """An axis as it is written: `values`, or `from`, `to` and `step`, or labelled points.

    `name`: the parameter (`a.talent`) that takes the values; with points, any name.
    """

    name: Annotated[str, Meta(min_length=1, max_length=100)]
    label: Names | None = None
    values: Annotated[tuple[Any, ...], Meta(min_length=1, max_length=10_000)] | None = None
    start: int | None = None
    end: int | None = None
    step: Annotated[int, Meta(ge=1)] = 1
    point: tuple[PointEntry, ...] = ()


class AxisPoint(msgspec.Struct, frozen=True):
    """One value of an axis. `key`: the value in the tables; `set`: path -> value."""

    key: Any
    set: ParamsJson
    label: Names | None = None


class Axis(msgspec.Struct, frozen=True):
    """One axis with its points, in order. `parameter`: whether its name is that of a parameter."""

    name: str
    points: tuple[AxisPoint, ...]
    label: Names | None = None
    parameter: bool = True

    @property
    def is_numeric(self) -> bool:
        """Whether the points are numbers."""
        return all(type(point.key) in (int, float) for point in self.points)


Check = Callable[[type[Procedure[Any]], str, str], None]
"""A function that refuses an unknown parameter: (procedure, path, field of the refusal)."""


def checked_axes(
    entries: Sequence[AxisEntry], kind: type[Procedure[Any]], check: Check
) -> tuple[Axis, ...]:
    """Return the axes. Raises `Refusal` naming the first invalid field."""
    found: dict[str, Axis] = {}
    cells = 1
    for place, entry in enumerate(entries):
        field = f"axis[{place}]"
        if entry.name in found:
            raise refuse(f"{field}.name", entry.name, "un nom que n’a aucun autre axe")
        axis = _axis(entry, kind, check, field)
        keys = [json.dumps(point.key, sort_keys=True) for point in axis.points]
        if len(set(keys)) < len(keys):
            twice = next(key for key in keys if keys.count(key) > 1)
            raise refuse(f"{field}.values", twice, "des valeurs toutes différentes")
        found[entry.name] = axis
        cells *= len(axis.points)
    if cells > MOST_CELLS:
        raise refuse("axis", cells, "au plus {n:cas|cas} en tout", n=MOST_CELLS)
    return tuple(found.values())


def _axis(entry: AxisEntry, kind: type[Procedure[Any]], check: Check, field: str) -> Axis:
    ways = (
        entry.values is not None,
        entry.start is not None or entry.end is not None,
        bool(entry.point),
    )
    if sum(ways) != 1:
        raise refuse(field, entry.name, "« values », ou « from » et « to », ou « point »")
    if entry.point:
        for number, point in enumerate(entry.point):
            for name in point.set:
                check(kind, name, f"{field}.point[{number}].set.{name}")
        points = [AxisPoint(french(each.label), each.set, each.label) for each in entry.point]
        return Axis(entry.name, tuple(points), entry.label, parameter=False)
    check(kind, entry.name, f"{field}.name")
    values = entry.values if entry.values is not None else _range(entry, field)
    points = [AxisPoint(value, {entry.name: value}) for value in values]
    return Axis(entry.name, tuple(points), entry.label)


def _range(entry: AxisEntry, field: str) -> range:
    if entry.start is None:
        raise refuse(f"{field}.from", None, "un nombre entier, avec « to »")
    if entry.end is None or entry.end < entry.start:
        raise refuse(f"{field}.to", entry.end, "un entier à partir de {low}", low=entry.start)
    values = range(entry.start, entry.end + 1, entry.step)
    if len(values) > MOST_CELLS:
        raise refuse(f"{field}.to", entry.end, "au plus {n:cas|cas} en tout", n=MOST_CELLS)
    return values


def french(names: Names) -> str:
    """Return the French text, or the only one."""
    return names if isinstance(names, str) else names.fr
