"""Tours of a fight as advice on attitudes sees them: parameters and a second count of the chances."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tablee.rules.readings.run_parts import exchange_run
from tablee.rules.readings.session import Session

Json = dict[str, Any]


def asking(**more: Any) -> Json:
    return {"politique": {"attitude": "ask", "audace": "ask", "passe": "ask", **more}}


def blow(poff: int, pdef: int) -> dict[int, Fraction]:
    """Return the law of the damage of one attack (EXIL-CON-05, -07, -09): the strongest coup puissant

    of the bracket (1, 3 from 4), no bonus, no armour."""
    law: dict[int, Fraction] = {}
    if poff == 0:
        return {0: Fraction(1)}
    hit, held = Fraction(min(12, poff), 12), Fraction(min(12, pdef), 12)
    full = max(0, poff - pdef + (3 if poff >= 4 else 1))
    for damage, chance in (
        (0, 1 - hit),
        (max(0, poff - pdef), hit * held),
        (full, hit * (1 - held)),
    ):
        law[damage] = law.get(damage, Fraction()) + chance
    return law


def ahead(mine: int, other: int, pc: int, pc_other: int) -> Fraction:
    """Return the chance to take more PdS than one loses with these Poff; the attacks are independent."""
    return sum(
        (
            chance * against
            for damage, chance in blow(mine, pc_other - other).items()
            for suffered, against in blow(other, pc - mine).items()
            if damage > suffered
        ),
        Fraction(),
    )


def shown_as_weighed(one: Session, other: Session) -> bool:
    """Return whether two fights have the same trace, and check that only then their tours are alike."""
    tours = exchange_run(one), exchange_run(other)
    assert tours[0] is not None
    assert tours[1] is not None
    same = [each.text for each in one.trace] == [each.text for each in other.trace]
    assert (tours[0][0] == tours[1][0]) is same
    return same
