"""Test de chance: luck answers a question by yes or no (CHA)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tablee.dice.die import D6
from tablee.dice.tally import Against
from tablee.games.armes_dieux import tables
from tablee.rules.ambient import Thrown, note
from tablee.rules.field_marks import on_sheet
from tablee.rules.procedure import Procedure, Result
from tablee.rules.questions import roll

Reponse = Literal["non", "oui_condition", "oui"]


class ChanceResult(Result):
    """The answer of luck."""

    reponse: Reponse


class Chance(Procedure[ChanceResult], id="armes_dieux.chance"):
    """Four dice against 12: no, yes at a price, yes (AD-CHA-03..07).

    Left to the leader: AD-CHA-01, -02, -08, -09.
    """

    question: Annotated[
        str, Meta(max_length=2000, description="question à laquelle on répond par oui ou non")
    ] = ""
    qui: Annotated[
        Literal["meneur", "player"], Meta(description="qui lance les dés"), on_sheet("lance")
    ] = "meneur"
    """The Meneur, or the player of the character that he asks (AD-CHA-01)."""

    seats = {"player": ""}

    async def rule(self) -> ChanceResult:
        if self.question:
            note("AD-CHA-01 AD-CHA-02", "Question posée : {question:=}", question=self.question)
        read = Against(tables.LUCK_LEVEL, (tables.NOTHING,), (tables.EVENS,))
        reached, qualities = await roll(D6, "chance", read, who=self.qui, count=tables.LUCK_DICE)
        reponse: Reponse = "non"
        if reached:
            reponse = "oui" if qualities >= tables.LUCK_QUALITIES else "oui_condition"
        note(
            "AD-CHA-03 AD-CHA-04 AD-CHA-05 AD-CHA-06",
            (_ANSWERED if self.question else _ALONE)[reached],
            somme=Thrown("sum"),
            level=tables.LUCK_LEVEL,
            qualites=qualities,
            reponse=reponse,
            question=self.question,
        )
        return ChanceResult(reponse=reponse)


_ALONE = (
    "Somme {somme} contre {level} : la réponse est {reponse}.",
    "Somme {somme} contre {level}, avec {qualites:Qualité|Qualités} : la réponse est {reponse}.",
)
_ANSWERED = (
    "Somme {somme} contre {level}. « {question:=} » La réponse est {reponse}.",
    "Somme {somme} contre {level}, avec {qualites:Qualité|Qualités}. « {question:=} » La réponse "
    "est {reponse}.",
)
"""The notes on a roll that answers a question: after a failure, after a success."""
