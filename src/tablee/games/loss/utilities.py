"""The utilities that advice may maximise in a Test of Les Chants de Loss."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from tablee.rules.procedure import Utility

AGAINST = ("mj", "joueurs")
"""Who spends Désastres on a Test of the other side: what profits that side costs them."""


def _gain(_: Any, result: Any, seat: str) -> int:
    """Return the gain: +1 for the success and each Exploit won, -1 for each ceded and each token
    spent."""
    return _side(seat) * (int(result.success) + _balance(result))


def _gain_blind(_: Any, result: Any, seat: str) -> int:
    """Return the gain of a Test Aveugle: 2 for a discovery, 1 for an intuition, and the balance."""
    found = {"devoile": 2, "intuition": 1, "rien": 0}[result.niveau]
    return _side(seat) * (found + _balance(result))


def _balance(result: Any) -> int:
    won: int = result.exploits - result.exploits_cedes - result.jetons_depenses
    return won


def _side(seat: str) -> int:
    return -1 if seat in AGAINST else 1


def _stake(procedure: Any, result: Any, seat: str) -> int:
    """Return the stake of an Opposition active, zero-sum: the Opposition and the Exploits engaged,
    won or lost."""
    if result.winner == "nul":
        return 0
    stake: int = 1 + result.exploits
    return stake if duel_won(procedure, result, seat) else -stake


def _won(_: Any, result: Any, seat: str) -> bool:
    return bool(result.success)


def duel_won(procedure: Any, result: Any, seat: str) -> bool:
    """Return whether a side won; the MJ and the players are on the side of their character."""
    if seat in AGAINST:
        own = "mj" if seat == "mj" else "pj"
        seat = "initiateur" if procedure.acteur_initiateur == own else "repondant"
    return bool(result.winner == seat)


TRIAL: Mapping[str, Utility] = {
    "gain": _gain,
    "reussite": lambda _, result, seat: _side(seat) * int(result.success),
    "echec": lambda _, result, seat: -_side(seat) * int(not result.success),
    "exploits": lambda _, result, seat: _side(seat) * result.exploits,
}
"""The side that strikes at the Test sees the chance that it fails."""
BLIND: Mapping[str, Utility] = {
    **TRIAL,
    "gain": _gain_blind,
    "percer": lambda _, result, seat: _side(seat) * int(result.niveau == "devoile"),
}
DUEL: Mapping[str, Utility] = {
    "gain": _stake,
    "reussite": lambda procedure, result, seat: int(duel_won(procedure, result, seat)),
    "exploits": lambda procedure, result, seat: (
        result.exploits if duel_won(procedure, result, seat) else 0
    ),
}


def utility_named(
    name: str | None,
    utilities: Mapping[str, Utility],
    won: Callable[[Any, Any, str], bool] = _won,
) -> Utility | None:
    """Return one of the utilities, the first for None; `but:N`: won with N Exploits at least."""
    if name is None:
        return next(iter(utilities.values()))
    goal = re.fullmatch("but:([0-5])", name)
    if goal is None:
        return utilities.get(name)
    least = int(goal[1])
    return lambda procedure, result, seat: int(
        won(procedure, result, seat) and result.exploits >= least
    )
