"""Sentences of the trace about an attack in contact: its rolls, its aim and its damage."""

from __future__ import annotations

from typing import Any

from tablee.games.exil.fight.attack_tables import Zone
from tablee.rules.ambient import note

ATTACKER, DEFENDER = "attaquant", "defenseur"
"""The seats of an attack in contact."""


def note_aim(zone: Zone, malus: int, power: int, roll: int) -> None:
    """Note an attack aimed at a part of the body; `roll`: the Poff that counts for the roll."""
    note(
        "EXIL-OPT-06 EXIL-OPT-07",
        "Attaque visée ({zone}, {malus:+}) : le Poff compte pour {power}, le jet pour {roll}. "
        "Le Meneur dira ce que cet endroit change.",
        zone=zone,
        malus=malus,
        power=power,
        roll=roll,
    )


def note_audace(malus: int, lowers_poff: bool) -> None:
    """Note the malus of an audace; `lowers_poff`: it counts for the damage too (R-17)."""
    note(
        "EXIL-CON-06",
        "{who:@le^} tente un coup difficile : Poff et Pdef baissent de "
        "{malus:point|points}, aux jets comme aux dégâts."
        if lowers_poff
        else "{who:@le^} tente un coup difficile : {malus:point|points} de moins à son jet, et "
        "autant à la défense si le coup arrive.",
        who=ATTACKER,
        malus=malus,
    )


def note_attack_level(highest: int) -> None:
    """Note the highest face that hits."""
    note(
        "EXIL-CON-05",
        "{who:@le^} frappe : il lui faut {level} ou moins."
        if 1 <= highest < 12
        else "{who:@le^} frappe, mais aucune face du d12 ne lui suffit."
        if highest < 1
        else "{who:@le^} frappe, et toutes les faces du d12 lui conviennent.",
        who=ATTACKER,
        level=highest,
    )


def note_miss() -> None:
    """Note an attack that misses."""
    note("EXIL-CON-05", "Le coup se perd dans le vide.")


def note_defence_level(highest: int) -> None:
    """Note the highest face that defends."""
    note(
        "EXIL-CON-07 EXIL-CBT-08",
        "Le coup arrive ; pour le contenir, {whom:@le} doit faire {level} ou moins."
        if 1 <= highest < 12
        else "Le coup arrive ; {whom:@le} ne peut le contenir, aucune face du d12 ne suffit."
        if highest < 1
        else "Le coup arrive ; {whom:@le} va le contenir, toutes les faces du d12 suffisent.",
        whom=DEFENDER,
        level=highest,
    )


def note_graze(power: int, guard: int, damage: int) -> None:
    """Note a hit that the defence has softened."""
    if damage:
        note(
            "EXIL-CON-07 EXIL-CON-08",
            "La défense tient, mais le coup effleure : Poff {power} moins Pdef {guard}, "
            "{damage:point|points} de dégâts.",
            power=power,
            guard=guard,
            damage=damage,
        )
    else:
        note(
            "EXIL-CON-07 EXIL-CON-08",
            "La défense tient, et un Pdef de {guard} couvre tout le Poff de {power} : aucune "
            "blessure.",
            power=power,
            guard=guard,
        )


def note_second_touch(half: int) -> None:
    """Note the second attack of a double touche."""
    note(
        "EXIL-PAS-11",
        "Ce second coup, moins appuyé, ne compte que la moitié du Poff pour ses dégâts : {half}.",
        half=half,
    )


def note_stray_blow(half: int) -> None:
    """Note an attack that strikes an ally (coup perdu)."""
    note(
        "EXIL-PAS-12",
        "Le coup part vers un allié ; pour ses dégâts, le Poff compte pour moitié : {half}.",
        half=half,
    )


def note_damage(clauses: str, damage: int, **terms: Any) -> None:
    """Note the damage of a full hit, term by term.

    `clauses`: of the chapter of the attack. `terms`: power, letality, bonus, guard, protection,
    surplus, each with its sign.
    """
    note(
        clauses,
        "Poff {power}{letality:|, létalité}{bonus:|, Physique}{guard:|, défense}"
        "{protection:|, protection}{surplus:|, passe} : "
        "{damage:aucun point|point|points} de dégâts.",
        **terms,
        damage=damage,
    )


def note_jam() -> None:
    """Note a 12 that jams the weapon."""
    note("EXIL-ARM-15 EXIL-INC-07", "Le d12 montre 12 : l’arme s’enraye.")
