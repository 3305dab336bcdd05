"""What is still to be said of each character that goes into a list of them, or into a record: the
Talent of one, the difficulty of another.

What a sheet gives by itself is not asked for; what may be left to those who play is left to them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tablee.faces.web.form.control import Control
from tablee.faces.web.form.controls import Errors, controls_of
from tablee.faces.web.table.sheet_choices import otherwise, stands_apart
from tablee.faces.web.table.sheet_names import by_name, names_on, numbers_on, values_on
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure
from tablee.rules.schema import Field, fields_of
from tablee.rules.shapes import Choice, Either, Many, Shape, Whole, YesNo
from tablee.rules.words import Words, capital
from tablee.table.casting import ASK, decisions, ledger_values, own_lists, places_of, record_of
from tablee.table.log.table_state import State


class Member(msgspec.Struct, frozen=True):
    """A character, and the controls of what is said of it: those in sight, and the others."""

    name: str
    main: tuple[Control, ...]
    more: tuple[Control, ...]


class Members(msgspec.Struct, frozen=True):
    """Those of a parameter; `several`: it is a list of them; `own`: the one whose they all are, of
    whom there may be one `more` or one `less`."""

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
    """The places of a procedure whose characters have something to be said of them."""
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
    """What was said of a member so far."""
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
    """`who`: more than one where the same is said of each of those asked."""
    declared = fields_of(record)
    known = {each: ledger_values(state, game, record, {"": each}) for each in who}
    asked = {
        name: names
        for name, names in _named(state, game, declared, who).items()
        if names
        or path + name in errors
        or stands_apart(state, game, declared[name], who)
        or any(name not in known[each] and _open(state, game, declared[name], each) for each in who)
    }
    controls = [
        _told_by_name(
            state, game, words, declared[name], control, asked[name], who, given.get(name)
        )
        for control in controls_of(record, given, words, errors, path)
        if (name := control.path.removeprefix(path)) in asked
    ]
    named = [path + name for name, names in asked.items() if names or declared[name].required]
    main = tuple(c for c in controls if c.error or (c.main and c.path in named))
    more = tuple(each for each in controls if each not in main)
    told = words.enumeration([str(state.sheet(each)["nom"]) for each in who])
    return Member(told, main, more)


def _told_by_name(
    state: State,
    game: Game,
    words: Words,
    field: Field,
    control: Control,
    names: Sequence[str],
    who: Sequence[str],
    given: Any,
) -> Control:
    if stands_apart(state, game, field, who):
        return otherwise(state, game, words, field, control, who, given)
    if not names:
        return control
    numbers = numbers_on(state, game, field, who)
    return by_name(words, field, control, names, numbers, given)


def _named(
    state: State, game: Game, declared: Mapping[str, Field], who: Sequence[str]
) -> dict[str, list[str]]:
    """Each field with the names that it may have on the sheets of all of them."""
    return {
        name: names_on(state, game, field, who) if field.source else []
        for name, field in declared.items()
    }


def _open(state: State, game: Game, field: Field, who: str) -> bool:
    """Whether a field without names is to be asked for: the sheet does not have it (a player's may
    come to have what the sheets of others do), nobody else is left to choose it, and it is a
    number, a yes or no, or one of some words."""
    if field.source is not None and values_on(state, game, field, who):
        return False
    if field.required:
        return True
    theirs = state.owner(who) != state.leader
    return (theirs or field.source is None) and _plain(field.shape, theirs)


def _plain(shape: Shape, theirs: bool) -> bool:
    match shape:
        case Whole() | YesNo():
            return True
        case Choice(values=values):
            return not (theirs and ASK in values)
        case Either(shapes=shapes):
            return all(_plain(each, theirs) for each in shapes)
        case _:
            return False
