"""`kill -9` of the server during many acts: no view is lost, no act is done twice, and all streams
reconnect."""

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
"""Number of acts at the same time; only some are done when the server is killed. The whole proof uses
1000, each run of the tests fewer, to save time."""
KILLS = {"sqlite": 20, "postgres": 20} if ACTS >= 1000 else {"sqlite": 8, "postgres": 5}
STEPS = 2
"""Number of turns of each seat meanwhile."""


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
    """Kill the server when some of many acts are done, and start it again; return the number of acts
    without an answer at the kill. Each act is done in the end."""
    each = ACTS // len(players) - STEPS
    answered = sum(len(player.done) for player in players)
    acting = [
        asyncio.create_task(doing)
        for player in players
        for doing in (
            player.play(rng, tables[player.table].requests, STEPS),
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
