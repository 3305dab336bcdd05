"""The pool of real processes: the order of jobs, games of files, the end of the processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablee.faces.stuck_calls import can_end_itself
from tablee.faces.workers import pool, tasks
from tablee.faces.workers.jobs import Jobs
from tablee.rules.authoring.game_file import load_game
from tablee.rules.refusal import Refusal
from tests.faces.workers import example_tasks
from tests.faces.workers.example_tasks import RUN
from tests.faces.workers.pool_kit import (
    SOON,
    alive,
    done,
    followed,
    running,
    until,
    with_jobs,
)
from tests.kit.command_line import ROOT


# ── who waits for whom ─────────────────────────────────────────────────────────────────────────
def test_quick_jobs_do_not_wait_for_long_ones() -> None:
    async def scene(jobs: Jobs) -> None:
        long = [jobs.start(example_tasks.heeding, RUN, {"n": n}) for n in range(5)]
        with followed(*long):
            await until(lambda: len(jobs.pool.put_back) == 3)
            await until(lambda: sum(worker.idle for worker in jobs.pool.workers) == 1)
            first = [job for job in long if job.state == "running"]
            for n in range(5):
                await done(jobs.start(example_tasks.echo, RUN, {"n": n}))
            assert [job for job in long if job.state == "running"] == first
            assert len(first) == 2
            first[0].cancel()
            await until(lambda: [job.state for job in long].count("running") == 2)
            assert long[2].state == "running"
            assert len(jobs.pool.workers) == 3

    with_jobs(scene, workers=2, patience=0.2)


def test_an_interrupted_job_is_done_at_its_turn(tmp_path: Path) -> None:
    options = {"file": str(tmp_path / "begun"), "seconds": 0.6}

    async def scene(jobs: Jobs) -> None:
        long = jobs.start(example_tasks.heeding, RUN)
        with followed(long):
            await until(lambda: jobs.pool.long)
            other = jobs.start(example_tasks.begun, RUN, options)
            await until(lambda: len(jobs.pool.put_back) == 1)
            assert (long.state, other.state) == ("running", "waiting")
            long.cancel()
        await done(other)

    with_jobs(scene, workers=1, patience=0.3)
    assert (tmp_path / "begun").read_text() == "begun\n" * 2


def test_an_abandoned_job_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "STALE", 0.5)

    async def scene(jobs: Jobs) -> None:
        left = jobs.start(example_tasks.heeding, RUN, {"n": 1})
        await until(lambda: jobs.pool.long)
        wanted = jobs.start(example_tasks.heeding, RUN, {"n": 2})
        with followed(wanted):
            await until(lambda: left.state == "waiting" and wanted.state == "running")
            late = jobs.start(example_tasks.heeding, RUN, {"n": 3})
            await until(lambda: len(jobs.pool.put_back) == 2)
            assert (wanted.state, late.state) == ("running", "waiting")
        with followed(late):
            await until(lambda: late.state == "running")
            assert left.state == wanted.state == "waiting"

    with_jobs(scene, workers=1, patience=0.2)


# ── games of files ─────────────────────────────────────────────────────────────────────────────
GAME = '''\
from tablee.dice.die import Die
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure, Result
from tablee.rules.questions import roll

class Value(Result):
    value: int

class Throw(Procedure[Value], id="beside.throw"):
    """A throw."""
    plus: int = 0
    async def rule(self) -> Value:
        return Value(value=SIDES * (await roll(Die(SIDES), "die", who="a")) + self.plus)

GAME = Game(id="beside", title="Beside", procedures=[Throw])
'''
THROW = {"procedure": "beside.throw"}


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Path]:
    """Write a file with a game; unregister the game afterwards."""
    from tablee.rules import registry

    file = tmp_path / "beside_game.py"
    file.write_text(GAME.replace("SIDES", "4"))
    yield file
    registry._files.pop("beside", None)
    registry._registered.pop("beside", None)


def values(answer: bytes) -> list[int]:
    return [row["result"]["value"] for row in json.loads(answer)["distribution"]]


def test_workers_load_and_reload_games_of_files(game: Path) -> None:
    async def scene(jobs: Jobs) -> None:
        before = jobs.start(tasks.odds, THROW)
        assert values(await done(before)) == [4, 8, 12, 16]
        long = jobs.start(example_tasks.heeding, RUN)
        at = await running(jobs, long)
        game.write_text(GAME.replace("SIDES", "6"))
        load_game(game)
        await jobs.reload()
        assert await running(jobs, long) != at
        after = jobs.start(tasks.odds, THROW)
        assert after is not before
        assert values(await done(after)) == [6, 12, 18, 24, 30, 36]
        assert (before.state, jobs.find(before.id)) == ("done", before)
        assert jobs.start(tasks.odds, THROW) is after

    load_game(game)
    with_jobs(scene)


def test_an_error_of_a_rule_names_its_line(game: Path) -> None:
    game.write_text(
        GAME.replace("SIDES * (await", "SIDES // (self.plus * await").replace("SIDES", "4")
    )

    async def scene(jobs: Jobs) -> None:
        job = jobs.start(tasks.odds, THROW)
        assert await job.wait(SOON)
        assert job.refusal is not None
        assert job.refusal.field == f"{game}:13"

    load_game(game)
    with_jobs(scene)


@pytest.mark.skipif(not can_end_itself(), reason="the system cannot end a process from outside")
def test_a_rule_that_is_stuck_in_c_is_refused_with_its_line(game: Path) -> None:
    stuck = 'SIDES * (await roll(Die(SIDES), "die", who="a")) + self.plus'
    assert stuck in GAME
    game.write_text(GAME.replace(stuck, "7 ** 7 ** 9 % 5").replace("SIDES", "4"))

    async def scene(jobs: Jobs) -> None:
        for job in (jobs.start(tasks.odds, THROW), jobs.of_fight(tasks.odds, THROW, {})):
            assert await job.wait(SOON)
            assert job.refusal is not None, (job.state, job.failure)
            assert job.refusal.field == f"{game}:13"
            assert "s’achève" in job.refusal.allowed

    load_game(game)
    with_jobs(scene)


def test_rules_that_cannot_be_loaded_keep_the_earlier_ones(game: Path) -> None:
    async def scene(jobs: Jobs) -> None:
        assert values(await done(jobs.start(tasks.odds, THROW))) == [4, 8, 12, 16]
        game.write_text(
            f"import os\nif os.readlink('/proc/self') != '{os.getpid()}':\n    raise ValueError\n"
            + GAME.replace("SIDES", "6")
        )
        load_game(game)
        with pytest.raises(Refusal) as caught:
            await jobs.reload()
        assert caught.value.field == f"{game}:3"
        assert values(await done(jobs.start(tasks.odds, THROW, {"by": ["value"]}))) == [
            4,
            8,
            12,
            16,
        ]

    async def from_the_beginning(jobs: Jobs) -> None:
        job = jobs.start(tasks.odds, THROW)
        assert await job.wait(SOON)
        assert job.refusal is not None
        assert job.refusal.field == f"{game}:3"

    load_game(game)
    with_jobs(scene)
    with_jobs(from_the_beginning)


# ── no process is left ─────────────────────────────────────────────────────────────────────────
SERVER = """
import asyncio
from tablee.faces.workers.jobs import Jobs
from tests.faces.workers import example_tasks

async def main():
    async with Jobs([example_tasks.echo], workers=2, patience=0.1) as jobs:
        long = [jobs.start(task, example_tasks.RUN) for task in (example_tasks.deaf, example_tasks.heeding)]
        while len(jobs.pool.long) < 2 or not all(worker.loaded for worker in jobs.pool.workers):
            await asyncio.sleep(0.01)
        print(*(worker._process.pid for worker in jobs.pool.workers), flush=True)
        await asyncio.sleep(60)

asyncio.run(main())
"""


def test_workers_end_with_the_server() -> None:
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert server.stdout is not None
    with server:
        pids = [int(word) for word in server.stdout.readline().split()]
        assert len(pids) == 3
        assert all(alive(pid) for pid in pids)
        server.kill()
    end = time.monotonic() + SOON
    while any(alive(pid) for pid in pids):
        assert time.monotonic() < end
        time.sleep(0.01)
