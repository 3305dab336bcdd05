"""Each decision of the documents, played at a table: the question reaches the seat that decides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from docs.building.decision_pages import (
    Decision,
    Reached,
    choices_of,
    decision_of,
    played,
    reached,
)
from tablee.rules.questions import Together
from tablee.rules.readings.session import Session
from tablee.rules.run_input import RunInput
from tablee.rules.schema import show
from tablee.table.casting import places_of
from tests.kit import acts
from tests.table.evening import GAMES, LEADER, SEATS, Table, choices, set_up

RUN = "j1"


@pytest.mark.parametrize("game", GAMES)
def test_the_seat_that_decides_is_asked(game: str) -> None:
    for decision, found in reached(game).items():
        assert _is_asked(decision, found), decision


def _is_asked(decision: Decision, found: Reached) -> bool:
    """Return whether the table asks the seat that decides, and no other."""
    question = found.question
    table = set_up(question.game.id)
    table.state.rulings = {**question.given_rulings}
    names = dict(
        zip(dict.fromkeys(_ids(show(question.procedure))), table.state.sheets, strict=False)
    )
    cast = _cast(table, question)
    request = acts.RequestRun(
        procedure=decision.procedure,
        params=_renamed(show(question.procedure), names),
        cast={role: who for role, who in cast.items() if role},
        to=(cast[""],) if "" in cast else (),
        decides=False,
    )
    table.does(LEADER, request)
    for session, answer in played(question, found.seed):
        asked = [
            (place, choice)
            for place, choice in enumerate(choices_of(session))
            if decision_of(session, choice) == decision
        ]
        if asked:
            return all(
                _seats_asked(table, place)
                == [_holder(table, question, cast, names, session.outer(choice.who))]
                for place, choice in asked
            )
        _answered(table, session, _renamed(answer, names))
    return False


# ── who is who ─────────────────────────────────────────────────────────────────────────────────
def _ids(value: Any) -> Iterator[str]:
    """Yield the ids of the members in some parameters."""
    if isinstance(value, Mapping):
        if isinstance(value.get("id"), str):
            yield value["id"]
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _ids(each)


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    """Return parameters or an answer with the characters of the table for members of these ids."""
    match value:
        case str():
            kind, colon, name = value.rpartition(":")
            return f"{kind}{colon}{names.get(name, name)}"
        case Mapping():
            return {names.get(n, n): _renamed(each, names) for n, each in value.items()}
        case list():
            return [_renamed(each, names) for each in value]
    return value


def _cast(table: Table, question: RunInput) -> dict[str, Any]:
    """Return a character for each place that has a seat and no ids, the players' characters first."""
    kind, left = type(question.procedure), list(table.state.sheets)
    seated = {*kind.seats.values(), *question.procedure.sides()}
    found: dict[str, Any] = {}
    for place in places_of(kind):
        given = show(question.procedure).get(place.name)
        several = isinstance(given, list)
        count = len(given) if isinstance(given, list) else 1
        if place.name not in seated or [*_ids(given)] or (place.name and several and not given):
            continue
        own = place.name in kind.seats.values() and several and "" in seated
        own = own and place.name not in kind.apart
        who = [next(iter(found.values()), left[0])] * count if own else left[:count]
        left = left[count:] or left
        if len(who) == count:
            found[place.name] = who if several else who[0]
    return found


def _holder(
    table: Table, question: RunInput, cast: Mapping[str, Any], names: Mapping[str, str], seat: str
) -> str:
    """Return the seat at the table that answers for a seat of the rule, by the document."""
    kind = type(question.procedure)
    if seat == question.game.leader:
        return LEADER
    if kind.seats_beside is not None and seat.startswith(kind.seats_beside[0].partition("#")[0]):
        others = [each for each in SEATS[1:] if each != table.state.owner(cast.get("", ""))]
        return others[int(seat.rpartition("_")[2]) - 1]
    if seat in names or seat in _ids(show(question.procedure)):
        return table.state.owner(names[seat]) if seat in names else LEADER
    number = seat.lstrip("p")
    role = kind.seats.get(seat, kind.seats.get("p#", seat) if number.isdigit() else seat)
    who = cast.get(role, cast.get("", ""))
    who = who[int(number) - 1 if number.isdigit() else 0] if isinstance(who, list) else who
    return table.state.owner(who) if who else LEADER


# ── what is asked ──────────────────────────────────────────────────────────────────────────────
def _seats_asked(table: Table, place: int) -> list[str]:
    """Return the seats that are asked for the choice at a place among the open ones."""
    return [
        seat
        for seat in SEATS
        for ask in choices(table.view(seat).runs[0])
        if ask.mine and ask.index in (None, place)
    ]


def _answered(table: Table, session: Session, answer: Mapping[str, Any]) -> None:
    seat = next(each for each in SEATS if table.view(each).runs[0].asks)  # not always the leader
    place = table.view(seat).runs[0].place
    if isinstance(session.pending, Together):
        values = {str(n): each for n, each in enumerate(answer["together"])}
        table.does(seat, acts.Seal(run=RUN, place=place, values=values))
    else:
        table.does(seat, acts.Answer(run=RUN, place=place, answer=answer))


def test_a_fixed_passe_that_is_not_open_stops_no_view() -> None:
    """Exil: what would be asked next ends where the leader's own number is refused."""
    table = set_up("exil")
    params = {"poff": 6, "pdef": 2, "passe": "desarmement", "defenseur_a_allie": True}
    table.does(LEADER, acts.RequestRun(procedure="exil.assaut", params=params))
    (run,) = table.view(LEADER).runs
    assert run.asks
    assert not run.ahead
