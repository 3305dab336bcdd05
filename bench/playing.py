"""Programs that play at tables: each follows its stream, answers its asks, and repeats an act with the
same key until the server answers."""

from __future__ import annotations

import asyncio
import itertools
import random
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from bench.wire import Gone, Wire, messages

__all__ = ["Player", "answer_to"]

PAUSE = 0.02
"""Seconds between two tries to reach the server."""
Json = dict[str, Any]


class Player:
    """The program of a seat. `view`: the last view of its stream; `seen`: place -> item of the story;
    `thrown`: run -> its dice; `done`: key of an act -> status of its answer; `waiting`: number of acts
    without an answer."""

    def __init__(self, port: int, table: str, seat: str, token: str) -> None:
        self.port, self.table, self.seat = port, table, seat
        self.path = f"/api/tables/{table}/{seat}"
        self.view: Json = {}
        self.seen: dict[int, Json] = {}
        self.thrown: dict[str, list[Any]] = {}
        self.done: dict[str, int] = {}
        self.waiting = 0
        self.returns = 0
        self.unlike: list[Any] = []
        """The contradictions between two views."""
        self.heard: Callable[[], None] = lambda: None
        """Called after each answer."""
        self._wire = Wire(port)
        tag = secrets.token_hex(3)
        self._names = (f"{tag}-{number}" for number in itertools.count())
        self._headers = {"authorization": f"Bearer {token}"}
        self._fresh = asyncio.Event()
        self._known = ""
        self._shown = 0

    # ── following ──────────────────────────────────────────────────────────────────────────────
    async def follow(self) -> None:
        """Follow the stream until cancelled, and reconnect when it is lost."""
        while True:
            try:
                known = {"last-event-id": self._known} if self._known else {}
                headers = self._headers | known
                async for message in messages(self.port, f"{self.path}/stream", headers):
                    if message.kind == "view":
                        self._known = message.id
                        self.view = msgspec.json.decode(message.data)
                        self._check(self.view)
                        self._fresh.set()
            except Gone:
                pass
            self.returns += 1
            await asyncio.sleep(PAUSE)

    def _check(self, view: Json) -> None:
        """Compare a view, of the stream or of an answer, with the earlier ones.

        An answer may be older than the last view of the stream. What is revealed gets its place in the
        story, and the places after it change."""
        items = view["story"]["items"]
        kinds = ("revealed", "throw_revealed")
        shown = max((item["at"] for item in items if item["kind"] in kinds), default=0)
        if shown > self._shown:
            self._shown = shown
            self.seen.clear()
        elif items and items[0]["at"] < self._shown:
            return
        for item in items:
            now = {name: item[name] for name in ("at", "kind", "by", "text")}
            if self.seen.setdefault(item["place"], now) != now:
                self.unlike.append((self.seen[item["place"]], now))
            if item["run"]:
                self._dice(item["run"])
        for run in view["runs"]:
            self._dice(run)

    def _dice(self, run: Json) -> None:
        """Compare the dice of a run with the dice seen before, which must not change."""
        rolls = (line["numbers"] for line in run.get("lines", ()) if line["kind"] == "roll")
        lines = [each["faces"] for each in rolls]
        known = self.thrown.setdefault(run["id"], [])
        common = min(len(known), len(lines))
        if known[:common] != lines[:common]:
            self.unlike.append((run["id"], known, lines))
        if len(lines) > len(known):
            self.thrown[run["id"]] = lines

    async def wait_for_view(self) -> None:
        """Wait for the first view, or at most `PAUSE` for the next one."""
        self._fresh.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(PAUSE if self.view else None):
                await self._fresh.wait()

    async def close(self) -> None:
        await self._wire.close()

    # ── acting ─────────────────────────────────────────────────────────────────────────────────
    async def act(self, act: Json) -> int:
        """Do an act once, with retries; return the status of the answer."""
        name = f"{self.table}-{self.seat}-{next(self._names)}"
        headers = self._headers | {"content-type": "application/json", "idempotency-key": name}
        body = msgspec.json.encode(act)
        self.waiting += 1
        try:
            while True:
                try:
                    answer = await self._wire.ask("POST", f"{self.path}/acts", headers, body)
                except Gone:
                    await self._wire.close()
                    await asyncio.sleep(PAUSE)
                    continue
                if answer.status in (429, 503):
                    await asyncio.sleep(float(answer.headers.get("retry-after", PAUSE)))
                    continue
                self.done[name] = answer.status
                self.heard()
                if answer.status == 200:
                    self._check(msgspec.json.decode(answer.body))
                return answer.status
        finally:
            self.waiting -= 1

    async def note(self) -> None:
        await self.act({"type": "note", "text": f"{self.table} {self.seat} {next(self._names)}"})

    async def play(self, rng: random.Random, requests: Sequence[Json], steps: int) -> None:
        """Act `steps` times: answer an ask, else note; the leader requests runs when few are open."""
        for _ in range(steps):
            await self.wait_for_view()
            asked = [(run, ask) for run in self.view["runs"] for ask in run["asks"] if ask["mine"]]
            if asked:
                await self.act(answer_to(*rng.choice(asked)))
            elif self.view["me"]["leads"] and len(self.view["runs"]) < 3:
                await self.act(dict(rng.choice(requests)))
            else:
                await self.note()


def answer_to(run: Mapping[str, Any], ask: Mapping[str, Any]) -> Json:
    """Return an act that answers an ask of a view: house dice, or the first option."""
    given: Json = {"run": run["id"], "place": run["place"]}
    if ask["kind"] == "roll":
        return {"type": "throw", **given}
    value = next(_values(ask))
    if ask["index"] is not None:
        return {"type": "seal", **given, "values": {str(ask["index"]): value}}
    return {"type": "answer", **given, "answer": {"choose": value}}


def _values(ask: Mapping[str, Any]) -> Iterator[Any]:
    """Yield possible answers to a choice."""
    yield from (option["id"] for option in ask.get("options", ()))
    if "range" in ask:
        yield ask["range"][0]
    if "subset" in ask:
        yield [option["id"] for option in ask["subset"]["of"][: ask["subset"]["min"]]]
    yield "Un mot."
