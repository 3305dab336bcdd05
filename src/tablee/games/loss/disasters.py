"""Les Désastres: what the MJ's tokens do (chapter DES)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tablee.games.loss.burdens import AVAILABLE
from tablee.games.loss.fields import Acteur, DesastresMax
from tablee.games.loss.landmarks import DISASTERS_CLAUSES, DISASTERS_SEEN
from tablee.games.loss.tables import DEADLY, MALUS
from tablee.rules.ambient import note
from tablee.rules.field_marks import at_most, landmarks
from tablee.rules.forms import YES_NO
from tablee.rules.procedure import Procedure, Result
from tablee.rules.questions import ASK, decide
from tablee.rules.refusal import refuse


class DisasterResult(Result):
    """`gravite`: 1..5. `malus`: added to the Difficulté."""

    gravite: int
    malus: int
    echec_total: bool


class Disaster(Procedure[DisasterResult], id="loss.desastre"):
    """Désastre tokens spent on one mishap (LOSS-DES-01, -03..09; T-07).

    Left to the leader: LOSS-DES-02, LOSS-EXL-07, LOSS-SOC-06.
    """

    jetons: Annotated[
        int,
        Meta(ge=1, le=5, description="jetons de Désastre dépensés"),
        at_most("desastres_max"),
        landmarks(DISASTERS_SEEN, DISASTERS_CLAUSES),
    ]
    malus: (
        Annotated[bool, Meta(description="les Désastres rendent aussi l’Action plus difficile")]
        | ASK
    ) = True
    """LOSS-DES-05..08."""
    desastres_max: DesastresMax = 5
    acteur: Acteur = "pj"
    """The character that they strike: one of the MJ's where the players spend them (R-24)."""

    seats = {"acteur": ""}
    """The character that they strike; no question is asked of this seat."""
    unlisted = ("acteur",)
    aside = True

    def check(self) -> None:
        if self.jetons > self.desastres_max:
            raise refuse("jetons", self.jetons, AVAILABLE, most=self.desastres_max)

    async def rule(self) -> DisasterResult:
        deadly = self.jetons == DEADLY
        applied = not deadly and await decide(
            self.malus,
            "malus",
            YES_NO,
            who="joueurs" if self.acteur == "mj" else "mj",
            facts={"desastres": self.jetons, "malus": MALUS[self.jetons]},
            default=True,
        )
        malus = MALUS[self.jetons] if applied else 0
        if deadly:
            note("LOSS-DES-09", "Cinq Désastres : tout ce qui était entrepris échoue.")
        else:
            note(
                "LOSS-DES-05 LOSS-DES-06 LOSS-DES-07 LOSS-DES-08",
                "{jetons:Désastre|Désastres} : la Difficulté augmente de {malus}."
                if malus
                else "{jetons:Désastre|Désastres} : la Difficulté reste la même.",
                jetons=self.jetons,
                malus=malus,
            )
        return DisasterResult(gravite=self.jetons, malus=malus, echec_total=deadly)
