"""« Et si cela changeait ? »: the chance of a run at neighbouring values of a parameter.

The declaration decides which parameter varies. `what_if` is a task of a worker
(`faces.workers.tasks`); `templates/pieces/law.html` draws its value.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Literal

import msgspec

from tablee.faces.chance_words import in_words
from tablee.faces.messages import named_numbers
from tablee.faces.pictures.captions import headline
from tablee.faces.pictures.chart_data import chances_of_success, decimal, value_word
from tablee.faces.pictures.study import Study
from tablee.faces.web.panes.law_pane import Selection, named
from tablee.faces.workers.tasks import Options, Tick
from tablee.rules.contract_json import RunJson
from tablee.rules.readings.budget import Budget
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import RunInput, read_run
from tablee.rules.schema import Field, fields_of
from tablee.rules.shapes import Choice, Either, Shape, Whole
from tablee.rules.words import Words, capital, number, percent

MOST_WORDS = 7
"""Maximum number of named values that are all shown."""
EITHER_SIDE = 2
"""Number of values of a scale shown on each side of the given one."""
_SMALL = 12
"""Maximum size of a small range."""
_TRIED = 4
_STEPS = 150_000
"""Limit on the work for all laws together (about 0.6 s); beyond it nothing is shown."""


class Scale(msgspec.Struct, frozen=True):
    """A parameter that may vary: its values in order, and its `rank` (the lowest is preferred)."""

    name: str
    values: tuple[Any, ...]
    rank: int


class WhatIfRow(msgspec.Struct, frozen=True, kw_only=True):
    """A value of the varied parameter. `key`: the value as JSON text."""

    value: Any
    key: str
    label: str
    value_text: str
    words: str
    bar: int
    current: bool
    good: bool


class WhatIf(msgspec.Struct, frozen=True, kw_only=True):
    """The compared quantity (`what`) at several values of a parameter. `none`: nothing to vary,
    nothing that it changes, answers were given, or too long to compute."""

    state: Literal["what_if", "none"] = "none"
    title: str = ""
    param: str = ""
    label: str = ""
    params: Sequence[Selection] = ()
    what: str = ""
    rows: Sequence[WhatIfRow] = ()


def what_if(run: RunJson, options: Options, tick: Tick | None = None) -> WhatIf:
    """Return the chance of success (else the mean of a number) where one parameter had other values.

    Options: `lang`, `param` (a parameter to vary instead of the one that is chosen). Raises
    `Refusal` for what the form has to mend.
    """
    question = read_run(run)
    words = Words(question.game, options.get("lang", "fr"))
    scales = [] if question.answers else _scales(question, words)
    wanted = [scale for scale in scales if scale.name == options.get("param")]
    budget = Budget(steps=_STEPS, states=_STEPS, table=_STEPS, tick=tick)
    for scale in wanted or scales[:_TRIED]:
        try:
            what, rows = _rows(question, scale, budget, words)
        except Refusal:
            break
        if len({row.value_text for row in rows}) > 1 or (wanted and rows):
            return WhatIf(
                state="what_if",
                title=words.text("Et si cela changeait ?"),
                param=scale.name,
                label=capital(words.label(scale.name)),
                params=named([each.name for each in scales], scale.name, words),
                what=what,
                rows=rows,
            )
    return WhatIf()


# ── what may be varied ─────────────────────────────────────────────────────────────────────────
def _scales(question: RunInput, words: Words) -> list[Scale]:
    """Return the parameters that may vary: named numbers, then required parameters, then choices
    and small ranges, then the others."""
    found = []
    for field in fields_of(type(question.procedure)).values():
        value = question.given.get(field.name, field.default)
        scale = _scale(field, value, words)
        if scale is not None and len(scale.values) > 1:
            found.append(scale)
    return sorted(found, key=lambda scale: scale.rank)


def _scale(field: Field, value: Any, words: Words) -> Scale | None:
    needed = 1 if field.required else 0
    for shape in _shapes(field.shape):
        match shape:
            case Choice(values=values) if value in values and value != "ask":
                offered = tuple(each for each in values if each != "ask")
                if len(offered) <= MOST_WORDS:
                    return Scale(field.name, offered, 2 - needed)
            case Whole(low=low, high=high) if type(value) is int:
                steps = named_numbers(words, field.name, shape)
                if steps:
                    return Scale(field.name, _around(value, steps), 0)
                least = value - EITHER_SIDE if low is None else max(low, value - EITHER_SIDE)
                most = value + EITHER_SIDE if high is None else min(high, value + EITHER_SIDE)
                small = low is not None and high is not None and high - low < _SMALL
                rank = 1 if field.required else 3 if small else 4
                return Scale(field.name, tuple(range(least, most + 1)), rank)
    return None


def _shapes(shape: Shape) -> tuple[Shape, ...]:
    return shape.shapes if isinstance(shape, Either) else (shape,)


def _around(value: int, named: Sequence[int]) -> tuple[int, ...]:
    """Return a value and the named values next to it."""
    falling = len(named) > 1 and named[0] > named[-1]
    scale = sorted({*named, value}, reverse=falling)
    place = scale.index(value)
    return tuple(scale[max(0, place - EITHER_SIDE) : place + EITHER_SIDE + 1])


# ── what it changes ────────────────────────────────────────────────────────────────────────────
def _rows(
    question: RunInput, scale: Scale, budget: Budget, words: Words
) -> tuple[str, list[WhatIfRow]]:
    """Return the compared quantity, and a row for each value that the rules accept. Raises
    `Refusal`."""
    given = question.given.get(scale.name, fields_of(type(question.procedure))[scale.name].default)
    asked: list[tuple[Any, RunInput]] = []
    for value in scale.values:
        run = {
            "procedure": question.procedure.id,
            "params": {**question.given, scale.name: value},
            "rulings": question.given_rulings,
        }
        try:
            asked.append((value, read_run(run)))
        except Refusal:
            if value == given:
                raise
    study = Study([each for _, each in asked], lambda: budget)
    what, worths, chance = _worths(study, words)
    low, high = (Fraction(), Fraction(1)) if chance else _ends(worths)
    rows = [
        WhatIfRow(
            value=value,
            key=msgspec.json.encode(value).decode(),
            label=_label(value, scale.name, words),
            value_text=percent(worth, words.lang) if chance else decimal(worth, words, low < 0),
            words=in_words(worth, words) if chance else "",
            bar=round(1000 * (worth - low) / (high - low)) if high > low else 0,
            current=value == given,
            good=worth >= Fraction(1, 2) if chance else True,
        )
        for (value, _), worth in zip(asked, worths, strict=True)
    ]
    return what, rows


def _ends(worths: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    return min(Fraction(), *worths), max(Fraction(), *worths)


def _worths(study: Study, words: Words) -> tuple[str, list[Fraction], bool]:
    """Return the compared quantity and its value for each run input: the chance of success (True),
    else the mean of a number."""
    found = headline(study, words)
    if found is not None:
        what = capital(found[1] or words.text("Chance de réussite"))
        return what, chances_of_success(study), True
    name = study.number(list(study.declared))
    if name is None:
        return "", [Fraction()] * len(study.questions), False
    means = [law.marginal(name).mean() for law in study.laws(name)]
    return words.phrase("{field:=}, en moyenne", field=capital(words.label(name))), means, False


def _label(value: Any, name: str, words: Words) -> str:
    """Return a label: « difficile −5 », « élite », « 3 »."""
    if type(value) is not int:
        return value_word(value, name, words)
    own = words.game.words if words.game else {}
    shown = number(value, value > 0 and f"{name}.-{value}" in own, words.lang)
    if f"{name}.{value}" in own:
        return f"{words.label(value, name)} {shown}"
    return shown
