"""Each acknowledged command is stored once, also when a process is killed."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest

from tablee.table.store.interface import Store, Stored
from tablee.table.store.store_address import opened
from tests.kit.postgres import CUT, sql
from tests.table.store.appender import TABLES, bodies

pytestmark = [pytest.mark.anyio, pytest.mark.server]

ROOT = Path(__file__).parents[3]
KILLS = 20


class Acknowledged(NamedTuple):
    table: str
    version: int
    command: str


def _appender(url: str, run: str, tasks: int) -> subprocess.Popen[bytes]:
    call = [sys.executable, "-m", "tests.table.store.appender", url, run, str(tasks)]
    return subprocess.Popen(call, cwd=ROOT, stdout=subprocess.PIPE)


def _killed(processes: list[subprocess.Popen[bytes]], seconds: float) -> list[Acknowledged]:
    """Kill processes some time after their first lines; return their acknowledged commands."""
    lines: list[bytes] = []
    for process in processes:
        assert process.stdout is not None
        lines.append(process.stdout.readline())
    with ExitStack() as closing:
        for process in processes:
            closing.enter_context(process)
        try:
            processes[0].wait(seconds)
        except subprocess.TimeoutExpired:
            for process in processes:
                process.kill()
        for process in processes:
            assert process.stdout is not None
            lines += process.stdout.readlines()
    fields = [line.decode().split() for line in lines if line.endswith(b"\n")]
    return [Acknowledged(table, int(version), command) for table, version, command in fields]


async def _log(store: Store, table: str) -> list[Stored]:
    """Return the events of a table at one moment: PostgreSQL may still commit for killed processes."""
    while True:
        version = await store.version(table)
        events = await store.read(table)
        if version == await store.version(table):
            assert len(events) == version
            return events


async def _check(store: Store, acknowledged: list[Acknowledged]) -> int:
    """Check that each acknowledged command has its place, and none is stored twice or in part."""
    logs = {}
    for n in range(TABLES):
        events = await _log(store, f"t{n}")
        assert [event.seq for event in events] == list(range(1, len(events) + 1))
        logs[f"t{n}"] = [event.body for event in events]
    for table, version, command in acknowledged:
        expected = bodies(command)
        assert logs[table][version - len(expected) : version] == expected
    everything = [body for log in logs.values() for body in log]
    assert len(set(everything)) == len(everything)
    commands = {body.decode().rpartition(".")[0] for body in everything}
    assert sum(len(bodies(command)) for command in commands) == len(everything)
    assert commands >= {each.command for each in acknowledged}
    return len(commands)


async def test_killed_at_random_moments(kind: str, url: str) -> None:
    """SQLite has one process at a time, PostgreSQL two with the same tables."""
    store = await opened(url)
    acknowledged: list[Acknowledged] = []
    moments = random.Random(20)
    for run in range(KILLS):
        count = 1 if kind == "sqlite" else 2
        processes = [_appender(url, f"{run}/{beside}", 15) for beside in range(count)]
        more = await asyncio.to_thread(_killed, processes, moments.uniform(0.0, 0.1))
        assert more
        acknowledged += more
        await _check(store, more)
    done = await _check(store, acknowledged)
    assert len(acknowledged) > 5 * KILLS
    assert done >= len(acknowledged)
    await store.close()


@pytest.mark.parametrize("kind", ["postgres"], indirect=True)
async def test_connections_cut_while_writing(kind: str, url: str) -> None:
    """PostgreSQL closes all connections many times; each append is done once."""
    store = await opened(url)

    cuts_left = 12

    async def write(table: str) -> int:
        version = await store.create(table, [b"0"])
        while cuts_left:
            assert await store.append(table, version, [b"%d" % version]) == version + 1
            version += 1
        return version

    writing = [asyncio.ensure_future(write(f"t{n}")) for n in range(4)]
    while cuts_left and not any(task.done() for task in writing):
        before = store.commits
        cuts_left -= int(await asyncio.to_thread(sql, url, CUT)) > 0
        while store.commits < before + 3 and not any(task.done() for task in writing):
            await asyncio.sleep(0.01)
    versions = await asyncio.gather(*writing)
    for n, version in enumerate(versions):
        logs = await store.read(f"t{n}")
        assert [event.body for event in logs] == [b"%d" % n for n in range(version)]
    await store.close()
