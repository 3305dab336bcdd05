"""`kill -9` of the server in the middle of many acts: what anybody saw stays, nothing comes twice,
everybody comes back by himself."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Mapping
from pathlib import Path

import pytest

from bench.playing import Player
from tests.server.process import Process, forks
from tests.server.sitting import Kept, beside, following, laid, same_again

pytestmark = pytest.mark.anyio

ACTS = int(os.environ.get("TABLEE_KILLED_ACTS", "120"))
"""Acts at once, of which some are done when the server is killed and the others are not. The whole
proof is with 1000; less of it is in each run of the tests, for the time that it takes."""
KILLS = {"sqlite": 20, "postgres": 20} if ACTS >= 1000 else {"sqlite": 8, "postgres": 5}
STEPS = 2
"""Turns of the game that each seat takes meanwhile."""


# ── the kills ──────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_killed_in_the_middle_of_acts(kind: str, tmp_path: Path) -> None:
    database, arguments = f"sqlite:///{tmp_path}/t.sqlite3", []
    if kind == "postgres":
        from tests.kit.postgres import new_database

        database, arguments = new_database(), ["--workers", "2"]
    rng = random.Random(20)
    tables = {each.name: each for each in await laid(database)}
    struck: list[int] = []
    with forks(tmp_path) as source, Process(source, database, *arguments) as server:
        async with beside(database) as store, following(server.port, [*tables.values()]) as players:
            for _ in range(KILLS[kind]):
                struck.append(await killed(server, players, tables, rng))
                await same_again(store, players, tables)
            server.stop()
    print(f"{kind}: {len(struck)} kills, each with {min(struck)} to {max(struck)} acts under way")
    assert len(struck) == KILLS[kind]
    assert min(struck) > 0


async def killed(
    server: Process, players: list[Player], tables: Mapping[str, Kept], rng: random.Random
) -> int:
    """Many acts at once, and the server killed when some of them are done; how many were not. It is
    started again, and each act is done in the end."""
    each = ACTS // len(players) - STEPS
    answered = sum(len(player.done) for player in players)
    acting = [
        asyncio.create_task(doing)
        for player in players
        for doing in (
            player.play(rng, tables[player.table].frames, STEPS),
            *(player.note() for _ in range(each)),
        )
    ]
    enough = answered + rng.randrange(ACTS // 20, ACTS // 2)
    struck = asyncio.get_running_loop().create_future()

    def heard() -> None:
        if sum(len(player.done) for player in players) == enough:
            server.kill()
            struck.set_result(sum(player.waiting for player in players))

    for player in players:
        player.heard = heard
    count: int = await struck
    await asyncio.to_thread(server.start)
    await asyncio.gather(*acting)
    return count
