"""The program of a worker process: it loads the rules once, then runs one task after another.

The server starts `python -P -m tablee.faces.workers.worker_main` and talks to it through its two
pipes (see `pipe`). The process ends at once when the server closes its pipe or is gone.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import pkgutil
import signal
import sys
import threading
import time
import traceback
from queue import SimpleQueue
from typing import IO, Any, Literal

from tablee.faces.stuck_calls import SECONDS, end_when_stuck
from tablee.faces.workers.pipe import (
    Outcome,
    Ready,
    Setup,
    Start,
    Stop,
    Tick,
    Ticker,
    packed,
    received,
)
from tablee.rules.authoring.game_file import describe_rule_error, load_game_files
from tablee.rules.refusal import Refusal
from tablee.rules.registry import games

NICE = 10
"""Niceness added, so that computations wait for the server."""
TICK = 0.1
"""Seconds between two messages about the progress."""


class _Stopped(BaseException):
    """The exception that `tick` raises in a stopped task."""


class _Worker:
    """The two threads of the process: one listens to the server, one runs tasks."""

    def __init__(self, inlet: IO[bytes], outlet: IO[bytes], setup: Setup) -> None:
        self.inlet = inlet
        self.outlet = outlet
        self.setup = setup
        self.tasks: SimpleQueue[Start] = SimpleQueue()
        self.stopped = 0

    def send(self, message: Any) -> None:
        self.outlet.write(packed(message))
        self.outlet.flush()

    def listen(self) -> None:
        """Take messages while the other thread runs tasks; end the process with the pipe."""
        try:
            while True:
                match received(self.inlet):
                    case Stop(number=number):
                        self.stopped = number
                    case Start() as start:
                        self.tasks.put(start)
        finally:
            os._exit(0)

    def run(self) -> None:
        """Run tasks until one took so much memory that the process must end."""
        outcome = Outcome(0, "done")
        while not outcome.last:
            outcome = self.answer(self.tasks.get())
            self.send(outcome)

    def answer(self, start: Start) -> Outcome:
        """Run one task."""
        try:
            task = pkgutil.resolve_name(start.task)
            run, options = json.loads(start.asked)
            how: Literal["done", "refused"] = "done"
            try:
                value = task(run, options, self.ticker(start.number))
            except Refusal as refusal:
                how, value = "refused", refusal
            body = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
            return Outcome(start.number, how, body, self.is_swollen())
        except _Stopped:
            return Outcome(start.number, "stopped", b"", self.is_swollen())
        except MemoryError:
            return Outcome(start.number, "memory", b"", last=True)
        except BaseException as error:
            return _failure(start.number, error)

    def is_swollen(self) -> bool:
        """Return whether the process must end to give its memory back."""
        return not self.setup.keeps and _swollen(self.setup.memory)

    def ticker(self, number: int) -> Ticker:
        """Return the `tick` of a task: it reports to the server, and raises when the task is
        stopped."""
        due = time.monotonic() + TICK

        def tick(steps: int, states: int, bound: tuple[float, float] | None = None) -> None:
            nonlocal due
            if self.stopped == number:
                raise _Stopped
            now = time.monotonic()
            if now >= due:
                due = now + TICK
                self.send(Tick(number, steps, states, bound))

        return tick


def main() -> None:
    """Serve the server at the other end of stdin and stdout."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    _lower_priority()
    inlet, outlet = _pipes()
    try:
        setup = received(inlet)
    except EOFError:  # the server was killed before its first message
        return
    assert isinstance(setup, Setup)
    sys.path[:] = setup.path
    _limit_memory(setup.memory)
    if setup.dump is not None:
        end_when_stuck(setup.dump, SECONDS)
    worker = _Worker(inlet, outlet, setup)
    threading.Thread(target=worker.listen, daemon=True).start()
    try:
        _load(setup)
    except BaseException as error:
        worker.send(_failure(0, error))
        return
    worker.send(Ready())
    worker.run()


def _lower_priority() -> None:
    with contextlib.suppress(AttributeError, OSError):
        os.nice(NICE)


def _pipes() -> tuple[IO[bytes], IO[bytes]]:
    """Return the two pipes, and give rules that print or read other ones."""
    inlet, outlet = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    return inlet, outlet


def _limit_memory(memory: int) -> None:
    """Limit the address space to some bytes, where the system can."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def _swollen(memory: int) -> bool:
    """Return whether the process has held an eighth of its memory limit: Python keeps most of that
    memory."""
    try:
        import resource
    except ImportError:
        return False
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit > memory // 8


def _load(setup: Setup) -> None:
    """Import what tasks need, so that the first one does not wait for it."""
    load_game_files(setup.games)
    for game in games():
        assert all(game.procedures)
    for task in setup.tasks:
        pkgutil.resolve_name(task)


def _failure(number: int, error: BaseException) -> Outcome:
    """Return the outcome of an error: its line in the file of a game, else its traceback."""
    refusal = error if isinstance(error, Refusal) else describe_rule_error(error)
    if refusal is not None:
        return Outcome(number, "refused", pickle.dumps(refusal))
    return Outcome(number, "failed", "".join(traceback.format_exception(error)).encode())


if __name__ == "__main__":
    main()
