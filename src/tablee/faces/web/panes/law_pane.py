"""The chance of success and the law beside a form.

The macros of `templates/pieces/law.html` draw the value. `law_pane` is a task of a worker
(`faces.workers.tasks`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from tablee.dice.die import Throw
from tablee.dice.law import Law
from tablee.faces.chance_words import exact, in_words
from tablee.faces.messages import format_value, path_in_words
from tablee.faces.pictures.captions import headline
from tablee.faces.pictures.chart_data import Panel, Row, Segment, Tone, decimal, panel, value_word
from tablee.faces.pictures.study import Study, is_number
from tablee.faces.web.panes import chart
from tablee.faces.workers.pipe import Ticker
from tablee.faces.workers.tasks import Options
from tablee.rules.contract_json import RunJson
from tablee.rules.questions import Choose, Together
from tablee.rules.readings.budget import Budget
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import RunInput, read_run
from tablee.rules.schema import fields_of, show
from tablee.rules.shapes import Choice, Whole, YesNo
from tablee.rules.texts.typography import NNBSP, capital, percent
from tablee.rules.texts.words import Words

MOST_PARTS = 9
"""Maximum number of parts of a column or a band."""
MOST_ROWS = 200
"""Maximum number of rows of the exact table."""
MOST_CHOSEN = 20
"""Maximum number of answers before which a choice may be replaced by its default; later choices are
examined."""


class Selection(msgspec.Struct, frozen=True):
    """Something else that a reader may see in a pane, by its `name`."""

    name: str
    label: str
    current: bool


class Chance(msgspec.Struct, frozen=True):
    """The headline: a chance and its subject."""

    percent: str
    words: str
    what: str
    exact: str
    value: float
    good: bool


class KeyRow(msgspec.Struct, frozen=True):
    """A part of a law. `pieces`: the bar of its own, where no chart shows it."""

    label: str
    share: str
    exact: str
    colour: str
    pieces: Sequence[chart.Piece] | None = None


class LawTable(msgspec.Struct, frozen=True):
    """Every outcome with its exact chance. `numeric`: for each column whether it has numbers."""

    heads: Sequence[str]
    numeric: Sequence[bool]
    rows: Sequence[Sequence[str]]
    more: str


class LawView(msgspec.Struct, frozen=True, kw_only=True):
    """A law. `supposed`: how the decisions were counted that are open."""

    state: Literal["law"] = "law"
    title: str
    chance: Chance | None
    field: str
    heading: str
    fields: Sequence[Selection]
    chart: chart.Columns | chart.Band | None
    key: Sequence[KeyRow]
    numbers: Sequence[Sequence[str]]
    table: LawTable
    captions: Sequence[str]
    supposed: Sequence[str]
    summary: str


class NoLaw(msgspec.Struct, frozen=True, kw_only=True):
    """Why there is no law: nothing is left to chance (`result`: pairs of label and value); a decision
    is open (`field`, `label`; `advice`: whether it can be weighed); it is too large, though another
    of the `fields` may be quicker."""

    state: Literal["certain", "open", "too_large"]
    title: str
    text: str
    result: Sequence[Sequence[str]] = ()
    field: str = ""
    label: str = ""
    advice: bool = False
    fields: Sequence[Selection] = ()
    chance: None = None


def law_pane(run: RunJson, options: Options, tick: Ticker | None = None) -> LawView | NoLaw:
    """Return the law of what follows a run, for the page.

    Options: `lang` (`fr`, `en`), `names` (see `Words`), `by` (a result field to see instead of the
    most telling one; an unknown one is passed over), `usual` (whether decisions that are open count
    as they are where nobody says anything; `supposed` names them), `thrower` (whether the chance is
    that of the side that throws next, where it is not everybody's). Raises `Refusal` for what the
    form has to mend (a parameter, an answer).
    """
    question = read_run(run)
    words = Words(question.game, options.get("lang", "fr"), options.get("names"))
    by = str(options.get("by") or "")
    try:
        seat = _thrower(question) if options.get("thrower") else ""
        return view_of(Study([question], lambda: Budget(tick=tick), seat=seat), by, words)
    except Refusal as refusal:
        name = refusal.field.rpartition(".")[2]
        usual = _supposed(question, run, refusal, name) if options.get("usual") else None
        if usual is None:
            return _without(question, by, refusal, words)
        caption = _supposed_text(question, name, words)
    pane = law_pane(usual, options, tick)
    if isinstance(pane, NoLaw):
        return pane
    return replace(pane, supposed=(caption, *pane.supposed))


def _thrower(question: RunInput) -> str:
    """Return the seat of the run that throws next, "" for none."""
    session = Session(question)
    return session.outer(session.pending.who) if isinstance(session.pending, Throw) else ""


def _supposed(question: RunInput, run: RunJson, refusal: Refusal, name: str) -> RunJson | None:
    """Return the run with the open decision at its default; None where it is not a parameter with a
    default, or where it was made earlier."""
    field = fields_of(type(question.procedure)).get(name)
    if refusal.kind != "choice_needed" or field is None or field.required:
        return None
    usual = field.shape.show(field.default)
    if usual == "ask" or question.given.get(name) != "ask" or _taken(question, run, name):
        return None
    return {**run, "params": {**run["params"], name: usual}}


def _taken(question: RunInput, run: RunJson, name: str) -> bool:
    """Return whether one of the answers may be a decision on that parameter."""
    answers = run.get("answers", ())
    chosen = [place for place, each in enumerate(answers) if "dice" not in each]
    if len(chosen) > MOST_CHOSEN or question.procedure.beliefs():
        return bool(chosen)
    return any(name in _asked(run, answers[:place]) for place in chosen)


def _asked(run: RunJson, answers: Sequence[Any]) -> Iterator[str]:
    """Return the parameters whose decisions are asked after these answers."""
    pending = Session(read_run({**run, "answers": list(answers)})).pending
    choices = pending.choices if isinstance(pending, Together) else (pending,)
    for each in choices:
        if isinstance(each, Choose):
            yield each.parameter.rpartition(".")[2]


def _supposed_text(question: RunInput, name: str, words: Words) -> str:
    default = fields_of(type(question.procedure))[name].default
    return words.phrase(
        "À décider encore : {choice:=}. Compté ici : {usual:=}.",
        choice=path_in_words(words, name),
        usual=format_value(words, default, name),
    )


def _without(question: RunInput, by: str, refusal: Refusal, words: Words) -> NoLaw:
    """Return the reason why there is no law, unless the input is at fault."""
    if refusal.kind == "choice_needed":
        weighed = bool(question.procedure.utilities)
        inner = refusal.field.rpartition(".")[2] if weighed else refusal.field
        choice = path_in_words(words, inner)
        text = words.phrase(
            "Les chances dépendent d’un choix qui reste à faire : {choice:=}."
            if weighed
            else "Un choix reste à faire : {choice:=}. Faites-le pour voir les chances.",
            choice=choice,
        )
        return NoLaw(
            state="open",
            title=words.text("À vous de décider"),
            text=text,
            field=refusal.field,
            label=choice,
            advice=weighed,
        )
    if refusal.kind == "too_large":
        return NoLaw(
            state="too_large",
            title=words.text("Trop long à compter"),
            text=words.text(
                "Il y a ici trop de cas pour les compter tous. Un grand nombre de jets au hasard "
                "en donne une bonne idée."
            ),
            fields=named(fields_of(question.procedure.result_type()), by, words),
        )
    raise refusal


def view_of(study: Study, by: str, words: Words) -> LawView | NoLaw:
    """Return the law of a study. `by`: the result field to see, or the most telling one."""
    whole = study.whole()
    if whole is not None and len(whole) == 1:
        return _certain(next(iter(whole)), words)
    field = by if by in study.declared else study.most_informative()
    return _law(study, field, words)


def _certain(result: Any, words: Words) -> NoLaw:
    rows = [
        [capital(words.label(name)), format_value(words, value, name)]
        for name, value in show(result).items()
    ]
    return NoLaw(
        state="certain",
        title=words.text("Le résultat est certain"),
        text=words.text("Rien n’est laissé au hasard : aucun dé ne change ce résultat."),
        result=rows,
    )


# ── the law ────────────────────────────────────────────────────────────────────────────────────
def _law(study: Study, field: str, words: Words) -> LawView:
    chance = _chance(study, words)
    number = field if is_number(study.declared[field].shape) else _scale_of(study, field)
    cut = field if number not in ("", field) else None
    drawn = panel(study, number or field, cut, words)
    picture: chart.Columns | chart.Band | None
    if number:
        picture = chart.columns(drawn, words) if len(drawn.rows) > 1 else None
        parts = [sum(each, Fraction()) for each in zip(*(r.parts for r in drawn.rows), strict=True)]
        key = _key(drawn.segments, parts, words)
    else:
        picture, key = _of_words(drawn, words)
    return LawView(
        title=words.text("Vos chances" if chance else "Ce qui peut arriver"),
        chance=chance,
        field=field,
        heading=drawn.title,
        fields=_fields(study, field, words),
        chart=picture,
        key=key if len(key) > 1 else [],
        numbers=_numbers(study, number, words) if number else [],
        table=_table(study, [number, field] if cut else [field], words),
        captions=list(drawn.captions),
        supposed=[],
        summary=_summary(drawn, chance, words),
    )


def _scale_of(study: Study, field: str) -> str:
    """Return a number of the result that decides a word of it (the margin decides the degree), or
    ""."""
    if study.whole() is None or not isinstance(study.declared[field].shape, Choice | YesNo):
        return ""
    if not 1 < len(study.law(0, frozenset({field}))) <= MOST_PARTS:
        return ""
    for name, declared in study.declared.items():
        if isinstance(declared.shape, Whole):
            both = study.law(0, frozenset({name, field})).marginal(name, field)
            if len(both) > 2 and len({value for value, _ in both}) == len(both):
                return name
    return ""


def _of_words(drawn: Panel, words: Words) -> tuple[chart.Band | None, list[KeyRow]]:
    """Return the picture and the key of a law of words: one bar in a few parts, or a bar for each."""
    rows = _best_first(drawn)
    totals = [row.total for row in rows]
    segments = [Segment(row.label, _tone(drawn, row)) for row in rows]
    key = _key(segments, totals, words)
    mixed = any(s.tone == "plain" for s in segments) and len(drawn.segments) > 1
    if 1 < len(rows) <= MOST_PARTS and not mixed:
        return chart.band(segments, totals), key
    colours, most = chart.classes(drawn.segments), max(totals)
    bars = (chart.split(row.parts, colours, most) for row in rows)
    barred = zip(key, bars, strict=True)
    return None, [replace(each, colour="", pieces=bar) for each, bar in barred]


def _best_first(drawn: Panel) -> list[Row]:
    """Return the rows with the best success first and the worst failure last."""
    rows = list(drawn.rows)
    if _tone(drawn, rows[-1]) == "success":
        rows.reverse()
    return sorted(rows, key=lambda row: _tone(drawn, row) == "failure")


def _tone(drawn: Panel, row: Row) -> Tone:
    """Return the tone of a row within one segment, else plain."""
    met = [s.tone for s, part in zip(drawn.segments, row.parts, strict=True) if part]
    return met[0] if len(met) == 1 else "plain"


def _key(segments: Sequence[Segment], chances: Sequence[Fraction], words: Words) -> list[KeyRow]:
    """Return one row a part: its colour, word, chance and exact chance."""
    met = [(s, c) for s, c in zip(segments, chances, strict=True) if c]
    colours = chart.classes([segment for segment, _ in met])
    return [
        KeyRow(segment.label, percent(chance, words.lang), exact(chance), colour)
        for (segment, chance), colour in zip(met, colours, strict=True)
    ]


def _chance(study: Study, words: Words) -> Chance | None:
    """Return the headline: a chance and its subject, None without one. The seat of a rule that
    throws is named only where a character has it: the page has named the thrower."""
    found = headline(study, words)
    if found is None:
        return None
    chance, what = found
    if study.seat and study.seat not in words.names:
        what = what.removesuffix(f" ({words.label(study.seat)})")
    shown, good = percent(chance, words.lang), chance >= Fraction(1, 2)
    return Chance(shown, in_words(chance, words), what, exact(chance), float(chance), good)


def _fields(study: Study, field: str, words: Words) -> list[Selection]:
    """Return the selectable fields of the result: the uncertain ones."""
    known = study.whole() is not None
    names = [n for n in study.declared if n == field or not known or study.is_open(n)]
    return named(names, field, words)


def named(names: Iterable[str], current: str, words: Words, procedure: str = "") -> list[Selection]:
    """Return the selections of some names; `procedure`: where they are utilities of it."""
    return [
        Selection(name, capital(words.label(name, procedure)), name == current) for name in names
    ]


def _numbers(study: Study, name: str, words: Words) -> list[list[str]]:
    """Return mean, median and usual range of a number, nothing for other fields."""
    law: Law[Any] = study.law(0, frozenset({name})).marginal(name)
    if None in law or len(law) < 3:
        return []
    signed = min(law) < 0
    low, high = law.quantile(Fraction(1, 10)), law.quantile(Fraction(9, 10))
    ends = [value_word(end, name, words, signed) for end in (low, high)]
    usual = ends[0]
    if low < high:
        usual = words.phrase("de {low:=} à {high:=}", low=ends[0], high=ends[1])
    return [
        [words.text("moyenne"), decimal(law.mean(), words, signed)],
        [words.text("médiane"), value_word(law.quantile(Fraction(1, 2)), name, words, signed)],
        [words.text("au moins huit fois sur dix"), usual],
    ]


# ── exactly, and for those who don't see it ────────────────────────────────────────────────────
def _table(study: Study, names: Sequence[str], words: Words) -> LawTable:
    """Return every outcome with its exact chance."""
    law = study.law(0, frozenset(names))
    signed = {
        name: any(type(v) is int and v < 0 for v in {getattr(result, name) for result in law})
        for name in names
    }
    rows = [
        [
            *(value_word(getattr(result, name), name, words, signed[name]) for name in names),
            exact(chance),
            finely(chance, words),
        ]
        for result, chance in law.items()
    ]
    heads = [capital(words.label(name)) for name in names]
    left = len(rows) - MOST_ROWS
    return LawTable(
        [*heads, words.text("Chance exacte"), words.text("En pour cent")],
        [is_number(study.declared[name].shape) for name in names] + [True, True],
        rows[:MOST_ROWS],
        words.phrase("et {n:autre|autres}", n=left) if left > 0 else "",
    )


def finely(chance: Fraction, words: Words) -> str:
    """Format a percentage to a hundredth: « 8,33 % », « < 0,01 % »."""
    hundredths = round(chance * 10_000)
    if chance and not hundredths:
        shown = "<\u00a00.01"
    elif chance < 1 and hundredths == 10_000:
        shown = ">\u00a099.99"
    else:
        shown = f"{float(chance * 100):.2f}".removesuffix(".00")
    return f"{shown}%" if words.lang == "en" else f"{shown.replace('.', ',')}{NNBSP}%"


def _summary(drawn: Panel, chance: Chance | None, words: Words) -> str:
    """Describe the picture in one or two sentences, as its text alternative."""
    text_rows = []
    if chance:
        text_rows.append(
            words.phrase(
                "{what:=} : {p:=}",
                what=capital(chance.what or words.text("Chance de réussite")),
                p=chance.percent,
            )
        )
    most = max(row.total for row in drawn.rows)
    likely = [row.label for row in drawn.rows if row.total == most]
    if drawn.kind == "numbers":
        text_rows.append(
            words.phrase(
                "{name:=} : de {low:=} à {high:=}",
                name=drawn.title,
                low=drawn.rows[0].label,
                high=drawn.rows[-1].label,
            )
        )
        if drawn.mean:
            text_rows.append(drawn.mean[1])
    if len(likely) == 1:
        text_rows.append(words.phrase("le plus probable : {what:=}, {p:%}", what=likely[0], p=most))
    return words.text(" ; ").join(text_rows)
