"""The contenders of the benchmark for rules of two sides: an opposition and a duel to the end."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import dyce
import icepool

from bench import rules
from bench.laws import NO_RULINGS, Table, of_dyce, of_icepool
from tablee.games.exil.actions.opposition import Opposition, Participant
from tests.kit.laws import exact_law

# ── an opposition ──────────────────────────────────────────────────────────────────────────────
ALL_LEVELS = (8, 6, 9, 7, 5, 8)


def _podium(margins: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    best = max(margins)
    winners = tuple(i for i, margin in enumerate(margins) if margin == best)
    reached = sum(margin >= 0 for margin in margins)
    second = sorted(margins)[-2]
    return winners, best if reached == 1 else best - second


def opposition_tablee(riders: int) -> Table:
    protagonists = tuple(Participant(talent=level) for level in ALL_LEVELS[:riders])
    law = exact_law(Opposition(protagonistes=protagonists), by=("gagnants", "domination"))
    return {(r.gagnants, r.domination): p for r, p in law.items()}


def _ride(state: Any, margin: int, rider: int) -> Any:
    """Return (winners, best, second, successes up to 2) with one more rider."""
    winners, best, second, reached = state
    reached = min(2, reached + (margin >= 0))
    if margin > best:
        return (rider,), margin, best, reached
    if margin == best:
        return (*winners, rider), best, best, reached
    return winners, best, max(second, margin), reached


def opposition_dyce(riders: int) -> Table:
    states = dyce.H({((), -99, -99, 0): 1})
    for rider, level in enumerate(ALL_LEVELS[:riders]):
        margins = dyce.H(range(level - 12, level))
        states = states.apply(lambda state, margin, r=rider: _ride(state, margin, r), margins)
    return of_dyce(states.apply(lambda s: (s[0], s[1] if s[3] == 1 else s[1] - s[2])))


def opposition_icepool(riders: int) -> Table:
    state: Any = icepool.Die([((), -99, -99, 0)])
    for rider, level in enumerate(ALL_LEVELS[:riders]):
        margins = level - icepool.d12
        state = icepool.map(
            lambda w, b, s, n, margin, r=rider: _ride((w, b, s, n), margin, r),
            state,
            margins,
            star=True,
        )
    final = state.map(lambda w, b, s, n: (w, b if n == 1 else b - s), star=True)
    return of_icepool(final)


# ── a duel to the end ──────────────────────────────────────────────────────────────────────────
BLOW = {0: 3, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1}


def duel_tablee(health: int) -> Table:
    law = exact_law(rules.Duel(mine=health, other=health), NO_RULINGS)
    return {r.winner: p for r, p in law.items()}


def duel_plain(health: int) -> Table:
    """Compute by hand the chance that the striker wins, for each pair of healths. The cycle (both miss,
    1/9) is solved: w = here + 1/3 (1 - w'), w' = there + 1/3 (1 - w)."""
    hits = [(lost, times) for lost, times in BLOW.items() if lost]
    table: dict[tuple[int, int], Fraction] = {}

    def landed(mine: int, other: int) -> Fraction:
        """Return the chance that the striker hits now and wins in the end."""
        total = Fraction(0)
        for lost, times in hits:
            after = Fraction(1) if other <= lost else 1 - table[other - lost, mine]
            total += times * after
        return total / 9

    for both in range(2, 2 * health + 1):
        for mine in range(max(1, both - health), min(health, both - 1) + 1):
            other = both - mine
            here, there = landed(mine, other), landed(other, mine)
            table[mine, other] = (here + Fraction(1, 3) * (Fraction(2, 3) - there)) * Fraction(9, 8)
    return {"a": table[health, health], "b": 1 - table[health, health]}


def duel_dyce(health: int) -> Table:
    """Apply exchanges (one blow each) with at least one hit, until all duels are over."""
    blow = dyce.H(BLOW)
    pairs = blow.apply(lambda dealt, taken: (dealt, taken), blow)
    exchange = dyce.H({pair: count for pair, count in pairs.items() if pair != (0, 0)})

    def strike(state: tuple[int, int], blows: tuple[int, int]) -> tuple[int, int]:
        a, b = state
        if a <= 0 or b <= 0:
            return state
        dealt, taken = blows
        return (1, 0) if b - dealt <= 0 else (0, 1) if a - taken <= 0 else (a - taken, b - dealt)

    states = dyce.H({(health, health): 1})
    while any(a > 0 and b > 0 for a, b in states):
        states = states.apply(strike, exchange)
    return of_dyce(states.apply(lambda state: "a" if state[1] <= 0 else "b"))


def duel_icepool(health: int) -> Table:
    """Map the same exchanges as a Markov chain until it is absorbed."""
    blow = icepool.Die(BLOW)
    exchange = icepool.tupleize(blow, blow).reroll([(0, 0)], depth="inf")

    def strike(a: int, b: int) -> Any:
        if a <= 0 or b <= 0:
            return a, b
        return exchange.map(
            lambda dealt, taken: (
                (1, 0) if b - dealt <= 0 else (0, 1) if a - taken <= 0 else (a - taken, b - dealt)
            ),
            star=True,
        )

    states: Any = icepool.Die([(health, health)])
    while any(a > 0 and b > 0 for a, b in states):
        states = states.map(strike, star=True)
    return of_icepool(states.map(lambda a, b: "a" if b <= 0 else "b", star=True))
