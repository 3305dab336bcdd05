"""Controls for each character in a list of the request form: one's Talent, another's difficulty.

Values of the sheets have no control, and decisions are left to the players. This module may import
sheets, casting and the form controls. It must not know which characters are chosen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tablee.faces.web.form.control import Chip, Control
from tablee.faces.web.form.controls import Errors, controls_of
from tablee.faces.web.table.sheet_controls import Sheets, is_replaceable, named_control
from tablee.rules.campaign.record import rulings_of
from tablee.rules.choice_landmarks import field_at, record_of
from tablee.rules.contract_json import ParamsJson
from tablee.rules.procedure import Procedure
from tablee.rules.schema import Field, Group, fields_of
from tablee.rules.shapes import Choice, Either, Many, Shape, Whole, YesNo
from tablee.rules.texts.typography import capital
from tablee.table.casting import ASK, decisions, ledger_values, own_lists, places_of

Pairs = Mapping[str, Sequence[str]]
WAS = "was."
"""What the fields begin with that say for whom the fields of a list were made."""


class Member(msgspec.Struct, frozen=True):
    """A character with its controls: the visible ones (`main`) and the folded ones (`more`). `id`:
    the character."""

    id: str
    name: str
    main: tuple[Control, ...]
    more: tuple[Control, ...]


class Members(msgspec.Struct, frozen=True):
    """The members of a parameter. `several`: it is a list; `own`: the character that all of them
    belong to; `more`, `less`: whether one may be added or removed."""

    path: str
    label: str
    several: bool
    each: tuple[Member, ...]
    own: str = ""
    more: bool = False
    less: bool = False


def members_of(
    sheets: Sheets,
    procedure: type[Procedure[Any]],
    chosen: Mapping[str, Sequence[str]],
    params: ParamsJson,
    errors: Errors,
) -> tuple[Members, ...]:
    """Return the places of a procedure whose characters have controls."""
    found = []
    for place in places_of(procedure):
        field = fields_of(procedure).get(place.name)
        record = record_of(field.shape) if field is not None else None
        who = chosen.get(place.name, ())
        if field is None or record is None or not who:
            continue
        several, own = isinstance(field.shape, Many), place.name in own_lists(procedure)
        made = []
        for n, each in enumerate(who):
            path = f"{place.name}[{n}]." if several else f"{place.name}."
            given = _given(params.get(place.name), n)
            whose = chosen[""] if own else [each]
            if any(sheets.state.owner(one) != sheets.state.leader for one in whose):
                given = {
                    **decisions(record, rulings_of(sheets.game, sheets.state.rulings)),
                    **given,
                }
            member = _member(sheets, record, whose, path, given, errors)
            member = msgspec.structs.replace(member, id=each)
            made.append(_naming_members(sheets, procedure, chosen, member))
        if any(member.main or member.more for member in made):
            label = capital(sheets.words.label(place.name))
            more, less = place.most is None or len(made) < place.most, len(made) > place.least
            first = who[0] if own else ""
            found.append(Members(place.name, label, several, tuple(made), first, more, less))
    return tuple(found)


def aligned(pairs: Pairs) -> Pairs:
    """Return the fields of a request, with the values of each member of a list at the present place
    of its character. `was.LIST` has the characters for whom the fields were made, in order; without
    it nothing is moved."""
    found = dict(pairs)
    for key in [each for each in pairs if each.startswith(WAS)]:
        name, before = key.removeprefix(WAS), pairs[key]
        now = list(pairs.get(f"cast.{name}", ()))
        if list(before) == now:
            continue
        values = {each: found.pop(each) for each in pairs if each.startswith(f"{name}[")}
        for old, value in values.items():
            place, _, rest = old.removeprefix(f"{name}[").partition("]")
            who = before[int(place)] if place.isdecimal() and int(place) < len(before) else ""
            if who in now:
                found[f"{name}[{now.index(who)}]{rest}"] = value
        found[f"{name}[]"] = [str(len(now))]
    return found


def _naming_members(
    sheets: Sheets,
    procedure: type[Procedure[Any]],
    chosen: Mapping[str, Sequence[str]],
    one: Member,
) -> Member:
    """Return a member whose texts that name members of another list offer their characters."""

    def offered(control: Control) -> Control:
        rows = tuple(
            msgspec.structs.replace(row, controls=tuple(map(offered, row.controls)))
            for row in control.rows
        )
        field = field_at(procedure, control.path)
        if field is None or field.among is None:
            return msgspec.structs.replace(control, rows=rows) if rows else control
        who = chosen.get(field.among.field, ())
        first = control.value if control.value in who else next(iter(who), "")
        chips = tuple(Chip(each, sheets.name(each), each == first) for each in who)
        return msgspec.structs.replace(control, kind="select", chips=chips)

    main, more = (tuple(map(offered, controls)) for controls in (one.main, one.more))
    return msgspec.structs.replace(one, main=main, more=more)


def _given(value: Any, place: int) -> ParamsJson:
    """Return the values of a member so far."""
    each = value[place] if isinstance(value, list) and place < len(value) else value
    return each if isinstance(each, Mapping) else {}


def _member(
    sheets: Sheets,
    record: type[Any],
    who: Sequence[str],
    path: str,
    given: ParamsJson,
    errors: Errors,
) -> Member:
    """Return a member. `who`: several characters where the same values apply to each of them."""
    declared, rulings = fields_of(record), rulings_of(sheets.game, sheets.state.rulings)
    known = {each: ledger_values(sheets.state, sheets.game, record, {"": each}) for each in who}
    named = {name for name, field in declared.items() if sheets.names(field, who)}
    asked = {
        name
        for name, field in declared.items()
        if name in named
        or path + name in errors
        or is_replaceable(sheets, field, who)
        or any(name not in known[each] and _needs_control(sheets, field, each) for each in who)
    }
    typed = {
        name: value
        for name, value in given.items()
        if name not in declared or not sheets.is_name(declared[name], who, value)
    }
    controls = [
        named_control(sheets, declared[name], control, who, given)
        for control in controls_of(record, typed, sheets.words, errors, path, rulings)
        if (name := control.path.removeprefix(path)) in asked
    ]
    first = [path + name for name in asked if name in named or declared[name].required]
    main = tuple(c for c in controls if c.error or (c.main and c.path in first))
    more = tuple(each for each in controls if each not in main)
    return Member(who[0], sheets.words.enumeration([sheets.name(each) for each in who]), main, more)


def _needs_control(sheets: Sheets, field: Field, who: str) -> bool:
    """Return whether a field without names needs a control: the sheet has no value, the choice is
    not left to a player, and the field is a number, a yes or no, one of some words, or a list of
    words or of records that no sheet fills, or that a sheet may not have."""
    if sheets.values(field, who):
        return False
    if field.required:
        return True
    theirs = sheets.state.owner(who) != sheets.state.leader
    own = field.source is None or field.source.partial
    return (theirs or own) and _is_simple(field.shape, theirs)


def _is_simple(shape: Shape, theirs: bool) -> bool:
    match shape:
        case Whole() | YesNo():
            return True
        case Choice(values=values):
            return not (theirs and ASK in values)
        case Many(item=Choice()):  # granted to a player's character
            return theirs
        case Many(item=Group(record=record)):
            return not any(field.source for field in fields_of(record).values())
        case Either(shapes=shapes):
            return all(not isinstance(each, Many) and _is_simple(each, theirs) for each in shapes)
        case _:
            return False
