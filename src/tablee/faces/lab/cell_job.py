"""One cell as a job: the function that the local processes and the workers of a cluster run."""

from __future__ import annotations

import threading
from collections.abc import Mapping

import msgspec

from tablee.faces.lab.cell_measures import Plan, Row, measured
from tablee.rules.authoring.game_file import load_game_files
from tablee.rules.contract_json import ParamsJson
from tablee.rules.registry import GameFile

_ONE = threading.Lock()
"""A process computes one cell at a time; a worker of a cluster may have several threads."""


class Job(msgspec.Struct, frozen=True):
    """A cell to compute, with the files of the games that were added."""

    plan: Plan
    files: Mapping[str, GameFile]
    index: int
    params: ParamsJson


def run_job(job: Job) -> tuple[int, list[Row]]:
    """Return the index of the cell and its rows."""
    with _ONE:
        load_game_files(job.files)
        return job.index, measured(job.plan, job.index, job.params)
