"""Les Chants de Loss by hand: each procedure's law by plain enumeration, from the prose alone.

Nothing of the game is imported here: what agrees was written twice by different hands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from tests.games.campaigns import ended
from tests.games.loss.exploding import tail_of
from tests.games.loss.oracle_after_test import (
    ONE,
    Params,
    Row,
    degats,
    degats_echelle,
    desastre,
    echec,
    echelle,
    echelle_de,
    effet,
    exploits,
    exploits_requis,
    noms,
)
from tests.games.loss.oracle_contests import active, combat, rolled, usable
from tests.games.loss.tokens import jetons, temps


def die(params: Params, rulings: Params) -> Iterator[Row]:
    tail = tail_of(rulings)
    marks = sorted({s - params.get("somme", 0) for s in params.get("seuils", [15])} | {2, 10})
    levels = [params.get("somme", 0) + mark for mark in marks]
    chances = [ONE, *(tail(mark) for mark in marks), Fraction(0)]
    for place in range(len(marks) + 1):
        reached = levels[:place]
        kind = "negative"
        if params.get("somme", 0) + 2 in reached:
            kind = "aucune"
        if params.get("somme", 0) + 10 in reached:
            kind = "positive"
        rank = sum(s in reached for s in params.get("seuils", [15]))
        yield {"rang": rank, "explosion": kind}, chances[place] - chances[place + 1]


# ── the Test ───────────────────────────────────────────────────────────────────────────────────
def _test(
    params: Params, rulings: Params, second: int, base: int, pure: bool
) -> Iterator[tuple[bool, str, int, int, Fraction]]:
    """(success, method, declared, tokens, chance)."""
    disasters, exploits = params.get("desastres", 0), params.get("exploits", 0)
    if disasters == 5:
        yield False, "desastre", 0, 0, ONE
        return
    malus = [0, 2, 5, 10, 15][disasters] if params.get("desastre_malus", True) else 0
    level = base + params.get("modifier", 0) + malus + 5 * exploits
    if params.get("automatique"):
        total = 15
        if rulings.get("auto_plus_ag"):
            total += 5 * params.get("ag_permanentes", 0)
        yield total >= level, "automatique", 0, 0, ONE
        return
    before = params.get("jetons_avant", 0)
    bare = params["trait"] + second
    bare += 5 * (params.get("ag_permanentes", 0) + params.get("ag_circonstance", 0))
    if exploits == 0 and bare < level and _at_ease(params, rulings, second, pure) >= level:
        yield True, "automatique", 0, 0, ONE
        return
    calm = params.get("au_calme") or not rulings.get("facile_calme", True)
    known = calm and not pure and second >= 1
    if exploits == 0 and known and level <= 10:
        yield True, "facile", 0, 0, ONE
        return
    counted = bare + 5 * before if rulings.get("somme_jetons", True) else bare
    may = params.get("sans_de", True)
    may = may and (params.get("acteur", "pj") == "pj" or rulings.get("somme_pnj", True))
    may = may and (not pure or rulings.get("somme_trait_pur", True))
    if exploits == 0 and may and counted >= level:
        yield True, "somme", 0, before if rulings.get("somme_jetons", True) else 0, ONE
        return
    held = params.get("jetons", 0) + params.get("jetons_recus", 0)
    left = usable(params, rulings, held, before)
    tail = tail_of(rulings, exploits)
    for success, k, chance in rolled(tail, level - bare - 5 * before, left):
        yield success, "de", exploits, before + k, chance


def _at_ease(params: Params, rulings: Params, second: int, pure: bool) -> int:
    """The total that may be taken in calm, 0 where none may."""
    if not params.get("au_calme") or pure or second < 1 or params["trait"] < 3:
        return 0
    return 15 + (5 * params.get("ag_permanentes", 0) if rulings.get("auto_plus_ag") else 0)


def _result(rows: Iterator[tuple[bool, str, int, int, Fraction]], receiver: str) -> Iterator[Row]:
    for success, method, declared, tokens, chance in rows:
        lost = 0 if success else declared
        yield (
            {
                "success": success,
                "method": method,
                "exploits": declared if success else 0,
                "exploits_cedes": lost,
                "beneficiaire": receiver if lost else "personne",
                "jetons_depenses": tokens,
            },
            chance,
        )


def _receiver(params: Params) -> str:
    if params.get("acteur", "pj") == "mj":
        return "joueurs"
    opposed = params.get("adversaire", "aucun") != "aucun" or params.get("adversaires")
    return "adversaire" if opposed else "mj"


def action(params: Params, rulings: Params) -> Iterator[Row]:
    rows = _test(params, rulings, params["talent"], params.get("difficulty", 15), False)
    return _result(rows, _receiver(params))


def trait(params: Params, rulings: Params) -> Iterator[Row]:
    rows = _test(params, rulings, params["vertu"], params.get("difficulty", 15), True)
    return _result(rows, _receiver(params))


def passive(params: Params, rulings: Params) -> Iterator[Row]:
    second = params["vertu"] if "vertu" in params else params["talent"]
    rows = _test(params, rulings, second, 3 * params["cible"], "vertu" in params)
    to_leader = rulings.get("passive_beneficiaire") == "mj"
    receiver = "mj" if to_leader else "adversaire"
    return _result(rows, "joueurs" if params.get("acteur") == "mj" else receiver)


def blind(params: Params, rulings: Params) -> Iterator[Row]:
    second = params["vertu"] if "vertu" in params else params["talent"]
    receiver = "adversaire" if params.get("adversaire") == "pj" else "mj"
    if params.get("acteur") == "mj":
        receiver = "joueurs"
    hidden = params["caches"]
    for success, _, declared, tokens, chance in _test(
        params, rulings, second, 15, "vertu" in params
    ):
        level, usable = "rien", 0
        if success:
            if declared >= hidden:
                level, usable = "devoile", declared - hidden
            elif declared + 1 == hidden:
                level = "intuition"
            if rulings.get("aveugle_exploits") == "tous":
                usable = declared
        lost = 0 if success else declared
        yield (
            {
                "niveau": level,
                "success": success,
                "exploits": usable,
                "exploits_cedes": lost,
                "beneficiaire": receiver if lost else "personne",
                "jetons_depenses": tokens,
            },
            chance,
        )


# ── without a die ──────────────────────────────────────────────────────────────────────────────
def automatic(params: Params, rulings: Params) -> Iterator[Row]:
    refused = []
    if params["talent"] < 1:
        refused.append("talent")
    if params["trait"] <= 2:
        refused.append("trait")
    refused += [name for name in ("temps", "calme", "materiel") if not params.get(name, True)]
    if params.get("exploits", 0):
        refused.append("exploits")
    total = 15 + (5 * params.get("ag_permanentes", 0) if rulings.get("auto_plus_ag") else 0)
    level = params.get("difficulty", 15) + params.get("modifier", 0)
    yield (
        {
            "autorise": not refused,
            "success": not refused and total >= level,
            "total": None if refused else total,
            "refus": refused,
        },
        ONE,
    )


def sans_test(params: Params, rulings: Params) -> Iterator[Row]:
    level = params.get("difficulty", 15) + params.get("modifier", 0)
    free = params.get("ag_permanentes", 0) + params.get("ag_circonstance", 0)
    if rulings.get("somme_jetons", True):
        free += params.get("jetons_avant", 0)
    plain = not params.get("exploits", 0)
    calm = params.get("temps", True) and params.get("calme", True)
    ways = []
    if plain and params["trait"] + params["talent"] + 5 * free >= level:
        ways.append("somme")
    easy = plain and level <= 10 and params["talent"] >= 1
    if easy and (calm or not rulings.get("facile_calme", True)):
        ways.append("facile")
    ((taken, _),) = automatic(params, rulings)
    if taken["success"]:
        ways.append("automatique")
    yield {"voie": ways[0] if ways else "aucune", "voies": ways}, ONE


# ── after the Test ─────────────────────────────────────────────────────────────────────────────


def dissimulation(params: Params, rulings: Params) -> Iterator[Row]:
    hider = dict(params["cacheur"])
    for hidden, chance in action({**hider, **_allowed(params, rulings, hider, {})}, rulings):
        lost = hidden["exploits_cedes"]
        if not hidden["success"] and rulings.get("echec_dissimulation") != "caches_zero":
            levels = {each["id"]: "devoile" for each in params["chercheurs"]}
            yield {"caches": None, "niveaux": levels, "cedes": lost}, chance
            continue
        number = hidden["exploits"] if hidden["success"] else 0
        spent = {hider["id"]: hidden["jetons_depenses"]}
        for found, share in _searches(params, params["chercheurs"], number, rulings, spent):
            yield {"caches": number, "niveaux": found, "cedes": lost}, chance * share


def _searches(
    params: Params,
    seekers: list[dict[str, Any]],
    number: int,
    rulings: Params,
    spent: dict[str, int],
) -> Iterator[tuple[dict[str, str], Fraction]]:
    if not seekers:
        yield {}, ONE
        return
    seeker = seekers[0]
    left = _allowed(params, rulings, seeker, spent)
    for result, chance in blind({**seeker, **left, "caches": number}, rulings):
        now = {seeker["id"]: result["jetons_depenses"]}
        for others, rest in _searches(params, seekers[1:], number, rulings, spent | now):
            yield {seeker["id"]: result["niveau"]} | others, chance * rest


KINDS = {"jetons": "jetons_avant", "desastres_max": "desastres"}
"""What a Test may take -> what it takes beforehand."""


def _piles(params: Params, rulings: Params, who: Params, kind: str) -> dict[str, int]:
    """The common tokens that a Test may take: pile -> size. Those of the MJ are for his characters,
    and strike the players' unless he has said at once what each is; those of the players the other
    way round."""
    mine = who.get("acteur", "pj") == "mj"
    name = "mj" if mine and kind == "jetons" else "joueurs"
    if not mine and kind == "jetons" and params.get("frappeur") not in (None, who["id"]):
        return {}
    sizes = {name: params.get(f"jetons_communs_{name}", 0)}
    if kind == "desastres_max" and not mine:
        his = 0 if rulings.get("choix_mj") == "gain" else params.get("jetons_communs_mj", 0)
        sizes = {"mj": his, "frappe": params.get("desastres_communs", 0)}
    return {name: size for name, size in sizes.items() if size}


def _of_pile(who: Params, kind: str, size: int, n: int) -> int:
    """How many of `n` are tokens of the pile: those that nobody else may take go first."""
    own: int = max(0, who.get(kind, 5 if kind == "desastres_max" else 0) - size)
    if kind == "desastres_max" and who.get("acteur", "pj") == "mj":
        own = 0  # the players have no other tokens
    if kind == "jetons":
        own += who.get("jetons_recus", 0)
    return max(0, n - own)


def _held(params: Params, who: Params, kind: str) -> int:
    """What a Test may take at the most: of Désastres on the MJ's, as many as the players have tokens."""
    if kind == "jetons":
        return int(who.get("jetons", 0))
    most = int(who.get("desastres_max", 5))
    players = params.get("jetons_communs_joueurs", 0)
    return min(most, players) if players and who.get("acteur", "pj") == "mj" else most


def _allowed(params: Params, rulings: Params, who: Params, spent: dict[str, int]) -> Params:
    """What a Test may take, once the others have taken theirs: `spent` of tokens, or what they take
    beforehand."""
    found: dict[str, int] = {}
    others = [e for e in (params["cacheur"], *params["chercheurs"]) if e["id"] != who["id"]]
    for kind in KINDS:
        held = found[kind] = _held(params, who, kind)
        for pile, size in _piles(params, rulings, who, kind).items():
            gone = 0
            for each in others:
                for other, before in KINDS.items():
                    if pile in _piles(params, rulings, each, other):
                        n = each.get(before, 0)
                        n = spent.get(each["id"], n) if other == "jetons" else n
                        gone += _of_pile(each, other, size, n)
            found[kind] = max(0, min(found[kind], max(0, held - size) + size - gone))
    return found


ORACLES: dict[str, Callable[[Params, Params], Iterator[Row]]] = {
    "loss.campagne": ended("loss"),
    "loss.die": die,
    "loss.action": action,
    "loss.trait": trait,
    "loss.automatic": automatic,
    "loss.sans_test": sans_test,
    "loss.passive": passive,
    "loss.blind": blind,
    "loss.active": active,
    "loss.combat": combat,
    "loss.exploits": exploits,
    "loss.echec": echec,
    "loss.desastre": desastre,
    "loss.effet": effet,
    "loss.exploits_requis": exploits_requis,
    "loss.degats": degats,
    "loss.echelle": echelle,
    "loss.degats_echelle": degats_echelle,
    "loss.echelle_de": echelle_de,
    "loss.noms": noms,
    "loss.jetons": jetons,
    "loss.temps": temps,
    "loss.dissimulation": dissimulation,
}
