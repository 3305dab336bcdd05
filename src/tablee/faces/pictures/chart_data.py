"""Laws as plain tables to draw: rows with their chances, cut into segments.

Chances are exact. The module knows nothing of how a picture is made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal

import msgspec

from tablee.dice.law import Law
from tablee.faces.messages import format_value
from tablee.faces.pictures.study import Study, is_number
from tablee.rules.texts.typography import MINUS, capital, number, percent
from tablee.rules.texts.words import Words
from tablee.rules.trace import plain

Tone = Literal["success", "failure", "plain"]
MOST_WORDS = 24
"""Maximum number of outcomes with a row of their own; the others share one row."""
MOST_COLUMNS = 41
"""Maximum number of columns. Longer scales lose their tails first, then merge columns."""
TAIL = Fraction(1, 1000)
MOST_SEGMENTS = 6


class Segment(msgspec.Struct, frozen=True):
    """One part of the bars, the same in all rows."""

    label: str
    tone: Tone


class Row(msgspec.Struct, frozen=True):
    """One bar: its label and the chance of each segment, in order."""

    label: str
    parts: tuple[Fraction, ...]

    @property
    def total(self) -> Fraction:
        return sum(self.parts, Fraction())


class Panel(msgspec.Struct, frozen=True):
    """One group of bars. `mean` is a position on the scale of columns, in rows from 0."""

    title: str
    kind: Literal["words", "numbers", "sweep"]
    rows: tuple[Row, ...]
    segments: tuple[Segment, ...]
    mean: tuple[float, str] | None = None
    captions: tuple[str, ...] = ()


class Curve(msgspec.Struct, frozen=True):
    """A number over the values of a parameter. `bands`: the interval of 8 outcomes in 10."""

    title: str
    axis: str
    labels: tuple[str, ...]
    values: tuple[Fraction, ...]
    chance: bool
    signed: bool = False
    bands: tuple[tuple[int, int], ...] = ()
    captions: tuple[str, ...] = ()


def value_word(value: Any, field: str, words: Words, signed: bool = False) -> str:
    """Return the value of a field in words."""
    if isinstance(value, bool) and field == "success":
        return words.text("réussite" if value else "échec")
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return words.label(value, field)
    if isinstance(value, int):
        return words.place(value, field) or words.spoken_number(value, field, signed)
    if isinstance(value, tuple):
        return words.listed(value, lambda each: value_word(each, field, words))
    return format_value(words, plain(value), field)


def panels(study: Study, fields: Sequence[str], words: Words) -> list[Panel]:
    """Return the panels of a single law: one for a field, or for two that divide each other, else
    one a field."""
    if len(fields) == 2:
        ordered = sorted(fields, key=lambda name: not is_number(study.declared[name].shape))
        for main, cut in (ordered, ordered[::-1]):
            segments = {getattr(result, cut) for result in study.law(0, frozenset({cut}))}
            if len(segments) <= MOST_SEGMENTS and not is_number(study.declared[cut].shape):
                return [panel(study, main, cut, words)]
    return [panel(study, name, None, words) for name in fields]


def panel(study: Study, name: str, cut: str | None, words: Words) -> Panel:
    """Return the law of one field, each bar divided by a second field, else by success and failure."""
    cells, segments = _cells(study, name, cut, words)
    if is_number(study.declared[name].shape):
        return _columns(name, cells, segments, words)
    captions: tuple[str, ...] = ()
    kept = list(cells)
    if len(cells) > MOST_WORDS:
        likely = sorted(cells, key=lambda value: -sum(cells[value]))[: MOST_WORDS - 1]
        kept = [value for value in cells if value in set(likely)]
    rows = [Row(value_word(value, name, words), tuple(cells[value])) for value in kept]
    if rest := [cells[value] for value in cells if value not in set(kept)]:
        label = words.phrase("les {n:autre|autres} ensemble", n=len(rest))
        rows.append(Row(label, _sum(rest)))
        captions = (
            words.phrase("Les {n} résultats les plus probables sont montrés un à un.", n=len(kept)),
        )
    return Panel(_title(name, words), "words", tuple(rows), segments, captions=captions)


def _title(name: str, words: Words) -> str:
    return capital(words.label(name))


Cells = dict[Any, list[Fraction]]


def _cells(
    study: Study, name: str, cut: str | None, words: Words
) -> tuple[Cells, tuple[Segment, ...]]:
    """Return the chance of each segment for each value of a field, and the segments."""
    success = study.success
    if cut is not None:
        law = study.law(0, frozenset({name, cut}))
        order, tones = _ranked(study, cut, {getattr(result, cut) for result in law})
        segments = tuple(
            Segment(_segment_word(value, cut, words), tone)
            for value, tone in zip(order, tones, strict=True)
        )
        places = {value: place for place, value in enumerate(order)}
        marks = [places[getattr(result, cut)] for result in law]
        return _filled(study, law, name, marks, len(order)), segments
    if success is None:
        law = study.law(0, frozenset({name}))
        return _filled(study, law, name, [0] * len(law), 1), (Segment("", "plain"),)
    law = study.law(0, frozenset({name, *success.fields}))
    marks = [0 if success.holds(0, result) else 1 for result in law]
    segments = (
        Segment(words.text("réussite"), "success"),
        Segment(words.text("échec"), "failure"),
    )
    return _filled(study, law, name, marks, 2), segments


def _segment_word(value: Any, field: str, words: Words) -> str:
    """Return the label of a segment; a bare yes, no or number includes the name of its field."""
    word = value_word(value, field, words)
    if value is None or (isinstance(value, bool | int) and field != "success"):
        return words.phrase("{field:=} : {word:=}", field=words.label(field), word=word)
    return word


def _filled(study: Study, law: Law[Any], name: str, places: Sequence[int], count: int) -> Cells:
    cells: Cells = {}
    for (result, chance), place in zip(law.items(), places, strict=True):
        cells.setdefault(getattr(result, name), [Fraction()] * count)[place] += chance
    return {value: cells[value] for value in study.in_order(name, cells)}


def _sum(listed: Sequence[Sequence[Fraction]]) -> tuple[Fraction, ...]:
    return tuple(sum(parts, Fraction()) for parts in zip(*listed, strict=True))


def _tones(study: Study, name: str, values: Sequence[Any]) -> list[Tone]:
    """Return success or failure for each value when the field decides it, else plain."""
    if study.success is None:
        return ["plain"] * len(values)
    verdicts: dict[Any, set[bool]] = {}
    for place, law in enumerate(study.laws(name, *study.success.fields)):
        for result in law:
            holds = study.success.holds(place, result)
            verdicts.setdefault(getattr(result, name), set()).add(holds)
    if any(len(found) > 1 for found in verdicts.values()):
        return ["plain"] * len(values)
    return ["success" if True in verdicts[value] else "failure" for value in values]


def _ranked(study: Study, name: str, values: Iterable[Any]) -> tuple[list[Any], list[Tone]]:
    """Return the values of a field in stacking order with their tones: successes first, the best at
    the bottom, failures above."""
    order = study.in_order(name, values)
    tones = _tones(study, name, order)
    if "success" in tones and tones[-1] == "success":
        order, tones = order[::-1], tones[::-1]
    places = sorted(range(len(order)), key=lambda place: tones[place] == "failure")
    return [order[place] for place in places], [tones[place] for place in places]


# ── columns of numbers ─────────────────────────────────────────────────────────────────────────
def _columns(name: str, cells: Cells, segments: tuple[Segment, ...], words: Words) -> Panel:
    """Return columns over a whole scale; long tails are merged into the outermost columns."""
    numbers = {value: parts for value, parts in cells.items() if value is not None}
    empty = tuple(Fraction() for _ in segments)
    rows = [Row(value_word(None, name, words), tuple(cells[None]))] if None in cells else []
    shift = len(rows)
    if not numbers:
        return Panel(_title(name, words), "numbers", tuple(rows), segments)
    low, high = _window(numbers)
    width = _width(high - low + 1)
    start = low if width == 1 else low - low % width
    signed = min(numbers) < 0
    captions: list[str] = []
    for left in range(start, high + 1, width):
        right = left + width - 1
        inside = [
            parts
            for value, parts in numbers.items()
            if (left <= value or left <= low) and (value <= right or right >= high)
        ]
        label = _bin_label(left, right, (low, high), (min(numbers), max(numbers)), signed, words)
        rows.append(Row(label, _sum(inside) if inside else empty))
    if width > 1:
        captions.append(words.phrase("Une colonne réunit {n} valeurs.", n=width))
    if low > min(numbers) or high < max(numbers):
        captions.append(
            words.phrase(
                "Les colonnes des bords réunissent les valeurs rares, de {low} à {high} en tout.",
                low=min(numbers),
                high=max(numbers),
            )
        )
    mean = None
    if None not in cells and len(numbers) > 1:
        exact = sum((value * sum(parts) for value, parts in numbers.items()), Fraction())
        format_value = words.phrase("moyenne {mean:=}", mean=decimal(exact, words, signed))
        mean = (shift + float((exact - start) / width) - (width - 1) / (2 * width), format_value)
    title = _title(name, words)
    return Panel(title, "numbers", tuple(rows), segments, mean, tuple(captions))


def _window(numbers: Mapping[int, Sequence[Fraction]]) -> tuple[int, int]:
    """Return the separate columns: all, or those between two tails of at most a thousandth each."""
    ordered = sorted(numbers)
    if ordered[-1] - ordered[0] < MOST_COLUMNS:
        return ordered[0], ordered[-1]
    ends = []
    for listed in (ordered, ordered[::-1]):
        beyond = Fraction()
        for value in listed:
            beyond += sum(numbers[value])
            if beyond > TAIL:
                ends.append(value)
                break
    return ends[0], ends[1]


def _width(count: int) -> int:
    """Return how many numbers a column holds to keep the number of columns small: 1, 2, 5, 10,
    20..."""
    scale = 1
    while True:
        for step in (1, 2, 5):
            if count <= MOST_COLUMNS * step * scale:
                return step * scale
        scale *= 10


def _bin_label(
    left: int,
    right: int,
    kept: tuple[int, int],
    ends: tuple[int, int],
    signed: bool,
    words: Words,
) -> str:
    if left <= kept[0] and ends[0] < kept[0]:
        return words.phrase("≤ {n:=}", n=number(min(right, kept[1]), signed, words.lang))
    if right >= kept[1] and ends[1] > kept[1]:
        return words.phrase("≥ {n:=}", n=number(left, signed, words.lang))
    if left == right:
        return number(left, signed, words.lang)
    return words.phrase(
        "{left:=} à {right:=}",
        left=number(left, signed, words.lang),
        right=number(right, signed, words.lang),
    )


def decimal(value: Fraction, words: Words, signed: bool = False) -> str:
    """Format a number to a tenth, with the decimal sign of the language and a true minus."""
    rounded = round(value * 10)
    exact = rounded * 10 == value * 100 and rounded % 10 == 0
    text = f"{abs(rounded) // 10}" if exact else f"{abs(rounded) // 10}.{abs(rounded) % 10}"
    sign = MINUS if rounded < 0 else "+" if signed and rounded > 0 else ""
    return sign + (text.replace(".", ",") if words.lang == "fr" else text)


def shown_number(value: Fraction, drawn: Curve, words: Words) -> str:
    """Return a number of a curve as text: a percentage or a decimal number."""
    if drawn.chance:
        return percent(value, words.lang)
    return decimal(value, words, drawn.signed)


# ── over a range of a parameter ────────────────────────────────────────────────────────────────
def swept(study: Study, name: str, axis: str, labels: Sequence[str], words: Words) -> Panel:
    """Return one stacked column for each value of the parameter, divided by the values of a field."""
    laws = study.laws(name)
    order, tones = _ranked(study, name, {getattr(r, name) for law in laws for r in law})
    segments = tuple(
        Segment(_segment_word(value, name, words), tone)
        for value, tone in zip(order, tones, strict=True)
    )
    rows = []
    for label, law in zip(labels, laws, strict=True):
        cells = {getattr(result, name): chance for result, chance in law.items()}
        rows.append(Row(label, tuple(cells.get(value, Fraction()) for value in order)))
    return Panel(axis, "sweep", tuple(rows), segments)


def chances_of_success(study: Study) -> list[Fraction]:
    """Return the chance of success of each run input; each must have one."""
    success = study.success
    assert success is not None
    return [
        sum((p for result, p in law.items() if success.holds(place, result)), Fraction())
        for place, law in enumerate(study.laws(*success.fields))
    ]


def subject(study: Study, words: Words) -> str:
    """Return the goal that the study treats as success (« toucher (attaquant) », with the name of the
    character where `words.names` has the seat), "" for a success shared by all seats."""
    if study.stake is None:
        return ""
    seat, sides, own = study.stake.seat, study.procedure.sides(), study.procedure.id
    known = words.game.words if words.game else {}
    side = sides.get(seat, "")
    goal = side if f"{own}.{side}" in known else study.stake.utility
    what = words.unnamed().label(goal, own)
    if len(set(sides.values())) < 2:
        return what
    people = study.procedure.led_by(seat) or (seat,)
    who = words.enumeration([words.names.get(each) or words.label(each) for each in people], "ou")
    return words.phrase("{what:=} ({who:=})", what=what, who=who)


def success_label(study: Study, words: Words) -> str:
    """Return the name of the chance of success."""
    return capital(subject(study, words) or words.text("Chance de réussite"))


def curve(study: Study, name: str | None, axis: str, labels: Sequence[str], words: Words) -> Curve:
    """Return the chance of success (no name), or the mean of a number, over the values of the
    parameter."""
    if name is None:
        chances = chances_of_success(study)
        return Curve(success_label(study, words), axis, tuple(labels), tuple(chances), True)
    means, bands = [], []
    for law in study.laws(name):
        values = law.marginal(name)
        means.append(values.mean())
        bands.append((values.quantile(Fraction(1, 10)), values.quantile(Fraction(9, 10))))
    title = words.phrase("{field:=}, en moyenne", field=_title(name, words))
    caption = words.text("Au moins huit résultats sur dix tombent dans la bande.")
    signed = min(low for low, _ in bands) < 0
    return Curve(title, axis, tuple(labels), tuple(means), False, signed, tuple(bands), (caption,))
