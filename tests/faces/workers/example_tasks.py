"""Tasks for the tests: quick, long, deaf, greedy, dying. They run in the workers."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tablee.rules.refusal import Refusal
from tablee.rules.run_input import read_run

if TYPE_CHECKING:
    from tablee.faces.workers.pipe import Ticker
    from tablee.faces.workers.tasks import Options
    from tablee.rules.contract_json import RunJson

RUN = {"procedure": "exil.simple", "params": {"talent": 14}}


def echo(run: RunJson, options: Options, tick: Ticker) -> Any:
    """Return the question."""
    return {"run": run, "options": options}


def pid(run: RunJson, options: Options, tick: Ticker) -> int:
    """Return the number of the worker process."""
    return os.getpid()


def begun(run: RunJson, options: Options, tick: Ticker) -> int:
    """Add a line to a file, then run for a while."""
    with Path(options["file"]).open("a") as file:
        file.write("begun\n")
    until = time.monotonic() + options["seconds"]
    while time.monotonic() < until:
        tick(1, 1)
    return os.getpid()


def heeding(run: RunJson, options: Options, tick: Ticker) -> None:
    """Run for ever, with ticks."""
    steps = 0
    while True:
        steps += 1
        tick(steps, steps // 2)


def deaf(run: RunJson, options: Options, tick: Ticker) -> None:
    """Run for ever, without a tick."""
    while True:
        pass


def greedy(run: RunJson, options: Options, tick: Ticker) -> int:
    """Take some bytes; return the number of the worker process."""
    bytearray(options["bytes"])
    return os.getpid()


def killed(run: RunJson, options: Options, tick: Ticker) -> None:
    """Kill its own process."""
    os.kill(os.getpid(), signal.SIGKILL)


def wrong(run: RunJson, options: Options, tick: Ticker) -> None:
    """Raise an error that is no refusal."""
    raise KeyError("nowhere")


def unsendable(run: RunJson, options: Options, tick: Ticker) -> Any:
    """Return a value that cannot leave the process."""
    return lambda: None


def talkative(run: RunJson, options: Options, tick: Ticker) -> str:
    """Print and read, as a rule in development may."""
    print("x" * 100_000)
    try:
        return input()
    except EOFError:
        return "nothing to read"


def refusing(run: RunJson, options: Options, tick: Ticker) -> None:
    """Raise the refusal of a procedure."""
    read_run(run)
    raise Refusal("param", "n", 3, "autre chose", low=1)
