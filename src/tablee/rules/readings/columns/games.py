"""Many matrix games at once: saddle points first, then the simplex method on all the others.

A game whose result does not guarantee both sides its value is solved again alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tablee.rules.readings.matrix import solve_floats

_SMALL = 1e-11
"""Bound below which an entry of a tableau counts as 0; entries are of the order of 1."""
WIDE_GAP = 1e-10
"""Gap above which a game is solved again alone, relative to the width of its payoffs."""


def game_values(payoffs: Any) -> tuple[Any, float]:
    """Return the value of each game, for the side of the rows, and the widest gap.

    `payoffs`: array of games, rows and columns.
    """
    floors, ceilings = payoffs.min(axis=2).max(axis=1), payoffs.max(axis=1).min(axis=1)
    values = (floors + ceilings) / 2
    mixed = np.flatnonzero(ceilings - floors > _SMALL)
    gap = float((ceilings - floors)[ceilings - floors <= _SMALL].max(initial=0.0))
    if not len(mixed):
        return values, gap
    games = payoffs[mixed]
    low, high = games.min(axis=(1, 2)), games.max(axis=(1, 2))
    width = high - low
    scaled = (games - low[:, None, None]) / width[:, None, None]
    rows, columns = _simplex(1.0 + scaled)
    floor = np.einsum("gr,grc->gc", rows, scaled).min(axis=1)
    ceiling = np.einsum("grc,gc->gr", scaled, columns).max(axis=1)
    values[mixed] = low + width * (floor + ceiling) / 2
    gaps = width * np.maximum(0.0, ceiling - floor)
    for place in np.flatnonzero(ceiling - floor > WIDE_GAP):
        values[mixed[place]], _, _, gaps[place] = solve_floats(games[place])
    return values, max(gap, float(gaps.max()))


def _simplex(positive: Any) -> tuple[Any, Any]:
    """Return approximate mixtures of games with payoffs from 1 to 2.

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
            entering = (costs < -_SMALL).argmax(axis=1)
        each = np.arange(len(going))
        open_games = costs[each, entering] < -_SMALL
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
    usable = line > _SMALL
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
