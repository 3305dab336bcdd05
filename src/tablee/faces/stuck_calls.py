"""How a process whose rule keeps all its threads from running ends itself, and says where it was.

The watch over rules stops a loop in Python. One call of a function in C, such as `7 ** 7 ** 9`, ends
only with its process: the system ends it after some seconds of processor time. The process first writes
the lines where its threads are into a pipe, which its parent reads. A rule that takes memory faster than
the watch looks, such as a list that doubles, gets a `MemoryError` at the limit of the process.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
from collections.abc import Iterable

from tablee.rules.refusal import Refusal

SECONDS = 1.8
"""Seconds of processor time after which a process that is stuck ends, unless it serves others."""
DATA_ROOM = 2 << 30
"""Bytes by which the data of a process may grow while it plays the game of a file."""
LONGEST_DUMP = 1 << 16
_FRAME = re.compile(r'^  File "(?P<path>.+)", line (?P<line>\d+) in', re.MULTILINE)


def can_end_itself() -> bool:
    """Return whether the system can end a process that is stuck."""
    return hasattr(os, "fork") and hasattr(signal, "setitimer")


def end_when_stuck(inlet: int, seconds: float) -> None:
    """End this process, with the lines where its threads are in `inlet`, when a rule keeps all other
    threads from running for some seconds of processor time."""
    import faulthandler

    from tablee.rules.rule_watch import watch_from_outside

    os.set_blocking(inlet, False)
    faulthandler.register(signal.SIGPROF, inlet, all_threads=True, chain=True)
    watch_from_outside(lambda on: signal.setitimer(signal.ITIMER_PROF, seconds if on else 0))


def limit_data(room: int = DATA_ROOM) -> None:
    """Limit what this process may allocate to `room` bytes more than now, on Linux."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        with open("/proc/self/statm", "rb") as stream:
            data = int(stream.read().split()[5]) * resource.getpagesize()
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        limit = data + room
        if hard == resource.RLIM_INFINITY or limit < hard:
            resource.setrlimit(resource.RLIMIT_DATA, (limit, hard))


def dumped(outlet: int) -> str:
    """Return what an ended process wrote to a pipe, and close the pipe. Processes of the ended one may
    keep the other end open."""
    os.set_blocking(outlet, False)
    try:
        return os.read(outlet, LONGEST_DUMP).decode(errors="replace")
    except BlockingIOError:
        return ""
    finally:
        os.close(outlet)


def refusal_of(files: Iterable[str], dump: str) -> Refusal:
    """Return the refusal of the rule that was ended."""
    from tablee.rules.rule_watch import endless_at

    return endless_at(*place_in(files, dump))


def place_in(files: Iterable[str], dump: str) -> tuple[str, int]:
    """Return the file and the line of the innermost code of a game in the lines of `faulthandler`.

    `files`: the games, files or folders.
    """
    own = [os.path.abspath(each) for each in files]
    folders = [each if os.path.isdir(each) else os.path.dirname(each) for each in own]
    house = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    for path, line in _FRAME.findall(dump):
        beside = any(path.startswith(f"{folder}{os.sep}") for folder in folders)
        if path in own or (beside and "site-packages" not in path and not path.startswith(house)):
            return path, int(line)
    return next(iter(own), ""), 0
