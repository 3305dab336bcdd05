"""The cast in the request form: the places of a procedure, and the characters chosen for each.

At first the form chooses characters that can act and whose sheets have most values that a place
needs. This module may import sheets, the state of a table and words. It must not know controls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tablee.faces.web.table.sheet_names import values_of
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure
from tablee.rules.schema import Field, fields_of
from tablee.rules.sheet import read_sheet
from tablee.rules.sheet_params import roles_of
from tablee.rules.words import Words, capital
from tablee.table.casting import Place, own_lists, places_of, record_of
from tablee.table.log.table_state import State
from tablee.table.replay import fighter_status_of, game_of

LESS = "moins_un"
"""Name of the button that removes the last member of the acting character's list."""

Pairs = Mapping[str, Sequence[str]]


class Role(msgspec.Struct, frozen=True):
    """A place of the procedure. `who`: (id, name, chosen) of each character; `usual`: the form has
    chosen the only one itself."""

    name: str
    label: str
    several: bool
    usual: bool
    who: tuple[tuple[str, str, bool], ...]


def asked_for(state: State, pairs: Pairs) -> list[str]:
    """Return the characters of the form for the acting role; `*` names all of the players'."""
    named = [who for who in pairs.get("to", ()) if who]
    sheets = state.record.get("fiches", {})
    return [who for who in sheets if state.owners.get(who)] if "*" in named else named


def chosen_for(state: State, procedure: type[Procedure[Any]], pairs: Pairs) -> dict[str, list[str]]:
    """Return place -> the chosen characters. At first these can act and have most of the needed
    values: a character of a player, the one chosen before if there is one, then an adversary."""
    ordered = _in_order(state)
    out = {name for name in ordered if _is_out(state, name)}
    theirs = [name for name in ordered if state.owners.get(name) is not None]
    able = [name for name in theirs if name not in out] or theirs
    places = _places(procedure)
    own = own_lists(procedure)
    alone = all(place.most == 1 or place.name in own for place in places)
    found: dict[str, list[str]] = {}
    for place in places:
        key = _key(place)
        if place.name in own:
            count = len(pairs.get(key, ())) - (place.name in pairs.get(LESS, ()))
            most = count if place.most is None else min(count, place.most)
            found[place.name] = found[""][:1] * max(place.least, most)
            continue
        if key in pairs:
            named = asked_for(state, pairs) if key == "to" else pairs[key]
            found[place.name] = [who for who in ordered if who in named]
            continue
        taken = [who for each in found.values() for who in each]
        left = [who for who in ordered if who not in taken]
        if taken:
            left.sort(key=theirs.__contains__)
        lacking = {who: (who in out, _lacking(state, procedure, place, who)) for who in left}
        before = asked_for(state, pairs) if not taken else []
        left.sort(key=lambda who: (who not in before, lacking[who]))
        several = place.most != 1 and place.name != ""
        wanted = len(able) + 1 if several and not taken else int(place.name == "" and alone)
        fitting = [who for who in left if lacking[who] == lacking[left[0]]]
        if place.name and place.name in roles_of(procedure):
            fitting = [who for who in fitting if _serves(state, procedure, place, who)]
        found[place.name] = fitting[: max(place.least, wanted)]
    return found


def _key(place: Place) -> str:
    """Return the name of a place in the form."""
    return "to" if place.name == "" else f"cast.{place.name}"


def _places(procedure: type[Procedure[Any]]) -> list[Place]:
    """Return the places for characters, the acting one's first."""
    return sorted(places_of(procedure), key=lambda place: place.name != "")


def _lacking(state: State, procedure: type[Procedure[Any]], place: Place, who: str) -> int:
    """Return the number of fields of a place that a character's sheet cannot fill."""
    game, needed = game_of(state), _needed(procedure, place)
    return sum(1 for each in needed if each.source and not _has_or_may_have(state, game, each, who))


def _needed(procedure: type[Procedure[Any]], place: Place) -> list[Field]:
    """Return the fields of a place that need a value."""
    declared = fields_of(procedure)
    if place.name in declared and (record := record_of(declared[place.name].shape)):
        return [field for field in fields_of(record).values() if field.required]
    open_ = [field for field in declared.values() if field.required or field.default is None]
    return [each for each in open_ if each.source and each.source.role == place.name]


def _serves(state: State, procedure: type[Procedure[Any]], place: Place, who: str) -> bool:
    """Return whether a character's sheet has at least one value for a place, if it needs any."""
    needed, game = _needed(procedure, place), game_of(state)
    return not needed or any(values_of(state, game, each, who) for each in needed)


def _has_or_may_have(state: State, game: Game, field: Field, who: str) -> bool:
    """Return whether a character's sheet has a value for a field, or may have one."""
    kind = type(read_sheet(state.sheet(who), "sheet", game)[1])
    known = field.source is not None and any(hasattr(kind, name) for name in field.source.fields)
    return known and (not field.required or bool(values_of(state, game, field, who)))


def _is_out(state: State, who: str) -> bool:
    """Return whether a character is dead or cannot act."""
    status = fighter_status_of(state, state.sheet(who))
    return status is not None and status.out


def _in_order(state: State) -> list[str]:
    """Return the characters in the form's order, the players' first."""
    sheets = state.record.get("fiches", {})
    return sorted(sheets, key=lambda name: state.owners.get(name) is None)


def roles_for(
    state: State,
    words: Words,
    procedure: type[Procedure[Any]],
    chosen: Mapping[str, Sequence[str]],
    pairs: Pairs,
) -> tuple[Role, ...]:
    """Return the places that the form shows, with the chosen characters."""
    spared, own = [role for role in roles_of(procedure) if role], own_lists(procedure)
    return tuple(
        _role(state, words, place, chosen, pairs, place.name in spared)
        for place in _places(procedure)
        if place.name not in own
    )


def _role(
    state: State,
    words: Words,
    place: Place,
    chosen: Mapping[str, Sequence[str]],
    pairs: Pairs,
    spared: bool,
) -> Role:
    """Return a place. `spared`: its values may be typed, so it may have no character."""
    several = place.most != 1 or place.name == ""
    label = words.text("À qui ?") if place.name == "" else capital(words.label(place.name))
    picked = chosen.get(place.name, ())
    who = tuple((name, str(state.sheet(name)["nom"]), name in picked) for name in _in_order(state))
    if spared:
        who += (("", words.text("Sans fiche"), not picked),)
    usual = place.name == "" and len(picked) == 1 and _key(place) not in pairs
    return Role(place.name, label, several, usual, who)
