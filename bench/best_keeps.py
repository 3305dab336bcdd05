"""The contenders of the benchmark for choices between throws: the best dice to keep of five."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache

import dyce
import icepool

from bench.laws import Table, of_icepool
from tablee.dice.counts import Pool
from tablee.dice.die import D6
from tablee.rules.forms import OneOf
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure, Result
from tablee.rules.questions import become, choose, roll
from tablee.rules.readings.advice.advise import advise
from tablee.rules.run_input import RunInput

DICE, THROWS = 5, 3
Dice = tuple[int, ...]


def points(dice: Dice) -> int:
    """Return the points of five sorted dice in the best of all categories."""
    counts = sorted(map(dice.count, set(dice)))
    if counts == [5]:
        return 50
    run = max(len(set(range(low, low + 5)) & set(dice)) for low in (1, 2))
    if run == 5:
        return 40
    if any(set(range(low, low + 4)) <= set(dice) for low in (1, 2, 3)):
        return 30
    return 25 if counts == [2, 3] else sum(dice)


@cache
def keeps(dice: Dice) -> tuple[Dice, ...]:
    """Return all ways to keep some of the sorted dice."""
    return tuple({c for n in range(DICE + 1) for c in itertools.combinations(dice, n)})


def expected(law_of: Callable[[int], Table]) -> Table:
    """Return the mean under best play. `law_of`: function that gives the law of some sorted dice."""
    laws = [law_of(count) for count in range(DICE + 1)]
    held = {kept for dice in laws[DICE] for kept in keeps(dice)}
    worth = {dice: Fraction(points(dice)) for dice in laws[DICE]}
    for _ in range(THROWS - 1):
        means = {
            kept: sum(
                p * worth[tuple(sorted(kept + more))] for more, p in laws[DICE - len(kept)].items()
            )
            for kept in held
        }
        worth = {dice: Fraction(max(means[kept] for kept in keeps(dice))) for dice in worth}
    return {"": Fraction(sum(p * worth[dice] for dice, p in laws[DICE].items()))}


def keeps_icepool() -> Table:
    """Expand the pools into sorted tuples; the choices are loops in Python."""
    return expected(lambda count: of_icepool(icepool.d6.pool(count).expand()))


def keeps_dyce() -> Table:
    """Take the sorted rolls with their counts; the choices are loops in Python."""

    def law(count: int) -> Table:
        if not count:
            return {(): Fraction(1)}
        rolls = (dyce.P(dyce.H(6)) @ count).rolls_with_counts()
        found: dict[Dice, Fraction] = {}
        for dice, times in rolls:
            found[dice] = found.get(dice, Fraction()) + Fraction(times, 6**count)
        return found

    return expected(law)


class KeepsResult(Result):
    value: int


class Keeping(Procedure[KeepsResult], id="bench.keeping"):
    """Keep some of the dice, and throw the others again. `again`: number of further throws."""

    dice: Dice
    again: int

    utilities = {"points": lambda _, result, seat: result.value}

    async def rule(self) -> KeepsResult:
        if not self.again:
            return KeepsResult(value=points(self.dice))
        kept = await choose("garder", OneOf(keeps(self.dice)), who="joueur")
        return await become(Throwing(kept=kept, again=self.again - 1))


class Throwing(Procedure[KeepsResult], id="bench.throwing"):
    """Throw the dice that are not kept."""

    kept: Dice = ()
    again: int = THROWS - 1

    utilities = Keeping.utilities

    async def rule(self) -> KeepsResult:
        count = DICE - len(self.kept)
        thrown = await roll(D6, "jet", Pool(), who="joueur", count=count)
        return await become(Keeping(dice=tuple(sorted(self.kept + thrown)), again=self.again))

    def sides(self) -> dict[str, str]:
        return {"joueur": "joueur"}


BENCH = Game(id="bench", title="Bench", procedures=(Throwing, Keeping))


def keeps_tablee() -> Table:
    wait = advise(RunInput(BENCH, Throwing(), BENCH.rulings()), "points").wait
    assert wait is not None
    return {"": wait}


KEEPS: Mapping[str, Callable[[], Table]] = {
    "tablee": keeps_tablee,
    "icepool": keeps_icepool,
    "dyce": keeps_dyce,
}
