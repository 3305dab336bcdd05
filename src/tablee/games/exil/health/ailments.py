"""Diseases, venins and poisons: what they take from a body, hour after hour (chapters MAL, POI)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta

from tablee.games.exil.actions.simple import Simple
from tablee.games.exil.fields import Attribut, Difficulty, EtatDeSante, External, Physique
from tablee.games.exil.health.states import refuse_above_capital, state_of_health
from tablee.games.exil.tables import CAPITAL, GRAVITE
from tablee.rules.ambient import note
from tablee.rules.procedure import Procedure, Result
from tablee.rules.questions import call
from tablee.rules.refusal import refuse
from tablee.rules.schema import on_sheet

Malignite = Annotated[
    Literal["benigne", "legere", "serieuse", "grave", "mortelle"],
    Meta(description="jusqu’où l’État de Santé peut tomber"),
    on_sheet("malignite", role="mal"),
]
"""The worst État de Santé that it brings (EXIL-MAL-04, EXIL-POI-01)."""
Delay = Annotated[
    Fraction,
    Meta(ge=0, description="heures entre la contagion et la première perte"),
    on_sheet("delai_fixe", role="mal"),
]
"""Incubation or assimilation (EXIL-MAL-03, EXIL-POI-01); where it varies, the leader picks."""
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
]
Patient = Annotated[
    Annotated[int, Meta(ge=0, le=28)] | None,
    Meta(description="Points de Santé au départ, le capital à défaut"),
    on_sheet("pds"),
]
Hour = Annotated[Fraction, Meta(ge=0, description="heures écoulées depuis la contagion")]
CuredAt = Annotated[
    Annotated[Fraction, Meta(ge=0)] | None,
    Meta(description="heure à laquelle le mal est soigné, null s’il ne l’est pas"),
]

_QUARTERS: dict[str, int] = {"legere": 3, "serieuse": 2, "grave": 1}
"""Quarters of the capital below which each malignité does not lead (R-58, EXIL-MAL-04)."""


def floor_of(physique: Attribut, malignite: str) -> int | None:
    """The PdS below which it does not lead; None for mortelle. A bénigne one takes nothing."""
    if malignite == "mortelle":
        return None
    return CAPITAL[physique] // 4 * _QUARTERS.get(malignite, 4)


def losses_due(
    delay: Fraction, period: Fraction | None, hour: Fraction, cured: Fraction | None
) -> int:
    """The losses up to `hour`, and strictly before the cure: at the end of the delay, then one a
    period (EXIL-MAL-03, R-59, R-60)."""
    if period is None or hour < delay:
        return 0
    due = int((hour - delay) // period) + 1
    if cured is None:
        return due
    return min(due, max(0, -int((delay - cured) // period)))


def wasted(physique: Attribut, pds: int, malignite: str, loss: int, times: int) -> tuple[int, int]:
    """(PdS, losses of at least one) after so many losses; death ends them (EXIL-MAL-04, -05)."""
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


def _tell(physique: Attribut, pds: int, felt: int, due: int) -> EtatDeSante:
    """The État de Santé that this leaves, told."""
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
    """`pertes`: the losses of at least one PdS. `pds` below 0 for the dead."""

    pds: int
    etat: EtatDeSante
    pertes: int


class Disease(Procedure[DiseaseResult], id="exil.disease"):
    """What a disease has taken from a body by a certain hour (EXIL-MAL-01, -03..05, EXIL-SAN-03).

    Without dice. Losses come at the end of the incubation, then once a period, until death, the
    cure or the worst that its malignité allows.

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
        _tell_limit(self.physique, self.malignite)
        due = losses_due(self.incubation, self.periode, self.heure, self.soignee_a)
        start = _start(self.physique, self.pds)
        pds, felt = wasted(self.physique, start, self.malignite, self.perte, due)
        etat = _tell(self.physique, pds, felt, due)
        return DiseaseResult(pds=pds, etat=etat, pertes=felt)


def _tell_limit(physique: Attribut, malignite: str) -> None:
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
    """`secouru`: first aid came in time and was made; then nothing is ever lost."""

    secouru: bool
    pds: int
    etat: EtatDeSante


class Poison(Procedure[PoisonResult], id="exil.poison"):
    """What a venin or a poison has taken from a body by a certain hour (EXIL-POI-01, -02).

    Like a disease, with an assimilation before the first loss (EXIL-MAL-03..05); first aid is
    possible only as long as it lasts: a Jet de Médecin under the difficulty of the malignité
    (EXIL-SOI-02).
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
    """First aid after the assimilation comes too late (EXIL-POI-02)."""

    seats = {"acteur": "soigneur"}
    hideable = ("periode", "perte", "malignite", "difficulty", "external")
    utilities = {"reussite": lambda _, result, seat: int(result.secouru)}

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
        start = _start(self.physique, self.pds)
        if self.medecin is not None and self.secours and await self._aided(self.medecin):
            etat = state_of_health(self.physique, start)
            return PoisonResult(secouru=True, pds=start, etat=etat)
        _tell_limit(self.physique, self.malignite)
        due = losses_due(self.assimilation, self.periode, self.heure, self.soignee_a)
        pds, felt = wasted(self.physique, start, self.malignite, self.perte, due)
        etat = _tell(self.physique, pds, felt, due)
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
