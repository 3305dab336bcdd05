"""The contests of Les Chants de Loss by hand: Oppositions actives and combat, and tokens after a die.

Nothing of the game is imported here, as in `oracle.py`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from tests.games.loss.contest import difference, difference_reaches, overshoots
from tests.games.loss.exploding import Tail, tail_of
from tests.games.loss.oracle_after_test import ONE, Params, Row


# ── tokens after the die ───────────────────────────────────────────────────────────────────────
def usable(params: Params, rulings: Params, tokens: int, before: int) -> int:
    """Tokens left for after the die."""
    if params.get("jetons_apres", "ask") == "none" or not rulings.get("jetons_apres_de", True):
        return 0
    cap = rulings.get("jetons_max_par_test")
    return max(0, (tokens if cap is None else min(cap, tokens)) - before)


def rolled(tail: Tail, need: int, left: int) -> Iterator[tuple[bool, int, Fraction]]:
    """(success, tokens after the die, chance), the least tokens that do."""
    yield True, 0, tail(need)
    for k in range(1, left + 1):
        yield True, k, tail(need - 5 * k) - tail(need - 5 * (k - 1))
    yield False, 0, 1 - tail(need - 5 * left)


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
        first, second = SIDES if bid in (2, 4) else SIDES[::-1]
        thrown = SIDES if rolled == 2 or winner != second else (first,)
        yield (
            {
                "winner": winner,
                "exploits": 0 if winner == "nul" else bid,
                **{
                    f"jetons_{seat}_depenses": after.get(seat, 0)
                    + (params.get(f"jetons_avant_{seat}", 0) if seat in thrown else 0)
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
    return usable(params, rulings, tokens, before)


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
    spared = [plain and _spared(params, rulings, seat, levels[seat]) for seat in (first, second)]
    for reached, k, chance in _tested(tail, needs[0], lefts[0], spared[0]):
        if not reached:
            yield second, {}, 1, chance
            continue
        answers = _tested(tail, needs[1], lefts[1], spared[1])
        if not compared:
            for matched, other, share in answers:
                winner = "nul" if matched else first
                yield winner, {first: k, second: other}, 2 - sum(spared), chance * share
    if compared:
        yield from _totals(tail, needs, lefts, first, second)


def _spared(params: Params, rulings: Params, seat: str, level: int) -> bool:
    """Whether the sum of a side reaches its Difficulté, so that it needs no die (LOSS-SDE-01)."""
    leaders = params.get(f"acteur_{seat}", "pj") == "mj"
    tokens = params.get(f"jetons_avant_{seat}", 0)
    counted = _before(params, seat) - (0 if rulings.get("somme_jetons", True) else 5 * tokens)
    return counted >= level and (not leaders or rulings.get("somme_pnj", True))


def _tested(tail: Tail, need: int, left: int, spared: bool) -> Iterator[tuple[bool, int, Fraction]]:
    return iter([(True, 0, ONE)]) if spared else rolled(tail, need, left)


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
    burden = 0 if params.get("defense_allegee") else declared
    guards = _one_side(params, rulings, "defense", burden, 0, True)
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
    left = usable(params, rulings, params.get(f"jetons_{name}", 0), before)
    throws = rolled(tail_of(rulings, declared), level - bare - 5 * before, left)
    return [(success, before + k, chance) for success, k, chance in throws]
