"""The words on a picture: its title, its sentence, and the text for those who don't see it."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from tablee.faces.chance_words import in_words, is_belief, share_texts
from tablee.faces.pictures.chart_data import Curve, Panel, chances_of_success, decimal
from tablee.faces.pictures.study import Study
from tablee.rules.run_input import RunInput
from tablee.rules.schema import fields_of
from tablee.rules.shapes import Whole
from tablee.rules.words import NBSP, Words, capital, number, percent

_LONGEST_TITLE = 3
"""Lines of parameters; what is beyond is cut off with « … »."""


def title(question: RunInput, words: Words, without: str | None = None) -> str:
    """The procedure's title and what was given, in words; `without` a parameter that is swept."""
    name = capital(words.label(question.procedure.id))
    given = given_in_words(question, words, without)
    if question.answers:
        given.append(words.phrase("après {n:réponse|réponses}", n=len(question.answers)))
    if not given:
        return name
    return words.phrase("{name:=} : {given:=}", name=name, given=", ".join(given))


def given_in_words(question: RunInput, words: Words, without: str | None = None) -> list[str]:
    """What was given to a question, parameters and rulings: « Talent 14 », « difficulté −5 »."""
    declared = fields_of(type(question.procedure))
    given = [
        _given(key, value, words, _signed(declared[key].shape))
        for key, value in question.given.items()
        if key != without
    ]
    return given + [_given(key, value, words) for key, value in question.given_rulings.items()]


def _signed(shape: Any) -> bool:
    return isinstance(shape, Whole) and shape.low is not None and shape.low < 0


def _given(name: str, value: Any, words: Words, signed: bool = False) -> str:
    # the name keeps with its value when the title is broken into lines
    return f"{words.label(name)}{NBSP}{_json_word(value, name, words, signed)}"


def gist(value: Any, name: str, words: Words) -> str:
    """A record or a value as it was given, on a line."""
    if isinstance(value, Mapping):
        return ", ".join(_given(str(key), each, words) for key, each in value.items())
    return _json_word(value, name, words)


def _json_word(value: Any, name: str, words: Words, signed: bool = False) -> str:
    """A parameter as it was written, in words."""
    if isinstance(value, bool) or value is None:
        return words.label(value, name)
    if isinstance(value, int):
        return number(value, signed, words.lang)
    if isinstance(value, Mapping):
        inside = [_given(str(key), each, words) for key, each in value.items()]
        return f"({', '.join(inside)})"
    if is_belief(value):
        return ", ".join(f"{_json_word(each, name, words)} ({chance})" for each, chance in value)
    if isinstance(value, list | tuple):
        return words.listed(value, lambda each: _json_word(each, name, words))
    return words.label(value, name)


def wrapped(text: str, width: int, lines: int = _LONGEST_TITLE) -> list[str]:
    """A text in lines of at most `width` characters; never broken at a non-breaking space."""
    wrapper = textwrap.TextWrapper(
        width, max_lines=lines, placeholder=" …", break_long_words=False, break_on_hyphens=False
    )
    return wrapper.wrap(text)


def sentences(study: Study, panel: Panel, fields: Sequence[str], words: Words) -> list[str]:
    """A single law in a sentence or two: the chance of success or the likeliest, and the mean."""
    if study.success is not None:
        chance = chances_of_success(study)[0]
        first = words.phrase(
            "Chance de réussite : {p:=}, {said:=}.",
            p=percent(chance, words.lang),
            said=in_words(chance, words),
        )
    else:
        chances = [row.total for row in panel.rows]
        likely = max(range(len(chances)), key=chances.__getitem__)
        what = panel.rows[likely].label
        if panel.kind == "numbers":
            what = f"{words.label(fields[0])}{NBSP}{what}"
        first = words.phrase(
            "Le plus probable : {what:=}, {p:=}, {said:=}.",
            what=what,
            p=share_texts(chances, words)[likely],
            said=in_words(chances[likely], words),
        )
    told = [first]
    numbers = [name for name in fields if isinstance(study.declared[name].shape, Whole)]
    if name := study.number(numbers or list(study.declared)):
        law = study.law(0, frozenset({name})).marginal(name)
        told.append(
            words.phrase(
                "{field:=}, en moyenne : {mean:=}.",
                field=capital(words.label(name)),
                mean=decimal(law.mean(), words, min(law) < 0),
            )
        )
    return told


def headline(study: Study, words: Words) -> tuple[Fraction, str] | None:
    """The chance of success of the first question, and what it is the chance of: "" for a success
    that is everybody's, else what the first seat seeks (« toucher (attaquant) »). From then on the
    study takes that for success. None where nobody seeks anything that may fail."""
    stake = study.settle()
    if study.success is None:
        return None
    what = words.label(stake.utility) if stake else ""
    if stake and len(set(study.procedure.sides().values())) > 1:
        what = words.phrase("{what:=} ({who:=})", what=what, who=words.label(stake.seat))
    return chances_of_success(study)[0], what


def swept_sentences(drawn: Panel | Curve, study: Study, axis: str, words: Words) -> str:
    """What a range of a parameter changes from its first value to its last: the chance of
    success, a mean, or the outcome that changes most."""
    labels = drawn.labels if isinstance(drawn, Curve) else [row.label for row in drawn.rows]
    if study.success is not None and (not isinstance(drawn, Curve) or drawn.chance):
        chances = chances_of_success(study)
        what = words.text("Chance de réussite")
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
    """The whole picture as text, row by row."""
    told: list[str] = []
    for each in drawn:
        if isinstance(each, Curve):
            shown = [
                percent(value, words.lang) if each.chance else decimal(value, words, each.signed)
                for value in each.values
            ]
            rows = [f"{a} {b}" for a, b in zip(each.labels, shown, strict=True)]
            told.append(f"{each.title} ({each.axis}) : {' ; '.join(rows)}.")
        elif each.kind == "sweep":
            told += [_swept_row(each, place, words) for place in range(len(each.rows))]
        else:
            shown = share_texts([row.total for row in each.rows], words)
            rows = [f"{row.label} {p}" for row, p in zip(each.rows, shown, strict=True)]
            told.append(f"{each.title} : {' ; '.join(rows)}.")
    return words.text("\n".join(told))


def _swept_row(panel: Panel, place: int, words: Words) -> str:
    row = panel.rows[place]
    shown = share_texts(list(row.parts), words)
    parts = [
        f"{segment.label} {p}"
        for segment, p, part in zip(panel.segments, shown, row.parts, strict=True)
        if part > Fraction()
    ]
    return f"{panel.title} {row.label} : {' ; '.join(parts)}."
