"""Colours and fonts of the pictures, for paper, grey printers and colour-blind readers.

Success is a full dark blue, failure a pale orange with an outline: they differ by hue, lightness
and edge. Shades of one side go from dark to light. Neutral values use a ramp of rising lightness
(cividis), which keeps its order in grey.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tablee.faces.pictures.chart_data import Segment
from tablee.rules.texts.typography import NNBSP
from tablee.rules.texts.words import Words

INK, QUIET, LINE = "#1a1a1a", "#595959", "#d9d9d9"
DARK = "#1d5a9b"
EDGE = {"success": "#123a66", "failure": "#9a4a00", "plain": "#12395f"}
_SUCCESS = ("#0d3564", "#6ba3d6")
_FAILURE = ("#f8c690", "#fef5ea")
_ALONE = {"success": DARK, "failure": "#fbe3cb", "plain": "#3f7fb5"}
_RAMP = ("#00224e", "#35456c", "#666970", "#948e77", "#c8b866", "#fee838")

FONT = "Liberation Sans, Arial, Helvetica, sans-serif"


def shades(segments: Sequence[Segment]) -> list[tuple[str, str]]:
    """Return (fill, edge) of each segment."""
    found = []
    for segment in segments:
        alike = [each for each in segments if each.tone == segment.tone]
        if len(alike) == 1:
            fill = _ALONE[segment.tone]
        else:
            part = alike.index(segment) / (len(alike) - 1)
            if segment.tone == "plain":  # the ends of the ramp are too dark and too bright
                part = 0.1 + 0.72 * part
            ramp = {"success": _SUCCESS, "failure": _FAILURE}.get(segment.tone, _RAMP)
            fill = between(ramp, part)
        found.append((fill, EDGE[segment.tone]))
    return found


def between(ramp: Sequence[str], part: float) -> str:
    """Return the colour at a part (0 to 1) of a ramp."""
    place = min(int(part * (len(ramp) - 1)), len(ramp) - 2)
    inside = part * (len(ramp) - 1) - place
    low, high = _channels(ramp[place]), _channels(ramp[place + 1])
    mixed = (round(a + (b - a) * inside) for a, b in zip(low, high, strict=True))
    return "#" + "".join(f"{channel:02x}" for channel in mixed)


def _channels(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue


def is_dark(colour: str) -> bool:
    """Return whether white text is more legible on a colour than black."""
    red, green, blue = _channels(colour)
    return 0.299 * red + 0.587 * green + 0.114 * blue < 140


def config(words: Words) -> dict[str, Any]:
    """Return the settings that all pictures share, with the number format of the language."""
    french = words.lang == "fr"
    numbers = {
        "decimal": "," if french else ".",
        "thousands": NNBSP if french else ",",
        "grouping": [3],
        "currency": ["", ""],
        "percent": f"{NNBSP}%" if french else "%",
    }
    return {
        "aria": False,
        "locale": {"number": numbers},
        "font": FONT,
        "view": {"stroke": None},
        "title": {
            "anchor": "start",
            "color": INK,
            "fontSize": 18,
            "subtitleColor": INK,
            "subtitleFontSize": 15,
            "subtitleLineHeight": 20,
            "subtitlePadding": 8,
            "offset": 18,
        },
        "axis": {
            "labelColor": INK,
            "labelFontSize": 13,
            "labelLimit": 300,
            "titleColor": INK,
            "titleFontSize": 14,
            "titleFontWeight": "normal",
            "titlePadding": 10,
            "gridColor": LINE,
            "domainColor": QUIET,
            "tickColor": QUIET,
        },
        "legend": {
            "labelColor": INK,
            "labelFontSize": 13,
            "labelLimit": 260,
            "symbolType": "square",
            "symbolSize": 180,
            "symbolStrokeWidth": 1.2,
            "rowPadding": 4,
        },
        "text": {"color": INK, "fontSize": 13},
    }
