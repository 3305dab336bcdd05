"""The finished cells of a study, kept in a file: one JSON line each behind a line with the study."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import msgspec

from tablee.faces.lab.cell_measures import Row
from tablee.rules.file_access import unwritable

FILE = "cells.jsonl"


class _Head(msgspec.Struct, frozen=True):
    """The first line. `study`: the digest of the study, its cells and the rules."""

    study: str
    cells: int


class _Line(msgspec.Struct, frozen=True):
    cell: int
    rows: list[Row]


class FinishedCells:
    """An open file of finished cells.

    `rows`: cell -> its rows, also of the cells found in the file. `restarted`: whether the file held
    another study and was emptied.
    """

    def __init__(self, file: BinaryIO, digest: str, cells: int) -> None:
        self.rows: dict[int, list[Row]] = {}
        self.restarted = False
        self._file = file
        self._read(_Head(digest, cells))

    def _read(self, head: _Head) -> None:
        """Read the lines of this study; drop a torn last line, or all of another study."""
        self._file.seek(0)
        first = self._file.readline()
        if not first.endswith(b"\n") or _head_of(first) != head:
            self.restarted = bool(first)
            self._file.truncate(0)
            self._write(head)
            return
        end = self._file.tell()
        for line in self._file:
            found = _line_of(line)
            if found is None or not 0 <= found.cell < head.cells:
                break
            self.rows[found.cell] = found.rows
            end += len(line)
        self._file.truncate(end)

    def add(self, cell: int, rows: Sequence[Row]) -> None:
        """Append a finished cell."""
        self.rows[cell] = list(rows)
        self._write(_Line(cell, list(rows)))

    def _write(self, line: _Head | _Line) -> None:
        try:
            self._file.write(msgspec.json.encode(line) + b"\n")
            self._file.flush()
        except OSError as why:
            raise unwritable("out", os.fsdecode(self._file.name), why) from None


@contextmanager
def finished_cells(folder: Path, digest: str, cells: int) -> Iterator[FinishedCells]:
    """Open the file of finished cells in a folder. `digest`: of the study. Raises `Refusal`."""
    path = folder / FILE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = path.open("a+b")
    except OSError as why:
        raise unwritable("out", str(path), why) from None
    with file:
        yield FinishedCells(file, digest, cells)


def _head_of(line: bytes) -> _Head | None:
    try:
        return msgspec.json.decode(line, type=_Head)
    except msgspec.DecodeError:
        return None


def _line_of(line: bytes) -> _Line | None:
    if not line.endswith(b"\n"):
        return None
    try:
        return msgspec.json.decode(line, type=_Line)
    except msgspec.DecodeError:
        return None


def in_order(rows: Mapping[int, Sequence[Row]]) -> list[tuple[int, Row]]:
    """Return (cell, row) in the order of the cells."""
    return [(cell, row) for cell in sorted(rows) for row in rows[cell]]
