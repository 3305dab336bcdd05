"""The limit on the cost of an exact reading, and the refusal beyond it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tablee.rules.readings.free_choices import FreeChoices
from tablee.rules.refusal import Refusal
from tablee.rules.rule_watch import beat

SECONDS_PER_STEP = 5e-6
"""Processor time that a step may take before the watch over rules looks at it."""
EXCHANGE_STEPS = 36_000
"""Maximum steps of advice on an exchange of a fight, for which a player waits: one to two seconds. A
step takes longer there than in a long fight, where most positions are in the memo."""

FIRST_STEPS = 8_000
"""Maximum steps of advice on a whole fight before a process of its own explores it: under half a second.
A larger fight would wait for the end of a walk that is often refused."""


class Budget:
    """Counter of steps and states, which refuses to exceed its limits.

    A step is a value sent into a rule or the end of a path (about 4 microseconds): the walk replays
    a rule, so a path of d answers counts d + 1 steps. `table`: maximum steps of the law of one roll.
    `choices`: the free choices that were met. `counts_results`: whether the last work was on results,
    so that fewer fields of them would take less.
    `tick` is called often with (steps, states), to show progress, or to cancel by raising; it is
    not called during the law of one roll. `bound`: a proven interval for the value that advice
    computes, as soon as there is one; only with a `tick`. `until`: processor time of the thread,
    and steps, after which work that nothing has estimated is refused; None: never.
    """

    def __init__(
        self,
        steps: int = 3_000_000,
        states: int = 300_000,
        table: int = 3_000_000,
        tick: Callable[[int, int], None] | None = None,
    ) -> None:
        self.steps_left = steps
        self.states_left = states
        self.table = table
        self.tick = tick
        self.choices = FreeChoices()
        self.bound: tuple[float, float] | None = None
        self.counts_results = False
        self.until: tuple[float, int] | None = None
        self._steps, self._states = steps, states

    def renew(self, other: Budget) -> None:
        """Take the limits, the counts, the `tick` and the choices of another budget."""
        self.steps_left, self.states_left = other.steps_left, other.states_left
        self._steps, self._states = other._steps, other._states
        self.table, self.tick, self.choices = other.table, other.tick, other.choices
        self.until = other.until

    def part(self, steps: int) -> Budget:
        """Return a budget of `steps` for a first try, with the same tick, choices and time."""
        part = Budget(steps, tick=self.tick)
        part.choices, part.until = self.choices, self.until
        return part

    def limit_time(self, seconds: float, steps: int) -> None:
        """Refuse work after some processor time from now, but not before it has taken `steps`."""
        self.until = time.thread_time() + seconds, steps

    def count_time(self, tried: Budget) -> None:
        """Count the steps of a first try among those that are never too late."""
        if self.until is not None:
            self.until = self.until[0], self.until[1] - tried.steps_spent

    def spend_steps(self, count: int, where: str) -> None:
        """Count steps in the procedure `where`. Raises `Refusal`, and counts none, beyond the limit."""
        allow(count)
        if count > self.steps_left or self._is_late():
            raise too_large(where)
        self.steps_left -= count
        self.report_progress()

    def _is_late(self) -> bool:
        if self.until is None or self.steps_spent <= self.until[1]:
            return False
        return time.thread_time() > self.until[0]

    def spend_state(self, where: str) -> None:
        """Count a state of the procedure `where`. Raises `Refusal` beyond the limit."""
        self.states_left -= 1
        if self.states_left < 0:
            raise too_large(where)
        self.report_progress()

    def report_progress(self) -> None:
        """Call `tick`, also during work that is not counted."""
        if self.tick is not None:
            self.tick(self._steps - self.steps_left, self._states - self.states_left)

    def report_bound(self, low: float, high: float) -> None:
        """Set `bound`, and call `tick`."""
        self.bound = low, high
        self.report_progress()

    @property
    def steps_spent(self) -> int:
        """Steps counted so far."""
        return self._steps - self.steps_left

    def is_beyond(self, steps: float) -> bool:
        """Return whether `steps` is far more than the steps left."""
        return steps > 3 * self.steps_left

    def check_ahead(self, steps: float, where: str) -> None:
        """Raise `Refusal` for an estimate of far more steps than are left."""
        if self.is_beyond(steps):
            raise too_large(where)

    def pace(self, where: str, rounds: int) -> Iterator[None]:
        """Yield once for each of `rounds` equal rounds of work, to check their cost.

        Raises `Refusal` when twice in a row the last round, times the rounds left, costs far too
        much.
        """
        before, late = self.steps_spent, False
        for left in range(rounds - 1, -1, -1):
            yield
            beyond = self.is_beyond(left * (self.steps_spent - before))
            if late and beyond:
                raise too_large(where)
            before, late = self.steps_spent, beyond

    def check_table(self, cost: int, where: str) -> None:
        """Raise `Refusal` for a law of one roll that takes more than `table` steps."""
        if cost > self.table:
            raise too_large(where)
        allow(cost)

    def table_spender(self, where: str) -> Callable[[int], None]:
        """Return a function that counts steps of the law of one roll, up to `table`. It raises
        `Refusal`."""
        left = self.table

        def spend(steps: int) -> None:
            nonlocal left
            left -= steps
            if left < 0:
                raise too_large(where)
            allow(steps)

        return spend


def allow(steps: int) -> None:
    """Let work of some steps go on that no budget counts, under the watch over rules."""
    beat(steps * SECONDS_PER_STEP)


TOO_LARGE = "trop long à calculer exactement ; réduisez les paramètres ou échantillonnez (simulate)"
"""What helps against a computation that exceeds a limit."""
TOO_LARGE_RESULTS = (
    "trop long à calculer exactement ; ne demandez que certains champs (by), réduisez les "
    "paramètres ou échantillonnez (simulate)"
)
"""What helps where the fields of the result are a part of the cost."""


@contextmanager
def naming_costly_choice(budget: Budget) -> Iterator[None]:
    """Replace the refusal of a computation that is too large by one that names the choice which costs
    most, if any."""
    try:
        yield
    except Refusal as refusal:
        if refusal.allowed != TOO_LARGE:
            raise
        raise budget.choices.refusal() or refusal from None


def too_large(where: str) -> Refusal:
    """Return the refusal of a computation that exceeds a limit."""
    return Refusal("too_large", where, None, TOO_LARGE)
