"""The numbers of Armes-Dieux that are not parameters of a procedure."""

from __future__ import annotations

from tablee.games.armes_dieux.fields import BonusId, Success

POIGNEE_MAX = 12
"""Most dice of a Poignée before the Malus (AD-MAX-01, AD-FIG-05)."""
BONUS_DICE = 3
"""Dice of one Bonus, or of one raise of a Figurant (T-02, T-03: AD-BON-02, AD-FIG-02)."""
BONUS_MAX = 2
"""Most Bonus of one Poignée, all different (AD-BON-07)."""
RAISE_MAX = 6
"""Most dice that all raises of a Figurant add together (AD-FIG-03)."""
BONUS: tuple[BonusId, ...] = ("aspect", "avantage", "effort", "magique")
ADDITIONAL_PRICE = 3
"""Qualités that one additional result costs (AD-ADD-01)."""
LUCK_DICE, LUCK_LEVEL, LUCK_QUALITIES = 4, 12, 3
"""Dice and SR of a Test de chance, and the Qualités of an unconditional Oui (AD-CHA-03, -06)."""

TIERS: tuple[tuple[int, Success], ...] = (
    (6, "exceptionnelle"),
    (3, "reussite"),
    (0, "reussite_revers"),
)
"""T-04 (AD-RES-06..08): least Qualités -> how a success turns out, the best first."""

NOTHING = (0, 0, 0, 0, 0, 0)
ONES = (1, 0, 0, 0, 0, 0)
EVENS = (0, 1, 0, 1, 0, 1)
EVENS_MASTERED = (0, 1, 0, 1, 0, 2)
BLOOD = (1, 1, 1, 1, 1, 1)
BLOOD_MASTERED = (1, 1, 1, 1, 1, 2)
"""The worth of each face of a d6, 1 to 6 (AD-RES-05, AD-SAN-02, AD-MAI-01)."""
