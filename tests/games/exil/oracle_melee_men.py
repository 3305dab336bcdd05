"""The fighters of the oracle of the mêlée: their numbers, adversaries and targets.

A world is a dict of fighters, each a plain dict of parameters and state.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

World = dict[str, Any]
Worlds = Iterator[tuple[World, Fraction]]
ONE = Fraction(1)
BARE = {
    "maniabilite": 0,
    "letalite": 0,
    "force": True,
    "perce_armure": False,
    "a_distance": False,
}


def in_hand(man: World) -> World:
    if man["arme"] == "perdue":
        return {"talent": man["talent_mains_nues"]} | BARE
    if man["seconde"]:
        other: World = BARE | man["autre_arme"]
        return other
    return {name: man[name] for name in ("talent", *BARE)}


def pc_of(man: World, hand: World) -> int:
    parts = (hand["talent"], hand["maniabilite"], man["burden"], man["circonstance"], man["pc_mod"])
    return sum(parts)


def holds_gun(man: World) -> bool:
    """Return whether he holds the gun whose rounds and incidents are counted."""
    first_is_a_gun = man["a_distance"]
    return bool(in_hand(man)["a_distance"] and not (man["seconde"] and first_is_a_gun))


def fires(man: World) -> bool:
    if not holds_gun(man):
        return True
    return bool(man["incident"] == "rien" and man["munitions"] != 0)


def standing(world: World) -> list[World]:
    return [man for man in world["men"] if man["hors"] is None]


def foes_of(world: World, man: World) -> list[World]:
    return [each for each in standing(world) if each["camp"] != man["camp"]]


def foes_near(world: World, man: World) -> list[World]:
    return [each for each in foes_of(world, man) if each["en_melee"] and man["en_melee"]]


def friends_near(world: World, man: World) -> list[World]:
    return [
        each
        for each in standing(world)
        if each["id"] != man["id"]
        and each["camp"] == man["camp"]
        and each["en_melee"]
        and man["en_melee"]
    ]


def man_of(world: World, name: str) -> World:
    found: World = next(man for man in world["men"] if man["id"] == name)
    return found


def over_poff(man: World, foe: World) -> int:
    """Return the points of an attack beyond the share of the Poff."""
    return int(foe["expose"] + man["trust"].get(foe["id"], [0, 0])[0])


def guard_of(man: World, foe: World) -> int:
    return int(man["pdef"] + man["trust"].get(foe["id"], [0, 0])[1])


def may_be_disarmed(man: World) -> bool:
    return bool(man["arme"] == "en_main" and (man["desarmable"] or man["seconde"]))


def punches(man: World) -> bool:
    """Return whether he strikes with his fists."""
    armed = man["seconde"] or man["desarmable"] or in_hand(man)["a_distance"]
    return bool(man["arme"] == "perdue" or not armed)


def stuns(man: World) -> bool:
    """Return whether his blow is a choc, by his weapon or by his fists."""
    able = punches(man) or (man["assommante"] and not man["seconde"])
    return bool(able and man["will"]["choc"])


def choice_of(man: World, among: list[World]) -> World:
    wish = man["will"]["cible"]
    if wish == "faible":
        return min(among, key=lambda each: each["pds"])
    if wish != "premier":
        for name in wish:
            for each in among:
                if each["id"] == name:
                    return each
    return among[0]


def reached(world: World, man: World) -> list[World]:
    if not fires(man):
        return []
    among = [man_of(world, man["egare"])] if man["egare"] else foes_near(world, man)
    return [each for each in among if man["poff"] + over_poff(man, each) >= 1]


def aimed_at(world: World, man: World) -> list[World]:
    if not (in_hand(man)["a_distance"] and fires(man)):
        return []
    return [each for each in foes_of(world, man) if each not in foes_near(world, man)]


def acts(world: World, man: World) -> bool:
    return man["will"]["action"] == "auto" and bool(reached(world, man) or aimed_at(world, man))
