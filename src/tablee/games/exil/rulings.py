"""The switches of Exil: points that the document leaves open (rulings R-01 to R-88)."""

from __future__ import annotations

from typing import Literal

from tablee.rules.procedure import Rulings


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

    words = {
        "equal": ("dé égal au niveau", "die equal to the level"),
        "equal.succeeds": ("réussite", "success"),
        "equal.fails": ("échec", "failure"),
        "extended_failures": ("échecs d’une action étendue", "failures of an extended action"),
        "extended_failures.subtract": ("retranchés du cumul", "taken off the total"),
        "extended_failures.ignore": ("sans effet sur le cumul", "without effect on the total"),
        "extended_rolls": ("jets d’une action étendue", "rolls of an extended action"),
        "extended_rolls.one_per_period": ("un par période", "one a period"),
        "extended_rolls.all_per_period": (
            "un par tâche et par période",
            "one for each task and period",
        ),
        "initiative_tie": ("initiative égale", "equal initiative"),
        "initiative_tie.chance": ("au hasard", "by chance"),
        "initiative_tie.talent": ("au meilleur Talent", "by the better Talent"),
        "initiative_tie.simultaneous": ("coups simultanés", "blows at once"),
        "audace_scope": ("effet de l’audace", "what daring changes"),
        "audace_scope.rolls": ("les jets seuls", "the rolls alone"),
        "audace_scope.poff": ("le Poff lui-même", "the Poff itself"),
        "armour_base": ("ce que l’armure retranche", "what armour is taken from"),
        "armour_base.total": ("du total des dégâts", "the whole damage"),
        "armour_base.lethality": ("de la létalité", "the lethality"),
        "death": ("seuil de la mort", "threshold of death"),
        "death.below_zero": ("sous zéro Point de Santé", "below zero health points"),
        "death.at_zero": ("à zéro Point de Santé", "at zero health points"),
        "malus_timing": ("effet d’une blessure sur le PC", "effect of a wound on the PC"),
        "malus_timing.next_turn": ("au tour suivant", "next turn"),
        "malus_timing.immediate": ("aussitôt", "at once"),
        "double_touche": ("double touche", "double hit"),
        "double_touche.damage_only": ("moitié pour les dégâts", "half for the damage"),
        "double_touche.all": ("moitié pour le jet aussi", "half for the roll too"),
        "mise_en_echec_damage": ("dégâts d’une mise en échec", "damage of a checkmate"),
        "mise_en_echec_damage.normal": ("normaux", "normal"),
        "mise_en_echec_damage.none": ("nuls", "none"),
        "multi_attack_maniabilite": (
            "maniabilité des attaques multiples",
            "handling in several attacks",
        ),
        "multi_attack_maniabilite.once": ("comptée une fois", "counted once"),
        "multi_attack_maniabilite.each": ("à chaque attaque", "at each attack"),
        "shield": ("valeur d’un bouclier", "value of a shield"),
        "shield.maniabilite": ("comptée en maniabilité", "counted as maniabilité"),
        "shield.protection": ("comptée en protection", "counted as protection"),
        "baton_long": ("bâton long", "long staff"),
        "baton_long.from_9": ("double dès le Talent 9", "double from Talent 9"),
        "baton_long.always": ("toujours double", "always double"),
        "aimed_scope": ("effet d’une attaque visée", "what an aimed attack changes"),
        "aimed_scope.poff": ("le Poff lui-même", "the Poff itself"),
        "aimed_scope.roll": ("le jet seul", "the roll alone"),
        "precision_defence": ("précision utile à la défense", "precision serves defence"),
        "range_bounds": ("distances des portées", "distances of the ranges"),
        "range_bounds.upper": ("limites hautes", "upper bounds"),
        "range_bounds.lower": ("limites basses", "lower bounds"),
        "extreme_range": ("portée extrême", "extreme range"),
        "extreme_range.both": ("malus et demi-Poff", "penalty and half the Poff"),
        "extreme_range.half": ("demi-Poff seul", "half the Poff only"),
        "extreme_range.minus_4": ("malus seul", "penalty only"),
        "burst_jam": ("un 12 en rafale", "a 12 in a burst"),
        "burst_jam.always": ("enraye toujours", "always jams"),
        "burst_jam.table": ("renvoie à la table des incidents", "goes to the table of troubles"),
        "choc_equal": ("choc égal au jet", "choc equal to the roll"),
        "choc_equal.resists": ("résiste", "resists"),
        "choc_equal.fails": ("cède", "gives way"),
        "fall_acrobate": ("Acrobate dans une chute", "Acrobate in a fall"),
        "fall_acrobate.margin": ("la marge réduit les dommages", "the margin lessens the damage"),
        "fall_acrobate.none": ("sans effet", "without effect"),
        "asphyxia_step": ("rythme de l’asphyxie", "rhythm of asphyxia"),
        "asphyxia_step.minute": ("quatre points par minute pleine", "four points each full minute"),
        "asphyxia_step.15s": ("un point par quart de minute", "one point each quarter of a minute"),
        "teacher_level": ("niveau d’un professeur", "level of a teacher"),
        "xp_table": ("tables d’expérience", "tables of experience"),
        "xp_table.corrected": ("coquilles corrigées", "misprints corrected"),
        "xp_table.printed": ("telles qu’imprimées", "as printed"),
        "detachment_equal": ("dé égal au Détachement", "die equal to the Détachement"),
        "detachment_equal.unmoved": ("impassible", "unmoved"),
        "detachment_equal.troubled": ("troublé", "troubled"),
    }
