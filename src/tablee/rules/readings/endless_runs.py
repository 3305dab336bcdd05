"""The cause of a walk that is too large: a run that asks, calls or counts without an end in sight."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from tablee.rules.readings.worlds import FrameState, World
from tablee.rules.refusal import Refusal
from tablee.rules.rule_watch import endless_calls, endless_counter, endless_path
from tablee.rules.schema import fields_of
from tablee.rules.shapes import Whole

MAX_ANSWERS, MAX_FRAMES = 300, 60
"""Maximum answers in a row, and maximum nested calls, of a run that is weighed."""
MANY_ANSWERS, MANY_FRAMES = 12, 12
"""Answers in a row, and nested calls, that are the cause of a walk that is too large."""
MAX_READ = 20_000
"""Maximum worlds that are read for a cause."""
MAX_COUNTERS, MANY_VALUES = 3, 5
"""Maximum number of counters that are followed, and minimum different values of one."""
STARTS = 2
"""Number of worlds from which a counter is followed."""
MAX_SEARCHED = 12
"""Maximum worlds that are searched for the next one that differs by the counter alone."""
MAX_BOUNDS = 16
"""Maximum numbers that are tried as the bound of a counter."""
ROUNDS = 60
"""Number of times that a counter grows before it is taken for one without a bound."""
FAR = 100_000
"""Distance to a number that a counter with a bound does not pass."""
PASSED = 4
"""Number of times that a counter grows from a possible bound before it is taken to have passed it."""

After = Callable[[World], list[World]]
"""Function that returns the worlds that follow one."""
Line = Callable[[FrameState], int]
"""Function that returns the line at which a rule waits."""


def is_endless_world(world: World) -> bool:
    """Return whether a run has asked too often in a row, or nests too many calls."""
    return len(world.frames) > MAX_FRAMES or len(world.frames[-1].sent) > MAX_ANSWERS


def endless_run(worlds: Sequence[World], after: After, line: Line) -> Refusal | None:
    """Return the refusal of a run that goes on for ever, None without a sign of one.

    `worlds`: some that a walk has reached.
    """
    reached = worlds[:MAX_READ]
    if not reached:
        return None
    deepest = max(reached, key=lambda world: len(world.frames))
    if len(deepest.frames) > MANY_FRAMES:
        frame = deepest.frames[-2]
        return endless_calls(frame.procedure.id, line(frame), len(deepest.frames) - 1)
    longest = max((world.frames[-1] for world in reached), key=lambda frame: len(frame.sent))
    if len(longest.sent) > MANY_ANSWERS:
        return endless_path(longest.procedure.id, line(longest), len(longest.sent))
    counters = _moving_numbers(reached)
    return next(
        (
            endless_counter(world.frames[0].procedure.id, path[-1], ROUNDS)
            for world in reached[-STARTS:]
            for path in counters
            if any(_has_no_bound(world, path, way, after) for way in (1, -1))
        ),
        None,
    )


def _has_no_bound(world: World, path: tuple[str, ...], way: int, after: After) -> bool:
    """Return whether a number goes on, up (`way` 1) or down (-1), in a run from `world`, past each
    number that may be its bound."""
    number = _split(world, path)[1]
    starts = [number + way * FAR, *(each - 2 * way for each in _possible_bounds(world))]
    return (
        all(
            _rounds(_with_number(world, path, start), path, way, after, PASSED) == PASSED
            for start in starts
        )
        and _rounds(world, path, way, after, ROUNDS) == ROUNDS
    )


def _possible_bounds(world: World) -> list[int]:
    """Return the numbers with which the rule of a run may compare another: those of its state, and
    those in its code."""
    procedure = world.frames[0].procedure
    rule = type(procedure).rule
    found = {0, *(number for _, number in _numbers(procedure))}
    for name in (*rule.__code__.co_consts, *map(rule.__globals__.get, rule.__code__.co_names)):
        if type(name) is int:
            found.add(name)
    return sorted(found)[:MAX_BOUNDS]


def _moving_numbers(reached: Iterable[World]) -> list[tuple[str, ...]]:
    """Return the paths of the numbers that have many values in these worlds."""
    values: dict[tuple[str, ...], set[int]] = {}
    for world in reached:
        procedure = world.frames[0].procedure
        if type(procedure).clock:
            continue
        for path, number in _numbers(procedure):
            values.setdefault(path, set()).add(number)
    most = sorted(values, key=lambda path: len(values[path]), reverse=True)
    return [path for path in most[:MAX_COUNTERS] if len(values[path]) >= MANY_VALUES]


def _numbers(record: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield the whole numbers of a record, also of the records in it, that have no bound of their own,
    by path."""
    if isinstance(record, msgspec.Struct):
        fields = fields_of(type(record))
        for name in record.__struct_fields__:
            shape = fields[name].shape if name in fields else None
            bounded = isinstance(shape, Whole) and None not in (shape.low, shape.high)
            if not bounded:
                yield from _numbers(getattr(record, name), (*path, name))
    elif type(record) is int:
        yield path, record


def _rounds(world: World, path: tuple[str, ...], way: int, after: After, most: int) -> int:
    """Return how often a run from `world` comes back to it with a number moved on, at most `most`."""
    for count in range(most):
        try:
            following = _next_round(world, path, way, after)
        except Exception:  # the rule does not take such a number
            return count
        if following is None:
            return count
        world = following
    return most


def _next_round(world: World, path: tuple[str, ...], way: int, after: After) -> World | None:
    """Return a world that differs from `world` by a number moved on, and that may follow it."""
    here, number = _split(world, path)
    waiting, seen = [world], {world}
    while waiting and len(seen) < MAX_SEARCHED:
        for following in after(waiting.pop()):
            if following in seen:
                continue
            there, moved = _split(following, path)
            if there == here and (moved - number) * way > 0:
                return following
            seen.add(following)
            waiting.append(following)
    return None


def _split(world: World, path: tuple[str, ...]) -> tuple[World, int]:
    """Return a world with 0 in the place of its number, and the number."""
    number: Any = world.frames[0].procedure
    for name in path:
        number = getattr(number, name, 0)
    return _with_number(world, path, 0), number


def _with_number(world: World, path: tuple[str, ...], number: int) -> World:
    def replaced(record: Any, names: tuple[str, ...]) -> Any:
        if not names:
            return number
        if not hasattr(record, names[0]):  # another rule
            return record
        inner = replaced(getattr(record, names[0]), names[1:])
        return replace(record, **{names[0]: inner})

    first, *inner = world.frames
    procedure = replaced(first.procedure, path)
    return replace(world, frames=(replace(first, procedure=procedure), *inner))
