"""What holds for all tests of tables."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tablee.table.log import shelf
from tablee.table.store import Store, opened


@pytest.fixture(autouse=True, scope="package")
def small_shelves() -> Iterator[None]:
    """Runs are put away almost at once, as those of a long campaign are: nothing may look otherwise."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shelf, "MOST_OUT", 2)
        patch.setattr(shelf, "MOST_READ", 3)
        yield


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """An empty one, in a file."""
    store = await opened(f"sqlite:///{tmp_path / 'tablee.sqlite3'}")
    yield store
    await store.close()
