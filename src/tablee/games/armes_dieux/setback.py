"""Revers: choosing the setback that a Test brings (REV)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta

from tablee.games.armes_dieux import fields
from tablee.games.armes_dieux.fields import LEADER, PLAYER, ReversId
from tablee.games.armes_dieux.rulings import ArmesDieuxRulings
from tablee.rules.ambient import effect, note, rulings
from tablee.rules.field_marks import on_sheet
from tablee.rules.forms import OneOf
from tablee.rules.procedure import Procedure, Result
from tablee.rules.questions import decide

ACTOR = "acteur"
"""Placeholder in a `Revers` for the person that it concerns."""


class ReversResult(Result):
    """The Revers, the Tension it costs (0, 1) and the Malus it carries over (0, 3)."""

    revers: ReversId
    tension: int
    malus_report: int


class Revers(Procedure[ReversResult], id="armes_dieux.revers"):
    """Choosing a Revers after a Test (AD-REV-01..08).

    Each leaves one effect: `tension` +1, `malus_report` 3, or `revers` with its id, whose words
    (what is missing, lost or more complicated) the table records.
    """

    reussite: Annotated[bool, Meta(description="le Test est réussi")]
    equipement: fields.EquipementServi = True
    acteur: fields.Acteur = "personnage"
    choix: fields.ChoixRevers = "ask"
    malus_deja: Annotated[
        Literal[0, 3],
        Meta(description="dés qu’un autre Revers retire déjà à l’action suivante"),
        on_sheet("malus_report"),
    ] = 0
    """Two never pile up (R-09): a second one would cost nothing."""

    begun_by_player = True
    seats = {ACTOR: ""}

    async def rule(self) -> ReversResult:
        led = self.acteur == "figurant"
        revers = await decide(
            self.choix,
            "choix",
            OneOf(self._offered()),
            who=LEADER if led else PLAYER,
            owner=ACTOR if led else "",
            label="revers",
            facts={"reussite": self.reussite},
            default="complication",
            unweighed=("complication",),
        )
        note(CLAUSES[revers], _NOTES[revers])
        tension = int(revers == "tension")
        carried = 3 if revers == "difficulte" else 0
        if tension:
            effect("tension", tension, who=ACTOR)
        elif carried:
            effect("malus_report", carried, who=ACTOR)
        else:
            effect("revers", revers, who=ACTOR)
        return ReversResult(revers=revers, tension=tension, malus_report=carried)

    def _offered(self) -> tuple[ReversId, ...]:
        """Return the Revers to choose from: the critical failures of the optional rule leave one (R-26)."""
        if rulings(ArmesDieuxRulings).echecs_critiques and not self.reussite:
            return ("complication",)
        offered: list[ReversId] = []
        if self.reussite:
            offered.append("partiel")
        if self.acteur == "personnage":
            offered.append("tension")
        if self.equipement:
            offered.append("equipement")
        if not self.malus_deja:
            offered.append("difficulte")
        return (*offered, "complication")


CLAUSES: Mapping[str, str] = {
    "partiel": "AD-REV-01 AD-REV-06",
    "tension": "AD-REV-02 AD-REV-06",
    "equipement": "AD-REV-03 AD-REV-06",
    "difficulte": "AD-REV-04 AD-REV-06",
    "complication": "AD-REV-05 AD-REV-07 AD-REV-08",
}
"""Revers -> its clauses."""
_NOTES: dict[ReversId, str] = {
    "partiel": "Revers : une part du résultat attendu fait défaut.",
    "tension": "Revers : un point de Tension.",
    "equipement": "Revers : un équipement employé est perdu ou abîmé.",
    "difficulte": "Revers : trois dés de moins à l’action suivante.",
    "complication": "Revers : une complication, dont joueur et Meneur conviennent.",
}
"""Revers -> the sentence of the trace."""
