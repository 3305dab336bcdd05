"""The values of whole fights, for advice on any state of one.

A fight is explored once, for all utilities of its rule; the values of a utility are computed tick by
tick when they are first needed. Then every state is answered from the arrays. The last fights are kept.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import product
from typing import Any

from tablee.rules.procedure import Procedure, Utility, replace
from tablee.rules.readings.columns.clock import AtLimit
from tablee.rules.readings.columns.column import Unsuited
from tablee.rules.readings.columns.exploring import Exploration, Probed
from tablee.rules.readings.columns.first_bound import FirstBound
from tablee.rules.readings.columns.nearby import Nearby
from tablee.rules.readings.columns.plan import Plan
from tablee.rules.readings.columns.skeleton import States, without_clock
from tablee.rules.readings.columns.sweeping import Sweep
from tablee.rules.readings.columns.walk_setting import Looped, Role
from tablee.rules.readings.returned import check_range
from tablee.rules.readings.walk import Walker
from tablee.rules.readings.worlds import World
from tablee.rules.run_input import RunInput

MAX_FIGHTS, MAX_ROUNDS = 2, 8
"""Maximum numbers of fights that the process keeps: one takes up to 1.5 GB; and of single rounds: one takes
a few megabytes."""
Roots = Sequence[Procedure[Any]]
"""The states that a fight may be in, with the same number of ticks left."""
_fights: OrderedDict[Any, WholeFight] = OrderedDict()
_lock = threading.RLock()


class WholeFight:
    """One explored fight, with the sweeps of the worths that were asked for.

    `chances`: for each worth, whether all results are worth 0 or 1. `single`: whether it was explored
    with a single tick left, and for that alone.
    """

    def __init__(
        self,
        roots: Roots,
        question: RunInput,
        utilities: Sequence[Utility],
        seats: Sequence[str],
        role: Callable[[str], Role],
        walker: Walker,
        report_progress: Callable[[], None],
        probing: bool = False,
        watch: Callable[[Exploration, bool], None] | None = None,
    ) -> None:
        self.single = ticks_left(roots[0]) == 1
        self._worths = {pair: at for at, pair in enumerate(product(utilities, seats))}
        self._signs = tuple(-1.0 if role(seat) == "opposed" else 1.0 for _, seat in self._worths)
        self._chances = [True] * len(self._worths)
        as_laws: frozenset[type] = frozenset()
        least = 1
        while True:
            try:
                self.exploration = Exploration(
                    roots,
                    question.rulings,
                    self._worths_of(question.procedure),
                    self._signs,
                    role,
                    walker,
                    report_progress,
                    as_laws,
                    probing,
                    watch,
                    least,
                )
                break
            except AtLimit:
                least = 0
            except Looped as looped:
                if looped.kind in as_laws:
                    raise Unsuited("a sub-rule goes on as itself") from None
                as_laws |= {looped.kind}
        self.plan = Plan(self.exploration)
        self.nearby = Nearby(self.plan)
        self._sweeps: dict[int, Sweep] = {}

    def _worths_of(self, procedure: Procedure[Any]) -> Callable[[Any], tuple[Any, ...]]:
        def worths(result: Any) -> tuple[Any, ...]:
            found = tuple(worth(procedure, result, seat) for worth, seat in self._worths)
            for at, ((worth, _), value) in enumerate(zip(self._worths, found, strict=True)):
                check_range(procedure, worth, value)
                self._chances[at] = self._chances[at] and value in (0, 1)
            return found

        return worths

    def has(self, worth: Utility) -> bool:
        """Return whether the fight was explored for a utility."""
        return any(worth == each for each, _ in self._worths)

    def is_chance(self, worth: Utility, seat: str) -> bool:
        return self._chances[self._worths[worth, seat]]

    def sign(self, worth: Utility, seat: str) -> float:
        return self._signs[self._worths[worth, seat]]

    def sweep(self, worth: Utility, seat: str) -> Sweep:
        """Return the values of a worth, in the sense of the first seat."""
        owner = self.plan.owners[self._worths[worth, seat]]
        if owner not in self._sweeps:
            self._sweeps[owner] = Sweep(self.plan, owner, self._signs[owner])
        return self._sweeps[owner]


class Ahead:
    """The values of a utility to a seat, of the states of a fight with some ticks left."""

    def __init__(self, fight: WholeFight, worth: Utility, seat: str, ticks: int) -> None:
        self.chance = fight.is_chance(worth, seat)
        self._fight = fight
        self._ticks = ticks
        self._sign = fight.sign(worth, seat)
        self._sweep = fight.sweep(worth, seat)

    @property
    def error(self) -> float:
        """A bound on the error of the values so far."""
        return self._sweep.error_at(self._ticks - 1) + self._fight.nearby.gap

    def value(self, world: World) -> float | None:
        """Return the value of a world that is a state of the fight, else None."""
        found = self._found(world)
        if found is None:
            return None
        table, index, left = found
        if left == self._ticks:
            return self._sign * self._nearby().value(self._fight.plan.place_of(table, index))
        place = self._fight.plan.entered_place_of(table, index)
        if left != self._ticks - 1 or place is None:
            return None
        return self._sign * float(self._sweep.entered_values(left)[place])

    def game(self, world: World) -> Any:
        """Return the payoffs to the seat where a state of the fight begins with simultaneous
        choices: an array of its side's joint answers and of the other side's. Else None."""
        found = self._found(world)
        if found is None or found[2] != self._ticks:
            return None
        payoffs = self._nearby().game(self._fight.plan.place_of(*found[:2]))
        return payoffs if payoffs is None or self._sign > 0 else -payoffs.T

    def _found(self, world: World) -> tuple[States, int, int] | None:
        state = state_of_world(world)
        return None if state is None else self._fight.exploration.index_of(state)

    def _nearby(self) -> Nearby:
        nearby = self._fight.nearby
        nearby.move_to(self._sweep, self._ticks)
        return nearby


def state_of_world(world: World) -> Procedure[Any] | None:
    """Return the state that a world is at the beginning of, None elsewhere."""
    top = world.frames[-1]
    if top.sent or world.faces or world.secrets or top.gathering is not None:
        return None
    (root, *inner) = world.frames
    if not inner:
        return root.procedure
    plays = type(root.procedure).plays
    if len(inner) > 1 or not plays or root.sent or root.gathering is not None:
        return None
    return replace(root.procedure, **{plays: top.procedure})


def ticks_left(state: Procedure[Any]) -> int:
    """Return the ticks of the clock that are left in a state; 1 where it has no clock."""
    return without_clock(state)[2]


def forget() -> None:
    """Drop the fights that the process keeps."""
    with _lock:
        _fights.clear()


def kept() -> list[WholeFight]:
    """Return the fights that the process keeps, the last one last."""
    with _lock:
        return list(_fights.values())


def is_known(roots: Roots, question: RunInput, worth: Utility) -> bool:
    """Return whether a fight is kept that has the states `roots`."""
    with _lock:
        return _kept(roots, question, worth) is not None


def _kept(roots: Roots, question: RunInput, worth: Utility) -> WholeFight | None:
    fight = _fights.get((question.procedure, question.rulings))
    if fight is None or not fight.has(worth):
        return None
    if any(fight.exploration.index_of(root) is None for root in roots):
        return None
    return None if fight.single and ticks_left(roots[0]) > 1 else fight


def _explored(
    roots: Roots,
    question: RunInput,
    worth: Utility,
    walker: Walker,
    report_progress: Callable[[], None],
    probing: bool = False,
    watch: Callable[[Exploration, bool], None] | None = None,
) -> WholeFight:
    sides = question.procedure.sides()
    if not sides or len(set(sides.values())) > 2:
        raise Unsuited("a fight of more than two sides")
    seats = sorted(sides)

    def role(who: str) -> Role:
        if who not in sides:
            return "neutral"
        return "mine" if sides[who] == sides[seats[0]] else "opposed"

    utilities = _utilities(question, worth)
    return WholeFight(
        roots, question, utilities, seats, role, walker, report_progress, probing, watch
    )


def _utilities(question: RunInput, worth: Utility) -> list[Utility]:
    """Return the utilities for which a fight is explored."""
    utilities = list(type(question.procedure).utilities.values())
    return utilities if worth in utilities else [worth]


def _first_bound(
    root: Procedure[Any],
    question: RunInput,
    worth: Utility,
    seat: str,
    report_bound: Callable[[float, float], None] | None,
) -> FirstBound | None:
    """Return the interval of a worth to a seat, None where nothing bounds the worth."""
    limits = type(question.procedure).range_of(worth)
    if report_bound is None or limits is None:
        return None
    sides = question.procedure.sides()
    seats = sorted(sides)
    owner = _utilities(question, worth).index(worth) * len(seats) + seats.index(seat)
    sign = 1.0 if sides[seat] == sides[seats[0]] else -1.0
    return FirstBound(owner, sign, limits, ticks_left(root), report_bound)


def check_size(
    roots: Roots,
    question: RunInput,
    worth: Utility,
    walker: Walker,
    report_progress: Callable[[], None],
) -> None:
    """Raise `Refusal` for a fight whose first paths show that it is far too large, and `Unsuited`."""
    with suppress(Probed):
        _explored(roots, question, worth, walker, report_progress, probing=True)


def _make_room(single: bool) -> None:
    """Drop the oldest kept fights beyond the limit, less one: single rounds, or all others."""
    alike = [key for key, fight in _fights.items() if fight.single == single]
    for key in alike[: max(0, len(alike) + 1 - (MAX_ROUNDS if single else MAX_FIGHTS))]:
        del _fights[key]


def ahead_of(
    roots: Roots,
    question: RunInput,
    worth: Utility,
    seat: str,
    walker: Walker,
    report_progress: Callable[[], None],
    report_bound: Callable[[float, float], None] | None = None,
) -> Ahead:
    """Return the values of a fight in the states `roots` to a seat of one of two sides.

    `report_bound` is called with intervals for the value of the first one while it is computed (see
    `first_bound`). Raises `Unsuited`, also for other seats.
    """
    if seat not in question.procedure.sides():
        raise Unsuited("advice for a seat of no side")
    key = question.procedure, question.rulings
    first = _first_bound(roots[0], question, worth, seat, report_bound)

    def progress() -> None:
        report_progress()
        if first is not None:
            first.refine()

    with _lock:
        fight = _kept(roots, question, worth)
        if fight is None:
            _fights.pop(key, None)
            _make_room(ticks_left(roots[0]) == 1)
            watch = None if first is None else first.look
            fight = _explored(roots, question, worth, walker, progress, watch=watch)
            _fights[key] = fight
        if first is not None:
            first.finish_looking()
        _fights.move_to_end(key)
        found = fight.exploration.index_of(roots[0])
        assert found is not None
        ticks = found[2]
        fight.sweep(worth, seat).advance_to(ticks - 1, progress)
        return Ahead(fight, worth, seat, ticks)
