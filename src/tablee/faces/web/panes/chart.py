"""A law as an inline SVG: the position of each bar, line and text.

Colours are classes (`pieces.css`), so a picture follows the theme of the page. Lengths are units of
the box of the picture, as wide as a card on a phone; texts are thinned so that none touch there.
The module computes positions and words only.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

import msgspec

from tablee.faces.pictures.chart_data import Panel, Row, Segment
from tablee.rules.texts.typography import NBSP, percent
from tablee.rules.texts.words import Words

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


class Piece(msgspec.Struct, frozen=True):
    """A part of a bar (whose `y` and `height` the template sets) or of a column."""

    x: float
    width: float
    colour: str
    y: float = 0
    height: float = 0


class Word(msgspec.Struct, frozen=True):
    """A text of a chart."""

    x: float
    y: float
    text: str
    anchor: str = "middle"


class Mean(Word, frozen=True, kw_only=True):
    """The text of the mean, and the place of its line."""

    at: float


class Band(msgspec.Struct, frozen=True, kw_only=True):
    """A whole law as one bar."""

    kind: Literal["band"] = "band"
    width: int
    pieces: Sequence[Piece]


class Column(msgspec.Struct, frozen=True):
    title: str
    pieces: Sequence[Piece]


class Columns(msgspec.Struct, frozen=True, kw_only=True):
    """A law of numbers: columns cut by their segments, the axis, the mean, where success begins."""

    kind: Literal["columns"] = "columns"
    width: int
    height: int
    base: int
    round: int
    columns: Sequence[Column]
    ticks: Sequence[Word]
    shares: Sequence[Word]
    zones: Sequence[Word]
    mean: Mean | None


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


def split(parts: Sequence[Fraction], colours: Sequence[str], of: Fraction) -> list[Piece]:
    """Return the pieces of one bar of `BAND` = `of`, failures on the left."""
    pieces: list[Piece] = []
    at = Fraction()
    shown = [(part, colour) for part, colour in zip(parts, colours, strict=True) if part]
    for part, colour in reversed(shown):
        x, end = round(BAND * at / of), round(BAND * (at + part) / of)
        pieces.append(Piece(x, max(end - x, 4), colour))
        at += part
    return pieces


def band(segments: Sequence[Segment], parts: Sequence[Fraction]) -> Band:
    """Return a whole law as one bar."""
    return Band(width=BAND, pieces=split(parts, classes(segments), Fraction(1)))


# ── columns ────────────────────────────────────────────────────────────────────────────────────
def columns(panel: Panel, words: Words) -> Columns:
    """Return a law of numbers as columns."""
    few = len(panel.rows) <= _FEW
    shares = [percent(row.total, words.lang) for row in panel.rows] if few else []
    top = 30 + (14 if few else 0)
    base = top + _HIGH
    slot = (WIDTH - 2 * _EDGE) / len(panel.rows)
    most = max(row.total for row in panel.rows)
    colours = classes(panel.segments)
    drawn = [
        Column(
            _column_title(panel, row, words),
            _column(row, _EDGE + place * slot, slot, base, most, colours),
        )
        for place, row in enumerate(panel.rows)
    ]
    middle = [_EDGE + (place + 0.5) * slot for place in range(len(panel.rows))]
    return Columns(
        width=WIDTH,
        height=base + 22,
        base=base,
        round=2 if slot > 8 else 1,
        columns=drawn,
        ticks=_ticks([row.label for row in panel.rows], middle, base + 16),
        shares=[
            _text(x, base - float(_HIGH * row.total / most) - 4, share)
            for x, row, share in zip(middle, panel.rows, shares, strict=False)
            if row.total
        ],
        zones=_zones(panel, slot, words),
        mean=_mean(panel, slot),
    )


def _column_title(panel: Panel, row: Row, words: Words) -> str:
    return words.phrase(
        "{name:=} {value:=} : {chance:%}", name=panel.title, value=row.label, chance=row.total
    )


def _column(
    row: Row, left: float, slot: float, base: int, most: Fraction, colours: Sequence[str]
) -> list[Piece]:
    """Return the pieces of one column, the first segment at its foot."""
    gap = min(4.0, slot * 0.16)
    pieces = []
    foot = float(base)
    for part, colour in zip(row.parts, colours, strict=True):
        if part:
            height = max(float(_HIGH * part / most), 1.0)
            foot -= height
            x, width = round(left + gap / 2, 2), round(slot - gap, 2)
            pieces.append(Piece(x, width, colour, round(foot, 2), round(height, 2)))
    return pieces


def _text(x: float, y: float, text: str, anchor: str = "middle") -> Word:
    return Word(round(x, 2), round(y, 2), text, anchor)


def _size(text: str) -> int:
    return _LETTER * len(text)


def _ticks(labels: Sequence[str], middle: Sequence[float], y: int) -> list[Word]:
    """Return as many labels of the axis as fit, at even steps, 0 among them."""
    slot = (WIDTH - 2 * _EDGE) / len(labels)
    widest = max(map(_size, labels)) + _GAP
    step = next((n for n in (1, 2, 3, 5, 10, 20) if n * slot >= widest), len(labels))
    first = labels.index("0") % step if "0" in labels else 0
    found: list[Word] = []
    for place in range(first, len(labels), step):
        half = _size(labels[place]) / 2
        x = min(max(middle[place], half), WIDTH - half)
        if not found or x - half >= found[-1].x + _size(found[-1].text) / 2 + _GAP / 2:
            found.append(_text(x, y, labels[place]))
    return found


def _zones(panel: Panel, slot: float, words: Words) -> list[Word]:
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


def _mean(panel: Panel, slot: float) -> Mean | None:
    if panel.mean is None or len(panel.rows) < 3:
        return None
    place, text = panel.mean
    at = min(max(_EDGE + (place + 0.5) * slot, _EDGE), WIDTH - _EDGE)
    half = _size(text) / 2
    shown = text.replace(" ", NBSP)
    return Mean(round(min(max(at, half), WIDTH - half), 2), 11, shown, at=round(at, 2))
