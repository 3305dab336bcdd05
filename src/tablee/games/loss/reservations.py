"""Les Chants de Loss: the tokens and Désastres that an open run has spent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablee.games.loss.ledgers import LEADER, UNKNOWN, Jetons
from tablee.games.loss.receivers import PLAYERS
from tablee.games.loss.sheet import Personnage
from tablee.rules.campaign_declaration import Reservation
from tablee.rules.consequences import Run, ledger_event


def _disaster_of(run: Run) -> Iterator[Reservation]:
    """Yield the Désastres of one mishap, while the MJ says whether it hampers (LOSS-DES-01)."""
    yield from _reserved(run, "mj", "", "", "jetons", run.procedure.jetons)


def _spent_so_far(run: Run) -> Iterator[Reservation]:
    """Yield the tokens and Désastres spent by the Tests of an open run: those of its parameters,
    then those that were chosen (LOSS-DEC-03, LOSS-DES-01)."""
    for path, test in _tests(run.procedure):
        for field, role in {**STRIKES, **SPENDS}.items():
            fixed = getattr(test, field, 0)
            if type(fixed) is int:
                seat = "mj" if field in STRIKES else role
                yield from _reserved(run, seat, role, path, f"{path}{field}", fixed)
    for each in run.choices:
        path, _, field = each.parameter.rpartition(".")
        path = path and f"{path}."
        if each.label == "desastres":
            yield from _reserved(run, "mj", STRIKES[field], path, each.label, each.value)
        elif each.label in ("jetons_avant", "jetons_apres"):
            who = each.owner or each.who
            yield from _reserved(run, who, who, path, each.label, each.value)


def _tests(procedure: Any) -> Iterator[tuple[str, Any]]:
    """Yield the Tests of a run, by the path of their parameters: several in a dissimulation."""
    if procedure.id != "loss.dissimulation":
        yield "", procedure
        return
    yield "cacheur.", procedure.cacheur
    for place, each in enumerate(procedure.chercheurs):
        yield f"chercheurs[{place}].", each


def _reserved(
    run: Run, seat: str, role: str, path: str, spent: str, n: int
) -> Iterator[Reservation]:
    """Yield the tokens that a seat has spent on the Test of a role, its parameters at a path. Of the
    seat `mj`: Désastres, which the players may spend too (R-24)."""
    if not n:
        return
    qui = _whose(run, role, path)
    amounts, event = DISASTERS_OF, _strike(run, qui, _is_leaders(run, qui, role, path), n)
    if seat != "mj":
        amounts, event = TOKENS_OF, _spending(qui, _is_leaders(run, qui, role, path), n)
    if event is not None:
        held = f"{path}{amounts.get(role, amounts[''])}"
        yield Reservation(event=event, n=n, spent=spent, held=held)


def _strike(run: Run, qui: str | None, leaders: bool, n: int) -> dict[str, Any] | None:
    """Return the event of Désastres on somebody, who may have no sheet."""
    if not leaders:
        return ledger_event(Jetons, type="desastre", player=qui or UNKNOWN, n=n)
    player = run.who(PLAYERS)
    if player is None:
        return None
    return ledger_event(Jetons, type="desastre_joueur", player=player, pnj=qui or LEADER, n=n)


def _spending(qui: str | None, leaders: bool, n: int) -> dict[str, Any] | None:
    """Return the event of tokens on a Test; a player without a sheet has none."""
    if leaders:
        return ledger_event(Jetons, type="depense_mj", pnj=qui or LEADER, n=n)
    return ledger_event(Jetons, type="depense", player=qui, n=n) if qui else None


def _is_leaders(run: Run, qui: str | None, role: str, path: str) -> bool:
    """Return whether a Test is that of a character of the MJ, who may have no sheet."""
    if qui is not None:
        return not isinstance(run.sheet(qui), Personnage)
    test = next((each for at, each in _tests(run.procedure) if at == path), run.procedure)
    return getattr(test, ACTEUR_OF.get(role, "acteur"), "pj") == "mj"


def _whose(run: Run, role: str, path: str) -> str | None:
    """Return the character whose Test it is; tokens of the MJ strike it."""
    for at, test in _tests(run.procedure) if path else ():
        if at == path:
            return run.who(path[:-1], test.id)
    return run.who(role, "" if role in ("acteur", "") else None)


SIDES = {
    "": "",
    "initiateur": "_initiateur",
    "repondant": "_repondant",
    "attaquant": "_attaque",
    "defenseur": "_defense",
}
"""Role -> the end of the names of its parameters."""
TOKENS_OF = {role: f"jetons{end}" for role, end in SIDES.items()}
DISASTERS_OF = {role: f"desastres_max{end}" for role, end in SIDES.items()}
"""Role -> the parameter that holds the tokens of that side, or the Désastres that may strike it."""
ACTEUR_OF = {
    "initiateur": "acteur_initiateur",
    "repondant": "acteur_repondant",
    "attaquant": "acteur",
    "defenseur": "acteur_defense",
}
"""Role -> the parameter that says whose character it is."""
SPENDS = {f"jetons_avant{end}": role or "acteur" for role, end in SIDES.items()}
STRIKES = {f"desastres{end}": role for role, end in SIDES.items()}
"""Parameter with what is spent without being asked -> the role that spends, or that it strikes."""


def spends(run: Run) -> Iterator[Reservation]:
    """Yield what a run under way has spent; of a dissimulation only what its seekers were seen to
    choose."""
    return _disaster_of(run) if run.procedure.id == "loss.desastre" else _spent_so_far(run)
