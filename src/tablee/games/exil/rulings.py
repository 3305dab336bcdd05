"""The switches of Exil: points that the document leaves open (rulings R-01 to R-88)."""

from __future__ import annotations

from typing import Literal

from tablee.rules.procedure import Rulings

__all__ = ["ExilRulings"]


class ExilRulings(Rulings):
    """Each switch with its default first."""

    equal: Literal["succeeds", "fails"] = "succeeds"
    extended_failures: Literal["subtract", "ignore"] = "subtract"
    extended_rolls: Literal["one_per_period", "all_per_period"] = "one_per_period"
    initiative_tie: Literal["chance", "talent", "simultaneous"] = "chance"
    audace_scope: Literal["rolls", "poff"] = "rolls"
    armour_base: Literal["total", "lethality"] = "total"
    death: Literal["below_zero", "at_zero"] = "below_zero"
    malus_timing: Literal["next_turn", "immediate"] = "next_turn"
    double_touche: Literal["damage_only", "all"] = "damage_only"
    mise_en_echec_damage: Literal["normal", "none"] = "normal"
    multi_attack_maniabilite: Literal["once", "each"] = "once"
    shield: Literal["maniabilite", "protection"] = "maniabilite"
    baton_long: Literal["from_9", "always"] = "from_9"
    aimed_scope: Literal["poff", "roll"] = "poff"
    precision_defence: bool = False
    range_bounds: Literal["upper", "lower"] = "upper"
    extreme_range: Literal["both", "half", "minus_4"] = "both"
    burst_jam: Literal["always", "table"] = "always"
    choc_equal: Literal["resists", "fails"] = "resists"
    fall_acrobate: Literal["margin", "none"] = "margin"
    asphyxia_step: Literal["15s", "minute"] = "15s"
    teacher_level: Literal["13", "16"] = "13"
    xp_table: Literal["corrected", "printed"] = "corrected"
    detachment_equal: Literal["unmoved", "troubled"] = "unmoved"
