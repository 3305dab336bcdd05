"""A command with the game of a file, in a process of its own, which ends when its rules do not.

See `stuck_calls`: a call of a function in C ends only with its process, and the parent says where. A
server begins again, with all that its database keeps.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from types import FrameType

from tablee.faces.stuck_calls import (
    SECONDS,
    can_end_itself,
    dumped,
    end_when_stuck,
    limit_data,
    refusal_of,
)
from tablee.rules.refusal import Refusal

SERVE = "serve"
SERVER_SECONDS = 5.0
"""Seconds of processor time after which a server is ended."""
SHORTEST_LIFE = 10.0
"""Seconds that a server runs at least to be started again: one that loads a wrong file is not."""
_PARENT_GONE = 1
"""`PR_SET_PDEATHSIG` of Linux: the signal that a process gets at the end of its parent."""


def is_needed(given: Sequence[str]) -> bool:
    """Return whether a call plays the game of a file, on a system that can end it from outside."""
    plays = any(each.split("=")[0] in ("--game", "check") for each in given)
    return plays and can_end_itself()


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
            limit_data()
            end_when_stuck(inlet, SERVER_SECONDS if serves else SECONDS)
            return run(given)
        os.close(inlet)
        status = _wait(child)
        dump = dumped(outlet)
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


def _say(given: Sequence[str], dump: str) -> None:
    """Print the refusal of the rule that was ended."""
    from tablee.faces.cli.cli_context import Face
    from tablee.faces.cli.command_call import lang_of

    face = Face(json="--json" in given)
    try:
        face.lang = lang_of(given)
        face.refused(refusal_of(games_of(given), dump))
    except Refusal as refusal:
        face.refused(refusal)


def games_of(given: Sequence[str]) -> list[str]:
    """Return the games of files that a call names."""
    from tablee.faces.cli.cli_context import early_options

    checked = given[given.index("check") + 1 :][:1] if "check" in given else ()
    return [*early_options(given, "--game"), *checked]
