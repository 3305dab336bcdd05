"""One table in this process: its state in memory, its acts one after another, its subscribers.

An act is decided on the state, and its events are appended under the next number, so that one of two
processes wins and the other decides again. Subscribers are woken only when the events are durable.
The module uses acts, log, store and views; it must not know pages.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import accumulate
from typing import TypeVar

from tablee.rules.authoring.game_file import describe_rule_error
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_game
from tablee.rules.texts.words import Words
from tablee.table.acts.act import Act
from tablee.table.acts.act_registry import Decided, decide
from tablee.table.log import events as ev
from tablee.table.log.fold import apply
from tablee.table.log.outcomes import rules_version
from tablee.table.log.table_state import State
from tablee.table.measures import Measures
from tablee.table.presence import Presence
from tablee.table.refresh_queue import RefreshQueue
from tablee.table.refusals import Stale, WordsMissing
from tablee.table.replay import Replays, game_of, replays_unchanged
from tablee.table.reservations import expected_state
from tablee.table.store.chain import first_link, last_link, link, other_chain
from tablee.table.store.interface import Conflict, Store, Stored, Unavailable
from tablee.table.views.table_view import view
from tablee.table.views.whole_view_types import TableView

T = TypeVar("T")
STORE = ""
"""In place of a game: the fault of the store, which concerns every table."""
AT_A_TIME = 100
"""Number of events of a long log that are read before other tables have their turn."""
TRIES = 20
"""Number of times that an act is decided when other processes are faster."""
IDLE = 300.0
"""Seconds without use after which a table may leave the memory."""
MAX_WAIT = 12.0
"""Seconds for which an act that throws dice waits for the words of players."""
LOOK_AGAIN = 0.25
"""Seconds after which such an act looks whether the words are there, if nothing changes before."""
GLANCE = 60.0
"""Seconds for which a page without a stream counts as present."""


def now() -> int:
    """Return the milliseconds since 1970 (UTC)."""
    return time.time_ns() // 1_000_000


def _names(seat: str, key: str, sent: bytes) -> tuple[str, str]:
    """Return the name of an act with an idempotency key and a digest of its body; "" without."""
    if not key:
        return "", ""
    return _digest(f"{seat}\n{key}".encode(), ev.KEY_DIGITS), _digest(sent, 8)


MAX_PAGES = 16
"""Pages with a stream that a seat may have open in one process: its tabs, on all its devices."""


def _digest(data: bytes, signs: int) -> str:
    return hashlib.sha256(data).hexdigest()[:signs]


class Room:
    """One table of this process."""

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
        """Seat -> number of its pages that are open in this process."""
        self.revocations = 0
        """Number of times that credentials were revoked. Subscribers check theirs when it changes."""
        self.happened = 0
        """Number of changes of the table or beside it. Subscribers render when it changes."""
        self.used = time.monotonic()
        """Time of the last use."""
        self._gone = False
        self._closing = False
        self._last = self._digest = b""
        """The stored bytes of the last event of the state, and its digest (see `chain`)."""
        self.audited = time.monotonic()
        """Time at which the whole log was read last."""
        self._lock = asyncio.Lock()
        self._waiting: set[asyncio.Event] = set()
        self._glances: dict[str, asyncio.TimerHandle] = {}
        self._checked = False

    # ── the log ────────────────────────────────────────────────────────────────────────────────
    async def catch_up(self, version: int | None = None) -> None:
        """Apply the events of other processes, unless the state has reached `version`."""
        async with self._lock:
            if version is None or self.state.version < version:
                await self._catch_up()

    async def as_written(self) -> None:
        """Apply the events that other processes wrote before this call."""
        if self.store.shared:
            await self.catch_up(await self.store.version(self.state.id))

    async def _catch_up(self) -> None:
        since = await self._since()
        if since is None:
            await self._read_all()
        else:
            for each in since:
                apply(self.state, ev.read_event(each.body))
            self._note_last(since, self._digest)
        if not self._checked and self.state.version:
            self._checked = True
            await self._mark_diverged_runs()

    async def _since(self) -> list[Stored] | None:
        """Return the new events; None when the whole log must be read, as after a restored
        backup."""
        if not self.state.version:
            return None
        since = await self.store.read(self.state.id, self.state.version - 1)
        return since[1:] if since and since[0].body == self._last else None

    async def _read_all(self) -> None:
        """Read the whole log, with pauses for other tables."""
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
        self._note_last(stored)

    def _note_last(self, stored: Sequence[Stored], before: bytes = b"") -> None:
        """Remember the last of new events. `before`: the digest of the event before them."""
        if stored:
            self._last = stored[-1].body
            bodies = (each.body for each in stored)
            self._digest = last_link(self.state.id, bodies, before)
            self._wake()

    async def audit(self) -> None:
        """Read the whole log again. Raise `Unreadable` when it is not the one that was written, or not
        the one that the state was made of."""
        self.audited = time.monotonic()
        async with self._lock:
            before, last = self._digest, self._last
        stored = await self.store.read(self.state.id)
        place = next((n for n, each in enumerate(stored, 1) if each.body == last), 0)
        digests = accumulate(
            (each.body for each in stored), link, initial=first_link(self.state.id)
        )
        if place and before not in digests:
            raise other_chain(self.state.id)

    async def _mark_diverged_runs(self) -> None:
        """Mark the open runs that the present rules replay with another result."""
        game = find_game(self.state.game)
        if game is None:  # it is not installed here, so nobody can open the table
            return
        version = rules_version(game)
        gone = [
            ev.Diverged(at=now(), run=run.id, rules_version=version)
            for run in self.state.open_runs
            if not run.diverged and not replays_unchanged(self.state, run)
        ]
        if gone:
            try:
                await self._write(Decided(gone, self.state))
            except Conflict:
                await self._catch_up()

    async def device_came(self, seat: str) -> None:
        """Write into the story that a further device has taken a seat."""
        async with self._lock:
            for _ in range(TRIES):
                try:
                    await self._write(Decided([ev.DeviceCame(at=now(), seat=seat)], self.state))
                except Conflict:
                    await self._catch_up()
                else:
                    return

    async def rules_changed(self) -> None:
        """Replay the open runs under the rules that were loaded again, and wake the subscribers."""
        async with self._lock:
            self.replays = Replays()
            await self._mark_diverged_runs()
            self._wake()

    async def act(self, seat: str, act: Act, key: str = "", sent: bytes = b"") -> int:
        """Do an act of a seat and return the new version. Raises `Refusal`, with nothing changed.

        `key`: the client's idempotency key: an act that is sent twice is done once; `sent`: the body of
        the act, which must be the same both times."""
        name, of = _names(seat, key, sent)
        with self.measures.seconds.time():
            try:
                version = await self._act_after_words(seat, act, name, of)
            except Refusal:
                self.measures.acts.labels("refused").inc()
                raise
            self.measures.acts.labels("done").inc()
            return version

    async def _act_after_words(self, seat: str, act: Act, name: str, of: str) -> int:
        """Do an act; one that throws dice waits for the words that players have pledged."""
        patience = time.monotonic() + MAX_WAIT
        while True:
            try:
                async with self._lock:
                    return await self._act(seat, act, name, of)
            except WordsMissing:
                if self._closing or time.monotonic() > patience:
                    raise
            await self._words_came()

    async def _words_came(self) -> None:
        """Wait for a change of the table; start the words again when some are withheld."""
        changed = asyncio.Event()
        self._waiting.add(changed)
        try:
            with suppress(TimeoutError):
                await asyncio.wait_for(changed.wait(), LOOK_AGAIN)
        finally:
            self._waiting.discard(changed)
        async with self._lock:
            scene = self.state.scene
            if scene is not None and scene.words.overdue(now()):
                restarted = ev.WordsRestarted(at=now(), withheld=scene.words.missing)
                try:
                    await self._write(Decided([restarted], self.state))
                except Conflict:
                    await self._catch_up()

    async def _act(self, seat: str, act: Act, name: str, of: str) -> int:
        for _ in range(TRIES):
            if self._gone:
                raise Unavailable("the table was replaced or deleted")
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
        raise Unavailable("other processes were faster each time")

    async def done(self, seat: str, key: str, sent: bytes) -> bool:
        """Return whether the seat has done that act already (see `act`). Raises `Stale` when the
        key belongs to another act."""
        await self.as_written()
        name, of = _names(seat, key, sent)
        return name in self.state.act_keys and self._done(name, of) > 0

    def _done(self, name: str, of: str) -> int:
        """Return the version that a named act led to. Raises `Stale` when its body was another."""
        version, before = self.state.act_keys[name]
        if before != of:
            allowed = "un nom qui n’a pas encore servi : sous celui-ci, autre chose a été fait"
            raise Stale("key", None, allowed)
        return version

    def _decided(self, seat: str, act: Act, key: str) -> Decided:
        """Call `decide`. An error in a rule of a file becomes a refusal with its line."""
        try:
            return decide(self.state, seat, act, now(), self.replays, key)
        except Refusal:
            raise
        except Exception as error:
            raise describe_rule_error(error) or error from None

    async def _behind(self) -> bool:
        """Apply the events of other processes; return whether there were any."""
        before = self.state.version
        if await self.store.version(self.state.id) != before:
            await self._catch_up()
        return self.state.version != before

    async def _write(self, decided: Decided) -> int:
        """Append events to the log, then change the state. Raises `Conflict` when another process
        has appended events."""
        bodies = [ev.write_event(event) for event in decided.events]
        version = await self.store.append(self.state.id, self.state.version, bodies)
        self.measures.events.inc(len(bodies))
        self.state = decided.come_about()
        self._last = bodies[-1]
        self._digest = last_link(self.state.id, bodies, self._digest)
        self.replays.forget_finished(self.state)
        self._wake()
        return version

    # ── subscribers ────────────────────────────────────────────────────────────────────────────
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
    def expected_state(self) -> State:
        """The state after the consequences of the open runs, from which the next run is
        requested."""
        return expected_state(self.state, game_of(self.state), self.replays)

    @property
    def kept(self) -> bool:
        """Whether the store could write when it was checked last."""
        return STORE not in self._faults

    @property
    def fault(self) -> Refusal | None:
        """The error in the file of the game as it was saved last; the earlier rules apply."""
        return self._faults.get(self.state.game)

    def acted(self, seat: str) -> int:
        """Return the number of acts with a key that the seat has done."""
        return self.state.act_counts.get(seat, 0)

    @property
    def present(self) -> frozenset[str]:
        """The seats with a page that is open, or was sent lately, in any process."""
        return self._presence.elsewhere(self.state.id).union(self._here)

    def is_full(self, seat: str) -> bool:
        """Return whether a seat has as many pages open in this process as it may have."""
        return self._here.get(seat, 0) >= MAX_PAGES

    @contextmanager
    def attending(self, seat: str) -> Iterator[asyncio.Event]:
        """Count a page as open, and yield the event that each change sets."""
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
        """Count a seat as present for a while after a page was sent."""
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
        """Return whether no page is open and nothing has happened for a while."""
        unused = time.monotonic() - self.used > IDLE
        return unused and not self._waiting and not self._lock.locked()

    def sits(self, seat: str) -> bool:
        """Return whether the seat may get refreshes: it exists, and neither table nor server has
        ended."""
        return self.state.sits(seat) and not self._gone and not self._closing

    def revoked(self) -> None:
        """Let the subscribers check their credentials."""
        self.revocations += 1
        self._wake()

    def close(self) -> None:
        """End all streams: the table was deleted or replaced."""
        self._gone = True
        for glance in self._glances.values():
            glance.cancel()
        self._glances.clear()
        self._wake()

    def part(self) -> None:
        """End all streams: the server ends."""
        self._closing = True
        self._wake()

    def _wake(self) -> None:
        self.happened += 1
        for event in self._waiting:
            event.set()

    def _count(self, seat: str, more: int) -> None:
        """Count one page more or less; tell the others when a seat comes or goes."""
        before = self._here.get(seat, 0)
        self._here[seat] = before + more
        if not self._here[seat]:
            del self._here[seat]
        if bool(before) != (seat in self._here) and not self._gone:
            self._presence.here(self.state.id, self._here.keys())
            self.moved()

    def moved(self) -> None:
        """Wake the subscribers for a change beside the log, as of the seats that are present."""
        self._wake()
