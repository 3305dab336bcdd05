"""Les Chants de Loss: the tokens and Désastres that an open run has spent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablee.games.loss.ledgers import Jetons
from tablee.games.loss.sheet import Personnage
from tablee.rules.consequences import Reservation, Run, ledger_event


def _disaster_of(run: Run) -> Iterator[Reservation]:
    """The Désastres of one mishap, while the MJ says whether it hampers (LOSS-DES-01)."""
    yield from _reserved(run, "mj", "", "jetons", run.procedure.jetons)


def _spent_so_far(run: Run) -> Iterator[Reservation]:
    """Yield the tokens and Désastres spent by the Tests of an open run: those of its parameters,
    then those that were chosen (LOSS-DEC-03, LOSS-DES-01)."""
    for path, test in _tests(run.procedure):
        for seat, field in _FIXED:
            fixed = getattr(test, field, 0)
            if type(fixed) is int:
                yield from _reserved(run, seat, path, f"{path}{field}", fixed)
    for each in run.choices:
        path = each.parameter[: each.parameter.rfind(".") + 1]
        if each.label == "desastres":
            yield from _reserved(run, each.who, path, each.label, each.value)
        elif each.label in ("jetons_avant", "jetons_apres"):
            yield from _reserved(run, each.owner or each.who, path, each.label, each.value)


_FIXED = (
    ("mj", "desastres"),
    ("acteur", "jetons_avant"),
    ("initiateur", "jetons_avant_initiateur"),
    ("repondant", "jetons_avant_repondant"),
)
"""Seat -> the parameter with what it spends without being asked."""


def _tests(procedure: Any) -> Iterator[tuple[str, Any]]:
    """The Tests of a run, by the path of their parameters: several in a dissimulation."""
    if procedure.id != "loss.dissimulation":
        yield "", procedure
        return
    yield "cacheur.", procedure.cacheur
    for place, each in enumerate(procedure.chercheurs):
        yield f"chercheurs[{place}].", each


def _reserved(run: Run, seat: str, path: str, spent: str, n: int) -> Iterator[Reservation]:
    """Yield the tokens that a seat has spent on the Test with its parameters at a path."""
    qui = _whose(run, seat, path) if n else None
    if qui is None:
        return
    player = isinstance(run.sheet(qui), Personnage)
    if seat == "mj" and player:
        event = ledger_event(Jetons, type="desastre", player=qui, n=n)
        yield Reservation(event=event, n=n, spent=spent, held=f"{path}desastres_max")
    elif seat != "mj":
        event = ledger_event(Jetons, type="depense", player=qui, n=n)
        if not player:
            event = ledger_event(Jetons, type="depense_mj", pnj=qui, n=n)
        held = f"{path}{TOKENS_OF.get(seat, 'jetons')}"
        yield Reservation(event=event, n=n, spent=spent, held=held)


def _whose(run: Run, seat: str, path: str) -> str | None:
    """Return the character of the Test that a seat spends on; tokens of the MJ strike its actor."""
    for at, test in _tests(run.procedure) if path else ():
        if at == path:
            return run.who(path[:-1], test.id)
    return run.who(seat, "" if seat in ("acteur", "mj") else None)


TOKENS_OF = {
    "": "jetons",
    "initiateur": "jetons_initiateur",
    "repondant": "jetons_repondant",
    "attaquant": "jetons_attaque",
    "defenseur": "jetons_defense",
}
"""Role -> the parameter that holds the tokens of that side."""


def spends(run: Run) -> Iterator[Reservation]:
    """What a run under way has spent; of a dissimulation only what its seekers were seen to
    choose."""
    return _disaster_of(run) if run.procedure.id == "loss.desastre" else _spent_so_far(run)
