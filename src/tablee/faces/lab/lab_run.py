"""`lab`: a whole study, computed on the local cores or on a cluster, resumed where it stopped."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from tablee.faces.lab.cell_job import Job
from tablee.faces.lab.cell_measures import Plan, Row
from tablee.faces.lab.finished_cells import FinishedCells, finished_cells
from tablee.faces.lab.local_pool import run_locally
from tablee.faces.lab.result_tables import (
    frame_of,
    require_packages,
    table_rows,
    write_tables,
    written,
)
from tablee.faces.lab.study_cells import Cell, cells_of
from tablee.faces.lab.study_file import LabStudy, load_study, read_study
from tablee.faces.lab.study_words import StudyWords
from tablee.rules.refusal import refuse
from tablee.rules.registry import is_known_elsewhere, loaded_game_files
from tablee.rules.texts.languages import Lang, program_language
from tablee.table.log.outcomes import rules_version

if TYPE_CHECKING:
    import polars

Tick = Callable[[int, int], None]
"""A function that is called with (finished cells, cells)."""


class LabResults:
    """The results of a study. `resumed`: cells taken from an earlier run; `restarted`: whether the
    folder held the results of another study, which were dropped."""

    def __init__(
        self,
        study: LabStudy,
        cells: Sequence[Cell],
        rows: Mapping[int, Sequence[Row]],
        resumed: int = 0,
        restarted: bool = False,
    ) -> None:
        self.study = study
        self.cells = tuple(cells)
        self.by_cell = {index: tuple(rows[index]) for index in sorted(rows)}
        self.resumed = resumed
        self.restarted = restarted

    @property
    def refused(self) -> int:
        """The number of cells in which every measure was refused."""
        return sum(all(row.how == "refused" for row in rows) for rows in self.by_cell.values())

    @property
    def partly_refused(self) -> int:
        """The number of cells in which some measures were refused and others were not."""
        some = sum(any(row.how == "refused" for row in rows) for rows in self.by_cell.values())
        return some - self.refused

    def main_refusal(self, lang: Lang) -> str:
        """Return the message of most cells with a refused measure, "" without any."""
        messages = Counter(
            message
            for rows in self.by_cell.values()
            for message in dict.fromkeys(row.message[lang] for row in rows if row.message)
        )
        return next((message for message, _ in messages.most_common(1)), "")

    def rows(self, lang: Lang | None = None) -> list[dict[str, Any]]:
        """Return one row for each number: the axes, then measure, outcome, value, exact, half_width,
        how, message."""
        return table_rows(self.study, self.cells, self.by_cell, lang or program_language())

    def to_polars(self) -> polars.DataFrame:
        """Return the rows as a polars data frame. Raises `ImportError` without polars."""
        return frame_of(self.rows())

    def pictures(self, lang: Lang | None = None) -> dict[str, list[bytes]]:
        """Return the pictures of the report as SVG (UTF-8), by measure. Raises `Refusal` without the
        package that draws."""
        from tablee.faces.lab.report_figures import Figures, rows_of
        from tablee.faces.pictures.render import rendered

        words = StudyWords(self.study, lang or program_language())
        found = {}
        for measure in self.study.measures:
            figures = Figures(self.study, words, measure, rows_of(self.by_cell, measure))
            specs = [spec | {"background": "white"} for spec in figures.specs()]
            found[measure.name] = [rendered(spec, "svg", words.words) for spec in specs]
        return found

    def report(self, lang: Lang | None = None) -> str:
        """Return the report page as HTML. Raises `Refusal` without the package that draws."""
        from tablee.faces.lab.report_page import report_page

        return report_page(self.study, self.cells, self.by_cell, lang or program_language())

    def title(self, lang: Lang | None = None) -> str:
        """Return the title of the study."""
        return StudyWords(self.study, lang or program_language()).name(self.study.entry.title)

    def effects(self, lang: Lang | None = None) -> list[tuple[str, list[tuple[str, str]]]]:
        """Return what changes each measure most: its name, then (axis, mean range) in words."""
        from tablee.faces.lab.report_figures import Figures, rows_of

        words = StudyWords(self.study, lang or program_language())
        found = []
        for measure in self.study.measures:
            figures = Figures(self.study, words, measure, rows_of(self.by_cell, measure))
            effects = [(figures.names[e.axis], figures.show(e.mean)) for e in figures.effects()]
            if effects:
                found.append((words.measure(measure), effects))
        return found

    def view(self, folder: str | os.PathLike[str] | None = None) -> dict[str, Any]:
        """Return a summary as JSON."""
        view: dict[str, Any] = {
            "procedure": self.study.kind.id,
            "cells": len(self.cells),
            "resumed": self.resumed,
            "restarted": self.restarted,
            "refused": self.refused,
            "partly_refused": self.partly_refused,
        }
        return view if folder is None else view | {"out": os.fspath(folder)}

    def write(self, folder: str | os.PathLike[str], lang: Lang | None = None) -> list[Path]:
        """Write results.parquet, results.csv and report.html; return their paths."""
        place = Path(folder)
        tables = write_tables(self.rows(lang), place)
        return [*tables, written(place / "report.html", self.report(lang).encode())]


def lab(
    study: str | os.PathLike[str] | Mapping[str, Any] | LabStudy,
    *,
    out: str | os.PathLike[str] | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    lang: Lang | None = None,
    tick: Tick | None = None,
) -> LabResults:
    """Compute a study: a TOML file, or its values as a mapping.

    `out`: a folder for the finished cells, the tables and the report; the same study started again
    continues there. `workers`: local processes, one for each core by default; a script that starts
    several calls `lab` under `if __name__ == "__main__":`. `cluster`: the address
    of a dask scheduler, used instead. The results depend on neither. `tick` is called with (finished
    cells, cells). Raises `Refusal`; a cell that the rules refuse is kept as refused.

    >>> found = lab(
    ...     {
    ...         "title": "Talent",
    ...         "procedure": "exil.simple",
    ...         "axis": [{"name": "talent", "values": [3, 9]}],
    ...         "measure": [{"type": "chance"}],
    ...     },
    ...     workers=1,
    ... )
    >>> [(row["talent"], row["exact"]) for row in found.rows()]
    [(3, '1/4'), (9, '3/4')]
    """
    read = as_study(study)
    hands = _checked_workers(read, workers, cluster)
    if out is not None:
        require_packages()
    cells = cells_of(read)
    plan = plan_of(read)
    with _finished(out, read, plan, cells) as finished:
        rows: dict[int, list[Row]] = finished.rows if finished else {}
        resumed = len(rows)
        todo = _jobs(read, plan, cells, rows)
        for index, found in _run(todo, hands, cluster, tick, len(cells)):
            if finished:
                finished.add(index, found)
            else:
                rows[index] = found
        results = LabResults(read, cells, rows, resumed, bool(finished and finished.restarted))
    if out is not None:
        results.write(out, lang)
    return results


def _jobs(
    study: LabStudy, plan: Plan, cells: Sequence[Cell], rows: dict[int, list[Row]]
) -> list[Job]:
    """Return the jobs of the cells that are not in `rows`. Add the rows of the cells whose
    parameters were refused."""
    todo, files = [], loaded_game_files()
    for cell in cells:
        if cell.index in rows:
            continue
        if cell.params is None:
            refused = (Row(each.name, "refused", message=cell.refused) for each in study.measures)
            rows[cell.index] = list(refused)
        else:
            todo.append(Job(plan, files, cell.index, cell.params))
    return todo


def as_study(study: str | os.PathLike[str] | Mapping[str, Any] | LabStudy) -> LabStudy:
    """Return a study that is a file, a mapping, or read already."""
    if isinstance(study, LabStudy):
        return study
    return read_study(study) if isinstance(study, Mapping) else load_study(study)


def plan_of(study: LabStudy) -> Plan:
    """Return what all cells share."""
    entry = study.entry
    return Plan(
        entry.procedure,
        entry.rulings,
        study.measures,
        entry.seed,
        entry.steps,
        entry.simulate,
        entry.policy,
        entry.utility,
    )


def digest_of(study: LabStudy, plan: Plan, cells: Sequence[Cell]) -> str:
    """Return a digest of everything that the numbers depend on: the plan, the parameters of each
    cell, and the code of the rules."""
    encoder = msgspec.json.Encoder(order="deterministic")
    digest = hashlib.sha256(rules_version(study.game).encode())
    digest.update(encoder.encode(plan))
    for cell in cells:
        digest.update(encoder.encode([cell.index, cell.params]))
    return digest.hexdigest()


def _finished(
    out: str | os.PathLike[str] | None, study: LabStudy, plan: Plan, cells: Sequence[Cell]
) -> AbstractContextManager[FinishedCells | None]:
    if out is None:
        return nullcontext()
    return finished_cells(Path(out), digest_of(study, plan, cells), len(cells))


def _checked_workers(study: LabStudy, workers: int | None, cluster: str | None) -> int:
    """Return the number of local processes. Raises `Refusal`."""
    if workers is not None and workers < 1:
        raise refuse("workers", workers, "un entier à partir de {low}", low=1)
    if is_known_elsewhere(study.game.id):
        return workers or os.cpu_count() or 1
    text = "1 : les autres processus ne connaissent que les règles des jeux installés"
    if cluster is not None:
        raise refuse("cluster", cluster, text)
    if workers not in (None, 1):
        raise refuse("workers", workers, text)
    return 1


def _run(
    jobs: Sequence[Job], workers: int, cluster: str | None, tick: Tick | None, whole: int
) -> Generator[tuple[int, list[Row]]]:
    """Yield each finished cell, and report it."""
    if cluster is not None:
        from tablee.faces.lab.dask_cluster import run_on_cluster

        running = run_on_cluster(jobs, cluster)
    else:
        running = run_locally(jobs, workers)
    done = whole - len(jobs)
    try:
        for found in running:
            done += 1
            yield found
            if tick is not None:
                tick(done, whole)
    finally:
        running.close()
