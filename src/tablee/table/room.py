"""A table in this process: its state in memory, acts one after the other, seats that are told.

An act is decided on the state as it is, written down under the number that must follow (so that of
two processes one wins and the other decides anew), and only then seen by anybody.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeVar

from tablee.rules.game_file import describe_rule_error
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_game
from tablee.rules.words import Words
from tablee.table.acts.act import Act
from tablee.table.acts.registry import Decided, decide
from tablee.table.log import events as ev
from tablee.table.log.fold import apply
from tablee.table.log.outcomes import rules_version
from tablee.table.log.table_state import State
from tablee.table.measures import Measures
from tablee.table.presence import Presence
from tablee.table.refresh_queue import RefreshQueue
from tablee.table.refusals import Stale
from tablee.table.replay import Replays, game_of, still_the_same
from tablee.table.reservations import foreseen
from tablee.table.store import Conflict, Store, Stored, Unavailable
from tablee.table.views.table_view import view
from tablee.table.views.view_types import TableView

T = TypeVar("T")
AT_A_TIME = 100
"""So many events of a long log are read before others have their turn."""
PAUSE = 0.2
"""Seconds until a store that does not answer is asked again."""
TRIES = 20
"""So often an act is decided anew when another process was faster."""

ROOMS = 50
"""So many tables are in memory though nobody may be there; of more,"""
IDLE = 300.0
"""those that nobody has used for so many seconds are read again when they are."""
GLANCE = 60.0
"""Seconds for which somebody is there by a page alone, as one where no script runs."""


def now() -> int:
    """Milliseconds since 1970 (UTC)."""
    return time.time_ns() // 1_000_000


def _names(seat: str, key: str, sent: bytes) -> tuple[str, str]:
    """The name of a seat's act and a digest of what was sent; "" without a key."""
    if not key:
        return "", ""
    return _digest(f"{seat}\n{key}".encode(), ev.KEY_DIGITS), _digest(sent, 8)


def _digest(data: bytes, signs: int) -> str:
    return hashlib.sha256(data).hexdigest()[:signs]


class Room:
    """One table."""

    def __init__(
        self,
        store: Store,
        table: str,
        measures: Measures,
        presence: Presence,
        refreshes: RefreshQueue,
        faults: Mapping[str, Refusal],
    ) -> None:
        self.store = store
        self.measures = measures
        self.refreshes = refreshes
        self.state = State(id=table)
        self.replays = Replays()
        self._presence = presence
        self._faults = faults
        self._here: dict[str, int] = {}
        """Seat -> how many of its pages are open here."""
        self.revocations = 0
        """Counts up when credentials were revoked: who attends looks whether its own still
        stands."""
        self.happened = 0
        """Counts up each time that something has happened, at the table or beside it."""
        self.used = time.monotonic()
        """When somebody asked for it last, or left it."""
        self._gone = False
        self._closing = False
        self._last = b""
        """The event that the state ends with, as it is kept."""
        self._lock = asyncio.Lock()
        self._waiting: set[asyncio.Event] = set()
        self._glances: dict[str, asyncio.TimerHandle] = {}
        self._checked = False

    # ── the log ────────────────────────────────────────────────────────────────────────────────
    async def catch_up(self, version: int | None = None) -> None:
        """Take what has been written since; `version`: the one that is known to be there at
        least."""
        async with self._lock:
            if version is None or self.state.version < version:
                await self._catch_up()

    async def as_written(self) -> None:
        """Know what had been written before this was asked for, by other processes too."""
        if self.store.shared:
            await self.catch_up(await self.store.version(self.state.id))

    async def _catch_up(self) -> None:
        since = await self._since()
        if since is None:
            await self._anew()
        else:
            for each in since:
                apply(self.state, ev.read_event(each.body))
            self._known(since)
        if not self._checked and self.state.version:
            self._checked = True
            await self._look_for_new_rules()

    async def _since(self) -> list[Stored] | None:
        """What is not known yet; None: nothing is, or a backup was put in the place of the log."""
        if not self.state.version:
            return None
        since = await self.store.read(self.state.id, self.state.version - 1)
        return since[1:] if since and since[0].body == self._last else None

    async def _anew(self) -> None:
        """Read the whole log; other tables go on while it is a long one."""
        stored = await self.store.read(self.state.id)
        state = State(id=self.state.id)
        for number, each in enumerate(stored, 1):
            apply(state, ev.read_event(each.body))
            if number % AT_A_TIME == 0:
                await asyncio.sleep(0)
        if not self.state.version:
            self.state = state
        elif stored:
            self.state, self.replays = state, Replays()
            self._checked = False
            self.revocations += 1
        else:
            self.close()
        self._known(stored)

    def _known(self, stored: Sequence[Stored]) -> None:
        if stored:
            self._last = stored[-1].body
            self._wake()

    async def _look_for_new_rules(self) -> None:
        """Open runs that do not replay the same under the rules of today are marked."""
        game = find_game(self.state.game)
        if game is None:  # one that is not installed here: nobody can come to the table
            return
        version = rules_version(game)
        gone = [
            ev.Diverged(at=now(), run=run.id, rules_version=version)
            for run in self.state.open_runs
            if not run.diverged and not still_the_same(self.state, run)
        ]
        if gone:
            try:
                await self._write(Decided(gone, self.state))
            except Conflict:
                await self._catch_up()

    async def rules_changed(self) -> None:
        """The game was read again while people play: what old rules had begun is played anew, and
        whoever is there sees what has come of it."""
        async with self._lock:
            self.replays = Replays()
            await self._look_for_new_rules()
            self._wake()

    async def act(self, seat: str, act: Act, key: str = "", sent: bytes = b"") -> int:
        """Do what a seat wants to; the version that it led to. `key`: of the client's own, so that
        the same act sent twice is done once; `sent`: as it came, which tells another one under the
        same key. Raises `Refusal`; nothing has changed then."""
        name, of = _names(seat, key, sent)
        with self.measures.seconds.time():
            try:
                async with self._lock:
                    version = await self._act(seat, act, name, of)
            except Refusal:
                self.measures.acts.labels("refused").inc()
                raise
            self.measures.acts.labels("done").inc()
            return version

    async def _act(self, seat: str, act: Act, name: str, of: str) -> int:
        for _ in range(TRIES):
            if self._gone:
                raise Unavailable("the table is another one now, or none")
            if name in self.state.act_keys:
                return self._done(name, of)
            try:
                return await self._write(self._decided(seat, act, name + of))
            except Conflict:
                self.measures.conflicts.inc()
                await self._catch_up()
            except Refusal:
                if not await self._behind():
                    raise
        raise Unavailable("the table never stood still")

    async def done(self, seat: str, key: str, sent: bytes) -> bool:
        """Whether the seat has done that act already (see `act`). Raises `Stale` when it has done
        another one under this key."""
        await self.as_written()
        name, of = _names(seat, key, sent)
        return name in self.state.act_keys and self._done(name, of) > 0

    def _done(self, name: str, of: str) -> int:
        """The version that an act with a name has led to. Raises `Stale` when it was another
        one."""
        version, before = self.state.act_keys[name]
        if before != of:
            told = "un nom qui n’a pas encore servi : sous celui-ci, autre chose a été fait"
            raise Stale("key", None, told)
        return version

    def _decided(self, seat: str, act: Act, key: str) -> Decided:
        """See `decide`. An error in a rule that a file brought is told to its author."""
        try:
            return decide(self.state, seat, act, now(), self.replays, key)
        except Refusal:
            raise
        except Exception as error:
            raise describe_rule_error(error) or error from None

    async def _behind(self) -> bool:
        """Whether another process has written what is not known here yet; it is from now on."""
        before = self.state.version
        if await self.store.version(self.state.id) != before:
            await self._catch_up()
        return self.state.version != before

    async def _write(self, decided: Decided) -> int:
        """Append events to the log, then the table is as they leave it. Raises `Conflict` when the
        log has moved on."""
        bodies = [ev.write_event(event) for event in decided.events]
        version = await self.store.append(self.state.id, self.state.version, bodies)
        self.measures.events.inc(len(bodies))
        self.state = decided.come_about()
        self._last = bodies[-1]
        self.replays.forget(self.state)
        self._wake()
        return version

    # ── who is told ────────────────────────────────────────────────────────────────────────────
    def view(
        self,
        seat: str,
        words: Words,
        before: int | None = None,
        search: str = "",
    ) -> TableView:
        """Return the view of a seat (see `view`)."""
        return view(self.state, seat, self.replays, words, before, search, self.present)

    @property
    def foreseen(self) -> State:
        """The table as its open runs will leave it, from which the next one is asked for."""
        return foreseen(self.state, game_of(self.state), self.replays)

    @property
    def fault(self) -> Refusal | None:
        """What is wrong with the file of the game as it was saved last: the table plays by the
        rules before."""
        return self._faults.get(self.state.game)

    def acted(self, seat: str) -> int:
        """How many acts with a name the seat has done."""
        return self.state.act_counts.get(seat, 0)

    @property
    def present(self) -> frozenset[str]:
        """The seats that have a page open, or had one sent lately, in whichever process."""
        return self._presence.elsewhere(self.state.id).union(self._here)

    @contextmanager
    def attending(self, seat: str) -> Iterator[asyncio.Event]:
        """A page of a seat is open: the event is set each time that something has happened."""
        changed = asyncio.Event()
        self.measures.streams.inc()
        self._waiting.add(changed)
        self._count(seat, 1)
        self._glance_over(seat)
        try:
            yield changed
        finally:
            self.measures.streams.dec()
            self._waiting.discard(changed)
            self.used = time.monotonic()
            self._count(seat, -1)

    def glanced(self, seat: str) -> None:
        """A page was sent to a seat: who has no stream is there by that for a while."""
        if seat in self._glances:
            self._glances[seat].cancel()
        elif seat in self._here:
            return
        else:
            self._count(seat, 1)
        later = asyncio.get_running_loop().call_later
        self._glances[seat] = later(GLANCE, self._glance_over, seat)

    def _glance_over(self, seat: str) -> None:
        if seat in self._glances:
            self._glances.pop(seat).cancel()
            self._count(seat, -1)

    def idle(self) -> bool:
        """Whether nobody is there, and nothing has been done for a while."""
        unused = time.monotonic() - self.used > IDLE
        return unused and not self._waiting and not self._lock.locked()

    def sits(self, seat: str) -> bool:
        """Whether the seat may be told what happens: it is at the table, and the table is there."""
        return self.state.sits(seat) and not self._gone and not self._closing

    def revoked(self) -> None:
        """Credentials of the table are worth nothing any more."""
        self.revocations += 1
        self._wake()

    def close(self) -> None:
        """The table is gone, or another one is in its place."""
        self._gone = True
        for glance in self._glances.values():
            glance.cancel()
        self._glances.clear()
        self._wake()

    def part(self) -> None:
        """The server ends: nobody is told anything any more."""
        self._closing = True
        self._wake()

    def _wake(self) -> None:
        self.happened += 1
        for event in self._waiting:
            event.set()

    def _count(self, seat: str, more: int) -> None:
        """One page of a seat more or less; the others see who is there."""
        before = self._here.get(seat, 0)
        self._here[seat] = before + more
        if not self._here[seat]:
            del self._here[seat]
        if bool(before) != (seat in self._here) and not self._gone:
            self._presence.here(self.state.id, self._here.keys())
            self.moved()

    def moved(self) -> None:
        """Something has changed beside the log: somebody came or went."""
        self._wake()


class Rooms:
    """The tables that this process has in memory."""

    def __init__(self, store: Store, measures: Measures | None = None) -> None:
        self.store = store
        self.measures = measures or Measures()
        self._rooms: dict[str, Room] = {}
        self._closing = False
        self._heard: set[asyncio.Task[None]] = set()
        self._faults: dict[str, Refusal] = {}
        """Game -> what is wrong with its file."""
        self._presence = Presence(store, self._moved)
        self._refreshes = RefreshQueue()
        store.listen(self._wrote)

    async def room(self, table: str) -> Room | None:
        """The room of a table, up to date with what this process knows; None when there is none."""
        room = self._rooms.get(table)
        if room is None:
            beside = self.measures, self._presence, self._refreshes, self._faults
            room = Room(self.store, table, *beside)
            await room.catch_up()
            if not room.state.version:
                return None
            room = self._rooms.setdefault(table, room)
            await room.catch_up()  # what others wrote before we could hear of it
            if self._closing:
                room.part()
            self._thin_out()
        room.used = time.monotonic()
        return room

    def _thin_out(self) -> None:
        """Let go of tables that are not used, those that were used longest ago first."""
        many = len(self._rooms) - ROOMS
        idle = sorted(
            (room for room in self._rooms.values() if room.idle()), key=lambda room: room.used
        )
        for room in idle[: max(0, many)]:
            del self._rooms[room.state.id]
        self.measures.tables.set(len(self._rooms))

    def _wrote(self, table: str, version: int) -> None:
        """Another process has written to a table, or removed it (0). Where that is rare, a backup
        may have been put in its place: the version tells nothing then."""
        room = self._rooms.get(table)
        if room is not None and not version:
            self.forget(table)
        elif room is not None and (room.state.version < version or not self.store.shared):
            known = version if self.store.shared else None
            task = asyncio.ensure_future(self._hear(room, known))
            self._heard.add(task)
            task.add_done_callback(self._heard.discard)

    async def _hear(self, room: Room, known: int | None) -> None:
        """Take what another process has written, as soon as the store gives it."""
        while not self._closing:
            try:
                await room.catch_up(known)
            except Unavailable:
                await asyncio.sleep(PAUSE)
            else:
                return

    def _moved(self, table: str) -> None:
        """Somebody came to a table, or left it, by another process."""
        room = self._rooms.get(table)
        if room is not None:
            room.moved()

    async def rules_changed(self, game: str) -> None:
        """The file of that game was read again."""
        self._faults.pop(game, None)
        rooms = [room for room in self._rooms.values() if room.state.game == game]
        done = await asyncio.gather(
            *(each.rules_changed() for each in rooms), return_exceptions=True
        )
        failed = [each for each in done if isinstance(each, BaseException)]
        if failed:  # of one table; the others have been told all the same
            raise failed[0]

    def rules_broken(self, game: str, refusal: Refusal) -> None:
        """The file of that game was saved with a mistake in it."""
        self._faults[game] = refusal
        for room in self._rooms.values():
            if room.state.game == game:
                room.moved()

    def revoked(self, table: str) -> None:
        """Credentials of a table are worth nothing any more."""
        room = self._rooms.get(table)
        if room is not None:
            room.revoked()

    def close(self) -> None:
        """The server ends, and what follows its tables."""
        self._closing = True
        for room in self._rooms.values():
            room.part()

    def forget(self, table: str) -> None:
        room = self._rooms.pop(table, None)
        if room is not None:
            room.close()
