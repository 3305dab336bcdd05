"""The cost of storing events: group commit, one commit an append, and the bare floor, in one run.

`python -m bench.store`, in the environment of the tests: SQLite in a temporary folder, and a
PostgreSQL of its own. Every append is durable before it counts.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import statistics
import tempfile
import time
from pathlib import Path
from unittest import mock
from uuid import uuid4

from tablee.table.store.postgres import postgres_store as postgres
from tablee.table.store.sqlite import writer_thread
from tablee.table.store.store_address import opened
from tests.kit.postgres import new_database

SECONDS = 3.0
"""Seconds for which each variant is measured."""

TABLES = (1, 50, 400)
"""Numbers of tables that append at the same time."""

BODY = b"{" + b"x" * 398 + b"}"
WIDTHS = (40, 10, 10, 12, 8, 8)


def main() -> None:
    row("", "appends/s", "commits/s", "a commit", "p50 ms", "p99 ms")
    with tempfile.TemporaryDirectory() as folder:
        floor(Path(folder) / "floor.sqlite3")
        for name, url in (
            ("SQLite", f"sqlite:///{folder}/store.sqlite3"),
            ("PostgreSQL", new_database()),
        ):
            asyncio.run(compared(name, url))


def floor(path: Path) -> None:
    """Measure one thread that commits one row at a time."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE events (body BLOB)")
        times = []
        end = time.perf_counter() + SECONDS
        while (begun := time.perf_counter()) < end:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT INTO events VALUES (?)", (BODY,))
            connection.execute("COMMIT")
            times.append(time.perf_counter() - begun)
    print_times("floor: bare sqlite3, a row a commit", times, SECONDS, len(times))


async def compared(name: str, url: str) -> None:
    for tables in TABLES:
        await measured(f"{name}, {tables} at once, group commit", url, tables)
    with mock.patch.object(writer_thread, "GROUP", 1), mock.patch.object(postgres, "GROUP", 1):
        for tables in TABLES[1:]:
            await measured(f"{name}, {tables} at once, one commit each", url, tables)


async def measured(name: str, url: str, tables: int) -> None:
    """Measure tables that append as soon as their last append is durable."""
    times: list[float] = []
    store = await opened(url)
    await store.create(f"warm-{tables}-{uuid4()}", [BODY])
    begun, commits = time.perf_counter(), store.commits

    async def play(table: str) -> None:
        version = await store.version(table)
        while (asked := time.perf_counter()) < begun + SECONDS:
            version = await store.append(table, version, [BODY], key=f"{begun}:{version}")
            times.append(time.perf_counter() - asked)

    await asyncio.gather(*(play(f"t{n}") for n in range(tables)))
    print_times(name, times, time.perf_counter() - begun, store.commits - commits)
    await store.close()


def print_times(name: str, times: list[float], seconds: float, commits: int) -> None:
    p50, p99 = statistics.median(times), statistics.quantiles(times, n=100)[98]
    rates = f"{len(times) / seconds:,.0f}", f"{commits / seconds:,.0f}"
    row(name, *rates, f"{len(times) / commits:.1f}", f"{p50 * 1000:.2f}", f"{p99 * 1000:.2f}")


def row(name: str, *cells: str) -> None:
    head, *rest = WIDTHS
    parts = (f"{cell:>{width}}" for cell, width in zip(cells, rest, strict=True))
    print(f"{name:{head}}", *parts, flush=True)


if __name__ == "__main__":
    main()
