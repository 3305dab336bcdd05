"""The rulings of Exil: points that its document leaves open."""

from __future__ import annotations

from typing import Annotated, Literal

from tablee.rules.ambient import rulings
from tablee.rules.fixed_rulings import numbered
from tablee.rules.procedure import Rulings


class ExilRulings(Rulings):
    """The rulings, each with its default first."""

    equal: Annotated[Literal["succeeds", "fails"], numbered("R-01")] = "succeeds"
    """A die equal to the level (EXIL-BAS-04)."""
    extended_failures: Annotated[Literal["subtract", "ignore"], numbered("R-08")] = "subtract"
    """The effect of failures on the work done (EXIL-EXT-07)."""
    extended_rolls: Annotated[Literal["one_per_period", "all_per_period"], numbered("R-09")] = (
        "one_per_period"
    )
    """Rolls in a period of work with several Talents (EXIL-EXT-05)."""
    talents_adverses: Annotated[Literal["montres", "caches"], numbered("R-89")] = "montres"
    """Whether players read the Talents of the leader's characters in a fight or an opposition
    (EXIL-CBT-04, EXIL-OPP-03). Where they do not, no chance of a fight is shown to them."""
    initiative_tie: Annotated[Literal["chance", "talent", "simultaneous"], numbered("R-16")] = (
        "chance"
    )
    """The order of fighters with equal Poff (EXIL-CBT-09)."""
    audace_scope: Annotated[Literal["rolls", "poff"], numbered("R-17")] = "rolls"
    """The numbers that an audace lowers (EXIL-CON-06)."""
    armour_base: Annotated[Literal["total", "lethality"], numbered("R-20")] = "total"
    """The part of the damage that a protection reduces (EXIL-PRO-02)."""
    death: Annotated[Literal["below_zero", "at_zero"], numbered("R-21")] = "below_zero"
    """The PdS that mean death (EXIL-SAN-01, -05)."""
    malus_timing: Annotated[Literal["next_turn", "immediate"], numbered("R-22")] = "next_turn"
    """When a new health malus begins (EXIL-SAN-07)."""
    double_touche: Annotated[Literal["damage_only", "all"], numbered("R-27")] = "damage_only"
    """The numbers that are halved in the second attack (EXIL-PAS-11)."""
    mise_en_echec_damage: Annotated[Literal["normal", "none"], numbered("R-32")] = "normal"
    """The damage of the hit (EXIL-PAS-16)."""
    multi_attack_maniabilite: Annotated[Literal["once", "each"], numbered("R-36")] = "once"
    """The number of times that the maniabilité counts (EXIL-OPT-03)."""
    shield: Annotated[Literal["maniabilite", "protection"], numbered("R-37")] = "maniabilite"
    """The meaning of the value of a shield (EXIL-OPT-04, EXIL-PRO-05)."""
    baton_long: Annotated[Literal["from_9", "always"], numbered("R-38")] = "from_9"
    """The Talent with which its maniabilité counts twice (EXIL-ARM-03)."""
    aimed_scope: Annotated[Literal["poff", "roll"], numbered("R-39")] = "poff"
    """The number that an aimed attack lowers (EXIL-OPT-06)."""
    precision_defence: Annotated[bool, numbered("R-42")] = False
    """Whether a précision can go into the defence (EXIL-ARM-05)."""
    range_bounds: Annotated[Literal["upper", "lower"], numbered("R-43")] = "upper"
    """The ends of the ranges that a table prints (EXIL-ARM-06)."""
    extreme_range: Annotated[Literal["both", "half", "minus_4"], numbered("R-44")] = "both"
    """The cost of an extreme range (EXIL-TIR-10, EXIL-ARM-06)."""
    burst_jam: Annotated[Literal["always", "table"], numbered("R-50")] = "always"
    """The effect of a 12 in a burst (EXIL-ARM-13, -14)."""
    choc_equal: Annotated[Literal["resists", "fails"], numbered("R-53")] = "resists"
    """A roll equal to the choc (EXIL-CHO-03)."""
    fall_acrobate: Annotated[Literal["margin", "none"], numbered("R-56")] = "margin"
    """The damage of a fall that Acrobate saves (EXIL-CHU-04)."""
    asphyxia_step: Annotated[Literal["15s", "minute"], numbered("R-57")] = "15s"
    """The steps of time without air (EXIL-ASP-01)."""
    teacher_level: Annotated[Literal["13", "16"], numbered("R-66")] = "13"
    """The least level of a teacher (EXIL-APP-01)."""
    xp_table: Annotated[Literal["corrected", "printed"], numbered("R-67")] = "corrected"
    """Two costs corrected, or as printed (EXIL-XP-06)."""
    detachment_equal: Annotated[Literal["unmoved", "troubled"], numbered("R-71")] = "unmoved"
    """A die equal to the points (EXIL-DET-05, -06)."""

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
        "talents_adverses": ("Talents des adversaires", "Talents of the adversaries"),
        "talents_adverses.montres": ("montrés à tous", "shown to all"),
        "talents_adverses.caches": (
            "au Meneur seul, sans chances pour les joueurs en combat",
            "to the leader alone, without chances for players in a fight",
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
        "detachment_equal.unmoved": ("de marbre", "unmoved"),
        "detachment_equal.troubled": ("trouble", "troubled"),
    }


def talents_hidden() -> bool:
    """Return whether the Talents of the leader's characters are his alone (R-89)."""
    return rulings(ExilRulings).talents_adverses == "caches"
