"""The exact law of a procedure that a test builds in Python."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, TypeVar, cast

from tablee.dice.law import Law
from tablee.rules.procedure import Procedure
from tablee.rules.readings.laws import Laws
from tablee.rules.readings.needed import refused_as_parameters
from tablee.rules.readings.odds import checked_fields, ordered
from tablee.rules.registry import find_game

__all__ = ["exact_law"]

R = TypeVar("R", bound=Hashable)


def exact_law(
    procedure: Procedure[R], rulings: Any = None, by: Iterable[str] | None = None
) -> Law[R]:
    """Return the exact law of a procedure built in Python: `exact_law(Simple(talent=14))`.

    `rulings`: those of its game by default. Parameters are not validated.
    """
    if rulings is None:
        game = find_game(procedure.id.partition(".")[0])
        rulings = game.rulings() if game else None
    with refused_as_parameters(procedure):
        law = Laws(rulings).law(procedure, checked_fields(procedure, by))
    return cast("Law[R]", ordered(procedure, law))
