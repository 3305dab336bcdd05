"""The sampling reading `simulate`, for laws that are too large to compute.

Where the states of a run are few enough, they are explored once, and the runs of a block move through
their arrays at once (see `Chain`). Other runs are made as `sampling` says, in several processes.

Runs are made in blocks of `BLOCK`. Block i draws from Philox4x64-10 (Salmon et al. 2011), a
counter-based generator, with the seed as key and i in the highest word of the counter. So the
numbers depend only on the seed, not on the number of workers.
"""

from __future__ import annotations

import math
import secrets
import signal
from collections.abc import Callable, Generator, Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import msgspec

from tablee.dice.law import Law
from tablee.rules.game_file import describe_rule_error, load_game_files
from tablee.rules.readings.budget import Budget
from tablee.rules.readings.chain import Chain, Endless
from tablee.rules.readings.drawing import block_generator
from tablee.rules.readings.laws import Laws
from tablee.rules.readings.needed import refused_as_parameters
from tablee.rules.readings.odds import checked_fields, ordered
from tablee.rules.readings.sampling import Sampler
from tablee.rules.refusal import Refusal
from tablee.rules.registry import GameFile, loaded_game_files
from tablee.rules.run_input import RunInput, ask_about
from tablee.rules.schema import show

BLOCK = 50_000
"""Number of runs that share one stream of the generator."""
MOST_RUNS = 10**9
STEPS_PER_RUN = 8
"""Maximum steps of the exploration of a chain, for each run of a block: they cost less than runs."""
Z95 = 1.959963984540054
"""Quantile of the standard normal law at 97.5 %."""


class Count(msgspec.Struct, frozen=True):
    """A result, its count and share, and the 95 % interval of its chance (Wilson 1927)."""

    result: Any
    count: int
    share: float
    low: float
    high: float


class Sample(msgspec.Struct, frozen=True):
    """The results of `n` runs, in canonical order. `interrupted`: a person stopped it before the end
    that was asked for."""

    n: int
    seed: int
    counts: tuple[Count, ...]
    interrupted: bool = False

    def law(self) -> Law[Any]:
        """Return the empirical law."""
        return Law({count.result: count.count for count in self.counts})

    def view(self) -> list[dict[str, Any]]:
        """Return the rows of the distribution in JSON."""
        return [
            {"result": show(c.result), "count": c.count, "p": c.share, "low": c.low, "high": c.high}
            for c in self.counts
        ]


def simulate(
    question: RunInput,
    n: int,
    seed: int | None = None,
    by: Iterable[str] | None = None,
    workers: int = 1,
    tick: Callable[[int, int], None] | None = None,
    precision: float | None = None,
) -> Sample:
    """Return a sample of `n` (1..10^9) runs, after the answers of the question.

    The same `seed` (>= 0) gives the same counts for any number of `workers` (processes); None draws
    a seed. `precision` (> 0, a share of 1): the sample ends earlier, after the first block in which
    no interval is wider than that on either side of its share. `tick` is called with (finished
    runs, n). Control-C ends the sample with the blocks that are done. Raises `Refusal` as `odds`
    does.
    """
    fields = checked_fields(question.procedure, by)
    if not 1 <= n <= MOST_RUNS:
        raise Refusal("param", "n", n, "un entier de {low} à {high}", low=1, high=MOST_RUNS)
    if precision is not None and not 0 < precision < 1:
        raise Refusal("param", "precision", precision, "une part entre 0 et 100 %")
    if seed is None:
        seed = secrets.randbits(63)
    if not 0 <= seed < 2**64:
        raise Refusal("param", "seed", seed, "un entier de 0 à 2^64 − 1")
    totals: dict[Any, int] = {}
    done, interrupted = 0, False

    def report_done(within: int) -> None:
        if tick is not None:
            tick(done + within, n)

    with refused_as_parameters(question.procedure):
        blocks = _blocks(question, n, seed, fields, workers, report_done)
        try:
            for size, counts in blocks:
                done += size
                for result, count in counts.items():
                    totals[result] = totals.get(result, 0) + count
                report_done(0)
                if precision is not None and _widest(totals, done) <= precision:
                    break
        except KeyboardInterrupt:
            if not done:
                raise
            interrupted = True
        finally:
            blocks.close()
    law = ordered(question.procedure, Law(totals))
    counted = tuple(_count(result, totals[result], done) for result in law)
    return Sample(done, seed, counted, interrupted)


def _widest(totals: Mapping[Any, int], n: int) -> float:
    """Return how far the widest interval reaches from its share."""
    counts = [_count(result, count, n) for result, count in totals.items()]
    return max(max(each.share - each.low, each.high - each.share) for each in counts)


def share_interval(count: int, n: int) -> tuple[float, float]:
    """Return the 95 % interval of the chance of what happened `count` times in `n` (Wilson 1927)."""
    share = count / n
    centre = (share + Z95**2 / (2 * n)) / (1 + Z95**2 / n)
    half = Z95 / (1 + Z95**2 / n) * math.sqrt(share * (1 - share) / n + Z95**2 / (4 * n * n))
    low, high = max(0.0, centre - half), min(1.0, centre + half)
    return min(share, low), max(share, high)


def _count(result: Any, count: int, n: int) -> Count:
    return Count(result, count, count / n, *share_interval(count, n))


def _blocks(
    question: RunInput,
    n: int,
    seed: int,
    by: tuple[str, ...] | None,
    workers: int,
    report_done: Callable[[int], None],
) -> Generator[tuple[int, dict[Any, int]]]:
    """Yield (size, result -> count) of the blocks, in order."""
    sizes = [min(BLOCK, n - start) for start in range(0, n, BLOCK)]
    chain = _chain(question, by, sizes[0], report_done)
    if chain is not None:
        for block, size in enumerate(sizes):
            yield size, chain.run(block_generator(seed, block), size, report_done)
        return
    if workers <= 1 or len(sizes) == 1:
        for block, size in enumerate(sizes):
            yield size, Sampler(question, seed, block, by, report_done).run(size)
        return
    run = (question.procedure.id, dict(question.given), dict(question.given_rulings))
    jobs = [(*run, question.answers, seed, block, size, by) for block, size in enumerate(sizes)]
    with ProcessPoolExecutor(workers, initializer=_begin, initargs=(loaded_game_files(),)) as pool:
        try:
            for (*_, size, _), rows in zip(jobs, pool.map(_run_block, jobs), strict=True):
                yield size, dict(rows)
        finally:
            pool.shutdown(cancel_futures=True)


def _chain(
    question: RunInput,
    by: tuple[str, ...] | None,
    size: int,
    report_done: Callable[[int], None],
) -> Chain | None:
    """Return the chain of the runs, None where it costs more than the runs of a block.

    A refusal of the exploration may concern a state that no run of the sample meets.
    """
    steps = size * STEPS_PER_RUN
    budget = Budget(steps, steps, steps, lambda steps, states: report_done(0))
    try:
        return Chain(question, by, Laws(question.rulings, budget))
    except Endless:
        raise Refusal(
            "too_large",
            question.procedure.id,
            None,
            "ce jet peut ne jamais finir avec ces réponses",
        ) from None
    except Refusal:
        return None


def _begin(files: Mapping[str, GameFile]) -> None:
    """Prepare a worker process. The parent alone answers Control-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    load_game_files(files)


def _run_block(job: Any) -> list[tuple[Any, int]]:
    """Return the counts of one block, computed in a worker process."""
    name, params, rulings, answers, seed, block, size, by = job
    question = ask_about(name, params, rulings, answers)
    try:
        return list(Sampler(question, seed, block, by).run(size).items())
    except Exception as error:
        raise describe_rule_error(error) or error from None
