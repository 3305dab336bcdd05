"""The switches of Exil: points that the document leaves open (rulings R-01 to R-88)."""

from __future__ import annotations

from typing import Literal

from tablee.rules.procedure import Rulings

__all__ = ["ExilRulings"]


class ExilRulings(Rulings):
    """Each switch with its default first."""

    equal: Literal["succeeds", "fails"] = "succeeds"
    """R-01: a die equal to the level (EXIL-BAS-04)."""
    extended_failures: Literal["subtract", "ignore"] = "subtract"
    """R-08: what failures do to the work done (EXIL-EXT-07)."""
    extended_rolls: Literal["one_per_period", "all_per_period"] = "one_per_period"
    """R-09: rolls in a period of a work of several Talents (EXIL-EXT-05)."""
    initiative_tie: Literal["chance", "talent", "simultaneous"] = "chance"
    """R-16: who comes first of equal Poff (EXIL-CBT-09)."""
    audace_scope: Literal["rolls", "poff"] = "rolls"
    """R-17: what the malus that an attacker takes on counts for (EXIL-CON-06)."""
    armour_base: Literal["total", "lethality"] = "total"
    """R-20: what a protection is taken from (EXIL-PRO-02)."""
    death: Literal["below_zero", "at_zero"] = "below_zero"
    """R-21: the PdS at which one dies (EXIL-SAN-01, -05)."""
    malus_timing: Literal["next_turn", "immediate"] = "next_turn"
    """R-22: when a new health malus begins (EXIL-SAN-07)."""
    double_touche: Literal["damage_only", "all"] = "damage_only"
    """R-27: what is halved in the second attack (EXIL-PAS-11)."""
    mise_en_echec_damage: Literal["normal", "none"] = "normal"
    """R-32: whether the hit does its damage too (EXIL-PAS-16)."""
    multi_attack_maniabilite: Literal["once", "each"] = "once"
    """R-36: how often the maniabilité counts (EXIL-OPT-03)."""
    shield: Literal["maniabilite", "protection"] = "maniabilite"
    """R-37: what the value of a shield is (EXIL-OPT-04, EXIL-PRO-05)."""
    baton_long: Literal["from_9", "always"] = "from_9"
    """R-38: when its maniabilité counts twice (EXIL-ARM-03)."""
    aimed_scope: Literal["poff", "roll"] = "poff"
    """R-39: what the part of the body aimed at changes (EXIL-OPT-06)."""
    precision_defence: bool = False
    """R-42: whether a précision may go into the defence (EXIL-ARM-05)."""
    range_bounds: Literal["upper", "lower"] = "upper"
    """R-43: which ends of the ranges a table prints (EXIL-ARM-06)."""
    extreme_range: Literal["both", "half", "minus_4"] = "both"
    """R-44: what an extreme range costs (EXIL-TIR-10, EXIL-ARM-06)."""
    burst_jam: Literal["always", "table"] = "always"
    """R-50: what a 12 does in a burst (EXIL-ARM-13, -14)."""
    choc_equal: Literal["resists", "fails"] = "resists"
    """R-53: a roll equal to the choc (EXIL-CHO-03)."""
    fall_acrobate: Literal["margin", "none"] = "margin"
    """R-56: what Acrobate takes off a fall (EXIL-CHU-04)."""
    asphyxia_step: Literal["15s", "minute"] = "15s"
    """R-57: the steps in which breath runs out (EXIL-ASP-01)."""
    teacher_level: Literal["13", "16"] = "13"
    """R-66: what a teacher must know at least (EXIL-APP-01)."""
    xp_table: Literal["corrected", "printed"] = "corrected"
    """R-67: two costs corrected, or as printed (EXIL-XP-06)."""
    detachment_equal: Literal["unmoved", "troubled"] = "unmoved"
    """R-71: a die equal to the points (EXIL-DET-05, -06)."""
