"""A duel of `exil.duel` written by hand, for one pair of fighters and the default rulings.

Plain Python, which numba compiles as it is. The fighters split their Potentiel de Combat in halves, and
their full hits are coups puissants (EXIL-CBT, EXIL-CON, EXIL-PAS, EXIL-SAN).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

A: dict[str, Any] = {
    "talent": 10,
    "maniabilite": 4,
    "letalite": 2,
    "physique": "bon",
    "protection": 2,
}
B: dict[str, Any] = {"talent": 9, "letalite": 5, "physique": "excellent", "protection": 2}
"""The fighters of `duels`."""
TURNS = 20
LOWEST, SIZE = -24, 53
"""The PdS of a fighter are LOWEST or more, and LOWEST + SIZE - 1 or less."""
SHAPE = (3, TURNS + 1, SIZE, SIZE)
"""Results: the winner (a, b, nobody), the tours begun, the PdS of a and of b."""
Kernel = Callable[[int, Any], None]


def compiled(compile_function: Callable[[Any], Any]) -> Kernel:
    """Return `duels` with each function compiled."""

    @compile_function
    def wounds(pds: int, quarter: int) -> int:
        """Return the malus of health; `quarter`: of the unhurt PdS."""
        if pds >= 4 * quarter:
            return 0
        if pds >= 3 * quarter:
            return 1
        if pds >= 2 * quarter:
            return 3
        return 6 if pds >= quarter else 12

    @compile_function
    def blow(power: int, guard: int, bonus: int) -> int:
        """Return the damage of an attack. `bonus`: lethality and strength less armour."""
        if int(random.random() * 12) >= power:
            return 0
        if int(random.random() * 12) < guard:
            return max(0, power - guard)
        surplus = 7 if power >= 10 else 5 if power >= 7 else 3 if power >= 4 else 1
        return max(0, power - guard + bonus + surplus)

    @compile_function
    def duels(count: int, counts: Any) -> None:
        """Add the results of `count` duels to an array of `SHAPE`."""
        for _ in range(count):
            pds_a, pds_b, winner, turn = 24, 28, 2, 0
            while turn < TURNS and winner == 2:
                turn += 1
                pc_a = max(0, 14 - wounds(pds_a, 6))
                pc_b = max(0, 9 - wounds(pds_b, 7))
                poff_a, poff_b = pc_a // 2, pc_b // 2
                first = poff_a > poff_b or (poff_a == poff_b and random.random() < 0.5)
                if first:
                    pds_b -= blow(poff_a, pc_b - poff_b, 1)
                if pds_b >= 0:
                    pds_a -= blow(poff_b, pc_a - poff_a, 5)
                if not first and pds_a >= 0:
                    pds_b -= blow(poff_a, pc_b - poff_b, 1)
                if pds_a < 0 or pds_b < 0:
                    winner = 0 if pds_b < 0 else 1
            counts[winner, turn, pds_a - LOWEST, pds_b - LOWEST] += 1

    kernel: Kernel = duels
    return kernel


def in_python(function: Any) -> Any:
    """Return a function as it is, for `compiled`."""
    return function
