"""Les Chants de Loss by hand: each procedure's law by plain enumeration, from the prose alone.

Nothing of the game is imported here: what agrees was written twice by different hands.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from tests.games.campaigns import ended
from tests.games.loss.contest import difference, difference_reaches, overshoots
from tests.games.loss.exploding import Tail, tail_of
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
def _usable(params: Params, rulings: Params, tokens: int, before: int) -> int:
    """Tokens left for after the die."""
    if params.get("jetons_apres", "ask") == "none" or not rulings.get("jetons_apres_de", True):
        return 0
    cap = rulings.get("jetons_max_par_test")
    return max(0, (tokens if cap is None else min(cap, tokens)) - before)


def _rolled(tail: Tail, need: int, left: int) -> Iterator[tuple[bool, int, Fraction]]:
    """(success, tokens after the die, chance), the least tokens that do."""
    yield True, 0, tail(need)
    for k in range(1, left + 1):
        yield True, k, tail(need - 5 * k) - tail(need - 5 * (k - 1))
    yield False, 0, 1 - tail(need - 5 * left)


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
    known = params.get("au_calme") and not pure and second >= 1
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
    left = _usable(params, rulings, held, before)
    tail = tail_of(rulings, exploits)
    for success, k, chance in _rolled(tail, level - bare - 5 * before, left):
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


# ── oppositions ────────────────────────────────────────────────────────────────────────────────
SIDES = ("initiateur", "repondant")
MALUS = {0: 0, 1: 2, 2: 5, 3: 10, 4: 15}


def _own_level(params: Params, side: str) -> int | None:
    """The Difficulté of one side with its Désastres, None where they make it fail."""
    level: int = params.get(f"difficulty_{side}", params.get("difficulty", 15))
    struck = params.get(f"desastres_{side}", 0)
    if struck == 5:
        return None
    return level + (MALUS[struck] if params.get("desastre_malus", True) else 0)


def active(params: Params, rulings: Params) -> Iterator[Row]:
    bid = params["engages"]
    levels = {side: _own_level(params, side) for side in SIDES}
    left = [side for side in SIDES if levels[side] is not None]
    if len(left) < 2:
        nothing = {f"jetons_{side}_depenses": 0 for side in SIDES}
        winner = left[0] if left else "nul"
        yield {"winner": winner, "exploits": 0, **nothing, "lances": 0}, ONE
        return
    known = {side: level or 0 for side, level in levels.items()}
    rows = (
        _compared(params, rulings, known)
        if bid == 0 and rulings.get("active_zero", "comparaison") == "comparaison"
        else _against(params, rulings, bid, known)
    )
    for winner, after, rolled, chance in rows:
        yield (
            {
                "winner": winner,
                "exploits": 0 if winner == "nul" else bid,
                **{
                    f"jetons_{seat}_depenses": params.get(f"jetons_avant_{seat}", 0)
                    + after.get(seat, 0)
                    for seat in SIDES
                },
                "lances": rolled,
            },
            chance,
        )


Contest = Iterator[tuple[str, dict[str, int], int, Fraction]]


def _before(params: Params, seat: str) -> int:
    free = params.get(f"ag_{seat}", 0) + params.get(f"jetons_avant_{seat}", 0)
    total: int = params[f"somme_{seat}"] + 5 * free
    return total


def _left(params: Params, rulings: Params, seat: str) -> int:
    tokens, before = params.get(f"jetons_{seat}", 0), params.get(f"jetons_avant_{seat}", 0)
    return _usable(params, rulings, tokens, before)


def _compared(params: Params, rulings: Params, levels: dict[str, int]) -> Contest:
    tail = tail_of(rulings)
    lead = _before(params, "initiateur") - _before(params, "repondant")
    lead += levels["repondant"] - levels["initiateur"]
    mine, theirs = (_left(params, rulings, seat) for seat in ("initiateur", "repondant"))
    lost, won = -5 * mine - 1, 5 * theirs + 1
    for gap in range(lost, won + 1):
        if gap == lost:
            chance = 1 - difference_reaches(tail, gap + 1 - lead)
        elif gap == won:
            chance = difference_reaches(tail, gap - lead)
        else:
            chance = difference(tail, gap - lead)
        end, spent = _bid_tokens(gap, mine, theirs)
        winner = "nul" if end == 0 else ("initiateur" if end > 0 else "repondant")
        yield winner, spent, 2, chance


def _bid_tokens(gap: int, mine: int, theirs: int) -> tuple[int, dict[str, int]]:
    left = {"initiateur": mine, "repondant": theirs}
    spent = {"initiateur": 0, "repondant": 0}
    while True:
        if gap == 0:
            seat = "initiateur" if left["initiateur"] else "repondant"
            tokens = 1 if left[seat] else 0
        else:
            seat = "repondant" if gap > 0 else "initiateur"
            ahead, level = abs(gap) // 5 + 1, math.ceil(Fraction(abs(gap), 5))
            tokens = next((k for k in (ahead, level) if k <= left[seat]), 0)
        if not tokens:
            return gap, spent
        left[seat] -= tokens
        spent[seat] += tokens
        gap += 5 * tokens if seat == "initiateur" else -5 * tokens


def _against(params: Params, rulings: Params, bid: int, levels: dict[str, int]) -> Contest:
    first, second = ("initiateur", "repondant") if bid in (2, 4) else ("repondant", "initiateur")
    compared = rulings.get("nul_au_total", False)
    plain = bid == 0 and not compared
    tail = tail_of(rulings, 0 if plain else 1)
    needs = [levels[seat] + 5 * bid - _before(params, seat) for seat in (first, second)]
    lefts = [_left(params, rulings, seat) for seat in (first, second)]
    for reached, k, chance in _rolled(tail, needs[0], lefts[0]):
        if not reached:
            yield second, {}, 1, chance
            continue
        answers = _rolled(tail, needs[1], lefts[1])
        if not compared:
            for matched, other, share in answers:
                winner = "nul" if matched else first
                yield winner, {first: k, second: other}, 2, chance * share
    if compared:
        yield from _totals(tail, needs, lefts, first, second)


def _overs(tail: Tail, need: int, left: int) -> Iterator[tuple[int, int, Fraction]]:
    """(over, tokens, chance) of a side that needs tokens after the die."""
    for worth in range(need - 5 * left, need):
        tokens = math.ceil(Fraction(need - worth, 5))
        yield worth + 5 * tokens - need, tokens, tail(worth) - tail(worth + 1)


def _totals(tail: Tail, needs: list[int], lefts: list[int], first: str, second: str) -> Contest:
    """Both succeed and the totals decide (switch `nul_au_total`)."""
    one, two = needs
    fails = 1 - tail(two - 5 * lefts[1])
    for over, k, chance in _overs(tail, one, lefts[0]):
        yield first, {first: k}, 2, chance * fails
        for other, tokens, share in _overs(tail, two, lefts[1]):
            yield _higher(over, other, first, second), {first: k, second: tokens}, 2, chance * share
        more, same = tail(two + over + 1), tail(two + over)
        yield second, {first: k}, 2, chance * more
        yield "nul", {first: k}, 2, chance * (same - more)
        yield first, {first: k}, 2, chance * (tail(two) - same)
    yield first, {}, 2, tail(one) * fails
    for other, tokens, share in _overs(tail, two, lefts[1]):
        more, same = tail(one + other + 1), tail(one + other)
        yield first, {second: tokens}, 2, share * more
        yield "nul", {second: tokens}, 2, share * (same - more)
        yield second, {second: tokens}, 2, share * (tail(one) - same)
    more, same = overshoots(tail, one, two, 1), overshoots(tail, one, two, 0)
    yield first, {}, 2, more
    yield "nul", {}, 2, same - more
    yield second, {}, 2, tail(one) * tail(two) - same


def _higher(over: int, other: int, first: str, second: str) -> str:
    return "nul" if over == other else (first if over > other else second)


def combat(params: Params, rulings: Params) -> Iterator[Row]:
    declared = params.get("exploits", 0)
    spared = params.get("acteur", "pj") == "pj" or rulings.get("somme_pnj", True)
    struck = _own_level(params, "attaque") is None
    if struck:
        declared = 0
    blows = _one_side(params, rulings, "attaque", declared, declared, spared and not declared)
    guards = _one_side(params, rulings, "defense", declared, 0, True)
    if not params.get("defense", True):
        guards = [(False, 0, ONE)]
    for reached, k, chance in blows:
        for parried, other, share in guards if reached else [(False, 0, ONE)]:
            hit = reached and not parried
            lost = declared if not reached or (parried and rulings.get("esquive_cede")) else 0
            yield (
                {
                    "touche": hit,
                    "exploits": declared if hit else 0,
                    "exploits_cedes": lost,
                    "jetons_attaque_depenses": k,
                    "jetons_defense_depenses": other,
                },
                chance * share,
            )


def _one_side(
    params: Params, rulings: Params, name: str, burden: int, declared: int, free: bool
) -> list[tuple[bool, int, Fraction]]:
    """(success, tokens, chance) of the attack, or of the defence."""
    own = _own_level(params, name)
    if own is None:
        return [(False, 0, ONE)]
    before = params.get(f"jetons_avant_{name}", 0)
    level, bare = own + 5 * burden, params[f"somme_{name}"] + 5 * params.get(f"ag_{name}", 0)
    counted = before if rulings.get("somme_jetons", True) else 0
    if free and bare + 5 * counted >= level:
        return [(True, counted, ONE)]
    left = _usable(params, rulings, params.get(f"jetons_{name}", 0), before)
    rolled = _rolled(tail_of(rulings, declared), level - bare - 5 * before, left)
    return [(success, before + k, chance) for success, k, chance in rolled]


# ── after the Test ─────────────────────────────────────────────────────────────────────────────


def dissimulation(params: Params, rulings: Params) -> Iterator[Row]:
    hider = dict(params["cacheur"])
    for hidden, chance in action(hider, rulings):
        lost = hidden["exploits_cedes"]
        if not hidden["success"] and rulings.get("echec_dissimulation") != "caches_zero":
            levels = {each["id"]: "devoile" for each in params["chercheurs"]}
            yield {"caches": None, "niveaux": levels, "cedes": lost}, chance
            continue
        number = hidden["exploits"] if hidden["success"] else 0
        for found, share in _searches(params["chercheurs"], number, rulings):
            yield {"caches": number, "niveaux": found, "cedes": lost}, chance * share


def _searches(
    seekers: list[dict[str, Any]], number: int, rulings: Params
) -> Iterator[tuple[dict[str, str], Fraction]]:
    if not seekers:
        yield {}, ONE
        return
    for result, chance in blind(seekers[0] | {"caches": number}, rulings):
        for others, rest in _searches(seekers[1:], number, rulings):
            yield {seekers[0]["id"]: result["niveau"]} | others, chance * rest


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
