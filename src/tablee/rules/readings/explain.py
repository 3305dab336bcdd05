"""The reading `explain`: the trace of a played run in the language of the reader."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from tablee.rules.readings.session import Session
from tablee.rules.texts.words import Words
from tablee.rules.trace import Entry, plain


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """A step of a trace for a person: the sentence, its numbers, and the clauses."""

    kind: str
    clauses: tuple[str, ...]
    numbers: Mapping[str, Any]
    text: str

    def view(self) -> dict[str, Any]:
        """Return the entry of `trace` in the JSON of a run."""
        return {
            "kind": self.kind,
            "clauses": list(self.clauses),
            "numbers": {name: plain(value) for name, value in self.numbers.items()},
            "text": self.text,
        }


def explain(session: Session, words: Words, seat: str | None = None, since: int = 0) -> list[Step]:
    """Return the steps of a run that a seat may see (None: all steps).

    `since`: number of entries at the start of the trace that are skipped.
    """
    own = words.among(session.question.procedure.ids())
    return [read_back(entry, own) for entry in visible(session, seat, since)]


def read_back(entry: Entry, words: Words) -> Step:
    """Return an entry of a trace in the language of the reader."""
    text = words.phrase(entry.text, **entry.numbers)
    if entry.about is not None:
        text = words.phrase("{who:=} — {text:=}", who=entry.about, text=text)
    return Step(kind=entry.kind, clauses=entry.clauses, numbers=entry.numbers, text=text)


def visible(session: Session, seat: str | None, since: int = 0) -> list[Entry]:
    """Return the entries of the trace, from index `since` on, that a seat may see."""
    entries = session.trace[since:]
    if seat is None:
        return entries
    if seat == session.question.game.leader:
        return [entry for entry in entries if session.done or not entry.sealed]
    return [entry for entry in entries if entry.seen_by in (None, seat)]
