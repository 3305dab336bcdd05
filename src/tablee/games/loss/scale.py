"""L'Échelle de réalité: men, machines and giants (chapter ECH)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta

from tablee.games.loss.rulings import LossRulings
from tablee.games.loss.tables import SCALES, Echelle
from tablee.rules.ambient import note, rulings
from tablee.rules.field_marks import on_sheet
from tablee.rules.forms import OneOf
from tablee.rules.procedure import Procedure, Result
from tablee.rules.questions import ASK, decide
from tablee.rules.refusal import refuse

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

    apart = ("attaquant", "cible")

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
        _damage_text(start == end, armour > 0),
        degats=damage,
        de=start,
        armure=armour,
        vers=end,
        lost=lost,
    )
    return lost


def _damage_text(same: bool, armoured: bool) -> str:
    """Return the sentence about damage within one Échelle, or from one to another."""
    if same:
        return (
            "{degats:point|points} de dégâts contre une armure de {armure} : "
            "{lost:aucun point perdu|point perdu|points perdus}."
            if armoured
            else "{degats:point|points} de dégâts, sans armure : "
            "{lost:aucun point perdu|point perdu|points perdus}."
        )
    return (
        "{degats:point|points} de dégâts à l’Échelle des {de}, contre une armure de {armure} à "
        "l’Échelle des {vers} : {lost:aucun point perdu|point perdu|points perdus}."
        if armoured
        else "{degats:point|points} de dégâts à l’Échelle des {de}, "
        "{lost:aucun point perdu|point perdu|points perdus} à celle des {vers}, sans armure."
    )


class ScaleOfResult(Result):
    """`echelle`: by the mass, and by the MJ where two Échelles share it (R-43)."""

    echelle: Echelle


class ScaleOf(Procedure[ScaleOfResult], id="loss.echelle_de"):
    """The Échelle of something by its mass (LOSS-ECH-01)."""

    tonnes: Annotated[Fraction, Meta(gt=0, description="masse en tonnes")]
    echelle: (
        Annotated[
            Echelle, Meta(description="Échelle que le MJ donne à une masse que deux partagent")
        ]
        | ASK
        | None
    ) = None
    """A heavy cart or a small boat, a great clipper or a béhémoth: the MJ decides."""

    def check(self) -> None:
        offered = _shared(self.tonnes) or (_usual(self.tonnes),)
        if self.echelle not in (None, "ask", *offered):
            raise refuse("echelle", self.echelle, "{form:form}", form=OneOf(offered))

    async def rule(self) -> ScaleOfResult:
        usual, shared = _usual(self.tonnes), _shared(self.tonnes)
        if not shared:
            note(
                "LOSS-ECH-01", "{tonnes} t : Échelle des {scale}.", tonnes=self.tonnes, scale=usual
            )
            return ScaleOfResult(echelle=usual)
        scale: Echelle = usual
        if self.echelle is not None:
            scale = await decide(
                self.echelle,
                "echelle",
                OneOf(shared),
                who="mj",
                facts={"tonnes": self.tonnes},
                default=usual,
                policy=usual,
            )
        note(
            "LOSS-ECH-01",
            "{tonnes} t : Échelle des {one} ou des {other}, au gré du MJ ; à défaut, celle des {scale}."
            if self.echelle is None
            else "{tonnes} t : Échelle des {one} ou des {other} ; le MJ tranche : celle des {scale}.",
            tonnes=self.tonnes,
            one=shared[0],
            other=shared[1],
            scale=scale,
        )
        return ScaleOfResult(echelle=scale)


def _usual(tonnes: Fraction) -> Echelle:
    """Return the Échelle of a mass where nobody decides (R-43)."""
    return "hommes" if tonnes <= 4 else "machines" if tonnes <= 1000 else "geants"


def _shared(tonnes: Fraction) -> tuple[Echelle, ...]:
    """Return the two Échelles that a mass may have: Hommes end at 3 or 4 t and Machines begin at 4
    or 5; the greatest clippers are heavier than 1000 t, as Géants are. None where it has one."""
    if 3 < tonnes < 5:
        return "hommes", "machines"
    return ("machines", "geants") if tonnes > 1000 else ()
