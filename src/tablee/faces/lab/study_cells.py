"""The cells of a study: every combination of the points of its axes, with its parameters."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from tablee.faces.lab.study_axes import AxisPoint
from tablee.faces.lab.study_file import LabStudy
from tablee.faces.param_paths import path_of
from tablee.faces.sheet_files import at, from_files
from tablee.rules.contract_json import ParamsJson
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import ask_about
from tablee.rules.schema import fields_of
from tablee.rules.sheet import SHEET
from tablee.rules.texts.words import Words

Message = Mapping[str, str]
"""A message in both languages: language -> text."""


class Cell(msgspec.Struct, frozen=True):
    """One combination of points. `params`: as JSON, with sheets read; None where they were refused
    with `refused`."""

    index: int
    points: tuple[AxisPoint, ...]
    params: ParamsJson | None
    refused: Message | None = None


def cells_of(study: LabStudy) -> list[Cell]:
    """Return all cells in order; the last axis changes fastest.

    Raises `Refusal`, that of the first cell, when the parameters of every cell are refused.
    """
    first: Refusal | None = None
    found, valid = [], False
    for index, points in enumerate(itertools.product(*(axis.points for axis in study.axes))):
        try:
            found.append(Cell(index, points, _params(study, points)))
            valid = valid or _is_valid(study, found[-1])
        except Refusal as refusal:
            first = first or refusal
            found.append(Cell(index, points, None, message_of(study, refusal)))
    if not valid:
        raise first or _refusal_of(study, found[0])
    return found


def _params(study: LabStudy, points: tuple[AxisPoint, ...]) -> ParamsJson:
    """Return the parameters of a cell: the fixed ones, then those of its points."""
    given = dict(study.entry.params)
    for point in points:
        given |= point.set
    whole: dict[str, Any] = {}
    changes: dict[str, Any] = {}
    for name, value in given.items():
        own = SHEET not in fields_of(study.kind) and name == SHEET
        (whole if len(path_of(name)) == 1 else changes)["" if own else name] = value
    return dict(
        from_files(
            study.kind,
            {name: _with_files(value, study.folder) for name, value in whole.items()},
            study.entry.rulings,
            {name: _with_files(value, study.folder) for name, value in changes.items()},
        )
    )


def _with_files(value: Any, folder: str) -> Any:
    """Return `@REFERENCE` as the references to read; files are relative to the study."""
    if not (isinstance(value, str) and value.startswith("@")):
        return value
    beside = os.path.join(folder, value[1:])
    return at(f"@{beside}" if os.path.isfile(beside) else value)


def _is_valid(study: LabStudy, cell: Cell) -> bool:
    try:
        ask_about(study.kind.id, cell.params or {}, study.entry.rulings)
    except Refusal:
        return False
    return True


def _refusal_of(study: LabStudy, cell: Cell) -> Refusal:
    try:
        ask_about(study.kind.id, cell.params or {}, study.entry.rulings)
    except Refusal as refusal:
        refusal.game = study.game
        return refusal
    raise AssertionError("a valid cell")


def message_of(study: LabStudy, refusal: Refusal) -> Message:
    """Return the message of a refusal in both languages."""
    return {lang: Words(study.game, lang).refusal(refusal) for lang in ("fr", "en")}


def rows_of_points(study: LabStudy, cell: Cell) -> Iterator[tuple[str, Any]]:
    """Yield (name of the axis, key of the point)."""
    for axis, point in zip(study.axes, cell.points, strict=True):
        yield axis.name, point.key
