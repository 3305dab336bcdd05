"""The kinds of parameter that several procedures of Éclats share: range and help, once."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta

from tablee.dice.die import Die
from tablee.dice.law import Law
from tablee.games.eclats.landmarks import PRICES_SEEN, SEUILS_SEEN
from tablee.rules.field_marks import landmarks, on_sheet, shown_when
from tablee.rules.questions import ASK
from tablee.rules.refusal import refuse
from tablee.rules.texts.words import deferred

D10_FROM_0 = Die(10, lowest=0)
"""The only die of the game: its faces are 0 to 9."""

Caracteristique = Annotated[
    int,
    Meta(ge=0, le=3, description="valeur de la Caractéristique liée à l’action"),
    on_sheet("caracteristiques"),
]
"""The Caractéristique of the action (ECL-LAN-02, -03)."""
Bonus = Annotated[
    int,
    Meta(ge=0, le=20, description="bonus de la Compétence qui convient, sinon 0"),
    on_sheet("competences"),
]
"""The bonus of the one Compétence that fits (ECL-LAN-06)."""
Number = Annotated[
    int,
    Meta(
        ge=1,
        le=99,
        description="résultat à atteindre, ou « inatteignable » s’il est hors de portée",
    ),
    on_sheet("seuils", role="adversaire"),
    landmarks(SEUILS_SEEN, "ECL-LAN-11 ECL-ECH-07 ECL-NEG-12"),
]
"""The maître’s; it may be out of reach (ECL-LAN-08, -10)."""
Seuil = Number | Literal["inatteignable"]
Belief = Annotated[
    tuple[tuple[Seuil, Annotated[Fraction, Meta(ge=0)]], ...], Meta(min_length=1, max_length=100)
]
"""The law of an unknown seuil: pairs (seuil, chance) whose chances sum to 1."""
Secret = Annotated[bool, Meta(description="le maître de jeu garde le seuil pour lui")]
"""Whether the maître hides it (ECL-LAN-09)."""
Des = (
    Annotated[
        int,
        Meta(
            ge=1,
            le=4,
            description="dés lancés, de 1 à 1 + Caractéristique ; tous si rien n’est dit",
        ),
        shown_when("choix_des", "libre"),
    ]
    | ASK
    | None
)
"""ECL-LAN-04."""
DesRelance = Annotated[
    int,
    Meta(ge=1, le=3, description="dés accordés pour le prix proposé"),
    landmarks(PRICES_SEEN, "ECL-NEG-10"),
]
"""The dice that the maître gives for the price (ECL-NEG-03, -07)."""
Relancable = Annotated[
    bool,
    Meta(description="la dernière action est un échec simple à relancer"),
    on_sheet("relance_possible"),
]
"""Whether the last action is an échec simple, the only issue to relaunch (ECL-NEG-01)."""


def check_failed(relance_possible: bool) -> None:
    """Refuse to bargain over, or to relaunch, what is no échec simple (ECL-NEG-01, R-13)."""
    if not relance_possible:
        raise refuse(
            "relance_possible",
            False,
            "un échec simple, le seul qui se négocie",
            sentence=deferred(
                "la dernière action n’est pas un échec simple, ou cet échec ne peut plus être "
                "relancé ; seul un échec simple se négocie."
            ),
        )


def as_law(belief: Belief) -> Law[Seuil]:
    """Return the law of a belief. Raises `ValueError` unless its chances sum to 1."""
    chances: dict[Seuil, Fraction] = {}
    for seuil, chance in belief:
        chances[seuil] = chances.get(seuil, Fraction()) + chance
    return Law.from_fractions(chances)


def reaches(total: int, seuil: Seuil) -> bool:
    """Return whether a total reaches the seuil; equal is enough (ECL-LAN-07, -10)."""
    return seuil != "inatteignable" and total >= seuil
