"""Units of time in a campaign, from the tour of a fight to the month.

The ledgers of health and of Détachement use them in their event `temps`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta

from tablee.rules.ambient import note

Unite = Annotated[
    Literal["tour", "minute", "heure", "jour", "mois"], Meta(description="unité du temps qui passe")
]
Count = Annotated[Fraction, Meta(gt=0, le=100_000, description="combien de temps passe")]
MONTH = 30 * 24
"""The hours of a month; the document gives no number."""
HOURS: dict[str, Fraction] = {
    "tour": Fraction(5, 3600),
    "minute": Fraction(1, 60),
    "heure": Fraction(1),
    "jour": Fraction(24),
    "mois": Fraction(MONTH),
}
"""The hours of each unit; a tour of combat lasts five seconds (EXIL-CBT-01)."""


def note_clock(hours: Fraction, now: Fraction) -> None:
    """Note the hours that pass, and the time of the clock."""
    text = "{hours:hours} plus tard, {now:hours} depuis le début."
    note("EXIL-SAN-03", text, hours=hours, now=now)
