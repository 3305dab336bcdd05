"""The entry point: the language, the commands, every way to fail.

A command is imported when it is called. Nothing heavy is imported at the top, so that Ctrl-C during
start-up leaves no traceback and `--help` stays quick.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

COMPLETE = "_TABLEE_COMPLETE"
"""Environment variable that the completion script of the shell sets."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line. Return the exit status: 0, 2 after a refusal, 130 after
    Ctrl-C, 141 when the reader of the output has gone away."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if arguments is None:
        # Garbage collection took a sixth of a short call and freed nothing.
        gc.set_threshold(100_000, 20, 20)
    _open_streams()
    completing = os.environ.get(COMPLETE)
    try:
        if arguments is None and completing is None:
            from tablee.faces.cli.game_process import is_needed, run_apart

            if is_needed(given):
                return run_apart(_run, given)
        return _run(given, completing)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _silence()
        return 141


def _run(given: list[str], completing: str | None = None) -> int:
    from tablee.faces.cli.command_call import run

    return run(given, completing)


def _open_streams() -> None:
    """Open the standard streams that the caller closed: reads find nothing, writes are lost."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(nowhere, mode, encoding="utf-8"))


def _silence() -> None:
    """Drop all further output: its reader has gone away."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(nowhere, stream.fileno())


if __name__ == "__main__":
    sys.exit(main())
