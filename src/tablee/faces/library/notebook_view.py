"""Laws and sweeps in a notebook: a picture in words above the exact table.

The picture is in an `img` element, so that several on one page do not interfere and a page that
trusts no script shows it too. Its `alt` text describes it. The module may import the pictures. It
computes nothing.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import escape
from itertools import product
from typing import Any

import msgspec

from tablee.dice.law import Law
from tablee.dice.law_table import Line, exact, likeliest, table
from tablee.faces.library.arguments import in_game_words, words_for
from tablee.faces.messages import format_value
from tablee.faces.pictures.law_picture import Sweep, law_spec
from tablee.faces.pictures.render import Format, rendered
from tablee.faces.pictures.swept_table import SweptTable
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.run_input import RunInput
from tablee.rules.schema import show
from tablee.rules.texts.languages import Lang
from tablee.rules.texts.typography import percent
from tablee.rules.texts.words import Words


class Drawing(msgspec.Struct, frozen=True):
    """The laws to draw, one for each run input, and the parameter that varies."""

    laws: Sequence[Law[Any]]
    questions: Sequence[RunInput]
    by: tuple[str, ...] | None
    sweep: Sweep | SweptTable | None = None

    def picture(self, by: tuple[str, ...] | None, kind: Format, lang: Lang | None) -> bytes:
        """Return the picture alone. Raises `Refusal`."""
        words = words_for(self.questions[0].game, lang)
        if kind not in ("svg", "png"):
            raise refuse("kind", kind, "svg ou png")
        with in_game_words(self.questions[0].game):
            return rendered(self._spec(self.by if by is None else by, words), kind, words)

    def bundle(self, plain: str) -> dict[str, str]:
        """Return the representations by MIME type, for `_repr_mimebundle_`. When the picture is
        refused (too costly, or nothing installed renders it), only the table remains."""
        words = words_for(self.questions[0].game, None)
        numbers = _tables(self, words)
        try:
            spec = self._spec(self.by, words)
            svg = rendered(spec, "svg", words)
        except Refusal:
            return {"text/plain": plain, "text/html": numbers}
        page = _image(svg, spec)
        if numbers:
            summary = escape(words.text("Les chances exactes"))
            page += f"<details><summary>{summary}</summary>{numbers}</details>"
        return {"text/plain": plain, "text/html": page, "image/svg+xml": svg.decode()}

    def _spec(self, by: tuple[str, ...] | None, words: Words) -> dict[str, Any]:
        return law_spec(self.questions[0], by, words, self.sweep, self.laws)


def _image(svg: bytes, spec: dict[str, Any]) -> str:
    heading = spec["title"]
    alternative = "\n".join([*heading["text"], *heading["subtitle"], spec["description"]])
    data = base64.b64encode(svg).decode()
    return (
        f'<img src="data:image/svg+xml;base64,{data}" alt="{escape(alternative)}" '
        'style="max-width:100%;background:#fff">'
    )


# ── the table ──────────────────────────────────────────────────────────────────────────────────
MOST_LINES = 60
"""Maximum number of rows of a sweep in a notebook. A longer sweep has its picture only."""


def _tables(drawing: Drawing, words: Words) -> str:
    """Return the results of a law, or of each law of a sweep with its parameter value in front."""
    if drawing.sweep is None:
        return _table([("", law) for law in drawing.laws], "", words)
    if sum(len(law) for law in drawing.laws) > MOST_LINES:
        return ""
    if isinstance(drawing.sweep, SweptTable):
        names: tuple[str, ...] = drawing.sweep.parameters
        values: list[tuple[Any, ...]] = list(product(*drawing.sweep.values))
    else:
        names, values = (drawing.sweep[0],), [(value,) for value in drawing.sweep[2]]
    shown = [
        ", ".join(format_value(words, each, name) for name, each in zip(names, row, strict=True))
        for row in values
    ]
    laws = list(zip(shown, drawing.laws, strict=True))
    return _table(laws, ", ".join(map(words.label, names)), words)


def _table(laws: Sequence[tuple[str, Law[Any]]], swept: str, words: Words) -> str:
    names = list(dict.fromkeys(name for _, law in laws for result in law for name in show(result)))
    lines: list[Line] = []
    for value, law in laws:
        lines += _lines(law, [value] if swept else [], names, words)
    heads = [swept, *map(words.label, names)] if swept else list(map(words.label, names))
    most = max(line.bar for line in lines)
    lines = [line._replace(bar=line.bar / most) for line in lines]
    return table(heads, (words.text("exacte"), words.text("chance")), lines)


def _lines(law: Law[Any], before: list[str], names: Sequence[str], words: Words) -> Iterable[Line]:
    """Return the rows of one law, with bars as long as the chances."""
    results = likeliest(law)
    chances = [law.p(result) for result in results]
    rows = [[*before, *_cells(show(result), names, words)] for result in results]
    if len(results) < len(law):
        chances.append(1 - sum(chances, Fraction()))
        others = words.phrase("{n:autre|autres}", n=len(law) - len(results))
        rows.append([*before, others, *[""] * (len(names) - 1)])
    for row, chance in zip(rows, chances, strict=True):
        yield Line(row, exact(chance), percent(chance, words.lang), float(chance))


def _cells(shown: dict[str, Any], names: Sequence[str], words: Words) -> list[str]:
    return [format_value(words, shown[name], name) if name in shown else "–" for name in names]
