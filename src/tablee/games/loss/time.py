"""Le temps en jeu: units that follow events, not clocks (chapter TPS, T-08)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tablee.rules.ambient import effect, note, remark
from tablee.rules.ledger import MOST_EVENTS, Event, Ledger
from tablee.rules.procedure import Record, Result, replace
from tablee.rules.refusal import refuse

Unite = Literal["action", "tour", "instant", "scene", "episode", "aventure"]
UNITES: tuple[Unite, ...] = ("action", "tour", "instant", "scene", "episode", "aventure")
"""Units of time, the shortest first; each may contain the one before it."""
ENDS_SCENE = ("scene", "episode", "aventure")
"""The units that end the Scène when they pass."""
From1 = Annotated[int, Meta(ge=1)]
From0 = Annotated[int, Meta(ge=0)]
Words = Annotated[str, Meta(max_length=2000, description="ce qu’il en est, en quelques mots")]


class Horloge(Record):
    """Which Aventure, Épisode and Scène it is, and what has passed in the Scène."""

    aventure: Annotated[From1, Meta(description="numéro de l’Aventure")] = 1
    episode: Annotated[From1, Meta(description="numéro de l’Épisode dans l’Aventure")] = 1
    scene: Annotated[From1, Meta(description="numéro de la Scène dans l’Épisode")] = 1
    instant: Annotated[From0, Meta(description="Instants passés dans la Scène")] = 0
    tour: Annotated[From0, Meta(description="Tours de combat passés dans l’Instant")] = 0
    action: Annotated[From0, Meta(description="Actions de combat passées dans le Tour")] = 0
    serie: Annotated[bool, Meta(description="une Aventure par Épisode, comme une série")] = False


class Avance(Event[Horloge], tag="avance"):
    """Time passes: `n` units more; every shorter unit restarts."""

    unite: Annotated[Unite, Meta(description="unité de temps qui passe")]
    n: Annotated[int, Meta(ge=1, le=1000, description="combien de temps passe")] = 1
    texte: Words = ""

    def after(self, etat: Horloge) -> Horloge:
        if self.unite == "action" and not etat.tour:
            raise refuse("unite", "action", "tour : une Action se compte dans un Tour de combat")
        unite: Unite = "aventure" if etat.serie and self.unite == "episode" else self.unite
        place = UNITES.index(unite)
        shorter = {each: _first(each) for each in UNITES[:place]}
        now = replace(etat, **{**shorter, unite: getattr(etat, unite) + self.n})
        if unite in ENDS_SCENE:
            note("LOSS-LIM-02 LOSS-DES-04", "La Scène est finie : tous les jetons disparaissent.")
            effect("fin_scene", 1)
        note(*_NOTES[unite], now=getattr(now, unite))
        remark("LOSS-TPS-01", self.texte)
        return now


def _first(unite: Unite) -> int:
    """Return the start of a unit: the first Scène or Épisode, with all shorter units at 0."""
    return 1 if unite in ENDS_SCENE else 0


_NOTES: dict[Unite, tuple[str, str]] = {
    "action": (
        "LOSS-TPS-02",
        "Actions passées dans ce Tour : {now} ; une à quelques secondes chacune.",
    ),
    "tour": ("LOSS-TPS-03", "Tours de combat passés : {now} ; trois à trente secondes chacun."),
    "instant": (
        "LOSS-TPS-04",
        "Instants passés dans cette Scène : {now} ; trente secondes à cinq minutes chacun.",
    ),
    "scene": (
        "LOSS-TPS-05",
        "Scène {now} : elle dure tant que l’action générale ne change pas, une demi-journée au plus "
        "d’ordinaire.",
    ),
    "episode": (
        "LOSS-TPS-06 LOSS-TPS-07",
        "Épisode {now} : une séance de quatre à six heures, quelques jours au plus dans l’histoire.",
    ),
    "aventure": (
        "LOSS-TPS-07 LOSS-TPS-08",
        "Aventure {now} : six ou sept heures de jeu, ou bien des semaines, voire des mois ; elle finit "
        "sur un changement majeur.",
    ),
}
"""Unit -> the clauses and the sentence of the trace (T-08)."""


class TempsResult(Result):
    """The clock after all events."""

    etat: Horloge


class Temps(Ledger[TempsResult, Horloge], id="loss.temps"):
    """The clock of a campaign (LOSS-TPS-01..08, LOSS-LIM-02, LOSS-DES-04).

    The end of a Scène leaves an effect `fin_scene`: the event of that name in `loss.jetons`.
    """

    etat: Annotated[Horloge, Meta(description="où l’on en est")] = Horloge()
    evenements: Annotated[
        tuple[Avance, ...],
        Meta(max_length=MOST_EVENTS, description="le temps qui passe, dans l’ordre"),
    ] = ()
