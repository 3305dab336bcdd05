"""Words on a picture: its title, its sentence, and its text alternative.

The module formats a study. It draws nothing.
"""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

from tablee.faces.chance_words import in_words, is_belief
from tablee.faces.pictures.chart_data import (
    Curve,
    Panel,
    chances_of_success,
    decimal,
    subject,
    success_label,
)
from tablee.faces.pictures.study import Study
from tablee.rules.run_input import RunInput
from tablee.rules.schema import fields_of
from tablee.rules.shapes import Whole
from tablee.rules.texts.typography import NBSP, capital, percent
from tablee.rules.texts.words import Words

_LONGEST_TITLE = 3
"""Maximum number of lines of parameters in a title; « … » replaces the rest."""


def title(question: RunInput, words: Words, without: Collection[str] = ()) -> str:
    """Return the title of the procedure and its parameters in words, `without` the swept ones."""
    name = capital(words.label(question.procedure.id))
    given = given_in_words(question, words, without)
    if question.answers:
        given.append(words.phrase("après {n:réponse|réponses}", n=len(question.answers)))
    if not given:
        return name
    return words.phrase("{name:=} : {given:=}", name=name, given=", ".join(given))


def given_in_words(question: RunInput, words: Words, without: Collection[str] = ()) -> list[str]:
    """Return the parameters and rulings of a run input in words: « Talent 14 », « difficulté −5 »."""
    declared = fields_of(type(question.procedure))
    given = [
        _given(key, value, words, _signed(declared[key].shape))
        for key, value in question.given.items()
        if key not in without
    ]
    return given + [_given(key, value, words) for key, value in question.given_rulings.items()]


def _signed(shape: Any) -> bool:
    return isinstance(shape, Whole) and shape.low is not None and shape.low < 0


def _given(name: str, value: Any, words: Words, signed: bool = False) -> str:
    # a no-break space keeps the name with its value
    return f"{words.label(name)}{NBSP}{_json_word(value, name, words, signed)}"


def gist(value: Any, name: str, words: Words) -> str:
    """Return a given record or value on one line."""
    if isinstance(value, Mapping):
        return ", ".join(
            f"{words.key(str(key), name)}{NBSP}"
            f"{_json_word(each, words.inner_context(str(key), name, each), words)}"
            for key, each in value.items()
        )
    return _json_word(value, name, words)


def _json_word(value: Any, name: str, words: Words, signed: bool = False) -> str:
    """Return a parameter in words, as it was written."""
    if isinstance(value, bool) or value is None:
        return words.label(value, name)
    if isinstance(value, int):
        return words.spoken_number(value, name, signed)
    if isinstance(value, Mapping):
        return f"({gist(value, name, words)})"
    if is_belief(value):
        return ", ".join(f"{_json_word(each, name, words)} ({chance})" for each, chance in value)
    if isinstance(value, list | tuple):
        return words.listed(value, lambda each: _json_word(each, name, words))
    return words.label(value, name)


def wrapped(text: str, width: int, lines: int = _LONGEST_TITLE) -> list[str]:
    """Return a text in lines of at most `width` characters; a no-break space is never broken."""
    wrapper = textwrap.TextWrapper(
        width, max_lines=lines, placeholder=" …", break_long_words=False, break_on_hyphens=False
    )
    return wrapper.wrap(text)


def sentences(study: Study, panel: Panel, fields: Sequence[str], words: Words) -> list[str]:
    """Describe a single law in one or two sentences: the chance of success or the likeliest
    outcome, and the mean."""
    if study.success is not None:
        chance = chances_of_success(study)[0]
        first = words.phrase(
            "{what:=} : {p:=}, {in_words:=}.",
            what=success_label(study, words),
            p=percent(chance, words.lang),
            in_words=in_words(chance, words),
        )
    else:
        chances = [row.total for row in panel.rows]
        likely = max(range(len(chances)), key=chances.__getitem__)
        what = panel.rows[likely].label
        if panel.kind == "numbers":
            what = f"{words.label(fields[0])}{NBSP}{what}"
        first = words.phrase(
            "Le plus probable : {what:=}, {p:=}, {in_words:=}.",
            what=what,
            p=percent(chances[likely], words.lang),
            in_words=in_words(chances[likely], words),
        )
    text = [first]
    numbers = [name for name in fields if isinstance(study.declared[name].shape, Whole)]
    if name := study.number(numbers or list(study.declared)):
        law = study.law(0, frozenset({name})).marginal(name)
        text.append(
            words.phrase(
                "{field:=}, en moyenne : {mean:=}.",
                field=capital(words.label(name)),
                mean=decimal(law.mean(), words, min(law) < 0),
            )
        )
    return text


def headline(study: Study, words: Words) -> tuple[Fraction, str] | None:
    """Return the chance of success of the first run input, and its subject.

    The subject is "" for a success shared by all seats, else the goal of the first seat (« toucher
    (attaquant) »); from then on the study treats that goal as success. None where no result is a
    success.
    """
    study.settle()
    if study.success is None:
        return None
    return chances_of_success(study)[0], subject(study, words)


def swept_sentences(drawn: Panel | Curve, study: Study, axis: str, words: Words) -> str:
    """Describe the change from the first to the last value of a range: the chance of success, a
    mean, or the outcome that changes most."""
    labels = drawn.labels if isinstance(drawn, Curve) else [row.label for row in drawn.rows]
    if study.success is not None and (not isinstance(drawn, Curve) or drawn.chance):
        chances = chances_of_success(study)
        what = success_label(study, words)
        first, last = (percent(chances[end], words.lang) for end in (0, -1))
    elif isinstance(drawn, Curve):
        what = drawn.title
        first, last = (decimal(drawn.values[end], words, drawn.signed) for end in (0, -1))
    else:
        ends = [drawn.rows[end].parts for end in (0, -1)]
        changes = [abs(after - before) for before, after in zip(*ends, strict=True)]
        part = changes.index(max(changes))
        what = capital(drawn.segments[part].label)
        first, last = (percent(end[part], words.lang) for end in ends)
    return words.phrase(
        "{what:=} : de {first:=} ({low:=}) à {last:=} ({high:=}).",
        what=what,
        first=first,
        last=last,
        low=f"{axis}{NBSP}{labels[0]}",
        high=f"{axis}{NBSP}{labels[-1]}",
    )


def description(drawn: Sequence[Panel | Curve], words: Words) -> str:
    """Return the whole picture as text, row by row."""
    text: list[str] = []
    for each in drawn:
        if isinstance(each, Curve):
            shown = [
                percent(value, words.lang) if each.chance else decimal(value, words, each.signed)
                for value in each.values
            ]
            rows = [f"{a} {b}" for a, b in zip(each.labels, shown, strict=True)]
            text.append(f"{each.title} ({each.axis}) : {' ; '.join(rows)}.")
        elif each.kind == "sweep":
            text += [_swept_row(each, place, words) for place in range(len(each.rows))]
        else:
            rows = [f"{row.label} {percent(row.total, words.lang)}" for row in each.rows]
            text.append(f"{each.title} : {' ; '.join(rows)}.")
    return words.text("\n".join(text))


def _swept_row(panel: Panel, place: int, words: Words) -> str:
    row = panel.rows[place]
    parts = [
        f"{segment.label} {percent(part, words.lang)}"
        for segment, part in zip(panel.segments, row.parts, strict=True)
        if part > Fraction()
    ]
    return f"{panel.title} {row.label} : {' ; '.join(parts)}."
