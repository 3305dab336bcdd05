"""The check of the seats that a rule asks, where it computes their names.

The seats that a game file writes in `who="…"` are checked when it is loaded. One that is computed is
known only at run time: a slip of the pen in it would give the question to the acting character.
"""

from __future__ import annotations

from collections.abc import Coroutine, Iterator
from typing import Any

from tablee.rules.procedure import Procedure
from tablee.rules.questions import Choose, Hidden, Roll, Together, UnknownSeat


def check_seats(procedure: Procedure[Any], ask: Any, rule: Coroutine[Any, Any, Any]) -> None:
    """Raise `UnknownSeat`, at the line where `rule` waits, for a question to a seat that nobody has."""
    named = procedure.named_seats
    if named is None:
        return
    for seat in _seats_of(ask):
        if seat not in named and seat not in (known := _known(procedure)):
            wrong = UnknownSeat(seat, known)
            rule.throw(wrong)
            raise wrong


def _seats_of(ask: Any) -> Iterator[str]:
    match ask:
        case Roll(throws=throws):
            yield from (throw.who for throw in throws)
        case Choose(who=who) | Hidden(knows=who):
            yield who
        case Together(choices=choices):
            yield from (choice.who for choice in choices)


def _known(procedure: Procedure[Any]) -> tuple[str, ...]:
    """Return the seats that the declarations of a procedure name, `p#` for each member of its list."""
    found: dict[str, None] = {}
    for seat, place in procedure.seats.items():
        stem, several, _ = seat.partition("#")
        count = len(getattr(procedure, place, ())) if several else 0
        found |= dict.fromkeys(f"{stem}{n + 1}" for n in range(count)) if several else {seat: None}
    return tuple(found | dict.fromkeys((*procedure.sides(), *procedure.ids())))
