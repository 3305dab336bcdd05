"""Diseases, venins and poisons: the PdS that they take, hour after hour (MAL, POI)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta

from tablee.games.exil.actions.simple import Simple
from tablee.games.exil.fields import Attribut, Difficulty, EtatDeSante, External, Physique
from tablee.games.exil.health.states import refuse_above_capital, state_of_health
from tablee.games.exil.landmarks import LOSSES_SEEN, MALIGNITIES_SEEN
from tablee.games.exil.tables import CAPITAL, GRAVITE, HEALING, HEALS_AS
from tablee.rules.ambient import note
from tablee.rules.procedure import Procedure, Result
from tablee.rules.questions import call
from tablee.rules.refusal import refuse
from tablee.rules.schema import on_sheet

Malignite = Annotated[
    Literal["benigne", "legere", "serieuse", "grave", "mortelle"],
    Meta(description="jusqu’où l’État de Santé peut tomber"),
    on_sheet("malignite", role="mal"),
    MALIGNITIES_SEEN,
]
"""The malignité limits how far the État de Santé falls (EXIL-MAL-04, EXIL-POI-01)."""
Delay = Annotated[
    Fraction,
    Meta(ge=0, description="heures entre la contagion et la première perte"),
    on_sheet("delai_fixe", role="mal"),
]
"""Incubation or assimilation (EXIL-MAL-03, EXIL-POI-01); the leader chooses a varying one."""
Period = Annotated[
    Annotated[Fraction, Meta(gt=0)] | None,
    Meta(description="heures entre deux pertes, null sans perte"),
    on_sheet("periode", role="mal"),
]
"""The rhythm of the losses (EXIL-MAL-03)."""
Loss = Annotated[
    int,
    Meta(ge=0, le=20, description="Points de Santé perdus chaque fois"),
    on_sheet("perte", role="mal"),
    LOSSES_SEEN,
]
Patient = Annotated[
    Annotated[int, Meta(ge=0, le=28)] | None,
    Meta(description="Points de Santé au départ, le capital à défaut"),
    on_sheet("pds"),
]
Hour = Annotated[Fraction, Meta(ge=0, description="heures écoulées depuis la contagion")]
CuredAt = Annotated[
    Annotated[Fraction, Meta(ge=0)] | None,
    Meta(description="heure où le mal est soigné, ou guérit de lui-même ; null s’il dure"),
]

_QUARTERS: dict[str, int] = {"legere": 3, "serieuse": 2, "grave": 1}
"""The quarters of the capital that each malignité leaves (R-58, EXIL-MAL-04)."""


def floor_of(physique: Attribut, malignite: str) -> int | None:
    """Return the least PdS that a malignité leaves: None for mortelle, the capital for bénigne."""
    if malignite == "mortelle":
        return None
    return CAPITAL[physique] // 4 * _QUARTERS.get(malignite, 4)


def losses_due(
    delay: Fraction, period: Fraction | None, hour: Fraction, cured: Fraction | None
) -> int:
    """Return the number of losses up to `hour` and before the cure: one at the end of the delay,
    then one each period (EXIL-MAL-03, R-59, R-60)."""
    if period is None or hour < delay:
        return 0
    due = int((hour - delay) // period) + 1
    if cured is None:
        return due
    return min(due, max(0, -int((delay - cured) // period)))


def wasted(physique: Attribut, pds: int, malignite: str, loss: int, times: int) -> tuple[int, int]:
    """Return (PdS, losses that took a point) after `times` losses; death ends them (EXIL-MAL-04,
    -05)."""
    floor = floor_of(physique, malignite)
    felt = 0
    for _ in range(times):
        if loss == 0 or (floor is not None and pds <= floor):
            break
        if state_of_health(physique, pds) == "mort":
            break
        pds = pds - loss if floor is None else max(floor, pds - loss)
        felt += 1
    return pds, felt


def _note_losses(physique: Attribut, pds: int, felt: int, due: int) -> EtatDeSante:
    """Note the losses, and return the État de Santé."""
    etat = state_of_health(physique, pds)
    note(
        "EXIL-MAL-03 EXIL-SAN-03",
        "{felt:perte|pertes} en {due:échéance|échéances} : il reste {pds:Point de Santé|Points de "
        "Santé}. État de Santé : {etat}."
        if felt
        else "Rien n’est perdu à cette heure : {pds:Point de Santé|Points de Santé}. État de "
        "Santé : {etat}.",
        due=due,
        felt=felt,
        pds=pds,
        etat=etat,
    )
    return etat


def _start(physique: Attribut, pds: int | None) -> int:
    return CAPITAL[physique] if pds is None else pds


class DiseaseResult(Result):
    """The body after a disease. `pertes`: losses that took a point. `pds`: below 0 for the dead."""

    pds: int
    etat: EtatDeSante
    pertes: int


class Disease(Procedure[DiseaseResult], id="exil.disease"):
    """The PdS that a disease has taken up to an hour (EXIL-MAL-01, -03..05, EXIL-SAN-03).

    No dice are rolled. Losses come at the end of the incubation, then once each period, until
    death, the cure or the limit of the malignité.

    Left to the leader: EXIL-MAL-02, -07.
    """

    physique: Physique
    pds: Patient = None
    incubation: Delay
    periode: Period
    perte: Loss = 1
    malignite: Malignite
    heure: Hour
    soignee_a: CuredAt = None

    def check(self) -> None:
        if self.pds is not None:
            refuse_above_capital(self.pds, CAPITAL[self.physique])

    async def rule(self) -> DiseaseResult:
        pds, etat, felt = _run_course(self, self.incubation)
        return DiseaseResult(pds=pds, etat=etat, pertes=felt)


def _run_course(ill: Disease | Poison, delay: Fraction) -> tuple[int, EtatDeSante, int]:
    """Return (PdS, État de Santé, losses that took a point) at the hour asked for."""
    _note_limit(ill.physique, ill.malignite)
    if ill.soignee_a is None and ill.malignite in HEALS_AS:
        least, most = HEALING[HEALS_AS[ill.malignite]]
        note(
            "EXIL-GUE-01",
            "Sans soins, il guérit de lui-même en {least:hours} à {most:hours} de repos ; l’heure "
            "est au choix du Meneur.",
            least=24 * least,
            most=24 * most,
        )
    due = losses_due(delay, ill.periode, ill.heure, ill.soignee_a)
    start = _start(ill.physique, ill.pds)
    pds, felt = wasted(ill.physique, start, ill.malignite, ill.perte, due)
    return pds, _note_losses(ill.physique, pds, felt, due), felt


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


class PoisonResult(Result):
    """The body after a poison. `secouru`: first aid in time has stopped it."""

    secouru: bool
    pds: int
    etat: EtatDeSante


class Poison(Procedure[PoisonResult], id="exil.poison"):
    """The PdS that a venin or a poison has taken up to an hour (EXIL-POI-01, -02).

    The first loss comes after the assimilation, the others as for a disease (EXIL-MAL-03..05).
    First aid is possible during the assimilation: a Jet de Médecin under the difficulty of the
    malignité (EXIL-SOI-02).
    """

    physique: Physique
    pds: Patient = None
    assimilation: Delay
    periode: Period
    perte: Loss = 1
    malignite: Malignite
    heure: Hour
    soignee_a: CuredAt = None
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
        Fraction, Meta(ge=0, description="heure des secours, avant la fin de l’assimilation")
    ] = Fraction(0)
    """First aid after the assimilation is too late (EXIL-POI-02)."""

    seats = {"acteur": "soigneur"}
    hideable = ("periode", "perte", "malignite", "difficulty", "external")
    utilities = {"reussite": lambda _, result, seat: int(result.secouru)}

    def goal(self, seat: str) -> str:
        return super().goal(seat) if self.secours else ""

    def check(self) -> None:
        if self.pds is not None:
            refuse_above_capital(self.pds, CAPITAL[self.physique])
        if not self.secours:
            return
        if self.secours_a >= self.assimilation:
            raise refuse(
                "secours_a",
                self.secours_a,
                "avant la fin de l’assimilation ({hours} h) ; ensuite, des soins",
                hours=self.assimilation,
            )
        if self.medecin is None:
            raise refuse("medecin", None, "un niveau de Médecin : des secours sont portés")

    async def rule(self) -> PoisonResult:
        if self.medecin is not None and self.secours and await self._aided(self.medecin):
            pds = _start(self.physique, self.pds)
            return PoisonResult(secouru=True, pds=pds, etat=state_of_health(self.physique, pds))
        pds, etat, _ = _run_course(self, self.assimilation)
        return PoisonResult(secouru=False, pds=pds, etat=etat)

    async def _aided(self, medecin: int) -> bool:
        aid = await call(
            Simple(
                talent=medecin,
                difficulty=self.difficulty + GRAVITE[self.malignite],
                external=self.external,
            ),
            by=("success",),
        )
        if aid.success:
            note("EXIL-POI-02", "Secouru à temps : le poison ne fera rien perdre.")
        else:
            note("EXIL-POI-02", "Les premiers secours échouent : le poison suit son cours.")
        return aid.success
