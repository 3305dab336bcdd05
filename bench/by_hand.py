"""The exchange of `exil.assaut` written by hand, as one would without a language of rules.

Plain functions of the parameters, the campaign's rulings and a source of faces: every branch of
the rule and its result with all fields; no trace, and nobody to ask.
"""

from __future__ import annotations

from collections.abc import Callable

from tablee.dice.die import D12, Die
from tablee.games.exil.fight.assaut import Assaut, AssautResult
from tablee.games.exil.fight.passes import Passe
from tablee.games.exil.rulings import ExilRulings

__all__ = ["assaut"]

ZONES = {"aucune": 0, "tete": -4, "bras": -3, "main": -5, "jambe": -2}
STRENGTH = {"nul": -2, "faible": -1, "moyen": 0, "bon": 1, "excellent": 2}
SURPLUS = {"coup_puissant_1": 1, "coup_puissant_3": 3, "coup_puissant_5": 5, "coup_puissant_7": 7}
BEGINS = {
    "coup_puissant_1": 1,
    "en_confiance": 1,
    "desequilibre": 1,
    "bousculade": 1,
    "coup_puissant_3": 4,
    "faille": 4,
    "impact": 4,
    "mauvais_positionnement": 4,
    "coup_puissant_5": 7,
    "double_touche": 7,
    "coup_perdu": 7,
    "desarmement": 7,
    "coup_puissant_7": 10,
    "arme_coincee": 10,
    "touche_et_desarmement": 10,
    "mise_en_echec": 13,
}
Face = Callable[[Die], int]


def assaut(given: Assaut, rules: ExilRulings, face: Face) -> AssautResult:
    """One attack and its defence, `audace` and `passe` fixed. Raises `ValueError` when these two
    are not open to the attacker."""
    assert given.audace != "ask"
    assert given.passe != "ask"
    least = 1 if rules.equal == "fails" else 0
    power, guard, malus, aim = given.poff, given.pdef, given.audace, 0
    if given.zone != "aucune":
        modifier = ZONES.get(given.zone, given.zone_modifier)
        if rules.aimed_scope == "roll":
            aim = modifier
        else:
            power = max(0, power + modifier)
    if malus and malus >= power:
        raise ValueError(malus)
    passe = given.passe
    if passe != "auto" and not _open(given, power, passe):
        raise ValueError(passe)
    if malus and rules.audace_scope == "poff":
        power, guard, malus = power - malus, max(0, guard - malus), 0
        if passe != "auto" and not _open(given, power, passe):
            raise ValueError(passe)
    if face(D12) > power - malus + aim - least:
        return AssautResult(outcome="rate", damage=0, passe=None, desarme=False)
    if face(D12) <= guard - malus - least:
        damage = power - guard if power > guard else 0
        return AssautResult(outcome="paree", damage=damage, passe=None, desarme=False)
    if passe == "auto":
        passe = _strongest(power)
    if passe == "desarmement" or (
        passe == "mise_en_echec" and rules.mise_en_echec_damage == "none"
    ):
        damage = 0
    else:
        damage = _full_hit(given, rules, power, guard, passe)
    if passe == "double_touche":
        damage += _second_touch(given, rules, power, guard, aim, least, face)
    if passe in ("desarmement", "touche_et_desarmement"):
        disarmed = given.talent_defenseur < given.talent_attaquant
    else:
        disarmed = passe == "mise_en_echec"
    return AssautResult(outcome="touche", damage=damage, passe=passe, desarme=disarmed)


def _open(given: Assaut, power: int, passe: str) -> bool:
    if passe == "bousculade" and not given.defenseur_a_allie:
        return False
    if passe in ("desarmement", "arme_coincee", "touche_et_desarmement"):
        return given.defenseur_arme and BEGINS[passe] <= power
    return BEGINS[passe] <= power


def _strongest(power: int) -> Passe:
    if power >= 10:
        return "coup_puissant_7"
    if power >= 7:
        return "coup_puissant_5"
    return "coup_puissant_3" if power >= 4 else "coup_puissant_1"


def _full_hit(given: Assaut, rules: ExilRulings, power: int, guard: int, passe: str | None) -> int:
    damage = power + given.letalite - guard
    if given.force:
        damage += STRENGTH[given.physique]
    if passe == "faille":
        return max(0, damage if given.protection else damage + 3)
    worn = given.protection // 2 if given.perce_armure else given.protection
    if worn and rules.armour_base == "lethality":
        worn = min(worn, max(0, given.letalite))
    if passe is not None:
        damage += SURPLUS.get(passe, 0)
    return max(0, damage - worn)


def _second_touch(
    given: Assaut,
    rules: ExilRulings,
    power: int,
    guard: int,
    aim: int,
    least: int,
    face: Face,
) -> int:
    half = power // 2
    level = power if rules.double_touche == "damage_only" else half
    if face(D12) > level + aim - least:
        return 0
    if face(D12) <= guard - least:
        return max(0, half - guard)
    return _full_hit(given, rules, half, guard, None)
