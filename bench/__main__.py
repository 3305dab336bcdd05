"""`python -m bench`: check that all contenders agree, time them, and print one table.

Each contender runs in its own processes. Cold: the first call after the imports, the median over
the processes. Warm: the median of further calls in one process, with every `functools` cache and
those of evaluators cleared before each call; fewer than five calls where they take seconds. The
times are processor times, so that other work on the machine counts less. Ratios are to the faster of
the two libraries. The plain column is Python written by hand.
"""

from __future__ import annotations

import functools
import gc
import json
import statistics
import subprocess
import sys
import time
import warnings
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import icepool

from bench.works import Work, works

warnings.filterwarnings("ignore")  # one library calls its best idioms experimental

PROCESSES = 5
LIBRARIES = ("dyce", "icepool")
SHOWN = ("tablee", *LIBRARIES, "plain")


def clear_caches(evaluators: Sequence[Any] = ()) -> None:
    """Clear the caches of all libraries, including ours: `functools` and those of evaluators."""
    for thing in _CACHES:
        thing.cache_clear()
    for evaluator in evaluators:
        evaluator.__dict__.pop("_cache", None)


_CACHES = [
    thing
    for thing in gc.get_objects()
    if type(thing) is functools._lru_cache_wrapper
    and str(thing.__module__).startswith(
        ("dyce", "icepool", "tablee.dice", "tablee.rules.readings")
    )
]


def measure(work: Work, contender: str) -> tuple[float, float]:
    """Return the cold and warm seconds of one contender in this process."""
    run = work.contenders[contender]
    begun = time.process_time()
    run()
    cold = time.process_time() - begun
    times: list[float] = []
    kind = icepool.MultisetEvaluator.__mro__[1]
    evaluators = [each for each in gc.get_objects() if issubclass(type(each), kind)]
    gc.disable()
    while len(times) < 200 and sum(times) < (3.0 if len(times) < 5 else 0.3):
        clear_caches(evaluators)
        begun = time.process_time()
        run()
        times.append(time.process_time() - begun)
    return cold, statistics.median(times)


def in_processes(number: int, contender: str) -> tuple[float, float]:
    """Return the medians of cold and warm seconds over `PROCESSES` new processes."""
    command = [sys.executable, "-m", "bench", str(number), contender]
    measured = [
        json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        for _ in range(PROCESSES)
    ]
    cold, warm = zip(*measured, strict=True)
    return statistics.median(cold), statistics.median(warm)


def agree(work: Work) -> None:
    """Raise `SystemExit` unless all contenders give exactly the same law."""
    expected = {k: Fraction(p) for k, p in work.contenders["tablee"]().items() if p}
    for name, run in work.contenders.items():
        found = {key: Fraction(p) for key, p in run().items() if p}
        if found != expected:
            raise SystemExit(f"{work.name}: {name} disagrees: {found} instead of {expected}")


def _cell(times: tuple[float, float] | None) -> str:
    return "–" if times is None else f"{times[0] * 1e3:.2f} / {times[1] * 1e3:.2f}"


def main() -> None:
    rows = works()
    if len(sys.argv) == 3:
        print(json.dumps(measure(rows[int(sys.argv[1])], sys.argv[2])))
        return
    print("times in ms, cold / warm\n")
    print("| work | Tablée | dyce | icepool | plain Python | ratio cold / warm | aim |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    others: list[str] = []
    for number, work in enumerate(rows):
        agree(work)
        times = {name: in_processes(number, name) for name in work.contenders}
        ours = times["tablee"]
        peers = [times[name] for name in LIBRARIES if name in times]
        ratios = [min(peer[i] for peer in peers) / ours[i] for i in (0, 1)]
        cells = [_cell(times.get(name)) for name in SHOWN]
        print(
            f"| {work.name} | {' | '.join(cells)} | {ratios[0]:.1f} / {ratios[1]:.1f} | {work.aim:g} |"
        )
        sys.stdout.flush()
        others += [
            f"- {work.name}, {name}: {_cell(times[name])}" for name in times if name not in SHOWN
        ]
    print("\nOther idioms of the same libraries, in ms, cold / warm\n")
    print("\n".join(others))


if __name__ == "__main__":
    main()
