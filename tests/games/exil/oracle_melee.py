"""The mêlée of Exil by hand: fixed policies alone, from the catalogue's prose, nothing of the game.

A world is a dict of men, each a plain dict of what he carries and what has become of him; a tour is
a list of worlds with chances, worked out man after man.
"""

from __future__ import annotations

import copy
import itertools
import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tests.games.exil.oracle_combat import PHYSIQUE, Given, Row, attacked, fired, shot
from tests.games.exil.oracle_duel import DEFAULTS, MINIMA, ON_WEAPONS, QUARTER, burden, state

World = dict[str, Any]
Worlds = Iterator[tuple[World, Fraction]]
ONE = Fraction(1)
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
}
TOLD = ["id", "hors", "pds", "arme", "pc_mod", "expose", "circonstance", *list(KEPT)[1:]]
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
FAR = {"chute": 7, "tir_fatal": 13, "coup_d_elite": 13, "impact": 4, "faille": 1, "desarmement": 10}
AIMED = {"aucune": 0, "tete": -4, "bras": -3, "main": -5, "jambe": -2}


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


# ── what a man is worth ────────────────────────────────────────────────────────────────────────
def _hand(man: World) -> World:
    if man["arme"] == "perdue":
        return {"talent": man["talent_mains_nues"]} | _BARE
    if man["seconde"]:
        other: World = _BARE | man["autre_arme"]
        return other
    return {name: man[name] for name in ("talent", *_BARE)}


_BARE = {
    "maniabilite": 0,
    "letalite": 0,
    "force": True,
    "perce_armure": False,
    "a_distance": False,
}


def _pc(man: World, hand: World) -> int:
    parts = (hand["talent"], hand["maniabilite"], man["burden"], man["circonstance"], man["pc_mod"])
    return sum(parts)


def _aimed(man: World) -> bool:
    """Does he hold the gun whose rounds and incidents are counted?"""
    first_is_a_gun = man["a_distance"]
    return bool(_hand(man)["a_distance"] and not (man["seconde"] and first_is_a_gun))


def _fires(man: World) -> bool:
    if not _aimed(man):
        return True
    return bool(man["incident"] == "rien" and man["munitions"] != 0)


def _up(world: World) -> list[World]:
    return [man for man in world["men"] if man["hors"] is None]


def _foes(world: World, man: World) -> list[World]:
    return [each for each in _up(world) if each["camp"] != man["camp"]]


def _near(world: World, man: World) -> list[World]:
    return [each for each in _foes(world, man) if each["en_melee"] and man["en_melee"]]


def _beside(world: World, man: World) -> list[World]:
    return [
        each
        for each in _up(world)
        if each["id"] != man["id"]
        and each["camp"] == man["camp"]
        and each["en_melee"]
        and man["en_melee"]
    ]


def _by(world: World, name: str) -> World:
    found: World = next(man for man in world["men"] if man["id"] == name)
    return found


def _over(man: World, foe: World) -> int:
    """What an attack has over the share of the Poff."""
    return int(foe["expose"] + man["trust"].get(foe["id"], [0, 0])[0])


def _guard(man: World, foe: World) -> int:
    return int(man["pdef"] + man["trust"].get(foe["id"], [0, 0])[1])


def _losable(man: World) -> bool:
    return bool(man["arme"] == "en_main" and (man["desarmable"] or man["seconde"]))


def _stuns(man: World) -> bool:
    """Whether his blow is a choc: by his weapon, or by his fists."""
    fists = man["arme"] == "perdue" or not (
        man["desarmable"] or man["seconde"] or _hand(man)["a_distance"]
    )
    return bool((man["assommante"] or fists) and man["will"]["choc"])


def _choice(man: World, among: list[World]) -> World:
    wish = man["will"]["cible"]
    if wish == "faible":
        return min(among, key=lambda each: each["pds"])
    if wish != "premier":
        for name in wish:
            for each in among:
                if each["id"] == name:
                    return each
    return among[0]


def _touch(world: World, man: World) -> list[World]:
    if not _fires(man):
        return []
    among = [_by(world, man["egare"])] if man["egare"] else _near(world, man)
    return [each for each in among if man["poff"] + _over(man, each) >= 1]


def _aims(world: World, man: World) -> list[World]:
    if not (_hand(man)["a_distance"] and _fires(man)):
        return []
    return [each for each in _foes(world, man) if each not in _near(world, man)]


# ── the beginning of a tour ────────────────────────────────────────────────────────────────────
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
        if man["vise"] and _by(world, man["vise"]["cible"])["hors"] is not None:
            man["vise"] = None
    for man in _up(world):
        _armed(man, rule)
    for man in _up(world):
        man["burden"] = burden(man, rule, rulings)
        freed = any(foe["busy"] and foe["arme"] == "coincee" for foe in _foes(world, man))
        man["pc"] = max(0, _pc(man, _hand(man)) + 5 * freed)
    for man in _up(world):
        _split(world, man, rulings)


def _armed(man: World, rule: Given) -> None:
    jammed = man["arme"] == "en_main" and not _fires(man)
    if man["arme"] == "en_main" and not jammed:
        return
    back = man["arme"] == "coincee"
    if man["arme"] == "perdue":
        back = rule.get("ramasser_permis", True) and man["incident"] != "detruite"
    if man["will"]["arme"] == "reprendre" and (back or jammed):
        man["busy"] = not jammed
        man["vise"] = man["vise"] if jammed else None
    elif man["autre_arme"] and not man["seconde"]:
        man |= {"seconde": True, "arme": "en_main"}
    else:
        man["arme"] = "perdue"


def _split(world: World, man: World, rulings: Given) -> None:
    will, pc, ratio = man["will"]["attitude"], man["pc"], man["ratio"]
    least = 0
    hand = _hand(man)
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
    for name in set(man["confiance"]):
        if _by(world, name)["hors"] is None:
            points = 2 * man["confiance"].count(name)
            part = Fraction(1, 2) if ratio is None else Fraction(ratio)
            into = int(part * points)
            if man["busy"] or will == "rien":
                into = 0
            elif will == "tout":
                into = points
            man["trust"][name] = [into, points - into]
    if man["long_feu"]:
        man["poff"] = max(0, man["poff"] - 3)


def _orders(world: World, granted: list[str], rulings: Given) -> Iterator[tuple[Any, Fraction]]:
    """Every order of the tour: a list of groups of names."""
    free = [man for man in _up(world) if not man["busy"]]
    forced = [name for name in dict.fromkeys(granted) if name in [man["id"] for man in free]]
    rest = [man for man in free if man["id"] not in forced]
    pieces: list[list[tuple[Any, Fraction]]] = [[([[name] for name in forced], ONE)]]

    def speed(man: World) -> int:
        return int(man["poff"] + (man["vise"]["tours"] if man["vise"] else 0))

    for value in sorted({speed(man) for man in rest}, reverse=True):
        tied = [man for man in rest if speed(man) == value]
        able = [man for man in tied if _acts(world, man)]
        idle = [[man["id"]] for man in tied if man not in able]
        pieces.append(list(_broken(able, rulings)))
        pieces.append([(idle, ONE)])
    for combination in itertools.product(*pieces):
        chance = ONE
        order: list[Any] = []
        for part, share in combination:
            order, chance = order + part, chance * share
        yield order, chance


def _acts(world: World, man: World) -> bool:
    return man["will"]["action"] == "auto" and bool(_touch(world, man) or _aims(world, man))


def _broken(able: list[World], rulings: Given) -> Iterator[tuple[Any, Fraction]]:
    """The orders of those whose Poff is equal: as likely, by symmetry of their dice."""
    names = [man["id"] for man in able]
    tie = rulings.get("initiative_tie", "chance")
    if len(able) < 2:
        yield [[name] for name in names], ONE
    elif tie == "simultaneous":
        yield [names], ONE
    else:
        key = {man["id"]: _hand(man)["talent"] if tie == "talent" else 0 for man in able}
        fair = [
            each
            for each in itertools.permutations(names)
            if all(key[x] >= key[y] for x, y in itertools.pairwise(each))
        ]
        for each in fair:
            yield [[name] for name in each], Fraction(1, len(fair))


# ── turns ──────────────────────────────────────────────────────────────────────────────────────
def _turns(world: World, order: list[Any], held: list[str], rule: Given, rulings: Given) -> Worlds:
    if not order:
        yield world, ONE
        return
    first, *later = order
    if len(first) > 1:
        for after, chance in _together(world, first, rule, rulings):
            for end, share in _turns(after, later, held, rule, rulings):
                yield end, chance * share
        return
    man = _by(world, first[0])
    waiting = [
        name
        for group in later
        for name in group
        if _by(world, name)["turn"] and _by(world, name)["hors"] is None
        if _acts(world, _by(world, name))
    ]
    leaves = man["will"]["laisser_la_main"] and man["hors"] is None and man["turn"]
    if leaves and waiting and man["id"] not in held and _acts(world, man):
        place = next(at for at, group in enumerate(later) if waiting[-1] in group) + 1
        passed = [name for group in later[:place] for name in group]
        new = [*later[:place], first, *later[place:]]
        yield from _turns(world, new, [*held, man["id"], *passed], rule, rulings)
        return
    for after, chance in _turn(copy.deepcopy(world), first[0], rule, rulings, None):
        for end, share in _turns(after, later, held, rule, rulings):
            yield end, chance * share


def _able(world: World, name: str) -> bool:
    """Whether he acts at all; how he goes on without the weapon that he has just lost."""
    man = _by(world, name)
    if man["hors"] is not None or not man["turn"]:
        return False
    man["turn"] = False
    if not man["robbed"]:
        return True
    stuck = man["arme"] == "coincee"
    keeps = man["will"]["arme"] == "reprendre"
    if stuck and keeps:
        return False
    if man["autre_arme"] and not man["seconde"]:
        man |= {"seconde": True, "arme": "en_main"}
    else:
        bare = {"talent": man["talent_mains_nues"]} | _BARE
        reach = max([foe["expose"] for foe in _near(world, man)], default=0)
        if not stuck and max(0, _pc(man, bare) - man["pdef"]) + reach < 1:
            return False
        man["arme"] = "perdue"
    man["poff"] = max(0, _pc(man, _hand(man)) - man["pdef"])
    return True


def _turn(world: World, name: str, rule: Given, rulings: Given, wait: list[Any] | None) -> Worlds:
    if not _able(world, name):
        yield world, ONE
        return
    yield from _does(world, name, rule, rulings, wait)


def _does(world: World, name: str, rule: Given, rulings: Given, wait: list[Any] | None) -> Worlds:
    man = _by(world, name)
    if man["egare"] and _by(world, man["egare"]) not in _beside(world, man):
        man["egare"] = None
    touch, aims = _touch(world, man), _aims(world, man)
    if man["will"]["action"] == "rien" or not (touch or aims):
        jammed = man["incident"] == "enrayee" and _aimed(man) and man["arme"] == "en_main"
        if jammed and man["will"]["action"] == "auto":
            yield from _unjam(world, man, rulings)
        else:
            yield world, ONE
        return
    if not touch and man["will"]["visee"] > (man["vise"]["tours"] if man["vise"] else 0):
        target = _choice(man, aims)["id"]
        same = man["vise"] and man["vise"]["cible"] == target
        man["vise"] = {"cible": target, "tours": man["vise"]["tours"] + 1 if same else 1}
        yield world, ONE
        return
    if touch and man["egare"]:
        paths = _stray(world, name, rule, rulings, wait)
    elif touch:
        paths = _attacks(world, name, _named(man, touch, rulings), rule, rulings, wait)
    else:
        paths = _shoots(world, name, _choice(man, aims)["id"], rule, rulings, wait)
    for after, chance in paths:
        me = _by(after, name)
        me |= {"long_feu": False if touch else me["long_feu"], "vise": None}
        if touch and me["munitions"] is not None and _aimed(me):
            me["munitions"] = max(0, me["munitions"] - 1)
        yield after, chance


def _unjam(world: World, man: World, rulings: Given) -> Worlds:
    level = man["gun"]["bricoleur"] + man["gun"]["difficulty"] + man["burden"]
    strict = rulings.get("equal") == "fails"
    good = Fraction(sum(die < level or (die == level and not strict) for die in range(1, 13)), 12)
    man["vise"] = None
    other = copy.deepcopy(world)
    man["incident"] = "rien"
    yield world, good
    yield other, 1 - good


def _named(man: World, touch: list[World], rulings: Given) -> list[tuple[str, int]]:
    """Whom he attacks, with what share."""
    each = rulings.get("multi_attack_maniabilite") == "each"
    more = max(0, _hand(man)["maniabilite"]) if each else 0
    pool = man["poff"] - more
    if man["will"]["partage"] < 2 or len(touch) < 2 or pool < 2 or not man["may_share"]:
        return [(_choice(man, touch)["id"], man["poff"])]
    count = min(man["will"]["partage"], len(touch), pool, 8)
    left, named = list(touch), []
    for place in range(count):
        target = _choice(man, left)
        left = [foe for foe in left if foe is not target]
        part, over = divmod(pool, count)
        named.append((target["id"], part + (1 if place < over else 0) + more))
    return named


def _attacks(
    world: World, name: str, shares: list[Any], rule: Given, rulings: Given, wait: list[Any] | None
) -> Worlds:
    if not shares:
        yield world, ONE
        return
    (target, share), *rest = shares
    lost = not _fires(_by(world, name))
    if lost or _by(world, target)["hors"] is not None:
        yield from _attacks(world, name, rest, rule, rulings, wait)
        return
    for row, chance in _blow(world, _by(world, name), _by(world, target), share, rulings):
        at = copy.deepcopy(world)
        if row["jam"]:
            _by(at, name)["incident"] = "enrayee"
        for after, share_2 in _landed(at, row, rule, rulings, wait):
            if wait is not None:
                after["rows"] = [*after["rows"], row]
            for end, share_3 in _attacks(after, name, rest, rule, rulings, wait):
                yield end, chance * share_2 * share_3


def _blow(world: World, man: World, foe: World, share: int, rulings: Given) -> Iterator[Row]:
    hand, power = _hand(man), share + _over(man, foe)
    zone = man["will"]["zone"] if man["may_aim"] else "aucune"
    aimed = power if rulings.get("aimed_scope") == "roll" else max(0, power + AIMED[zone])
    audace = min(man["will"]["audace"], aimed - 1) if aimed >= 1 else 0
    reach = aimed - audace if rulings.get("audace_scope") == "poff" else aimed
    beside = bool(_beside(world, foe))
    params = {
        "poff": power,
        "pdef": _guard(foe, man),
        "audace": audace,
        "zone": zone,
        "letalite": hand["letalite"],
        "physique": man["physique"],
        "force": hand["force"],
        "perce_armure": hand["perce_armure"],
        "protection": foe["protection"],
        "passe": _passe(man, reach, _losable(foe), beside),
        "talent_attaquant": hand["talent"],
        "talent_defenseur": _hand(foe)["talent"],
    }
    whip = man["fouet"] and man["arme"] == "en_main" and not man["seconde"]
    for row, chance in fired(params, rulings, _needles(man)):
        if chance:
            held = whip and row["passe"] == "desarmement"
            if held and row["desarme"] and not man["will"]["saisir"]:
                held = False
            stun = _stuns(man)
            told = row | {"desarme": row["desarme"] and not held}
            yield told | {"by": man["id"], "on": foe["id"], "held": held, "stun": stun}, chance


def _needles(man: World) -> bool:
    """Does a 12 jam what he strikes with?"""
    return bool(_aimed(man) and man["gun"]["enraye_sur_12"])


def _passe(man: World, power: int, losable: bool, beside: bool) -> str:
    wish = man["will"]["passe"]
    if wish == "auto":
        return "auto"
    tables: list[dict[int, tuple[str, ...]]] = [MINIMA] + ([ON_WEAPONS] if losable else [])
    tables += [{1: ("bousculade",)}] if beside else []
    for each in wish:
        if any(low <= power and each in row for t in tables for low, row in t.items()):
            return str(each)
    return "auto"


def _stray(world: World, name: str, rule: Given, rulings: Given, wait: list[Any] | None) -> Worlds:
    """An attack at full Poff on one's own side, half of it for the damage."""
    man = _by(world, name)
    ally = _by(world, man["egare"])
    hand, power = _hand(man), man["poff"] + _over(man, ally)
    half, guard = power // 2, _guard(ally, man)
    kept = _odds(guard, rulings)
    strength = PHYSIQUE[man["physique"]] if hand["force"] else 0
    armour = ally["protection"] // 2 if hand["perce_armure"] else ally["protection"]
    if rulings.get("armour_base") == "lethality":
        armour = min(armour, max(0, hand["letalite"]))
    full = max(0, half + hand["letalite"] + strength - guard - armour)
    man["egare"], before = None, man["incident"]
    ends: list[tuple[int, bool, Fraction]] = []
    for hits, jam, chance in attacked(power, rulings, _needles(man)):
        if hits:
            ends += [(max(0, half - guard), jam, chance * kept), (full, jam, chance * (1 - kept))]
        else:
            ends.append((0, jam, chance))
    for damage, jam, chance in ends:
        man["incident"] = "enrayee" if jam else before
        row: World = {"damage": damage, "passe": None, "desarme": False, "held": False}
        row |= {"stun": False, "by": name, "on": ally["id"]}
        for after, share in _landed(world, row, rule, rulings, wait):
            if wait is not None:
                after["rows"] = [*after.get("rows", []), row]
            yield after, chance * share


def _odds(level: int, rulings: Given) -> Fraction:
    return Fraction(min(12, max(0, level - (rulings.get("equal") == "fails"))), 12)


def _shoots(
    world: World, name: str, target: str, rule: Given, rulings: Given, wait: list[Any] | None
) -> Worlds:
    man, foe = _by(world, name), _by(world, target)
    hand, vise = _hand(man), man["vise"]
    params = {
        "poff": man["poff"] + _over(man, foe),
        "aim": vise["tours"] if vise and vise["cible"] == target else 0,
        "range": man["portee"],
        "cover": foe["couvert"],
        "activite": foe["activite"],
        "aware": foe["en_melee"] or foe["averti"],
        "pdef": _guard(foe, man),
        "letalite": hand["letalite"],
        "physique": man["physique"],
        "force": hand["force"] and not man["gun"]["arme_a_feu"],
        "protection": foe["protection"],
        "perce_armure": hand["perce_armure"],
        "zone": man["will"]["zone"] if man["may_aim"] else "aucune",
        "arme_a_feu": man["gun"]["arme_a_feu"],
        "enraye_sur_12": man["gun"]["enraye_sur_12"],
        "incidents": rule.get("incidents", False),
    }
    params["passe"] = _far(man, params, rulings)
    for row, chance in shot(params, rulings):
        if not chance:
            continue
        after = copy.deepcopy(world)
        me = _by(after, name)
        me |= {"long_feu": False, "vise": None}
        if me["munitions"] is not None and _aimed(me):
            me["munitions"] = max(0, me["munitions"] - 1)
        if row["incident"] == "long_feu":
            me["long_feu"] = True
        elif row["incident"] == "enrayee":
            me["incident"] = "enrayee"
        elif row["incident"] == "explosion":
            me |= {"incident": "detruite", "arme": "perdue"}
            _hurt(me, row["degats_tireur"], rule, rulings)
        told = {"by": name, "on": target, "damage": row["damage"], "passe": None, "desarme": False}
        told |= {"held": False, "far": row["passe"]}
        told["stun"] = _stuns(man)
        for end, share in _landed(after, told, rule, rulings, wait):
            if wait is not None:
                end["rows"] = [*end.get("rows", []), told]
            yield end, chance * share


def _far(man: World, p: World, rulings: Given) -> str:
    wish = man["will"]["passe_tir"]
    if wish == "auto":
        return "auto"
    power = p["poff"] + p["aim"]
    if rulings.get("aimed_scope") != "roll":
        power = max(0, power + AIMED[p["zone"]])
    if p["range"] == "extreme" and rulings.get("extreme_range", "both") != "minus_4":
        power //= 2
    puissant = {f"coup_puissant_{added}": low for low, added in ((1, 1), (4, 3), (7, 5), (10, 7))}
    return next((each for each in wish if (puissant | FAR)[each] <= power), "auto")


# ── what an attack does ────────────────────────────────────────────────────────────────────────
def _hurt(foe: World, damage: int, rule: Given, rulings: Given) -> None:
    if not damage:
        return
    foe["pds"] -= damage
    if state(foe, rulings) == "mort":
        foe["hors"] = "mort"
    elif rulings.get("malus_timing") == "immediate":
        new = burden(foe, rule, rulings)
        if foe["turn"]:
            foe["poff"] = max(0, foe["poff"] - max(0, foe["burden"] - new))
        foe["burden"] = new


def _landed(
    world: World, row: Given, rule: Given, rulings: Given, wait: list[Any] | None
) -> Worlds:
    """The worlds after an attack; held back when others strike at the same time."""
    if wait is not None:
        yield copy.deepcopy(world), ONE
        return
    if not row["stun"]:
        after = copy.deepcopy(world)
        foe = _by(after, row["on"])
        due = foe["turn"] and not foe["busy"]
        _hurt(foe, row["damage"], rule, rulings)
        _changed(after, row, due)
        yield after, ONE
        return
    foe = _by(world, row["on"])
    value, bonus = min(20, row["damage"]), PHYSIQUE[foe["physique"]]
    least = value + (1 if rulings.get("choc_equal") == "fails" else 0)
    stands = Fraction(sum(die + bonus >= least for die in range(1, 13)), 12)
    if not value or foe["echecs"] >= 3:
        stands = ONE
    for failed, chance in ((0, stands), (1, 1 - stands)):
        if chance:
            after = copy.deepcopy(world)
            man = _by(after, row["on"])
            due = man["turn"] and not man["busy"]
            man["echecs"] += failed
            if value and man["echecs"] == 3:
                man["hors"] = "inconscient"
            _changed(after, row, due)
            yield after, chance


def _changed(world: World, row: Given, due: bool) -> None:
    """What a passe does besides the damage."""
    man, foe, passe = _by(world, row["by"]), _by(world, row["on"]), row["passe"]
    if passe == "en_confiance":
        man["won"].append(foe["id"])
    elif passe == "desequilibre":
        foe["next_mod"] -= 2
    elif passe == "mauvais_positionnement":
        foe["next_expose"] += 3
    elif passe == "impact" and due:
        foe["turn"] = False
    elif passe == "impact":
        man["first"] = True
    elif passe == "bousculade":
        ally = _choice(man, _beside(world, foe))
        if ally["turn"] and not ally["busy"]:
            ally["turn"] = False
        else:
            ally["next_mod"] -= 2
    elif passe == "coup_perdu" and _beside(world, foe):
        foe["egare"] = _choice(man, _beside(world, foe))["id"]
    elif passe == "coup_perdu" and due:
        foe["turn"] = False
    elif passe == "coup_perdu":
        foe["next_mod"] -= 3
    elif passe == "arme_coincee" and _losable(foe):
        foe |= {"arme": "coincee", "robbed": due}
    elif passe == "mise_en_echec" and foe["hors"] is None:
        foe["hors"] = "mise_en_echec"
    _far_changed(foe, row.get("far"), due)
    if row["held"]:
        foe["saisi"] = man["will"]["membre"]
    if row["desarme"] and passe != "mise_en_echec" and _losable(foe):
        foe |= {"arme": "perdue", "robbed": due}


def _far_changed(foe: World, far: str | None, due: bool) -> None:
    if far == "impact" and due:
        foe["turn"] = False
    elif far == "impact":
        foe["next_mod"] -= 2
    elif far == "chute":
        foe["a_terre"] = True
    elif far == "desarmement" and _losable(foe):
        foe |= {"arme": "perdue", "robbed": due}
    elif far == "desarmement":
        foe["main_perdue"] = True
    elif far == "tir_fatal":
        foe["hors"] = "mort"


def _together(world: World, names: list[str], rule: Given, rulings: Given) -> Worlds:
    """All strike before anything takes effect."""
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
                for after, chance in _landed(each, row, rule, rulings, None)
            ]
        yield from ends


# ── from tour to tour ──────────────────────────────────────────────────────────────────────────
def _tour(world: World, rule: Given, rulings: Given) -> Worlds:
    world = copy.deepcopy(world)
    granted = world.pop("granted")
    _prepared(world, rule, rulings)
    for order, chance in _orders(world, granted, rulings):
        for end, share in _turns(world, order, [], rule, rulings):
            yield _after(copy.deepcopy(end), rulings), chance * share


def _after(world: World, rulings: Given) -> World:
    ladder = ["critique", "grave", "serieux", "leger"]
    before = list(_up(world))
    for man in before:
        limit = man["reddition"]
        if {each["camp"] for each in before} <= {man["camp"]}:
            continue
        here = state(man, rulings)
        if limit != "jamais" and here in ladder and ladder.index(here) <= ladder.index(limit):
            man["hors"] = "reddition"
    world["granted"] = [man["id"] for man in _up(world) if man["first"]]
    for man in world["men"]:
        if man["busy"] and man["hors"] is None:
            man["arme"] = "en_main"
        man |= {"pc_mod": man["next_mod"], "expose": man["next_expose"], "confiance": man["won"]}
    return world


def melee(params: Given, rulings: Given) -> Iterator[Row]:
    men = [_begun(each, rulings) for each in params["combattants"]]
    for man in men:
        man["may_share"] = params.get("attaques_multiples", True)
        man["may_aim"] = params.get("attaques_visees", True)
    start = {"men": men, "granted": list(params.get("initiative", []))}
    table = {json.dumps(start, default=str): ONE}
    most = params.get("max_turns", 20)
    for tours in range(1, most + 1):
        after: dict[str, Fraction] = {}
        for key, weight in table.items():
            for world, chance in _tour(json.loads(key), params, rulings):
                if not chance:
                    continue
                camps = {man["camp"] for man in _up(world)}
                if len(camps) > 1 and tours < most:
                    new = json.dumps(world, default=str)
                    after[new] = after.get(new, Fraction()) + weight * chance
                    continue
                row = {
                    "fin": "camp" if len(camps) < 2 else "limite",
                    "camp": camps.pop() if len(camps) == 1 else None,
                    "tours": tours,
                    "combattants": [{name: man[name] for name in TOLD} for man in world["men"]],
                }
                yield row, weight * chance
        table = after


MELEE_ORACLES = {"exil.melee": melee}
