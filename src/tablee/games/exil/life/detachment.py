"""Détachement: tests before strange events, points of a new or absent character (DET)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tablee.dice.die import D3, D12
from tablee.games.exil.landmarks import DETACHMENT_SEEN, EVENTS_SEEN
from tablee.games.exil.out_of_action import OutOfAction, check_acts
from tablee.games.exil.rulings import ExilRulings
from tablee.rules.ambient import effect, note, rulings
from tablee.rules.field_marks import on_sheet
from tablee.rules.procedure import Procedure, Result
from tablee.rules.questions import roll

UNTROUBLED = 10
"""The least points with which nothing troubles a character (EXIL-DET-03)."""
EFFACED = 9
"""The least points with which a character fades (EXIL-DET-13)."""
MOST = 12
"""The highest number of points (EXIL-DET-01)."""
MONTHS = 3
"""Number of months out of Exil that cost a point (EXIL-DET-12)."""
Points = Annotated[
    int,
    Meta(ge=0, le=12, description="points de Détachement"),
    on_sheet("detachement"),
    DETACHMENT_SEEN,
]
"""The scale goes from 0 to 12 (EXIL-DET-01)."""


class DetachmentResult(Result):
    """The outcome of a test. `ecart`: strength of the reaction. `points`: after the test."""

    outcome: Literal["trouble", "impassible", "sans_test"]
    ecart: int
    points: int


class Detachment(Procedure[DetachmentResult], id="exil.detachment"):
    """A test before a strange event: a d12 against the points (EXIL-DET-03..06, -08..10).

    Left to the leader: EXIL-DET-11, -13.
    """

    points: Points
    naturel: Annotated[
        bool,
        Meta(description="l’événement est-il violent mais naturel, sans rien d’étrange ?"),
        EVENTS_SEEN,
    ] = False
    """A natural event needs no test (EXIL-DET-07, -08)."""
    hors: OutOfAction = "debout"

    utilities = {"impassible": lambda _, result, seat: int(result.outcome == "impassible")}

    def check(self) -> None:
        check_acts(self.hors)

    def goal(self, seat: str) -> str:
        return "" if self.naturel and self.points < UNTROUBLED else "impassible"

    async def rule(self) -> DetachmentResult:
        points = self.points
        if self.naturel and points < UNTROUBLED:
            note("EXIL-DET-07 EXIL-DET-08", "L’événement est naturel : pas de test.")
            return DetachmentResult(outcome="sans_test", ecart=0, points=points)
        face = await roll(D12, "detachement", who="acteur")
        troubled = face > points
        if rulings(ExilRulings).detachment_equal == "troubled":
            troubled = face >= points
        if points >= UNTROUBLED:
            note("EXIL-DET-03", "Avec {points} points, plus rien ne trouble.", points=points)
            troubled = False
        outcome: Literal["trouble", "impassible"] = "trouble" if troubled else "impassible"
        after = swayed(points, face)
        note(
            "EXIL-DET-04 EXIL-DET-05 EXIL-DET-06",
            "Dé {face} contre {points} : {outcome}, écart {gap}.",
            face=face,
            points=points,
            outcome=outcome,
            gap=abs(face - points),
        )
        if after != points:
            effect("detachement", after - points, "acteur")
        return DetachmentResult(outcome=outcome, ecart=abs(face - points), points=after)


def swayed(points: int, face: int) -> int:
    """Return the points of Détachement after a test, and note a change (EXIL-DET-09, -10).

    `face`: that of the d12 of the test. A 1 adds a point, a 12 removes one, between 0 and `MOST`.
    """
    after = min(MOST, max(0, points + {1: 1, 12: -1}.get(face, 0)))
    if after != points:
        note(
            "EXIL-DET-09 EXIL-DET-10",
            "Le {face} naturel porte les points de {points} à {after}.",
            face=face,
            points=points,
            after=after,
        )
        note_thresholds(points, after)
    return after


def note_thresholds(before: int, after: int) -> None:
    """Note the thresholds that rising points pass (EXIL-DET-03, -13)."""
    if before < EFFACED <= after:
        note(
            "EXIL-DET-13",
            "À {points:point|points}, le personnage commence à s’effacer : à qui le joue et au Meneur "
            "de dire comment.",
            points=after,
        )
    if before < UNTROUBLED <= after:
        note("EXIL-DET-03", "Désormais, plus rien ne le trouble.")


class DetachmentPoints(Result):
    points: int


class DetachmentCreation(Procedure[DetachmentPoints], id="exil.detachment_creation"):
    """The points of a new character (EXIL-DET-01, -02)."""

    origine: Annotated[
        Literal["exil", "forge"], Meta(description="natif de la Cité d’Exil ou de Forge")
    ]

    seats = {"acteur": ""}

    async def rule(self) -> DetachmentPoints:
        points = 0
        if self.origine == "exil":
            points = await roll(D3, "detachement", who="acteur")
        note("EXIL-DET-02", "{points:point|points} de Détachement au départ.", points=points)
        return DetachmentPoints(points=points)


class DetachmentAbsence(Procedure[DetachmentPoints], id="exil.detachment_absence"):
    """The points after an absence: one less for every three months out of Exil (EXIL-DET-12)."""

    points: Points
    mois: Annotated[int, Meta(ge=0, description="mois passés hors d’Exil")]

    async def rule(self) -> DetachmentPoints:
        points = max(0, self.points - self.mois // MONTHS)
        note(
            "EXIL-DET-12",
            "{mois} mois hors d’Exil : de {before} à {points:point|points}."
            if points != self.points
            else "{mois} mois hors d’Exil : rien ne se perd.",
            mois=self.mois,
            before=self.points,
            points=points,
        )
        if points != self.points:
            effect("detachement", points - self.points, "acteur")
        return DetachmentPoints(points=points)
