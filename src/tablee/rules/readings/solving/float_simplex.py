"""The simplex method in floats, for many matrix games of one shape at once.

First the steepest cost enters, later the first one, so that it ends; of tied rows the one with the
largest pivot leaves. The mixtures may miss the optimum by rounding: compare their guarantees.
"""

from __future__ import annotations

from typing import Any

import numpy as np

SMALL = 1e-11
"""Bound below which an entry of a tableau counts as 0; entries are of the order of 1."""


def mixtures(positive: Any) -> tuple[Any, Any]:
    """Return approximate optimal mixtures of both sides of games with payoffs from 1 to 2.

    `positive`: array of games, rows and columns.

    The problem of the side of the columns: maximise sum y with A y <= 1, y >= 0. The tableaux have
    no columns for the basis: a pivot exchanges a variable of the basis with another.
    """
    count, rows, columns = positive.shape
    tableau = np.zeros((count, rows + 1, columns + 1))
    tableau[:, :rows, :columns] = positive
    tableau[:, :rows, columns] = 1.0
    tableau[:, rows, :columns] = -1.0
    basis = np.tile(np.arange(columns, columns + rows), (count, 1))
    free = np.tile(np.arange(columns), (count, 1))
    going = np.arange(count)
    tables, bases, frees = tableau, basis, free
    for pivots in range(20 * (rows + columns)):
        costs = tables[:, rows, :columns]
        if pivots < 4 * (rows + columns):
            entering = costs.argmin(axis=1)
        else:
            entering = (costs < -SMALL).argmax(axis=1)
        each = np.arange(len(going))
        open_games = costs[each, entering] < -SMALL
        if not open_games.all():
            done = going[~open_games]
            tableau[done], basis[done], free[done] = (
                tables[~open_games],
                bases[~open_games],
                frees[~open_games],
            )
            tables, bases, frees = tables[open_games], bases[open_games], frees[open_games]
            going, entering = going[open_games], entering[open_games]
            if not len(going):
                break
        tables = _pivot(tables, bases, frees, entering)
    tableau[going], basis[going], free[going] = tables, bases, frees
    return _mixtures(tableau, basis, free)


def _pivot(tables: Any, bases: Any, frees: Any, entering: Any) -> Any:
    """Return the tableaux after one pivot each; of tied rows the one with the largest pivot leaves."""
    each = np.arange(len(tables))
    rows = tables.shape[1] - 1
    line = tables[each, :rows, entering]
    usable = line > SMALL
    ratios = np.where(usable, tables[:, :rows, -1] / np.where(usable, line, 1.0), np.inf)
    tied = ratios <= ratios.min(axis=1, keepdims=True) * (1.0 + 1e-12) + 1e-15
    leaving = np.where(tied, line, -1.0).argmax(axis=1)
    pivot = tables[each, leaving, entering]
    pivot_row = tables[each, leaving] / pivot[:, None]
    column = tables[each, :, entering].copy()
    column[each, leaving] = 0.0
    after = tables - column[:, :, None] * pivot_row[:, None, :]
    after[each, :, entering] = -column / pivot[:, None]
    after[each, leaving] = pivot_row
    after[each, leaving, entering] = 1.0 / pivot
    bases[each, leaving], frees[each, entering] = frees[each, entering], bases[each, leaving]
    return after


def _mixtures(tableau: Any, basis: Any, free: Any) -> tuple[Any, Any]:
    count, rows, columns = len(tableau), tableau.shape[1] - 1, tableau.shape[2] - 1
    games = np.arange(count)[:, None]
    weights = np.zeros((count, rows + columns))
    weights[games, basis] = tableau[:, :rows, columns]
    costs = np.zeros((count, rows + columns))
    costs[games, free] = tableau[:, rows, :columns]
    return _chances(costs[:, columns:]), _chances(weights[:, :columns])


def _chances(weights: Any) -> Any:
    positive = np.maximum(weights, 0.0)
    total = positive.sum(axis=1, keepdims=True)
    even = np.full_like(positive, 1.0 / positive.shape[1])
    return np.where(total > 0.0, positive / np.where(total > 0.0, total, 1.0), even)
