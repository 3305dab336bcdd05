"""The mêlée with fixed policies by plain enumeration, written from the catalogue alone.

A tour is a list of worlds with chances, computed fighter by fighter.
"""

from __future__ import annotations

import copy
import itertools
import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tests.games.exil.oracle_combat import Given, Row
from tests.games.exil.oracle_duel import DEFAULTS, QUARTER, burden, state
from tests.games.exil.oracle_melee_men import (
    ONE,
    World,
    Worlds,
    acts,
    fires,
    foes_of,
    in_hand,
    man_of,
    pc_of,
    standing,
)
from tests.games.exil.oracle_melee_turns import can_clear, turns

KEPT: dict[str, Any] = {
    "hors": None,
    "en_melee": True,
    "portee": "courte",
    "activite": "immobile",
    "couvert": 0,
    "confiance": [],
    "vise": None,
    "munitions": None,
    "incident": "rien",
    "long_feu": False,
    "egare": None,
    "echecs": 0,
    "saisi": None,
    "a_terre": False,
    "main_perdue": False,
    "seconde": False,
    "munitions_2": None,
    "delaissee": None,
    "gauche_perdue": False,
    "movement": "aucun",
    "visibility": 0,
    "other": 0,
}
TEXTS = ["id", "hors", "pds", "arme", "pc_mod", "expose", "circonstance", *list(KEPT)[1:16]]
SHEET = {"autre_arme": None, "fouet": False, "assommante": False, "averti": False, "ratio": None}
WILL = {
    "attitude": "moitie",
    "laisser_la_main": False,
    "audace": 0,
    "passe": "auto",
    "arme": "reprendre",
    "action": "auto",
    "cible": "premier",
    "partage": 1,
    "visee": 0,
    "zone": "aucune",
    "passe_tir": "auto",
    "choc": False,
    "saisir": False,
    "membre": "bras",
}


def melee(params: Given, rulings: Given) -> Iterator[Row]:
    men = [_begun(each, rulings) for each in params["combattants"]]
    for man in men:
        man["may_share"] = params.get("attaques_multiples", True)
        man["may_aim"] = params.get("attaques_visees", False)
    start = {"men": men, "granted": list(params.get("initiative", []))}
    table = {json.dumps(start, default=str): ONE}
    most = params.get("max_turns", 20)
    for tours in range(1, most + 1):
        after: dict[str, Fraction] = {}
        for key, weight in table.items():
            for world, chance in _tour(json.loads(key), params, rulings):
                if not chance:
                    continue
                camps = {man["camp"] for man in standing(world)}
                if len(camps) > 1 and tours < most:
                    new = json.dumps(world, default=str)
                    after[new] = after.get(new, Fraction()) + weight * chance
                    continue
                row = {
                    "fin": "camp" if len(camps) < 2 else "limite",
                    "camp": camps.pop() if len(camps) == 1 else None,
                    "tours": tours,
                    "combattants": [{name: man[name] for name in TEXTS} for man in world["men"]],
                }
                yield row, weight * chance
        table = after


def _begun(given: Given, rulings: Given) -> World:
    man: World = DEFAULTS | KEPT | SHEET | dict(given)
    man["will"] = WILL | dict(given.get("politique", {}))
    man["gun"] = {"arme_a_feu": False, "enraye_sur_12": False, "bricoleur": 0, "difficulty": 0}
    man["gun"] |= dict(given.get("tir", {}))
    man.pop("politique", None)
    if man.get("pds") is None:
        man["pds"] = 4 * QUARTER[man["physique"]]
    if man.get("malus_avant") is None:
        man["malus_avant"] = burden(man, {}, rulings)
    return man


def _tour(world: World, rule: Given, rulings: Given) -> Worlds:
    world = copy.deepcopy(world)
    granted = world.pop("granted")
    _prepared(world, rule, rulings)
    for order, chance in _orders(world, granted, rulings):
        for end, share in turns(world, order, [], rule, rulings):
            yield _after(copy.deepcopy(end), rulings), chance * share


def _prepared(world: World, rule: Given, rulings: Given) -> None:
    for man in world["men"]:
        man |= {
            "busy": False,
            "turn": True,
            "robbed": False,
            "trust": {},
            "won": [],
            "first": False,
        }
        man |= {"next_mod": 0, "next_expose": 0, "poff": 0, "pdef": 0}
        if man["vise"] and man_of(world, man["vise"]["cible"])["hors"] is not None:
            man["vise"] = None
    for man in standing(world):
        _armed(man, rule, rulings)
    for man in standing(world):
        man["burden"] = burden(man, rule, rulings)
        freed = any(foe["busy"] and foe["arme"] == "coincee" for foe in foes_of(world, man))
        man["freed"] = 5 * freed
        foes = [foe["id"] for foe in foes_of(world, man)]
        if len(foes) == 1:
            man["freed"] += 2 * man["confiance"].count(foes[0])
        man["pc"] = max(0, pc_of(man, in_hand(man)) + man["freed"])
    for man in standing(world):
        _split(world, man, rulings)


def _armed(man: World, rule: Given, rulings: Given) -> None:
    jammed = man["arme"] == "en_main" and not fires(man)
    if man["arme"] == "en_main" and not jammed:
        return
    back = man["arme"] == "coincee"
    if man["arme"] == "perdue":
        back = rule.get("ramasser_permis", True) and man["incident"] != "detruite"
    empty = man["munitions"] == 0 and (jammed or man["a_distance"])
    if man["a_distance"] and man["incident"] == "enrayee" and not man["seconde"]:
        man["burden"] = burden(man, rule, rulings)
        empty = empty or not can_clear(man, rulings)
    if man["will"]["arme"] == "reprendre" and (back or jammed) and not empty:
        man["busy"] = not jammed
        man["vise"] = man["vise"] if jammed else None
    elif man["autre_arme"] and not man["seconde"]:
        away = "rangee" if man["arme"] == "en_main" else "a_terre"
        man |= {"seconde": True, "arme": "en_main", "delaissee": away}
    else:
        man["arme"] = "perdue"


def _split(world: World, man: World, rulings: Given) -> None:
    will, pc, ratio = man["will"]["attitude"], man["pc"], man["ratio"]
    least = 0
    hand = in_hand(man)
    if hand["a_distance"] and not man["busy"] and not rulings.get("precision_defence"):
        least = min(pc, max(0, hand["maniabilite"]))
    if man["busy"] or (ratio is None and will == "rien"):
        poff = 0
    elif ratio is not None:
        poff = int(Fraction(ratio) * pc)
    else:
        poff = {"moitie": pc // 2, "tout": pc}[will] if isinstance(will, str) else min(will, pc)
    man["poff"] = max(poff, least)
    man["pdef"] = pc - man["poff"]
    several = len(foes_of(world, man)) > 1
    for name in set(man["confiance"]):
        if several and man_of(world, name)["hors"] is None:
            points = 2 * man["confiance"].count(name)
            part = Fraction(1, 2) if ratio is None else Fraction(ratio)
            into = int(part * points)
            if man["busy"] or (ratio is None and will == "rien"):
                into = 0
            elif ratio is None and will == "tout":
                into = points
            man["trust"][name] = [into, points - into]
    if man["long_feu"]:
        man["poff"] = max(0, man["poff"] - 3)


def _orders(world: World, granted: list[str], rulings: Given) -> Iterator[tuple[Any, Fraction]]:
    """Yield every order of the tour: a list of groups of names."""
    free = [man for man in standing(world) if not man["busy"]]
    forced = [man for man in free if man["id"] in granted]
    rest = [man for man in free if man["id"] not in granted]
    pieces: list[list[tuple[Any, Fraction]]] = []

    def speed(man: World) -> int:
        return int(man["poff"] + (man["vise"]["tours"] if man["vise"] else 0))

    for pool in (forced, rest):
        for value in sorted({speed(man) for man in pool}, reverse=True):
            tied = [man for man in pool if speed(man) == value]
            able = [man for man in tied if acts(world, man)]
            idle = [[man["id"]] for man in tied if man not in able]
            pieces.append(list(_broken(able, rulings)))
            pieces.append([(idle, ONE)])
    for combination in itertools.product(*pieces):
        chance = ONE
        order: list[Any] = []
        for part, share in combination:
            order, chance = order + part, chance * share
        yield order, chance


def _broken(able: list[World], rulings: Given) -> Iterator[tuple[Any, Fraction]]:
    """Yield the orders of fighters with equal Poff, equally likely by the symmetry of their dice."""
    names = [man["id"] for man in able]
    tie = rulings.get("initiative_tie", "chance")
    if len(able) < 2:
        yield [[name] for name in names], ONE
    elif tie == "simultaneous":
        yield [names], ONE
    else:
        key = {man["id"]: in_hand(man)["talent"] if tie == "talent" else 0 for man in able}
        fair = [
            each
            for each in itertools.permutations(names)
            if all(key[x] >= key[y] for x, y in itertools.pairwise(each))
        ]
        for each in fair:
            yield [[name] for name in each], Fraction(1, len(fair))


def _after(world: World, rulings: Given) -> World:
    ladder = ["critique", "grave", "serieux", "leger"]
    before = list(standing(world))
    for man in before:
        limit = man["reddition"]
        if {each["camp"] for each in before} <= {man["camp"]}:
            continue
        here = state(man, rulings)
        if limit != "jamais" and here in ladder and ladder.index(here) <= ladder.index(limit):
            man["hors"] = "reddition"
    world["granted"] = [man["id"] for man in standing(world) if man["first"]]
    for man in world["men"]:
        if man["busy"] and man["hors"] is None:
            man["arme"] = "en_main"
        man |= {"pc_mod": man["next_mod"], "expose": man["next_expose"], "confiance": man["won"]}
    return world


MELEE_ORACLES = {"exil.melee": melee}
