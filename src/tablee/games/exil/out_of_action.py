"""Characters who are dead or unconscious: they neither fight nor act (SAN, CHO)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tablee.rules.field_marks import on_sheet
from tablee.rules.refusal import refuse

OutOfAction = Annotated[
    Literal["debout", "mort", "inconscient"],
    Meta(description="debout, ou hors de combat : mort ou perte de connaissance"),
    on_sheet("sur_pied"),
]
"""Nobody attacks or uses a Talent who is dead or unconscious (EXIL-SAN-05, EXIL-CHO-04)."""


TargetOut = Annotated[OutOfAction, on_sheet("sur_pied", role="cible")]
"""Of a target: the dead are none any more; the unconscious can be struck (EXIL-SAN-05, R-83)."""


def check_alive(hors: str, field: str = "hors") -> None:
    """Raise `Refusal` under `field` for somebody dead, whom nothing can happen to any more
    (EXIL-SAN-05)."""
    if hors == "mort":
        raise refuse(field, hors, "debout ou inconscient : rien n’arrive plus à qui est mort")


def check_up(hors: str, field: str = "hors") -> None:
    """Raise `Refusal` under `field` for a fighter out of action (EXIL-SAN-05, EXIL-CHO-04)."""
    if hors != "debout":
        allowed = "debout : qui est hors de combat ({hors}) ne se bat pas"
        raise refuse(field, hors, allowed, hors=hors)


def check_acts(hors: str, field: str = "hors") -> None:
    """Raise `Refusal` under `field` for a character out of action who would use a Talent
    (EXIL-SAN-05, EXIL-CHO-04)."""
    if hors != "debout":
        allowed = "debout : qui est hors de combat ({hors}) n’entreprend rien"
        raise refuse(field, hors, allowed, hors=hors)
