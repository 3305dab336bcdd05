"""Settings and fixtures of the whole suite.

Hypothesis has no deadlines, because machines differ, and in CI it takes the same examples each time.
Folders give their tests a mark; `pytest.mark.slow` marks single ones.
"""

from __future__ import annotations

import atexit
import os
import resource
import shutil
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tablee.rules import registry
from tablee.rules.readings.advice import kept_advisers
from tablee.rules.readings.columns import fights
from tablee.table.store.interface import Store
from tablee.table.store.store_address import opened

settings.register_profile("tablee", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("tablee")


MARKS = {"browser": "browser", "server": "server", "packaging": "slow", "docs": "slow"}
"""Folder below `tests` -> mark of each test in it."""

MOST_MEMORY = 6 << 30
"""Bytes of private memory of one process."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    tests = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(tests):
            mark = MARKS.get(item.path.relative_to(tests).parts[0])
            if mark is not None:
                item.add_marker(mark)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return how many processes `-n auto` starts: three for two processors, since a third of the time
    of all tests is waiting for browsers and servers."""
    cores = (
        len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    )
    return (3 * cores + 1) // 2


def _interruptible() -> None:
    """Let Ctrl-C interrupt the processes that tests start: a run in the background ignores it, and
    its children would too."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


_interruptible()


def _bounded() -> None:
    """Bound the memory of the tests and of what they start: a law without end fails with
    `MemoryError` and does not stop the machine."""
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, most))


_bounded()


def _away_from_home() -> None:
    """Keep the data of servers that tests start in a temporary folder, away from the person's own."""
    folder = tempfile.mkdtemp(prefix="tablee-tests-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.environ["XDG_DATA_HOME"] = folder
    os.environ.pop("DATABASE_URL", None)


_away_from_home()


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def own_games(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Forget after a test the games in files that it loads."""
    monkeypatch.setattr(registry, "_registered", {})
    monkeypatch.setattr(registry, "_files", {})
    modules = set(sys.modules)
    yield
    for name in set(sys.modules) - modules:
        if name.startswith("tablee_file_"):
            del sys.modules[name]


@pytest.fixture
def nothing_kept() -> Iterator[None]:
    """Begin and end a test without values that advice keeps."""
    _forget_advice()
    yield
    _forget_advice()


def _forget_advice() -> None:
    fights.forget()
    kept_advisers.forget()


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """Return an empty store, in a file."""
    store = await opened(f"sqlite:///{tmp_path / 'tablee.sqlite3'}")
    yield store
    await store.close()
