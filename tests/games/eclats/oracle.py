"""Éclats by hand: each procedure's law by plain enumeration, from the catalogue's prose alone.

Nothing of the game is imported here: what agrees was written twice by different hands.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from tests.games.campaigns import ended

Row = tuple[dict[str, Any], Fraction]


def _all_rolls(dice: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    for faces in itertools.product(range(10), repeat=dice):
        yield faces, Fraction(1, 10**dice)


def _outcome(faces: tuple[int, ...], bonus: int, seuil: Any, rulings: Mapping[str, Any]) -> str:
    def is_enough(number: int) -> bool:
        return seuil != "inatteignable" and number >= int(seuil)

    if 0 not in faces:
        return "reussite" if any(is_enough(f + bonus) for f in faces) else "echec_simple"
    if rulings.get("zero_autre_de") == "sans_bonus":
        in_reach = is_enough(bonus) or any(is_enough(face) for face in faces)
    else:
        in_reach = any(is_enough(face + bonus) for face in faces)
    return "echec_automatique" if in_reach else "echec_critique"


def test(params: Mapping[str, Any], rulings: Mapping[str, Any]) -> Iterator[Row]:
    dice = params.get("des") or 1 + params["caracteristique"]
    for faces, chance in _all_rolls(dice):
        yield {"issue": _outcome(faces, params.get("bonus", 0), params["seuil"], rulings)}, chance


def relance(params: Mapping[str, Any], rulings: Mapping[str, Any]) -> Iterator[Row]:
    bonus = params.get("bonus", 0) if rulings.get("relance_bonus", True) else 0
    for faces, chance in _all_rolls(params["des"]):
        won = params["seuil"] != "inatteignable" and any(
            (10 if face == 0 else face) + bonus >= params["seuil"] for face in faces
        )
        price = "aucun" if won else {1: "eleve", 2: "tres_eleve", 3: "exorbitant"}[params["des"]]
        yield {"issue": "reussite" if won else "echec", "prix": price}, chance


def action(params: Mapping[str, Any], rulings: Mapping[str, Any]) -> Iterator[Row]:
    dice = params.get("prix", 0)
    if dice == "ask":
        assert not params["prix_accordes"]
        dice = 0
    again = rulings.get("relances_multiples", False)
    tries = params.get("relances_max", 3) if again else 1
    seuil = params.get("seuil_relance") or params["seuil"]
    for first, chance in test(params, rulings):
        if first["issue"] != "echec_simple" or dice == 0:
            yield first | {"des_relance": 0} | ({"prix_dus": 0} if again else {}), chance
            continue
        second = {"des": dice, "bonus": params.get("bonus", 0), "seuil": seuil}
        missed = sum(
            (share for row, share in relance(second, rulings) if row["issue"] == "echec"),
            Fraction(),
        )
        lost: dict[str, Any] = {"issue": "echec_relance", "des_relance": dice}
        yield lost | ({"prix_dus": tries} if again else {}), chance * missed**tries
        for paid in range(tries):
            won: dict[str, Any] = {"issue": "reussite_relance", "des_relance": dice}
            won |= {"prix_dus": paid} if again else {}
            yield won, chance * missed**paid * (1 - missed)


SCORES = [
    "energie",
    "perception",
    "agilite",
    "intellect",
    "force",
    "empathie",
    "endurance",
    "ruse",
    "beaute",
    "charisme",
]


def negociation(params: Mapping[str, Any], rulings: Mapping[str, Any]) -> Iterator[Row]:
    """Where nobody is there to be asked, nobody bargains."""
    yield {"des": 0}, Fraction(1)


def initie(params: Mapping[str, Any], rulings: Mapping[str, Any]) -> Iterator[Row]:
    kept: dict[str, Any] = {"competences": {}, "relance_possible": False} | params.get("etat", {})
    kept["caracteristiques"] = dict.fromkeys(SCORES, 0) | kept.get("caracteristiques", {})
    kept["prix_dus"] = [{"texte": ""} | price for price in kept.get("prix_dus", [])]
    for event in params.get("evenements", []):
        if "issue" in event:
            kept["relance_possible"] = event["issue"] == "echec_simple"
        elif not rulings.get("relances_multiples", False):
            kept["relance_possible"] = False
        if event["type"] == "regle":
            del kept["prix_dus"][event.get("numero", 1) - 1]
        elif event["type"] == "relance" and event["issue"] == "echec":
            weight = ["eleve", "tres_eleve", "exorbitant"][event["des"] - 1]
            kept["prix_dus"].append({"texte": event.get("texte", ""), "niveau": weight})
            kept["relance_possible"] = rulings.get("relances_multiples", False)
    yield {"etat": kept}, Fraction(1)


ORACLES: dict[str, Callable[[Mapping[str, Any], Mapping[str, Any]], Iterator[Row]]] = {
    "eclats.campagne": ended("eclats"),
    "eclats.test": test,
    "eclats.relance": relance,
    "eclats.action": action,
    "eclats.initie": initie,
    "eclats.negociation": negociation,
}
