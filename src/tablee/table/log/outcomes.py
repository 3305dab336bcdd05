"""What came of a run, kept with the log: told in any language later, and never resolved again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any
from weakref import WeakKeyDictionary

import msgspec

from tablee.rules.game import Game
from tablee.rules.readings.session import Session
from tablee.rules.registry import loaded_game_files
from tablee.rules.run_json import effects_view, result_view
from tablee.rules.schema import show
from tablee.rules.trace import Entry, plain

Json = Mapping[str, Any]


class Line(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An entry of a trace as it is kept: a template and its numbers (see `rules.trace.Entry`).
    `about`: the character whom it tells of, where it tells of one after the other; of a roll or a
    choice the seat, role or id of whose it is, where somebody else may make it."""

    kind: str
    text: str = ""
    numbers: Json = {}
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
    """The end of a run: its result, its trace and what it leaves to be kept. `seen`: seat of the
    rule -> the result as it sees it, where that is not all; "": who has no part in the run."""

    result: Json
    lines: Sequence[Line]
    seen: Mapping[str, Json] = {}
    effects: Sequence[Json] = ()


def outcome_of(session: Session, seats: Iterable[str]) -> Outcome:
    """The outcome of a run that is done, as it will be kept. `seats`: of the rule."""
    result = show(session.result)
    named = {str(entry.numbers["who"]) for entry in session.trace if entry.kind != "note"}
    named |= {entry.seen_by for entry in session.trace if entry.seen_by}
    leader = session.question.game.leader
    seen = {seat: result_view(session, seat) for seat in sorted({*seats, *named, ""} - {leader})}
    seen[""] = _least(result, seen.values())
    return Outcome(
        result=result,
        lines=lines_of(session.trace),
        seen={seat: view for seat, view in seen.items() if view != result},
        effects=effects_view(session),
    )


def _least(result: Json, views: Iterable[Json]) -> dict[str, Any]:
    """What every seat sees of a result."""
    found = dict(result)
    for view in views:
        for name, value in result.items():
            if name not in view:
                found.pop(name, None)
            elif view[name] != value and name in found:
                found[name] = view[name]
    return found


_told: WeakKeyDictionary[Session, list[Line]] = WeakKeyDictionary()


def lines_so_far(session: Session) -> Sequence[Line]:
    """The whole trace of a run under way, which only grows: each entry is read once."""
    known = _told.setdefault(session, [])
    known += lines_of(session.trace[len(known) :])
    return known


def lines_of(entries: Sequence[Entry]) -> tuple[Line, ...]:
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
    """A digest of everything that a run of the game depends on: the language of rules, the dice and
    the game's own files."""
    file = loaded_game_files().get(game.id)
    return _version(game.package, file.source if file else b"")


@cache
def _version(own: str, source: bytes) -> str:
    digest = hashlib.sha256(source)
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
