"""Vega-Lite specifications of the tables, written as data.

The module knows tables and captions, and no law.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any

from tablee.faces.pictures.captions import wrapped
from tablee.faces.pictures.chart_data import Curve, Panel, Row, shown_number
from tablee.faces.pictures.style import DARK, INK, QUIET, config, is_dark, shades
from tablee.rules.texts.typography import percent
from tablee.rules.texts.words import Words

Spec = dict[str, Any]
WIDTH, HEIGHT = 600, 260
_ROOM = Fraction(7, 100)
"""Smallest part of a stack that is high enough for its number."""
FEW = 14
"""Maximum number of columns that each show their number."""


def page(
    title: str,
    sentences: Sequence[str],
    drawn: Sequence[Panel | Curve],
    alternative: str,
    words: Words,
) -> Spec:
    """Return the whole picture: title, sentence, panels one below another, captions."""
    views = [
        _curve(each, words) if isinstance(each, Curve) else _PANELS[each.kind](each, words)
        for each in drawn
    ]
    if len(drawn) > 1:
        for each, view in zip(drawn, views, strict=True):
            view["title"] = {"text": each.title, "fontSize": 14, "frame": "group", "offset": 12}
    captions = [line for each in drawn for text in each.captions for line in wrapped(text, 100)]
    if captions:
        views.append(_caption(captions))
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
        "description": alternative,
        "background": "white",
        "padding": 18,
        "title": {
            "text": wrapped(title, 68),
            "subtitle": [line for text in sentences for line in wrapped(text, 88)],
        },
        "vconcat": views,
        "spacing": 26,
        "resolve": {"scale": {"fill": "independent", "stroke": "independent"}},
        "config": config(words),
    }


def _caption(lines: list[str]) -> Spec:
    mark: Spec = {"type": "text", "text": lines, "x": 0, "y": 0, "align": "left"}
    mark |= {"baseline": "top", "color": QUIET, "fontSize": 12, "lineHeight": 16}
    return {**_layer([{}], mark, {}), "width": WIDTH, "height": 16 * len(lines) - 8}


def _layer(values: list[Spec], mark: Spec, encoding: Spec) -> Spec:
    """Return marks of one kind, one for each record."""
    return {"data": {"values": values}, "mark": mark, "encoding": encoding}


# ── what the panels share ──────────────────────────────────────────────────────────────────────
def _cells(panel: Panel) -> list[Spec]:
    """Return one record for each segment with a positive chance."""
    return [
        {"row": place, "part": part, "segment": segment.label, "p": float(chance)}
        for place, row in enumerate(panel.rows)
        for part, (segment, chance) in enumerate(zip(panel.segments, row.parts, strict=True))
        if chance
    ]


def _colours(panel: Panel, legend: Spec | None) -> Spec:
    """Return fill and edge of the segments, with a legend where there are several."""
    met = [
        segment
        for place, segment in enumerate(panel.segments)
        if any(row.parts[place] for row in panel.rows)
    ]
    pairs = dict(zip(panel.segments, shades(panel.segments), strict=True))
    shown = legend if len(met) > 1 else None
    if shown is not None and panel.kind == "sweep":
        met = met[::-1]
    return {
        channel: {
            "field": "segment",
            "type": "nominal",
            "title": None,
            "sort": None,
            "scale": {
                "domain": [segment.label for segment in met],
                "range": [pairs[segment][which] for segment in met],
            },
            "legend": shown,
        }
        for which, channel in enumerate(("fill", "stroke"))
    }


def _names(labels: Sequence[str]) -> str:
    """Return a Vega expression for the label of a row number (labels may repeat)."""
    return f"{json.dumps(list(labels), ensure_ascii=False)}[datum.value]"


def _step(count: int) -> float:
    return round(min(46.0, max(9.0, WIDTH / count)), 2)


def _row_axis(labels: Sequence[str], title: str | None, channel: str) -> Spec:
    axis: Spec = {"labelExpr": _names(labels), "title": title, "grid": False}
    if channel == "x":
        axis |= {"labelAngle": 0, "labelOverlap": "parity", "labelSeparation": 6}
    else:
        axis |= {"ticks": False, "domain": True, "labelPadding": 8}
    return axis


def _rows_on(channel: str, panel: Panel, title: str | None) -> Spec:
    return {
        "field": "row",
        "type": "ordinal",
        "scale": {
            "domain": list(range(len(panel.rows))),
            "paddingInner": 0.2 if len(panel.rows) <= 24 else 0.08,
            "paddingOuter": 0.1 if len(panel.rows) <= 24 else 0.04,
        },
        "axis": _row_axis([row.label for row in panel.rows], title, channel),
    }


_SCALE = {"type": "quantitative", "title": None}


# ── the panels ─────────────────────────────────────────────────────────────────────────────────
def _bars(panel: Panel, words: Words) -> Spec:
    """Return horizontal bars, one an outcome, with the share and the exact fraction when it is
    short."""
    top = max(float(row.total) for row in panel.rows)
    texts = [percent(row.total, words.lang) for row in panel.rows]
    values = [
        {"row": place, "p": float(row.total), "text": text, "exact": _exact(row.total)}
        for place, (row, text) in enumerate(zip(panel.rows, texts, strict=True))
    ]
    across = {"field": "p", **_SCALE, "axis": None, "scale": {"domain": [0, top * 1.22]}}
    down = _rows_on("y", panel, None)
    text: Spec = {"type": "text", "align": "left", "baseline": "middle"}
    at, legend = (
        {"y": down, "x": across},
        {"orient": "top", "direction": "horizontal", "offset": 10},
    )
    share, fraction = {"dx": 7, "fontSize": 14}, {"dx": 56, "fontSize": 12, "color": QUIET}
    layers = [
        _layer(_cells(panel), _bar(1.2), _stacked(panel, {"y": down}, "x", across, legend)),
        _layer(values, text | share, at | {"text": {"field": "text"}}),
        _layer(values, text | fraction, at | {"text": {"field": "exact"}}),
    ]
    return {"width": WIDTH, "height": {"step": 34}, "layer": layers}


def _bar(edge: float) -> Spec:
    return {"type": "bar", "strokeWidth": edge}


def _stacked(panel: Panel, along: Spec, channel: str, scale: Spec, legend: Spec) -> Spec:
    """Return the encoding of segments that are stacked on one channel."""
    order = {"order": {"field": "part"}}
    return along | {channel: scale | {"stack": "zero"}} | order | _colours(panel, legend)


def _exact(chance: Fraction) -> str:
    return str(chance) if len(str(chance)) <= 7 and chance not in (0, 1) else ""


def _columns(panel: Panel, words: Words) -> Spec:
    """Return columns over a scale of numbers, with the mean marked."""
    count = len(panel.rows)
    step, top = _step(count), max(float(row.total) for row in panel.rows)
    texts = _column_labels(panel, words)
    along = _rows_on("x", panel, panel.title)
    grid = {"format": "~%", "tickCount": 5, "domain": False, "ticks": False}
    up: Spec = {"field": "p", **_SCALE, "scale": {"domain": [0, top * 1.12], "nice": not texts}}
    up["axis"] = None if texts else grid
    layers: list[Spec] = _mean(panel.mean, step, count) if panel.mean else []
    stacked = _stacked(
        panel, {"x": along}, "y", up, {"orient": "top", "direction": "horizontal", "offset": 28}
    )
    layers.append(_layer(_cells(panel), _bar(1.2 if step > 12 else 0.6), stacked))
    if texts:
        values = [
            {"row": place, "p": float(row.total), "text": text}
            for place, (row, text) in enumerate(zip(panel.rows, texts, strict=True))
            if row.total
        ]
        mark = {"type": "text", "dy": -8, "fontSize": 12 if count > 10 else 13}
        at = {"x": along, "y": up, "text": {"field": "text"}}
        layers += [_layer(values, mark | extra, at) for extra in (_HALO, {})]
    return {"width": {"step": step}, "height": HEIGHT, "layer": layers}


_HALO = {"stroke": "white", "strokeWidth": 4}
"""Outline under a text, so that no line crosses it."""


def _column_labels(panel: Panel, words: Words) -> list[str]:
    """Return the labels on the columns; none when there are many, which have a scale instead."""
    chances = [row.total for row in panel.rows]
    if len(chances) > FEW:
        return []
    return [percent(chance, words.lang) for chance in chances]


def _mean(mean: tuple[float, str], step: float, count: int) -> list[Spec]:
    place, text = mean
    across = round((place + 0.5) * step, 1)
    left = place > count * 0.7
    note = {"type": "text", "text": text, "x": across, "y": -9, "fontStyle": "italic"}
    note |= {"align": "right" if left else "left", "dx": -5 if left else 5, "color": INK}
    line = {"type": "rule", "strokeDash": [5, 4], "color": INK, "strokeWidth": 1.2}
    ends = {"x": {"value": across}, "y": {"value": -18}, "y2": {"value": HEIGHT}}
    return [_layer([{}], line, ends), _layer([{}], note, {})]


def _stacks(panel: Panel, words: Words) -> Spec:
    """Return one stacked column for each value of a parameter, with the height of the successes."""
    count = len(panel.rows)
    step = _step(count)
    along = _rows_on("x", panel, panel.title)
    ticks = [0, 0.25, 0.5, 0.75, 1]
    grid = {"format": "~%", "values": ticks, "domain": False, "ticks": False}
    up: Spec = {"field": "p", **_SCALE, "scale": {"domain": [0, 1], "nice": False}, "axis": grid}
    stacked = _stacked(panel, {"x": along}, "y", up, {"orient": "right", "offset": 14})
    bars = _layer(_cells(panel), _bar(0.8), stacked)
    layers = [bars, *_successes(panel, along, up, words)]
    return {"width": {"step": step}, "height": HEIGHT + 40, "layer": layers}


def _successes(panel: Panel, along: Spec, up: Spec, words: Words) -> list[Spec]:
    """Return a line at the top of the successes with their chance inside or above it."""
    good = [place for place, each in enumerate(panel.segments) if each.tone == "success"]
    if not good or len(good) == len(panel.segments):
        return []
    fills = [fill for fill, _ in shades(panel.segments)]
    marked = _marked(len(panel.rows))
    values = []
    for place, row in enumerate(panel.rows):
        chance = sum((row.parts[part] for part in good), Fraction())
        last = max((part for part in good if row.parts[part]), default=0)
        above = row.parts[len(good)]
        inside = row.parts[last] >= _ROOM or (above < _ROOM and chance > Fraction(1, 2))
        values.append(
            {
                "row": place,
                "p": float(chance),
                "text": percent(chance, words.lang) if place in marked else "",
                "dy": 12 if inside else -9,
                "ink": "white" if inside and is_dark(fills[_part_at(row, chance)]) else INK,
            }
        )
    line = {"type": "tick", "orient": "horizontal", "thickness": 2.5, "color": INK}
    text = {"type": "text", "dy": {"expr": "datum.dy"}, "color": {"expr": "datum.ink"}}
    size = {"fontSize": 12 if _step(len(panel.rows)) > 38 else 11, "fontWeight": "bold"}
    at = {"x": along, "y": up}
    labelled = at | {"text": {"field": "text"}}
    return [_layer(values, line, at), _layer(values, text | size, labelled)]


def _part_at(row: Row, chance: Fraction) -> int:
    """Return the segment that contains a number just below a height of a stack."""
    level = chance - _ROOM / 2
    for part, reached in enumerate(accumulate(row.parts)):
        if reached >= level:
            return part
    return len(row.parts) - 1


def _marked(count: int) -> set[int]:
    """Return the indexes that show their number: all of a few, else both ends and the middle."""
    return set(range(count)) if count <= FEW else {0, (count - 1) // 2, count - 1}


_PANELS = {"words": _bars, "numbers": _columns, "sweep": _stacks}


def _curve(curve: Curve, words: Words) -> Spec:
    """Return a line with its points over the values of a parameter."""
    count = len(curve.labels)
    along = {
        "field": "row",
        "type": "ordinal",
        "scale": {"type": "point", "domain": list(range(count)), "padding": 0.4},
        "axis": _row_axis(curve.labels, curve.axis, "x"),
    }
    up = _height(curve)
    base = {"x": along, "y": up}
    layers: list[Spec] = []
    if curve.bands:
        band = base | {"y": up | {"field": "low"}, "y2": {"field": "high"}}
        layers.append({"mark": {"type": "area", "color": "#d5e4f2"}, "encoding": band})
    layers += [
        {"mark": {"type": "line", "color": DARK, "strokeWidth": 2.5}, "encoding": base},
        {"mark": {"type": "circle", "color": DARK, "size": 55, "opacity": 1}, "encoding": base},
    ]
    layers.append(
        {
            "transform": [{"filter": {"field": "row", "oneOf": sorted(_marked(count))}}],
            "mark": {
                "type": "text",
                "fontWeight": "bold",
                "align": {"expr": "datum.align"},
                "dx": {"expr": "datum.dx"},
                "dy": {"expr": "datum.dy"},
            },
            "encoding": base | {"text": {"field": "text"}},
        }
    )
    return {
        "width": WIDTH,
        "height": HEIGHT + 40,
        "data": {"values": _points(curve, words)},
        "layer": layers,
    }


def _height(curve: Curve) -> Spec:
    """Return the scale of a curve: 0 to 1 for a chance, the reached values for a number."""
    up: Spec = {"field": "p", **_SCALE}
    if curve.chance:
        up["scale"] = {"domain": [0, 1], "nice": False}
        up["axis"] = {"format": "~%", "values": [0, 0.25, 0.5, 0.75, 1], "ticks": False}
    else:
        up["scale"] = {"zero": False, "nice": True}
        up["axis"] = {"format": "~", "tickCount": 6, "ticks": False}
    up["axis"] |= {"domain": False, "title": curve.title}
    return up


def _points(curve: Curve, words: Words) -> list[Spec]:
    """Return one record a point, with its text and its band."""
    values: list[Spec] = [
        {
            "row": place,
            "p": float(value),
            "text": shown_number(value, curve, words),
            **_beside(curve, place),
        }
        for place, value in enumerate(curve.values)
    ]
    for place, (low, high) in enumerate(curve.bands):
        values[place] |= {"low": low, "high": high}
    return values


def _beside(curve: Curve, place: int) -> Spec:
    """Return the side of a point where its number does not cross the line."""
    values = curve.values
    before, after = values[max(place - 1, 0)], values[min(place + 1, len(values) - 1)]
    if after > before:
        return {"align": "left", "dx": 8, "dy": 11}
    if after < before:
        return {"align": "left", "dx": 8, "dy": -10}
    high = curve.chance and values[place] > Fraction(9, 10)
    return {"align": "center", "dx": 0, "dy": 16 if high else -13}
