"""Kept fights with real processes: one process for each, bounded, lost ones explored again."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from tablee.faces.workers import fight_keepers, tasks
from tablee.faces.workers.jobs import Jobs
from tests.faces.workers.pool_kit import SOON, done, until, with_jobs

FOR: dict[str, Any] = {"for": "victoire"}


def _run(talent: int, answers: list[Any] | None = None, **more: Any) -> Any:
    free = {"talent": talent, "letalite": 20, "pds": 18, "politique": {"attitude": "ask"}}
    params = {"a": free, "b": free, "max_turns": 3, **more}
    return {"procedure": "exil.duel", "params": params, "rulings": {}, "answers": answers or []}


def test_a_kept_fight_answers_later_states_in_the_same_process() -> None:
    async def scene(jobs: Jobs) -> None:
        await done(jobs.explore(_run(3), FOR))
        assert jobs.has_explored(_run(3, [{"together": [1, 1]}]), FOR)
        (worker,) = jobs.keepers.living
        for answers in ([], [{"together": [1, 1]}, {"dice": [1]}, {"dice": [12]}, {"dice": [12]}]):
            answer = await done(jobs.of_fight(tasks.advise, _run(3, answers), FOR))
            assert b'"error"' in answer
        assert jobs.explore(_run(3), FOR).finished
        assert jobs.keepers.living == {worker}

    with_jobs(scene)


def test_a_fight_takes_the_place_of_one_at_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fight_keepers, "REST", 0.2)

    async def scene(jobs: Jobs) -> None:
        await done(jobs.explore(_run(3), FOR))
        await asyncio.sleep(0.3)
        await done(jobs.explore(_run(4), FOR))
        assert not jobs.keeps(_run(3))
        assert jobs.has_explored(_run(4), FOR)

    with_jobs(scene, fights=1)


def test_a_fight_waits_while_all_places_are_in_use() -> None:
    async def scene(jobs: Jobs) -> None:
        await done(jobs.explore(_run(3), FOR))
        waiting = jobs.explore(_run(4), FOR)
        await asyncio.sleep(0.3)
        assert waiting.state == "waiting"
        assert jobs.has_explored(_run(3), FOR)

    with_jobs(scene, fights=1)


def test_a_lost_fight_is_explored_again() -> None:
    async def scene(jobs: Jobs) -> None:
        await done(jobs.explore(_run(3), FOR))
        (worker,) = jobs.keepers.living
        worker.kill()
        await until(lambda: not jobs.keeps(_run(3)))
        assert not jobs.has_explored(_run(3), FOR)
        await done(jobs.explore(_run(3), FOR))
        assert jobs.has_explored(_run(3), FOR)

    with_jobs(scene)


def test_what_cannot_be_explored_is_refused() -> None:
    async def scene(jobs: Jobs) -> None:
        run = {"procedure": "exil.simple", "params": {"talent": 3}, "rulings": {}, "answers": []}
        job = jobs.explore(run, {})
        assert await job.wait(SOON)
        assert job.state == "refused"

    with_jobs(scene)


def test_the_progress_of_an_exploration_has_intervals_that_contain_the_value() -> None:
    async def scene(jobs: Jobs) -> None:
        policy = {"attitude": "ask", "passe": "ask"}
        sides: dict[str, Any] = {
            "a": {"talent": 6, "letalite": 4, "pds": 14, "politique": policy},
            "b": {"talent": 5, "letalite": 5, "pds": 14, "politique": policy},
        }
        run = _run(3, **sides, max_turns=20)
        job = jobs.explore(run, FOR)
        bounds: set[tuple[float, float]] = set()
        while not await job.wait(0.02):
            bounds |= {job.progress.bound} if job.progress.bound else set()
        answer = msgspec.json.decode(await done(jobs.of_fight(tasks.advise, run, FOR)))
        assert bounds
        assert all(low <= answer["value"] <= high for low, high in bounds)

    with_jobs(scene)
