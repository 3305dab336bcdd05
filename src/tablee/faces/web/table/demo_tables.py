"""A campaign of each game to try, with its ready-made characters around the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from tablee.faces.sheet_files import ready_made
from tablee.rules.game import Game
from tablee.rules.registry import games
from tablee.rules.sheet import characters_of, sheet_view
from tablee.rules.words import Lang, Words
from tablee.table.access import Door
from tablee.table.acts.put_sheet import PutSheet
from tablee.table.hosting import LEADER, NewCampaign, create
from tablee.table.room import Room
from tablee.table.rooms import Rooms

MOST_PLAYERS = 3
TITLES = ("dame", "dom", "frère", "maître", "maîtresse", "sire", "sœur")


class Invitation(msgspec.Struct, frozen=True):
    """A table with a fresh link for each seat: (name, address without the host)."""

    table: str
    name: str
    game: str
    seats: tuple[tuple[str, str], ...]


async def open_tables(rooms: Rooms, door: Door, lang: Lang = "fr") -> list[Invitation]:
    """The demo campaign of each game, made where there is none yet, with fresh links. `lang`: what
    those speak that are made."""
    known: dict[str, Room] = {}
    for table in await rooms.store.tables():
        room = await rooms.room(table)
        if room is not None and room.state.demo and not room.state.archived:
            known.setdefault(room.state.game, room)
    found = []
    for game in games():
        if not characters_of(game):
            continue
        room = known.get(game.id) or await _made(rooms, game, lang)
        found.append(await _invited(room, game, door))
    return found


def short_names(characters: Mapping[str, str]) -> list[str]:
    """What those are called who play these characters (id -> name): first names, a title left out,
    or whole ones where two begin alike."""
    first = [_first(name.split()) for name in characters.values()]
    whole = [name.casefold() for name in characters.values()]
    if len({name.casefold() for name in first}) == len(first):
        return first
    return list(characters.values() if len(set(whole)) == len(whole) else characters)


def _first(words: Sequence[str]) -> str:
    """The first word of a name that is none of a title."""
    return words[1] if len(words) > 1 and words[0].casefold() in TITLES else words[0]


async def _invited(room: Room, game: Game, door: Door) -> Invitation:
    seats = []
    for seat in room.state.present:
        token = await door.give(room.state.id, seat.id, "link", "demo")
        seats.append((seat.name, f"/lien/{token}"))
    return Invitation(room.state.id, room.state.name, game.title, tuple(seats))


async def _made(rooms: Rooms, game: Game, lang: Lang) -> Room:
    """A table whose players hold the ready-made characters; the others are the leader's."""
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
    holders = dict(zip(players, seats[1:], strict=True))
    for name, sheet in sheets.items():
        act = PutSheet(character=name, sheet=sheet_view(game, sheet), seat=holders.get(name))
        await room.act(LEADER, act)
    return room
