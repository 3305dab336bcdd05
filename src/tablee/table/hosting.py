"""New campaigns: their declared fields, checks and first events.

This module may import the registry of games, the events of the log and the store. It must not know
HTTP or a form. The same function opens real campaigns and demo campaigns.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tablee.rules.contract_json import RulingsJson
from tablee.rules.registry import known_game
from tablee.rules.schema import read_record
from tablee.table.acts.act import VISIBLE
from tablee.table.acts.change_seat import check_name
from tablee.table.log import events as ev
from tablee.table.record_changes import initial_record
from tablee.table.room import now
from tablee.table.store.interface import Store

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
LEADER = "meneur"


class NewCampaign(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The fields of a new campaign. `players`: a seat is added for each name."""

    name: Annotated[str, Meta(min_length=1, max_length=200, pattern=VISIBLE, description="son nom")]
    game: Annotated[str, Meta(description="un jeu qui a des fiches")]
    leader: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=100,
            pattern=VISIBLE,
            description="le nom de la personne qui mène",
        ),
    ] = "Meneur"
    language: Annotated[Literal["fr", "en"], Meta(description="sa langue")] = "fr"
    rulings: Annotated[
        RulingsJson,
        Meta(description="ses choix de campagne, comme dans le composant « JEU.rulings »"),
    ] = {}
    advice: Annotated[
        bool, Meta(description="les joueurs peuvent demander chances et conseils")
    ] = True
    players: Annotated[
        Sequence[Annotated[str, Meta(min_length=1, max_length=100, pattern=VISIBLE)]],
        Meta(max_length=20, description="les noms des joueurs, un siège pour chacun"),
    ] = ()


def new_id() -> str:
    """Return a random id for a table, about 49 bits, in letters and digits that look different."""
    return "".join(secrets.choice(ALPHABET) for _ in range(10))


async def create(store: Store, new: NewCampaign, demo: bool = False) -> tuple[str, list[str]]:
    """Open a table; return its id and its seats, the leader's first. Raise `Refusal`."""
    game = known_game(new.game)
    read_record(game.rulings, new.rulings, "rulings.")
    for place, name in enumerate(new.players):
        check_name("players", name, (new.leader, *new.players[:place]))
    table = new_id()
    seats = [LEADER, *(f"j{place + 1}" for place in range(len(new.players)))]
    at = now()
    happened: list[ev.TableEvent] = [
        ev.Opened(
            at=at,
            name=new.name,
            game=game.id,
            record=initial_record(game),
            language=new.language,
            rulings=new.rulings,
            advice=new.advice,
            demo=demo,
        ),
        ev.SeatAdded(at=at, seat=LEADER, name=new.leader, leader=True),
    ]
    for seat, name in zip(seats[1:], new.players, strict=True):
        happened.append(ev.SeatAdded(at=at, seat=seat, name=name))
    await store.create(table, [ev.write_event(event) for event in happened])
    return table, seats
