"""`explain`: nobody answers; the trace of a played run is read back in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from tablee.rules.readings.session import Session
from tablee.rules.trace import Entry, plain
from tablee.rules.words import Words


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One step as a person reads it: the sentence, its numbers, the clauses behind them."""

    kind: str
    clauses: tuple[str, ...]
    numbers: Mapping[str, Any]
    text: str

    def view(self) -> dict[str, Any]:
        """The entry of `trace` in the JSON of a run."""
        return {
            "kind": self.kind,
            "clauses": list(self.clauses),
            "numbers": {name: plain(value) for name, value in self.numbers.items()},
            "text": self.text,
        }


def explain(session: Session, words: Words, seat: str | None = None, since: int = 0) -> list[Step]:
    """What happened and which rule says so, as `seat` may know it (None: the leader, all).

    `since`: the first so many entries of the trace are passed over, being known already.
    """
    return [read_back(entry, words) for entry in visible(session, seat, since)]


def read_back(entry: Entry, words: Words) -> Step:
    """One entry of a trace in the reader's language."""
    text = words.phrase(entry.text, **entry.numbers)
    if entry.about is not None:
        text = words.phrase("{who:=} — {told:=}", who=entry.about, told=text)
    return Step(kind=entry.kind, clauses=entry.clauses, numbers=entry.numbers, text=text)


def visible(session: Session, seat: str | None, since: int = 0) -> list[Entry]:
    """The entries of the trace, from the place `since` on, that a seat may read."""
    entries = session.trace[since:]
    if seat is None:
        return entries
    if seat == session.question.game.leader:
        return [entry for entry in entries if session.done or not entry.sealed]
    return [entry for entry in entries if entry.seen_by in (None, seat)]
