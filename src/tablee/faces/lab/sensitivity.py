"""What changes most: how far a measure moves while one axis alone varies."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

import msgspec


class AxisEffect(msgspec.Struct, frozen=True):
    """The range (highest less lowest value) of a measure along one axis, the others fixed: its mean
    and maximum over all settings of the others. `axis`: its place in the study."""

    axis: int
    mean: float
    maximum: float


def axis_effects(shape: Sequence[int], values: Mapping[int, float]) -> list[AxisEffect]:
    """Return the effect of each axis, the largest mean first.

    `shape`: points of each axis; `values`: index of a cell -> value. Settings with fewer than two
    values are left out; an axis without any has no effect here.
    """
    found = []
    for axis, size in enumerate(shape):
        ranges = []
        for line in lines_along(shape, axis):
            known = [values[index] for index in line if index in values]
            if len(known) > 1:
                ranges.append(max(known) - min(known))
        if ranges and size > 1:
            found.append(AxisEffect(axis, sum(ranges) / len(ranges), max(ranges)))
    return sorted(found, key=lambda effect: -effect.mean)


def lines_along(shape: Sequence[int], axis: int) -> list[list[int]]:
    """Return the cells of each setting of the other axes, in order along `axis`."""
    others = [range(size) if place != axis else (0,) for place, size in enumerate(shape)]
    step = stride(shape, axis)
    return [
        [index_of(shape, start) + step * point for point in range(shape[axis])]
        for start in itertools.product(*others)
    ]


def index_of(shape: Sequence[int], points: Sequence[int]) -> int:
    """Return the index of a cell from the places of its points."""
    index = 0
    for size, point in zip(shape, points, strict=True):
        index = index * size + point
    return index


def stride(shape: Sequence[int], axis: int) -> int:
    """Return the difference of index between neighbours along an axis."""
    step = 1
    for size in shape[axis + 1 :]:
        step *= size
    return step
