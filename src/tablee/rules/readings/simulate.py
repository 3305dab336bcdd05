"""`simulate`: the same law by sampling, for what is too large to enumerate.

`n` runs are followed together: where a question has k answers, the runs that stand there are split
among them by one multinomial draw, so the cost is that of the places visited, not of the runs; the
counts have exactly the law of n independent runs. A roll whose law is too large to write down is
thrown face by face instead.

Runs are made in blocks of `BLOCK`; block i draws from Philox4x64-10 (Salmon et al. 2011), a
counter-based generator, with the seed as key and i in the highest word of the counter. So the
numbers depend on the seed alone, not on how many workers share the blocks.
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from typing import Any

import msgspec
import numpy as np

from tablee.dice.die import OpenDie, Throw
from tablee.dice.law import Law
from tablee.dice.reads import Unbounded
from tablee.rules.game import bring, brought, fault
from tablee.rules.question import Question, ask_about
from tablee.rules.questions import Choose, Hidden, Roll, Together
from tablee.rules.readings.odds import checked_fields, ordered, projection, worlds
from tablee.rules.readings.walk import choice_needed
from tablee.rules.readings.worlds import End, Follower, World, refusal_outside, world_of
from tablee.rules.refusal import Refusal
from tablee.rules.schema import show

__all__ = ["BLOCK", "Count", "Sample", "simulate"]

BLOCK = 50_000
"""Runs that share one stream of the generator."""
LARGEST_TABLE = 100_000
"""A roll whose law takes more steps than this is thrown face by face."""
MOST_RUNS = 10**9
Z95 = 1.959963984540054
"""The 97.5 % quantile of the standard normal law."""


class Count(msgspec.Struct, frozen=True):
    """A result, how often it came, and the 95 % interval of its chance (Wilson 1927)."""

    result: Any
    count: int
    share: float
    low: float
    high: float


class Sample(msgspec.Struct, frozen=True):
    """`n` runs: the results that came, in canonical order."""

    n: int
    seed: int
    counts: tuple[Count, ...]

    def law(self) -> Law[Any]:
        """The empirical law."""
        return Law({count.result: count.count for count in self.counts})

    def view(self) -> list[dict[str, Any]]:
        """The rows of the distribution as JSON values."""
        return [
            {"result": show(c.result), "count": c.count, "p": c.share, "low": c.low, "high": c.high}
            for c in self.counts
        ]


def simulate(
    question: Question,
    n: int,
    seed: int | None = None,
    by: Iterable[str] | None = None,
    workers: int = 1,
    tick: Callable[[int, int], None] | None = None,
) -> Sample:
    """Sample `n` (1..10^9) runs of what follows the question's answers.

    The same `seed` (>= 0) gives the same counts whatever `workers` (processes); None draws one.
    `tick` is called with (runs done, n). Raises `Refusal` as `odds` does.
    """
    fields = checked_fields(question.procedure, by)
    if not 1 <= n <= MOST_RUNS:
        raise Refusal("param", "n", n, "un entier de {low} à {high}", low=1, high=MOST_RUNS)
    if seed is None:
        seed = secrets.randbits(63)
    if not 0 <= seed < 2**64:
        raise Refusal("param", "seed", seed, "un entier de 0 à 2^64 − 1")
    totals: dict[Any, int] = {}
    done = 0

    def over(within: int) -> None:
        if tick is not None:
            tick(done + within, n)

    for size, counts in _blocks(question, n, seed, fields, workers, over):
        done += size
        for result, count in counts.items():
            totals[result] = totals.get(result, 0) + count
        over(0)
    law = ordered(question.procedure, Law(totals))
    return Sample(n, seed, tuple(_count(result, totals[result], n) for result in law))


def _count(result: Any, count: int, n: int) -> Count:
    share = count / n
    centre = (share + Z95**2 / (2 * n)) / (1 + Z95**2 / n)
    half = Z95 / (1 + Z95**2 / n) * math.sqrt(share * (1 - share) / n + Z95**2 / (4 * n * n))
    low, high = max(0.0, centre - half), min(1.0, centre + half)
    return Count(result, count, share, min(share, low), max(share, high))


def _blocks(
    question: Question,
    n: int,
    seed: int,
    by: tuple[str, ...] | None,
    workers: int,
    over: Callable[[int], None],
) -> Iterator[tuple[int, dict[Any, int]]]:
    sizes = [min(BLOCK, n - start) for start in range(0, n, BLOCK)]
    if workers <= 1 or len(sizes) == 1:
        for block, size in enumerate(sizes):
            yield size, _Sampler(question, seed, block, by, over).run(size)
        return
    run = (question.procedure.id, dict(question.given), dict(question.given_rulings))
    jobs = [(*run, question.answers, seed, block, size, by) for block, size in enumerate(sizes)]
    with ProcessPoolExecutor(workers, initializer=bring, initargs=(brought(),)) as pool:
        for (*_, size, _), rows in zip(jobs, pool.map(_job, jobs), strict=True):
            yield size, dict(rows)


def _job(job: Any) -> list[tuple[Any, int]]:
    """One block in a process of its own."""
    name, params, rulings, answers, seed, block, size, by = job
    question = ask_about(name, params, rulings, answers)
    try:
        return list(_Sampler(question, seed, block, by).run(size).items())
    except Exception as error:
        raise fault(error) or error from None


class _Sampler:
    """Follows the runs of one block; `over` is told often how many of them are."""

    def __init__(
        self,
        question: Question,
        seed: int,
        block: int,
        by: tuple[str, ...] | None,
        over: Callable[[int], None] = lambda runs: None,
    ) -> None:
        bits = np.random.Philox(key=seed, counter=[0, 0, 0, block])
        self.question = question
        self.random = np.random.Generator(bits)
        self.follower = Follower(question.rulings)
        result = type(question.procedure).result_type()
        self.project = None if by is None else projection(result, by)
        self.laws: dict[Any, tuple[list[Any], Any]] = {}
        self.ended: dict[Any, int] = {}
        self.arrived = 0
        self.over = over

    def run(self, size: int) -> dict[Any, int]:
        found = worlds(self.question)
        chances = np.array([float(weight) for _, weight in found])
        split = self.random.multinomial(size, chances / chances.sum())
        waiting: dict[World, int] = {
            world_of(session): int(count)
            for (session, _), count in zip(found, split, strict=True)
            if count
        }
        while waiting:
            world = next(iter(waiting))
            count = waiting.pop(world)
            self.over(self.arrived)
            for after, share in self._step(world, count):
                waiting[after] = waiting.get(after, 0) + share
        return self.ended

    def _step(self, world: World, count: int) -> list[tuple[World, int]]:
        event, world = self.follower.next(world)
        match event:
            case End(result=result):
                kept = result if self.project is None else self.project(result)
                self.ended[kept] = self.ended.get(kept, 0) + count
                self.arrived += count
                return []
            case Roll():
                split = self._rolled(event, world, count)
                return [(world.sent(value), share) for value, share in split]
            case Hidden(value=law, label=label):
                return [
                    (msgspec.structs.replace(world, secrets=(*world.secrets, (label, value))), n)
                    for value, n in self._split(law, law, count)
                ]
            case Choose() if event.policy is not None:
                return [(world.sent(event.policy), count)]
            case Choose() | Together():
                raise refusal_outside(world, choice_needed(event))
            case _:
                raise TypeError(f"{event!r} is no event of a run")

    def _rolled(self, ask: Roll[Any], world: World, count: int) -> list[tuple[Any, int]]:
        if world.faces:
            shown = [
                msgspec.structs.replace(throw, shown=faces)
                for throw, faces in zip(ask.throws, world.faces, strict=False)
            ]
            ask = Roll((*shown, *ask.throws[len(shown) :]), ask.read)
        if ask.read.cost(ask.throws) <= LARGEST_TABLE:
            try:
                return self._split(ask, ask, count)
            except Unbounded:
                pass
        return self._thrown(ask, count)

    def _split(self, key: Any, source: Roll[Any] | Law[Any], count: int) -> list[tuple[Any, int]]:
        """How `count` runs fall on the outcomes of a law."""
        table = self.laws.get(key)
        if table is None:
            law = source if isinstance(source, Law) else source.read.law(source.throws)
            chances = np.array([float(Fraction(w, law.total)) for w in law.weights.values()])
            table = self.laws[key] = (list(law.weights), chances / chances.sum())
        values, chances = table
        drawn = self.random.multinomial(count, chances).tolist()
        return [(value, share) for value, share in zip(values, drawn, strict=True) if share]

    def _thrown(self, ask: Roll[Any], count: int) -> list[tuple[Any, int]]:
        """`count` throws face by face."""
        columns = [self._faces(throw, count) for throw in ask.throws]
        found: dict[Any, int] = {}
        for faces in zip(*columns, strict=True):
            self.over(self.arrived)
            value = ask.read.of(faces)
            found[value] = found.get(value, 0) + 1
        return list(found.items())

    def _faces(self, throw: Throw, count: int) -> list[tuple[int, ...]]:
        if throw.shown is not None:
            return [throw.shown] * count
        if isinstance(throw.die, OpenDie):
            return [self._chain(throw.die) for _ in range(count)]
        high = throw.die.highest + 1
        rows = self.random.integers(throw.die.lowest, high, size=(count, throw.count))
        return [tuple(row) for row in rows.tolist()]

    def _chain(self, die: OpenDie) -> tuple[int, ...]:
        chain: tuple[int, ...] = ()
        while die.goes_on(chain):
            chain = (*chain, int(self.random.integers(1, die.sides + 1)))
        return chain
