"""Who answers for whom in a run: seats of the rule, characters, seats at the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from tablee.rules.run_input import RunInput
from tablee.table.log.events import Requested
from tablee.table.log.state_parts import Run
from tablee.table.log.table_state import State

Cast = Mapping[str, str | Sequence[str]]
"""Role, or parameter that takes a sheet -> a character, or several in a list of them."""


def roles_in(cast: Cast) -> dict[str, str]:
    """Role, or path of a member of a list -> character; the one who acts is not in it."""
    found: dict[str, str] = {}
    for role, who in cast.items():
        if isinstance(who, str):
            found[role] = who
        else:
            found |= {f"{role}[{place}]": each for place, each in enumerate(who)}
    found.pop("", None)
    return found


def cast_of(run: Run) -> dict[str, str | list[str]]:
    """The cast that a run was asked for with, who acts in it too: what `roles_in` reads."""
    found: dict[str, str | list[str]] = {"": run.subject} if run.subject else {}
    several: dict[str, dict[int, str]] = {}
    for path, who in run.roles.items():
        role, bracket, place = path.rstrip("]").rpartition("[")
        if bracket:
            several.setdefault(role, {})[int(place)] = who
        else:
            found[path] = who
    return found | {role: [who[n] for n in sorted(who)] for role, who in several.items()}


def seated(
    state: State,
    question: RunInput,
    roles: Mapping[str, str],
    subject: str,
    asked: Iterable[str],
) -> dict[str, str]:
    """Seat of the rule -> character, "" for somebody of the leader's that is not kept.

    `asked`: the seats that the rule asks first. Whoever is not in it is the one who acts.
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
    return found | {leader: ""}


def _declared(
    seat: str, place: str, roles: Mapping[str, str], question: RunInput, subject: str
) -> dict[str, str]:
    """Who sits where the procedure says, each member of a list on a seat of his own."""
    if "#" in seat:
        count = len(question.given.get(place, ()))
        return {seat.replace("#", str(n + 1)): roles.get(f"{place}[{n}]", "") for n in range(count)}
    return {seat: subject if place == "" else roles.get(place, roles.get(f"{place}[0]", ""))}


def _ids(value: Any) -> Iterator[str]:
    """The ids of all records in some parameters."""
    if isinstance(value, Mapping):
        if isinstance(value.get("id"), str):
            yield value["id"]
        for each in value.values():
            yield from _ids(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _ids(each)


def beside(state: State, question: RunInput, subject: str) -> dict[str, str]:
    """Seat of the rule -> seat at the table, of those who play beside the one who acts; "" where
    more are asked for than there are."""
    if question.procedure.seats_beside is None:
        return {}
    name, counts = question.procedure.seats_beside
    others = playing(state, subject)
    count = getattr(question.procedure, counts)
    seats = [*others, *[""] * (count - len(others))]
    return {name.replace("#", str(n)): seat for n, seat in enumerate(seats, 1)}


def playing(state: State, subject: str) -> list[str]:
    """The seats of the players but for the one who acts."""
    acting = state.owner(subject) if subject else ""
    return [seat.id for seat in state.present if seat.id not in (state.leader, acting)]


def those_in(run: Run | Requested) -> dict[str, str]:
    """Seat of the rule, role or path -> character: who of those that are kept is what in a run."""
    everybody = {**run.roles, **run.cast, "": run.subject}
    return {role: who for role, who in everybody.items() if who}


def holder(state: State, run: Run, who: str) -> str:
    """The seat at the table that answers for a seat of the rule."""
    if who in run.beside:
        seat = run.beside[who]
        return seat if state.sits(seat) else state.leader
    character = run.cast.get(who, run.roles.get(who, run.subject))
    return state.owner(character) if character else state.leader
