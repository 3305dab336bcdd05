"""Cadrer le Test: a character's Test, a Figurant's, and the choice of a way (TST, CAD)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tablee.games.armes_dieux import fields
from tablee.games.armes_dieux.fields import LEADER, PLAYER, Issue
from tablee.games.armes_dieux.pool import FigurantPool, Poignee, Pool, score_reader
from tablee.games.armes_dieux.setback import ACTOR
from tablee.games.armes_dieux.tables import BONUS
from tablee.games.armes_dieux.throw import UTILITIES, Jet, JetResult
from tablee.rules.ambient import note
from tablee.rules.field_marks import on_sheet
from tablee.rules.forms import NumberFrom, OneOf
from tablee.rules.procedure import Procedure, Record, Result
from tablee.rules.questions import OWNER, call, choose
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.same_fields import fields_from
from tablee.rules.schema import fields_of


class Test(Pool[JetResult], id="armes_dieux.test"):
    """A character's Test: the Poignée is gathered, then rolled against the SR.

    AD-TST-01, AD-CAD-01..05; the Poignée and its effects as `armes_dieux.poignee`, the roll as
    `armes_dieux.jet`.

    Left to the leader: AD-TST-02, AD-TST-04.
    """

    sr: fields.Seuil
    sang: fields.Sang = 0
    maitrise: fields.Maitrise = False
    ecartes: fields.Ecartes = 0
    additionnel: fields.Additionnel = "jamais"

    utilities = UTILITIES

    async def rule(self) -> JetResult:
        gathered = await self.gather(self.sr)
        return await call(_jet(self, gathered.poignee))

    def set_aside(self) -> fields.Ecartes:
        return self.ecartes

    def sides(self) -> dict[str, str]:
        return {PLAYER: PLAYER}


class TestFigurant(FigurantPool[JetResult], id="armes_dieux.test_figurant"):
    """A Figurant's Test: the Meneur sizes the Poignée and makes the player's choices.

    AD-CAD-08..10; the Poignée and its effect as `armes_dieux.poignee_figurant`, the roll as
    `armes_dieux.jet`.

    Left to the leader: AD-TST-03.
    """

    sr: fields.Seuil
    sang: fields.Sang = 0
    maitrise: fields.Maitrise = False
    ecartes: fields.Ecartes = 0
    additionnel: fields.Additionnel = "jamais"

    utilities = UTILITIES
    seats = {ACTOR: ""}

    async def rule(self) -> JetResult:
        gathered = self.size()
        seats = {PLAYER: LEADER, OWNER: ACTOR}
        behind = score_reader()
        done = await call(_jet(self, gathered.poignee), seats=seats, seen_by=behind or "")
        if behind:
            note(
                "AD-RES-02 AD-RES-04 AD-RES-06",
                "{issue:^} : {left:aucune Qualité|Qualité|Qualités} au bilan.",
                issue=done.issue,
                left=done.qualites,
            )
        return done

    def sides(self) -> dict[str, str]:
        return {LEADER: LEADER}


def _jet(test: Test | TestFigurant, poignee: int) -> Jet:
    return Jet(
        poignee=poignee,
        sr=test.sr,
        sang=test.sang,
        maitrise=test.maitrise,
        ecartes=test.ecartes,
        additionnel=test.additionnel,
    )


class Approche(Record):
    """One way to the objectif: a name, and a Poignée as in `armes_dieux.poignee`."""

    nom: Annotated[str, Meta(min_length=1, max_length=200, description="nom de l’approche")]
    domaine: fields.Domaine
    bonus: fields.Bonus = ()
    bonus_disponibles: fields.BonusDisponibles = BONUS
    renfort: fields.Renfort = 0
    renfort_reserve: fields.RenfortReserve = 0
    reserve_combat: fields.ReserveCombat = 0
    malus: fields.Malus = 0
    malus_report: fields.MalusReport = 0


class Annonce(Record):
    """The numbers that the Meneur announces for one approach."""

    nom: str
    domaine: int
    malus: int


class CadrageResult(Result):
    """The way taken, and the fields of `armes_dieux.jet`."""

    approche: str
    issue: Issue
    qualites: int
    additionnel: bool


class Cadrage(Procedure[CadrageResult], id="armes_dieux.cadrage"):
    """Choosing a way to the objectif, then testing (AD-CAD-01..06).

    Left to the leader: AD-CAD-07.
    """

    approches: Annotated[
        tuple[Approche, ...],
        Meta(min_length=1, max_length=8, description="façons d’atteindre l’objectif"),
        on_sheet(),
    ]
    """The player takes one (AD-CAD-06)."""
    sr: fields.Seuil
    sang: fields.Sang = 0
    maitrise: fields.Maitrise = False
    ecartes: fields.Ecartes = 0
    additionnel: fields.Additionnel = "jamais"

    utilities = UTILITIES

    def check(self) -> None:
        names = self.ids()
        for place, approche in enumerate(self.approches):
            if approche.nom in names[:place]:
                raise refuse(f"approches[{place}].nom", approche.nom, "des noms tous différents")
            try:
                _pool(approche).check()
            except Refusal as refusal:
                raise refusal.moved(_paths(place)) from None
        if not self._open():
            most = max(_pool(approche).most_aside() for approche in self.approches)
            raise refuse("ecartes", self.ecartes, "{form:form}", form=NumberFrom(0, most))

    def _open(self) -> tuple[str, ...]:
        """Return the ways that can be taken: their Poignées can have the dice that are said to be
        set aside (AD-RIS-01)."""
        aside = 0 if self.ecartes == "ask" else self.ecartes
        return tuple(a.nom for a in self.approches if _pool(a).most_aside() >= aside)

    async def rule(self) -> CadrageResult:
        names, ways = self.ids(), self._open()
        for name in names:
            if name not in ways:
                note(
                    "AD-RIS-01",
                    "{name:=^} : la Poignée n’aurait pas {aside:dé|dés} à écarter, cette approche "
                    "n’est pas possible.",
                    name=name,
                    aside=self.ecartes,
                )
        announced = tuple(
            Annonce(nom=a.nom, domaine=a.domaine, malus=a.malus) for a in self.approches
        )
        name = await choose(
            "approche",
            OneOf(ways),
            who=PLAYER,
            facts={"approches": announced, "sr": self.sr},
            parameter="approches",
            default=ways[0],
        )
        place = names.index(name)
        taken = self.approches[place]
        note(
            "AD-CAD-01 AD-CAD-02 AD-CAD-06",
            "Approche choisie : {name:=}, Domaine {domaine}, Malus {malus}."
            if taken.malus
            else "Approche choisie : {name:=}, Domaine {domaine}.",
            name=name,
            domaine=taken.domaine,
            malus=taken.malus,
        )
        ended = await call(self._test(taken), paths=_paths(place))
        return CadrageResult(
            approche=name,
            issue=ended.issue,
            qualites=ended.qualites,
            additionnel=ended.additionnel,
        )

    def _test(self, approche: Approche) -> Test:
        return Test(**fields_from(approche, Test), **fields_from(self, Test))

    def ids(self) -> tuple[str, ...]:
        return tuple(approche.nom for approche in self.approches)

    def sides(self) -> dict[str, str]:
        return {PLAYER: PLAYER}


def _pool(approche: Approche) -> Poignee:
    """Return the parts of the Poignée of one approach."""
    return Poignee(**fields_from(approche, Poignee))


def _paths(place: int) -> dict[str, str]:
    return {name: f"approches[{place}].{name}" for name in fields_of(Poignee)}
