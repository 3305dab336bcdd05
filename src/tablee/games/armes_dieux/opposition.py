"""Tests en opposition: several Tests at once, most Qualités wins (OPP)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tablee.games.armes_dieux import fields
from tablee.games.armes_dieux.contest import Contest, OppositionResult
from tablee.games.armes_dieux.gathering import (
    Participant,
    check_participants,
    concealed_scores,
    gather_all,
)
from tablee.rules.procedure import Procedure, Utility
from tablee.rules.questions import become


def _won(procedure: Opposition, result: OppositionResult, seat: str) -> bool:
    return any(p.id == result.gagnant and p.seat == seat for p in procedure.participants)


_UTILITIES: dict[str, Utility] = {
    "reussite": lambda asked, result, seat: int(_won(asked, result, seat)),
    "sans_revers": lambda asked, result, seat: int(
        _won(asked, result, seat) and result.issue in ("reussite", "exceptionnelle")
    ),
    "exceptionnelle": lambda asked, result, seat: int(
        _won(asked, result, seat) and result.issue == "exceptionnelle"
    ),
    "qualites": lambda asked, result, seat: result.qualites if _won(asked, result, seat) else 0,
}


class Opposition(Procedure[OppositionResult], id="armes_dieux.opposition"):
    """Two to six participants test, the one success with the most Qualités wins (AD-OPP-01..05,
    AD-BON-01..07, AD-REN-01..04, AD-MAX-01, AD-FIG-01..06, AD-MAL-01, AD-REV-04).

    All who are asked choose at once their Bonus, then dice of their Réserve, then the dice that
    they set aside; each rolls in the order of the list. Effects, each with its participant: as
    `armes_dieux.poignee`.
    """

    participants: Annotated[
        tuple[Participant, ...],
        Meta(min_length=2, max_length=6, description="ceux qui s’opposent, dans l’ordre"),
    ]
    additionnel: fields.Additionnel = "jamais"

    endings = ("cause", "issue")
    utilities = _UTILITIES

    def check(self) -> None:
        check_participants(self.participants)

    async def rule(self) -> OppositionResult:
        ready = await gather_all(self.participants)
        entered = tuple(each.entered for each in ready)
        return await become(Contest(participants=entered, additionnel=self.additionnel))

    def concealed(self, seat: str) -> frozenset[str]:
        return concealed_scores(self.participants, seat)

    def ids(self) -> tuple[str, ...]:
        return tuple(p.id for p in self.participants)

    def led_by(self, seat: str) -> tuple[str, ...]:
        return tuple(each.id for each in self.participants if each.seat == seat)

    def sides(self) -> dict[str, str]:
        return {p.seat: p.seat for p in self.participants}
