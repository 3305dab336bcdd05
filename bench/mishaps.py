"""Acts under way while the store cannot write: none is lost, doubled or reported too early.

    python -m bench.mishaps full FOLDER [--seconds 20]
    python -m bench.mishaps restart [--seconds 20]
    python -m bench.mishaps kill [--acts 1000] [--kills 20] [--stores sqlite postgres]
    python -m bench.mishaps bounds

`full`: FOLDER is on a small file system of its own (`mount -t tmpfs -o size=16m tmpfs FOLDER`), which is
filled in the middle and has room again later. `restart`: a PostgreSQL of the environment of the tests is
stopped in the middle and started again. Seats write notes as fast as they are answered; each repeats an
act until it is answered. At the end the logs are checked as in `bench.soak`. `kill`: `kill -9` of the
server with that many acts under way, again and again, on each store (see `bench.kills`). `bounds`: large
heads, many streams, idle connections (see `bench.bounds`).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import shutil
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path

from bench.bounds import bounds
from bench.kills import struck as killed
from bench.soak import Evening, checked, prepared, served
from tablee.table.store.store_address import opened
from tests.kit.postgres import new_database, restart

TABLES = 4
STORES = ("sqlite", "postgres")
AWAY = 6.0
"""Seconds for which the store cannot write."""


def health(port: int) -> int:
    """Return the HTTP status of `/sante`."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/sante", timeout=10) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


async def filled(folder: Path, port: int) -> list[int]:
    """Fill the file system, and free it after some seconds. Return the health before, meanwhile, and
    after."""
    found = [await asyncio.to_thread(health, port)]
    ballast = folder / "ballast"
    with contextlib.suppress(OSError), ballast.open("wb", buffering=0) as file:
        while True:
            file.write(b"\0" * min(65_536, max(1, shutil.disk_usage(folder).free)))
    await asyncio.sleep(AWAY)
    found.append(await asyncio.to_thread(health, port))
    ballast.unlink()
    await asyncio.sleep(AWAY)
    return [*found, await asyncio.to_thread(health, port)]


async def restarted(port: int) -> list[int]:
    """Stop PostgreSQL, and start it again after some seconds. Return the health as `filled` does."""
    found = [await asyncio.to_thread(health, port)]
    restarting = asyncio.create_task(asyncio.to_thread(restart, AWAY))
    await asyncio.sleep(AWAY / 2)
    found.append(await asyncio.to_thread(health, port))
    await restarting
    await asyncio.sleep(AWAY)
    return [*found, await asyncio.to_thread(health, port)]


async def noting(evening: Evening, until: float) -> None:
    """Let every seat write notes, one after another."""

    async def write(number: int) -> None:
        player = evening.players[number]
        while time.monotonic() < until:
            await player.act({"type": "note", "text": "Encore un mot. " * 40})

    await asyncio.gather(*map(write, range(len(evening.players))))


async def struck(database: str, folder: Path | None, seconds: float) -> bool:
    """Play; return whether the store was away in the middle and no check failed."""
    places = await prepared(database, TABLES)
    async with served(database, 1) as (_, port):
        evenings = [Evening(port, each, random.Random(n)) for n, each in enumerate(places)]
        players = [player for evening in evenings for player in evening.players]
        following = [asyncio.create_task(player.follow()) for player in players]
        for player in players:
            while not player.view:
                await player.wait_for_view()
        writing = [
            asyncio.create_task(noting(each, time.monotonic() + seconds)) for each in evenings
        ]
        await asyncio.sleep(seconds / 5)
        before = sum(len(player.done) for player in players)
        statuses = await (restarted(port) if folder is None else filled(folder, port))
        await asyncio.gather(*writing)
        done = sum(len(player.done) for player in players)
        await asyncio.sleep(5)
        store = await opened(database)
        wrong = [each for evening in evenings for each in await checked(store, evening)]
        await store.close()
        for task in following:
            task.cancel()
        for player in players:
            await player.close()
    print(f"health before, meanwhile, afterwards: {json.dumps(statuses)}")
    print(f"{done} acts answered, {before} of them before")
    print("\n".join(wrong) or "no event lost or doubled; every seat sees what the log makes")
    return statuses == [200, 503, 200] and not wrong


def _killed(stores: Sequence[str], acts: int, kills: int) -> bool:
    """Kill servers on each store: one process on SQLite, two workers on PostgreSQL."""
    with tempfile.TemporaryDirectory() as folder:
        databases = {
            "sqlite": lambda: ("SQLite", f"sqlite:///{folder}/kills.sqlite3", 1),
            "postgres": lambda: ("PostgreSQL", new_database(), 2),
        }
        return killed([databases[each]() for each in stores], acts, kills)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("mishap", choices=("full", "restart", "kill", "bounds"))
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--acts", type=int, default=1000)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--stores", nargs="+", choices=STORES, default=STORES)
    given = parser.parse_args()
    if (given.mishap == "full") != (given.folder is not None):
        parser.error("FOLDER: for « full » only")
    if given.mishap == "kill":
        sys.exit(not _killed(given.stores, given.acts, given.kills))
    if given.mishap == "bounds":
        sys.exit(not bounds())
    folder: Path | None = given.folder
    database = f"sqlite:///{folder}/tables.sqlite3" if folder else new_database()
    sys.exit(not asyncio.run(struck(database, folder, given.seconds)))


if __name__ == "__main__":
    main()
