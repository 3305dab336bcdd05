"""Controls for each character in a list of the request form: one's Talent, another's difficulty.

Values of the sheets have no control, and decisions are left to the players. This module may import
sheets, casting and the form controls. It must not know which characters are chosen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tablee.faces.web.form.control import Control
from tablee.faces.web.form.controls import Errors, controls_of
from tablee.faces.web.table.sheet_choices import is_replaceable, replacement_control
from tablee.faces.web.table.sheet_names import names_control, names_of, numbers_of, values_of
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure
from tablee.rules.schema import Field, fields_of
from tablee.rules.shapes import Choice, Either, Many, Shape, Whole, YesNo
from tablee.rules.words import Words, capital
from tablee.table.casting import ASK, decisions, ledger_values, own_lists, places_of, record_of
from tablee.table.log.table_state import State


class Member(msgspec.Struct, frozen=True):
    """A character with its controls: the visible ones (`main`) and the folded ones (`more`)."""

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
    state: State,
    game: Game,
    words: Words,
    procedure: type[Procedure[Any]],
    chosen: Mapping[str, Sequence[str]],
    params: Mapping[str, Any],
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
            if any(state.owner(one) != state.leader for one in whose):
                given = {**decisions(record), **given}
            made.append(_member(state, game, words, record, whose, path, given, errors))
        if any(member.main or member.more for member in made):
            label = capital(words.label(place.name))
            more, less = place.most is None or len(made) < place.most, len(made) > place.least
            first = who[0] if own else ""
            found.append(Members(place.name, label, several, tuple(made), first, more, less))
    return tuple(found)


def _given(value: Any, place: int) -> Mapping[str, Any]:
    """Return the values of a member so far."""
    each = value[place] if isinstance(value, list) and place < len(value) else value
    return each if isinstance(each, Mapping) else {}


def _member(
    state: State,
    game: Game,
    words: Words,
    record: type[Any],
    who: Sequence[str],
    path: str,
    given: Mapping[str, Any],
    errors: Errors,
) -> Member:
    """Return a member. `who`: several characters where the same values apply to each of them."""
    declared = fields_of(record)
    known = {each: ledger_values(state, game, record, {"": each}) for each in who}
    asked = {
        name: names
        for name, names in _names_by_field(state, game, declared, who).items()
        if names
        or path + name in errors
        or is_replaceable(state, game, declared[name], who)
        or any(
            name not in known[each] and _needs_control(state, game, declared[name], each)
            for each in who
        )
    }
    controls = [
        _named_control(
            state, game, words, declared[name], control, asked[name], who, given.get(name)
        )
        for control in controls_of(record, given, words, errors, path)
        if (name := control.path.removeprefix(path)) in asked
    ]
    named = [path + name for name, names in asked.items() if names or declared[name].required]
    main = tuple(c for c in controls if c.error or (c.main and c.path in named))
    more = tuple(each for each in controls if each not in main)
    name = words.enumeration([str(state.sheet(each)["nom"]) for each in who])
    return Member(name, main, more)


def _named_control(
    state: State,
    game: Game,
    words: Words,
    field: Field,
    control: Control,
    names: Sequence[str],
    who: Sequence[str],
    given: Any,
) -> Control:
    if is_replaceable(state, game, field, who):
        return replacement_control(state, game, words, field, control, who, given)
    if not names:
        return control
    numbers = numbers_of(state, game, field, who)
    return names_control(words, field, control, names, numbers, given)


def _names_by_field(
    state: State, game: Game, declared: Mapping[str, Field], who: Sequence[str]
) -> dict[str, list[str]]:
    """Return field -> the names that it may have on all sheets."""
    return {
        name: names_of(state, game, field, who) if field.source else []
        for name, field in declared.items()
    }


def _needs_control(state: State, game: Game, field: Field, who: str) -> bool:
    """Return whether a field without names needs a control: the sheet has no value, the choice is
    not left to a player, and the field is a number, a yes or no, or one of some words."""
    if field.source is not None and values_of(state, game, field, who):
        return False
    if field.required:
        return True
    theirs = state.owner(who) != state.leader
    return (theirs or field.source is None) and _is_simple(field.shape, theirs)


def _is_simple(shape: Shape, theirs: bool) -> bool:
    match shape:
        case Whole() | YesNo():
            return True
        case Choice(values=values):
            return not (theirs and ASK in values)
        case Either(shapes=shapes):
            return all(_is_simple(each, theirs) for each in shapes)
        case _:
            return False
