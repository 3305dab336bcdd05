"""Care by a Médecin, healing without care (SOI, GUE)."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta

from tablee.dice.die import D12
from tablee.games.exil.actions.simple import note_needed_face, succeeds
from tablee.games.exil.fields import Attempt, Attribut, External, Gravite, Physique, RetryPenalty
from tablee.games.exil.health.states import is_dead, refuse_above_capital, wounds
from tablee.games.exil.landmarks import RESTS_SEEN, WOUNDS_SEEN
from tablee.games.exil.out_of_action import OutOfAction, check_acts
from tablee.games.exil.tables import (
    ACTIVITY,
    AIDE,
    CAPITAL,
    GRAVITE,
    GRAVITIES_SEEN,
    HEALING,
    HYGIENE,
    HYGIENES_SEEN,
    MATERIALS_SEEN,
    MATERIEL,
    RECOVERY,
    WATCHING,
)
from tablee.rules.ambient import effect, note
from tablee.rules.field_marks import DAYS, on_sheet
from tablee.rules.procedure import Procedure, Result
from tablee.rules.questions import roll
from tablee.rules.refusal import refuse
from tablee.rules.texts.words import deferred

_OF_WOUNDS: dict[str, Gravite] = {
    "leger": "legere",
    "serieux": "serieuse",
    "grave": "grave",
    "critique": "critique",
}


def covers_wounds(gravite: Gravite | None, physique: Attribut, pds: int) -> bool:
    """Return whether care for a gravity, None for the État de Santé, is enough for the wounds
    (EXIL-SOI-02, R-63)."""
    treated = 0 if gravite is None else GRAVITE[gravite]
    return gravite is None or treated <= GRAVITE[_OF_WOUNDS.get(wounds(physique, pds), "benigne")]


class CareResult(Result):
    """The outcome of care. `jours`: days until full health, None without success and for care that
    leaves a worse wound as it is."""

    success: bool
    margin: int
    jours: int | None


class Care(Procedure[CareResult], id="exil.care"):
    """A Jet de Médecin starts the recovery of a patient (EXIL-SOI-01..05, EXIL-SAN-06)."""

    medecin: Annotated[
        int, Meta(ge=0, le=20, description="niveau du Talent Médecin"), on_sheet("medecin")
    ]
    gravite: Annotated[
        Gravite | None,
        Meta(description="gravité soignée ; sinon celle de l’État de Santé"),
        GRAVITIES_SEEN,
    ] = None
    """EXIL-SOI-02."""
    materiel: Annotated[
        Literal["standard", "inadapte"], Meta(description="matériel du médecin"), MATERIALS_SEEN
    ] = "standard"
    hygiene: Annotated[
        Literal["excellente", "standard", "deplorable"],
        Meta(description="conditions sanitaires"),
        HYGIENES_SEEN,
    ] = "standard"
    aide: Annotated[bool, Meta(description="le médecin est-il aidé d’un tiers ?")] = False
    external: External = 0
    attempt: Attempt = 1
    retry_penalty: RetryPenalty = 0
    physique: Annotated[Physique, on_sheet("physique", role="patient")]
    pds: Annotated[
        int,
        Meta(ge=-1000, le=28, description="Points de Santé du patient, 0 au moins"),
        on_sheet("pds_restants", role="patient"),
    ]
    """The capital is allowed only with a `gravite`, for a disease without losses (EXIL-SOI-02)."""
    hors: OutOfAction = "debout"

    companions = {"patient": "pds"}
    hideable = ("gravite", "external", "attempt", "retry_penalty")
    utilities = {"reussite": lambda _, result, seat: int(result.success)}

    def check(self) -> None:
        check_acts(self.hors)
        if is_dead(self.pds):
            raise refuse(
                "pds", self.pds, "les Points de Santé d’un vivant : un mort ne se soigne pas"
            )
        capital = CAPITAL[self.physique]
        refuse_above_capital(self.pds, capital)
        if self.gravite is None and self.pds == capital:
            allowed = "moins de {capital}, ou la gravité d’un mal à soigner"
            raise refuse("pds", self.pds, allowed, capital=capital)

    async def rule(self) -> CareResult:
        level = self._level()
        margin = level - await roll(D12, "talent", who="acteur")
        success = succeeds(margin)
        note(
            "EXIL-SOI-04",
            "Les soins réussissent, marge de réussite {size}."
            if success
            else "Les soins échouent, marge d’échec {size}.",
            margin=margin,
            size=abs(margin),
        )
        if not success:
            return CareResult(success=False, margin=margin, jours=None)
        effect("soins", True, "patient")
        if covers_wounds(self.gravite, self.physique, self.pds):
            return CareResult(success=True, margin=margin, jours=self._days())
        note(
            "EXIL-SOI-02",
            "Ces soins valent pour un mal de gravité {gravite} : l’état {wound} demande les siens.",
            gravite=self.gravite,
            wound=wounds(self.physique, self.pds),
        )
        return CareResult(success=True, margin=margin, jours=None)

    def _days(self) -> int:
        """Return the days until full health, 0 for a body at its capital."""
        rate = RECOVERY[self.physique]
        jours = math.ceil((CAPITAL[self.physique] - self.pds) / rate)
        if jours:
            note(
                "EXIL-SOI-04 EXIL-SOI-05",
                "Les soins agissent. Points de Santé regagnés par jour : {rate} ; pleine forme en "
                "{days:jour|jours}.",
                rate=rate,
                days=jours,
            )
        return jours

    def _level(self) -> int:
        gravite = self.gravite or _OF_WOUNDS[wounds(self.physique, self.pds)]
        conditions = MATERIEL[self.materiel] + HYGIENE[self.hygiene] + AIDE * self.aide
        retries = self.retry_penalty * (self.attempt - 1)
        level = self.medecin + GRAVITE[gravite] + conditions + self.external - retries
        note(
            "EXIL-SOI-02 EXIL-SOI-03",
            "Médecin {medecin}, gravité {gravite} ({by:+}){conditions:|, conditions}"
            "{other:|, autres modificateurs} : niveau {level}.",
            medecin=self.medecin,
            gravite=gravite,
            by=GRAVITE[gravite],
            conditions=conditions,
            other=self.external - retries,
            level=level,
        )
        note_needed_face(level)
        return level


# ── without care ───────────────────────────────────────────────────────────────────────────────
Wound = Literal["leger", "serieux", "grave", "critique"]
Activite = Annotated[
    Literal["repos", "normale", "repos_surveille"],
    Meta(description="ce que fait le blessé pendant qu’il guérit"),
    RESTS_SEEN,
]
"""Rest, a normal life, or complete rest supervised by a Médecin (EXIL-GUE-02, -03)."""
Watcher = Annotated[
    Annotated[int, Meta(ge=0, le=20)] | None,
    Meta(description="niveau du Médecin qui surveille le repos"),
    on_sheet("medecin", role="soigneur"),
]


def check_watched(activite: str, medecin: int | None) -> None:
    """Raise `Refusal` for a supervised rest without a competent Médecin (EXIL-GUE-03)."""
    if activite == "repos_surveille" and (medecin is None or medecin < WATCHING):
        raise refuse("medecin", medecin, "un Médecin de niveau {least} au moins", least=WATCHING)


def days_of_healing(gravite: str, activite: str) -> tuple[Fraction, Fraction]:
    """Return the least and the most days from a state to full health (T-26, R-65)."""
    least, most = HEALING[gravite]
    return least * ACTIVITY[activite], most * ACTIVITY[activite]


class NaturalHealingResult(Result):
    """The least and the most days until full health; the leader chooses between them (R-65)."""

    jours_min: Annotated[Fraction, DAYS]
    jours_max: Annotated[Fraction, DAYS]


class NaturalHealing(Procedure[NaturalHealingResult], id="exil.natural_healing"):
    """The time in which a wound heals by itself, without dice (EXIL-GUE-01..03, EXIL-BLE-02)."""

    gravite: (
        Annotated[
            Wound,
            Meta(description="État de Santé du blessé, ou gravité du mal"),
            on_sheet("gravite"),
            WOUNDS_SEEN,
        ]
        | None
    ) = None
    """None, of somebody who is neither wounded nor ill, is refused."""
    activite: Activite = "repos"
    medecin: Watcher = None
    mal: Annotated[
        Annotated[str, Meta(min_length=1, max_length=100)] | None,
        Meta(description="maladie ou poison qui guérit, null pour les blessures"),
    ] = None

    hors: Annotated[OutOfAction, on_sheet("sur_pied", role="soigneur")] = "debout"

    companions = {"soigneur": ""}

    def check(self) -> None:
        if self.gravite is None:
            nothing = deferred(
                "il n’y a rien à guérir, ni blessure ni mal dont on donne la gravité."
            )
            allowed = "léger, sérieux, grave ou critique"
            raise refuse("gravite", None, allowed, sentence=nothing)
        if self.activite == "repos_surveille":
            check_acts(self.hors)
        check_watched(self.activite, self.medecin)

    async def rule(self) -> NaturalHealingResult:
        assert self.gravite is not None
        least, most = days_of_healing(self.gravite, self.activite)
        note(
            "EXIL-GUE-01 EXIL-GUE-02 EXIL-GUE-03",
            "État de Santé {gravite} ; {activite} : de {span:hours} jusqu’à la pleine forme."
            if self.mal is None
            else "« {mal:=} », {gravite} ; {activite} : de {span:hours} pour guérir.",
            gravite=self.gravite,
            activite=self.activite,
            span=(24 * least, 24 * most),
            mal=self.mal,
        )
        return NaturalHealingResult(jours_min=least, jours_max=most)
