"""Names of characters in the place of the seats of a rule: « Jeanne attaque », not « A attaque »."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tablee.dice.die import Throw
from tablee.rules.procedure import Procedure
from tablee.rules.questions import Choose, Together
from tablee.rules.readings.session import Session
from tablee.rules.run_input import RunInput
from tablee.rules.schema import fields_of

Places = Mapping[str, tuple[str, ...]]
"""A place of a run (a parameter, a role, "" for the acting character) -> the names of its sheets."""


def seat_names(procedure: Procedure[object], places: Places) -> dict[str, str]:
    """Return seat or role of a rule -> name of its character, for the places that have sheets."""
    found = {place: names[0] for place, names in places.items() if place and len(names) == 1}
    for seat, place in type(procedure).seats.items():
        names = places.get(place, ())
        if seat.endswith("#"):
            found |= {f"{seat[:-1]}{n}": name for n, name in enumerate(names, start=1)}
        elif len(names) == 1:
            found[seat] = names[0]
    return found


def names_in_run(session: Session, places: Places) -> dict[str, str]:
    """Return `seat_names` of a run; the acting character has the seats of its lines and of its
    question that nobody else has."""
    return names_of_seats(session.question, places, _seats_in(session))


def names_of_seats(question: RunInput, places: Places, seats: Iterable[str]) -> dict[str, str]:
    """Return `seat_names` of a run; the acting character has those of `seats` that nobody else has."""
    procedure, leader = question.procedure, question.game.leader
    found = seat_names(procedure, places)
    for acting in _acting(procedure, places)[:1]:
        for seat in seats:
            if seat != leader and seat not in procedure.ids():
                found.setdefault(seat, acting)
    return found


def _acting(procedure: Procedure[object], places: Places) -> tuple[str, ...]:
    """Return the name of the acting character; of several tasks of one person, each with its sheet,
    the name that they share."""
    if "" in places or "" not in type(procedure).seats.values():
        return places.get("", ())
    others = {name for place, names in places.items() if place for name in names}
    return tuple(others) if len(others) == 1 else ()


def _seats_in(session: Session) -> Iterator[str]:
    """Yield the seats of the lines, effects and pending question of a run."""
    pending = session.pending
    for entry in session.trace:
        who = entry.numbers.get("who")
        if entry.kind != "note" and isinstance(who, str):
            yield who
    yield from (seat for seat in session.effect_seats if seat and _may_act(session, seat))
    asked = pending.choices if isinstance(pending, Together) else (pending,)
    yield from (session.outer(each.who) for each in asked if isinstance(each, Throw | Choose))


def _may_act(session: Session, seat: str) -> bool:
    """Return whether the seat of an effect may be that of the acting character: neither a role of
    another sheet nor somebody who is on no side of the rule."""
    procedure = session.question.procedure
    sources = (field.source for field in fields_of(type(procedure)).values())
    if seat in {source.role for source in sources if source is not None}:
        return False
    sides = procedure.sides()
    return not sides or seat in sides or seat in type(procedure).seats
