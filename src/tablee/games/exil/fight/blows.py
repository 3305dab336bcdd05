"""Arithmetic of attacks, in contact and at range: the price of aiming, the damage of a hit."""

from __future__ import annotations

from typing import Protocol

from tablee.dice.die import D12, Throw
from tablee.dice.reads import Reaches, Under
from tablee.games.exil.fields import Attribut
from tablee.games.exil.fight.attack_notes import note_aim, note_damage, note_jam
from tablee.games.exil.fight.attack_tables import ZONES, Zone
from tablee.games.exil.fight.passes import surplus_of
from tablee.games.exil.rulings import ExilRulings
from tablee.games.exil.tables import BONUS
from tablee.rules.ambient import notes_wanted, rulings
from tablee.rules.numbers import at_least, cached_by_number
from tablee.rules.questions import Ask, roll, rolls
from tablee.rules.refusal import refuse


@cached_by_number
def attack_under(highest: int) -> Ask[bool]:
    """Return the question whether the attacker's d12 shows at most `highest`."""
    return rolls((_ATTACK,), Under(highest))


@cached_by_number
def defence_under(highest: int) -> Ask[bool]:
    """Return the question whether the defender's d12 shows at most `highest`."""
    return rolls((_DEFENCE,), Under(highest))


class Trigger:
    """The attack rolls of a weapon that jams on a 12 (EXIL-ARM-15): once jammed, none hits."""

    def __init__(self) -> None:
        self.jammed = False

    async def __call__(self, highest: int) -> bool:
        if self.jammed:
            return False
        read = Reaches((highest + 1, 12))
        missed, self.jammed = await roll(D12, "attaque", read, who="attaquant")
        if self.jammed:
            note_jam()
        return not missed


_ATTACK, _DEFENCE = Throw(D12, "attaque", "attaquant"), Throw(D12, "defense", "defenseur")


def check_fires(enrayee: bool, munitions: int | None) -> None:
    """Raise `Refusal` for an attack with a jammed or an empty gun (EXIL-INC-07, EXIL-ARM-12)."""
    if enrayee:
        allowed = "non (une arme enrayée ne tire pas avant un jet de Bricoleur réussi)"
        raise refuse("enrayee", enrayee, allowed)
    if munitions == 0:
        raise refuse("munitions", munitions, "au moins 1 (le magasin est vide)")


def check_zone(zone: Zone, modifier: int) -> None:
    """Raise `Refusal` for a modifier of the leader where the zone has its own (T-12)."""
    if modifier and zone != "defaut":
        raise refuse("zone_modifier", modifier, "0, sauf pour un défaut de l’armure")


def aimed(poff: int, zone: Zone, modifier: int) -> tuple[int, int]:
    """Return (P, malus of the roll alone) of an attack with `poff` aimed at `zone` (T-12, R-39).

    P, at least 0, counts for the roll, the damage and the passes. Under `aimed_scope: roll` aiming
    only makes the roll harder.
    """
    malus = ZONES.get(zone, modifier)
    only_roll = rulings(ExilRulings).aimed_scope == "roll"
    power, roll_malus = (at_least(0, poff), malus) if only_roll else (at_least(0, poff + malus), 0)
    return power, roll_malus


def take_aim(poff: int, zone: Zone, modifier: int) -> tuple[int, int]:
    """Return `aimed`, and note it where a zone is aimed at (EXIL-OPT-06)."""
    power, roll_malus = aimed(poff, zone, modifier)
    if zone != "aucune" and notes_wanted():
        note_aim(zone, ZONES.get(zone, modifier), power, power + roll_malus)
    return power, roll_malus


def grazing_hit(power: int, guard: int) -> int:
    """Return the damage of a hit that the defence has softened."""
    return at_least(0, power - guard)


class Strike(Protocol):
    """The parameters of an attack that the damage of its full hit depends on."""

    @property
    def letalite(self) -> int: ...
    @property
    def physique(self) -> Attribut: ...
    @property
    def force(self) -> bool: ...
    @property
    def protection(self) -> int: ...
    @property
    def perce_armure(self) -> bool: ...


def armour_and_surplus(strike: Strike, passe: str | None, bare: int) -> tuple[int, int]:
    """Return (protection that counts, damage added) for a full hit with this passe.

    Faille ignores any armour worn (R-24); without armour it adds `bare`. A weapon that pierces
    armour halves it. Under `armour_base: lethality` armour only reduces the létalité (R-20).
    """
    if passe == "faille":
        return (0, 0) if strike.protection else (0, bare)
    worn = strike.protection // 2 if strike.perce_armure else strike.protection
    if worn and rulings(ExilRulings).armour_base == "lethality":
        worn = min(worn, max(0, strike.letalite))
    return worn, surplus_of(passe)


def full_hit(
    strike: Strike, power: int, guard: int, passe: str | None, *, bare: int, clauses: str
) -> int:
    """Return the damage of a full hit, with one floor at the end (R-18).

    `bare`: what faille adds without armour (3 in contact, 1 at range). `clauses`: of the chapter,
    for the trace.
    """
    bonus = BONUS[strike.physique] if strike.force else 0
    protection, surplus = armour_and_surplus(strike, passe, bare)
    damage = at_least(0, power + strike.letalite + bonus - guard - protection + surplus)
    if notes_wanted():
        note_damage(
            clauses,
            damage,
            power=power,
            guard=-guard,
            letality=strike.letalite,
            bonus=bonus,
            protection=-protection,
            surplus=surplus,
        )
    return damage
