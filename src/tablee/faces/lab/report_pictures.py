"""The pictures of a report: specifications of curves and columns, beside those of heat maps.

The module draws grids of numbers with their labels. It knows no study.
"""

from __future__ import annotations

from collections.abc import Sequence

from tablee.faces.pictures.chart_data import Segment
from tablee.faces.pictures.heat_map import Grid, Show, Spec, grid_axis, grid_page
from tablee.faces.pictures.style import DARK, INK, shades
from tablee.rules.texts.words import Words

SERIES = ("#1d5a9b", "#b3560a", "#3c7a4e", "#7a4f9e", "#8a7000", "#a23b5a")
_WIDTH = 560


def curves(
    grid: Grid, places: Sequence[float] | None, show: Show, words: Words, share: bool
) -> Spec:
    """Return one line for each row; `places`: the numbers of the columns, None to space them
    evenly. `share`: whether the values are chances."""
    values = [
        {"x": places[x] if places else x, "y": value, "series": grid.rows[y]}
        for y, row in enumerate(grid.cells)
        for x, value in enumerate(row)
        if value is not None
    ]
    across: Spec = {"field": "x", "title": grid.across}
    if places:
        number = {"grid": False, "format": "~d", "tickMinStep": 1}
        across |= {"type": "quantitative", "axis": number, "scale": {"zero": False, "nice": False}}
    else:
        across |= grid_axis("x", grid.columns, grid.across, _WIDTH / len(grid.columns))
    up: Spec = {"field": "y", "type": "quantitative", "title": None, "scale": {"zero": share}}
    if share:
        up |= {"axis": {"format": ".0%"}, "scale": {"domainMin": 0}}
    encoding: Spec = {"x": across, "y": up}
    legend: Spec | None = {"title": grid.down} if len(grid.rows) > 1 else None
    domain = list(grid.rows)
    encoding["color"] = {
        "field": "series",
        "type": "nominal",
        "sort": None,
        "legend": legend,
        "scale": {"domain": domain, "range": list(SERIES[: len(domain)])},
    }
    mark: Spec = {"type": "line", "point": {"filled": True, "size": 42}, "strokeWidth": 2}
    view = {"data": {"values": values}, "mark": mark, "encoding": encoding}
    return grid_page(grid, view | {"width": _WIDTH, "height": 240}, show, words)


def columns(grid: Grid, show: Show, words: Words) -> Spec:
    """Return a bar for each column of the single row of a grid."""
    values = [
        {"y": x, "v": value, "text": show(value)}
        for x, value in enumerate(grid.cells[0])
        if value is not None
    ]
    y = grid_axis("y", grid.columns, grid.across)
    x: Spec = {"field": "v", "type": "quantitative", "axis": None}
    bar: Spec = {"mark": {"type": "bar", "color": DARK}, "encoding": {"x": x, "y": y}}
    text = {"mark": {"type": "text", "align": "left", "dx": 6, "color": INK}}
    encoding = {"x": x, "y": y, "text": {"field": "text", "type": "nominal"}}
    view = {"data": {"values": values}, "layer": [bar, text | {"encoding": encoding}]}
    return grid_page(grid, view | {"width": 420, "height": {"step": 26}}, show, words)


def stacks(grid: Grid, show: Show, words: Words) -> Spec:
    """Return stacked columns of chances: the rows of the grid are the outcomes."""
    tones = [Segment(label, "plain") for label in grid.rows]
    fills = [fill for fill, _ in shades(tones)]
    values = [
        {"x": x, "v": value, "part": part, "series": grid.rows[part]}
        for part, row in enumerate(grid.cells)
        for x, value in enumerate(row)
        if value
    ]
    encoding: Spec = {
        "x": grid_axis("x", grid.columns, grid.across, 34),
        "y": {
            "field": "v",
            "type": "quantitative",
            "stack": "zero",
            "title": None,
            "axis": {"format": ".0%"},
            "scale": {"domain": [0, 1]},
        },
        "order": {"field": "part"},
        "color": {
            "field": "series",
            "type": "nominal",
            "sort": None,
            "title": grid.down,
            "scale": {"domain": list(grid.rows), "range": fills},
        },
    }
    view: Spec = {"data": {"values": values}, "mark": {"type": "bar"}, "encoding": encoding}
    return grid_page(grid, view | {"width": {"step": 34}, "height": 240}, show, words)
