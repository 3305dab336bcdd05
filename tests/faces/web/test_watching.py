"""A file that is followed: who hears of a save, and who of a mistake."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import pytest

from tablee.faces.web.watching import Watch
from tablee.rules.game import dismiss, load_game
from tests.kit.command_line import ROOT

pytestmark = pytest.mark.anyio
TUTORIAL = (ROOT / "docs" / "tutorial" / "phares.py").read_text("utf-8")


class Hearing:
    """Stands for the jobs and the rooms: counts the times that each heard of new rules."""

    def __init__(self) -> None:
        self.reloads = 0
        self.games: list[str] = []

    async def reload(self) -> None:
        self.reloads += 1

    async def rules_changed(self, game: str) -> None:
        self.games.append(game)
        raise RuntimeError("a table that cannot go on")


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "phares.py"
    path.write_text(TUTORIAL, "utf-8")
    load_game(path)
    yield path
    dismiss("phares")


async def saved(watch: Watch, file: Path, text: str) -> None:
    """Save the file, and wait until that was seen."""
    before = watch.version
    async with asyncio.timeout(20):
        while watch.version == before:
            file.write_text(text, "utf-8")
            await asyncio.sleep(0.5)


async def test_a_save_is_heard_of_and_a_mistake_told(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """What goes wrong at a table stops nothing: the next save is followed."""
    watch, hearing = Watch([file]), Hearing()
    running = asyncio.create_task(watch.run(cast("Any", hearing), cast("Any", hearing)))
    try:
        await saved(watch, file, TUTORIAL + "\n)")
        assert list(watch.faults) == [str(file)]
        assert f"{file}:" in caplog.text
        assert "SyntaxError" in caplog.text
        assert (hearing.reloads, hearing.games) == (0, [])
        await saved(watch, file, TUTORIAL.replace("face >= 5", "face >= 4"))
        assert not watch.faults
        assert hearing.reloads >= 1
        assert set(hearing.games) == {"phares"}
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
