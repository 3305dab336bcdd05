"""Programs that sit at tables and play: each follows its stream, acts on what it is asked, and sends
again under the same name what it has no answer to."""

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
"""Seconds before somebody who found no server tries again."""
Json = dict[str, Any]


class Player:
    """A seat's program. `view`: the last one of its stream; `seen`: what it was ever told of the
    story, by place; `thrown`: the dice that it saw, by run; `done`: name of an act -> how it was
    answered; `waiting`: how many have no answer yet."""

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
        """What was told once, and otherwise later."""
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
        """Be kept new, for ever: whoever loses the stream comes back by himself."""
        while True:
            try:
                known = {"last-event-id": self._known} if self._known else {}
                headers = self._headers | known
                async for message in messages(self.port, f"{self.path}/stream", headers):
                    if message.kind == "view":
                        self._known = message.id
                        self.view = msgspec.json.decode(message.data)
                        self._told(self.view)
                        self._fresh.set()
            except Gone:
                pass
            self.returns += 1
            await asyncio.sleep(PAUSE)

    def _told(self, view: Json) -> None:
        """What it is told, by the stream or in answer to an act; the stream alone says how the table
        is now, for an answer may come after what came later. What is shown after a while takes its
        place in the story, and those of what came after it change."""
        items = view["story"]["items"]
        shown = max((item["at"] for item in items if item["kind"] == "revealed"), default=0)
        if shown > self._shown:
            self._shown = shown
            self.seen.clear()
        elif items and items[0]["at"] < self._shown:
            return
        for item in items:
            told = {name: item[name] for name in ("at", "kind", "by", "text")}
            if self.seen.setdefault(item["place"], told) != told:
                self.unlike.append((self.seen[item["place"]], told))
            if item["run"]:
                self._dice(item["run"])
        for run in view["runs"]:
            self._dice(run)

    def _dice(self, run: Json) -> None:
        """The dice of a run: none that was seen may ever be another."""
        rolls = (line["numbers"] for line in run.get("lines", ()) if line["kind"] == "roll")
        lines = [each["faces"] for each in rolls]
        known = self.thrown.setdefault(run["id"], [])
        common = min(len(known), len(lines))
        if known[:common] != lines[:common]:
            self.unlike.append((run["id"], known, lines))
        if len(lines) > len(known):
            self.thrown[run["id"]] = lines

    async def told(self) -> None:
        """Wait for the first view, or a moment for the next one."""
        self._fresh.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(PAUSE if self.view else None):
                await self._fresh.wait()

    async def close(self) -> None:
        await self._wire.close()

    # ── acting ─────────────────────────────────────────────────────────────────────────────────
    async def act(self, act: Json) -> int:
        """Do it once, however often that has to be said; how it was answered."""
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
                    self._told(msgspec.json.decode(answer.body))
                return answer.status
        finally:
            self.waiting -= 1

    async def note(self) -> None:
        await self.act({"type": "note", "text": f"{self.table} {self.seat} {next(self._names)}"})

    async def play(self, rng: random.Random, frames: Sequence[Json], steps: int) -> None:
        """Answer what is asked, so many times; who leads asks for more when nothing is under way."""
        for _ in range(steps):
            await self.told()
            asked = [(run, ask) for run in self.view["runs"] for ask in run["asks"] if ask["mine"]]
            if asked:
                await self.act(answer_to(*rng.choice(asked)))
            elif self.view["me"]["leads"] and len(self.view["runs"]) < 3:
                await self.act(dict(rng.choice(frames)))
            else:
                await self.note()


def answer_to(run: Mapping[str, Any], ask: Mapping[str, Any]) -> Json:
    """An act that answers an ask of a view: the house's dice, the first of what is offered."""
    given: Json = {"run": run["id"], "place": run["place"]}
    if ask["kind"] == "roll":
        return {"type": "throw", **given}
    value = next(_values(ask))
    if ask["index"] is not None:
        return {"type": "seal", **given, "values": {str(ask["index"]): value}}
    return {"type": "answer", **given, "answer": {"choose": value}}


def _values(ask: Mapping[str, Any]) -> Iterator[Any]:
    """What may be answered to a choice."""
    yield from (option["id"] for option in ask.get("options", ()))
    if "range" in ask:
        yield ask["range"][0]
    if "subset" in ask:
        yield [option["id"] for option in ask["subset"]["of"][: ask["subset"]["min"]]]
    yield "Un mot."
