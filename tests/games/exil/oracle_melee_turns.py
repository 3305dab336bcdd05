"""The turns of the oracle of the mêlée: order and actions."""

from __future__ import annotations

import copy
from fractions import Fraction
from typing import Any

from tests.games.exil.oracle_combat import Given
from tests.games.exil.oracle_melee_attacks import attacks, shares_of, shoots, stray
from tests.games.exil.oracle_melee_landed import landed
from tests.games.exil.oracle_melee_men import (
    BARE,
    ONE,
    World,
    Worlds,
    acts,
    aimed_at,
    choice_of,
    foes_near,
    friends_near,
    holds_gun,
    in_hand,
    man_of,
    pc_of,
    reached,
)


def turns(world: World, order: list[Any], held: list[str], rule: Given, rulings: Given) -> Worlds:
    if not order:
        yield world, ONE
        return
    first, *later = order
    if len(first) > 1:
        for after, chance in _together(world, first, rule, rulings):
            for end, share in turns(after, later, held, rule, rulings):
                yield end, chance * share
        return
    man = man_of(world, first[0])
    waiting = [
        name
        for group in later
        for name in group
        if man_of(world, name)["turn"] and man_of(world, name)["hors"] is None
        if acts(world, man_of(world, name))
    ]
    leaves = man["will"]["laisser_la_main"] and man["hors"] is None and man["turn"]
    if leaves and waiting and man["id"] not in held and acts(world, man):
        place = next(at for at, group in enumerate(later) if waiting[-1] in group) + 1
        passed = [name for group in later[:place] for name in group]
        new = [*later[:place], first, *later[place:]]
        yield from turns(world, new, [*held, man["id"], *passed], rule, rulings)
        return
    for after, chance in _turn(copy.deepcopy(world), first[0], rule, rulings, None):
        for end, share in turns(after, later, held, rule, rulings):
            yield end, chance * share


def _able(world: World, name: str) -> bool:
    """Return whether he acts; choose how he goes on without a lost weapon."""
    man = man_of(world, name)
    if man["hors"] is not None or not man["turn"]:
        return False
    man["turn"] = False
    if not man["robbed"]:
        return True
    stuck = man["arme"] == "coincee"
    keeps = man["will"]["arme"] == "reprendre"
    more = man["freed"] - 3 * man["long_feu"]
    if stuck and keeps:
        return False
    if man["autre_arme"] and not man["seconde"]:
        man |= {"seconde": True, "arme": "en_main", "delaissee": "a_terre"}
    else:
        bare = {"talent": man["talent_mains_nues"]} | BARE
        reach = max([foe["expose"] for foe in foes_near(world, man)], default=0)
        if not stuck and max(0, pc_of(man, bare) + more - man["pdef"]) + reach < 1:
            return False
        man["arme"] = "perdue"
    man["poff"] = max(0, pc_of(man, in_hand(man)) + more - man["pdef"])
    return True


def _turn(world: World, name: str, rule: Given, rulings: Given, wait: list[Any] | None) -> Worlds:
    if not _able(world, name):
        yield world, ONE
        return
    yield from _does(world, name, rule, rulings, wait)


def _does(world: World, name: str, rule: Given, rulings: Given, wait: list[Any] | None) -> Worlds:
    man = man_of(world, name)
    if man["egare"] and man_of(world, man["egare"]) not in friends_near(world, man):
        man["egare"] = None
    touch, aims = reached(world, man), aimed_at(world, man)
    if man["will"]["action"] == "rien" or not (touch or aims):
        jammed = man["incident"] == "enrayee" and holds_gun(man) and man["arme"] == "en_main"
        tries = jammed and man["will"]["action"] == "auto"
        if tries and can_clear(man, rulings):
            yield from _unjam(world, man, rulings)
        else:
            yield world, ONE
        return
    if not touch and man["will"]["visee"] > (man["vise"]["tours"] if man["vise"] else 0):
        target = choice_of(man, aims)["id"]
        same = man["vise"] and man["vise"]["cible"] == target
        man["vise"] = {"cible": target, "tours": man["vise"]["tours"] + 1 if same else 1}
        yield world, ONE
        return
    man["burst"] = False
    man["long_feu"] = man["long_feu"] and not touch
    if touch and man["egare"]:
        if man["munitions"] is not None and holds_gun(man):
            man["munitions"] -= 1
        paths = stray(world, name, rule, rulings, wait)
    elif touch:
        paths = attacks(world, name, shares_of(man, touch, rulings), rule, rulings, wait)
    else:
        paths = shoots(world, name, choice_of(man, aims)["id"], rule, rulings, wait)
    for after, chance in paths:
        me = man_of(after, name)
        me["vise"] = None
        yield after, chance


def can_clear(man: World, rulings: Given) -> bool:
    """Return whether a 1 on the die clears his gun."""
    level = man["gun"]["bricoleur"] + man["gun"]["difficulty"] + man["burden"]
    return bool(level > 1 if rulings.get("equal") == "fails" else level >= 1)


def _unjam(world: World, man: World, rulings: Given) -> Worlds:
    level = man["gun"]["bricoleur"] + man["gun"]["difficulty"] + man["burden"]
    strict = rulings.get("equal") == "fails"
    good = Fraction(sum(die < level or (die == level and not strict) for die in range(1, 13)), 12)
    man["vise"] = None
    other = copy.deepcopy(world)
    man["incident"] = "rien"
    yield world, good
    yield other, 1 - good


def _together(world: World, names: list[str], rule: Given, rulings: Given) -> Worlds:
    """Yield simultaneous attacks, applied after all rolls."""
    start = copy.deepcopy(world)
    start["rows"] = []
    acting = [name for name in names if _able(start, name)]
    paths: list[tuple[World, Fraction]] = [(start, ONE)]
    for name in acting:
        paths = [
            (after, weight * chance)
            for at, weight in paths
            for after, chance in _does(copy.deepcopy(at), name, rule, rulings, [])
        ]
    for at, weight in paths:
        rows = at.pop("rows")
        ends: list[tuple[World, Fraction]] = [(at, weight)]
        for row in rows:
            ends = [
                (after, w * chance)
                for each, w in ends
                for after, chance in landed(each, row, rule, rulings, None)
            ]
        yield from ends
