"""A rule that never ends is stopped, with its line, in every reading; other tables go on."""

from __future__ import annotations

import gc
import os
import re
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tablee import advise, odds, resolve, simulate
from tablee.rules import rule_watch
from tablee.rules.ambient import Ambient, around
from tablee.rules.authoring.game_file import load_game
from tablee.rules.readings.drawing import Draws
from tablee.rules.readings.plain import Plain
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_procedure, unregister
from tablee.rules.rule_watch import PATIENCE, beat, watched
from tests.kit import acts
from tests.kit.command_line import call
from tests.table.evening import LEADER, Table

SOURCE = """\
from tablee import D6, Fold, Game, OneOf, Procedure, Result, become, choose, roll


class R(Result):
    v: int


class Spin(Procedure[R], id="watched.spin"):
    async def rule(self) -> R:
        f = await roll(D6, "x", who="a")
        while True:
            f += 1


class Again(Procedure[R], id="watched.again"):
    async def rule(self) -> R:
        f = 6
        while f == 6:
            f = await roll(D6, "x", who="a")
        return R(v=f)


def add(total, index, face):
    return total + face


class Many(Procedure[R], id="watched.many"):
    async def rule(self) -> R:
        f = await roll(D6, "x", Fold(0, add, int), who="a", count=10000)
        return R(v=f)


class Alone(Procedure[R], id="watched.alone"):
    async def rule(self) -> R:
        while True:
            await choose("c", OneOf((1,)), who="a")


class Sum(Procedure[R], id="watched.sum"):
    n: int = 0

    def check(self) -> None:
        while True:
            pass

    async def rule(self) -> R:
        return R(v=0)


class Ever(Procedure[R], id="watched.ever"):
    async def rule(self) -> R:
        f = 0
        while f < 7:
            f = await roll(D6, "x", who="a")
        return R(v=f)


class On(Procedure[R], id="watched.on"):
    n: int = 0

    async def rule(self) -> R:
        await roll(D6, "x", who="a")
        return await become(On(n=self.n + 1))


def ever(total, index, face):
    while True:
        pass


class Read(Procedure[R], id="watched.read"):
    async def rule(self) -> R:
        v = await roll(D6, "x", Fold(0, ever, int), who="a", count=3)
        return R(v=v + await choose("c", OneOf((1, 2)), who="a", policy=1))

    utilities = {"v": lambda rule, result, seat: result.v}


GAME = Game(id="watched", title="W", procedures=(Spin, Again, Many, Alone, Sum, Ever, On, Read))
"""
SPIN, AGAIN, ALONE, CHECK, EVER, ON, READ = 12, 19, 36, 44, 54, 62, 67


@pytest.fixture(scope="module", autouse=True)
def _file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    file = tmp_path_factory.mktemp("rules") / "watched.py"
    file.write_text(SOURCE)
    load_game(file)
    yield file
    unregister("watched")


def refused(ask: Callable[[], Any]) -> Refusal:
    """The refusal of a reading, which has come soon."""
    before = time.thread_time()
    with pytest.raises(Refusal) as why:
        ask()
    assert time.thread_time() - before < 3 * PATIENCE
    return why.value


def test_a_run_that_was_stopped_is_refused_at_once_the_next_time() -> None:
    first = refused(lambda: resolve("watched.spin", answers=[{"dice": [2]}]))
    before = time.thread_time()
    with pytest.raises(Refusal) as again:
        resolve("watched.spin", answers=[{"dice": [2]}])
    assert time.thread_time() - before < PATIENCE / 3
    assert (again.value.field, again.value.allowed) == (first.field, first.allowed)
    assert (
        refused(lambda: resolve("watched.spin", answers=[{"dice": [3]}])).allowed == first.allowed
    )


@pytest.mark.parametrize(
    ("name", "reading", "line"),
    [
        ("spin", lambda name: odds(name), SPIN),
        ("spin", lambda name: resolve(name, answers=[{"dice": [1]}]), SPIN),
        ("sum", lambda name: odds(name), CHECK),
        ("sum", lambda name: resolve(name), CHECK),
        # of a read, which is called where no rule runs
        ("read", lambda name: resolve(name, answers=[{"dice": [1, 2, 3]}]), READ),
        ("read", lambda name: advise(name), READ),
        ("read", lambda name: simulate(name, n=50, seed=1), READ),
    ],
)
def test_a_loop_without_a_question_is_stopped_with_its_line(
    name: str, reading: Callable[[str], Any], line: int
) -> None:
    why = refused(lambda: reading(f"watched.{name}"))
    found = re.search(r":(\d+)$", why.field)
    assert found
    assert int(found.group(1)) in (line, line - 1)  # the test of the loop, or its body


@pytest.mark.parametrize(
    ("name", "reading", "line"),
    [
        ("again", lambda name: odds(name), AGAIN),
        ("alone", lambda name: odds(name), ALONE),
        ("alone", lambda name: resolve(name), ALONE),
        ("ever", lambda name: resolve(name, seed=1), EVER),
        ("on", lambda name: resolve(name, seed=1), ON),
    ],
)
def test_a_loop_of_questions_is_refused_with_its_line_and_its_cure(
    name: str, reading: Callable[[str], Any], line: int
) -> None:
    why = refused(lambda: reading(f"watched.{name}"))
    assert why.kind == "too_large"
    assert why.numbers["line"] == str(line)
    assert "become" in str(why)


def test_a_fold_over_too_many_dice_is_refused_soon_and_sampled_all_the_same() -> None:
    why = refused(lambda: odds("watched.many"))
    assert (why.kind, why.field) == ("too_large", "x")
    sample = simulate("watched.many", n=40, seed=1)
    assert sum(each.count for each in sample.counts) == 40


def test_a_file_that_never_ends_is_refused_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "endless.py"
    file.write_text("n = 0\nwhile True:\n    n += 1\n")
    why = refused(lambda: load_game(file))
    assert re.search(r"endless\.py:[23]$", why.field)


def test_a_rule_that_gives_signs_of_life_is_not_stopped() -> None:
    """A walk of many short paths takes its time; its budget limits it."""
    end = time.thread_time() + 1.5 * PATIENCE
    with watched():
        while time.thread_time() < end:
            beat()


def test_nothing_is_raised_after_the_end_of_a_watch() -> None:
    """Also where it comes at the same moment as the stop."""
    for _ in range(3):
        end = time.thread_time() + PATIENCE
        try:
            with around(Ambient(None)):
                while time.thread_time() < end:
                    pass
        except Refusal:
            pass
        end = time.thread_time() + 0.3
        while time.thread_time() < end:
            pass


def test_other_threads_go_on() -> None:
    """Each thread is watched alone: the one that waits is not the one that spins."""
    done: list[object] = []

    def wait() -> None:
        with watched():
            time.sleep(2.5 * PATIENCE)
        done.append(odds("exil.simple", talent=9))

    other = threading.Thread(target=wait)
    other.start()
    refused(lambda: odds("watched.spin"))
    other.join()
    assert len(done) == 1


def test_a_forked_process_is_watched_too() -> None:
    refused(lambda: odds("watched.spin"))
    child = os.fork()
    if child == 0:
        try:
            odds("watched.spin")
        except Refusal:
            os._exit(7)
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7


def test_a_process_is_forked_while_the_watcher_has_its_locks() -> None:
    """As when a server starts a worker: nobody would release them in the new process."""
    condition: threading.Condition = vars(rule_watch._busy)["_cond"]
    with condition, rule_watch._lock:
        child = os.fork()
        if child == 0:
            with rule_watch._lock:
                os._exit(0 if not rule_watch._busy.is_set() else 1)
    assert status_within(10, child) == 0


def status_within(seconds: float, child: int) -> int | None:
    """Return the exit status of a child process; None, and end it, if it does not end in time."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


def test_a_system_without_a_clock_for_each_thread_is_watched_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(time, "pthread_getcpuclockid")
    found: list[Refusal] = []
    other = threading.Thread(target=lambda: found.append(refused(lambda: odds("watched.spin"))))
    other.start()
    other.join()
    assert found[0].field.endswith((f":{SPIN}", f":{SPIN - 1}"))


@pytest.mark.parametrize("n", [1, 40])
def test_a_sample_without_end_is_refused_soon(n: int) -> None:
    assert "ne jamais finir" in str(refused(lambda: simulate("watched.on", n=n)))
    before = time.thread_time()
    refused(lambda: simulate("watched.spin", n=n))
    assert time.thread_time() - before < 1.8 * PATIENCE


def test_a_sample_is_stopped_too() -> None:
    plain = Plain(None, Draws(np.random.default_rng(1)))
    why = refused(lambda: plain.runs(find_procedure("watched.spin")(), 10))
    assert re.search(rf"watched\.py:({SPIN}|{SPIN - 1})$", why.field)


def test_at_the_table_the_act_is_refused_and_nothing_changes() -> None:
    table = Table("watched")
    table.does(LEADER, acts.RequestRun(procedure="watched.spin"))
    before = list(table.events)
    assert not table.act(LEADER, acts.Answer(run="j1", place=0, answer={"dice": [1]}))
    assert not table.act(LEADER, acts.RequestRun(procedure="watched.sum"))
    assert table.events == before
    assert table.view(LEADER).runs[0].asks
    table.does(LEADER, acts.RequestRun(procedure="watched.many"))


def test_the_time_of_the_garbage_collector_is_not_that_of_a_rule(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A collection among very many objects takes longer than the rule may."""
    monkeypatch.setattr(rule_watch, "PATIENCE", 0.05)
    monkeypatch.setattr(rule_watch, "PAUSE", 0.01)
    kept: list[list[list[int]]] = [[[]] for _ in range(400_000)]
    alarms: list[bool] = []
    monkeypatch.setattr(rule_watch, "_alarm", alarms.append)
    with rule_watch.watched():
        rule_watch.beat()
        end = time.thread_time() + 1.0
        while time.thread_time() < end:
            gc.collect()
    assert kept
    assert alarms.count(False) >= 1, "the alarm of the system waits too"
    assert alarms.index(True) < alarms.index(False)


def test_ever_new_states_are_refused_soon() -> None:
    why = refused(lambda: odds("watched.on"))
    assert (why.field, why.numbers) == ("watched.on", {"n": 10_000})
    assert "donnez une borne" in why.allowed


GROWS = """
from tablee import Game, Procedure, Result


class R(Result):
    v: int


class Grow(Procedure[R], id="growing.grow"):
    async def rule(self) -> R:
        rows = []
        for n in range(10**9):
            rows.append([n] * 1000)
        return R(v=len(rows))


GAME = Game(id="growing", title="Growing", lang="en", procedures=(Grow,))
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the memory is not known here")
def test_a_rule_whose_memory_grows_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before its time is over, when it would take some gigabytes."""
    monkeypatch.setattr(rule_watch, "MOST_MEMORY", 2**26)
    path = tmp_path / "growing.py"
    path.write_text(GROWS, "utf-8")
    try:
        reply = call("--game", str(path), "--lang", "en", "odds", "growing.grow")
    finally:
        unregister("growing")
    assert f"{path}:1" in reply.err
    assert "these do not fit into memory" in reply.err
