"""The tour of a fight in which attitudes are weighed: who chooses, its chances counted otherwise, and
what two fights tell of it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tablee.rules.readings.run_parts import exchange_run
from tablee.rules.readings.session import Session

__all__ = ["ahead", "asking", "told_as_weighed"]

Json = dict[str, Any]


def asking(**more: Any) -> Json:
    return {"politique": {"attitude": "ask", "audace": "ask", "passe": "ask", **more}}


def blow(poff: int, pdef: int) -> dict[int, Fraction]:
    """The law of the PdS that one attack takes: EXIL-CON-05, -07, -09, the strongest coup puissant
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
    """The chance to take more PdS than one loses, with these Poff: neither attack changes the
    other."""
    return sum(
        (
            chance * against
            for damage, chance in blow(mine, pc_other - other).items()
            for suffered, against in blow(other, pc - mine).items()
            if damage > suffered
        ),
        Fraction(),
    )


def told_as_weighed(one: Session, other: Session) -> bool:
    """Whether two fights have told the same by now; their tours are weighed alike only then."""
    tours = exchange_run(one), exchange_run(other)
    assert tours[0] is not None
    assert tours[1] is not None
    same = [each.text for each in one.trace] == [each.text for each in other.trace]
    assert (tours[0][0] == tours[1][0]) is same
    return same
