"""The landmarks of a choice: what the document says to help a person judge the offered values.

They come from the choice, else from the parameter that was left to be asked for. The module must not
know how a face shows them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from tablee.rules.field_marks import Landmarks
from tablee.rules.forms import NumberFrom, OneOf, same
from tablee.rules.questions import Choose
from tablee.rules.readings.session import Session
from tablee.rules.schema import Field, Group, fields_of
from tablee.rules.shapes import Many, Shape
from tablee.rules.texts.typography import capital
from tablee.rules.texts.words import Words


def field_at(record: type[Any] | None, path: str) -> Field | None:
    """Return the declaration of a parameter at a path ("fighters[0].way"); None where there is
    none."""
    field = None
    for name in re.sub(r"\[\d+\]", "", path).split("."):
        field = fields_of(record).get(name) if record else None
        record = record_of(field.shape) if field else None
    return field


def record_of(shape: Shape) -> type[Any] | None:
    """Return the record type of a parameter, or of the members of a list; None for others."""
    match shape:
        case Group(record=record):
            return record
        case Many(item=item):
            return record_of(item)
        case _:
            return None


def landmarks_of(session: Session, choice: Choose[Any]) -> Landmarks | None:
    """Return the landmarks of a choice: its own, those of the rule that asks, or those of the run."""
    if choice.landmarks is not None:
        return choice.landmarks
    asking = session.frames[-1].procedure, choice.parameter
    for procedure, path in (asking, (session.question.procedure, session.path(choice.parameter))):
        field = field_at(type(procedure), path)
        if field is not None and field.landmarks is not None:
            return field.landmarks
    return None


def meanings(session: Session, choice: Choose[Any], words: Words) -> Mapping[Any, str]:
    """Return value -> its landmarks in one text, in the reader's language. A range counts for each
    of its numbers. Values that the choice does not offer are left out."""
    found = landmarks_of(session, choice)
    rows = found.rows if found else ()
    between = words.text(" ; ")
    return {
        each: capital(between.join(words.text(text) for text in texts))
        for value, texts in rows
        for each in _values(choice, value)
        if _offered(choice, each)
    }


def _values(choice: Choose[Any], value: Any) -> Iterable[Any]:
    """Return a value alone, or the numbers of a range that a choice of a number offers."""
    if not isinstance(value, tuple):
        return (value,)
    form = choice.form
    if not isinstance(form, NumberFrom):
        return ()
    first, last = value
    return range(max(first, form.low), min(last, form.high) + 1)


def _offered(choice: Choose[Any], value: Any) -> bool:
    """Return whether a choice between ids offers a value ("oui" is not the number 1); true for other
    forms."""
    form = choice.form
    return not isinstance(form, OneOf) or any(same(each, value) for each in form.ids)
