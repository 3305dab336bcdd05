"""The duel with fixed policies by plain enumeration, written from the catalogue alone.

A fighter is a plain dict that is copied and changed; a tour is a list of possible pairs of them
with chances; a fight is tours folded over a table of states.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tests.games.exil.oracle_combat import Given, Row, assaut

Man = dict[str, Any]
QUARTER = {"nul": 3, "faible": 4, "moyen": 5, "bon": 6, "excellent": 7}
LADDER = ["mort", "critique", "grave", "serieux", "leger", "pleine_forme"]
BURDEN = {"critique": -12, "grave": -6, "serieux": -3, "leger": -1, "pleine_forme": 0}
DEFAULTS = {
    "maniabilite": 0,
    "letalite": 0,
    "physique": "moyen",
    "force": True,
    "perce_armure": False,
    "protection": 0,
    "a_distance": False,
    "circonstance": 0,
    "talent_mains_nues": 0,
    "desarmable": True,
    "reddition": "jamais",
    "arme": "en_main",
    "pc_mod": 0,
    "expose": 0,
}
CHOICES = {
    "attitude": "moitie",
    "laisser_la_main": False,
    "audace": 0,
    "passe": "auto",
    "arme": "reprendre",
}
MINIMA = {
    1: ("coup_puissant_1", "en_confiance", "desequilibre"),
    4: ("coup_puissant_3", "faille", "impact", "mauvais_positionnement"),
    7: ("coup_puissant_5", "double_touche", "coup_perdu"),
    10: ("coup_puissant_7",),
    13: ("mise_en_echec",),
}
ON_WEAPONS = {7: ("desarmement",), 10: ("arme_coincee", "touche_et_desarmement")}


def state(man: Man, rulings: Given) -> str:
    left: int = man["pds"]
    if left < 0 or (left == 0 and rulings.get("death") == "at_zero"):
        return "mort"
    return LADDER[1 + left // QUARTER[man["physique"]]]


def burden(man: Man, rule: Given, rulings: Given) -> int:
    """Return the health malus that counts."""
    felt = BURDEN[state(man, rulings)]
    if rule.get("adrenaline") and felt > -6:
        return int(man["malus_avant"])
    return felt


def begun(given: Given, rulings: Given) -> Man:
    man: Man = DEFAULTS | dict(given)
    man["will"] = CHOICES | dict(given.get("politique", {}))
    if man.get("pds") is None:
        man["pds"] = 4 * QUARTER[man["physique"]]
    if man.get("malus_avant") is None:
        man["malus_avant"] = BURDEN[state(man, rulings)]
    return man


def potential(man: Man, more: int) -> int:
    base = man["T"] + man["M"] + man["burden"] + man["circonstance"] + man["pc_mod"] + more
    return max(0, int(base))


def prepared(man: Man, rule: Given, rulings: Given) -> Man:
    """Prepare a fighter (steps 1 and 2), without the bonus of the adversary's stuck weapon."""
    man = man | {"busy": False, "turn": True, "check": False, "next_mod": 0, "next_expose": 0}
    takes = man["will"]["arme"] == "reprendre"
    man["was_stuck"] = False
    if man["arme"] == "coincee":
        man["busy"] = man["was_stuck"] = takes
        if not takes:
            man["arme"] = "perdue"
    elif man["arme"] == "perdue":
        man["busy"] = takes and rule.get("ramasser_permis", True)
    man["bare"] = man["arme"] == "perdue"
    man["T"] = man["talent_mains_nues"] if man["bare"] else man["talent"]
    man["M"] = 0 if man["bare"] else man["maniabilite"]
    man["burden"] = burden(man, rule, rulings)
    return man


def _split(man: Man, pc: int, rulings: Given) -> Man:
    will = man["will"]["attitude"]
    poff = {"moitie": pc // 2, "tout": pc, "rien": 0}.get(will) if isinstance(will, str) else will
    poff = 0 if man["busy"] else min(poff or 0, pc)
    shooting = man["a_distance"] and not man["bare"] and not man["busy"]
    if shooting and not rulings.get("precision_defence"):
        poff = max(poff, min(pc, max(0, man["M"])))
    return man | {"poff": poff, "pdef": pc - poff}


def _able(man: Man, foe: Man) -> bool:
    return bool(man["turn"] and not man["busy"] and man["poff"] + foe["expose"] >= 1)


def _passe(man: Man, power: int, losable: bool) -> str:
    wish = man["will"]["passe"]
    if wish == "auto":
        return "auto"
    tables = [MINIMA, ON_WEAPONS] if losable else [MINIMA]
    for each in wish:
        for table in tables:
            if any(low <= power and each in row for low, row in table.items()):
                return str(each)
    return "auto"


def _blow(man: Man, foe: Man, rulings: Given) -> Iterator[tuple[dict[str, Any], Fraction]]:
    power = man["poff"] + foe["expose"]
    audace = min(man["will"]["audace"], power - 1)
    losable = foe["desarmable"] and foe["arme"] == "en_main"
    reach = power - audace if rulings.get("audace_scope") == "poff" else power
    params = {
        "poff": power,
        "pdef": foe["pdef"],
        "audace": audace,
        "letalite": 0 if man["bare"] else man["letalite"],
        "physique": man["physique"],
        "force": man["bare"] or man["force"],
        "perce_armure": man["perce_armure"] and not man["bare"],
        "protection": foe["protection"],
        "passe": _passe(man, reach, losable),
        "talent_attaquant": man["T"],
        "talent_defenseur": foe["T"],
    }
    for row, chance in assaut(params, rulings):
        if chance:
            yield row, chance


def _struck(man: Man, foe: Man, row: Given, rule: Given, rulings: Given) -> tuple[Man, Man]:
    """Return both fighters after the effects of a blow of `man`."""
    due = foe["turn"] and not foe["busy"]
    man, foe = dict(man), dict(foe)
    foe["pds"] -= row["damage"]
    if rulings.get("malus_timing") == "immediate" and due and state(foe, rulings) != "mort":
        new = burden(foe, rule, rulings)
        foe["poff"] = max(0, foe["poff"] - max(0, foe["burden"] - new))
        foe["burden"] = new
    passe = row["passe"]
    if passe == "en_confiance":
        man["next_mod"] += 2
    elif passe == "desequilibre":
        foe["next_mod"] -= 2
    elif passe == "mauvais_positionnement":
        foe["next_expose"] += 3
    elif passe in ("impact", "coup_perdu") and due:
        foe["turn"] = False
    elif passe == "impact":
        man["initiative"] = True
    elif passe == "coup_perdu":
        foe["next_mod"] -= 3
    elif passe == "mise_en_echec":
        foe["check"] = True
    lost = passe == "arme_coincee" or (row["desarme"] and passe != "mise_en_echec")
    if lost:
        foe["arme"] = "coincee" if passe == "arme_coincee" else "perdue"
        if due and state(foe, rulings) != "mort":
            foe = _bare(foe, man)
    return man, foe


def _bare(foe: Man, man: Man) -> Man:
    """Return the riposte of a fighter who has just lost his weapon."""
    pc = max(0, foe["talent_mains_nues"] + foe["burden"] + foe["circonstance"] + foe["pc_mod"])
    poff = max(0, pc - foe["pdef"])
    stays = foe["will"]["arme"] == "reprendre"
    strikes = not stays if foe["arme"] == "coincee" else poff + man["expose"] >= 1
    if not strikes:
        return foe | {"turn": False}
    return foe | {"arme": "perdue", "bare": True, "T": foe["talent_mains_nues"], "poff": poff}


def tour(a: Man, b: Man, init: str, rule: Given, rulings: Given) -> Iterator[tuple[Man, Man, Any]]:
    """Yield (a, b, chance) after steps 1 to 9."""
    a, b = prepared(a, rule, rulings), prepared(b, rule, rulings)
    pcs = [potential(a, 5 * b["was_stuck"]), potential(b, 5 * a["was_stuck"])]
    a, b = _split(a, pcs[0], rulings), _split(b, pcs[1], rulings)
    a["initiative"] = b["initiative"] = False
    both = _able(a, b) and _able(b, a)
    if init != "libre":
        orders = [(init, Fraction(1))]
    elif a["poff"] != b["poff"]:
        orders = [("a" if a["poff"] > b["poff"] else "b", Fraction(1))]
    elif not both:
        orders = [("b" if _able(b, a) else "a", Fraction(1))]
    elif rulings.get("initiative_tie") == "simultaneous":
        yield from _at_once(a, b, rule, rulings)
        return
    elif rulings.get("initiative_tie") == "talent" and a["T"] != b["T"]:
        orders = [("a" if a["T"] > b["T"] else "b", Fraction(1))]
    else:
        orders = [("a", Fraction(1, 2)), ("b", Fraction(1, 2))]
    for first, chance in orders:
        leaves = both and (a if first == "a" else b)["will"]["laisser_la_main"]
        if (first == "a") != leaves:
            for x, y, share in _pair(a, b, rule, rulings):
                yield x, y, chance * share
        else:
            for x, y, share in _pair(b, a, rule, rulings):
                yield y, x, chance * share


def _pair(one: Man, two: Man, rule: Given, rulings: Given) -> Iterator[tuple[Man, Man, Fraction]]:
    """Yield the results where `one` acts before `two`."""
    for x, y, chance in _act(one, two, rule, rulings):
        if y["check"] or state(y, rulings) == "mort":
            yield x, y, chance
            continue
        for v, w, share in _act(y, x, rule, rulings):
            yield w, v, chance * share


def _act(man: Man, foe: Man, rule: Given, rulings: Given) -> Iterator[tuple[Man, Man, Fraction]]:
    able = _able(man, foe)
    man = man | {"turn": False}
    if not able:
        yield man, foe, Fraction(1)
        return
    for row, chance in _blow(man, foe, rulings):
        yield *_struck(man, foe, row, rule, rulings), chance


def _at_once(a: Man, b: Man, rule: Given, rulings: Given) -> Iterator[tuple[Man, Man, Fraction]]:
    a, b = a | {"turn": False}, b | {"turn": False}
    for row, chance in _blow(a, b, rulings):
        for back, share in _blow(b, a, rulings):
            x, y = _struck(a, b, row, rule, rulings)
            y, x = _struck(y, x, back, rule, rulings)
            yield x, y, chance * share


def gives_up(man: Man, rulings: Given) -> bool:
    limit = man["reddition"]
    if limit == "jamais":
        return False
    return LADDER.index(state(man, rulings)) <= LADDER.index(limit)


def judged(a: Man, b: Man, rulings: Given) -> tuple[str, str | None]:
    """Return (fin, gagnant) of step 10."""
    tests = (
        ("mort", lambda man: state(man, rulings) == "mort"),
        ("mise_en_echec", lambda man: man["check"]),
        ("reddition", lambda man: gives_up(man, rulings)),
    )
    for fin, test in tests:
        down = (test(a), test(b))
        if any(down):
            return fin, {(True, True): "personne", (True, False): "b", (False, True): "a"}[down]
    return "aucune", None


def next_tour(man: Man) -> Man:
    """Return the fighter at the beginning of the next tour."""
    kept = {k: man[k] for k in (*DEFAULTS, "talent", "will", "malus_avant", "pds")}
    return kept | {
        "arme": "en_main" if man["busy"] else man["arme"],
        "pc_mod": man["next_mod"],
        "expose": man["next_expose"],
    }


def granted(a: Man, b: Man) -> str:
    if a["initiative"] == b["initiative"]:
        return "libre"
    return "a" if a["initiative"] else "b"


def contact_round(params: Given, rulings: Given) -> Iterator[Row]:
    one, two = (begun(params[each], rulings) for each in "ab")
    for a, b, chance in tour(one, two, params.get("initiative", "libre"), params, rulings):
        fin, winner = judged(a, b, rulings)
        row = {"fin": fin, "gagnant": winner, "pds_a": a["pds"], "pds_b": b["pds"]}
        x, y = next_tour(a), next_tour(b)
        for name in ("arme", "pc_mod", "expose"):
            row[f"{name}_a"] = x[name] if fin == "aucune" else None
            row[f"{name}_b"] = y[name] if fin == "aucune" else None
        row["initiative"] = granted(a, b) if fin == "aucune" else None
        yield row, chance


def hopeless(a: Man, b: Man, rule: Given, rulings: Given) -> bool:
    for man in (a, b):
        if gives_up(man, rulings):
            return False
        if man["pc_mod"] or man["expose"] or man["arme"] == "coincee":
            return False
        if man["arme"] == "perdue" and rule.get("ramasser_permis", True):
            return False
        if potential(prepared(man, rule, rulings), 0):
            return False
    return True


def duel(params: Given, rulings: Given) -> Iterator[Row]:
    start = [begun(params[each], rulings) for each in "ab"]
    table = {json.dumps([*start, params.get("initiative", "libre")]): Fraction(1)}
    most = params.get("max_turns", 20)
    for tours in range(1, most + 1):
        after: dict[str, Fraction] = {}
        for key, weight in table.items():
            one, two, init = json.loads(key)
            if hopeless(one, two, params, rulings):
                yield _fate("personne", "impasse", tours - 1, one, two), weight
                continue
            for a, b, chance in tour(one, two, init, params, rulings):
                fin, winner = judged(a, b, rulings)
                if winner is not None:
                    yield _fate(winner, fin, tours, a, b), weight * chance
                elif tours == most:
                    yield _fate("personne", "limite", tours, a, b), weight * chance
                else:
                    new = json.dumps([next_tour(a), next_tour(b), granted(a, b)])
                    after[new] = after.get(new, Fraction()) + weight * chance
        table = after


def _fate(winner: str, fin: str, tours: int, a: Man, b: Man) -> dict[str, Any]:
    return {
        "gagnant": winner,
        "fin": fin,
        "tours": tours,
        "pds_a": a["pds"],
        "pds_b": b["pds"],
    }


DUEL_ORACLES = {"exil.contact_round": contact_round, "exil.duel": duel}
