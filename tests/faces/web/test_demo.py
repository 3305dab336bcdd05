"""The campaigns to try, in the language of who starts the server."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tablee.faces.web.table.demo_tables import Invitation, open_tables
from tablee.rules.authoring.game_file import load_game
from tablee.rules.registry import unregister
from tablee.rules.texts.languages import Lang
from tablee.table.access import Door
from tablee.table.rooms import Rooms
from tablee.table.store.store_address import opened
from tests.table.test_stored_sheets import SOURCE


async def begun(database: Path, lang: Lang) -> tuple[Invitation, str]:
    """The first campaign to try, and the language that it is played in."""
    store = await opened(f"sqlite:///{database}")
    try:
        rooms = Rooms(store)
        found = (await open_tables(rooms, Door(store, rooms), lang))[0]
        room = await rooms.room(found.table)
        assert room is not None
        return found, room.state.language
    finally:
        await store.close()


@pytest.mark.parametrize(
    ("lang", "name", "leader"),
    [("fr", "Exil, pour essayer", "Meneur de jeu"), ("en", "Exil, to try", "Leader")],
)
def test_campaigns_to_try_speak_as_the_server_is_started(
    tmp_path: Path, lang: Lang, name: str, leader: str
) -> None:
    found, language = asyncio.run(begun(tmp_path / "tables.db", lang))
    assert (found.name, found.seats[0][0], language) == (name, leader, lang)


def test_the_game_of_a_file_comes_first(tmp_path: Path) -> None:
    path = tmp_path / "essai.py"
    path.write_text(SOURCE, "utf-8")
    load_game(path)
    try:
        found, _ = asyncio.run(begun(tmp_path / "tables.db", "fr"))
    finally:
        unregister("essai")
    assert found.game == "Essai"
