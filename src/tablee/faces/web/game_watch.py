"""A game under way: at each save of its file the rule is read again; open pages and tables hear of
it.

A file that cannot be used changes nothing: its fault is told in the terminal, shown beside the last
good law, and at its tables to who leads.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import AsyncIterator, Sequence
from os import PathLike
from typing import Any

from litestar import Request, get
from litestar.datastructures import State
from litestar.response import Stream
from watchfiles import awatch

from tablee.faces.streams import EVENTS, HEADERS, SIGN_OF_LIFE, event
from tablee.faces.workers.jobs import Jobs
from tablee.faces.workers.worker_process import Broken
from tablee.rules.game import Game
from tablee.rules.game_file import load_game
from tablee.rules.refusal import Refusal
from tablee.rules.registry import loaded_game_files
from tablee.table.rooms import Rooms

LOG = logging.getLogger("tablee.web")

HEARTBEAT = 15.0
"""Seconds after which a silent stream says that it lives."""


class Watch:
    """The files that are watched, what is wrong with any of them, and who waits for a change."""

    def __init__(self, files: Sequence[str | PathLike[str]]) -> None:
        self.files = [os.path.abspath(file) for file in files]
        self.faults: dict[str, Refusal] = {}
        self.version = time.time_ns()  # unlike any that a server before this one gave
        self._changed = asyncio.Event()

    async def run(self, jobs: Jobs, rooms: Rooms) -> None:
        """Follow the files until cancelled."""
        folders = {os.path.dirname(file) for file in self.files}
        async for changes in awatch(*folders, debounce=120, step=40, recursive=False):
            touched = {os.path.abspath(path) for _, path in changes}
            for file in self.files:
                if file in touched:
                    await self._read(file, jobs, rooms)

    async def _read(self, file: str, jobs: Jobs, rooms: Rooms) -> None:
        try:
            game = await asyncio.to_thread(load_game, file)
            await self._taken(game, rooms)
            await jobs.reload()
        except Refusal as refusal:
            self.faults[file] = refusal
            LOG.warning("%s", refusal)
            for name, each in loaded_game_files().items():
                if os.path.abspath(each.path) == file:
                    rooms.rules_broken(name, refusal)
        except Broken as broken:
            told = "un fichier que les processus de calcul peuvent charger"
            self.faults[file] = Refusal("param", "--game", str(broken), told)
        else:
            self.faults.pop(file, None)
        self.version += 1
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def _taken(self, game: Game, rooms: Rooms) -> None:
        """The tables that play a game go on by its new rules. What goes wrong there is no fault of
        the file, and the next save is followed all the same."""
        try:
            await rooms.rules_changed(game.id)
        except Exception as error:
            LOG.error("%s: its tables", game.id, exc_info=error)

    async def changes(self, known: str) -> AsyncIterator[bytes]:
        """One message for each version after the one that is known, and a sign of life in
        between."""
        yield SIGN_OF_LIFE
        while True:
            version = str(self.version)
            if version != known:
                known = version
                yield event(version.encode(), version, "rules")
                continue
            try:
                await asyncio.wait_for(self._changed.wait(), HEARTBEAT)
            except TimeoutError:
                yield SIGN_OF_LIFE


@get("/suivre")
async def watched(request: Request[Any, Any, Any], state: State, version: str = "") -> Stream:
    """The stream of changes of the rules, for open pages. `version`: what the page was made of; one
    that comes back says what it heard of last."""
    watch: Watch = state.watch
    known = request.headers.get("last-event-id", version)
    return Stream(watch.changes(known), media_type=EVENTS, headers=HEADERS)
