"""Hypothesis for the whole suite: no deadlines (machines differ), the same examples in CI."""

from __future__ import annotations

import os
import signal

from hypothesis import settings

settings.register_profile("tablee", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("tablee")


def _interruptible() -> None:
    """A run in the background ignores Ctrl-C, and what it starts would: the tests of Ctrl-C need it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


_interruptible()
