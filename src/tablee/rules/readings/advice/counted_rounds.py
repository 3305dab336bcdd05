"""The work of a walk whose states have a number that only rises or only falls: rounds, blows, oil left.

States that differ in this number alone lead to states that differ in it alone. So a walk over the
states without the number, and the numbers that each may have, give the work of the whole walk.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any

import msgspec

from tablee.rules.readings.budget import Budget
from tablee.rules.readings.solving.stakes import Prospect
from tablee.rules.readings.worlds import World

MAX_STEPS = 80_000
"""Maximum steps for an estimate: about one second."""
MIN_NUMBERS = 8
"""Minimum different values of such a number."""
MAX_SPREADS = 20_000
"""Maximum worlds from which numbers are passed on; without the rest the estimate is too low."""

Found = Mapping[int, tuple[World, Prospect]]
"""The positions of a walk, with their worlds and outcomes."""
Outcome = Callable[[World, Any], int]
"""Function that returns the position of an outcome of a world."""
_Leaves = dict[str, Any]


def counted_work(found: Found, root: int, outcome: Outcome, budget: Budget) -> float:
    """Return an estimate of the steps of the whole walk from `root`; 0 without such a number."""
    path, numbers = _counter(found)
    if not path:
        return 0
    walk = _Walk(found, path, outcome, budget)
    walk.explore(root, budget.steps_spent + MAX_STEPS)
    return walk.work(root, max(numbers) - min(numbers))


def _leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the values of a record, also of the records in it, by path."""
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _leaves(getattr(value, name), f"{path}.{name}")
    else:
        yield path, value


def _state(world: World) -> _Leaves:
    procedure = world.frames[0].procedure
    return {"": type(procedure)} | dict(_leaves(procedure))


def _counter(found: Found) -> tuple[str, set[int]]:
    """Return the path of the number that changes in one direction alone, and its values. Of several,
    the one with the most values."""
    rising: dict[str, set[bool]] = {}
    numbers: dict[str, set[int]] = {}
    for world, prospect in found.values():
        before = _state(world)
        for key in prospect.outcomes:
            if key[0] != "state" or len(world.frames) > 1:
                continue
            for path, number in _leaves(key[1]):
                was = before.get(path)
                if type(number) is int and type(was) is int:
                    numbers.setdefault(path, {was}).add(number)
                    if number != was:
                        rising.setdefault(path, set()).add(number > was)
    counters = {path: numbers[path] for path, ways in rising.items() if len(ways) == 1}
    path = max(counters, key=lambda each: len(counters[each]), default="")
    found_numbers = counters.get(path, set())
    return (path, found_numbers) if len(found_numbers) >= MIN_NUMBERS else ("", set())


class _Walk:
    """A walk over the worlds without the number of their states."""

    def __init__(self, found: Found, path: str, outcome: Outcome, budget: Budget) -> None:
        self._found = found
        self._path = path
        self._outcome = outcome
        self._budget = budget
        self._steps_of: dict[Hashable, float] = {}
        """Steps to explore each world that was explored."""
        self._after: dict[Hashable, set[tuple[Hashable, int]]] = {}
        """The worlds that follow each, and how much the number changes."""

    def explore(self, root: int, last_step: int) -> None:
        """Explore one position of each world, up to a number of steps."""
        waiting, known = [root], {self._key(self._found[root][0])[0]}
        while waiting and self._budget.steps_spent < last_step:
            world, prospect = self._found[waiting.pop()]
            here, number = self._key(world)
            after = self._after.setdefault(here, set())
            for outcome in prospect.outcomes:
                if outcome[0] == "result" and len(world.frames) == 1:
                    continue
                if outcome[0] == "state":
                    following, later = self._key(world.became(outcome[1]))
                    after.add((following, abs(later - number)))
                    if following in known:
                        continue
                    known.add(following)
                before = self._budget.steps_spent
                place = self._outcome(world, outcome)
                if place not in self._found:
                    continue
                reached, later = self._key(self._found[place][0])
                if outcome[0] != "state":
                    after.add((reached, abs(later - number)))
                self._steps_of[reached] = self._budget.steps_spent - before
                if outcome[0] == "state" or reached not in known:
                    known.add(reached)
                    waiting.append(place)

    def work(self, root: int, numbers: int) -> float:
        """Return the steps of all worlds, each with all its numbers up to the greatest."""
        start = self._key(self._found[root][0])[0]
        every = (1 << numbers + 1) - 1
        reached, waiting = {start: 1}, deque([start])
        for _ in range(MAX_SPREADS):
            if not waiting:
                break
            here = waiting.popleft()
            for following, more in self._after.get(here, ()):
                before = reached.get(following, 0)
                now = before | (reached[here] << more & every)
                if now != before:
                    reached[following] = now
                    waiting.append(following)
        steps = self._steps_of
        mean = sum(steps.values()) / max(1, len(steps))
        return sum(steps.get(key, mean) * each.bit_count() for key, each in reached.items())

    def _key(self, world: World) -> tuple[Hashable, int]:
        """Return a world without its number, and the number."""
        state = _state(world)
        number = state.pop(self._path, 0)
        first, *inner = world.frames
        rest = (tuple(state.items()), first.sent, *inner, world.faces, world.secrets)
        return rest, number
