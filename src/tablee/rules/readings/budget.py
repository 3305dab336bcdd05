"""How much an exact reading may cost, counted as it arises, and what is said beyond it."""

from __future__ import annotations

from collections.abc import Callable

from tablee.rules.refusal import Refusal

__all__ = ["Budget"]


class Budget:
    """Counts leaves (ends of the paths walked) and states; refuses beyond its bounds.

    `tick` is called now and then with (leaves, states), for a progress bar or to cancel by raising.
    """

    def __init__(
        self,
        leaves: int = 3_000_000,
        states: int = 300_000,
        table: int = 3_000_000,
        tick: Callable[[int, int], None] | None = None,
    ) -> None:
        self.leaves_left = leaves
        self.states_left = states
        self.table = table
        self.tick = tick
        self._leaves, self._states = leaves, states

    def spend_leaves(self, count: int, where: str) -> None:
        """Count walked paths of the procedure `where`. Raises `Refusal` when there are too many."""
        self.leaves_left -= count
        if self.leaves_left < 0:
            raise too_large(where)
        if self.tick is not None:
            self.tick(self._leaves - self.leaves_left, self._states - self.states_left)

    def spend_state(self, where: str) -> None:
        self.states_left -= 1
        if self.states_left < 0:
            raise too_large(where)

    def check_table(self, cost: int, where: str) -> None:
        """Refuse beforehand a single law that would take more than `table` steps."""
        if cost > self.table:
            raise too_large(where)


def too_large(where: str) -> Refusal:
    return Refusal(
        "too_large",
        where,
        None,
        "trop long à calculer exactement ; ne demandez que certains champs (« --by »), réduisez "
        "les paramètres ou échantillonnez (« simulate »)",
    )
