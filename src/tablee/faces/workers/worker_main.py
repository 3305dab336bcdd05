"""The worker: a process that loads the rules once, then works out one task after the other.

`python -P -m tablee.faces.workers.worker_main`, started by the server and led through its two pipes. It
ends at once when the server closes its pipe or is gone.
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
from collections.abc import Callable
from queue import SimpleQueue
from typing import IO, Any, Literal

from tablee.faces.workers.pipe import Outcome, Ready, Setup, Stop, Task, Tick, packed, received
from tablee.rules.game_file import describe_rule_error, load_game_files
from tablee.rules.refusal import Refusal
from tablee.rules.registry import games

NICE = 10
"""How much less the system thinks of this process than of the server."""
TICK = 0.1
"""Seconds between two words about the progress."""


class _Stopped(BaseException):
    """Raised from `tick` in a task that is no longer wanted."""


class _Worker:
    def __init__(self, inlet: IO[bytes], outlet: IO[bytes], memory: int) -> None:
        self.inlet = inlet
        self.outlet = outlet
        self.memory = memory
        self.tasks: SimpleQueue[Task] = SimpleQueue()
        self.unwanted = 0

    def say(self, message: Any) -> None:
        self.outlet.write(packed(message))
        self.outlet.flush()

    def listen(self) -> None:
        """Take tasks and stops while another thread works; end the process with the pipe."""
        try:
            while True:
                match received(self.inlet):
                    case Stop(number=number):
                        self.unwanted = number
                    case Task() as task:
                        self.tasks.put(task)
        finally:
            os._exit(0)

    def work(self) -> None:
        """Answer tasks until one took so much memory that it must be given back."""
        outcome = Outcome(0, "done")
        while not outcome.last:
            outcome = self.answer(self.tasks.get())
            self.say(outcome)

    def answer(self, task: Task) -> Outcome:
        try:
            work = pkgutil.resolve_name(task.work)
            run, options = json.loads(task.asked)
            how: Literal["done", "refused"] = "done"
            try:
                value = work(run, options, self.ticker(task.number))
            except Refusal as refusal:
                how, value = "refused", refusal
            body = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
            return Outcome(task.number, how, body, _swollen(self.memory))
        except _Stopped:
            return Outcome(task.number, "stopped", b"", _swollen(self.memory))
        except MemoryError:
            return Outcome(task.number, "memory", b"", last=True)
        except BaseException as error:
            return _wrong(task.number, error)

    def ticker(self, number: int) -> Callable[[int, int], None]:
        """A `tick` for a task: it tells the server now and then, and raises when unwanted."""
        due = time.monotonic() + TICK

        def tick(steps: int, states: int) -> None:
            nonlocal due
            if self.unwanted == number:
                raise _Stopped
            now = time.monotonic()
            if now >= due:
                due = now + TICK
                self.say(Tick(number, steps, states))

        return tick


def main() -> None:
    """Work for the server at the other end of stdin and stdout."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    _yielding()
    inlet, outlet = _pipes()
    try:
        setup = received(inlet)
    except EOFError:  # the server was killed before it could say anything
        return
    assert isinstance(setup, Setup)
    sys.path[:] = setup.path
    _bound(setup.memory)
    worker = _Worker(inlet, outlet, setup.memory)
    threading.Thread(target=worker.listen, daemon=True).start()
    try:
        _load(setup)
    except BaseException as error:
        worker.say(_wrong(0, error))
        return
    worker.say(Ready())
    worker.work()


def _yielding() -> None:
    """Computations wait for the server where there is too little for both."""
    with contextlib.suppress(AttributeError, OSError):
        os.nice(NICE)


def _pipes() -> tuple[IO[bytes], IO[bytes]]:
    """The pipes of the server, out of reach of what a rule may print or read."""
    inlet, outlet = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    return inlet, outlet


def _bound(memory: int) -> None:
    """No more than so many bytes of addresses, where the system can hold a process to that."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def _swollen(memory: int) -> bool:
    """Whether the process has once held an eighth of its bound: most of it is not given back."""
    try:
        import resource
    except ImportError:
        return False
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit > memory // 8


def _load(setup: Setup) -> None:
    """All that a task may need, so that the first one does not wait for it."""
    load_game_files(setup.games)
    for game in games():
        assert all(game.procedures)
    for work in setup.works:
        pkgutil.resolve_name(work)


def _wrong(number: int, error: BaseException) -> Outcome:
    """What to say of an error: where it is in a game's file, or else its traceback."""
    told = error if isinstance(error, Refusal) else describe_rule_error(error)
    if told is not None:
        return Outcome(number, "refused", pickle.dumps(told))
    return Outcome(number, "failed", "".join(traceback.format_exception(error)).encode())


if __name__ == "__main__":
    main()
