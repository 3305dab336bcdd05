"""Harm outside of combat: chocs, falls, asphyxia (CHO, CHU, ASP)."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta

from tablee.dice.die import D12
from tablee.games.exil.fields import Difficulty, External, Physique, Talent
from tablee.games.exil.landmarks import CHOCS_SEEN
from tablee.games.exil.out_of_action import OutOfAction, check_alive
from tablee.games.exil.rulings import ExilRulings
from tablee.games.exil.tables import BONUS, GROUNDS_SEEN, SURFACE
from tablee.rules.ambient import effect, note, rulings
from tablee.rules.field_marks import on_sheet
from tablee.rules.procedure import Procedure, Result
from tablee.rules.questions import become, roll

Physical = Annotated[External, on_sheet("malus_physique", "modificateurs", partial=True)]
"""The modifiers of a physical action include the encombrement (EXIL-PRO-04)."""
Failures = Annotated[
    int,
    Meta(ge=0, le=3, description="ceux de cette scène : étourdi à 1, sonné à 2, inconscient à 3"),
    on_sheet("echecs"),
]
"""Failures against chocs count until the end of the scene (EXIL-CHO-04, R-54)."""
Conscience = Literal["indemne", "etourdi", "sonne", "inconscient"]
STAGES: tuple[Conscience, ...] = ("indemne", "etourdi", "sonne", "inconscient")
"""The stages by the number of failures against chocs (EXIL-CHO-04)."""


class ShockResult(Result):
    conscience: Conscience


class Shock(Procedure[ShockResult], id="exil.shock"):
    """A d12 and Physique against each choc in turn (EXIL-CHO-01..04). No PdS are lost.

    P(resist) = min(12, max(0, 13 + bonus - value)) / 12.
    """

    valeurs: Annotated[
        tuple[Annotated[int, Meta(ge=1, le=20)], ...],
        Meta(min_length=1, max_length=20, description="valeurs des chocs reçus, dans l’ordre"),
        CHOCS_SEEN,
    ]
    """The leader gives the values (EXIL-CHO-02)."""
    physique: Physique = "moyen"
    echecs: Failures = 0
    hors: OutOfAction = "debout"

    utilities = {
        "rester_conscient": lambda _, result, seat: int(result.conscience != "inconscient")
    }
    goals = {"": "rester_conscient"}

    def check(self) -> None:
        check_alive(self.hors)

    async def rule(self) -> ShockResult:
        if not self.valeurs or self.echecs >= 3:
            conscience = STAGES[self.echecs]
            note(
                "EXIL-CHO-04",
                "État final : {conscience} ; ce qu’il en coûte est au gré du Meneur."
                if 0 < self.echecs < 3
                else "État final : {conscience}.",
                conscience=conscience,
            )
            return ShockResult(conscience=conscience)
        value, bonus = self.valeurs[0], BONUS[self.physique]
        face = await roll(D12, "choc", who="acteur")
        least = value + 1 if rulings(ExilRulings).choc_equal == "fails" else value
        echecs = self.echecs
        if face + bonus < least:
            echecs += 1
            effect("echecs", 1, "acteur")
        note(
            "EXIL-CHO-02 EXIL-CHO-03",
            "Choc de {value}{bonus:|, Physique}, dé {face} : {failed:aucun échec|échec|échecs} en tout.",
            value=value,
            bonus=bonus,
            face=face,
            failed=echecs,
        )
        return await become(Shock(valeurs=self.valeurs[1:], physique=self.physique, echecs=echecs))


class Damage(Result):
    """The Points de Santé lost, at least 0."""

    damage: int


def _lost(damage: int) -> Damage:
    if damage:
        effect("pds", -damage, "acteur")
    return Damage(damage=damage)


class Fall(Procedure[Damage], id="exil.fall"):
    """Two PdS a metre, changed by the ground, eased by Acrobate (EXIL-CHU-01..04)."""

    hauteur: Annotated[Fraction, Meta(ge=0, le=100, description="hauteur de la chute en mètres")]
    surface: Annotated[
        Literal["paille_neige", "terre", "plancher", "pierre_metal"],
        Meta(description="surface de réception"),
        GROUNDS_SEEN,
    ] = "plancher"
    """EXIL-CHU-03."""
    ajustement: Annotated[
        int, Meta(ge=-100, le=100, description="ajustement du Meneur aux dommages")
    ] = 0
    acrobate: Annotated[
        Talent | None,
        Meta(description="niveau d’Acrobate, si le personnage amortit sa chute"),
        on_sheet("acrobate", "niveaux"),
    ] = None
    difficulty: Difficulty = 0
    external: Physical = 0
    hors: OutOfAction = "debout"

    hideable = ("ajustement", "difficulty", "external")
    utilities = {"eviter": lambda _, result, seat: -result.damage}

    def check(self) -> None:
        check_alive(self.hors)

    async def rule(self) -> Damage:
        base = 0
        if self.hauteur:
            base = math.floor(2 * self.hauteur) + SURFACE[self.surface] + self.ajustement
        note(
            "EXIL-CHU-01 EXIL-CHU-03",
            "Chute de {height:decimal} m, {surface}{by:|, ajustement} : dommages de base {base}.",
            height=self.hauteur,
            surface=self.surface,
            by=self.ajustement,
            base=base,
        )
        eased = await self._eased()
        damage = max(0, base - eased)
        if self.acrobate is not None:
            note(
                "EXIL-CHU-04",
                "Chute amortie : {damage:aucun point|point|points} de dommages."
                if eased
                else "Chute sans rien pour l’amortir : {damage:aucun point|point|points} de dommages.",
                damage=damage,
            )
        return _lost(damage)

    async def _eased(self) -> int:
        """Return the damage that the margin of Acrobate saves (R-56)."""
        if self.acrobate is None or rulings(ExilRulings).fall_acrobate == "none":
            return 0
        level = self.acrobate + self.difficulty + self.external
        margin = level - await roll(D12, "talent", who="acteur")
        note(
            "EXIL-CHU-04",
            "Acrobate, niveau {level} : la marge de réussite retranche {less:point|points}."
            if margin > 0
            else "Acrobate, niveau {level} : rien n’amortit la chute.",
            level=level,
            margin=margin,
            less=max(0, margin),
        )
        return max(0, margin)


class Asphyxia(Procedure[Damage], id="exil.asphyxia"):
    """Four PdS a minute without air, breath held by Sportif (EXIL-ASP-01, -02)."""

    secondes: Annotated[int, Meta(ge=0, le=3600, description="secondes sans pouvoir respirer")]
    sportif: Annotated[
        Talent | None,
        Meta(description="niveau de Sportif, si le personnage retient son souffle"),
        on_sheet("sportif", "niveaux"),
    ] = None
    difficulty: Difficulty = 0
    external: Physical = 0
    souffle_par_point: Annotated[
        int, Meta(ge=0, le=60, description="secondes gagnées par point de marge")
    ] = 5
    """The document gives no number (EXIL-ASP-02, R-57)."""
    hors: OutOfAction = "debout"

    hideable = ("difficulty", "external")
    utilities = {"eviter": lambda _, result, seat: -result.damage}

    def check(self) -> None:
        check_alive(self.hors)

    async def rule(self) -> Damage:
        held = await self._held()
        left = max(0, self.secondes - held)
        by_minute = rulings(ExilRulings).asphyxia_step == "minute"
        damage = 4 * (left // 60) if by_minute else left // 15
        note(
            "EXIL-ASP-01",
            "{left:seconde|secondes} sans air : {damage:aucun point|point|points} de dommages.",
            left=left,
            damage=damage,
        )
        return _lost(damage)

    async def _held(self) -> int:
        if self.sportif is None:
            return 0
        level = self.sportif + self.difficulty + self.external
        margin = level - await roll(D12, "talent", who="acteur")
        held = self.souffle_par_point * max(0, margin)
        note(
            "EXIL-ASP-02",
            "Sportif, niveau {level}, marge {margin:+} : le souffle tient {held:seconde|secondes} de "
            "plus."
            if held
            else "Sportif, niveau {level}, marge {margin:+} : le souffle ne tient pas plus longtemps.",
            level=level,
            margin=margin,
            held=held,
        )
        return held
