"""The sampling reading `simulate`, for laws that are too large to compute.

Where the states of a run are few enough, they are explored once, and the runs of a block move through
their arrays at once (see `Chain`). Other runs are made as `sampling` says. The answer says which `Way`
was taken. Either way several processes may share the blocks.

Runs are made in blocks of at most `BLOCK`. Block i draws from Philox4x64-10 (Salmon et al. 2011), a
counter-based generator, with the seed as key and i in the highest word of the counter. So the
numbers depend only on the seed, not on the number of workers.
"""

from __future__ import annotations

import itertools
import math
import multiprocessing
import secrets
import signal
from collections.abc import Callable, Generator, Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from multiprocessing.synchronize import Event
from typing import Any, Literal

import msgspec

from tablee.dice.law import Law
from tablee.rules.authoring.game_file import describe_rule_error, load_game_files
from tablee.rules.readings.budget import Budget
from tablee.rules.readings.chain import Chain, Endless, Moves
from tablee.rules.readings.drawing import block_generator
from tablee.rules.readings.laws import Laws
from tablee.rules.readings.needed import refused_as_parameters
from tablee.rules.readings.odds import checked_fields, ordered
from tablee.rules.readings.repeats import check_repeats
from tablee.rules.readings.sampling import Sampler
from tablee.rules.refusal import Refusal
from tablee.rules.registry import GameFile, loaded_game_files
from tablee.rules.rule_watch import is_endless, may_never_end
from tablee.rules.run_input import RunInput, ask_about
from tablee.rules.schema import show

BLOCK = 50_000
"""Maximum number of runs that share one stream of the generator."""
FIRST_BLOCK = 500
"""Runs of the first block where each run is played: an interrupt keeps whole blocks only. Each block has
twice as many runs as the one before, up to `BLOCK`."""
MOST_RUNS = 10**9
LARGEST_SEED = 2**64 - 1
STEPS_PER_RUN, MAX_STEPS = 8, 100_000
"""Maximum steps of the exploration of a chain: for each run of a block, which they cost less than; and
in all, a few seconds."""
CALLS_PER_CHECK = 16
"""Number of steps or runs of a worker between two looks whether it is still needed."""
Z95 = 1.959963984540054
"""Quantile of the standard normal law at 97.5 %."""


class Count(msgspec.Struct, frozen=True):
    """A result, its count and share, and the 95 % interval of its chance (Wilson 1927)."""

    result: Any
    count: int
    share: float
    low: float
    high: float


Way = Literal["arrays", "runs"]
"""How a sample was made. `arrays`: all states were explored, and the runs were drawn in bulk from their
arrays; `runs`: each run was played to its end, except where many of them were in one state."""


class Sample(msgspec.Struct, frozen=True):
    """The results of `n` runs, in canonical order.

    `way`: how they were made, by `processes` processes. `interrupted`: a person stopped it before the
    end that was asked for.
    """

    n: int
    seed: int
    counts: tuple[Count, ...]
    way: Way
    processes: int
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
    runs, n, or the number of runs that the precision is expected to take). Control-C ends the sample
    with the blocks that are done. Raises `Refusal` as `odds` does.
    """
    fields = checked_fields(question.procedure, by)
    seed = secrets.randbits(63) if seed is None else seed
    _check_sample(n, seed, precision)
    if question.game.id in loaded_game_files():
        check_repeats(question)
    totals: dict[Any, int] = {}
    done, expected, interrupted = 0, n, False

    def report_done(within: int) -> None:
        if tick is not None:
            tick(done + within, max(done + within, expected))

    with refused_as_parameters(question.procedure):
        job = _Job(question, n, seed, fields, workers, report_done)
        blocks = job.blocks()
        try:
            for size, counts in blocks:
                done += size
                for result, count in counts.items():
                    totals[result] = totals.get(result, 0) + count
                if precision is None:
                    report_done(0)
                    continue
                ratio = _widest(totals, done) / precision
                expected = min(n, math.ceil(done * ratio**2))
                report_done(0)
                if ratio <= 1:
                    break
        except KeyboardInterrupt:
            if not done:
                raise
            interrupted = True
        finally:
            blocks.close()
    law = ordered(question.procedure, Law(totals))
    counted = tuple(_count(result, totals[result], done) for result in law)
    return Sample(done, seed, counted, job.way, job.processes, interrupted)


def _check_sample(n: int, seed: int, precision: float | None) -> None:
    if not 1 <= n <= MOST_RUNS:
        raise Refusal("param", "n", n, "un entier de {low} à {high}", low=1, high=MOST_RUNS)
    if precision is not None and not (type(precision) in (int, float) and 0 < precision < 1):
        raise Refusal("param", "precision", precision, "une part de plus de 0 et de moins de 100 %")
    if not 0 <= seed <= LARGEST_SEED:
        raise Refusal("param", "seed", seed, "un entier de 0 à 2^64 − 1")


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


class _Job:
    """One sample: its blocks, the `way` that they are made, and the number of `processes`."""

    def __init__(
        self,
        question: RunInput,
        n: int,
        seed: int,
        by: tuple[str, ...] | None,
        workers: int,
        report_done: Callable[[int], None],
    ) -> None:
        self._question, self._seed, self._by = question, seed, by
        self._report_done = report_done
        self._chain = _chain(question, by, min(n, BLOCK), report_done)
        self.way: Way = "runs" if self._chain is None else "arrays"
        self._sizes = _sizes(n, FIRST_BLOCK if self._chain is None else BLOCK)
        self.processes = max(1, min(workers, len(self._sizes)))

    def blocks(self) -> Generator[tuple[int, dict[Any, int]]]:
        """Yield (size, result -> count) of the blocks, in order."""
        made = self._made_here() if self.processes == 1 else self._made_by_workers()
        with closing(made):
            for size, counts in zip(self._sizes, made, strict=True):
                yield size, counts if self._chain is None else self._chain.named(counts)

    def _made_here(self) -> Generator[Any]:
        for block, size in enumerate(self._sizes):
            if self._chain is not None:
                random = block_generator(self._seed, block)
                yield self._chain.moves.run(random, size, self._report_done)
            else:
                sampler = Sampler(self._question, self._seed, block, self._by, self._report_done)
                yield sampler.run(size)

    def _made_by_workers(self) -> Generator[Any]:
        question, chain = self._question, self._chain
        run = (question.procedure.id, dict(question.given), dict(question.given_rulings))
        shared = (*run, question.answers, self._seed, self._by)
        stop = multiprocessing.Event()
        of = loaded_game_files(), shared, None if chain is None else chain.moves, stop
        with ProcessPoolExecutor(self.processes, initializer=_begin, initargs=of) as pool:
            try:
                for rows in pool.map(_run_block, range(len(self._sizes)), self._sizes):
                    yield rows if chain is not None else dict(rows)
            finally:
                stop.set()
                pool.shutdown(cancel_futures=True)


def _sizes(n: int, first: int) -> list[int]:
    """Return the sizes of the blocks of `n` runs."""
    sizes = []
    while n:
        sizes.append(min(first, n))
        n -= sizes[-1]
        first = min(2 * first, BLOCK)
    return sizes


def _chain(
    question: RunInput,
    by: tuple[str, ...] | None,
    size: int,
    report_done: Callable[[int], None],
) -> Chain | None:
    """Return the chain of the runs, None where it costs more than the runs of a block.

    A refusal of the exploration may concern a state that no run of the sample meets.
    """
    steps = min(size * STEPS_PER_RUN, MAX_STEPS)
    budget = Budget(steps, steps, steps, lambda steps, states: report_done(0))
    try:
        return Chain(question, by, Laws(question.rulings, budget))
    except Endless:
        raise may_never_end(question.procedure.id) from None
    except Refusal as refusal:
        if is_endless(refusal):
            raise
        return None


_shared: tuple[Any, ...] = ()
"""In a worker process: the run and how to sample it, the arrays of its chain or None, and the event
that the other blocks are not needed."""


class _Stopped(Exception):
    """Error: the block is not needed."""


def _begin(
    files: Mapping[str, GameFile], run: tuple[Any, ...], moves: Moves | None, stop: Event
) -> None:
    """Prepare a worker process. The parent alone answers Control-C."""
    global _shared
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    load_game_files(files)
    _shared = (*run, moves, stop)


def _checker(stop: Event) -> Callable[[int], None]:
    """Return a function that is called often, and raises `_Stopped` after the event."""
    calls = itertools.count()

    def check(_: int) -> None:
        if next(calls) % CALLS_PER_CHECK == 0 and stop.is_set():
            raise _Stopped

    return check


def _run_block(block: int, size: int) -> list[Any]:
    """Return the counts of one block, computed in a worker process: of the results of the chain in
    order, or as rows of (result, count)."""
    name, params, rulings, answers, seed, by, moves, stop = _shared
    if stop.is_set():
        return []
    if moves is not None:
        counts: list[int] = moves.run(block_generator(seed, block), size, lambda runs: None)
        return counts
    question = ask_about(name, params, rulings, answers)
    try:
        return list(Sampler(question, seed, block, by, _checker(stop)).run(size).items())
    except _Stopped:
        return []
    except Exception as error:
        raise describe_rule_error(error) or error from None
