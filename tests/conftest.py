"""What holds for the whole suite. Hypothesis: no deadlines (machines differ), the same examples in CI."""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hypothesis import settings

from tablee.table.store import Store, opened

settings.register_profile("tablee", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("tablee")


def _interruptible() -> None:
    """A run in the background ignores Ctrl-C, and what it starts would: the tests of Ctrl-C need it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


_interruptible()


def _away_from_home() -> None:
    """What a person keeps is not for tests: servers started here keep theirs in a folder of the run."""
    folder = tempfile.mkdtemp(prefix="tablee-tests-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.environ["XDG_DATA_HOME"] = folder
    os.environ.pop("DATABASE_URL", None)


_away_from_home()


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """An empty one, in a file."""
    store = await opened(f"sqlite:///{tmp_path / 'tablee.sqlite3'}")
    yield store
    await store.close()
