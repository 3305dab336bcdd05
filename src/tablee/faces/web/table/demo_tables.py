"""Demo campaigns: one for each game, with its ready-made characters.

This module may import the rooms, the credentials and the acts. It must not know HTTP.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence

import msgspec

from tablee.faces.sheet_files import ready_made
from tablee.rules.game import Game
from tablee.rules.registry import games, loaded_game_files
from tablee.rules.sheet import characters_of, sheet_view
from tablee.rules.texts.languages import Lang
from tablee.rules.texts.words import Words
from tablee.table.access import Door
from tablee.table.acts.put_sheet import PutSheet
from tablee.table.hosting import LEADER, NewCampaign, create
from tablee.table.room import Room
from tablee.table.rooms import Rooms
from tablee.table.store.chain import Unreadable

MOST_PLAYERS = 3
TITLES = ("dame", "dom", "frère", "maître", "maîtresse", "sire", "sœur")


class Invitation(msgspec.Struct, frozen=True):
    """A table with a new link for each seat: (name, address without the host)."""

    table: str
    name: str
    game: str
    seats: tuple[tuple[str, str], ...]


async def open_tables(rooms: Rooms, door: Door, lang: Lang = "fr") -> list[Invitation]:
    """Return the demo campaign of each game with new links, those of games in files first; open the
    missing ones. `lang`: the language of new campaigns."""
    known: dict[str, Room] = {}
    for table in await rooms.store.tables():
        with contextlib.suppress(Unreadable):  # in the log, and on the page of campaigns
            room = await rooms.room(table)
            if room is not None and room.state.demo and not room.state.archived:
                known.setdefault(room.state.game, room)
    own: list[Invitation] = []
    found: list[Invitation] = []
    for game in games():
        if not characters_of(game):
            continue
        room = known.get(game.id) or await _open_demo(rooms, game, lang)
        listed = own if game.id in loaded_game_files() else found
        listed.append(await _invite(room, game, door))
    return own + found


def short_names(characters: Mapping[str, str]) -> list[str]:
    """Return names for the players of these characters (id -> name): the first names without
    titles, or the whole names if two of them are alike."""
    first = [_first_name(name.split()) for name in characters.values()]
    whole = [name.casefold() for name in characters.values()]
    if len({name.casefold() for name in first}) == len(first):
        return first
    return list(characters.values() if len(set(whole)) == len(whole) else characters)


def _first_name(words: Sequence[str]) -> str:
    """Return the first word of a name that is not a title."""
    return words[1] if len(words) > 1 and words[0].casefold() in TITLES else words[0]


async def _invite(room: Room, game: Game, door: Door) -> Invitation:
    seats = []
    for seat in room.state.present:
        token = await door.give(room.state.id, seat.id, "link", "demo")
        seats.append((seat.name, f"/lien/{token}"))
    return Invitation(room.state.id, room.state.name, game.title, tuple(seats))


async def _open_demo(rooms: Rooms, game: Game, lang: Lang) -> Room:
    """Return a table whose players hold the ready-made characters; the others are the leader's."""
    words = Words(game, lang)
    kinds = characters_of(game)
    known = ready_made(game)
    sheets = {name: sheet for name, sheet in known.items() if isinstance(sheet, kinds)}
    characters = [name for name, sheet in sheets.items() if isinstance(sheet, kinds[0])]
    players = characters[:MOST_PLAYERS]
    new = NewCampaign(
        name=words.phrase("{game:=}, pour essayer", game=game.title),
        game=game.id,
        leader=words.label(game.leader)[:1].upper() + words.label(game.leader)[1:],
        players=short_names({name: sheets[name].nom for name in players}),
        language=lang,
    )
    table, seats = await create(rooms.store, new, demo=True)
    room = await rooms.room(table)
    assert room is not None
    owners = dict(zip(players, seats[1:], strict=True))
    for name, sheet in sheets.items():
        act = PutSheet(character=name, sheet=sheet_view(game, sheet), seat=owners.get(name))
        await room.act(LEADER, act)
    return room
