"""The arithmetic of attacks, in contact and at range: what aiming costs, what a hit does.

Plain functions of numbers (and of the switches R-01, R-20, R-39), for every rule that strikes.
"""

from __future__ import annotations

from functools import cache

from tablee.dice.die import D12
from tablee.dice.reads import Under
from tablee.games.exil.fight.attack_tables import ZONES, Zone
from tablee.games.exil.fight.passes import SURPLUS
from tablee.games.exil.rulings import ExilRulings
from tablee.rules.ambient import note, notes_wanted, rulings
from tablee.rules.questions import Ask, roll
from tablee.rules.refusal import refuse


@cache
def attack_under(highest: int) -> Ask[bool]:
    """Whether the attacker's d12 shows at most `highest`."""
    return roll(D12, "attaque", Under(highest), who="attaquant")


@cache
def defence_under(highest: int) -> Ask[bool]:
    """Whether the defender's d12 shows at most `highest`."""
    return roll(D12, "defense", Under(highest), who="defenseur")


def check_unjammed(enrayee: bool, path: str = "enrayee") -> None:
    """Refuse an attack with a gun that is jammed (EXIL-INC-07)."""
    if enrayee:
        allowed = "non (une arme enrayée ne tire pas avant un jet de Bricoleur réussi)"
        raise refuse(path, enrayee, allowed)


def check_zone(zone: Zone, modifier: int) -> None:
    """Refuse a number of the leader's for a zone that has its own (T-12)."""
    if modifier and zone != "defaut":
        raise refuse("zone_modifier", modifier, "0, sauf pour un défaut de l’armure")


def _aimed(poff: int, malus: int) -> tuple[int, int]:
    """(P, malus of the roll alone) where aiming costs `malus` (R-39)."""
    if rulings(ExilRulings).aimed_scope == "roll":
        return max(0, poff), malus
    return max(0, poff + malus), 0


def power_aimed(poff: int, zone: Zone, modifier: int) -> int:
    """P of an attack with `poff` aimed at `zone`, floored at 0 (T-12)."""
    return _aimed(poff, ZONES.get(zone, modifier))[0]


def aimed(poff: int, zone: Zone, modifier: int) -> tuple[int, int]:
    """(P, malus of the roll alone) of an attack with `poff` aimed at `zone` (R-39).

    P counts for the roll, the damage and the bracket; under `aimed_scope: roll` aiming only makes
    the roll harder.
    """
    malus = ZONES.get(zone, modifier)
    power, roll_malus = _aimed(poff, malus)
    if zone != "aucune" and notes_wanted():
        note(
            "EXIL-OPT-06 EXIL-OPT-07",
            "Attaque visée ({zone}, {malus:+}) : le Poff compte pour {power}, le jet pour {roll}. "
            "Le Meneur dira ce que cet endroit change.",
            zone=zone,
            malus=malus,
            power=power,
            roll=power + roll_malus,
        )
    return power, roll_malus


def grazing_hit(power: int, guard: int) -> int:
    """The damage of a hit that the defence has softened: nothing but the difference."""
    return power - guard if power > guard else 0


def armour_and_surplus(
    protection: int, pierced: bool, letality: int, passe: str | None, bare: int
) -> tuple[int, int]:
    """(protection that counts, damage added) for a full hit with this passe.

    `pierced`: the weapon halves armour. Faille passes by any armour that is worn (R-24); without
    one it adds `bare` (3 in contact, 1 at range). Under `armour_base: lethality` armour takes
    nothing but létalité away (R-20).
    """
    if passe == "faille":
        return (0, 0) if protection else (0, bare)
    worn = protection // 2 if pierced else protection
    if worn and rulings(ExilRulings).armour_base == "lethality":
        worn = min(worn, max(0, letality))
    return worn, SURPLUS.get(passe, 0)


def full_hit(
    clauses: str,
    power: int,
    guard: int,
    letality: int,
    bonus: int,
    protection: int,
    surplus: int,
) -> int:
    """The damage of a full hit, with one floor at the end (R-18), told term by term.

    `clauses`: those of the chapter that strikes, for the trace.
    """
    damage = power + letality + bonus - guard - protection + surplus
    if damage < 0:
        damage = 0
    if notes_wanted():
        note(
            clauses,
            "Poff {power}{letality:|, létalité}{bonus:|, Physique}{guard:|, défense}"
            "{protection:|, protection}{surplus:|, passe} : "
            "{damage:aucun point|point|points} de dégâts.",
            power=power,
            guard=-guard,
            letality=letality,
            bonus=bonus,
            protection=-protection,
            surplus=surplus,
            damage=damage,
        )
    return damage
