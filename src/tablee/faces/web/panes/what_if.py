"""« Et si cela changeait ? »: the chance of a run at neighbouring values of a parameter, or of two.

`scales` says what may vary. `what_if` is a task of a worker (`faces.workers.tasks`);
`templates/pieces/law.html` draws its value.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Literal

import msgspec

from tablee.faces.chance_words import in_words
from tablee.faces.pictures.captions import headline
from tablee.faces.pictures.chart_data import chances_of_success, decimal
from tablee.faces.pictures.study import Study
from tablee.faces.web.panes.law_pane import Selection
from tablee.faces.web.panes.scales import Scale, accepted, scales_of, with_other_values
from tablee.faces.workers.pipe import Ticker
from tablee.faces.workers.tasks import Options
from tablee.rules.contract_json import RunJson
from tablee.rules.readings.budget import Budget
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import RunInput, read_run
from tablee.rules.texts.typography import capital, percent
from tablee.rules.texts.words import Words

WITH = "~"
"""Between the names of two parameters that vary together."""
SHADES = 8
"""Number of colours of a heat map."""
_TRIED = 4
_STEPS = 150_000
"""Limit on the work for all laws together (about 0.6 s); beyond it nothing is shown."""
_CROSSED_STEPS = 1_000_000
"""The same for two parameters, which a reader asks for."""


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


class Cell(msgspec.Struct, frozen=True):
    """The compared quantity at a value of each of two parameters. `key`: the two values as JSON text;
    `shade`: 0 for the lowest colour, up to `SHADES` - 1."""

    key: str
    text: str
    shade: int
    current: bool


class CrossedRow(msgspec.Struct, frozen=True):
    label: str
    cells: Sequence[Cell]


class Crossed(msgspec.Struct, frozen=True):
    """A second parameter that varies too: `heads` are its values, `rows` those of the first."""

    param: str
    label: str
    heads: Sequence[str]
    rows: Sequence[CrossedRow]


class WhatIf(msgspec.Struct, frozen=True, kw_only=True):
    """The compared quantity (`what`) at several values of a parameter. `none`: nothing to vary,
    nothing that it changes, answers were given, or too long to compute.

    `params`: the parameters that may vary; `others`: those that may vary with this one, which
    gives `crossed` in place of `rows`.
    """

    state: Literal["what_if", "none"] = "none"
    title: str = ""
    param: str = ""
    label: str = ""
    params: Sequence[Selection] = ()
    others: Sequence[Selection] = ()
    what: str = ""
    rows: Sequence[WhatIfRow] = ()
    crossed: Crossed | None = None


def what_if(run: RunJson, options: Options, tick: Ticker | None = None) -> WhatIf:
    """Return the chance of success (else the mean of a number) where one parameter had other values,
    or where two had.

    Options: `lang`, `param` (a parameter to vary instead of the one that is chosen, or two with `~`
    between them; the first alone where they do not go together). Raises `Refusal` for what the form
    has to mend.
    """
    question = read_run(run)
    words = Words(question.game, options.get("lang", "fr"))
    scales = [] if question.answers else scales_of(question, words)
    named = {scale.name: scale for scale in scales}
    asked = dict.fromkeys(options.get("param", "").split(WITH))
    wanted = [named[name] for name in asked if name in named]
    if len(wanted) == 2:
        both = _crossed(question, (wanted[0], wanted[1]), scales, words, tick)
        if both is not None:
            return both
    budget = Budget(steps=_STEPS, states=_STEPS, table=_STEPS, tick=tick)
    for scale in wanted or scales[:_TRIED]:
        try:
            what, rows = _rows(question, scale, budget, words)
        except Refusal:
            break
        if len({row.value_text for row in rows}) > 1 or (wanted and rows):
            return _view(scale, None, scales, words, what=what, rows=rows)
    return WhatIf()


def _view(
    scale: Scale, other: Scale | None, scales: Sequence[Scale], words: Words, **found: Any
) -> WhatIf:
    return WhatIf(
        state="what_if",
        title=words.text("Et si cela changeait ?"),
        param=scale.name,
        label=scale.label(words),
        params=[Selection(each.name, each.label(words), each is scale) for each in scales],
        others=[
            Selection(f"{scale.name}{WITH}{each.name}", each.label(words), each is other)
            for each in scales
            if each is not scale
        ],
        **found,
    )


# ── one parameter ──────────────────────────────────────────────────────────────────────────────
def _rows(
    question: RunInput, scale: Scale, budget: Budget, words: Words
) -> tuple[str, list[WhatIfRow]]:
    """Return the compared quantity, and a row for each value that the rules accept. Raises
    `Refusal`."""
    values = [value for value in scale.values if accepted(question, scale, value)]
    asked = [with_other_values(question, {scale.name: value}) for value in values]
    worths = _Worths(Study(asked, lambda: budget), words)
    rows = [
        WhatIfRow(
            value=value,
            key=_key(value),
            label=scale.value_label(value, words),
            value_text=worths.text(worth),
            words=in_words(worth, words) if worths.chance else "",
            bar=round(1000 * worths.share(worth)),
            current=value == scale.given,
            good=worth >= Fraction(1, 2) if worths.chance else True,
        )
        for value, worth in zip(values, worths.worths, strict=True)
    ]
    return worths.what, rows


# ── two parameters ─────────────────────────────────────────────────────────────────────────────
def _crossed(
    question: RunInput,
    pair: tuple[Scale, Scale],
    scales: Sequence[Scale],
    words: Words,
    tick: Ticker | None,
) -> WhatIf | None:
    """Return the compared quantity for each pair of values; None where the rules refuse one, or where
    it takes too long."""
    budget = Budget(steps=_CROSSED_STEPS, states=_CROSSED_STEPS, table=_CROSSED_STEPS, tick=tick)
    down, across = ([v for v in each.values if accepted(question, each, v)] for each in pair)
    names = [scale.name for scale in pair]
    pairs = [(one, other) for one in down for other in across]
    try:
        asked = [with_other_values(question, dict(zip(names, both, strict=True))) for both in pairs]
        worths = _Worths(Study(asked, lambda: budget), words)
    except Refusal:
        return None
    given = tuple(scale.given for scale in pair)
    cells = [
        Cell(_key(both), worths.text(worth), worths.shade(worth), both == given)
        for both, worth in zip(pairs, worths.worths, strict=True)
    ]
    width = len(across)
    crossed = Crossed(
        param=pair[1].name,
        label=pair[1].label(words),
        heads=[pair[1].value_label(value, words) for value in across],
        rows=[
            CrossedRow(pair[0].value_label(value, words), cells[at * width : (at + 1) * width])
            for at, value in enumerate(down)
        ],
    )
    return _view(*pair, scales, words, what=worths.what, crossed=crossed)


def _key(value: Any) -> str:
    return msgspec.json.encode(value).decode()


# ── what is compared ───────────────────────────────────────────────────────────────────────────
class _Worths:
    """The compared quantity (`what`) of each run of a study: the chance of success, else the mean of
    a number."""

    def __init__(self, study: Study, words: Words) -> None:
        self._words = words
        found = headline(study, words)
        name = None if found is not None else study.number(list(study.declared))
        self.chance = found is not None
        if found is not None:
            self.what = capital(found[1] or words.text("Chance de réussite"))
            self.worths = chances_of_success(study)
        elif name is None:
            self.what, self.worths = "", [Fraction()] * len(study.questions)
        else:
            field = capital(words.label(name))
            self.what = words.phrase("{field:=}, en moyenne", field=field)
            self.worths = [law.marginal(name).mean() for law in study.laws(name)]
        self._low = Fraction() if self.chance else min(Fraction(), *self.worths)
        self._high = Fraction(1) if self.chance else max(Fraction(), *self.worths)

    def text(self, worth: Fraction) -> str:
        if self.chance:
            return percent(worth, self._words.lang)
        return decimal(worth, self._words, self._low < 0)

    def share(self, worth: Fraction) -> Fraction:
        """Return the place of a value between the ends, 0 to 1."""
        span = self._high - self._low
        return (worth - self._low) / span if span else Fraction()

    def shade(self, worth: Fraction) -> int:
        return min(SHADES - 1, int(self.share(worth) * SHADES))
