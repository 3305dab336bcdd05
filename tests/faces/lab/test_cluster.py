"""A study on a dask cluster of own processes, one of which is killed in the middle."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import dask.config
import pytest

from tablee import Refusal, lab
from tablee.faces.lab.finished_cells import FILE
from tests.faces.lab.small_studies import SIMPLE, SLOW_CELLS, slow_file
from tests.kit.command_line import ROOT

Process = subprocess.Popen[str]
import_module("distributed")  # its settings come before a test changes one
CONNECT = "3s"
"""How long the programs of dask try to reach a process that is gone."""


def _start(folder: Path, name: str, *arguments: str) -> Process:
    """Start a program of dask; its output goes to a file named after it."""
    env = os.environ | {"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
    env |= {"DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": CONNECT}
    command = [sys.executable, "-m", *arguments]
    with (folder / f"{name}.log").open("w") as log:
        return subprocess.Popen(command, cwd=folder, env=env, stdout=log, stderr=log, text=True)


def _found(folder: Path, name: str, pattern: str, process: Process) -> str:
    """Wait for a line of the output of a program."""
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None:
        found = re.search(pattern, (folder / f"{name}.log").read_text())
        if found:
            return found[1]
        time.sleep(0.05)
    raise AssertionError((folder / f"{name}.log").read_text())


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[Process]]]:
    """The address of a scheduler with two workers, and the processes of the workers."""
    programs: list[Process] = []
    try:
        scheduler = "distributed.cli.dask_scheduler"
        flags = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        programs.append(_start(tmp_path, "scheduler", scheduler, *flags))
        address = _found(tmp_path, "scheduler", r"Scheduler at:\s+(tcp://\S+)", programs[0])
        for name in ("first", "second"):
            worker = "distributed.cli.dask_worker"
            own = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--name", name)
            programs.append(_start(tmp_path, name, worker, address, *own))
        for name, program in zip(("first", "second"), programs[1:], strict=True):
            _found(tmp_path, name, r"Registered to:\s+(tcp://\S+)", program)
        yield address, programs[1:]
    finally:
        for program in programs:
            program.kill()
            program.wait()


@pytest.mark.slow
def test_a_killed_worker_changes_no_number(
    tmp_path: Path, cluster: tuple[str, list[Process]]
) -> None:
    address, workers = cluster
    study, out = slow_file(tmp_path), tmp_path / "out"
    killed: list[int] = []

    def tick(done: int, total: int) -> None:
        assert total == SLOW_CELLS
        if done >= 3 and not killed:
            workers[0].kill()
            killed.append(done)

    with dask.config.set({"distributed.comm.timeouts.connect": CONNECT}):
        lab(study, out=out, cluster=address, tick=tick)
    assert killed
    assert killed[0] < SLOW_CELLS
    workers[0].wait(timeout=20)
    assert workers[1].poll() is None
    lab(study, out=tmp_path / "local", workers=1)
    for name in ("results.csv", "results.parquet", "report.html"):
        assert (out / name).read_bytes() == (tmp_path / "local" / name).read_bytes(), name
    assert (out / FILE).read_bytes().count(b"\n") == SLOW_CELLS + 1


def test_a_scheduler_that_does_not_answer_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.faces.lab.dask_cluster.PATIENCE", 0.3)
    for address in ("tcp://127.0.0.1:9", "here"):
        with pytest.raises(Refusal) as caught:
            lab(SIMPLE, cluster=address)
        assert caught.value.field == "cluster"


def test_without_the_package_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(Refusal, match=r"tablee\[cluster\]"):
        lab(SIMPLE, cluster="tcp://127.0.0.1:9")
