"""A command with the game of a file, in a process of its own, which ends when its rules do not.

The watch over rules stops a loop in Python. One call of a function in C, such as `7 ** 7 ** 9`, ends
only with its process: the system ends it after some seconds of processor time, and the parent says
where. A server begins again, with all that its database keeps.
"""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from collections.abc import Callable, Sequence
from types import FrameType

from tablee.rules.refusal import Refusal

SERVE = "serve"
SECONDS, SERVER_SECONDS = 2.5, 5.0
"""Seconds of processor time after which a command is ended, or a server."""
SHORTEST_LIFE = 10.0
"""Seconds that a server runs at least to be started again: one that loads a wrong file is not."""
LONGEST_DUMP = 1 << 16
_FRAME = re.compile(r'^  File "(?P<path>.+)", line (?P<line>\d+) in', re.MULTILINE)
_PARENT_GONE = 1
"""`PR_SET_PDEATHSIG` of Linux: the signal that a process gets at the end of its parent."""


def is_needed(given: Sequence[str]) -> bool:
    """Return whether a call plays the game of a file, on a system that can end it from outside."""
    plays = any(each.split("=")[0] in ("--game", "check") for each in given)
    return plays and hasattr(os, "fork") and hasattr(signal, "setitimer")


def run_apart(run: Callable[[list[str]], int], given: list[str]) -> int:
    """Run a call in a child process. Return its exit status, 2 where it had to be ended."""
    serves = SERVE in given
    while True:
        started = time.monotonic()
        outlet, inlet = os.pipe()
        child = os.fork()
        if not child:
            os.close(outlet)
            _end_with_parent()
            _end_when_stuck(inlet, SERVER_SECONDS if serves else SECONDS)
            return run(given)
        os.close(inlet)
        status = _wait(child)
        os.set_blocking(outlet, False)
        dump = _read(outlet)
        if not os.WIFSIGNALED(status):
            return os.waitstatus_to_exitcode(status)
        if os.WTERMSIG(status) != signal.SIGPROF or not dump:
            signal.signal(os.WTERMSIG(status), signal.SIG_DFL)
            os.kill(os.getpid(), os.WTERMSIG(status))
        _say(given, dump)
        if not serves or time.monotonic() - started < SHORTEST_LIFE:
            return 2
        given = [*given, "--no-open"]


def _end_with_parent() -> None:
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PARENT_GONE, signal.SIGTERM)


def _end_when_stuck(inlet: int, seconds: float) -> None:
    """End this process, with the lines where its threads are in `inlet`, when a rule keeps all other
    threads from running for some seconds of processor time."""
    import faulthandler

    from tablee.rules.rule_watch import watch_from_outside

    os.set_blocking(inlet, False)
    faulthandler.register(signal.SIGPROF, inlet, all_threads=True, chain=True)
    watch_from_outside(lambda on: signal.setitimer(signal.ITIMER_PROF, seconds if on else 0))


def _wait(child: int) -> int:
    """Return the status of a process, to which SIGTERM and SIGINT are handed on."""

    def forward(number: int, _: FrameType | None) -> None:
        if number == signal.SIGTERM or not _at_terminal():
            os.kill(child, number)

    signal.signal(signal.SIGINT, forward)
    signal.signal(signal.SIGTERM, forward)
    status = os.waitpid(child, 0)[1]
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    return status


def _at_terminal() -> bool:
    """Return whether this process and its child get Ctrl-C from a terminal."""
    try:
        terminal = os.open("/dev/tty", os.O_RDONLY)
    except OSError:
        return False
    try:
        return os.tcgetpgrp(terminal) == os.getpgrp()
    except OSError:
        return False
    finally:
        os.close(terminal)


def _read(outlet: int) -> str:
    """Return what was written to a pipe. Processes of the ended one may keep it open."""
    try:
        return os.read(outlet, LONGEST_DUMP).decode(errors="replace")
    except BlockingIOError:
        return ""
    finally:
        os.close(outlet)


def _say(given: Sequence[str], dump: str) -> None:
    """Print the refusal of the rule that was ended."""
    from tablee.faces.cli.cli_context import Face
    from tablee.faces.cli.command_call import lang_of
    from tablee.rules.rule_watch import endless_at

    face = Face(json="--json" in given)
    try:
        face.lang = lang_of(given)
        face.refused(endless_at(*place_of(given, dump)))
    except Refusal as refusal:
        face.refused(refusal)


def place_of(given: Sequence[str], dump: str) -> tuple[str, int]:
    """Return the file and the line of the innermost code of a game in the lines of `faulthandler`.

    `given`: the call, which names the games.
    """
    from tablee.faces.cli.cli_context import early_options

    files = [
        *early_options(given, "--game"),
        *(given[given.index("check") + 1 :][:1] if "check" in given else ()),
    ]
    own = [os.path.abspath(each) for each in files]
    folders = [each if os.path.isdir(each) else os.path.dirname(each) for each in own]
    house = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    for path, line in _FRAME.findall(dump):
        beside = any(path.startswith(f"{folder}{os.sep}") for folder in folders)
        if path in own or (beside and "site-packages" not in path and not path.startswith(house)):
            return path, int(line)
    return next(iter(own), ""), 0
