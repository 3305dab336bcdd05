"""Jobs with real processes: their values, sharing, cancellation and failures."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from tablee.faces.workers import jobs as job_module
from tablee.faces.workers import tasks
from tablee.faces.workers.jobs import Jobs
from tablee.faces.workers.worker_process import GRACE
from tablee.rules.refusal import Refusal
from tablee.rules.texts.words import Words
from tests.faces.workers import example_tasks
from tests.faces.workers.example_tasks import RUN
from tests.faces.workers.pool_kit import (
    SOON,
    cpu,
    done,
    followed,
    pids,
    running,
    until,
    with_jobs,
)
from tests.kit.command_line import call


# ── what is worked out ─────────────────────────────────────────────────────────────────────────
def test_the_three_readings_are_those_of_the_command_line() -> None:
    advised = {"procedure": "loss.action", "params": {"trait": 7, "talent": 8, "exploits": "ask"}}
    asked: list[tuple[tasks.Task, Any, dict[str, Any], list[str]]] = [
        (tasks.odds, RUN, {"by": ["success"]}, ["odds", "--by=success"]),
        (tasks.advise, advised, {}, ["advise"]),
        (
            tasks.simulate,
            RUN,
            {"n": 60_000, "seed": 7, "by": ["margin"]},
            ["simulate", "-n60000", "--seed=7", "--by=margin"],
        ),
    ]

    async def scene(jobs: Jobs) -> None:
        for task, run, options, line in asked:
            answer = await done(jobs.start(task, run, options))
            assert (
                answer.decode() + "\n"
                == call(*line, "--run=-", "--json", stdin=json.dumps(run)).out
            )

    with_jobs(scene, first=[tasks.odds])


REFUSED: list[tuple[Any, dict[str, Any], dict[str, Any]]] = [
    (tasks.odds, {"procedure": "exil.simple", "params": {"talent": 99}}, {}),
    (tasks.odds, {"procedure": "socle.duel", "params": {"de": 12, "adversaires": 5}}, {}),
    (tasks.odds, RUN, {"by": ["nope"]}),
    (
        tasks.odds,
        {"procedure": "eclats.test", "params": {"caracteristique": 2, "seuil": 5, "secret": True}},
        {"as": "joueur"},
    ),
    (
        tasks.odds,
        {"procedure": "loss.action", "params": {"trait": 7, "talent": 8, "exploits": "ask"}},
        {},
    ),
    (tasks.advise, RUN, {}),
    (tasks.simulate, RUN, {"n": 0, "seed": 1}),
    (example_tasks.refusing, RUN, {}),
]


def test_a_refusal_is_the_one_of_this_process() -> None:
    async def scene(jobs: Jobs) -> None:
        for task, run, options in REFUSED:
            with pytest.raises(Refusal) as here:
                task(run, options, lambda *_: None)
            job = jobs.start(task, run, options)
            assert await job.wait(SOON)
            assert job.state == "refused"
            assert job.refusal is not None
            assert vars(job.refusal) == vars(here.value)
            for lang in ("fr", "en"):
                words = Words(None, "fr" if lang == "fr" else "en")
                assert words.refusal(job.refusal) == words.refusal(here.value)

    with_jobs(scene)


def test_input_arrives_unchanged(tmp_path: Path) -> None:
    run = {"procedure": "é", "params": {"big": 10**30, "deep": json.loads("[" * 60 + "]" * 60)}}

    async def scene(jobs: Jobs) -> None:
        assert await done(jobs.start(example_tasks.echo, run, {"a": None, "b": 1.5})) == {
            "run": run,
            "options": {"a": None, "b": 1.5},
        }
        assert await done(jobs.start(example_tasks.talkative, RUN)) == "nothing to read"

    with_jobs(scene)


# ── shared, remembered ─────────────────────────────────────────────────────────────────────────
def test_equal_jobs_are_computed_once(tmp_path: Path) -> None:
    options = {"file": str(tmp_path / "begun"), "seconds": 0.05}

    async def scene(jobs: Jobs) -> None:
        first = jobs.start(example_tasks.begun, RUN, options)
        turned = dict(reversed(RUN.items()))
        assert jobs.start(example_tasks.begun, turned, dict(reversed(options.items()))) is first
        await done(first)
        assert jobs.start(example_tasks.begun, RUN, options) is first
        assert jobs.find(first.id) is first
        assert jobs.start(example_tasks.begun, RUN | {"answers": []}, options) is not first
        assert jobs.start(example_tasks.echo, RUN, options) is not first
        assert jobs.find("nothing") is None

    with_jobs(scene)
    assert (tmp_path / "begun").read_text() in ("begun\n", "begun\nbegun\n")


def test_the_number_of_kept_results_is_limited() -> None:
    async def scene(jobs: Jobs) -> None:
        first, *others = [jobs.start(example_tasks.echo, RUN, {"n": n}) for n in range(4)]
        for job in (first, *others):
            await done(job)
        assert jobs.find(first.id) is None
        assert all(jobs.find(job.id) is job for job in others)
        assert await done(jobs.start(example_tasks.echo, RUN, {"n": 0})) == first.result
        large = await done(jobs.start(example_tasks.echo, RUN, {"text": "x" * 6_450}))
        assert large["options"] == {"text": "x" * 6_450}
        assert all(jobs.find(job.id) is None for job in others)

    with_jobs(scene, kept=3, kept_bytes=6_500)


# ── cancelled, forgotten ───────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("task", [example_tasks.heeding, example_tasks.deaf])
def test_a_cancelled_job_ends_at_once(task: tasks.Task) -> None:
    async def scene(jobs: Jobs) -> None:
        job = jobs.start(task, RUN)
        at = await running(jobs, job)
        if task is example_tasks.heeding:
            await until(lambda: job.progress.steps)
            assert job.progress.states in (job.progress.steps // 2, job.progress.steps // 2 + 1)
        assert not await job.wait(0.02)
        before = cpu(at)
        job.cancel()
        assert await job.wait(0) is True
        assert (job.state, job.result, job.refusal) == ("cancelled", None, None)
        used = [before]
        while at in pids(worker for worker in jobs.pool.living if not worker.idle):
            used.append(cpu(at) or used[-1])
            await asyncio.sleep(0.005)
        assert used[-1] - before < 0.5
        again = jobs.start(task, RUN)
        assert again is not job
        assert jobs.find(job.id) is job
        again.cancel()
        job.cancel()
        await done(jobs.start(tasks.odds, RUN))

    with_jobs(scene, workers=1)


def test_a_job_that_waits_can_be_cancelled() -> None:
    async def scene(jobs: Jobs) -> None:
        long = [jobs.start(example_tasks.heeding, RUN, {"n": n}) for n in range(4)]
        await until(lambda: sum(job.state == "running" for job in long) == 2)
        (one, *_) = [job for job in long if job.state == "waiting"]
        one.cancel()
        assert one.state == "cancelled"
        assert await done(jobs.start(example_tasks.pid, RUN))
        assert one.state == "cancelled"

    with_jobs(scene, workers=1, patience=0.05)


def test_a_worker_that_is_being_killed_is_given_nothing() -> None:
    """A busy server hears at the same time that a task was cancelled and that it took too long."""

    async def scene(jobs: Jobs) -> None:
        under_way = [jobs.start(example_tasks.heeding, RUN, {"n": n}) for n in range(2)]
        await until(lambda: all(job.progress.steps for job in under_way))
        quick = jobs.start(example_tasks.pid, RUN)
        under_way[0].cancel()
        time.sleep(2 * GRACE)
        assert await done(quick)

    with_jobs(scene, workers=1, patience=60)


def test_a_job_without_a_client_is_cancelled() -> None:
    async def scene(jobs: Jobs) -> None:
        forgotten, polled, awaited = (
            jobs.start(example_tasks.heeding, RUN, {"n": n}) for n in range(3)
        )
        with followed(awaited):
            await until(lambda: jobs.find(polled.id) and forgotten.finished)
            assert forgotten.state == "cancelled"
            assert (polled.finished, awaited.finished) == (False, False)
        await until(lambda: awaited.state == polled.state == "cancelled")

    with_jobs(scene, lease=0.6)


def test_nothing_begins_after_the_end() -> None:
    async def scene() -> None:
        async with Jobs([], workers=1) as jobs:
            under_way = jobs.start(example_tasks.deaf, RUN)
            waiting = asyncio.create_task(under_way.wait())
            await asyncio.sleep(0)
            jobs.stop()
            assert await waiting
        late = jobs.start(example_tasks.echo, RUN)
        assert under_way.state == late.state == "cancelled"
        assert await late.wait()

    asyncio.run(scene())


# ── gone wrong ─────────────────────────────────────────────────────────────────────────────────
def test_a_worker_that_dies_is_replaced() -> None:
    async def scene(jobs: Jobs) -> None:
        job = jobs.start(example_tasks.deaf, RUN)
        os.kill(await running(jobs, job), signal.SIGKILL)
        assert await job.wait(SOON)
        assert (job.state, job.failure) == ("failed", job_module.DIED)
        assert jobs.start(example_tasks.deaf, RUN) is not job
        suicide = jobs.start(example_tasks.killed, RUN)
        assert await suicide.wait(SOON)
        assert suicide.state == "failed"
        await done(jobs.start(tasks.odds, RUN))

    with_jobs(scene, workers=1)


def test_memory_is_bounded() -> None:
    async def scene(jobs: Jobs) -> None:
        job = jobs.start(example_tasks.greedy, RUN, {"bytes": 4 << 30})
        assert await job.wait(SOON)
        assert (job.state, job.failure) == ("failed", job_module.MEMORY)
        swollen = await done(jobs.start(example_tasks.greedy, RUN, {"bytes": 200 << 20}))
        await until(lambda: swollen not in pids(jobs.pool.living))
        slender = await done(jobs.start(example_tasks.greedy, RUN, {"bytes": 1}))
        assert slender in pids(jobs.pool.workers)

    with_jobs(scene, workers=1, memory=1 << 30)


def test_errors_have_details() -> None:
    async def scene(jobs: Jobs) -> None:
        for task, detail in (
            (example_tasks.wrong, "KeyError: 'nowhere'"),
            (example_tasks.unsendable, "lambda"),
        ):
            job = jobs.start(task, RUN)
            assert await job.wait(SOON)
            assert (job.state, job.failure) == ("failed", job_module.WRONG)
            assert detail in job.details
            assert jobs.start(task, RUN) is not job

    with_jobs(scene)


def test_failures_have_their_english() -> None:
    words = Words(None, "en")
    for french in (job_module.MEMORY, job_module.DIED, job_module.WRONG, job_module.UNLOADED):
        assert words.text(french) != french
