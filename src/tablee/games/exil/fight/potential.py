"""Numbers of a fighter without dice: Potentiel de Combat, range, targets of a burst (CBT, ARM)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta

from tablee.games.exil.equipment.weapons import BURST, RANGED, BurstArme, RangedArme
from tablee.games.exil.fields import HealthMalus, Maniabilite, Talent
from tablee.games.exil.rulings import ExilRulings
from tablee.rules.ambient import note, rulings
from tablee.rules.field_marks import on_sheet
from tablee.rules.procedure import Procedure, Result
from tablee.rules.refusal import refuse

TWO_WEAPONS = 9
"""The least Talent with which a second weapon counts (EXIL-OPT-04)."""


class CombatPotentialResult(Result):
    """The PC and its default split, the odd point in the Pdef (EXIL-CBT-06, R-13)."""

    pc: int
    poff: int
    pdef: int


class CombatPotential(Procedure[CombatPotentialResult], id="exil.pc"):
    """The Potentiel de Combat: Talent, weapons, health and circumstances (EXIL-CBT-04..06, -11,
    EXIL-LEX-04, EXIL-OPT-04)."""

    talent: Annotated[Talent, on_sheet("talent_de_combat", "niveaux")]
    maniabilite: Annotated[Maniabilite, on_sheet("maniabilite_arme", "maniabilite")] = 0
    maniabilite_2: Annotated[
        int,
        Meta(ge=-5, le=10, description="maniabilité d’une seconde arme, dès le Talent 9"),
        on_sheet("maniabilite_seconde"),
    ] = 0
    malus: HealthMalus = 0
    circonstance: Annotated[
        int, Meta(ge=-20, le=20, description="position, moral, fatigue, au gré du Meneur")
    ] = 0
    """EXIL-CBT-04."""

    def check(self) -> None:
        if self.maniabilite_2 and self.talent < TWO_WEAPONS:
            raise refuse(
                "maniabilite_2",
                self.maniabilite_2,
                "0, ou un Talent d’au moins {least}",
                least=TWO_WEAPONS,
            )

    async def rule(self) -> CombatPotentialResult:
        weapons = self.maniabilite + self.maniabilite_2
        pc = max(0, self.talent + weapons + self.malus + self.circonstance)
        note(
            "EXIL-CBT-04",
            "Talent {talent}{weapons:|, armes}{malus:|, santé}{other:|, circonstances} : "
            "Potentiel de Combat {pc}.",
            talent=self.talent,
            weapons=weapons,
            malus=self.malus,
            other=self.circonstance,
            pc=pc,
        )
        note(
            "EXIL-CBT-06",
            "Attitude par défaut : Poff {poff}, Pdef {pdef}.",
            poff=pc // 2,
            pdef=pc - pc // 2,
        )
        return CombatPotentialResult(pc=pc, poff=pc // 2, pdef=pc - pc // 2)


Band = Literal["bout_portant", "courte", "moyenne", "longue", "extreme", "hors_portee"]


class RangeBandResult(Result):
    range: Band


class RangeBand(Procedure[RangeBandResult], id="exil.range_band"):
    """The range of a weapon at a distance (EXIL-ARM-06, EXIL-TIR-07).

    The distances of the tables are upper bounds (ruling `range_bounds`).
    """

    arme: Annotated[
        RangedArme, Meta(description="arme de jet, de trait ou à feu"), on_sheet("tire")
    ]
    distance: Annotated[Fraction, Meta(gt=0, description="distance de la cible en mètres")]
    bout_portant: Annotated[
        bool, Meta(description="le Meneur juge-t-il la cible à bout portant ?")
    ] = False

    async def rule(self) -> RangeBandResult:
        found = self._band()
        note(
            "EXIL-ARM-06",
            "{arme:^}, {distance:decimal} m. Portée : {band}.",
            arme=self.arme,
            distance=self.distance,
            band=found,
        )
        return RangeBandResult(range=found)

    def _band(self) -> Band:
        if self.bout_portant:
            return "bout_portant"
        ends = RANGED[self.arme].distances
        if rulings(ExilRulings).range_bounds == "lower":
            below: tuple[Band, ...] = ("bout_portant", "courte", "moyenne", "longue", "extreme")
            return below[sum(self.distance >= end for end in ends)]
        upto: tuple[Band, ...] = ("courte", "moyenne", "longue", "extreme", "hors_portee")
        return upto[sum(self.distance > end for end in ends)]


def targets_of_burst(arme: BurstArme, tireur: int) -> int:
    """Return the highest number of targets of a burst, at least 1 (R-51)."""
    return max(1, tireur // BURST[arme])


class BurstTargetsResult(Result):
    cibles: int


class BurstTargets(Procedure[BurstTargetsResult], id="exil.rafale_cibles"):
    """The highest number of targets of a burst (EXIL-ARM-13, -14)."""

    arme: Annotated[BurstArme, Meta(description="arme qui tire en rafale"), on_sheet("rafale")]
    tireur: Annotated[
        int, Meta(ge=0, le=20, description="niveau du Talent Tireur"), on_sheet("tireur")
    ]

    async def rule(self) -> BurstTargetsResult:
        cibles = targets_of_burst(self.arme, self.tireur)
        note(
            "EXIL-ARM-13 EXIL-ARM-14",
            "{arme:^}, Tireur {tireur} : {cibles:cible|cibles} par rafale.",
            arme=self.arme,
            tireur=self.tireur,
            cibles=cibles,
        )
        return BurstTargetsResult(cibles=cibles)
