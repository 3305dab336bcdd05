"""Matrix games: two opposed sides that decide simultaneously (von Neumann 1928).

The exact solver first looks for a saddle point; otherwise it uses the simplex method with Bland's
rule (1977), so that degenerate matrices cannot cycle. The float solver (see
`float_simplex`) compares its result with the best replies of both sides: the gap bounds the error,
including rounding.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from tablee.rules.readings.solving.float_simplex import SMALL, mixtures

Row = list[Fraction]
_MOST_PIVOTS = 10_000
_WIDE_GAP = 1e-9
"""Error above which the float solver uses the exact one."""


class Equilibrium:
    """The value for the row player, and the optimal mixtures of both players (each sums to 1)."""

    __slots__ = ("columns", "rows", "value")

    def __init__(self, value: Fraction, rows: Row, columns: Row) -> None:
        self.value = value
        self.rows = rows
        self.columns = columns


def solve(
    payoffs: Sequence[Sequence[Fraction]], report_progress: Callable[[], None] = lambda: None
) -> Equilibrium:
    """Return the equilibrium of the zero-sum game in which the row player gains `payoffs[i][j]`.

    `report_progress` is called often.
    """
    return _saddle(payoffs) or _simplex(payoffs, report_progress)


def _saddle(payoffs: Sequence[Sequence[Fraction]]) -> Equilibrium | None:
    floors = [min(row) for row in payoffs]
    ceilings = [max(column) for column in zip(*payoffs, strict=True)]
    value = max(floors)
    if value != min(ceilings):
        return None
    rows, columns = floors.index(value), ceilings.index(value)
    return Equilibrium(value, _pure(len(floors), rows), _pure(len(ceilings), columns))


def _pure(length: int, place: int) -> Row:
    return [Fraction(int(i == place)) for i in range(length)]


def _simplex(
    payoffs: Sequence[Sequence[Fraction]], report_progress: Callable[[], None]
) -> Equilibrium:
    """Maximise sum y with A y <= 1, y >= 0: the problem of the column player, A shifted positive.

    The dual values are the mixture of the row player. The tableau has one line for each row of A;
    the slacks are the first basis.
    """
    shift = 1 - min(min(row) for row in payoffs)
    rows, columns = len(payoffs), len(payoffs[0])
    tableau = [
        [Fraction(entry) + shift for entry in row]
        + [Fraction(int(i == j)) for j in range(rows)]
        + [Fraction(1)]
        for i, row in enumerate(payoffs)
    ]
    costs = [Fraction(-1)] * columns + [Fraction(0)] * (rows + 1)
    basis = list(range(columns, columns + rows))
    for _ in range(_MOST_PIVOTS):
        entering = next((j for j, cost in enumerate(costs[:-1]) if cost < 0), None)
        if entering is None:
            break
        ratios = [
            (line[-1] / line[entering], basis[i], i)
            for i, line in enumerate(tableau)
            if line[entering] > 0
        ]
        _, _, leaving = min(ratios)
        _pivot(tableau, costs, leaving, entering, report_progress)
        basis[leaving] = entering
    else:
        raise ArithmeticError("the simplex method did not end")
    whole = costs[-1]
    mixture = [Fraction(0)] * columns
    for i, variable in enumerate(basis):
        if variable < columns:
            mixture[variable] = tableau[i][-1] / whole
    return Equilibrium(
        1 / whole - shift, [cost / whole for cost in costs[columns : columns + rows]], mixture
    )


def _pivot(
    tableau: list[Row], costs: Row, row: int, column: int, report_progress: Callable[[], None]
) -> None:
    pivot = tableau[row][column]
    tableau[row] = [entry / pivot for entry in tableau[row]]
    for line in (*(t for i, t in enumerate(tableau) if i != row), costs):
        factor = line[column]
        report_progress()
        if factor:
            for j, entry in enumerate(tableau[row]):
                line[j] -= factor * entry


# ── in floats ──────────────────────────────────────────────────────────────────────────────────
def solve_floats(payoffs: Any) -> tuple[float, Any, Any, float]:
    """Return (value, mixture of the rows, mixture of the columns, gap) of a game in floats.

    `payoffs`: array of rows and columns. The mixtures guarantee each player the value within the
    gap.
    """
    low = float(payoffs.min())
    width = float(payoffs.max()) - low
    if width <= 0.0:
        return low, *(pure_mixture(length) for length in payoffs.shape), 0.0
    scaled = (payoffs - low) / width
    rows, columns = _saddle_floats(scaled) or (each[0] for each in mixtures(1.0 + scaled[None]))
    floor, ceiling = float((rows @ scaled).min()), float((scaled @ columns).max())
    if ceiling - floor > _WIDE_GAP:
        rows, columns = exact_mixtures(scaled)
        floor, ceiling = float((rows @ scaled).min()), float((scaled @ columns).max())
    value = low + width * (floor + ceiling) / 2
    return value, rows, columns, width * max(0.0, ceiling - floor)


def exact_mixtures(payoffs: Any) -> tuple[Any, Any]:
    """Return the mixtures of the exact solution of a game in floats."""
    game = solve([[Fraction(float(each)) for each in row] for row in payoffs])
    return np.array(game.rows, dtype=float), np.array(game.columns, dtype=float)


def pure_mixture(length: int, place: int = 0) -> Any:
    """Return the mixture that gives one answer always."""
    pure = np.zeros(length)
    pure[place] = 1.0
    return pure


def _saddle_floats(scaled: Any) -> tuple[Any, Any] | None:
    floors, ceilings = scaled.min(axis=1), scaled.max(axis=0)
    row, column = int(floors.argmax()), int(ceilings.argmin())
    if ceilings[column] - floors[row] > SMALL:
        return None
    return pure_mixture(len(floors), row), pure_mixture(len(ceilings), column)
