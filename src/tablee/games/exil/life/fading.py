"""The ledger of Détachement: points gained and lost, and the effacement (DET)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from tablee.games.exil.life.clock import HOURS, MONTH, Count, Unite
from tablee.games.exil.life.detachment import (
    EFFACED,
    MONTHS,
    MOST,
    Points,
    note_thresholds,
    swayed,
)
from tablee.rules.ambient import note, remark
from tablee.rules.field_marks import on_sheet
from tablee.rules.ledger import MOST_EVENTS, Event, Ledger
from tablee.rules.procedure import Record, Result, replace
from tablee.rules.refusal import refuse

DAYS = MONTH // 24
"""The days of a month."""
Words = Annotated[str, Meta(max_length=2000, description="ce qu’il en est, en quelques mots")]
Signes = Annotated[
    tuple[Annotated[str, Meta(min_length=1, max_length=300)], ...],
    Meta(max_length=50, description="signes d’effacement, au gré de qui le joue et du Meneur"),
    on_sheet("effacement"),
]


Away = Annotated[bool, Meta(description="est-il hors d’Exil ?"), on_sheet("hors_exil")]
Months = Annotated[
    Fraction,
    Meta(ge=0, description="mois passés hors d’Exil depuis le départ"),
    on_sheet("mois_hors_exil"),
]


class DetachmentState(Record):
    """The points of a character (EXIL-DET-01), his months out of Exil, his signs of effacement."""

    points: Points = 0
    hors_exil: Away = False
    mois: Months = Fraction(0)
    signes: Signes = ()
    """Signs of effacement: apathy, denial, a faded personality (EXIL-DET-13)."""


class TestMade(Event[DetachmentState], tag="test"):
    """A test (exil.detachment), whose die may change the points (EXIL-DET-09, -10)."""

    de: Annotated[int, Meta(ge=1, le=12, description="face du d12 de ce test")]

    def after(self, etat: DetachmentState) -> DetachmentState:
        note("EXIL-DET-04", "Test de Détachement, dé {face}.", face=self.de)
        return replace(etat, points=swayed(etat.points, self.de))


class ExilLeft(Event[DetachmentState], tag="depart"):
    """A departure from Exil; the count of months begins."""

    def after(self, etat: DetachmentState) -> DetachmentState:
        if etat.hors_exil:
            raise refuse("type", "depart", "retour ou temps : il est déjà hors d’Exil")
        note("EXIL-DET-12", "Départ d’Exil : l’accoutumance va se perdre peu à peu.")
        return replace(etat, hors_exil=True, mois=Fraction(0))


class ExilRegained(Event[DetachmentState], tag="retour"):
    """A return to Exil; months short of three are lost."""

    def after(self, etat: DetachmentState) -> DetachmentState:
        if not etat.hors_exil:
            raise refuse("type", "retour", "depart ou temps : il est en Exil")
        note(
            "EXIL-DET-12",
            "Retour en Exil après {mois} mois."
            if etat.mois.denominator == 1
            else "Retour en Exil. Jours passés au-dehors : {days}.",
            mois=etat.mois,
            days=DAYS * etat.mois,
        )
        return replace(etat, hors_exil=False, mois=Fraction(0))


class MonthsPass(Event[DetachmentState], tag="temps"):
    """Time that passes: out of Exil every third month takes a point (EXIL-DET-12)."""

    by_leader = True
    unite: Unite
    n: Count = Fraction(1)

    def after(self, etat: DetachmentState) -> DetachmentState:
        months = self.n * HOURS[self.unite] / MONTH
        if not etat.hors_exil:
            note("EXIL-DET-12", "Le temps passe en Exil, sans effet.")
            return etat
        away = etat.mois + months
        points = max(0, etat.points - away // MONTHS + etat.mois // MONTHS)
        note(
            "EXIL-DET-12",
            "Hors d’Exil depuis {mois} mois."
            if away.denominator == 1
            else "Jours passés hors d’Exil : {days}.",
            mois=away,
            days=DAYS * away,
        )
        note(
            "EXIL-DET-12",
            "L’accoutumance se perd : de {before} à {points:point|points}."
            if points != etat.points
            else "Rien de plus ne se perd.",
            before=etat.points,
            points=points,
        )
        return replace(etat, mois=away, points=points)


class SignNoted(Event[DetachmentState], tag="signe"):
    """A sign of effacement: the player of the character describes it, or the leader
    (EXIL-DET-13)."""

    texte: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=300,
            description="comment il s’efface : apathie, discernement qui manque, évidences niées, "
            "caractère qui pâlit",
        ),
    ]

    def after(self, etat: DetachmentState) -> DetachmentState:
        if etat.points < EFFACED:
            raise refuse(
                "type", "signe", "un signe à partir de {least:point|points}", least=EFFACED
            )
        if len(etat.signes) == 50:
            raise refuse("type", "signe", "50 signes au plus")
        note("EXIL-DET-13", "L’effacement se voit : « {texte:=} »", texte=self.texte)
        return replace(etat, signes=(*etat.signes, self.texte))


class LeaderDecision(Event[DetachmentState], tag="decision"):
    """A change by the leader that no rule makes."""

    by_leader = True
    points: Annotated[int, Meta(ge=-12, le=12, description="points en plus, ou en moins")] = 0
    texte: Words = ""

    def after(self, etat: DetachmentState) -> DetachmentState:
        points = etat.points + self.points
        if not 0 <= points <= MOST:
            raise refuse(
                "points",
                self.points,
                "de {low:+} à {high:+}",
                low=-etat.points,
                high=MOST - etat.points,
            )
        note(
            "EXIL-DET-01",
            "Le Meneur en décide : {points:point|points} de Détachement.",
            points=points,
        )
        remark("EXIL-DET-01", self.texte)
        note_thresholds(etat.points, points)
        return replace(etat, points=points)


class EffacementResult(Result):
    """The character after all events."""

    etat: DetachmentState


class Effacement(Ledger[EffacementResult, DetachmentState], id="exil.effacement"):
    """The ledger of a character's Détachement (EXIL-DET-01, -03, -04, -09, -10, -12, -13).

    The points stay within 0 and 12. A test changes them by at most one.

    Left to the leader: EXIL-DET-11.
    """

    etat: Annotated[DetachmentState, Meta(description="où en est le personnage"), on_sheet()] = (
        DetachmentState()
    )
    evenements: Annotated[
        tuple[TestMade | ExilLeft | ExilRegained | MonthsPass | SignNoted | LeaderDecision, ...],
        Meta(max_length=MOST_EVENTS, description="ce qui lui arrive, dans l’ordre"),
    ] = ()
