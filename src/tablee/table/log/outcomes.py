"""The outcome of a finished run: its result, its trace and its effects.

The log stores it, so that it can be shown in any language later without resolving the rules again.
This module may import the rules' sessions; it must not know events, seats or views.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any
from weakref import WeakKeyDictionary

import msgspec

from tablee.rules.contract_json import ResultJson
from tablee.rules.game import Game
from tablee.rules.readings.session import Session
from tablee.rules.registry import loaded_game_files
from tablee.rules.run_json import effects_view, result_view
from tablee.rules.schema import show
from tablee.rules.trace import Entry, plain


class Line(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A stored entry of a trace: a template and its numbers (see `rules.trace.Entry`). `about`: the
    character that a note is about; of a roll or a choice, the seat, role or id of its owner when
    another seat may make it."""

    kind: str
    text: str = ""
    numbers: Mapping[str, Any] = {}
    clauses: Sequence[str] = ()
    seen_by: str | None = None
    sealed: bool = False
    about: str = ""


class Setting(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename={"character": "of"}
):
    """A plain parameter of a requested run. `character`: the one whose sheet has it; `named`: its name
    on that sheet; `usual`: the value equals the default."""

    name: str
    value: str | int | bool
    character: str = ""
    named: str = ""
    usual: bool = False


class Outcome(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The result, the trace and the effects of a finished run. `seen`: seat of the rule -> the
    visible part of the result, if it is not whole; "": for seats without a part in the run."""

    result: ResultJson
    lines: Sequence[Line]
    seen: Mapping[str, ResultJson] = {}
    effects: Sequence[Mapping[str, Any]] = ()


def outcome_of(session: Session, seats: Iterable[str]) -> Outcome:
    """Return the outcome of a finished session. `seats`: of the rule."""
    result = show(session.result)
    named = {str(entry.numbers["who"]) for entry in session.trace if entry.kind != "note"}
    named |= {entry.seen_by for entry in session.trace if entry.seen_by}
    leader = session.question.game.leader
    views = {seat: result_view(session, seat) for seat in {*seats, *named, ""} - {leader}}
    seen = {**views, "": _least(result, views.values())}
    return Outcome(
        result=result,
        lines=lines_of(session.trace),
        seen={seat: seen[seat] for seat in sorted(seen) if seen[seat] != result},
        effects=effects_view(session),
    )


def _least(result: ResultJson, views: Iterable[ResultJson]) -> ResultJson:
    """Return the part of a result that every seat sees."""
    found = dict(result)
    for view in views:
        for name, value in result.items():
            if name not in view:
                found.pop(name, None)
            elif view[name] != value and name in found:
                found[name] = view[name]
    return found


_lines_read: WeakKeyDictionary[Session, list[Line]] = WeakKeyDictionary()


def lines_so_far(session: Session) -> Sequence[Line]:
    """Return the whole trace of an open session. It only grows, so each entry is converted once."""
    known = _lines_read.setdefault(session, [])
    known += lines_of(session.trace[len(known) :])
    return known


def lines_of(entries: Sequence[Entry]) -> tuple[Line, ...]:
    """Return entries of a trace as lines."""
    return tuple(
        Line(
            kind=entry.kind,
            text=entry.text,
            numbers={name: plain(value) for name, value in entry.numbers.items()},
            clauses=entry.clauses,
            seen_by=entry.seen_by,
            sealed=entry.sealed,
            about=entry.owner or "",
        )
        for entry in entries
    )


def rules_version(game: Game) -> str:
    """Return a digest of the code that runs of the game depend on: the rules, the dice and the files
    of the game."""
    file = loaded_game_files().get(game.id)
    sources = (file.source, *(each.source for each in file.helpers)) if file else ()
    return _version(game.package, sources)


@cache
def _version(own: str, sources: tuple[bytes, ...]) -> str:
    digest = hashlib.sha256(b"".join(sources))
    for package in filter(None, ("tablee.dice", "tablee.rules", own)):
        for name, content in sorted(_sources(resources.files(package), package)):
            digest.update(f"{name}\0{len(content)}\0".encode())
            digest.update(content)
    return digest.hexdigest()[:16]


def _sources(folder: Any, prefix: str) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for each in folder.iterdir():
        name = f"{prefix}/{each.name}"
        if each.is_dir():
            found += _sources(each, name) if each.name != "__pycache__" else []
        elif each.name.endswith(".py"):
            found.append((name, each.read_bytes()))
    return found
