"""Diseases, venins and poisons: the PdS that they take, hour after hour (MAL, POI)."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from typing import Annotated, Generic, TypeVar

from msgspec import Meta

from tablee.games.exil.actions.simple import Simple
from tablee.games.exil.fields import Attribut, Difficulty, EtatDeSante, External, Physique
from tablee.games.exil.health.body import Body, Ill, floor_of
from tablee.games.exil.health.ills import Delay, Loss, Malignite, Period
from tablee.games.exil.health.states import refuse_above_capital, state_of_health
from tablee.games.exil.out_of_action import OutOfAction, check_acts
from tablee.games.exil.tables import CAPITAL, GRAVITE, HEALING, HEALS_AS
from tablee.rules.ambient import note
from tablee.rules.field_marks import HOURS, on_sheet
from tablee.rules.procedure import Procedure, Result
from tablee.rules.questions import call
from tablee.rules.refusal import refuse

R = TypeVar("R")
Patient = Annotated[
    Annotated[int, Meta(ge=-1000, le=28)] | None,
    Meta(description="Points de Santé au départ, 0 au moins ; le capital à défaut"),
    on_sheet("pds"),
]
Hour = Annotated[Fraction, Meta(ge=0, description="heures écoulées depuis la contagion"), HOURS]
CuredAt = Annotated[
    Annotated[Fraction, Meta(ge=0), HOURS] | None,
    Meta(description="heure où le mal est soigné, ou guérit de lui-même ; null s’il dure"),
]


class Illness(Procedure[R], Generic[R]):
    """Base of the procedures that follow an ill up to an hour."""

    physique: Physique
    pds: Patient = None
    periode: Period
    perte: Loss = 1
    malignite: Malignite
    heure: Hour
    soignee_a: CuredAt = None

    def check(self) -> None:
        if self.start < 0:
            allowed = "les Points de Santé d’un vivant : un mal n’atteint plus un mort"
            raise refuse("pds", self.pds, allowed)
        refuse_above_capital(self.start, CAPITAL[self.physique])

    @property
    def start(self) -> int:
        return CAPITAL[self.physique] if self.pds is None else self.pds

    def course(self, delay: Fraction) -> tuple[int, EtatDeSante, int]:
        """Return (PdS, État de Santé, losses that took a point) at the hour asked for."""
        _note_limit(self.physique, self.malignite)
        if self.soignee_a is None and self.malignite in HEALS_AS:
            least, most = HEALING[HEALS_AS[self.malignite]]
            note(
                "EXIL-GUE-01",
                "Sans soins, il guérit de lui-même en {span:hours} de repos ; l’heure "
                "est au choix du Meneur.",
                span=(24 * least, 24 * most),
            )
        mal = Ill(
            nom="mal",
            sorte="maladie",
            debut=Fraction(0),
            delai=delay,
            periode=self.periode,
            perte=self.perte,
            malignite=self.malignite,
            fin=self.soignee_a,
        )
        before = Body(physique=self.physique, pds=self.start)
        after = before.with_mal(mal).at(self.heure, Counter())
        felt = math.ceil(Fraction(self.start - after.points, self.perte or 1))
        etat = state_of_health(self.physique, after.points)
        note(
            "EXIL-MAL-03 EXIL-SAN-03",
            "{felt:perte|pertes} en {due:échéance|échéances} : il reste {pds:Point de Santé|Points de "
            "Santé}. État de Santé : {etat}."
            if felt
            else "Rien n’est perdu à cette heure : {pds:Point de Santé|Points de Santé}. État de "
            "Santé : {etat}.",
            due=mal.losses(self.heure),
            felt=felt,
            pds=after.points,
            etat=etat,
        )
        return after.points, etat, felt


def _note_limit(physique: Attribut, malignite: str) -> None:
    floor = floor_of(physique, malignite)
    if floor is None:
        note("EXIL-MAL-05", "Malignité mortelle : les pertes vont jusqu’à la mort ou au remède.")
    elif malignite == "benigne":
        note("EXIL-MAL-04", "Malignité bénigne : aucun Point de Santé n’est perdu.")
    else:
        note(
            "EXIL-MAL-04",
            "Malignité {malignite} : pas moins de {floor:Point de Santé|Points de Santé}.",
            malignite=malignite,
            floor=floor,
        )


class DiseaseResult(Result):
    """The body after a disease. `pertes`: losses that took a point. `pds`: below 0 for the dead."""

    pds: int
    etat: EtatDeSante
    pertes: int


class Disease(Illness[DiseaseResult], id="exil.disease"):
    """The PdS that a disease has taken up to an hour (EXIL-MAL-01, -03..05, EXIL-SAN-03,
    EXIL-GUE-01).

    No dice are rolled. Losses come at the end of the incubation, then once each period, until
    death, the cure or the limit of the malignité.

    Left to the leader: EXIL-MAL-02, -07.
    """

    incubation: Delay

    async def rule(self) -> DiseaseResult:
        pds, etat, felt = self.course(self.incubation)
        return DiseaseResult(pds=pds, etat=etat, pertes=felt)


class PoisonResult(Result):
    """The body after a poison. `secouru`: first aid in time has stopped it."""

    secouru: bool
    pds: int
    etat: EtatDeSante


class Poison(Illness[PoisonResult], id="exil.poison"):
    """The PdS that a venin or a poison has taken up to an hour (EXIL-POI-01, -02).

    The first loss comes after the assimilation, the others as for a disease (EXIL-MAL-03..05).
    First aid is possible during the assimilation: a Jet de Médecin under the difficulty of the
    malignité (EXIL-SOI-02).
    """

    assimilation: Delay
    secours: Annotated[bool, Meta(description="des premiers secours sont-ils portés ?")] = False
    medecin: Annotated[
        Annotated[int, Meta(ge=0, le=20)] | None,
        Meta(description="niveau de Médecin de qui porte secours"),
        on_sheet("medecin", role="soigneur"),
    ] = None
    difficulty: Difficulty = 0
    external: Annotated[
        External, on_sheet("malus", "modificateurs", role="soigneur", partial=True)
    ] = 0
    secours_a: Annotated[
        Fraction, Meta(ge=0, description="heure des secours, avant la fin de l’assimilation"), HOURS
    ] = Fraction(0)
    """First aid after the assimilation is too late (EXIL-POI-02)."""
    hors: Annotated[OutOfAction, on_sheet("sur_pied", role="soigneur")] = "debout"

    seats = {"acteur": "soigneur"}
    companions = {"soigneur": ""}
    hideable = ("periode", "perte", "malignite", "difficulty", "external")
    utilities = {"reussite": lambda _, result, seat: int(result.secouru)}

    def goal(self, seat: str) -> str:
        return super().goal(seat) if self.secours else ""

    def check(self) -> None:
        super().check()
        if not self.secours:
            return
        check_acts(self.hors)
        if self.secours_a >= self.assimilation:
            raise refuse(
                "secours_a",
                self.secours_a,
                "avant la fin de l’assimilation ({hours:hours}) ; ensuite, des soins",
                hours=self.assimilation,
            )
        if self.medecin is None:
            raise refuse("medecin", None, "un niveau de Médecin : des secours sont portés")

    async def rule(self) -> PoisonResult:
        if self.medecin is not None and self.secours and await self._aided(self.medecin):
            etat = state_of_health(self.physique, self.start)
            return PoisonResult(secouru=True, pds=self.start, etat=etat)
        pds, etat, _ = self.course(self.assimilation)
        return PoisonResult(secouru=False, pds=pds, etat=etat)

    async def _aided(self, medecin: int) -> bool:
        difficulty = self.difficulty + GRAVITE[self.malignite]
        test = Simple(talent=medecin, difficulty=difficulty, external=self.external)
        aid = await call(test, by=("success",))
        note(
            "EXIL-POI-02",
            "Secouru à temps : le poison ne fera rien perdre."
            if aid.success
            else "Les premiers secours échouent : le poison suit son cours.",
        )
        return aid.success
