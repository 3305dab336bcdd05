"""Les Chants de Loss by hand: Exploits, tokens of a failure, scales and names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from tests.games.loss.exploding import tail_of

Params = Mapping[str, Any]
Row = tuple[dict[str, Any], Fraction]
ONE = Fraction(1)


def exploits(params: Params, rulings: Params) -> Iterator[Row]:
    uses = params["emplois"]
    names = {
        "jetons_gagnes": "jeton",
        "informations": "information",
        "allies": "allie",
        "obstacle": "obstacle",
        "degats_d10": "degats",
        "detresse_d10": "detresse",
        "prix": "prix",
        "effets": "effet",
    }
    result: dict[str, Any] = {field: uses.count(use) for field, use in names.items()}
    result["multiplicateur"] = str(1 + Fraction(uses.count("demi"), 2))
    yield result, ONE


def echec(params: Params, rulings: Params) -> Iterator[Row]:
    n, target = params["exploits"], params.get("cible")
    if params["acteur"] == "mj":
        reserves = dict(params["reserves"])
        got = dict.fromkeys(reserves, 0)
        whole = rulings.get("priorite_joueurs", "tout_a_un") == "tout_a_un"
        for place in range(n):
            holder = min(reserves, key=lambda name: reserves[name])
            if target in got and (place == 0 or whole):
                holder = target
            got[holder] += 1
            if not whole:
                reserves[holder] += 1
        yield {"attributions": {k: v for k, v in got.items() if v}, "usage": "ag"}, ONE
        return
    foes = {foe["id"]: foe["camp"] for foe in params.get("adversaires", [])}
    if params.get("aveugle"):
        foes = {name: camp for name, camp in foes.items() if camp == "pj"}
    if not foes:
        yield _his({"attributions": {"mj": n}, "usage": "ag_ou_desastre"}, params, rulings), ONE
        return
    receivers = [name for name in foes if name == target] or list(foes)
    if rulings.get("partage_adversaires") == "chacun":
        receivers = list(foes)
    assert len(receivers) == 1 or rulings.get("partage_adversaires") == "chacun"
    shares: dict[str, int] = {}
    for name in receivers:
        common = foes[name] == "pnj" and rulings.get("jetons_pnj") == "commun"
        shares["mj" if common else name] = shares.get("mj" if common else name, 0) + n
    usage = "ag_ou_desastre" if "mj" in shares else "ag"
    yield _his({"attributions": shares, "usage": usage}, params, rulings), ONE


def _his(result: dict[str, Any], params: Params, rulings: Params) -> dict[str, Any]:
    """With what the MJ keeps as Augmentations, where he says so at once; unasked, nothing."""
    if rulings.get("choix_mj") != "gain" or "mj" not in result["attributions"]:
        return result
    kept = params.get("part_ag", "ask")
    return result | {"part_ag": 0 if kept == "ask" else kept}


def desastre(params: Params, rulings: Params) -> Iterator[Row]:
    n = params["jetons"]
    malus = {1: 2, 2: 5, 3: 10, 4: 15, 5: 0}[n] if params.get("malus", True) else 0
    yield {"gravite": n, "malus": malus, "echec_total": n == 5}, ONE


def effet(params: Params, rulings: Params) -> Iterator[Row]:
    base = Fraction(params["base"])
    yield {"valeur": str(base + params["exploits"] * base / 2)}, ONE


def exploits_requis(params: Params, rulings: Params) -> Iterator[Row]:
    base, goal = Fraction(params["base"]), Fraction(params["cible"])
    enough = [n for n in range(6) if base + n * base / 2 >= goal]
    yield {"exploits": enough[0] if enough else None, "possible": bool(enough)}, ONE


RANK = {"hommes": 0, "machines": 1, "geants": 2}


def echelle(params: Params, rulings: Params) -> Iterator[Row]:
    value = Fraction(params["valeur"])
    steps = RANK[params["vers"]] - RANK[params["de"]]
    if params["nature"] != "autre":
        value /= Fraction(10) ** steps
    yield {"valeur": str(value)}, ONE


def degats(params: Params, rulings: Params) -> Iterator[Row]:
    """Sums of the dice, die by die, each sum then met by the armour."""
    one = {face: Fraction(1, 10) for face in range(1, 11)}
    if rulings.get("degats_explosent"):
        tail = tail_of(rulings)
        one = {worth: tail(worth) - tail(worth + 1) for worth in range(1, 50)}
        one |= {0: 1 - tail(1), 50: tail(50)}
    law = {params.get("coup", 0): ONE}
    for _ in range(params["des"]):
        longer: dict[int, Fraction] = {}
        for total, chance in law.items():
            for worth, share in one.items():
                longer[total + worth] = longer.get(total + worth, Fraction()) + chance * share
        law = longer
    places = {"de": params.get("de", "hommes"), "vers": params.get("vers", "hommes")}
    for total, chance in law.items():
        lost = total
        if params.get("nature") != "detresse":
            blow = {"degats": total, "armure": params.get("armure", 0), **places}
            ((met, _),) = degats_echelle(blow, rulings)
            lost = met["perte"]
        yield {"total": total, "perte": lost}, chance


def degats_echelle(params: Params, rulings: Params) -> Iterator[Row]:
    scale = {"hommes": 1, "machines": 10, "geants": 100}
    unit = scale[params["vers"]]
    left = params["degats"] * scale[params["de"]] - params.get("armure", 0) * unit
    lost = max(0, left // unit)
    if left > 0 and rulings.get("echelle_arrondi", "min_un") == "min_un":
        lost = max(1, lost)
    yield {"perte": lost}, ONE


def echelle_de(params: Params, rulings: Params) -> Iterator[Row]:
    mass = Fraction(params["tonnes"])
    if params.get("echelle") in ("hommes", "machines", "geants"):
        yield {"echelle": params["echelle"]}, ONE
        return
    yield {"echelle": "hommes" if mass <= 4 else "machines" if mass <= 1000 else "geants"}, ONE


def noms(params: Params, rulings: Params) -> Iterator[Row]:
    names = ["Facile", "Moyen", "Difficile", "Très dur", "Héroïque", "Légendaire"]
    grades = ["Médiocre", "Moyenne", "Correcte", "Remarquable", "Excellente", "Prodigieuse"]
    traits = ["Handicapé", "Faible", "Moyen", "Vétéran", "Héroïque", "Légendaire"]
    talents = ["Novice", "Débutant", "Professionnel", "Expert", "Maitre", "Légendaire"]

    def listed(difficulty: int) -> int:
        return max((i for i in range(6) if 10 + 5 * i <= difficulty), default=0)

    def tier(level: int) -> int:
        return max((i for i in range(6) if 1 + 2 * i <= level), default=0)

    result: dict[str, Any] = {}
    if "difficulty" in params:
        result["difficulty"] = names[listed(params["difficulty"])]
    if "trait" in params:
        result["trait"] = traits[tier(params["trait"])]
    if "talent" in params:
        result["talent"] = talents[tier(params["talent"])] if params["talent"] else None
    if "exploits" in params:
        base, won = params.get("difficulty", 15), params["exploits"]
        if rulings.get("qualite_par") == "difficulte":
            place = listed(base + 5 * won)
        else:
            place = 0 if won == 0 and base < 15 else min(5, won + 1)
        result["exploits"] = grades[place]
    yield result, ONE
