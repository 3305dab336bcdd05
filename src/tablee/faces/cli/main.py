"""The entry point: the language, the commands (loaded when they are called), every way to fail.

Nothing heavy is imported here at the top, so that Ctrl-C while starting leaves no traceback and
`--help` stays quick.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

COMPLETE = "_TABLEE_COMPLETE"
"""Set by the shell's completion script."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line; the exit status: 0, 2 when something is refused, 130 on Ctrl-C."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if arguments is None:
        gc.set_threshold(100_000, 20, 20)  # a sixth of a short call went into collecting nothing
    _open_streams()
    try:
        from tablee.faces.cli.command_call import run

        return run(given, os.environ.get(COMPLETE))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _silence()
        return 141


def _open_streams() -> None:
    """What our caller closed is nowhere: nothing to read, what is written is lost."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(nowhere, mode, encoding="utf-8"))


def _silence() -> None:
    """The reader of our output went away: nothing more is written, not even at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(nowhere, stream.fileno())


if __name__ == "__main__":
    sys.exit(main())
