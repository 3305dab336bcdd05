"""L'Échelle de réalité: men, machines and giants (chapter ECH)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta

from tablee.games.loss.rulings import LossRulings
from tablee.games.loss.tables import SCALES, Echelle
from tablee.rules.ambient import note, rulings
from tablee.rules.field_marks import on_sheet
from tablee.rules.procedure import Procedure, Result

From = Annotated[Echelle, Meta(description="Échelle d’où l’on part")]
To = Annotated[Echelle, Meta(description="Échelle où l’on arrive")]


class ConversionResult(Result):
    """`valeur`: the same thing at the other Échelle, exactly."""

    valeur: Fraction


class Conversion(Procedure[ConversionResult], id="loss.echelle"):
    """Ten times less a step up, ten times more a step down (LOSS-ECH-02, -06, -07)."""

    valeur: Annotated[int, Meta(description="score, masse ou dégâts à convertir")]
    de: From
    vers: To
    nature: Annotated[
        Literal["puissance", "degats", "armure", "masse", "autre"],
        Meta(description="ce que mesure la valeur"),
    ]

    async def rule(self) -> ConversionResult:
        value = Fraction(self.valeur)
        if self.nature != "autre":
            value *= Fraction(SCALES[self.de], SCALES[self.vers])
        note(
            "LOSS-ECH-02 LOSS-ECH-07",
            "Ce qui vaut {valeur} à l’Échelle des {de} vaut {value} à l’Échelle des {vers}.",
            valeur=self.valeur,
            de=self.de,
            value=value,
            vers=self.vers,
        )
        return ConversionResult(valeur=value)


class DamageResult(Result):
    """`perte`: points lost at the target's Échelle."""

    perte: int


class Damage(Procedure[DamageResult], id="loss.degats_echelle"):
    """Damage from one Échelle to another, armour at its owner's (LOSS-ECH-02, -04, -05).

    Left to the leader: LOSS-ECH-03.
    """

    degats: Annotated[int, Meta(ge=0, description="dégâts à l’Échelle de l’attaquant")]
    de: Annotated[From, on_sheet("echelle", role="attaquant")]
    vers: Annotated[To, on_sheet("echelle", role="cible")]
    armure: Annotated[
        int,
        Meta(ge=0, description="armure à l’Échelle de la cible"),
        on_sheet("armure", role="cible"),
    ] = 0

    async def rule(self) -> DamageResult:
        lost = scaled_loss(self.degats, self.de, self.vers, self.armure)
        return DamageResult(perte=lost)


def scaled_loss(damage: int, start: Echelle, end: Echelle, armour: int) -> int:
    """Return the points lost at the target’s Échelle (LOSS-ECH-04, -05; R-41)."""
    if SCALES[start] >= SCALES[end]:
        lost = max(0, damage * (SCALES[start] // SCALES[end]) - armour)
    else:
        times = SCALES[end] // SCALES[start]
        net = damage - armour * times
        least = 1 if rulings(LossRulings).echelle_arrondi == "min_un" else 0
        lost = max(least, net // times) if net > 0 else 0
    note(
        "LOSS-ECH-04 LOSS-ECH-05",
        "{degats:point|points} de dégâts à l’Échelle des {de}, contre une armure de {armure} à l’Échelle des {vers} : {lost:aucun point perdu|point perdu|points perdus}.",
        degats=damage,
        de=start,
        armure=armour,
        vers=end,
        lost=lost,
    )
    return lost


class ScaleOfResult(Result):
    """`echelle`: by the mass alone; the MJ may rule otherwise (R-43)."""

    echelle: Echelle


class ScaleOf(Procedure[ScaleOfResult], id="loss.echelle_de"):
    """The Échelle of something by its mass (LOSS-ECH-01)."""

    tonnes: Annotated[Fraction, Meta(gt=0, description="masse en tonnes")]

    async def rule(self) -> ScaleOfResult:
        scale: Echelle = "geants"
        if self.tonnes <= 4:
            scale = "hommes"
        elif self.tonnes <= 1000:
            scale = "machines"
        note("LOSS-ECH-01", "{tonnes} t : Échelle des {scale}.", tonnes=self.tonnes, scale=scale)
        return ScaleOfResult(echelle=scale)
