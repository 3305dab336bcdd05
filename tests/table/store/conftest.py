"""Both stores, each empty and new for every test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tablee.table.store.interface import Store
from tablee.table.store.store_address import opened
from tests.kit.postgres import new_database

KINDS = ("sqlite", "postgres")


def address(kind: str, folder: Path) -> str:
    """Return the address of a new or empty database."""
    return f"sqlite:///{folder / 'tablee.sqlite3'}" if kind == "sqlite" else new_database()


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    chosen: str = request.param
    return chosen


@pytest.fixture
def url(kind: str, tmp_path: Path) -> str:
    return address(kind, tmp_path)


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    store = await opened(url)
    yield store
    await store.close()
