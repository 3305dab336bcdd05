"""Marks in the annotation of a field: its source on a sheet, landmarks of its values, a maximum, the
ruling that gives it a meaning.

The module must not know shapes or records.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

AS_OBJECT = "as an object"
"""Mark of a `tuple[tuple[str, X], ...]` that is an object {name: X} in JSON."""

HOURS = "hours"
"""Mark of a `Fraction` that counts hours: readers see a duration."""

DAYS = "days"
"""Mark of a `Fraction` that counts days: readers see a duration."""


class OnSheet(msgspec.Struct, frozen=True):
    """The place on a character's sheet that gives a parameter its value (see `on_sheet`)."""

    fields: tuple[str, ...]
    role: str
    added: bool = False
    partial: bool = False
    by: tuple[str, str] | None = None
    unless: str = ""
    first: str = ""
    likely: tuple[str, ...] = ()
    like: str = ""
    fixed: bool = False


def on_sheet(
    *fields: str,
    role: str = "",
    added: bool = False,
    partial: bool = False,
    by: tuple[str, str] | None = None,
    unless: str = "",
    first: str = "",
    likely: tuple[str, ...] = (),
    like: str = "",
    fixed: bool = False,
) -> OnSheet:
    """Mark a parameter that a sheet can fill: `Annotated[int, Meta(...), on_sheet("talents")]`.

    `fields`: attributes of the sheet. The first one present gives the value; a table of names is
    searched when the parameter is given as a name. Without `fields`, on a record, the fields of
    that record are filled. `role`: the role of the sheet, where a procedure takes several
    (`initiateur`). `added`: the value is the sum of a name of the first table and a name of
    another; of a single table one name, or the sum of two. `partial`: the sheet may not have the
    value, or a person may choose another; the form offers a number as well. `by`: another
    parameter, and a table of the sheet: when that parameter is given as a name of the table, the
    value is the one under it; `unless`: a parameter that, when a person gives it, counts instead.
    `first`: the name that a form chooses while nobody has chosen one, nor given `unless`; `*`, or a
    name that the sheet does not have: its first name. `likely`: names that a form offers before the
    others of their table, and chooses first. `like`: another parameter, whose name a form chooses
    here too, and 0 where the sheet does not have it. `fixed`: where there is a sheet, another value
    than its own is refused.
    """
    return OnSheet(fields, role, added, partial, by, unless, first, likely, like, fixed)


class Landmarks(msgspec.Struct, frozen=True):
    """Examples for some values of a field (see `landmarks`)."""

    rows: tuple[tuple[Any, tuple[str, ...]], ...]
    clauses: tuple[str, ...] = ()


def landmarks(table: Mapping[Any, tuple[str, ...]], clauses: str = "") -> Landmarks:
    """Mark a field with examples of its values, for a person who judges one.

    Value (or the ends of a range of values) -> French texts: {15: ("une serrure ordinaire",)}.
    `clauses`: ids of the clauses that the examples come from.
    """
    return Landmarks(tuple(table.items()), tuple(clauses.split()))


class AtMost(msgspec.Struct, frozen=True):
    """The parameter that gives the available amount of this one (see `at_most`)."""

    field: str


def at_most(field: str) -> AtMost:
    """Mark a number taken from the amount in another parameter of the same record, so that no more
    is offered: `Annotated[int, Meta(...), at_most("reserve")]`."""
    return AtMost(field)


class Among(msgspec.Struct, frozen=True):
    """The list with the names of which this field holds one (see `among`)."""

    field: str
    others: bool = False


def among(field: str, others: bool = False) -> Among:
    """Mark a text that names one of a list, so that a form offers the names there:
    `Annotated[str, Meta(...), among("adversaires")]`.

    The list is another one of the procedure; for an event of a ledger, one on the sheet of its
    character or in the ledger. `others`: whether another name may be typed.
    """
    return Among(field, others)


class ReceivedLater(msgspec.Struct, frozen=True):
    """The amount that this parameter adds to (see `received_later`)."""

    field: str


def received_later(field: str) -> ReceivedLater:
    """Mark a number of what has arrived at the amount in another parameter since the run began."""
    return ReceivedLater(field)


class ShownWhen(msgspec.Struct, frozen=True):
    """The ruling that gives a parameter its meaning, and its values that do (see `shown_when`)."""

    ruling: str
    values: tuple[Any, ...]


def shown_when(ruling: str, *values: Any) -> ShownWhen:
    """Mark a parameter that means nothing unless a ruling has one of these values (by default,
    True): `Annotated[int, Meta(...), shown_when("choix_des", "libre")]`.

    Forms and dialogs then leave it out while it has its default. It may still be given: a `check`
    of the procedure decides whether that is refused.
    """
    return ShownWhen(ruling, values or (True,))
