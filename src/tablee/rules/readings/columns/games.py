"""Many matrix games at once: saddle points first, then the simplex method on all the others.

A game whose result does not guarantee both sides its value is solved exactly.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tablee.rules.readings.solving.float_simplex import SMALL, mixtures
from tablee.rules.readings.solving.matrix import exact_mixtures

WIDE_GAP = 1e-10
"""Gap above which a game is solved exactly, relative to the width of its payoffs."""


def game_values(payoffs: Any) -> tuple[Any, float]:
    """Return the value of each game, for the side of the rows, and the widest gap.

    `payoffs`: array of games, rows and columns.
    """
    floors, ceilings = payoffs.min(axis=2).max(axis=1), payoffs.max(axis=1).min(axis=1)
    values = (floors + ceilings) / 2
    mixed = np.flatnonzero(ceilings - floors > SMALL)
    gap = float((ceilings - floors)[ceilings - floors <= SMALL].max(initial=0.0))
    if not len(mixed):
        return values, gap
    games = np.ascontiguousarray(payoffs[mixed])
    low, high = games.min(axis=(1, 2)), games.max(axis=(1, 2))
    width = high - low
    scaled = (games - low[:, None, None]) / width[:, None, None]
    rows, columns = mixtures(1.0 + scaled)
    floor, ceiling = _guarantees(scaled, rows, columns)
    wide = np.flatnonzero(ceiling - floor > WIDE_GAP)
    for place in wide:
        rows[place], columns[place] = exact_mixtures(scaled[place])
    floor[wide], ceiling[wide] = _guarantees(scaled[wide], rows[wide], columns[wide])
    values[mixed] = low + width * (floor + ceiling) / 2
    gaps = width * np.maximum(0.0, ceiling - floor)
    return values, max(gap, float(gaps.max()))


def _guarantees(games: Any, rows: Any, columns: Any) -> tuple[Any, Any]:
    """Return what the mixtures of each side guarantee it."""
    floor = np.einsum("gr,grc->gc", rows, games).min(axis=1)
    return floor, np.einsum("grc,gc->gr", games, columns).max(axis=1)
