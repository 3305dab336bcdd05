"""Heat maps: a number for each pair of two values, as a grid of colours.

The module draws grids of numbers with their labels. It knows no law and no study.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from tablee.faces.pictures.style import LINE, QUIET, between, config, is_dark
from tablee.rules.texts.words import Words

Spec = dict[str, Any]
Show = Callable[[float], str]
RISING = ("#eef4fa", "#6ba3d6", "#0d3564")
"""Colours from the lowest value to the highest."""
OPPOSED = ("#b3560a", "#f8c690", "#f3efe6", "#8fbbe2", "#0d3564")
"""Colours from the column's win to the row's win, through neither."""
_REFUSED = "#8a8a8a"
_LETTER = 7.5
"""Pixels of a letter of a label."""
MOST_NUMBERED = 32
"""Maximum number of columns of a heat map that shows its numbers."""


class Grid(msgspec.Struct, frozen=True):
    """A table of numbers to draw. `cells`: by row, None where there is none; `texts`: what each cell
    shows instead of its number, "" for the number."""

    title: str
    across: str
    down: str
    columns: Sequence[str]
    rows: Sequence[str]
    cells: Sequence[Sequence[float | None]]
    texts: Sequence[Sequence[str]] = ()


def heat_map(
    grid: Grid, show: Show, words: Words, span: tuple[float, float], centre: float | None = None
) -> Spec:
    """Return a heat map. `span`: the lowest and highest value of its colours. With `centre`: two
    colours diverge from it."""
    low, high = span
    side = 0.0 if centre is None else max(high - centre, centre - low)
    step = max(22, min(64, round(820 / max(len(grid.columns), 8))))
    values = []
    for y, row in enumerate(grid.cells):
        for x, value in enumerate(row):
            text = grid.texts[y][x] if grid.texts else ""
            shown = text or ("–" if value is None else show(value))
            if value is None:
                fill = "#00000000" if not text else between(RISING, 0.2)
            elif centre is not None:
                fill = between(OPPOSED, 0.5 + (value - centre) / (2 * side) if side else 0.5)
            else:
                fill = between(RISING, (value - low) / (high - low) if high > low else 0.5)
            ink = _REFUSED if value is None and not text else _on(fill)
            values.append({"x": x, "y": y, "fill": fill, "ink": ink, "text": shown})
    numbered = len(grid.columns) <= MOST_NUMBERED
    size = 13 if step > 44 else 11 if step > 32 else 8
    layers: list[Spec] = [{"mark": {"type": "rect", "stroke": None}, "encoding": _paint("fill")}]
    if numbered:
        encoding = {"text": {"field": "text", "type": "nominal"}, "color": _raw("ink")}
        layers.append({"mark": {"type": "text", "fontSize": size}, "encoding": encoding})
    view = {
        "data": {"values": values},
        "encoding": {
            "x": grid_axis("x", grid.columns, grid.across, step),
            "y": grid_axis("y", grid.rows, grid.down),
        },
        "width": {"step": step},
        "height": {"step": max(22, min(34, step))},
        "layer": layers,
    }
    return grid_page(grid, view, show, words)


def _on(fill: str) -> str:
    return "#ffffff" if is_dark(fill) else "#000000"


def _raw(field: str) -> Spec:
    return {"field": field, "type": "nominal", "scale": None}


def _paint(field: str) -> Spec:
    return {"fill": _raw(field)}


def grid_axis(channel: str, labels: Sequence[str], title: str, step: float = 0) -> Spec:
    """Return an axis of labels; on x they slant where `step` pixels are too few for the longest."""
    axis: Spec = {"labelExpr": _names(labels), "title": title, "grid": False, "ticks": False}
    axis |= {"domain": False, "labelPadding": 6}
    if channel == "x":
        slanted = _LETTER * max(map(len, labels)) > step
        axis |= {"labelAngle": -45 if slanted else 0, "labelOverlap": False}
    scale: Spec = {"domain": list(range(len(labels))), "paddingInner": 0.06, "paddingOuter": 0}
    return {"field": channel, "type": "ordinal", "axis": axis, "scale": scale}


def _names(labels: Sequence[str]) -> str:
    return f"{msgspec.json.encode(list(labels)).decode()}[datum.value]"


def grid_page(grid: Grid, view: Spec, show: Show, words: Words) -> Spec:
    """Return the whole picture, on no background, with its numbers as text."""
    lines = []
    for y, row in enumerate(grid.cells):
        parts = [
            f"{column} {show(value)}"
            for column, value in zip(grid.columns, row, strict=True)
            if value is not None
        ]
        head = f"{grid.rows[y]} : " if grid.rows[y] else ""
        lines.append(f"{head}{' ; '.join(parts)}.")
    settings = config(words)
    settings["axis"] |= {"gridColor": LINE, "domainColor": QUIET}
    settings["title"] |= {"fontSize": 15, "offset": 10}
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
        "description": words.text("\n".join(lines)),
        "background": None,
        "padding": 6,
        "title": {"text": [grid.title], "subtitle": []},
        "config": settings,
        **view,
    }
