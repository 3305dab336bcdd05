"""The attacks of the oracle of the mêlée: shared attacks, stray blows, shots."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tests.games.exil.oracle_combat import PHYSIQUE, Given, Row, attacked, fired, incident, shot
from tests.games.exil.oracle_duel import MINIMA, ON_WEAPONS
from tests.games.exil.oracle_melee_landed import hurt, landed
from tests.games.exil.oracle_melee_men import (
    ONE,
    World,
    Worlds,
    choice_of,
    fires,
    friends_near,
    guard_of,
    holds_gun,
    in_hand,
    man_of,
    may_be_disarmed,
    over_poff,
    punches,
    stuns,
)

FAR = {"chute": 7, "tir_fatal": 13, "coup_d_elite": 13, "impact": 4, "faille": 1, "desarmement": 10}
AIMED = {"aucune": 0, "tete": -4, "bras": -3, "main": -5, "jambe": -2}


def shares_of(man: World, touch: list[World], rulings: Given) -> list[tuple[str, int]]:
    """Return his targets with their shares."""
    each = rulings.get("multi_attack_maniabilite") == "each"
    more = max(0, in_hand(man)["maniabilite"]) if each else 0
    pool = man["poff"] - more
    rounds = man["munitions"] if holds_gun(man) and man["munitions"] is not None else 8
    alone = man["will"]["partage"] < 2 or len(touch) < 2 or min(pool, rounds) < 2
    if alone or not man["may_share"]:
        return [(choice_of(man, touch)["id"], man["poff"])]
    count = min(man["will"]["partage"], len(touch), pool, rounds, 8)
    left, named = list(touch), []
    for place in range(count):
        target = choice_of(man, left)
        left = [foe for foe in left if foe is not target]
        part, over = divmod(pool, count)
        named.append((target["id"], part + (1 if place < over else 0) + more))
    return named


def attacks(
    world: World, name: str, shares: list[Any], rule: Given, rulings: Given, wait: list[Any] | None
) -> Worlds:
    if not shares:
        yield world, ONE
        return
    (target, share), *rest = shares
    man = man_of(world, name)
    lost = not fires(man) or man.get("burst") or man["hors"] is not None
    if lost or man_of(world, target)["hors"] is not None:
        yield from attacks(world, name, rest, rule, rulings, wait)
        return
    share = max(0, share - 3 * man["long_feu"])
    for row, chance in _blow(world, man, man_of(world, target), share, rulings):
        fresh = copy.deepcopy(world)
        me = man_of(fresh, name)
        me["long_feu"] = False
        if me["munitions"] is not None and holds_gun(me):
            me["munitions"] -= 1
        if row["jam"]:
            me["incident"] = "enrayee"
        missed = row["outcome"] == "rate" and not row["jam"]
        for at, share_1 in _misfired(fresh, name, missed, rule, rulings):
            for after, share_2 in landed(at, row, rule, rulings, wait):
                if wait is not None:
                    after["rows"] = [*after["rows"], row]
                for end, share_3 in attacks(after, name, rest, rule, rulings, wait):
                    yield end, chance * share_1 * share_2 * share_3


def _misfired(world: World, name: str, missed: bool, rule: Given, rulings: Given) -> Worlds:
    """Yield what becomes of a firearm that has missed in contact (INC-05, R-90)."""
    man = man_of(world, name)
    if not (missed and rule.get("incidents") and man["gun"]["arme_a_feu"] and holds_gun(man)):
        yield world, ONE
        return
    for row, chance in incident({"letalite": in_hand(man)["letalite"]}, rulings):
        at = copy.deepcopy(world)
        me = man_of(at, name)
        if row["incident"] == "long_feu":
            me["long_feu"] = True
        elif row["incident"] == "enrayee":
            me["incident"] = "enrayee"
        elif row["incident"] == "explosion":
            me |= {"incident": "detruite", "arme": "perdue", "burst": True}
            hurt(me, row["degats_tireur"], rule, rulings)
        yield at, chance


def _blow(world: World, man: World, foe: World, share: int, rulings: Given) -> Iterator[Row]:
    hand, power = in_hand(man), share + over_poff(man, foe)
    zone = man["will"]["zone"] if man["may_aim"] else "aucune"
    aimed = power if rulings.get("aimed_scope") == "roll" else max(0, power + AIMED[zone])
    audace = min(man["will"]["audace"], aimed - 1) if aimed >= 1 else 0
    reach = aimed - audace if rulings.get("audace_scope") == "poff" else aimed
    beside = bool(friends_near(world, foe))
    whip = man["fouet"] and man["arme"] == "en_main" and not man["seconde"]
    params = {
        "poff": power,
        "pdef": guard_of(foe, man),
        "audace": audace,
        "zone": zone,
        "letalite": hand["letalite"],
        "physique": man["physique"],
        "force": hand["force"],
        "perce_armure": hand["perce_armure"],
        "protection": foe["protection"],
        "passe": _passe(man, reach, may_be_disarmed(foe), beside, whip),
        "talent_attaquant": hand["talent"],
        "talent_defenseur": in_hand(foe)["talent"],
    }
    for row, chance in fired(params, rulings, _needles(man)):
        if chance:
            held = whip and row["passe"] == "desarmement"
            may = row["desarme"] and may_be_disarmed(foe)
            if held and may and not man["will"]["saisir"]:
                held = False
            stun = stuns(man)
            texts = row | {"desarme": row["desarme"] and not held, "fists": punches(man)}
            yield texts | {"by": man["id"], "on": foe["id"], "held": held, "stun": stun}, chance


def _needles(man: World) -> bool:
    """Return whether a 12 jams his weapon."""
    return bool(holds_gun(man) and man["gun"]["enraye_sur_12"])


def _passe(man: World, power: int, losable: bool, beside: bool, whip: bool = False) -> str:
    wish = man["will"]["passe"]
    if wish == "auto":
        return "auto"
    tables: list[dict[int, tuple[str, ...]]] = [MINIMA] + ([ON_WEAPONS] if losable else [])
    tables += [{1: ("bousculade",)}] if beside else []
    tables += [{7: ("desarmement",)}] if whip else []
    for each in wish:
        if any(low <= power and each in row for t in tables for low, row in t.items()):
            return str(each)
    return "auto"


def stray(world: World, name: str, rule: Given, rulings: Given, wait: list[Any] | None) -> Worlds:
    """Yield an attack on an ally at full Poff, whose damage counts half of it."""
    man = man_of(world, name)
    ally = man_of(world, man["egare"])
    hand, power = in_hand(man), man["poff"] + over_poff(man, ally)
    half, guard = power // 2, guard_of(ally, man)
    kept = _odds(guard, rulings)
    strength = PHYSIQUE[man["physique"]] if hand["force"] else 0
    armour = ally["protection"] // 2 if hand["perce_armure"] else ally["protection"]
    if rulings.get("armour_base") == "lethality":
        armour = min(armour, max(0, hand["letalite"]))
    full = max(0, half + hand["letalite"] + strength - guard - armour)
    man["egare"], before = None, man["incident"]
    ends: list[tuple[int, bool, bool, Fraction]] = []
    for hits, jam, chance in attacked(power, rulings, _needles(man)):
        if hits:
            ends.append((max(0, half - guard), False, jam, chance * kept))
            ends.append((full, False, jam, chance * (1 - kept)))
        else:
            ends.append((0, True, jam, chance))
    for damage, missed, jam, chance in ends:
        man["incident"] = "enrayee" if jam else before
        row: World = {"damage": damage, "passe": None, "desarme": False, "held": False}
        row |= {"stun": False, "by": name, "on": ally["id"]}
        for at, share_1 in _misfired(world, name, missed and not jam, rule, rulings):
            for after, share in landed(at, row, rule, rulings, wait):
                if wait is not None:
                    after["rows"] = [*after.get("rows", []), row]
                yield after, chance * share_1 * share


def _odds(level: int, rulings: Given) -> Fraction:
    return Fraction(min(12, max(0, level - (rulings.get("equal") == "fails"))), 12)


def shoots(
    world: World, name: str, target: str, rule: Given, rulings: Given, wait: list[Any] | None
) -> Worlds:
    man, foe = man_of(world, name), man_of(world, target)
    hand, vise = in_hand(man), man["vise"]
    params = {
        "poff": man["poff"] + over_poff(man, foe),
        "aim": vise["tours"] if vise and vise["cible"] == target else 0,
        "range": man["portee"],
        "cover": foe["couvert"],
        "activite": foe["activite"],
        "aware": foe["en_melee"] or foe["averti"],
        "pdef": guard_of(foe, man),
        "letalite": hand["letalite"],
        "physique": man["physique"],
        "force": hand["force"] and not man["gun"]["arme_a_feu"],
        "protection": foe["protection"],
        "perce_armure": hand["perce_armure"],
        "zone": man["will"]["zone"] if man["may_aim"] else "aucune",
        "arme_a_feu": man["gun"]["arme_a_feu"] and holds_gun(man),
        "enraye_sur_12": _needles(man),
        "incidents": rule.get("incidents", False),
    }
    params["passe"] = _far(man, params, rulings)
    for row, chance in shot(params, rulings):
        if not chance:
            continue
        after = copy.deepcopy(world)
        me = man_of(after, name)
        me |= {"long_feu": False, "vise": None}
        if me["munitions"] is not None and holds_gun(me):
            me["munitions"] = max(0, me["munitions"] - 1)
        if row["incident"] == "long_feu":
            me["long_feu"] = True
        elif row["incident"] == "enrayee":
            me["incident"] = "enrayee"
        elif row["incident"] == "explosion":
            me |= {"incident": "detruite", "arme": "perdue"}
            hurt(me, row["degats_tireur"], rule, rulings)
        texts = {"by": name, "on": target, "damage": row["damage"], "passe": None, "desarme": False}
        texts |= {"held": False, "far": row["passe"]}
        texts |= {"stun": stuns(man), "fists": False}
        for end, share in landed(after, texts, rule, rulings, wait):
            if wait is not None:
                end["rows"] = [*end.get("rows", []), texts]
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
