"""The tables as data: ladder, dice, adversaries, effects of Magie, levels of the d6-only
variant."""

from __future__ import annotations

from collections.abc import Mapping

from tablee.games.socle.fields import Effet, Size, Tn

LADDER: tuple[Tn, ...] = (4, 6, 8, 12)
"""TN, from easy to hard (T-01, SOC-RES-01, SOC-DIF-01)."""
SIZES: tuple[Size, ...] = (6, 8, 10, 12, 20)
"""Dice; help goes one to the right (T-03, SOC-AID-02)."""
ADVERSARY_TN: Mapping[str, Tn] = {"pion": 6, "elite": 8, "boss": 12}
"""T-04, ruling R-08 (SOC-ATK-04)."""
ADVERSARY_SHIFT: Mapping[str, int] = {"pion": 0, "elite": 1, "boss": 2}
"""T-04: what an adversary adds to the seuil when only d6 are used (SOC-SIX-05)."""
EFFECTS: Mapping[Effet, tuple[Tn, int]] = {
    "astuce": (4, 1),
    "standard": (6, 1),
    "fort": (8, 2),
    "grande_puissance": (12, 3),
}
"""T-05 (SOC-MAG-05): TN and Mana of an effect (an astuce costs 0 when the MJ says so)."""
SEUILS: Mapping[str, int] = {"maitre": 3, "entraine": 4, "novice": 5, "sans": 6}
"""T-07 (SOC-SIX-01)."""
EASIEST, HARDEST = 2, 6
"""Limits of a seuil (T-07, SOC-SIX-03)."""
FAR = 10
"""Cases without a penalty, when the MJ limits the range (SOC-POR-03)."""
