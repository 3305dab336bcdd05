"""The works: for each the same law by every contender, in the best idiom that we know of each.

A contender is a function without arguments that returns the law as {key: Fraction}; equal keys
and chances are checked before anything is timed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import dyce
import icepool
import msgspec

from bench import rules
from tablee.games.armes_dieux.throw import Jet
from tablee.games.exil.actions.opposition import Opposition, Participant
from tablee.games.loss.explosion import ExplodingDie
from tablee.rules.procedure import Rulings
from tablee.rules.readings.advise import advise
from tablee.rules.readings.odds import exact_law
from tablee.rules.run_input import ask_about

Table = Mapping[Any, Fraction]


class Work(msgspec.Struct, frozen=True):
    """One row: what is computed, by whom, and the ratio to the faster library that is aimed at."""

    name: str
    aim: float
    contenders: Mapping[str, Callable[[], Table]]


def _of_dyce(histogram: Any) -> Table:
    total = histogram.total
    return {key: Fraction(count, total) for key, count in histogram.items() if count}


def _of_icepool(die: Any) -> Table:
    return {key: Fraction(weight, die.denominator()) for key, weight in die.items() if weight}


NO_RULINGS = Rulings()


# ── a pool of d6 against an SR ─────────────────────────────────────────────────────────────────
SR = 18


def _tier(dice: int, aside: int, state: tuple[int, int, int]) -> tuple[str, int]:
    total, ones, qualities = state
    if total < SR:
        return ("echec_revers" if 2 * ones > dice else "echec"), 0
    kept = qualities + aside
    return ("reussite_revers" if kept < 3 else "reussite" if kept < 6 else "exceptionnelle"), kept


def _add(state: tuple[int, int, int], face: int) -> tuple[int, int, int]:
    """The sum capped at the SR; ones matter only below it."""
    total = min(SR, state[0] + face)
    ones = state[1] + (face == 1) if total < SR else 0
    return total, ones, state[2] + (0, 1, 0, 1, 0, 2)[face - 1]


def jet_tablee(dice: int) -> Table:
    law = exact_law(Jet(poignee=dice, sr=SR, maitrise=True))
    return {(r.issue, r.qualites): p for r, p in law.items()}


def jet_dyce(dice: int) -> Table:
    d6, states = dyce.H(6), dyce.H({(0, 0, 0): 1})
    for _ in range(dice):
        states = states.apply(_add, d6)
    return _of_dyce(states.apply(lambda state: _tier(dice, 0, state)))


class _Jet(icepool.MultisetEvaluator):  # type: ignore[type-arg]
    def next_state(self, state: Any, order: Any, outcome: int, count: int) -> Any:
        total, ones, qualities = state or (0, 0, 0)
        total = min(SR, total + outcome * count)
        ones = ones + count * (outcome == 1) if total < SR else 0
        return total, ones, qualities + count * (0, 1, 0, 1, 0, 2)[outcome - 1]

    def final_outcome(self, final_state: Any, *_: Any) -> Any:
        return final_state


def jet_icepool(dice: int) -> Table:
    states = _Jet()(icepool.d6.pool(dice))
    return _of_icepool(states.map(lambda *state: _tier(dice, 0, state), star=True))


def jet_plain(dice: int) -> Table:
    states = {(0, 0, 0): 1}
    for _ in range(dice):
        following: dict[tuple[int, int, int], int] = {}
        for state, weight in states.items():
            for face in range(1, 7):
                after = _add(state, face)
                following[after] = following.get(after, 0) + weight
        states = following
    found: dict[Any, Fraction] = {}
    for state, weight in states.items():
        key = _tier(dice, 0, state)
        found[key] = found.get(key, Fraction()) + Fraction(weight, 6**dice)
    return found


# ── advice over the dice set aside ─────────────────────────────────────────────────────────────
def aside_tablee() -> Table:
    question = ask_about(
        "armes_dieux.jet", {"poignee": 12, "sr": SR, "maitrise": True, "ecartes": "ask"}
    )
    return {option.choice: option.value for option in advise(question, "qualites").options}


def aside_dyce() -> Table:
    """One fold serves all numbers: it is looked at after each die."""
    d6, states, values = dyce.H(6), dyce.H({(0, 0, 0): 1}), {}
    for dice in range(13):
        aside = 12 - dice
        tiers = states.apply(lambda state, n=dice, e=aside: _tier(n, e, state)[1])
        values[aside] = Fraction(sum(q * n for q, n in tiers.items()), tiers.total)
        states = states.apply(_add, d6)
    return values


def aside_dyce_apart() -> Table:
    """Each number of dice folded by itself, as one would write it first."""
    values = {}
    for aside in range(13):
        d6, states = dyce.H(6), dyce.H({(0, 0, 0): 1})
        for _ in range(12 - aside):
            states = states.apply(_add, d6)
        tiers = states.apply(lambda state, e=aside: _tier(12 - e, e, state)[1])
        values[aside] = Fraction(sum(q * n for q, n in tiers.items()), tiers.total)
    return values


def aside_icepool() -> Table:
    values, jet = {}, _Jet()
    for aside in range(12):
        states = jet(icepool.d6.pool(12 - aside))
        values[aside] = states.map(
            lambda *state, e=aside: _tier(12 - e, e, state)[1], star=True
        ).mean()
    return values | {12: Fraction(0)}


def joint_tablee() -> Table:
    """Issue and Qualités for each of 0 to 6 dice set aside out of 24."""
    return {
        (aside, r.issue, r.qualites): p
        for aside in range(7)
        for r, p in exact_law(Jet(poignee=24, sr=SR, maitrise=True, ecartes=aside)).items()
    }


def joint_dyce() -> Table:
    """One fold, looked at after each of the last dice."""
    d6, states, found = dyce.H(6), dyce.H({(0, 0, 0): 1}), {}
    for dice in range(25):
        if dice >= 18:
            aside = 24 - dice
            tiers = states.apply(lambda state, n=dice, e=aside: _tier(n, e, state))
            found |= {(aside, *key): p for key, p in _of_dyce(tiers).items()}
        states = states.apply(_add, d6)
    return found


def joint_dyce_apart() -> Table:
    """Each number of dice folded by itself."""
    found: dict[Any, Fraction] = {}
    for aside in range(7):
        d6, states = dyce.H(6), dyce.H({(0, 0, 0): 1})
        for _ in range(24 - aside):
            states = states.apply(_add, d6)
        tiers = states.apply(lambda state, e=aside: _tier(24 - e, e, state))
        found |= {(aside, *key): p for key, p in _of_dyce(tiers).items()}
    return found


# ── the exploding d10 ──────────────────────────────────────────────────────────────────────────
LEVELS = range(5, 61)
DEPTH = 6


def exploding_tablee() -> Table:
    """P(X >= level) for every level: two laws, as one takes at most 50 levels."""
    found: dict[int, Fraction] = {}
    for levels in (tuple(LEVELS[:28]), tuple(LEVELS[28:])):
        ranks = {r.rang: p for r, p in exact_law(ExplodingDie(seuils=levels), by=("rang",)).items()}
        chance = Fraction(0)
        for rank in range(len(levels), 0, -1):
            chance += ranks.get(rank, 0)
            found[levels[rank - 1]] = chance
    return found


def exploding_dyce() -> Table:
    """A first 10 is followed by a die that explodes on 10 up to `DEPTH` times, set by hand.

    The cut-off chains reach no level of the list, so that the chances are exact here.
    """
    first = dyce.H({0: 1, **dict.fromkeys(range(2, 11), 1)})
    tail = dyce.explode_n(dyce.H(10), n=DEPTH)
    law = first.apply(lambda face, more: face + more if face == 10 else face, tail)
    return {level: Fraction(law.ge(level).get(True, 0), law.total) for level in LEVELS}


# ── the best of some d10, with its zeros ───────────────────────────────────────────────────────
def best_tablee(dice: int) -> Table:
    return {
        (r.best, r.zero): p for r, p in exact_law(rules.KeepBest(dice=dice), NO_RULINGS).items()
    }


def best_dyce(dice: int) -> Table:
    """A fold, die by die."""
    d10, states = dyce.H(range(10)), dyce.H({(0, False): 1})
    for _ in range(dice):
        states = states.apply(lambda s, face: (max(s[0], face), s[1] or face == 0), d10)
    return _of_dyce(states)


def best_dyce_statistics(dice: int) -> Table:
    """The best of all less the best of those without a zero: two order statistics."""
    every = dyce.H(range(10)).order_stat_for_n_at_pos(dice, dice - 1)
    bare = dyce.H(range(1, 10)).order_stat_for_n_at_pos(dice, dice - 1)
    total = 10**dice
    found: dict[Any, Fraction] = {}
    for face, count in every.items():
        without = bare.get(face, 0) * 9**dice // bare.total
        whole = count * total // every.total
        if without:
            found[face, False] = Fraction(without, total)
        if whole > without:
            found[face, True] = Fraction(whole - without, total)
    return found


class _Best(icepool.MultisetEvaluator):  # type: ignore[type-arg]
    def next_state(self, state: Any, order: Any, outcome: int, count: int) -> Any:
        best, zero = state or (0, False)
        return (outcome, zero or outcome == 0) if count else (best, zero)

    def extra_outcomes(self, outcomes: Any) -> Any:
        return ()


def best_icepool(dice: int) -> Table:
    return _of_icepool(_Best()(icepool.z(10).pool(dice)))


def best_plain(dice: int) -> Table:
    total, found = 10**dice, {}
    for face in range(10):
        bare = face**dice - max(0, face - 1) ** dice if face else 0
        marked = (face + 1) ** dice - face**dice - bare
        if bare:
            found[face, False] = Fraction(bare, total)
        found[face, True] = Fraction(marked, total)
    return found


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
    """(winners, best, second, successes up to 2) with one rider more."""
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
    return _of_dyce(states.apply(lambda s: (s[0], s[1] if s[3] == 1 else s[1] - s[2])))


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
    return _of_icepool(final)


# ── a duel to the end ──────────────────────────────────────────────────────────────────────────
BLOW = {0: 3, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1}


def duel_tablee(health: int) -> Table:
    law = exact_law(rules.Duel(mine=health, other=health), NO_RULINGS)
    return {r.winner: p for r, p in law.items()}


def duel_plain(health: int) -> Table:
    """By hand: for each pair of healths the chance that the striker wins, with the way round
    (both miss, 1/9) solved: w = here + 1/3 (1 - w'), w' = there + 1/3 (1 - w)."""
    hits = [(lost, times) for lost, times in BLOW.items() if lost]
    table: dict[tuple[int, int], Fraction] = {}

    def landed(mine: int, other: int) -> Fraction:
        """The striker lands a blow now and wins in the end."""
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
    """By exchanges (one blow each) in which at least one lands, until all duels are over."""
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
    return _of_dyce(states.apply(lambda state: "a" if state[1] <= 0 else "b"))


def duel_icepool(health: int) -> Table:
    """The same exchanges as a Markov chain mapped until it is absorbed."""
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
    return _of_icepool(states.map(lambda a, b: "a" if b <= 0 else "b", star=True))


def works() -> list[Work]:
    """All of them, in the order in which they are told."""
    return [*jets(), *asides(), *kept_best(), *against()]


def jets() -> list[Work]:
    """Pools of the Armes-Dieux."""
    return [
        Work(
            f"armes_dieux.jet, {n} d6",
            3,
            {
                "tablee": lambda n=n: jet_tablee(n),
                "dyce": lambda n=n: jet_dyce(n),
                "icepool": lambda n=n: jet_icepool(n),
                "plain": lambda n=n: jet_plain(n),
            },
        )
        for n in (12, 18, 24)
    ]


def asides() -> list[Work]:
    """What each number of dice set aside is worth."""
    return [
        Work(
            "advice, 0 to 12 of 12 d6 aside",
            5,
            {
                "tablee": aside_tablee,
                "dyce": aside_dyce,
                "dyce, each apart": aside_dyce_apart,
                "icepool": aside_icepool,
            },
        ),
        Work(
            "joint counts, 0 to 6 of 24 d6 aside",
            5,
            {
                "tablee": joint_tablee,
                "dyce": joint_dyce,
                "dyce, each apart": joint_dyce_apart,
            },
        ),
    ]


def kept_best() -> list[Work]:
    """Single dice that explode, and the best of several."""
    rows = [
        Work("exploding d10 against 5..60", 2, {"tablee": exploding_tablee, "dyce": exploding_dyce})
    ]
    return rows + [
        Work(
            f"best of {n} d10 with its zeros",
            aim,
            {
                "tablee": lambda n=n: best_tablee(n),
                "dyce": lambda n=n: best_dyce(n),
                "dyce, two order statistics": lambda n=n: best_dyce_statistics(n),
                "icepool": lambda n=n: best_icepool(n),
                "plain": lambda n=n: best_plain(n),
            },
        )
        for n, aim in ((5, 2), (10, 5))
    ]


def against() -> list[Work]:
    """One against another: an opposition, a duel."""
    oppositions = [
        Work(
            f"opposition of {n}",
            1,
            {
                "tablee": lambda n=n: opposition_tablee(n),
                "dyce": lambda n=n: opposition_dyce(n),
                "icepool": lambda n=n: opposition_icepool(n),
            },
        )
        for n in (2, 4, 6)
    ]
    return oppositions + [
        Work(
            f"duel to the end, health {n}",
            aim,
            {
                "tablee": lambda n=n: duel_tablee(n),
                "dyce": lambda n=n: duel_dyce(n),
                "icepool": lambda n=n: duel_icepool(n),
                "plain": lambda n=n: duel_plain(n),
            },
        )
        for n, aim in ((15, 5), (30, 10))
    ]
