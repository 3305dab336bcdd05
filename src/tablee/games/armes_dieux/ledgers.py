"""The ledger of a character: Tension, Malus carried over, Réserve de combat, gear."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tablee.games.armes_dieux import fields
from tablee.games.armes_dieux.fields import ReversId
from tablee.rules.ambient import note, remark
from tablee.rules.field_marks import AS_OBJECT, among, on_sheet
from tablee.rules.ledger import MOST_EVENTS, Event, Ledger
from tablee.rules.procedure import Record, Result, replace
from tablee.rules.refusal import refuse

Piece = Literal["intact", "endommage", "perdu"]
Gear = Annotated[tuple[tuple[str, Piece], ...], AS_OBJECT]
Words = Annotated[str, Meta(max_length=2000, description="ce qu’il en est, en quelques mots")]
Tension = Annotated[int, Meta(ge=0, description="points de Tension"), on_sheet("tension")]
Reserve = Annotated[
    int,
    Meta(ge=0, description="dés que contient la Réserve de combat"),
    on_sheet("reserve_combat"),
]
Equipement = Annotated[
    Gear, Meta(description="équipement, chaque pièce avec son état"), on_sheet("equipement")
]
EnCombat = Annotated[bool, Meta(description="un combat est en cours"), on_sheet("en_combat")]
CARRIED: Literal[3] = 3
"""Dice that a Revers takes from the next action (AD-REV-04)."""


class Etat(Record):
    """A character between two Tests. Sizes that the document leaves open have no bound here."""

    tension: Tension = 0
    malus_report: fields.MalusReport = 0
    reserve_combat: Reserve = 0
    equipement: Equipement = ()
    en_combat: EnCombat = False

    def with_piece(self, piece: str, state: Piece) -> Etat:
        """Return one piece of gear in another state; a new one comes last."""
        gear = dict(self.equipement) | {piece: state}
        return replace(self, equipement=tuple(gear.items()))

    def with_tension(self, tension: int) -> Etat:
        return replace(self, tension=tension)


class Effort(Event[Etat], tag="effort"):
    """A Test with Effort: the Tension rises before the roll."""

    def after(self, etat: Etat) -> Etat:
        tension = etat.tension + 1
        note("AD-BON-05", "Un Effort : la Tension passe à {tension}.", tension=tension)
        return etat.with_tension(tension)


class TestResolu(Event[Etat], tag="test"):
    """A Test is over: a Malus that entered it is used up, dice drawn are gone."""

    malus_report: Annotated[
        Literal[0, 3], Meta(description="Malus reporté qui est entré dans ce Test")
    ] = 0
    renfort_reserve: Annotated[
        int, Meta(ge=0, le=20, description="dés puisés dans la Réserve de combat")
    ] = 0

    def after(self, etat: Etat) -> Etat:
        if self.malus_report > etat.malus_report:
            raise refuse("malus_report", self.malus_report, "0 : aucun Malus n’est reporté")
        if self.renfort_reserve and not etat.en_combat:
            raise refuse("renfort_reserve", self.renfort_reserve, "0 hors d’un combat")
        left = etat.reserve_combat - self.renfort_reserve
        if left < 0:
            raise refuse(
                "renfort_reserve",
                self.renfort_reserve,
                "au plus {most:dé puisé|dés puisés} dans la Réserve de combat",
                most=etat.reserve_combat,
            )
        if self.renfort_reserve:
            note(
                "AD-REN-03",
                "{drawn:dé sort|dés sortent} de la Réserve de combat, il en reste {left}.",
                drawn=self.renfort_reserve,
                left=left,
            )
        if self.malus_report:
            note("AD-REV-04", "Le Malus reporté a pesé sur ce Test : il n’en reste rien.")
            etat = replace(etat, malus_report=0)
        return replace(etat, reserve_combat=left)


ONE_CARRIED = "un autre : un Revers retire déjà trois dés à la prochaine action"
"""What is allowed where `difficulte` cannot cost what it should any more (R-09)."""


class ReversSubi(Event[Etat], tag="revers"):
    """A Revers that the player has chosen; `texte` describes what is missing or complicated."""

    revers: Annotated[ReversId, Meta(description="Revers choisi")]
    piece: (
        Annotated[str, Meta(max_length=200, description="équipement touché"), among("equipement")]
        | None
    ) = None
    dommage: (
        Annotated[Literal["endommage", "perdu"], Meta(description="ce qu’il devient")] | None
    ) = None
    texte: Words = ""
    tension: (
        Annotated[Literal[0, 1], Meta(description="Tension qu’il coûte, telle qu’elle a été dite")]
        | None
    ) = None
    malus_report: fields.MalusReport | None = None

    def after(self, etat: Etat) -> Etat:
        costs = {"tension": int(self.revers == "tension")}
        costs["malus_report"] = CARRIED if self.revers == "difficulte" else 0
        for name, cost in costs.items():
            if getattr(self, name) not in (None, cost):
                raise refuse(name, getattr(self, name), "{cost}, d’après le Revers", cost=cost)
        if self.revers != "equipement":
            for name in ("piece", "dommage"):
                if getattr(self, name) is not None:
                    raise refuse(name, getattr(self, name), "null, sauf si l’équipement est touché")
        etat = self._struck(etat)
        remark("AD-REV-06", self.texte)
        return etat

    def _struck(self, etat: Etat) -> Etat:
        match self.revers:
            case "equipement":
                return self._damaged(etat)
            case "tension":
                tension = etat.tension + 1
                note("AD-REV-02", "Revers : la Tension passe à {tension}.", tension=tension)
                return etat.with_tension(tension)
            case "difficulte":
                if etat.malus_report and self.malus_report:
                    raise refuse("revers", self.revers, ONE_CARRIED)
                note(
                    "AD-REV-04",
                    "Revers : le prochain Test perdra {carried:dé|dés}.",
                    carried=CARRIED,
                )
                return replace(etat, malus_report=CARRIED)
            case "partiel":
                note("AD-REV-01", "Revers : il manque une part du résultat.")
            case "complication":
                note("AD-REV-05 AD-REV-07", "Revers : la situation se complique.")
        return etat

    def _damaged(self, etat: Etat) -> Etat:
        usable = tuple(name for name, state in etat.equipement if state != "perdu")
        if self.piece is None or self.piece not in usable:
            raise refuse(
                "piece", self.piece, "un équipement que l’on a encore : {usable}", usable=usable
            )
        if self.dommage is None:
            raise refuse("dommage", None, "endommage ou perdu")
        note(
            "AD-REV-03",
            "Revers : l’équipement « {piece:=} » est {state}.",
            piece=self.piece,
            state=self.dommage,
        )
        return etat.with_piece(self.piece, self.dommage)


class Combat(Event[Etat], tag="combat"):
    """A fight begins or ends, as the Meneur says: only then may the Réserve be drawn from."""

    by_leader = True
    en_combat: Annotated[bool, Meta(description="le combat commence ; sinon il finit")]

    def after(self, etat: Etat) -> Etat:
        if self.en_combat == etat.en_combat:
            raise refuse("en_combat", self.en_combat, "le contraire : rien ne changerait")
        if self.en_combat:
            note("AD-REN-03", "Un combat commence : la Réserve de combat est ouverte.")
        else:
            note("AD-REN-03", "Le combat est fini : la Réserve de combat se referme.")
        return replace(etat, en_combat=self.en_combat)


class ParLeMeneur(Event[Etat], tag="meneur"):
    """A change by the Meneur that the document does not rule (recovery, Trauma, dice for the
    Réserve, new gear); `tension` and `reserve_combat` are added to what there is."""

    by_leader = True
    tension: Annotated[int, Meta(description="Tension en plus, ou en moins")] = 0
    reserve_combat: Annotated[int, Meta(description="dés de Réserve en plus, ou en moins")] = 0
    malus_report: fields.MalusReport | None = None
    equipement: Annotated[Gear, Meta(description="équipement nouveau ou d’un autre état")] = ()
    texte: Words = ""

    def after(self, etat: Etat) -> Etat:
        tension = etat.tension + self.tension
        reserve = etat.reserve_combat + self.reserve_combat
        for name, left in (("tension", tension), ("reserve_combat", reserve)):
            if left < 0:
                least = -getattr(etat, name)
                raise refuse(
                    name, getattr(self, name), "un entier à partir de {least}", least=least
                )
        for piece, state in self.equipement:
            etat = etat.with_piece(piece, state)
        if self.malus_report is not None:
            etat = replace(etat, malus_report=self.malus_report)
        note(
            "AD-REN-04",
            "Le Meneur en décide : Tension {tension}, Réserve de combat {reserve}, Malus reporté "
            "{malus_report}.",
            tension=tension,
            reserve=reserve,
            malus_report=etat.malus_report,
        )
        remark("AD-REN-04", self.texte)
        return replace(etat, tension=tension, reserve_combat=reserve)


class TenueResult(Result):
    """The character after all events."""

    etat: Etat


class Tenue(Ledger[TenueResult, Etat], id="armes_dieux.personnage"):
    """The ledger of a character between Tests (AD-BON-05, AD-REN-03, -04, AD-REV-01..05, -07).

    Tension rises by Effort and Revers and falls by the Meneur's hand alone; a Malus carried over is
    used up by the next Test, and never piles up (R-09).
    """

    etat: Annotated[Etat, Meta(description="où en est le personnage"), on_sheet()] = Etat()
    evenements: Annotated[
        tuple[Effort | TestResolu | ReversSubi | Combat | ParLeMeneur, ...],
        Meta(max_length=MOST_EVENTS, description="ce qui lui arrive, dans l’ordre"),
    ] = ()
