"""Jobs beside the server, with real processes: shared, followed, cancelled, crashed, reloaded."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tablee.faces.workers import jobs as beside
from tablee.faces.workers import pool as crew
from tablee.faces.workers import tasks as works
from tablee.faces.workers.job import Job
from tablee.faces.workers.jobs import Jobs
from tablee.faces.workers.worker_process import GRACE, Hand
from tablee.rules.game_file import load_game
from tablee.rules.refusal import Refusal
from tablee.rules.words import Words
from tests.faces.beside import doings
from tests.faces.beside.doings import RUN
from tests.kit.command_line import ROOT, call

SOON = 20.0
"""Seconds for what takes a tenth of one on a machine with nothing else to do."""


def with_jobs(scene: Callable[[Jobs], Awaitable[None]], **options: Any) -> None:
    """Play a scene with jobs; nothing may be left over."""

    async def play() -> None:
        async with Jobs(**{"first": [doings.echo]} | options) as jobs:
            await scene(jobs)
            left = list(jobs.crew.living)
        for hand in left:
            assert hand._process is not None
            assert hand._process.returncode is not None

    asyncio.run(asyncio.wait_for(play(), 60))


async def done(job: Job) -> Any:
    assert await job.wait(SOON)
    assert job.state == "done", (job.state, job.failure, job.details, job.refusal)
    return job.result


async def until(true: Callable[[], object]) -> None:
    end = time.monotonic() + SOON
    while not true():
        assert time.monotonic() < end
        await asyncio.sleep(0.005)


@contextlib.contextmanager
def followed(*jobs: Job) -> Iterator[None]:
    """Somebody waits for them meanwhile, as an open page does."""
    waiting = [asyncio.create_task(job.wait()) for job in jobs]
    yield
    for task in waiting:
        task.cancel()


def pids(hands: Iterable[Hand]) -> set[int]:
    """Of those that have a process by now: a further one may just begin."""
    return {hand._process.pid for hand in hands if hand._process is not None}


async def running(jobs: Jobs, job: Job) -> int:
    """Wait until it runs; the process of its worker."""
    await until(lambda: job.state == "running")
    (pid,) = pids(hand for hand, at in jobs.crew.at.items() if at is job)
    return pid


# ── what is worked out ─────────────────────────────────────────────────────────────────────────
def test_the_three_readings_are_those_of_the_command_line() -> None:
    advised = {"procedure": "loss.action", "params": {"trait": 7, "talent": 8, "exploits": "ask"}}
    asked: list[tuple[works.Work, Any, dict[str, Any], list[str]]] = [
        (works.odds, RUN, {"by": ["success"]}, ["odds", "--by=success"]),
        (works.advise, advised, {}, ["advise"]),
        (
            works.simulate,
            RUN,
            {"n": 60_000, "seed": 7, "by": ["margin"]},
            ["simulate", "-n60000", "--seed=7", "--by=margin"],
        ),
    ]

    async def scene(jobs: Jobs) -> None:
        for work, run, options, line in asked:
            answer = await done(jobs.start(work, run, options))
            assert (
                answer.decode() + "\n"
                == call(*line, "--run=-", "--json", stdin=json.dumps(run)).out
            )

    with_jobs(scene, first=[works.odds])


REFUSED: list[tuple[Any, dict[str, Any], dict[str, Any]]] = [
    (works.odds, {"procedure": "exil.simple", "params": {"talent": 99}}, {}),
    (works.odds, {"procedure": "socle.duel", "params": {"de": 12, "adversaires": 5}}, {}),
    (works.odds, RUN, {"by": ["nope"]}),
    (
        works.odds,
        {"procedure": "eclats.test", "params": {"caracteristique": 2, "seuil": 5, "secret": True}},
        {"as": "joueur"},
    ),
    (
        works.odds,
        {"procedure": "loss.action", "params": {"trait": 7, "talent": 8, "exploits": "ask"}},
        {},
    ),
    (works.advise, RUN, {}),
    (works.simulate, RUN, {"n": 0, "seed": 1}),
    (doings.refusing, RUN, {}),
]


def test_a_refusal_is_the_one_of_this_process() -> None:
    async def scene(jobs: Jobs) -> None:
        for work, run, options in REFUSED:
            with pytest.raises(Refusal) as here:
                work(run, options, lambda steps, states: None)
            job = jobs.start(work, run, options)
            assert await job.wait(SOON)
            assert job.state == "refused"
            assert job.refusal is not None
            assert vars(job.refusal) == vars(here.value)
            for lang in ("fr", "en"):
                words = Words(None, "fr" if lang == "fr" else "en")
                assert words.refusal(job.refusal) == words.refusal(here.value)

    with_jobs(scene)


def test_what_was_asked_arrives_as_it_was(tmp_path: Path) -> None:
    run = {"procedure": "é", "params": {"big": 10**30, "deep": json.loads("[" * 60 + "]" * 60)}}

    async def scene(jobs: Jobs) -> None:
        assert await done(jobs.start(doings.echo, run, {"a": None, "b": 1.5})) == {
            "run": run,
            "options": {"a": None, "b": 1.5},
        }
        assert await done(jobs.start(doings.talkative, RUN)) == "nothing to read"

    with_jobs(scene)


# ── shared, remembered ─────────────────────────────────────────────────────────────────────────
def test_the_same_question_is_worked_out_once(tmp_path: Path) -> None:
    options = {"file": str(tmp_path / "begun"), "seconds": 0.05}

    async def scene(jobs: Jobs) -> None:
        first = jobs.start(doings.begun, RUN, options)
        turned = dict(reversed(RUN.items()))
        assert jobs.start(doings.begun, turned, dict(reversed(options.items()))) is first
        await done(first)
        assert jobs.start(doings.begun, RUN, options) is first
        assert jobs.find(first.id) is first
        assert jobs.start(doings.begun, RUN | {"answers": []}, options) is not first
        assert jobs.start(doings.echo, RUN, options) is not first
        assert jobs.find("nothing") is None

    with_jobs(scene)
    assert (tmp_path / "begun").read_text() in ("begun\n", "begun\nbegun\n")


def test_only_so_much_is_remembered() -> None:
    async def scene(jobs: Jobs) -> None:
        first, *others = [jobs.start(doings.echo, RUN, {"n": n}) for n in range(4)]
        for job in (first, *others):
            await done(job)
        assert jobs.find(first.id) is None
        assert all(jobs.find(job.id) is job for job in others)
        assert await done(jobs.start(doings.echo, RUN, {"n": 0})) == first.result
        large = await done(jobs.start(doings.echo, RUN, {"text": "x" * 6_450}))
        assert large["options"] == {"text": "x" * 6_450}
        assert all(jobs.find(job.id) is None for job in others)

    with_jobs(scene, kept=3, kept_bytes=6_500)


# ── cancelled, forgotten ───────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("work", [doings.heeding, doings.deaf])
def test_a_cancelled_job_ends_at_once(work: works.Work) -> None:
    async def scene(jobs: Jobs) -> None:
        job = jobs.start(work, RUN)
        at = await running(jobs, job)
        if work is doings.heeding:
            await until(lambda: job.progress.steps)
            assert job.progress.states in (job.progress.steps // 2, job.progress.steps // 2 + 1)
        assert not await job.wait(0.02)
        before = cpu(at)
        job.cancel()
        assert await job.wait(0) is True
        assert (job.state, job.result, job.refusal) == ("cancelled", None, None)
        used = [before]
        while at in pids(hand for hand in jobs.crew.living if not hand.idle):
            used.append(cpu(at) or used[-1])
            await asyncio.sleep(0.005)
        assert used[-1] - before < 0.5
        again = jobs.start(work, RUN)
        assert again is not job
        assert jobs.find(job.id) is job
        again.cancel()
        job.cancel()
        await done(jobs.start(works.odds, RUN))

    with_jobs(scene, workers=1)


def test_a_job_that_waits_can_be_cancelled() -> None:
    async def scene(jobs: Jobs) -> None:
        long = [jobs.start(doings.heeding, RUN, {"n": n}) for n in range(4)]
        await until(lambda: sum(job.state == "running" for job in long) == 2)
        (one, *_) = [job for job in long if job.state == "waiting"]
        one.cancel()
        assert one.state == "cancelled"
        assert await done(jobs.start(doings.pid, RUN))
        assert one.state == "cancelled"

    with_jobs(scene, workers=1, patience=0.05)


def test_a_worker_that_is_being_killed_is_given_nothing() -> None:
    """A server that was busy hears of it at once that a task was dropped and that it took too long."""

    async def scene(jobs: Jobs) -> None:
        under_way = [jobs.start(doings.heeding, RUN, {"n": n}) for n in range(2)]
        await until(lambda: all(job.progress.steps for job in under_way))
        quick = jobs.start(doings.pid, RUN)
        under_way[0].cancel()
        time.sleep(2 * GRACE)
        assert await done(quick)

    with_jobs(scene, workers=1, patience=60)


def test_what_nobody_asks_about_is_cancelled() -> None:
    async def scene(jobs: Jobs) -> None:
        forgotten, polled, awaited = (jobs.start(doings.heeding, RUN, {"n": n}) for n in range(3))
        with followed(awaited):
            await until(lambda: jobs.find(polled.id) and forgotten.finished)
            assert forgotten.state == "cancelled"
            assert (polled.finished, awaited.finished) == (False, False)
        await until(lambda: awaited.state == polled.state == "cancelled")

    with_jobs(scene, lease=0.6)


def test_nothing_begins_after_the_end() -> None:
    async def scene() -> None:
        async with Jobs([], workers=1) as jobs:
            under_way = jobs.start(doings.deaf, RUN)
            waiting = asyncio.create_task(under_way.wait())
            await asyncio.sleep(0)
            jobs.stop()
            assert await waiting
        late = jobs.start(doings.echo, RUN)
        assert under_way.state == late.state == "cancelled"
        assert await late.wait()

    asyncio.run(scene())


# ── gone wrong ─────────────────────────────────────────────────────────────────────────────────
def test_a_worker_that_dies_is_replaced() -> None:
    async def scene(jobs: Jobs) -> None:
        job = jobs.start(doings.deaf, RUN)
        os.kill(await running(jobs, job), signal.SIGKILL)
        assert await job.wait(SOON)
        assert (job.state, job.failure) == ("failed", beside.DIED)
        assert jobs.start(doings.deaf, RUN) is not job
        suicide = jobs.start(doings.killed, RUN)
        assert await suicide.wait(SOON)
        assert suicide.state == "failed"
        await done(jobs.start(works.odds, RUN))

    with_jobs(scene, workers=1)


def test_memory_is_bounded() -> None:
    async def scene(jobs: Jobs) -> None:
        job = jobs.start(doings.greedy, RUN, {"bytes": 4 << 30})
        assert await job.wait(SOON)
        assert (job.state, job.failure) == ("failed", beside.MEMORY)
        swollen = await done(jobs.start(doings.greedy, RUN, {"bytes": 200 << 20}))
        await until(lambda: swollen not in pids(jobs.crew.living))
        slender = await done(jobs.start(doings.greedy, RUN, {"bytes": 1}))
        assert slender in pids(jobs.crew.hands)

    with_jobs(scene, workers=1, memory=1 << 30)


def test_errors_are_told() -> None:
    async def scene(jobs: Jobs) -> None:
        for work, told in ((doings.wrong, "KeyError: 'nowhere'"), (doings.unsendable, "lambda")):
            job = jobs.start(work, RUN)
            assert await job.wait(SOON)
            assert (job.state, job.failure) == ("failed", beside.WRONG)
            assert told in job.details
            assert jobs.start(work, RUN) is not job

    with_jobs(scene)


def test_failures_have_their_english() -> None:
    words = Words(None, "en")
    for french in (beside.MEMORY, beside.DIED, beside.WRONG, beside.UNLOADED):
        assert words.text(french) != french


# ── who waits for whom ─────────────────────────────────────────────────────────────────────────
def test_what_is_quick_does_not_wait_behind_what_is_long() -> None:
    async def scene(jobs: Jobs) -> None:
        long = [jobs.start(doings.heeding, RUN, {"n": n}) for n in range(5)]
        with followed(*long):
            await until(lambda: len(jobs.crew.later) == 3)
            await until(lambda: sum(hand.idle for hand in jobs.crew.hands) == 1)
            first = [job for job in long if job.state == "running"]
            for n in range(5):
                await done(jobs.start(doings.echo, RUN, {"n": n}))
            assert [job for job in long if job.state == "running"] == first
            assert len(first) == 2
            first[0].cancel()
            await until(lambda: [job.state for job in long].count("running") == 2)
            assert long[2].state == "running"
            assert len(jobs.crew.hands) == 3

    with_jobs(scene, workers=2, patience=0.2)


def test_what_was_put_back_is_done_when_its_turn_comes(tmp_path: Path) -> None:
    options = {"file": str(tmp_path / "begun"), "seconds": 0.6}

    async def scene(jobs: Jobs) -> None:
        long = jobs.start(doings.heeding, RUN)
        with followed(long):
            await until(lambda: jobs.crew.long)
            other = jobs.start(doings.begun, RUN, options)
            await until(lambda: len(jobs.crew.later) == 1)
            assert (long.state, other.state) == ("running", "waiting")
            long.cancel()
        await done(other)

    with_jobs(scene, workers=1, patience=0.3)
    assert (tmp_path / "begun").read_text() == "begun\n" * 2


def test_what_was_left_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "STALE", 0.5)

    async def scene(jobs: Jobs) -> None:
        left = jobs.start(doings.heeding, RUN, {"n": 1})
        await until(lambda: jobs.crew.long)
        wanted = jobs.start(doings.heeding, RUN, {"n": 2})
        with followed(wanted):
            await until(lambda: left.state == "waiting" and wanted.state == "running")
            late = jobs.start(doings.heeding, RUN, {"n": 3})
            await until(lambda: len(jobs.crew.later) == 2)
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
    """A file with a game, forgotten afterwards."""
    from tablee.rules import registry

    file = tmp_path / "beside_game.py"
    file.write_text(GAME.replace("SIDES", "4"))
    yield file
    registry._files.pop("beside", None)
    registry._registered.pop("beside", None)


def values(answer: bytes) -> list[int]:
    return [row["result"]["value"] for row in json.loads(answer)["distribution"]]


def test_games_of_files_come_along_and_are_read_anew(game: Path) -> None:
    async def scene(jobs: Jobs) -> None:
        before = jobs.start(works.odds, THROW)
        assert values(await done(before)) == [4, 8, 12, 16]
        long = jobs.start(doings.heeding, RUN)
        at = await running(jobs, long)
        game.write_text(GAME.replace("SIDES", "6"))
        load_game(game)
        await jobs.reload()
        assert await running(jobs, long) != at
        after = jobs.start(works.odds, THROW)
        assert after is not before
        assert values(await done(after)) == [6, 12, 18, 24, 30, 36]
        assert (before.state, jobs.find(before.id)) == ("done", before)
        assert jobs.start(works.odds, THROW) is after

    load_game(game)
    with_jobs(scene)


def test_an_error_of_a_rule_names_its_line(game: Path) -> None:
    game.write_text(
        GAME.replace("SIDES * (await", "SIDES // (self.plus * await").replace("SIDES", "4")
    )

    async def scene(jobs: Jobs) -> None:
        job = jobs.start(works.odds, THROW)
        assert await job.wait(SOON)
        assert job.refusal is not None
        assert job.refusal.field == f"{game}:13"

    load_game(game)
    with_jobs(scene)


def test_rules_that_cannot_be_loaded_leave_those_that_were(game: Path) -> None:
    async def scene(jobs: Jobs) -> None:
        assert values(await done(jobs.start(works.odds, THROW))) == [4, 8, 12, 16]
        game.write_text(
            f"import os\nif os.getpid() != {os.getpid()}:\n    raise ValueError\n"
            + GAME.replace("SIDES", "6")
        )
        load_game(game)
        with pytest.raises(Refusal) as caught:
            await jobs.reload()
        assert caught.value.field == f"{game}:3"
        assert values(await done(jobs.start(works.odds, THROW, {"by": ["value"]}))) == [
            4,
            8,
            12,
            16,
        ]

    async def from_the_beginning(jobs: Jobs) -> None:
        job = jobs.start(works.odds, THROW)
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
from tests.faces.beside import doings

async def main():
    async with Jobs([doings.echo], workers=2, patience=0.1) as jobs:
        long = [jobs.start(work, doings.RUN) for work in (doings.deaf, doings.heeding)]
        while len(jobs.crew.long) < 2 or not all(hand.loaded for hand in jobs.crew.hands):
            await asyncio.sleep(0.01)
        print(*(hand._process.pid for hand in jobs.crew.hands), flush=True)
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


def alive(pid: int) -> bool:
    return (stat(pid) or ["Z"])[0] != "Z"


def stat(pid: int) -> list[str]:
    """What Linux tells of a process from its state on; nothing when there is no such one."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []


def cpu(pid: int) -> float:
    """Seconds of a processor that it has used; 0 when there is no such one."""
    told = stat(pid)
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK") if told else 0.0
