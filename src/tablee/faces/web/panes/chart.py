"""A law as an inline SVG: the position of each bar, line and text.

Colours are classes (`pieces.css`), so a picture follows the theme of the page. Lengths are units of
the box of the picture, as wide as a card on a phone; texts are thinned so that none touch there.
The module computes positions and words only.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from tablee.faces.chance_words import share_texts
from tablee.faces.pictures.chart_data import Panel, Row, Segment
from tablee.rules.words import NBSP, Words

WIDTH = 280
"""Width of a chart of columns, in units."""
BAND = 1000
"""Width of a band or a bar, in units; they are stretched to the available width."""
_EDGE = 4
_HIGH = 84
_LETTER = 7
"""Units of a letter of an axis on the smallest screen."""
_GAP = 6
_FEW = 8
"""Maximum number of columns that each show their share."""
_SHADES = 5

Json = dict[str, Any]


def classes(segments: Sequence[Segment]) -> list[str]:
    """Return the colour class of each segment: `good-0` (faint) to `good-4` (strong), `bad-`,
    `plain-`.

    Successes come first, the best before the others, and the worst failure last (see
    `chart_data.panel`); the best and the worst are the strongest.
    """
    found = []
    for segment in segments:
        alike = [each for each in segments if each.tone == segment.tone]
        place, last = alike.index(segment), len(alike) - 1
        if segment.tone == "success":
            shade = _shade(last - place, last, _SHADES - 1)
        elif segment.tone == "failure":
            shade = _shade(place, last, 1)
        else:
            shade = _shade(last - place, last, 3)
        found.append(f"{_NAMES[segment.tone]}-{shade}")
    return found


_NAMES = {"success": "good", "failure": "bad", "plain": "plain"}


def _shade(place: int, last: int, alone: int) -> int:
    return round(place * (_SHADES - 1) / last) if last else alone


def split(parts: Sequence[Fraction], colours: Sequence[str], of: Fraction) -> list[Json]:
    """Return the pieces of one bar, failures on the left: {x, width, colour} of `BAND` = `of`."""
    pieces: list[Json] = []
    at = Fraction()
    shown = [(part, colour) for part, colour in zip(parts, colours, strict=True) if part]
    for part, colour in reversed(shown):
        x, end = round(BAND * at / of), round(BAND * (at + part) / of)
        pieces.append({"x": x, "width": max(end - x, 4), "colour": colour})
        at += part
    return pieces


def band(segments: Sequence[Segment], parts: Sequence[Fraction]) -> Json:
    """Return a whole law as one bar."""
    return {"kind": "band", "width": BAND, "pieces": split(parts, classes(segments), Fraction(1))}


# ── columns ────────────────────────────────────────────────────────────────────────────────────
def columns(panel: Panel, words: Words) -> Json:
    """A law of numbers: columns cut by their segments, the axis, the mean, where success begins.

    {kind, width, height, base, columns: [{title, pieces: [{x, y, width, height, colour}]}],
    ticks, shares, zones: [{x, text, anchor}], mean: {x, text, at, anchor} or None}
    """
    few = len(panel.rows) <= _FEW
    shares = share_texts([row.total for row in panel.rows], words) if few else []
    top = 30 + (14 if few else 0)
    base = top + _HIGH
    slot = (WIDTH - 2 * _EDGE) / len(panel.rows)
    most = max(row.total for row in panel.rows)
    colours = classes(panel.segments)
    drawn = [
        {
            "title": _column_title(panel, row, words),
            "pieces": _column(row, _EDGE + place * slot, slot, base, most, colours),
        }
        for place, row in enumerate(panel.rows)
    ]
    middle = [_EDGE + (place + 0.5) * slot for place in range(len(panel.rows))]
    return {
        "kind": "columns",
        "width": WIDTH,
        "height": base + 22,
        "base": base,
        "round": 2 if slot > 8 else 1,
        "columns": drawn,
        "ticks": _ticks([row.label for row in panel.rows], middle, base + 16),
        "shares": [
            _text(x, base - float(_HIGH * row.total / most) - 4, share)
            for x, row, share in zip(middle, panel.rows, shares, strict=False)
            if row.total
        ],
        "zones": _zones(panel, slot, words),
        "mean": _mean(panel, slot),
    }


def _column_title(panel: Panel, row: Row, words: Words) -> str:
    return words.phrase(
        "{name:=} {value:=} : {chance:%}", name=panel.title, value=row.label, chance=row.total
    )


def _column(
    row: Row, left: float, slot: float, base: int, most: Fraction, colours: Sequence[str]
) -> list[Json]:
    """Return the pieces of one column, the first segment at its foot."""
    gap = min(4.0, slot * 0.16)
    pieces = []
    foot = float(base)
    for part, colour in zip(row.parts, colours, strict=True):
        if part:
            height = max(float(_HIGH * part / most), 1.0)
            foot -= height
            box = {"x": left + gap / 2, "y": foot, "width": slot - gap, "height": height}
            pieces.append({name: round(at, 2) for name, at in box.items()} | {"colour": colour})
    return pieces


def _text(x: float, y: float, text: str, anchor: str = "middle") -> Json:
    return {"x": round(x, 2), "y": round(y, 2), "text": text, "anchor": anchor}


def _size(text: str) -> int:
    return _LETTER * len(text)


def _ticks(labels: Sequence[str], middle: Sequence[float], y: int) -> list[Json]:
    """Return as many labels of the axis as fit, at even steps, 0 among them."""
    slot = (WIDTH - 2 * _EDGE) / len(labels)
    widest = max(map(_size, labels)) + _GAP
    step = next((n for n in (1, 2, 3, 5, 10, 20) if n * slot >= widest), len(labels))
    first = labels.index("0") % step if "0" in labels else 0
    found: list[Json] = []
    for place in range(first, len(labels), step):
        half = _size(labels[place]) / 2
        x = min(max(middle[place], half), WIDTH - half)
        if not found or x - half >= found[-1]["x"] + _size(found[-1]["text"]) / 2 + _GAP / 2:
            found.append(_text(x, y, labels[place]))
    return found


def _zones(panel: Panel, slot: float, words: Words) -> list[Json]:
    """Return the words « échec » and « réussite » above the columns, where one range ends and the
    other begins."""
    tones = [_tone(panel, row) for row in panel.rows]
    met = [tone for tone in tones if tone]
    turns = sum(after != before for before, after in itertools.pairwise(met))
    if turns != 1 or None in tones:
        return []
    left, right = (words.text("réussite" if met[end] == "success" else "échec") for end in (0, -1))
    start = _EDGE + slot * tones.index(met[0])
    turn = _EDGE + slot * tones.index(met[-1])
    after = max(turn, start + _size(left) + _GAP)
    if after + _size(right) <= WIDTH:
        second = _text(after, 26, right, "start")
    else:
        second = _text(WIDTH - _EDGE, 26, right, "end")
    return [_text(start, 26, left, "start"), second]


def _tone(panel: Panel, row: Row) -> str | None:
    """Return the tone of a column: "" when it is empty, None when it has several tones or none."""
    tones = {s.tone for s, part in zip(panel.segments, row.parts, strict=True) if part}
    return None if len(tones) > 1 or "plain" in tones else next(iter(tones), "")


def _mean(panel: Panel, slot: float) -> Json | None:
    if panel.mean is None or len(panel.rows) < 3:
        return None
    place, text = panel.mean
    at = min(max(_EDGE + (place + 0.5) * slot, _EDGE), WIDTH - _EDGE)
    half = _size(text) / 2
    shown = text.replace(" ", NBSP)
    return _text(min(max(at, half), WIDTH - half), 11, shown) | {"at": round(at, 2)}
