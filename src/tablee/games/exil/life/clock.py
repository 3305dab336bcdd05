"""The time of a campaign: from the tour of a fight to the months of a journey.

One event, `temps`, says it to each ledger of a character: to his health, to his Détachement.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta

from tablee.rules.ambient import note

Unite = Annotated[
    Literal["tour", "minute", "heure", "jour", "mois"], Meta(description="unité du temps qui passe")
]
Count = Annotated[Fraction, Meta(gt=0, le=100_000, description="combien d’unités")]
MONTH = 30 * 24
"""Hours: the document does not say how long a month is."""
HOURS: dict[str, Fraction] = {
    "tour": Fraction(5, 3600),
    "minute": Fraction(1, 60),
    "heure": Fraction(1),
    "jour": Fraction(24),
    "mois": Fraction(MONTH),
}
"""The length of each in hours; a tour of combat is five seconds (EXIL-CBT-01)."""


def tell_clock(hours: Fraction, now: Fraction) -> None:
    """Tell that so many hours pass, and the clock to the minute: tours of combat count, unseen."""
    hour, minute = divmod(int(now * 60), 60)
    note(
        "EXIL-SAN-03",
        "{hours} h de plus : l’horloge est à {hour} h {minute} min."
        if minute
        else "{hours} h de plus : l’horloge est à {hour} h.",
        hours=hours,
        hour=hour,
        minute=minute,
    )
