"""The works of the benchmark: one law, computed by several contenders, each in its best known idiom.

A contender is a function without arguments that returns the law as {key: Fraction}. All contenders of
a work must give equal laws, which is checked before they are timed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import dyce
import icepool
import msgspec

from bench import rules
from bench.best_keeps import KEEPS
from bench.contests import (
    duel_dyce,
    duel_icepool,
    duel_plain,
    duel_tablee,
    opposition_dyce,
    opposition_icepool,
    opposition_tablee,
)
from bench.dice_pools import POOLS
from bench.laws import NO_RULINGS, Table, of_dyce, of_icepool
from tablee.games.armes_dieux.throw import Jet
from tablee.games.loss.explosion import ExplodingDie
from tablee.rules.readings.advice.advise import advise
from tablee.rules.run_input import ask_about
from tests.kit.laws import exact_law


class Work(msgspec.Struct, frozen=True):
    """A row of the benchmark: its name, the ratio to the faster library to reach, its contenders."""

    name: str
    aim: float
    contenders: Mapping[str, Callable[[], Table]]


# ── a pool of d6 against an SR ─────────────────────────────────────────────────────────────────
SR = 18


def _tier(dice: int, aside: int, state: tuple[int, int, int]) -> tuple[str, int]:
    total, ones, qualities = state
    if total < SR:
        return ("echec_revers" if 2 * ones > dice else "echec"), 0
    kept = qualities + aside
    return ("reussite_revers" if kept < 3 else "reussite" if kept < 6 else "exceptionnelle"), kept


def _add(state: tuple[int, int, int], face: int) -> tuple[int, int, int]:
    """Return the state after one more face: the sum stops at the SR, ones count only below it."""
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
    return of_dyce(states.apply(lambda state: _tier(dice, 0, state)))


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
    return of_icepool(states.map(lambda *state: _tier(dice, 0, state), star=True))


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
    """Use one fold for all numbers, and read it after each die."""
    d6, states, values = dyce.H(6), dyce.H({(0, 0, 0): 1}), {}
    for dice in range(13):
        aside = 12 - dice
        tiers = states.apply(lambda state, n=dice, e=aside: _tier(n, e, state)[1])
        values[aside] = Fraction(sum(q * n for q, n in tiers.items()), tiers.total)
        states = states.apply(_add, d6)
    return values


def aside_dyce_apart() -> Table:
    """Fold each number of dice separately, the first way to write it."""
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
    """Return the law of issue and Qualités for each of 0 to 6 dice set aside out of 24."""
    return {
        (aside, r.issue, r.qualites): p
        for aside in range(7)
        for r, p in exact_law(Jet(poignee=24, sr=SR, maitrise=True, ecartes=aside)).items()
    }


def joint_dyce() -> Table:
    """Use one fold, and read it after each of the last dice."""
    d6, states, found = dyce.H(6), dyce.H({(0, 0, 0): 1}), {}
    for dice in range(25):
        if dice >= 18:
            aside = 24 - dice
            tiers = states.apply(lambda state, n=dice, e=aside: _tier(n, e, state))
            found |= {(aside, *key): p for key, p in of_dyce(tiers).items()}
        states = states.apply(_add, d6)
    return found


def joint_dyce_apart() -> Table:
    """Fold each number of dice separately."""
    found: dict[Any, Fraction] = {}
    for aside in range(7):
        d6, states = dyce.H(6), dyce.H({(0, 0, 0): 1})
        for _ in range(24 - aside):
            states = states.apply(_add, d6)
        tiers = states.apply(lambda state, e=aside: _tier(24 - e, e, state))
        found |= {(aside, *key): p for key, p in of_dyce(tiers).items()}
    return found


# ── the exploding d10 ──────────────────────────────────────────────────────────────────────────
LEVELS = range(5, 61)
DEPTH = 6


def exploding_tablee() -> Table:
    """Return P(X >= level) for every level, from two laws, because one takes at most 50 levels."""
    found: dict[int, Fraction] = {}
    for levels in (tuple(LEVELS[:28]), tuple(LEVELS[28:])):
        ranks = {r.rang: p for r, p in exact_law(ExplodingDie(seuils=levels), by=("rang",)).items()}
        chance = Fraction(0)
        for rank in range(len(levels), 0, -1):
            chance += ranks.get(rank, 0)
            found[levels[rank - 1]] = chance
    return found


def exploding_dyce() -> Table:
    """Follow a first 10 by a die that explodes on 10 up to `DEPTH` times.

    The longer chains lie above all levels of the list, so that the chances are exact here.
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
    """Fold die by die."""
    d10, states = dyce.H(range(10)), dyce.H({(0, False): 1})
    for _ in range(dice):
        states = states.apply(lambda s, face: (max(s[0], face), s[1] or face == 0), d10)
    return of_dyce(states)


def best_dyce_statistics(dice: int) -> Table:
    """Subtract two order statistics: the best of all dice and the best without a zero."""
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
    return of_icepool(_Best()(icepool.z(10).pool(dice)))


def best_plain(dice: int) -> Table:
    total, found = 10**dice, {}
    for face in range(10):
        bare = face**dice - max(0, face - 1) ** dice if face else 0
        marked = (face + 1) ** dice - face**dice - bare
        if bare:
            found[face, False] = Fraction(bare, total)
        found[face, True] = Fraction(marked, total)
    return found


def pools() -> list[Work]:
    """Return the pools read by outcomes with counts."""
    return [Work(name, 1, contenders) for name, contenders in POOLS.items()]


def works() -> list[Work]:
    """Return all works in the order of the table."""
    keeps = Work("five d6 thrown three times, the best keeps", 1, KEEPS)
    return [*jets(), *asides(), *kept_best(), *against(), *pools(), keeps]


def jets() -> list[Work]:
    """Return the pools of the Armes-Dieux."""
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
    """Return the advice about the number of dice to set aside."""
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
    """Return the exploding die and the best of several dice."""
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
    """Return the oppositions and the duels."""
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
