"""The dice of an opposition, once all who oppose each other have gathered their Poignées (OPP)."""

from __future__ import annotations

from typing import Literal, NamedTuple

from tablee.games.armes_dieux import fields, tables
from tablee.games.armes_dieux.fields import LEADER, PLAYER
from tablee.games.armes_dieux.rulings import ArmesDieuxRulings, scores_hidden
from tablee.games.armes_dieux.throw import Rolled, buys_additional, issue_of, throw_poignee
from tablee.rules.ambient import note, rulings, wanted
from tablee.rules.forms import NumberFrom
from tablee.rules.procedure import UNWANTED, Procedure, Record, Result, replace
from tablee.rules.questions import OWNER, Gather, become, call, call_all, choose, together

Cause = Literal["victoire", "egalite", "tous_rates"]
WinnerIssue = Literal["aucune", "reussite_revers", "reussite", "exceptionnelle"]
PARTICIPANT = "participant"
"""Placeholder for the id of a participant in an action of their own."""


class OppositionResult(Result):
    """`qualites`: final ones left to the winner, 0..24; `revers`: who failed on 1s, in order.

    Without a winner: null, `aucune`, 0, false.
    """

    cause: Cause
    gagnant: str | None
    issue: WinnerIssue
    qualites: int
    additionnel: bool
    revers: tuple[str, ...]


class Entered(Record):
    """A side as it enters, its Poignée gathered: `seat` rolls and chooses for it."""

    id: str
    seat: str
    poignee: int
    sr: int
    sang: int
    maitrise: bool
    ecartes: fields.Ecartes


class Known(Record):
    """The facts about a participant that all seats know before dice are set aside."""

    id: str
    poignee: int
    sr: int
    sang: int
    maitrise: bool


class Contest(Procedure[OppositionResult], id="armes_dieux.opposition.ecartes"):
    """Dice are set aside, by all who are asked at once (AD-OPP-01, R-22)."""

    participants: tuple[Entered, ...]
    additionnel: fields.Additionnel

    async def rule(self) -> OppositionResult:
        aside = await self._set_aside()
        ready = zip(self.participants, aside, strict=True)
        return await become(
            Clash(
                participants=tuple(replace(p, ecartes=dice) for p, dice in ready),
                additionnel=self.additionnel,
            )
        )

    async def _set_aside(self) -> tuple[int, ...]:
        """Return the dice that each participant sets aside out of his Poignée; a number that is
        fixed is no more than he has (see `Opposition.check`)."""
        known = tuple(
            Known(
                id=p.id,
                poignee=p.poignee,
                sr=p.sr,
                sang=min(p.sang, p.poignee),
                maitrise=p.maitrise,
            )
            for p in self.participants
        )
        theirs = {p.id for p in self.participants if p.seat == LEADER and scores_hidden()}
        aside = []
        asked = []
        for place, p in enumerate(self.participants):
            path, form = f"participants[{place}].ecartes", NumberFrom(0, p.poignee)
            if p.ecartes != "ask":
                aside.append(p.ecartes)
                continue
            aside.append(0)
            if form.only() is None:
                ask = choose(
                    "ecarter",
                    form,
                    who=p.seat,
                    facts={"participant": p.id, "participants": _known_by(p.seat, known, theirs)},
                    parameter=path,
                    default=0,
                    owner=p.id,
                )
                asked.append((place, ask))
        chosen = await together(*(ask for _, ask in asked))
        for (place, _), dice in zip(asked, chosen, strict=True):
            aside[place] = dice
        return tuple(aside)


def _known_by(seat: str, known: tuple[Known, ...], hidden: set[str]) -> tuple[Known, ...]:
    """Return the facts about the participants that a seat reads; `hidden`: those of the Meneur."""
    return tuple(each for each in known if seat == LEADER or each.id not in hidden)


class Clash(Procedure[OppositionResult], id="armes_dieux.opposition.jets"):
    """Each participant rolls in the order of the list, most Qualités wins (AD-OPP-01..05)."""

    participants: tuple[Entered, ...]
    additionnel: fields.Additionnel

    async def rule(self) -> OppositionResult:
        with_revers = wanted("revers")
        podium = await call_all(
            tuple(
                call(
                    Lancer(
                        poignee=p.poignee,
                        sr=p.sr,
                        sang=p.sang,
                        maitrise=p.maitrise,
                        ecartes=int(p.ecartes),
                        hidden=p.seat == LEADER and scores_hidden(),
                    ),
                    seats={PLAYER: p.seat, OWNER: p.id, PARTICIPANT: p.id},
                    seen_by=LEADER if p.seat == LEADER and scores_hidden() else "",
                )
                for p in self.participants
            ),
            Gather(Podium(), _ranked, _kept, (with_revers,)),
        )
        names = tuple(p.id for p in self.participants)
        revers = tuple(names[place] for place in podium.revers) if with_revers else UNWANTED
        if podium.leader is None:
            return _without_winner(podium, revers)
        winner = self.participants[podium.leader]
        return await become(
            Victory(
                gagnant=winner.id,
                seat=winner.seat,
                obtained=podium.best[0],
                second=podium.second,
                additionnel=self.additionnel,
                revers=revers,
            )
        )


class Victory(Procedure[OppositionResult], id="armes_dieux.opposition.victoire"):
    """What the winner does with the Qualités (AD-OPP-02..04). Only what counts from here on is in
    this state: many throws lead to the same one.

    `obtained`: the winner's Qualités; `second`: the most of the others.
    """

    gagnant: str
    seat: str
    obtained: int
    second: int
    additionnel: fields.Additionnel
    revers: tuple[str, ...]

    async def rule(self) -> OppositionResult:
        final = self.obtained - self.second
        note(
            "AD-OPP-02 AD-OPP-03 AD-OPP-04",
            "{winner:=^} a {obtained:Qualité|Qualités} et le meilleur des autres {second} : il en "
            "reste {final}.",
            winner=self.gagnant,
            obtained=self.obtained,
            second=self.second,
            final=final,
        )
        by_final = rulings(ArmesDieuxRulings).opposition_palier == "final"
        deciding = final if by_final else self.obtained
        bought = await buys_additional(self.additionnel, final, deciding, self.seat, self.gagnant)
        issue = issue_of(deciding, bought)
        note(
            "AD-RES-06 AD-RES-07 AD-RES-08",
            "{winner:=^} l’emporte : {issue}, avec un résultat additionnel."
            if bought
            else "{winner:=^} l’emporte : {issue}.",
            winner=self.gagnant,
            issue=issue,
        )
        return OppositionResult(
            cause="victoire",
            gagnant=self.gagnant,
            issue=issue,
            qualites=final - tables.ADDITIONAL_PRICE * bought,
            additionnel=bought,
            revers=self.revers,
        )


class Lancer(Procedure[Rolled], id="armes_dieux.lancer"):
    """One participant's roll, dice already set aside (AD-OPP-01). Not a test by itself. `hidden`: it
    is thrown behind the screen, as its dice would tell the size of a Poignée (R-27)."""

    poignee: int
    sr: int
    sang: int
    maitrise: bool
    ecartes: int
    hidden: bool = False

    async def rule(self) -> Rolled:
        note(
            "AD-OPP-01",
            "{participant:=^} : {poignee:aucun dé|dé|dés} dans la Poignée.",
            participant=PARTICIPANT,
            poignee=self.poignee,
        )
        thrown = await throw_poignee(
            self.poignee,
            self.sr,
            self.sang,
            self.maitrise,
            self.ecartes,
            keep_sum=rulings(ArmesDieuxRulings).opposition_egalite == "somme",
        )
        if self.hidden:
            note(
                "AD-OPP-01 AD-RES-02 AD-RES-04",
                "{participant:=^} atteint son objectif."
                if thrown.reussi
                else "{participant:=^} manque son objectif.",
                reveals=True,
                participant=PARTICIPANT,
            )
        note(
            "AD-OPP-01",
            "{participant:=^} : {qualites:Qualité|Qualités} dans l’opposition.",
            reveals=self.hidden,
            participant=PARTICIPANT,
            qualites=thrown.qualites,
        )
        return thrown


class Podium(NamedTuple):
    """The result of the rolls so far: places in the list, and the Qualités that still matter."""

    best: tuple[int, int] = (-1, 0)
    """Qualités (-1: no success yet) and sum (0: not asked for) of the leader or leaders."""
    leader: int | None = None
    """None: nobody has succeeded, or several share the lead."""
    second: int = 0
    """Most Qualités of all others."""
    revers: tuple[int, ...] = ()


def _ranked(podium: Podium, place: int, thrown: Rolled, with_revers: bool) -> Podium:
    if not thrown.reussi:
        if with_revers and thrown.majorite:
            return podium._replace(revers=(*podium.revers, place))
        return podium
    rank = (thrown.qualites, thrown.somme)
    if rank > podium.best:
        return Podium(rank, place, max(0, podium.best[0]), podium.revers)
    leader = None if rank == podium.best else podium.leader
    return Podium(podium.best, leader, max(podium.second, thrown.qualites), podium.revers)


def _kept(podium: Podium, _: bool) -> Podium:
    return podium


def _without_winner(podium: Podium, revers: tuple[str, ...]) -> OppositionResult:
    cause: Cause = "tous_rates" if podium.best[0] < 0 else "egalite"
    if cause == "egalite":
        note("AD-OPP-02", "Égalité en tête : personne ne l’emporte.")
    else:
        note("AD-OPP-05", "Tous ont manqué leur Test : personne n’atteint son objectif.")
    return OppositionResult(
        cause=cause,
        gagnant=None,
        issue="aucune",
        qualites=0,
        additionnel=False,
        revers=revers,
    )
