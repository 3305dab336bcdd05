"""A file that is followed: who hears of a save, and who of a mistake."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import pytest

from tablee.faces.streams import HEARTBEAT_BYTES, event
from tablee.faces.web.game_watch import Watch
from tablee.faces.web.page_context import HERE
from tablee.faces.web.rendering import Renderer
from tablee.faces.web.table.page_models import shown
from tablee.rules.authoring.game_file import load_game
from tablee.rules.refusal import Refusal
from tablee.rules.registry import unregister
from tablee.rules.texts.words import Words
from tablee.table.hosting import NewCampaign, create
from tablee.table.replay import game_of
from tablee.table.rooms import Rooms
from tablee.table.store.store_address import opened
from tests.kit import acts
from tests.kit.command_line import ROOT

pytestmark = pytest.mark.anyio
TUTORIAL = (ROOT / "docs" / "tutorial" / "phares.py").read_text("utf-8")


class Hearing:
    """Is for the jobs and the rooms: counts the times that each heard of new rules."""

    def __init__(self) -> None:
        self.reloads = 0
        self.games: list[str] = []
        self.broken: list[str] = []

    async def reload(self) -> None:
        self.reloads += 1

    async def rules_changed(self, game: str) -> None:
        self.games.append(game)
        raise RuntimeError("a table that cannot go on")

    def rules_broken(self, game: str, fault: Refusal) -> None:
        self.broken.append(game)


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "phares.py"
    path.write_text(TUTORIAL, "utf-8")
    load_game(path)
    yield path
    unregister("phares")


async def saved(watch: Watch, file: Path, text: str) -> None:
    """Save the file, and wait until that was seen."""
    before = watch.version
    async with asyncio.timeout(30):
        while watch.version == before:
            file.write_text(text, "utf-8")
            await asyncio.sleep(0.5)


async def test_a_save_is_heard_of_and_a_mistake_shown(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """What goes wrong at a table stops nothing: the next save is followed."""
    watch, hearing = Watch([file]), Hearing()
    running = asyncio.create_task(watch.run(cast("Any", hearing), cast("Any", hearing)))
    try:
        await saved(watch, file, TUTORIAL + "\n)")
        assert list(watch.faults) == [str(file)]
        assert f"{file}:" in caplog.text
        assert "une ouverture pour" in caplog.text
        assert (hearing.reloads, hearing.games) == (0, [])
        assert set(hearing.broken) == {"phares"}
        await saved(watch, file, TUTORIAL.replace("face >= 5", "face >= 4"))
        assert not watch.faults
        assert hearing.reloads >= 1
        assert set(hearing.games) == {"phares"}
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


async def test_a_game_in_a_folder_is_followed_with_the_modules_of_its_folders(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "phares"
    (folder / "tables").mkdir(parents=True)
    (folder / "__init__.py").write_text(
        f"from .tables.wind import LEAST\n{TUTORIAL.replace('face >= 5', 'face >= LEAST')}", "utf-8"
    )
    for name, text in (("__init__.py", ""), ("wind.py", "LEAST = 5\n")):
        (folder / "tables" / name).write_text(text, "utf-8")
    load_game(folder)
    watch, hearing = Watch([folder]), Hearing()
    running = asyncio.create_task(watch.run(cast("Any", hearing), cast("Any", hearing)))
    try:
        await saved(watch, folder / "tables" / "wind.py", "LEAST = 4\n")
        assert not watch.faults
        assert set(hearing.games) == {"phares"}
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
        unregister("phares")


async def test_a_page_hears_of_what_it_does_not_show(file: Path) -> None:
    """Made before the save, or by a server before this one: at once. Otherwise at the next save."""
    watch = Watch([file])
    made = str(watch.version)
    assert str(Watch([file]).version) != made
    watch.version += 1
    old = watch.changes(made)
    news = event(b"%d" % watch.version, str(watch.version), "rules")
    assert [await anext(old), await anext(old)] == [HEARTBEAT_BYTES, news]
    new = watch.changes(str(watch.version))
    assert await anext(new) == HEARTBEAT_BYTES
    running = asyncio.create_task(watch.run(cast("Any", Hearing()), cast("Any", Hearing())))
    try:
        waiting = asyncio.ensure_future(anext(new))
        await saved(watch, file, TUTORIAL.replace("face >= 5", "face >= 4"))
        assert (await waiting).startswith(b"event: rules\n")
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


async def test_who_leads_a_table_is_shown(file: Path, tmp_path: Path) -> None:
    """The mistake and that the rules before hold; until the file is mended. Nobody else is."""
    store = await opened(f"sqlite:///{tmp_path}/t.sqlite3")
    rooms, renderer = Rooms(store), Renderer(here=HERE)
    table, (leader, player) = await create(
        store, NewCampaign(name="Phares", game="phares", players=["Ada"])
    )
    room = await rooms.room(table)
    assert room is not None
    watch = Watch([file])
    running = asyncio.create_task(watch.run(cast("Any", Hearing()), rooms))

    def texts(seat: str) -> str:
        page = shown(renderer, room, seat, Words(game_of(room.state)))
        return str(page.slots["fault"])

    try:
        assert "une ouverture pour" not in texts(leader)
        with room.attending(leader) as changed:
            await saved(watch, file, TUTORIAL + "\n)")
            assert changed.is_set()
        assert "une ouverture pour" in texts(leader)
        assert f"{file.name}:" in texts(leader)
        assert str(file.parent) not in texts(leader)
        assert (
            texts(player) == '<p class="slot complaint card refused" id="fault" role="alert"></p>\n'
        )
        await saved(watch, file, TUTORIAL.replace("face >= 5", "face >= 4"))
        assert texts(leader) == texts(player)
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
        await store.close()


async def test_a_sheet_that_no_longer_fits_is_on_the_page_of_the_leader(
    file: Path, tmp_path: Path
) -> None:
    """When the file is saved, and after a new start of the server; until it fits again. Its own page
    says what to do."""
    url = f"sqlite:///{tmp_path}/t.sqlite3"
    store = await opened(url)
    rooms, renderer = Rooms(store), Renderer(here=HERE)
    table, (leader, player) = await create(
        store, NewCampaign(name="Phares", game="phares", players=["Ada"])
    )
    room = await rooms.room(table)
    assert room is not None
    sheet = {"type": "gardien", "nom": "Anke", "huile": 9}
    await room.act(leader, acts.PutSheet(character="anke", sheet=sheet))

    def texts(seat: str) -> str:
        assert room is not None
        words = Words(game_of(room.state))
        return str(shown(renderer, room, seat, words).slots["faults"])

    async def play(most: int) -> None:
        file.write_text(TUTORIAL.replace("ge=1, le=10", f"ge=1, le={most}"), "utf-8")
        load_game(file)
        await rooms.rules_changed("phares")

    empty = texts(player)
    assert texts(leader) == empty
    await play(8)
    assert '/fiche/anke"><bdi>Anke</bdi></a>' in texts(leader)
    assert "un entier de 1 à 8" in texts(leader).replace("\xa0", " ")
    assert texts(player) == empty
    await store.close()
    store = await opened(url)
    rooms = Rooms(store)
    room = await rooms.room(table)
    assert room is not None
    assert "Anke" in texts(leader)
    await play(9)
    assert texts(leader) == empty
    await store.close()
