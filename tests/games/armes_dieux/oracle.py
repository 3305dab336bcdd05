"""Armes-Dieux by hand: each procedure's law by plain enumeration, from the catalogue's prose alone.

Nothing of the game is imported here: what agrees was written twice by different hands.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from tests.games.campaigns import ended

Row = tuple[dict[str, Any], Fraction]
Params = Mapping[str, Any]


# ── the Poignée ────────────────────────────────────────────────────────────────────────────────
def _left(gathered: int, params: Params, rulings: Params, more: int = 0) -> int:
    taken: int = params.get("malus", 0) + params.get("malus_report", 0) + more
    least: int = rulings.get("poignee_minimum", 0)
    return max(least, gathered - taken)


def _gathered(params: Params, rulings: Params) -> dict[str, Any]:
    bonus = params.get("bonus", [])
    bonus = [] if bonus == "ask" else bonus
    drawn = params.get("renfort_reserve", 0)
    drawn = 0 if drawn == "ask" else drawn
    dice = params["domaine"] + 3 * len(bonus) + params.get("renfort", 0) + drawn
    return {
        "reunie": min(dice, 12),
        "poignee": _left(min(dice, 12), params, rulings),
        "perdus": max(dice - 12, 0),
        "tension": bonus.count("effort"),
    }


def poignee(params: Params, rulings: Params) -> Iterator[Row]:
    yield _gathered(params, rulings), Fraction(1)


def _sized(params: Params, rulings: Params) -> dict[str, Any]:
    estimated = params.get("estimation")
    if estimated is not None:
        return {"reunie": estimated, "poignee": _left(estimated, params, rulings)}
    held = [params.get(flag, False) for flag in ("plusieurs", "avantage", "magique")]
    dice = params["valeur"] + min(6, 3 * held.count(True))
    reduction = params.get("reduction", 0)
    if rulings.get("figurant_reduction") == "malus":
        dice = min(12, dice)
        return {"reunie": dice, "poignee": _left(dice, params, rulings, reduction)}
    dice = min(12, max(0, dice - reduction))
    return {"reunie": dice, "poignee": _left(dice, params, rulings)}


def poignee_figurant(params: Params, rulings: Params) -> Iterator[Row]:
    yield _sized(params, rulings), Fraction(1)


# ── the roll ───────────────────────────────────────────────────────────────────────────────────
Fell = tuple[bool, int, bool, int]
"""Reached the SR, Qualités, a majority of 1s on a failure, sum."""


def _rolls(params: Params, rulings: Params) -> Iterator[tuple[Fell, Fraction]]:
    """Die by die: each has a face and a colour."""
    dice = max(rulings.get("poignee_minimum", 0), params["poignee"])
    colours = ["sang"] * min(dice, params.get("sang", 0))
    colours = ["blanc"] * (dice - len(colours)) + colours
    aside = params.get("ecartes", 0)
    rolled = colours[aside:]
    mastered = params.get("maitrise", False)
    for faces in itertools.product(range(1, 7), repeat=len(rolled)):
        qualities = aside
        for face, colour in zip(faces, rolled, strict=True):
            worth = 1 if colour == "sang" or face % 2 == 0 else 0
            single = colour == "sang" and rulings.get("maitrise_sang") == "un"
            if mastered and face == 6 and not single:
                worth = 2
            qualities += worth
        somme = sum(faces)
        reached = somme >= params["sr"]
        crushed = not reached and faces.count(1) > len(faces) / 2
        yield (reached, qualities if reached else 0, crushed, somme), Fraction(1, 6 ** len(faces))


def _tier(qualities: int) -> str:
    if qualities <= 2:
        return "reussite_revers"
    return "reussite" if qualities <= 5 else "exceptionnelle"


def _bought(way: str, available: int, deciding: int, rulings: Params) -> tuple[bool, str]:
    """Whether 3 Qualités are spent, and the tier that is shown then."""
    total = rulings.get("additionnel_palier") == "total"
    spent = _tier(deciding if total else deciding - 3)
    if available >= 3 and (
        way == "toujours" or (way == "sans_baisse" and spent == _tier(deciding))
    ):
        return True, spent
    return False, _tier(deciding)


def jet(params: Params, rulings: Params) -> Iterator[Row]:
    way = params.get("additionnel", "jamais")
    carried = {"malus_report": params.get("malus_report", 0)}
    params = {**params, "poignee": _left(params["poignee"], carried, rulings)}
    for (reached, qualities, crushed, _), chance in _rolls(params, rulings):
        if not reached:
            issue = "echec_revers" if crushed else "echec"
            yield {"issue": issue, "qualites": 0, "additionnel": False}, chance
            continue
        bought, issue = _bought(way, qualities, qualities, rulings)
        left = qualities - 3 if bought else qualities
        yield {"issue": issue, "qualites": left, "additionnel": bought}, chance


def test(params: Params, rulings: Params) -> Iterator[Row]:
    gathered = {"poignee": _gathered(params, rulings)["poignee"], "malus_report": 0}
    yield from jet({**params, **gathered}, rulings)


def test_figurant(params: Params, rulings: Params) -> Iterator[Row]:
    sized = {"poignee": _sized(params, rulings)["poignee"], "malus_report": 0}
    yield from jet({**params, **sized}, rulings)


def cadrage(params: Params, rulings: Params) -> Iterator[Row]:
    (way,) = params["approches"]
    for result, chance in test({**params, **way}, rulings):
        yield {"approche": way["nom"], **result}, chance


def revers(params: Params, rulings: Params) -> Iterator[Row]:
    chosen = params["choix"]
    if rulings.get("echecs_critiques") and not params["reussite"]:
        chosen = "complication"
    carried = 3 if chosen == "difficulte" else 0
    tension = 1 if chosen == "tension" else 0
    yield {"revers": chosen, "tension": tension, "malus_report": carried}, Fraction(1)


def _entering(person: Params, rulings: Params) -> int:
    """The dice of one side: a score with Bonus, or a Valeur with its raises."""
    size = person["poignee"]
    if person.get("acteur") == "figurant":
        return int(_sized({**person, "valeur": size}, rulings)["poignee"])
    return int(_gathered({**person, "domaine": size}, rulings)["poignee"])


def opposition(params: Params, rulings: Params) -> Iterator[Row]:
    people = [each | {"poignee": _entering(each, rulings)} for each in params["participants"]]
    names = [person["id"] for person in people]
    for fell in itertools.product(*(list(_rolls(person, rulings)) for person in people)):
        chance = Fraction(1)
        for _, share in fell:
            chance *= share
        rolls = dict(zip(names, (roll for roll, _ in fell), strict=True))
        result = {
            "cause": "tous_rates",
            "gagnant": None,
            "issue": "aucune",
            "qualites": 0,
            "additionnel": False,
            "revers": [name for name in names if rolls[name][2]],
        }
        succeeded = [name for name in names if rolls[name][0]]
        if succeeded:
            result |= _decided(rolls, succeeded, params.get("additionnel", "jamais"), rulings)
        yield result, chance


def _decided(
    rolls: Mapping[str, Fell], succeeded: list[str], way: str, rulings: Params
) -> dict[str, Any]:
    most = max(rolls[name][1] for name in succeeded)
    top = [name for name in succeeded if rolls[name][1] == most]
    if len(top) > 1 and rulings.get("opposition_egalite") == "somme":
        highest = max(rolls[name][3] for name in top)
        top = [name for name in top if rolls[name][3] == highest]
    if len(top) > 1:
        return {"cause": "egalite"}
    (winner,) = top
    final = most - max(rolls[name][1] for name in rolls if name != winner)
    deciding = most if rulings.get("opposition_palier") == "obtenues" else final
    bought, issue = _bought(way, final, deciding, rulings)
    return {
        "cause": "victoire",
        "gagnant": winner,
        "issue": issue,
        "qualites": final - 3 if bought else final,
        "additionnel": bought,
    }


def oppositions(params: Params, rulings: Params) -> Iterator[Row]:
    people = params["participants"]
    names = [person["id"] for person in people]
    start = {name: (0, 0, person.get("malus_report", 0)) for name, person in _named(people)}

    def play(played: int, stand: dict[str, Bearing]) -> Iterator[Row]:
        done = [name for name in names if stand[name][0] == params.get("gagnees", 1)]
        if done or played == params.get("manches", 3):
            wins, tension, malus = (
                {name: stand[name][column] for name in names} for column in range(3)
            )
            yield (
                {
                    "gagnant": done[0] if done else None,
                    "manches": played,
                    "victoires": wins,
                    "tension": tension,
                    "malus_report": malus,
                },
                Fraction(1),
            )
            return
        now = []
        for person in people:
            own = person | {"malus_report": stand[person["id"]][2]}
            aside = min(_entering(own, rulings), person.get("ecartes", 0))
            now.append(own | {"ecartes": aside})
        asked = dict(params) | {"participants": now}
        for result, share in opposition(asked, rulings):
            after = {
                name: _after(person, stand[name], result, rulings)
                for name, person in _named(people)
            }
            for row, rest in play(played + 1, after):
                yield row, share * rest

    yield from play(0, start)


Bearing = tuple[int, int, int]
"""Oppositions won, Tension taken, Malus carried."""


def _named(people: list[dict[str, Any]]) -> list[tuple[str, dict[str, Any]]]:
    return [(person["id"], person) for person in people]


def _after(person: Params, before: Bearing, result: Params, rulings: Params) -> Bearing:
    wins, tension, _ = before
    won = result["gagnant"] == person["id"]
    hurt = person["id"] in result["revers"] or (won and result["issue"] == "reussite_revers")
    chosen = person["revers"] if hurt else ""
    if rulings.get("echecs_critiques") and not won:
        chosen = "complication"
    return wins + won, tension + (chosen == "tension"), 3 * (chosen == "difficulte")


def chance(params: Params, rulings: Params) -> Iterator[Row]:
    for faces in itertools.product(range(1, 7), repeat=4):
        evens = [face for face in faces if face in (2, 4, 6)]
        answer = "oui" if len(evens) >= 3 else "oui_condition"
        yield {"reponse": answer if sum(faces) >= 12 else "non"}, Fraction(1, 1296)


# ── the ledger ─────────────────────────────────────────────────────────────────────────────────
def personnage(params: Params, rulings: Params) -> Iterator[Row]:
    kept: dict[str, Any] = {
        "tension": 0,
        "malus_report": 0,
        "reserve_combat": 0,
        "equipement": {},
        "en_combat": False,
    }
    kept |= params.get("etat", {})
    kept["equipement"] = dict(kept["equipement"])
    for event in params.get("evenements", []):
        _happens(kept, event)
    yield {"etat": kept}, Fraction(1)


def _happens(kept: dict[str, Any], event: Params) -> None:
    kind = event["type"]
    suffered = event["revers"] if kind == "revers" else None
    if kind == "effort" or suffered == "tension":
        kept["tension"] += 1
    elif suffered == "difficulte":
        kept["malus_report"] = 3
    elif suffered == "equipement":
        kept["equipement"][event["piece"]] = event["dommage"]
    elif kind == "test":
        kept["malus_report"] -= event.get("malus_report", 0)
        kept["reserve_combat"] -= event.get("renfort_reserve", 0)
    elif kind == "combat":
        kept["en_combat"] = event["en_combat"]
    elif kind == "meneur":
        kept["tension"] += event.get("tension", 0)
        kept["reserve_combat"] += event.get("reserve_combat", 0)
        kept["equipement"].update(event.get("equipement", {}))
        if event.get("malus_report") is not None:
            kept["malus_report"] = event["malus_report"]


ORACLES: dict[str, Callable[[Params, Params], Iterator[Row]]] = {
    "armes_dieux.campagne": ended("armes_dieux"),
    "armes_dieux.poignee": poignee,
    "armes_dieux.poignee_figurant": poignee_figurant,
    "armes_dieux.jet": jet,
    "armes_dieux.test": test,
    "armes_dieux.test_figurant": test_figurant,
    "armes_dieux.cadrage": cadrage,
    "armes_dieux.revers": revers,
    "armes_dieux.opposition": opposition,
    "armes_dieux.oppositions": oppositions,
    "armes_dieux.chance": chance,
    "armes_dieux.personnage": personnage,
}
