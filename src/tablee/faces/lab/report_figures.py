"""The figures of a report: which picture each measure of a study gets, and its grid."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec

from tablee.faces.lab.cell_measures import Row
from tablee.faces.lab.report_pictures import columns, curves, stacks
from tablee.faces.lab.sensitivity import AxisEffect, axis_effects, index_of
from tablee.faces.lab.study_axes import Axis
from tablee.faces.lab.study_file import Best, LabStudy, LawOf, Measure
from tablee.faces.lab.study_words import StudyWords
from tablee.faces.pictures.heat_map import Grid, Spec, heat_map

MOST_FIGURES = 12
"""Maximum number of pictures of one measure; the table has the rest."""
_FEW = 6
"""Maximum number of lines of a picture."""


class Standing(msgspec.Struct, frozen=True):
    """One label of a matrix of match-ups: its wins, draws and losses against the others, and the
    mean of the measure."""

    label: str
    won: int
    drawn: int
    lost: int
    mean: float


class Figures:
    """The figures of one measure. `rows`: cell -> the rows of the measure."""

    def __init__(
        self,
        study: LabStudy,
        words: StudyWords,
        measure: Measure,
        rows: Mapping[int, Sequence[Row]],
    ) -> None:
        self.study = study
        self.words = words
        self.measure = measure
        self.rows = rows
        self.values = {
            index: row.value for index, (row, *_) in rows.items() if row.value is not None
        }
        self.labels = [[words.point(axis, each) for each in axis.points] for axis in study.axes]
        self.names = [words.axis(axis) for axis in study.axes]

    @cached_property
    def is_share(self) -> bool:
        """Whether the values are chances."""
        rows = [row for each in self.rows.values() for row in each if row.value is not None]
        return bool(rows) and all(row.chance for row in rows)

    @property
    def is_match_up(self) -> bool:
        """Whether the study sets the same points against each other, on its first two axes."""
        axes = self.study.axes
        if len(axes) < 2 or isinstance(self.measure, LawOf | Best) or len(axes[0].points) < 2:
            return False
        keys = [[point.key for point in axis.points] for axis in axes[:2]]
        return keys[0] == keys[1] and not axes[0].is_numeric

    @property
    def centre(self) -> float:
        """The value at which neither side of a match-up wins."""
        return 0.5 if self.is_share else 0.0

    def show(self, value: float) -> str:
        """Return a value of the measure in words."""
        return self.words.value(value, self.is_share)

    def specs(self) -> list[Spec]:
        """Return the pictures, at most `MOST_FIGURES`."""
        made = self._laws() if isinstance(self.measure, LawOf) else self._numbers()
        return list(itertools.islice(made, MOST_FIGURES))

    def effects(self) -> list[AxisEffect]:
        """Return what changes the measure most; nothing for laws and options in words."""
        if isinstance(self.measure, LawOf):
            return []
        return axis_effects(self.study.shape, self.values)

    def standings(self) -> list[Standing]:
        """Return the labels of a match-up, the one that wins most first, over all other axes."""
        size = self.study.shape[0]
        found = []
        for first in range(size):
            known = [
                value
                for second in range(size)
                if second != first
                for rest in self._rests(2)
                if (value := self.values.get(self._at((first, second, *rest)))) is not None
            ]
            if not known:
                continue
            won = sum(value > self.centre for value in known)
            lost = sum(value < self.centre for value in known)
            label, mean = self.labels[0][first], sum(known) / len(known)
            found.append(Standing(label, won, len(known) - won - lost, lost, mean))
        return sorted(found, key=lambda each: (-each.won, each.lost, -each.mean))

    # ── grids ──────────────────────────────────────────────────────────────────────────────────
    def _rests(self, fixed: int) -> Iterator[tuple[int, ...]]:
        """Yield the places on the axes behind the first `fixed` ones."""
        return itertools.product(*(range(size) for size in self.study.shape[fixed:]))

    def _at(self, places: Sequence[int]) -> int:
        return index_of(self.study.shape, places)

    def _title(self, rest: Sequence[int], fixed: int) -> str:
        """Return the name of the measure with the points of the other axes."""
        names = [
            f"{self.names[fixed + at]} : {self.labels[fixed + at][place]}"
            for at, place in enumerate(rest)
        ]
        title = self.words.measure(self.measure)
        return self.words.words.text(", ".join([title, *names]))

    def _numbers(self) -> Iterator[Spec]:
        if len(self.study.axes) == 1:
            yield self._line()
            return
        known = self.values.values()
        span = (min(known), max(known)) if known else (0.0, 1.0)
        for rest in self._rests(2):
            grid = self._grid(rest)
            centre = self.centre if self.is_match_up else None
            if centre is None and not self.is_share and span[0] < 0:
                centre = 0.0
            yield heat_map(grid, self.show, self.words.words, span, centre)
            if self._has_curves(grid):
                yield self._series(grid, 1)

    def _line(self) -> Spec:
        places = range(self.study.shape[0])
        cells = [self.values.get(place) for place in places]
        grid = Grid(self._title((), 1), self.names[0], "", self.labels[0], [""], [cells])
        if self.study.axes[0].is_numeric and len(cells) > 1:
            return self._series(grid, 0)
        return columns(grid, self.show, self.words.words)

    def _series(self, grid: Grid, axis: int) -> Spec:
        return curves(
            grid, _places(self.study.axes[axis]), self.show, self.words.words, self.is_share
        )

    def _has_curves(self, grid: Grid) -> bool:
        return (
            not isinstance(self.measure, Best)
            and len(self.study.axes) == 2
            and self.study.axes[1].is_numeric
            and len(grid.columns) > 3
            and 1 < len(grid.rows) <= _FEW
            and bool(self.values)
        )

    def _grid(self, rest: Sequence[int]) -> Grid:
        """Return the first axis down and the second across, the others fixed."""
        size_down, size_across = self.study.shape[:2]
        cells, texts = [], []
        for y in range(size_down):
            places = [self._at((y, x, *rest)) for x in range(size_across)]
            cells.append([self.values.get(place) for place in places])
            texts.append([self._text(place) for place in places])
        return Grid(
            self._title(rest, 2),
            self.names[1],
            self.names[0],
            self.labels[1],
            self.labels[0],
            cells,
            texts,
        )

    def _text(self, index: int) -> str:
        """Return what a cell without a number shows: the best option in words."""
        row = self.rows[index][0] if index in self.rows else None
        if row is None or row.how == "refused" or row.value is not None:
            return ""
        return self.words.row(self.measure, row)

    def _laws(self) -> Iterator[Spec]:
        last = len(self.study.axes) - 1
        sizes = self.study.shape
        outcomes = _outcomes(self.rows)
        for rest in itertools.product(*(range(size) for size in sizes[:-1])):
            cells: list[list[float | None]] = []
            for outcome in outcomes:
                places = [self._at((*rest, x)) for x in range(sizes[-1])]
                cells.append([_chance(self.rows.get(place, ()), outcome) for place in places])
            title = self._title(rest, 0)
            shown = [self.words.outcome(self.measure, outcome) for outcome in outcomes]
            grid = Grid(title, self.names[last], "", self.labels[last], shown, cells)
            yield stacks(grid, self.show, self.words.words)


def rows_of(rows: Mapping[int, Sequence[Row]], measure: Measure) -> dict[int, list[Row]]:
    """Return the rows of one measure by cell."""
    found = {
        index: [row for row in each if row.measure == measure.name] for index, each in rows.items()
    }
    return {index: each for index, each in found.items() if each}


def _places(axis: Axis) -> list[float] | None:
    return [float(point.key) for point in axis.points] if axis.is_numeric else None


def _outcomes(rows: Mapping[int, Sequence[Row]]) -> list[str]:
    """Return the outcomes of a law over all cells, numbers in rising order."""
    found: dict[str, Any] = dict.fromkeys(
        row.outcome for each in rows.values() for row in each if row.outcome is not None
    )
    try:
        return sorted(found, key=float)
    except ValueError:
        return list(found)


def _chance(rows: Sequence[Row], outcome: str) -> float | None:
    return next((row.value for row in rows if row.outcome == outcome), None)
