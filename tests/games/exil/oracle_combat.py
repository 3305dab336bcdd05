"""Attacks and shots by plain enumeration of faces, written from the catalogue alone.

No module of the game is imported here. Damage follows the catalogue, ruling by ruling; dice are
nested generators of (value, chance).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

Row = tuple[dict[str, Any], Fraction]
Given = Mapping[str, Any]
TWELFTH = Fraction(1, 12)
PHYSIQUE = {"nul": -2, "faible": -1, "moyen": 0, "bon": 1, "excellent": 2}
ZONE = {"aucune": 0, "tete": -4, "bras": -3, "main": -5, "jambe": -2}


def _chance(level: int, rulings: Given) -> Fraction:
    """Return how many of the twelve faces succeed against a level."""
    strict = rulings.get("equal") == "fails"
    return sum(
        (TWELFTH for die in range(1, 13) if die < level or (die == level and not strict)),
        Fraction(),
    )


def _damage(p: Given, power: int, guard: int, faille: int, added: int, rulings: Given) -> int:
    """Return the damage of a full hit; `faille`: the damage that this passe adds without armour, else 0."""
    strength = PHYSIQUE[p.get("physique", "moyen")] if p["force"] else 0
    letality: int = p.get("letalite", 0)
    armour: int = p.get("protection", 0)
    if faille:
        added = 0 if armour >= 1 else faille
        armour = 0
    if p.get("perce_armure"):
        armour = armour // 2
    if rulings.get("armour_base") != "lethality":
        return max(0, power + letality + strength - guard - armour + added)
    if letality > 0:
        return max(0, power + strength + max(0, letality - armour) - guard + added)
    return max(0, power + strength + letality - guard + added)


def assaut(params: Given, rulings: Given) -> Iterator[Row]:
    for row, chance in fired(params, rulings, params.get("enraye_sur_12", False)):
        yield {name: value for name, value in row.items() if name != "jam"}, chance


def attacked(level: int, rulings: Given, needles: bool) -> Iterator[tuple[bool, bool, Fraction]]:
    """Yield (hits, jams, chance): the twelfth face jams a weapon with needles."""
    hits = _chance(level, rulings)
    if not needles:
        yield from ((True, False, hits), (False, False, 1 - hits))
    elif hits == 1:
        yield from ((True, False, Fraction(11, 12)), (True, True, Fraction(1, 12)))
    else:
        rest = Fraction(11, 12) - hits
        yield from ((True, False, hits), (False, False, rest), (False, True, Fraction(1, 12)))


def fired(params: Given, rulings: Given, needles: bool) -> Iterator[Row]:
    """Yield the rows of an assaut, each with `jam`."""
    p = {"force": True} | dict(params)
    malus = (
        p.get("zone_modifier", 0) if p.get("zone") == "defaut" else ZONE[p.get("zone", "aucune")]
    )
    audace = p.get("audace", 0)
    if rulings.get("aimed_scope") == "roll":
        power, on_roll = p["poff"], malus
    else:
        power, on_roll = max(0, p["poff"] + malus), 0
    guard = p["pdef"]
    if rulings.get("audace_scope") == "poff":
        power, guard = power - audace, max(0, guard - audace)
        audace = 0
    defence = _chance(guard - audace, rulings)
    for hits, jam, share in attacked(power + on_roll - audace, rulings, needles):
        nothing = {"passe": None, "desarme": False, "jam": jam}
        if not hits:
            yield {"outcome": "rate", "damage": 0} | nothing, share
            continue
        yield {"outcome": "paree", "damage": max(0, power - guard)} | nothing, share * defence
        hit = share * (1 - defence)
        if not hit:
            continue
        yield from _hit(p, (power, guard, on_roll), hit, jam, rulings, needles)


def _hit(
    p: Given, at: tuple[int, int, int], hit: Fraction, jam: bool, rulings: Given, needles: bool
) -> Iterator[Row]:
    power, guard, on_roll = at
    passe = p.get("passe", "auto")
    if passe == "auto":
        passe = f"coup_puissant_{7 if power >= 10 else 5 if power >= 7 else 3 if power >= 4 else 1}"
    added = int(passe[-1]) if passe.startswith("coup_puissant") else 0
    damage = _damage(p, power, guard, 3 if passe == "faille" else 0, added, rulings)
    weaker = p.get("talent_defenseur", 0) < p.get("talent_attaquant", 0)
    disarmed = passe == "mise_en_echec" or (
        passe in ("desarmement", "touche_et_desarmement") and weaker
    )
    if passe == "desarmement":
        damage = 0
    if passe == "mise_en_echec" and rulings.get("mise_en_echec_damage") == "none":
        damage = 0
    texts = {"outcome": "touche", "passe": passe, "desarme": disarmed, "jam": jam}
    if passe != "double_touche" or jam:
        yield texts | {"damage": damage}, hit
        return
    half = power // 2
    stopped = _chance(guard, rulings)
    second = _damage(p, half, guard, 0, 0, rulings)
    level = (half if rulings.get("double_touche") == "all" else power) + on_roll
    for again, jams, share in attacked(level, rulings, needles):
        after = texts | {"jam": jams}
        if not again:
            yield after | {"damage": damage}, hit * share
            continue
        yield after | {"damage": damage + max(0, half - guard)}, hit * share * stopped
        yield after | {"damage": damage + second}, hit * share * (1 - stopped)


def attaques_multiples(params: Given, rulings: Given) -> Iterator[Row]:
    more = params.get("maniabilite", 0) if rulings.get("multi_attack_maniabilite") == "each" else 0
    same = ("letalite", "physique", "force", "passe", "talent_attaquant")
    shared = {k: params[k] for k in same if k in params}
    lost = {"outcome": "non_tire", "damage": 0}
    rows: list[tuple[list[dict[str, Any]], Fraction]] = [([], Fraction(1))]
    for place, cible in enumerate(params["cibles"]):
        one = shared | {
            "poff": max(0, cible["part"] + more),
            "pdef": cible["pdef"],
            "protection": cible.get("protection", 0),
            "talent_defenseur": cible.get("talent", 0),
        }
        left = [lost] * (len(params["cibles"]) - place - 1)
        following: list[tuple[list[dict[str, Any]], Fraction]] = []
        for list_, chance in rows:
            for row, share in fired(one, rulings, params.get("enraye_sur_12", False)):
                now = [*list_, {name: row[name] for name in lost}]
                if row["jam"]:
                    yield {"resultats": now + left}, chance * share
                elif share:
                    following.append((now, chance * share))
        rows = following
    for list_, chance in rows:
        yield {"resultats": list_}, chance


def _incident_of(letality: int) -> Iterator[tuple[str, int, Fraction]]:
    for die in range(1, 13):
        if die <= 4:
            yield "rien", 0, TWELFTH
        elif die <= 7:
            yield "long_feu", 0, TWELFTH
        elif die <= 10:
            yield "enrayee", 0, TWELFTH
        else:
            for second in range(1, 13):
                yield "explosion", max(0, second + letality), TWELFTH**2


def incident(params: Given, _: Given) -> Iterator[Row]:
    for what, harm, chance in _incident_of(params.get("letalite", 0)):
        yield {"incident": what, "degats_tireur": harm}, chance


def _stray(power: int) -> Iterator[tuple[str, Fraction]]:
    if power >= 13:
        yield "aucun", Fraction(1)
        return
    if power >= 10:
        counts = (9, 1, 1, 1)
    elif power >= 7:
        counts = (5, 3, 2, 2)
    elif power >= 4:
        counts = (3, 3, 3, 3)
    else:
        counts = (1, 3, 4, 4)
    for what, faces in zip(("decor", "neutre", "ennemi", "allie"), counts, strict=True):
        yield what, faces * TWELFTH


def tir_perdu(params: Given, _: Given) -> Iterator[Row]:
    for what, chance in _stray(params["poff"]):
        yield {"perdu": what}, chance


def _shot_by_die(p: Given, die: int, rulings: Given) -> tuple[dict[str, Any], int]:
    """Return (outcome, damage, passe, fatal) of one face, and the P of the shot."""
    malus = (
        p.get("zone_modifier", 0) if p.get("zone") == "defaut" else ZONE[p.get("zone", "aucune")]
    )
    power, level = p["poff"] + p.get("aim", 0), 0
    if rulings.get("aimed_scope") == "roll":
        level += malus
    else:
        power = max(0, power + malus)
    band = p.get("range", "courte")
    far = rulings.get("extreme_range", "both")
    if band == "extreme" and far in ("both", "half"):
        power = power // 2
    level += power
    if band == "bout_portant":
        level += 3
    elif band == "moyenne":
        level -= 2
    elif band == "longue" or (band == "extreme" and far in ("both", "minus_4")):
        level -= 4
    level -= {"aucun": 0, "lent": 1, "rapide": 3}[p.get("movement", "aucun")]
    level += p.get("visibility", 0) + p.get("cover", 0) + p.get("other", 0)
    minimal = {"immobile": 0, "marche": 1, "court": 3}[p.get("activite", "immobile")]
    if p.get("aware") and p.get("pdef", 0) > minimal:
        minimal = p["pdef"]
    margin = level - die
    shot: dict[str, Any] = {"passe": None, "fatal": False}
    if margin < (1 if rulings.get("equal") == "fails" else 0):
        return shot | {"outcome": "rate", "damage": 0}, power
    if margin < minimal:
        return shot | {"outcome": "partiel", "damage": max(0, power - minimal)}, power
    passe = p.get("passe", "auto")
    if power == 0:
        passe = None
    elif passe == "auto":
        passe = f"coup_puissant_{7 if power >= 10 else 5 if power >= 7 else 3 if power >= 4 else 1}"
    added = int(passe[-1]) if passe and passe.startswith("coup_puissant") else 0
    damage = _damage(p, power, minimal, 1 if passe == "faille" else 0, added, rulings)
    return (
        {"outcome": "plein", "damage": damage, "passe": passe, "fatal": passe == "tir_fatal"},
        power,
    )


def shot(params: Given, rulings: Given) -> Iterator[Row]:
    p = {"force": False} | dict(params)
    for die in range(1, 13):
        row, power = _shot_by_die(p, die, rulings)
        troubles: list[tuple[str, int, Fraction]] = [("rien", 0, Fraction(1))]
        if p.get("enraye_sur_12") and die == 12:
            troubles = [("enrayee", 0, Fraction(1))]
        elif row["outcome"] == "rate" and p.get("arme_a_feu") and p.get("incidents"):
            troubles = list(_incident_of(p.get("letalite", 0)))
        for what, harm, chance in troubles:
            texts = row | {"incident": what, "degats_tireur": harm}
            if row["outcome"] == "rate" and p.get("tirs_perdus") and what == "rien":
                for stray, share in _stray(power):
                    yield texts | {"perdu": stray}, TWELFTH * chance * share
            else:
                yield texts | {"perdu": None}, TWELFTH * chance


def rafale(params: Given, rulings: Given) -> Iterator[Row]:
    arms = {"mitraillette": 6, "mitrailleuse_lourde": 8}
    gun = {"force": False, "letalite": arms[params["arme"]], "perce_armure": True} | {
        k: v for k, v in params.items() if k not in ("arme", "tireur", "cibles") and v is not None
    }
    waiting: list[tuple[list[dict[str, Any]], Fraction]] = [([], Fraction(1))]
    count = len(params["cibles"])

    def ended(done: list[dict[str, Any]], jammed: bool, harm: int) -> dict[str, Any]:
        left = [{"outcome": "non_tire", "damage": 0, "passe": None}] * (count - len(done))
        shots = [*done, *left]
        return {
            "resultats": [{name: each[name] for name in ("outcome", "damage")} for each in shots],
            "passes": [each["passe"] for each in shots],
            "enrayee": jammed,
            "degats_tireur": harm,
        }

    for target in params["cibles"]:
        following: list[tuple[list[dict[str, Any]], Fraction]] = []
        for done, chance in waiting:
            for die in range(1, 13):
                row, _ = _shot_by_die(gun | target, die, rulings)
                now = [*done, {name: row[name] for name in ("outcome", "damage", "passe")}]
                if die < 12:
                    following.append((now, chance * TWELFTH))
                elif rulings.get("burst_jam") != "table":
                    yield ended(now, True, 0), chance * TWELFTH
                else:
                    for what, harm, share in _incident_of(gun["letalite"]):
                        if what in ("enrayee", "explosion"):
                            yield ended(now, what == "enrayee", harm), chance * TWELFTH * share
                        else:
                            following.append((now, chance * TWELFTH * share))
        waiting = following
    for done, chance in waiting:
        yield ended(done, False, 0), chance


COMBAT_ORACLES: dict[str, Callable[[Given, Given], Iterator[Row]]] = {
    "exil.assaut": assaut,
    "exil.attaques_multiples": attaques_multiples,
    "exil.shot": shot,
    "exil.rafale": rafale,
    "exil.incident": incident,
    "exil.tir_perdu": tir_perdu,
}
