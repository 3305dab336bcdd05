"""Both stores, each empty and new for every test."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from tablee.table.store.interface import Store
from tablee.table.store.store_address import opened
from tests.kit.postgres import new_database, sql

KINDS = ("sqlite", "postgres")


def address(kind: str, folder: Path) -> str:
    """Return the address of a new or empty database."""
    return f"sqlite:///{folder / 'tablee.sqlite3'}" if kind == "sqlite" else new_database()


def execute(url: str, statement: str) -> None:
    """Run SQL in a database, behind the back of the stores that are open on it."""
    if url.startswith("sqlite"):
        path = url.removeprefix("sqlite:///")
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute(statement)
    else:
        sql(url, statement)


def blob(url: str, value: bytes) -> str:
    """Return bytes as a literal of a database."""
    return f"x'{value.hex()}'" if url.startswith("sqlite") else rf"'\x{value.hex()}'"


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
