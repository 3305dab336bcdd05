"""What is kept from scene to scene, by hand, from the catalogue's prose alone."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

Params = Mapping[str, Any]
Row = tuple[dict[str, Any], Fraction]

FULL = {
    "coeurs": 5,
    "coeurs_max": 5,
    "mana": 3,
    "mana_max": 3,
    "armure": 0,
    "protege": False,
    "etat": "debout",
}


def _people(listed: list[Params]) -> list[dict[str, Any]]:
    """A protection has its token where no number is given (SOC-OPT-02)."""
    return [
        {"id": each["id"]} | FULL | {"armure": int(each.get("protege", False))} | dict(each)
        for each in listed
    ]


def scene(params: Params, rulings: Params) -> Iterator[Row]:
    given = params.get("etat", {})
    kept = {
        "scene": given.get("scene", 1),
        "en_cours": given.get("en_cours", True),
        "heros": _people(given.get("heros", [])),
        "compteurs": [
            {"nom": c["nom"], "etapes": c.get("etapes", 3), "compteur": c.get("compteur", 0)}
            for c in given.get("compteurs", [])
        ],
    }
    for event in params.get("evenements", []):
        _happens(kept, event, rulings)
    yield {"etat": kept}, Fraction(1)


def _happens(kept: dict[str, Any], event: Params, rulings: Params) -> None:
    who: dict[str, Any] = next((h for h in kept["heros"] if h["id"] == event.get("heros")), {})
    match event["type"]:
        case "coup" if who["etat"] != "mort":
            if event.get("armure"):
                who["armure"] = 0
            elif who["coeurs"] == 0:
                who["etat"] = "mort" if rulings.get("mort_a_terre", True) else "a_terre"
            else:
                who["coeurs"] -= 1
                who["etat"] = "debout" if who["coeurs"] else "a_terre"
        case "mana":
            who["mana"] += event["n"]
        case "soin":
            who["coeurs"] = min(who["coeurs"] + 2, who["coeurs_max"])
            who["etat"] = "debout"
        case "relever":
            who |= {"coeurs": 1, "etat": "debout"}
        case "compteur":
            fresh = {"nom": event["nom"], "etapes": event.get("etapes", 3), "compteur": 0}
            kept["compteurs"].append(fresh)
        case "echec":
            for clock in kept["compteurs"]:
                if event.get("nom") in (None, clock["nom"]):
                    clock["compteur"] = min(clock["compteur"] + 1, clock["etapes"])
        case "fin_scene":
            kept |= {"en_cours": False, "compteurs": []}
            for each in kept["heros"]:
                each["armure"] = 1 if each["protege"] else each["armure"]
        case "debut_scene":
            kept |= {"en_cours": True, "scene": kept["scene"] + 1}
            for each in kept["heros"]:
                each["armure"] = 1 if each["protege"] else each["armure"]
        case "repos":
            named = event.get("heros") or [each["id"] for each in kept["heros"]]
            fresh = {each["id"]: each for each in _rested(kept["heros"])}
            kept["heros"] = [
                fresh[each["id"]] if each["id"] in named else each for each in kept["heros"]
            ]


def _rested(people: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        each
        if each["etat"] == "mort"
        else each | {"coeurs": each["coeurs_max"], "mana": each["mana_max"], "etat": "debout"}
        for each in people
    ]


def repos(params: Params, rulings: Params) -> Iterator[Row]:
    yield {"heros": _rested(_people(params["heros"]))}, Fraction(1)


def essais(params: Params, rulings: Params) -> Iterator[Row]:
    failed = [{"moyens": ""} | e for e in copy.deepcopy(params.get("etat", {}).get("essais", []))]
    for event in params.get("evenements", []):
        if event["type"] == "test" and not event.get("reussi"):
            names = ("objectif", "caracteristique", "moyens")
            failed.append({name: event.get(name, "") for name in names})
        else:
            failed = [each for each in failed if each["objectif"] != event["objectif"]]
    yield {"etat": {"essais": failed}}, Fraction(1)


def developpement_d6(params: Params, rulings: Params) -> Iterator[Row]:
    chosen, levels = params["choix"], dict(params["niveaux"])
    head, _, name = chosen.partition(":")
    if name:
        ladder = ["sans", "novice", "entraine", "maitre"]
        levels[name] = ladder[ladder.index(levels[name]) + 1]
    hearts = params.get("coeurs_max", 5) + (head == "coeur")
    mana = params.get("mana_max", 3) + (head == "mana")
    result = {"choix": chosen, "niveaux": levels, "coeurs_max": hearts, "mana_max": mana}
    yield result, Fraction(1)
