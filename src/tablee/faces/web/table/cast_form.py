"""Who goes where in what the leader asks for: the places of a procedure and the characters in
them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tablee.faces.web.table.sheet_names import values_on
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
"""The button that takes the last member off a list of one's own, by its name."""

Pairs = Mapping[str, Sequence[str]]


class Role(msgspec.Struct, frozen=True):
    """A place of the procedure for characters: (id, name, chosen) each. `usual`: nobody has chosen
    yet, and who stands there is one alone."""

    name: str
    label: str
    several: bool
    usual: bool
    who: tuple[tuple[str, str, bool], ...]


def asked_for(state: State, pairs: Pairs) -> list[str]:
    """The characters that the form names for the role without a name; `*`: all of the players'."""
    named = [who for who in pairs.get("to", ()) if who]
    sheets = state.record.get("fiches", {})
    return [who for who in sheets if state.owners.get(who)] if "*" in named else named


def chosen_for(state: State, procedure: type[Procedure[Any]], pairs: Pairs) -> dict[str, list[str]]:
    """Place -> the characters chosen; at first those who stand and whose sheets have most of what
    it takes: the players' one, before them who was said for another procedure, an adversary against
    them."""
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
        said = asked_for(state, pairs) if not taken else []
        left.sort(key=lambda who: (who not in said, lacking[who]))
        several = place.most != 1 and place.name != ""
        wanted = len(able) + 1 if several and not taken else int(place.name == "" and alone)
        fitting = [who for who in left if lacking[who] == lacking[left[0]]]
        if place.name and place.name in roles_of(procedure):
            fitting = [who for who in fitting if _serves(state, procedure, place, who)]
        found[place.name] = fitting[: max(place.least, wanted)]
    return found


def _key(place: Place) -> str:
    """The name of a place in the form."""
    return "to" if place.name == "" else f"cast.{place.name}"


def _places(procedure: type[Procedure[Any]]) -> list[Place]:
    """The places for characters, of the one who acts first."""
    return sorted(places_of(procedure), key=lambda place: place.name != "")


def _lacking(state: State, procedure: type[Procedure[Any]], place: Place, who: str) -> int:
    """How many fields that go with a place the sheet of a character cannot fill."""
    game, needed = game_of(state), _needed(procedure, place)
    return sum(1 for each in needed if each.source and not _kept(state, game, each, who))


def _needed(procedure: type[Procedure[Any]], place: Place) -> list[Field]:
    """The fields that go with a place and have no value of their own."""
    declared = fields_of(procedure)
    if place.name in declared and (record := record_of(declared[place.name].shape)):
        return [field for field in fields_of(record).values() if field.required]
    open_ = [field for field in declared.values() if field.required or field.default is None]
    return [each for each in open_ if each.source and each.source.role == place.name]


def _serves(state: State, procedure: type[Procedure[Any]], place: Place, who: str) -> bool:
    """Whether the sheet of a character has anything at all of what goes with a place: nobody stands
    there by himself for nothing."""
    needed, game = _needed(procedure, place), game_of(state)
    return not needed or any(values_on(state, game, each, who) for each in needed)


def _kept(state: State, game: Game, field: Field, who: str) -> bool:
    """Whether the sheet of a character has a value for a field, or may have one."""
    kind = type(read_sheet(state.sheet(who), "sheet", game)[1])
    known = field.source is not None and any(hasattr(kind, name) for name in field.source.fields)
    return known and (not field.required or bool(values_on(state, game, field, who)))


def _is_out(state: State, who: str) -> bool:
    """Whether somebody is dead, or cannot act."""
    standing = fighter_status_of(state, state.sheet(who))
    return standing is not None and standing.out


def _in_order(state: State) -> list[str]:
    """The characters as the form lists them, those of the players first."""
    sheets = state.record.get("fiches", {})
    return sorted(sheets, key=lambda name: state.owners.get(name) is None)


def roles_for(
    state: State,
    words: Words,
    procedure: type[Procedure[Any]],
    chosen: Mapping[str, Sequence[str]],
    pairs: Pairs,
) -> tuple[Role, ...]:
    """The places as the form shows them, who is chosen in each."""
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
    """`spared`: what its sheet has may be said by hand, so that nobody need stand there."""
    several = place.most != 1 or place.name == ""
    label = words.text("À qui ?") if place.name == "" else capital(words.label(place.name))
    picked = chosen.get(place.name, ())
    who = tuple((name, str(state.sheet(name)["nom"]), name in picked) for name in _in_order(state))
    if spared:
        who += (("", words.text("Sans fiche"), not picked),)
    usual = place.name == "" and len(picked) == 1 and _key(place) not in pairs
    return Role(place.name, label, several, usual, who)
