"""The watch over the files of games: each save loads the game again and refreshes pages and tables.

A file with an error changes nothing: the error appears in the terminal, on the page of the rule, and
on the leader's page of its tables. The module may import the rules, the worker pool and the rooms; it
must not know what a page or a table shows.
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

from tablee.faces.streams import EVENTS, HEADERS, HEARTBEAT_BYTES, event
from tablee.faces.workers.jobs import Jobs
from tablee.faces.workers.worker_process import Broken
from tablee.rules.authoring.game_file import load_game
from tablee.rules.authoring.game_modules import entry_of
from tablee.rules.game import Game
from tablee.rules.refusal import Refusal
from tablee.rules.registry import loaded_game_files
from tablee.table.rooms import Rooms

LOG = logging.getLogger("tablee.web")

HEARTBEAT = 15.0
"""Seconds of silence after which a stream sends a heartbeat."""


class Watch:
    """The watched files, their errors, and the number of the last change."""

    def __init__(self, files: Sequence[str | PathLike[str]]) -> None:
        self.files = [os.path.abspath(entry_of(file)) for file in files]
        self.faults: dict[str, Refusal] = {}
        self.version = time.time_ns()  # unlike every version of an earlier server
        self._changed = asyncio.Event()

    async def run(self, jobs: Jobs, rooms: Rooms) -> None:
        """Watch the files until the task is cancelled."""
        parts = {path for file in self.files for path in (file, *_helpers_of(file))}
        folders = {os.path.dirname(part) for part in parts}
        async for changes in awatch(*folders, debounce=120, step=40, recursive=False):
            touched = {os.path.abspath(path) for _, path in changes}
            for file in self.files:
                if not touched.isdisjoint((file, *_helpers_of(file))):
                    await self._read(file, jobs, rooms)

    async def _read(self, file: str, jobs: Jobs, rooms: Rooms) -> None:
        try:
            game = await asyncio.to_thread(load_game, file)
            await self._replace_rules(game, rooms)
            await jobs.reload()
        except Refusal as refusal:
            self.faults[file] = refusal
            LOG.warning("%s", refusal)
            for name, each in loaded_game_files().items():
                if os.path.abspath(each.path) == file:
                    rooms.rules_broken(name, refusal)
        except Broken as broken:
            allowed = "un fichier que les processus de calcul peuvent charger"
            self.faults[file] = Refusal("param", "--game", str(broken), allowed)
        else:
            self.faults.pop(file, None)
        self.version += 1
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def _replace_rules(self, game: Game, rooms: Rooms) -> None:
        """Give the tables of a game its new rules. An error there is not an error of the file: it is
        logged, and the watch goes on."""
        try:
            await rooms.rules_changed(game.id)
        except Exception as error:
            LOG.error("%s: its tables", game.id, exc_info=error)

    async def changes(self, known: str) -> AsyncIterator[bytes]:
        """Yield one message for each version after `known`, and heartbeats in between."""
        yield HEARTBEAT_BYTES
        while True:
            version = str(self.version)
            if version != known:
                known = version
                yield event(version.encode(), version, "rules")
                continue
            try:
                await asyncio.wait_for(self._changed.wait(), HEARTBEAT)
            except TimeoutError:
                yield HEARTBEAT_BYTES


def _helpers_of(file: str) -> set[str]:
    """Return the paths of the helper modules of a loaded file."""
    for each in loaded_game_files().values():
        if os.path.abspath(each.path) == file:
            return {helper.path for helper in each.helpers}
    return set()


@get("/suivre")
async def watched(request: Request[Any, Any, Any], state: State, version: str = "") -> Stream:
    """Stream the changes of the rules to an open page. `version`: the version that the page shows;
    after a reconnection the `Last-Event-ID` header replaces it."""
    watch: Watch = state.watch
    known = request.headers.get("last-event-id", version)
    return Stream(watch.changes(known), media_type=EVENTS, headers=HEADERS)
