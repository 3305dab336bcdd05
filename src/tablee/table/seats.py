"""The people of a run: seats of the rule, their characters, and the seats at the table.

A seat of the rule ("a", "p1", "defenseur") is held by a character; the owner of that character
answers for it. This module may import the state of a table and a run's input. It must not know
sheets or views.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from tablee.rules.run_input import RunInput
from tablee.table.log.events import Requested
from tablee.table.log.state_parts import Run
from tablee.table.log.table_state import State

Cast = Mapping[str, str | Sequence[str]]
"""Role, or parameter that takes a sheet -> a character, or several for a list."""


def roles_in(cast: Cast) -> dict[str, str]:
    """Return role, or path of a list member -> character, without the acting one."""
    found: dict[str, str] = {}
    for role, who in cast.items():
        if isinstance(who, str):
            found[role] = who
        else:
            found |= {f"{role}[{place}]": each for place, each in enumerate(who)}
    found.pop("", None)
    return found


def cast_of(run: Run) -> dict[str, str | list[str]]:
    """Return the cast that a run was requested with, the acting character included. It is the
    inverse of `roles_in`."""
    found: dict[str, str | list[str]] = {"": run.subject} if run.subject else {}
    several: dict[str, dict[int, str]] = {}
    for path, who in run.roles.items():
        role, bracket, place = path.rstrip("]").rpartition("[")
        if bracket:
            several.setdefault(role, {})[int(place)] = who
        else:
            found[path] = who
    return found | {role: [who[n] for n in sorted(who)] for role, who in several.items()}


def assign_seats(
    state: State,
    question: RunInput,
    roles: Mapping[str, str],
    subject: str,
    asked: Iterable[str],
    more: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, str]:
    """Return seat of the rule -> character, "" for a character of the leader without a sheet.

    `asked`: the seats that the rule asks first. One that has no role is the acting character's.
    `more`: the seats that the ledgers of the table give to a character.
    """
    kind, leader = type(question.procedure), question.game.leader
    found: dict[str, str] = {}
    for name in _ids(question.given):
        found[name] = name if name in state.sheets else ""
    for seat, place in kind.seats.items():
        found |= _declared(seat, place, roles, question, subject)
    for seat in (*question.procedure.sides(), *asked):
        if subject or seat in roles:
            found.setdefault(seat, roles.get(seat, subject))
    return {**found, **more, leader: ""}


def _declared(
    seat: str, place: str, roles: Mapping[str, str], question: RunInput, subject: str
) -> dict[str, str]:
    """Return the characters on a declared seat; "#" declares one seat for each list member."""
    if "#" in seat:
        count = len(question.given.get(place, ()))
        return {seat.replace("#", str(n + 1)): roles.get(f"{place}[{n}]", "") for n in range(count)}
    return {seat: subject if place == "" else roles.get(place, roles.get(f"{place}[0]", ""))}


def _ids(value: Any) -> Iterator[str]:
    """Yield the ids of all records in some parameters."""
    if isinstance(value, Mapping):
        if isinstance(value.get("id"), str):
            yield value["id"]
        for each in value.values():
            yield from _ids(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _ids(each)


def seats_beside(state: State, question: RunInput, subject: str) -> dict[str, str]:
    """Return seat of the rule -> seat at the table, for the players beside the acting one; "" where
    the rule has more seats than there are players."""
    if question.procedure.seats_beside is None:
        return {}
    name, counts = question.procedure.seats_beside
    others = other_players(state, subject)
    count = getattr(question.procedure, counts)
    seats = [*others, *[""] * (count - len(others))]
    return {name.replace("#", str(n)): seat for n, seat in enumerate(seats, 1)}


def other_players(state: State, subject: str) -> list[str]:
    """Return the seats of the players, without the owner of `subject`."""
    acting = state.owner(subject) if subject else ""
    return [seat.id for seat in state.present if seat.id not in (state.leader, acting)]


def characters_in(run: Run | Requested) -> dict[str, str]:
    """Return seat of the rule, role or path -> character, for the characters with a sheet."""
    everybody = {**run.roles, **run.cast, "": run.subject}
    return {role: who for role, who in everybody.items() if who}


def holder(state: State, run: Run, who: str) -> str:
    """Return the seat at the table that answers for a seat of the rule."""
    if who in run.beside:
        seat = run.beside[who]
        return seat if state.sits(seat) else state.leader
    character = run.cast.get(who, run.roles.get(who, run.subject))
    return state.owner(character) if character else state.leader
