"""Matrix games: two opposed sides that decide at once (von Neumann 1928), solved exactly.

A saddle point is looked for first; otherwise the simplex method on the primal of the row player,
with Bland's rule (1977) for both choices so that degenerate matrices cannot cycle.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

__all__ = ["Equilibrium", "solve"]

Row = list[Fraction]
_MOST_PIVOTS = 10_000


class Equilibrium:
    """The value for the rows, and both sides' optimal mixtures (they sum to 1)."""

    __slots__ = ("columns", "rows", "value")

    def __init__(self, value: Fraction, rows: Row, columns: Row) -> None:
        self.value = value
        self.rows = rows
        self.columns = columns


def solve(
    payoffs: Sequence[Sequence[Fraction]], breathe: Callable[[], None] = lambda: None
) -> Equilibrium:
    """The equilibrium of the zero-sum game in which the rows gain `payoffs[i][j]`.

    `breathe` is called now and then.
    """
    return _saddle(payoffs) or _simplex(payoffs, breathe)


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


def _simplex(payoffs: Sequence[Sequence[Fraction]], breathe: Callable[[], None]) -> Equilibrium:
    """Maximise sum y with A y <= 1, y >= 0, A shifted to be positive: the columns' problem.

    Its dual values are the rows' mixture. Tableau: one line a row of A, slacks as first basis.
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
        _pivot(tableau, costs, leaving, entering, breathe)
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
    tableau: list[Row], costs: Row, row: int, column: int, breathe: Callable[[], None]
) -> None:
    pivot = tableau[row][column]
    tableau[row] = [entry / pivot for entry in tableau[row]]
    for line in (*(t for i, t in enumerate(tableau) if i != row), costs):
        factor = line[column]
        breathe()
        if factor:
            for j, entry in enumerate(tableau[row]):
                line[j] -= factor * entry
