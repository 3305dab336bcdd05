"""A study that is stopped, killed or changed; the same numbers with any number of workers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import polars
import pytest

from tablee import lab
from tablee.faces.lab.finished_cells import FILE
from tests.faces.lab.small_studies import SIMPLE, SLOW_CELLS, sampled_file, slow_file, with_changes
from tests.kit.command_line import ROOT

TABLES = ("results.csv", "results.parquet")


def test_one_worker_and_two_give_the_same_files(tmp_path: Path) -> None:
    for workers in (1, 2):
        lab(sampled_file(tmp_path), out=tmp_path / str(workers), workers=workers)
    for name in (*TABLES, "report.html"):
        first, second = ((tmp_path / n / name).read_bytes() for n in ("1", "2"))
        assert first == second, name


def _start(study: Path, out: Path, workers: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tablee", "lab", str(study), "--out", str(out)]
    return subprocess.Popen(
        [*command, "--workers", str(workers)],
        cwd=ROOT,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def _wait_for_cells(out: Path, count: int, process: subprocess.Popen[str]) -> None:
    """Wait until `count` cells are kept."""
    end = time.monotonic() + 120
    while time.monotonic() < end and process.poll() is None:
        kept = out / FILE
        if kept.exists() and kept.read_bytes().count(b"\n") > count:
            return
        time.sleep(0.02)
    process.kill()
    raise AssertionError(process.communicate())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("how", "workers"), [(signal.SIGKILL, 2), (signal.SIGINT, 1), (signal.SIGINT, 2)]
)
def test_after_an_interrupt_the_study_goes_on(
    tmp_path: Path, how: signal.Signals, workers: int
) -> None:
    study, out = slow_file(tmp_path), tmp_path / "out"
    started = _start(study, out, workers)
    _wait_for_cells(out, 2, started)
    os.kill(started.pid, how)
    text, _ = started.communicate(timeout=60)
    assert started.returncode == (130 if how == signal.SIGINT else -how)
    assert not (out / "results.csv").exists()
    if how == signal.SIGINT:
        assert f"sur {SLOW_CELLS} cas" in text
    results = lab(study, out=out, workers=2)
    assert 2 <= results.resumed < SLOW_CELLS
    assert not results.restarted
    lab(study, out=tmp_path / "whole", workers=1)
    for name in TABLES:
        assert (out / name).read_bytes() == (tmp_path / "whole" / name).read_bytes(), name


_BLOCKED = """
title = "Long"
procedure = "loss.action"
params = { talent = 7, exploits = 1 }
simulate = { n = 1_000_000_000, when = "always" }
axis = [{ name = "trait", values = [4, 5] }]
measure = [{ type = "chance" }]
"""
"""A study whose cells take minutes each."""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self").exists(), reason="reads the processes under /proc")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_no_worker_outlives_the_command(tmp_path: Path, how: signal.Signals) -> None:
    study, out = tmp_path / "long.toml", tmp_path / "out"
    study.write_text(_BLOCKED, "utf-8")
    started = _start(study, out, 2)
    assert _until(lambda: len(_workers(started.pid)) == 2, 60)
    workers = _workers(started.pid)
    time.sleep(2)  # both are in the middle of a cell
    os.kill(started.pid, how)
    started.communicate(timeout=60)
    ended = _until(lambda: not any(map(_runs, workers)), 20)
    for worker in filter(_runs, workers):
        os.kill(worker, signal.SIGKILL)
    assert ended


def _until(holds: Callable[[], bool], seconds: float) -> bool:
    """Wait until something holds; return whether it does."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and not holds():
        time.sleep(0.05)
    return holds()


def _runs(process: int) -> bool:
    """Return whether a process runs, and is not only waiting to be reaped."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _workers(command: int) -> list[int]:
    """Return the worker processes of a command (not the tracker of its semaphores)."""
    try:
        children = Path(f"/proc/{command}/task/{command}/children").read_text().split()
        return [
            int(each)
            for each in children
            if b"spawn_main" in Path(f"/proc/{each}/cmdline").read_bytes()
        ]
    except OSError:
        return []


def test_a_torn_last_line_is_computed_again(tmp_path: Path) -> None:
    lab(SIMPLE, out=tmp_path, workers=1)
    whole = (tmp_path / "results.csv").read_bytes()
    kept = tmp_path / FILE
    kept.write_bytes(kept.read_bytes()[:-9])
    again = lab(SIMPLE, out=tmp_path, workers=1)
    assert again.resumed == 8
    assert (tmp_path / "results.csv").read_bytes() == whole
    assert lab(SIMPLE, out=tmp_path, workers=1).resumed == 9


def test_a_changed_study_starts_anew_and_says_so(tmp_path: Path) -> None:
    assert not lab(SIMPLE, out=tmp_path, workers=1).restarted
    changed = with_changes(params={"minimal_margin": 2})
    results = lab(changed, out=tmp_path, workers=1)
    assert results.restarted
    assert results.resumed == 0
    frame = polars.read_csv(tmp_path / "results.csv")
    assert frame.height == 18


def test_the_title_and_the_labels_change_no_number(tmp_path: Path) -> None:
    lab(SIMPLE, out=tmp_path, workers=1)
    results = lab(with_changes(title="Autrement"), out=tmp_path, workers=1)
    assert (results.resumed, results.restarted) == (9, False)
    assert "Autrement" in (tmp_path / "report.html").read_text("utf-8")


def test_the_tables_read_back(tmp_path: Path) -> None:
    results = lab(SIMPLE, out=tmp_path, workers=1)
    parquet = polars.read_parquet(tmp_path / "results.parquet")
    assert parquet.equals(results.to_polars())
    assert parquet.schema["talent"] == polars.Int64
    assert parquet.schema["value"] == polars.Float64
    assert parquet.schema["message"] == polars.String
    csv = polars.read_csv(tmp_path / "results.csv", schema_overrides=parquet.schema)
    assert csv.equals(parquet)
