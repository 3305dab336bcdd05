"""Values of the request form that stay when its procedure or its characters change.

A value that still fits stays: what was typed, and a name that the sheets still have. A value that
does not fit any more gives way to the default. After a change of procedure a value that nobody had
touched gives way too. This module may import sheets and casting. It must not know controls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

import msgspec

from tablee.faces.web.form.form_values import read_params
from tablee.faces.web.form.initial_values import opening_value
from tablee.faces.web.page_input import one
from tablee.faces.web.table.sheet_controls import Sheets, first_ways, is_replaceable
from tablee.rules.choice_landmarks import record_of
from tablee.rules.contract_json import ParamsJson
from tablee.rules.procedure import Procedure, Rulings
from tablee.rules.schema import Field, fields_of
from tablee.table.casting import decisions, own_lists

Pairs = Mapping[str, Sequence[str]]
MADE = "made."
"""Prefix of the form fields that give the procedure and the characters of the form as it was made."""
SECRET = "secret"
"""Name of the tick for a secret run, and of a parameter of some procedures."""


def without_replaced(record: type[Any], values: ParamsJson) -> dict[str, Any]:
    """Return the values of a form without those in whose place another one is given: a Talent that
    the form chose, beside a Vertu (`OnSheet.unless`)."""
    found: dict[str, Any] = {}
    for name, value in values.items():
        field = fields_of(record).get(name)
        inner = record_of(field.shape) if field else None
        source = field.source if field else None
        if source and source.first and values.get(source.unless) is not None:
            continue
        if inner is not None and isinstance(value, dict):
            value = without_replaced(inner, value)
        elif inner is not None and isinstance(value, list):
            value = [without_replaced(inner, v) if isinstance(v, dict) else v for v in value]
        found[name] = value
    return found


class Before(msgspec.Struct, frozen=True):
    """The form as it was made: its procedure, and place -> its characters."""

    procedure: type[Procedure[Any]]
    chosen: Mapping[str, Sequence[str]]

    @classmethod
    def of(cls, sheets: Sheets, pairs: Pairs) -> Self | None:
        """Return the form that the pairs were sent from; None where they do not say so."""
        procedure = sheets.game.procedure(one(pairs, f"{MADE}procedure"))
        if procedure is None:
            return None
        cast, known = f"{MADE}cast.", sheets.state.sheets
        places = {"": pairs.get(f"{MADE}to", ())}
        places |= {
            key.removeprefix(cast): who for key, who in pairs.items() if key.startswith(cast)
        }
        return cls(
            procedure, {place: [*filter(known.__contains__, who)] for place, who in places.items()}
        )


def made_for(
    procedure: type[Procedure[Any]], chosen: Mapping[str, Sequence[str]]
) -> tuple[tuple[str, str], ...]:
    """Return the form fields that give the procedure and the characters of a form."""
    cast = [
        (f"{MADE}cast.{place}" if place else f"{MADE}to", each)
        for place, who in chosen.items()
        for each in who
    ]
    return ((f"{MADE}procedure", procedure.id), *cast)


def without_other_secret(
    before: Before | None, procedure: type[Procedure[Any]], pairs: Pairs
) -> Pairs:
    """Return the pairs without `secret` where it was the parameter of one procedure and would be
    the tick for a secret run of the other, or the other way round."""
    if before is None:
        return pairs
    kinds = {SECRET in fields_of(each) for each in (before.procedure, procedure)}
    return (
        {key: value for key, value in pairs.items() if key != SECRET} if len(kinds) > 1 else pairs
    )


def carried(
    sheets: Sheets,
    before: Before,
    procedure: type[Procedure[Any]],
    chosen: Mapping[str, Sequence[str]],
    rulings: Rulings,
    pairs: Pairs,
) -> ParamsJson:
    """Return the values that fit the form of a procedure for the characters `chosen` now. A field
    of the same name that is read in another way is another field."""
    values = read_params(procedure, pairs)
    if procedure is not before.procedure:
        old, held = read_params(before.procedure, pairs), fields_of(before.procedure)
        values = {
            name: value
            for name, value in values.items()
            if name not in held or (name in old and old[name] == value)
        }
    change = _Change(sheets, before, procedure, chosen, rulings)
    return change.fitting(procedure, before.procedure, values)


class _Change:
    """A change of the form. `other`: whether the procedure is another one."""

    def __init__(
        self,
        sheets: Sheets,
        before: Before,
        procedure: type[Procedure[Any]],
        chosen: Mapping[str, Sequence[str]],
        rulings: Rulings,
    ) -> None:
        self.sheets, self.before, self.chosen = sheets, before, chosen
        self.rulings = rulings
        self.other = procedure is not before.procedure
        self.own = own_lists(procedure)

    def fitting(
        self,
        record: type[Any],
        old: type[Any],
        values: ParamsJson,
        now: Sequence[str] | None = None,
        then: Sequence[str] | None = None,
    ) -> ParamsJson:
        """Return the values that fit a record, those of the record `old` before. `now`, `then`: the
        characters whose sheets fill it, and those before; None where each field has its own."""
        found: dict[str, Any] = {}
        olds = fields_of(old)
        for name, value in values.items():
            field, was = fields_of(record).get(name), olds.get(name)
            if field is None:  # typed as JSON, to be refused
                found[name] = value
                continue
            who = self._who(field, self.chosen) if now is None else now
            whose = self._who(was or field, self.before.chosen) if then is None else then
            if self.other and was and self._is_untouched(was, old, value, whose):
                continue
            inner = record_of(field.shape)
            if inner is not None and isinstance(value, dict | list):
                found[name] = self._members(field, inner, was, value, (who, whose))
            elif self._fits(field, value, who, whose):
                found[name] = value
        return found

    def _who(self, field: Field, chosen: Mapping[str, Sequence[str]]) -> Sequence[str]:
        """Return the characters whose sheets fill a field of a procedure, or the members of it."""
        if field.source is not None:
            return chosen.get(field.source.role, ())
        return chosen.get("" if field.name in self.own else field.name, ())

    def _members(
        self,
        field: Field,
        record: type[Any],
        was: Field | None,
        value: Any,
        people: tuple[Sequence[str], Sequence[str]],
    ) -> Any:
        """Return the value of a record, or of a list of records, with what fits in each of them. The
        members of a list of characters are at the place of their character already."""
        now, then = people
        old = (record_of(was.shape) if was else None) or record
        if isinstance(value, dict):
            return self.fitting(record, old, value, now, then)
        if field.source is not None or field.name in self.own:
            people_of = [(now, then)] * len(value)
        else:
            people_of = [(now[n : n + 1], now[n : n + 1]) for n in range(len(value))]
        return [
            self.fitting(record, old, each, *who) if isinstance(each, dict) else each
            for each, who in zip(value, people_of, strict=True)
        ]

    def _is_untouched(
        self, field: Field, record: type[Any], value: Any, who: Sequence[str]
    ) -> bool:
        """Return whether a value is the one that the form itself had chosen."""
        if field.required:
            return value in (self.sheets.names(field, who)[:1] or [opening_value(field.shape)])
        usual = field.shape.show(field.default)
        left = decisions(record, self.rulings).get(field.name, usual)
        if issubclass(record, Procedure):
            return bool(value == first_ways(record).get(field.name, left))
        return value in (left, usual)

    def _fits(self, field: Field, value: Any, now: Sequence[str], then: Sequence[str]) -> bool:
        """Return whether a value may stay. A name must be on the sheets; what was typed wrongly
        stays while the procedure is the same."""
        if self.sheets.is_name(field, now, value):
            return self._has(value, now) or not self._has(value, then)
        if field.shape.takes(value) or is_replaceable(self.sheets, field, now):
            return True
        return not self.other and not self.sheets.is_name(field, then, value)

    def _has(self, name: str, who: Sequence[str]) -> bool:
        """Return whether all sheets of these characters have a name, or each part of a sum, among
        what is written on them; a Talent that is not learnt is not."""
        return all(
            any(part in table for table in self.sheets.written(each))
            for each in who
            for part in name.split(" + ")
        )
