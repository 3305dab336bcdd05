"""The Livre des Règles de Base by hand: each law by plain enumeration, from the catalogue's prose.

Nothing of the game is imported here: what agrees was written twice by different hands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from tests.games.campaigns import ended
from tests.games.socle.battles import combat
from tests.games.socle.scenes import developpement_d6, essais, repos, scene

Row = tuple[dict[str, Any], Fraction]
Params = Mapping[str, Any]
Face = tuple[str, int, Fraction]
"""Issue, face (0: no roll), chance."""

BIGGER = {6: 8, 8: 10, 10: 12, 12: 20, 20: 20}
TN = {"pion": 6, "elite": 8, "boss": 12}
GOOD = {"presque_certain", "succes", "exceptionnel"}
EFFECT = {"astuce": (4, 1), "standard": (6, 1), "fort": (8, 2), "grande_puissance": (12, 3)}


def _dice(de: int, tn: int, degrees: int, aided: bool, forced: bool, rulings: Params) -> list[Face]:
    rung = {4: 0, 6: 1, 8: 2, 12: 3}[tn] + degrees
    if rung < 0 and not forced:
        return [("presque_certain", 0, Fraction(1))]
    if rung > 3 and not forced:
        return [("presque_impossible", 0, Fraction(1))]
    tn = [4, 6, 8, 12][sorted((0, rung, 3))[1]]
    top = BIGGER[de] if aided else de
    rows = []
    for face in range(1, top + 1):
        if face == 1:
            issue = "echec_complication"
        elif face == top and not (face < tn and rulings.get("max_sous_tn") == "echec"):
            issue = "exceptionnel"
        else:
            issue = "succes" if face >= tn else "echec"
        rows.append((issue, face, Fraction(1, top)))
    return rows


def _six(level: str, harder: int, aided: bool, rulings: Params) -> tuple[int, list[Face]]:
    seuil = {"maitre": 3, "entraine": 4, "novice": 5, "sans": 6}[level] + harder
    if aided and rulings.get("aide_d6") == "moins_un":
        seuil -= 1
    seuil = sorted((2, seuil, 6))[1]
    rows = []
    for face in range(1, 7):
        issue = "succes" if face >= seuil else "echec"
        if face == 1:
            issue = "echec_complication"
        if face == 6 and rulings.get("exceptionnel_d6", True):
            issue = "exceptionnel"
        rows.append((issue, face, Fraction(1, 6)))
    return seuil, rows


def test(p: Params, rulings: Params) -> Iterator[Row]:
    if p.get("reprise") == "retrait":
        yield {"issue": "retrait"}, Fraction(1)
        return
    forced, aided = p.get("jet_force", False), p.get("aide", False)
    for issue, _, chance in _dice(
        p["de"], p.get("tn", 6), p.get("degres", 0), aided, forced, rulings
    ):
        yield {"issue": issue}, chance


def test_d6(p: Params, rulings: Params) -> Iterator[Row]:
    seuil, rows = _six(p["niveau"], p.get("plus_dur", 0), p.get("aide", False), rulings)
    if p.get("reprise") == "retrait":
        rows = [("retrait", 0, Fraction(1))]
    for issue, _, chance in rows:
        yield {"issue": issue, "seuil": seuil}, chance


# ── attacks ────────────────────────────────────────────────────────────────────────────────────
def _hearts(cible: str, given: int | None, rulings: Params) -> int:
    usual = {
        "pion": 1,
        "elite": rulings.get("elite_coeurs", 2),
        "boss": rulings.get("boss_coeurs", 3),
    }
    return given if given is not None else int(usual[cible])


def _shift(p: Params) -> int:
    shift = int(p.get("degres", 0))
    if p.get("limite_portee") and p.get("portee") == "distance" and p.get("cases", 1) > 10:
        shift += 1
    return shift + 1 if p.get("presse") == "tn" else shift


def _after(p: Params, issue: str, face: int, rulings: Params) -> dict[str, Any]:
    row: dict[str, Any] = {
        "issue": issue,
        "blessures": 0,
        "cible_hors_combat": False,
        "coeurs_perdus": 0,
        "armure_utilisee": False,
        "complications": 0,
    }
    if issue == "presque_impossible":
        return row
    if issue in GOOD:
        twice = issue == "exceptionnel" and p["cible"] != "pion"
        row["blessures"] = 2 if twice and p.get("avantage", "blessure") == "blessure" else 1
        left = _hearts(p["cible"], p.get("coeurs_cible"), rulings) - row["blessures"]
        row["cible_hors_combat"] = left <= 0
        return row
    row["complications"] = (face == 1) + (p.get("presse") == "complication")
    exposed = {"oui": True, "non": False}.get(p.get("expose", "auto"))
    if exposed is None:
        safe = p.get("a_couvert", False) or not p.get("riposte_possible", True)
        exposed = p.get("portee", "contact") == "contact" or not safe
    if exposed and p.get("riposte") == "complication":
        row["complications"] += 1
    elif exposed and p.get("armure", 0) and p.get("armure_usage") != "jamais":
        row["armure_utilisee"] = True
    elif exposed:
        row["coeurs_perdus"] = 1
    return row


def attaque(p: Params, rulings: Params) -> Iterator[Row]:
    tn = p.get("tn") or TN[p["cible"]]
    aided, forced = p.get("aide", False), p.get("jet_force", False)
    for issue, face, chance in _dice(p["de"], tn, _shift(p), aided, forced, rulings):
        yield _after(p, issue, face, rulings), chance


def attaque_d6(p: Params, rulings: Params) -> Iterator[Row]:
    harder = _shift(p) + {"pion": 0, "elite": 1, "boss": 2}[p["cible"]]
    for issue, face, chance in _six(p["niveau"], harder, p.get("aide", False), rulings)[1]:
        yield _after(p, issue, face, rulings), chance


# ── magic ──────────────────────────────────────────────────────────────────────────────────────
def magie(p: Params, rulings: Params) -> Iterator[Row]:
    tn, cost = EFFECT[p["niveau"]]
    cost = p.get("cout", cost)
    aided, forced = p.get("aide", False), p.get("jet_force", False)
    for issue, _, chance in _dice(p["de"], tn, p.get("degres", 0), aided, forced, rulings):
        mana = p.get("mana", 3)
        if issue != "presque_impossible":
            mana -= cost
        taken = p.get("avantage", "autre") if issue == "exceptionnel" else "aucun"
        if taken == "mana":
            allowed = p.get("accord", True)
            taken, mana = ("mana", mana + 1) if allowed else ("autre", mana)
        worse = {"echec": "legere", "echec_complication": "complication"}.get(issue, "aucune")
        yield {"issue": issue, "mana": mana, "consequence": worse, "avantage": taken}, chance


def sort_attaque(p: Params, rulings: Params) -> Iterator[Row]:
    level, cost = EFFECT[p["niveau"]]
    cost = p.get("cout", cost)
    own = TN[p["cible"]]
    of_spell = {"niveau": level, "plus_haute": max(level, own)}
    tn = p.get("tn") or of_spell.get(rulings.get("tn_sort_attaque", ""), own)
    refused = p.get("avantage") == "mana" and not p.get("accord", True)
    given = {**p, "tn": tn} | ({"avantage": "blessure"} if refused else {})
    for row, chance in attaque(given, rulings):
        mana = p.get("mana", 3) - (cost if row["issue"] != "presque_impossible" else 0)
        if row["issue"] == "exceptionnel" and given.get("avantage") == "mana" and cost:
            mana += 1
        yield row | {"mana": mana}, chance


# ── what goes on ───────────────────────────────────────────────────────────────────────────────
def coup(p: Params, rulings: Params) -> Iterator[Row]:
    hearts, used = p["coeurs"], False
    if p.get("cible"):
        full = {"pion": 1, "elite": rulings.get("elite_coeurs", 2), "boss": 3}[p["cible"]]
        hearts = max(0, (full if hearts is None else hearts) - 1)
        state = "debout" if hearts else "a_terre"
    elif p.get("mort"):
        state = "mort"
    elif p.get("armure") and p.get("armure_usage") != "jamais":
        used, state = True, "debout" if hearts else "a_terre"
    elif hearts == 0:
        state = "mort" if rulings.get("mort_a_terre", True) else "a_terre"
    else:
        hearts -= 1
        state = "debout" if hearts else "a_terre"
    yield {"coeurs": hearts, "etat": state, "armure_utilisee": used}, Fraction(1)


def relever(p: Params, rulings: Params) -> Iterator[Row]:
    yield {"coeurs": 1, "etat": "debout"}, Fraction(1)


def _fight(
    p: Params, rulings: Params, attack: Callable[[Params, Params], Iterator[Row]]
) -> Iterator[Row]:
    def go(
        hearts: int, armour: int, row: tuple[tuple[Params, int], ...], chance: Fraction
    ) -> Iterator[Row]:
        def end(winner: str) -> Row:
            left = {"coeurs": hearts, "armure": armour, "restants": len(row)}
            return {"vainqueur": winner} | left, chance

        if not row:
            yield end("heros")
            return
        if hearts == 0:
            yield end("adversaire")
            return
        target, left = row[0]
        crowd = sum(each["cible"] == "pion" for each, _ in row) >= 2
        asked = {**p, "cible": target["cible"], "tn": target.get("tn"), "armure": armour}
        asked |= {"expose": "oui", "presse": p.get("presse") if crowd else "aucun"}
        for done, share in attack(asked, rulings):
            if done["issue"] == "presque_impossible":
                yield end("aucun")
                return
            hurt = left - done["blessures"]
            after = ((target, hurt), *row[1:]) if hurt > 0 else row[1:]
            yield from go(
                hearts - done["coeurs_perdus"],
                armour - done["armure_utilisee"],
                after,
                chance * share,
            )

    start = tuple(
        (each, _hearts(each["cible"], each.get("coeurs") or each.get("coeurs_max"), rulings))
        for each in p["adversaires"]
    )
    yield from go(p.get("coeurs", 5), p.get("armure", 0), start, Fraction(1))


def duel(p: Params, rulings: Params) -> Iterator[Row]:
    yield from _fight(p, rulings, attaque)


def duel_d6(p: Params, rulings: Params) -> Iterator[Row]:
    yield from _fight(p, rulings, attaque_d6)


def chronometre(p: Params, rulings: Params) -> Iterator[Row]:
    one = test_d6 if "niveau" in p else test
    won = sum((share for row, share in one(p, rulings) if row["issue"] in GOOD), Fraction())

    def go(good: int, bad: int, chance: Fraction) -> Iterator[Row]:
        if good == p["reussites"] or bad == p.get("etapes", 3):
            reached = bad == p.get("etapes", 3)
            yield {"atteint": reached, "reussites": good, "echecs": bad}, chance
            return
        yield from go(good + 1, bad, chance * won)
        yield from go(good, bad + 1, chance * (1 - won))

    yield from go(0, 0, Fraction(1))


ORACLES: dict[str, Callable[[Params, Params], Iterator[Row]]] = {
    "socle.campagne": ended("socle"),
    "socle.test": test,
    "socle.attaque": attaque,
    "socle.magie": magie,
    "socle.sort_attaque": sort_attaque,
    "socle.coup": coup,
    "socle.relever": relever,
    "socle.duel": duel,
    "socle.chronometre": chronometre,
    "socle.test_d6": test_d6,
    "socle.attaque_d6": attaque_d6,
    "socle.duel_d6": duel_d6,
    "socle.combat": lambda params, rulings: combat(params, rulings, attaque),
    "socle.combat_d6": lambda params, rulings: combat(params, rulings, attaque_d6),
    "socle.scene": scene,
    "socle.repos": repos,
    "socle.essais": essais,
    "socle.developpement_d6": developpement_d6,
}
