"""How much an exact reading may cost, counted as it arises, and what is said beyond it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tablee.rules.refusal import Refusal

EXCHANGE = 36_000
"""Steps for an exchange of a fight that somebody waits to choose in: one to two seconds, for each of
them takes longer than in a long fight, where most positions are known."""


class Budget:
    """Counts steps and states as they arise; refuses beyond its bounds.

    A step is an answer sent into a rule or the end of a path (some 4 microseconds): a rule is
    walked by replay, so a path of d answers counts d + 1. `table`: steps of a single law. `tick` is
    called often (but for a single law, which has up to `table` steps) with (steps, states), for a
    progress bar or to cancel by raising.
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
        self._steps, self._states = steps, states

    def spend_steps(self, count: int, where: str) -> None:
        """Count steps in the procedure `where`. Raises `Refusal` when there are too many."""
        self.steps_left -= count
        if self.steps_left < 0:
            raise too_large(where)
        self.breathe()

    def spend_state(self, where: str) -> None:
        self.states_left -= 1
        if self.states_left < 0:
            raise too_large(where)
        self.breathe()

    def breathe(self) -> None:
        """Call `tick`: also where work is done that nobody counts."""
        if self.tick is not None:
            self.tick(self._steps - self.steps_left, self._states - self.states_left)

    @property
    def steps_spent(self) -> int:
        return self._steps - self.steps_left

    def is_beyond(self, steps: float) -> bool:
        """Whether these are far more steps than are left."""
        return steps > 3 * self.steps_left

    def check_ahead(self, steps: float, where: str) -> None:
        """Refuse beforehand what is estimated to take far more steps than are left."""
        if self.is_beyond(steps):
            raise too_large(where)

    def pace(self, where: str, rounds: int) -> Iterator[None]:
        """To be drawn from after each of so many rounds of work. Refuses when twice in a row what
        one took, times those that are left, is far too much."""
        before, late = self.steps_spent, False
        for left in range(rounds - 1, -1, -1):
            yield
            beyond = self.is_beyond(left * (self.steps_spent - before))
            if late and beyond:
                raise too_large(where)
            before, late = self.steps_spent, beyond

    def check_table(self, cost: int, where: str) -> None:
        """Refuse beforehand a single law that would take more than `table` steps."""
        if cost > self.table:
            raise too_large(where)


def too_large(where: str) -> Refusal:
    return Refusal(
        "too_large",
        where,
        None,
        "trop long à calculer exactement ; ne demandez que certains champs (by), réduisez les "
        "paramètres ou échantillonnez (simulate)",
    )
