"""The dice of an evening as a seat saw them fall, compared with fair dice.

Only throws that the seat may read are counted. Intervals hold 19 times in 20. This module may
import visibility and the state of a table; it must not know how a page draws a tally.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from tablee.dice.chain_die import sides_in
from tablee.table.log.state_parts import Run
from tablee.table.log.table_state import State
from tablee.table.replay import Replays
from tablee.table.seats import holder
from tablee.table.views.throw_origins import HOUSE, throw_origins
from tablee.table.views.visibility import Visibility

PAUSE = 6 * 3600 * 1000
"""Milliseconds without a throw after which a new evening begins."""
LEVEL = 0.95
SPREAD = 1.959964
"""Standard deviations about the mean that hold with this chance, for many dice."""


class Face(msgspec.Struct, frozen=True):
    """How often a face fell, and the interval in which that number is expected."""

    face: int
    count: Annotated[int, Meta(description="combien de fois elle est tombée")]
    low: Annotated[int, Meta(description="le moins que l’on attend, 19 fois sur 20")]
    high: Annotated[int, Meta(description="le plus que l’on attend")]


class Tally(msgspec.Struct, frozen=True):
    """Dice of one kind thrown by one seat, and the interval in which their mean is expected. House
    dice and typed faces are counted apart."""

    seat: Annotated[str, Meta(description="le siège qui les a lancés ; vide : tous")]
    sides: int
    count: int
    mean: float
    expected: float
    low: Annotated[float, Meta(description="la moyenne la plus basse que l’on attend")]
    high: Annotated[float, Meta(description="la plus haute")]
    faces: tuple[Face, ...]
    typed: Annotated[bool, Meta(description="des faces saisies, et non des dés de la maison")] = (
        False
    )

    @property
    def usual(self) -> bool:
        """Return whether the mean lies in its interval."""
        return self.low <= self.mean <= self.high


class EveningDice(msgspec.Struct, frozen=True):
    """All dice that a seat saw fall since the last long pause."""

    dice: Sequence[Tally]


class _Thrown(msgspec.Struct, frozen=True):
    """A throw. `lowest`: the lowest face, or 1 in logs that do not record it."""

    seat: str
    sides: int
    lowest: int
    faces: tuple[int, ...]
    typed: bool


def tallies(
    state: State,
    seat: str,
    replays: Replays,
    runs: Iterable[Run] | None = None,
    between: tuple[float, float] | None = None,
) -> list[Tally]:
    """Return the tallies of each kind of die in some runs, by default since the last long pause: of
    all seats, then of each seat. `between`: free throws from the first of these times on and before
    the second one count too (milliseconds); by default those from the first run on."""
    visibility = Visibility(state, seat)
    known = filter(visibility.knows_run, state.runs.latest() if runs is None else runs)
    chosen = _evening(known) if runs is None else list(known)
    since, until = between or (min((run.at for run in chosen), default=0), math.inf)
    thrown = [*_thrown(visibility, chosen, replays), *_freely(visibility, since, until)]
    found = []
    for sides, typed in sorted({(each.sides, each.typed) for each in thrown}):
        alike = [each for each in thrown if (each.sides, each.typed) == (sides, typed)]
        lowest = min(each.lowest for each in alike)
        found.append(_tally("", sides, lowest, alike))
        for who in state.seats:
            own = [each for each in alike if each.seat == who]
            if own and len(own) < len(alike):
                found.append(_tally(who, sides, lowest, own))
    return found


def _thrown(visibility: Visibility, runs: Iterable[Run], replays: Replays) -> Iterator[_Thrown]:
    state = visibility.state
    for run in runs:
        session = replays.session(state, run) if run.status == "open" else None
        origins = throw_origins(run, visibility.all_lines(run, session))
        for line in visibility.lines(run, session):
            if line.kind == "roll":
                sides = sides_in(str(line.numbers["dice"]))
                who = holder(state, run, str(line.numbers["who"]))
                faces = tuple(line.numbers["faces"])
                lowest = line.numbers.get("lowest", min((1, *faces)))  # old logs do not have it
                typed = origins.get(id(line), HOUSE) != HOUSE
                yield _Thrown(who, sides, lowest, faces, typed)


def _freely(visibility: Visibility, since: float, until: float) -> Iterator[_Thrown]:
    """Yield the free throws from a time on and before another one."""
    for item in visibility.state.story:
        if item.kind == "free_throw" and since <= item.at < until and visibility.reads_item(item):
            for each in item.throws:
                faces = tuple(each.faces)
                yield _Thrown(item.by, sides_in(each.dice), 1, faces, typed=False)


def _evening(latest: Iterable[Run]) -> list[Run]:
    """Return the runs since the last long pause, oldest first. `latest`: runs, newest first."""
    found: list[Run] = []
    for run in latest:
        if found and found[-1].at - run.at > PAUSE:
            break
        found.append(run)
    return found[::-1]


def _tally(seat: str, sides: int, lowest: int, thrown: list[_Thrown]) -> Tally:
    faces = [face for each in thrown for face in each.faces]
    count, every = len(faces), range(lowest, lowest + sides)
    low, high = likely_count(count, sides)
    expected, wide = likely_mean(count, sides, lowest)
    return Tally(
        seat=seat,
        sides=sides,
        count=count,
        mean=sum(faces) / count,
        expected=expected,
        low=max(expected - wide, every[0]),
        high=min(expected + wide, every[-1]),
        faces=tuple(Face(face, faces.count(face), low, high) for face in every),
        typed=thrown[0].typed,
    )


def likely_mean(count: int, sides: int, lowest: int = 1) -> tuple[float, float]:
    """Return the expected mean of `count` faces of a fair die, and half the width of its interval
    (by the normal law)."""
    variance = (sides**2 - 1) / 12
    return lowest + (sides - 1) / 2, SPREAD * math.sqrt(variance / count)


def likely_count(count: int, sides: int) -> tuple[int, int]:
    """Return how often one face falls in `count` throws: the 2.5th and the 97.5th percentile of the
    binomial law."""
    tail, total, low = (1 - LEVEL) / 2, 0.0, None
    for times in range(count + 1):
        total += _binomial(times, count, 1 / sides)
        if low is None and total >= tail:
            low = times
        if total >= 1 - tail:
            return low or 0, times
    return low or 0, count


def _binomial(times: int, count: int, chance: float) -> float:
    """Return the chance of `times` successes; logarithms keep every factor above zero."""
    if chance == 1:  # a die of one side
        return float(times == count)
    ways = math.lgamma(count + 1) - math.lgamma(times + 1) - math.lgamma(count - times + 1)
    return math.exp(ways + times * math.log(chance) + (count - times) * math.log(1 - chance))
