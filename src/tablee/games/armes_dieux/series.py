"""Oppositions in sequence: the same adversaries again and again, with what each one drags along
(OPP, REV)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tablee.games.armes_dieux import fields
from tablee.games.armes_dieux.contest import Contest
from tablee.games.armes_dieux.fields import PLAYER
from tablee.games.armes_dieux.gathering import (
    Participant,
    Ready,
    check_participants,
    concealed_scores,
    gather_all,
)
from tablee.games.armes_dieux.rulings import ArmesDieuxRulings
from tablee.games.armes_dieux.setback import ACTOR, Revers
from tablee.rules.ambient import effect, note, rulings
from tablee.rules.field_marks import AS_OBJECT
from tablee.rules.fighter_status import FighterStatus, Gauge
from tablee.rules.procedure import Procedure, Record, Result, replace
from tablee.rules.questions import OWNER, become, call
from tablee.rules.refusal import refuse
from tablee.rules.same_fields import fields_from

MOST_CARRIED = 3
"""The Malus that a Revers leaves for the next action (AD-REV-06)."""

Rounds = Annotated[int, Meta(ge=1, le=10, description="oppositions au plus")]
Wins = Annotated[int, Meta(ge=1, le=10, description="oppositions à gagner")]
ByName = Annotated[tuple[tuple[str, int], ...], AS_OBJECT]


class Engage(Participant):
    """One side of a series: its Poignée of every opposition, with what is taken again for each (Bonus,
    Renfort), its Réserve and the Malus carried into the first one, its Revers."""

    equipement: fields.EquipementServi = True
    revers: fields.ChoixRevers = "ask"


class Bearing(Record):
    """The state of one side between two oppositions. `drawn`: dice taken from its Réserve."""

    wins: int = 0
    tension: int = 0
    malus: fields.MalusReport = 0
    drawn: int = 0


class OppositionsResult(Result):
    """`gagnant`: who reached the wins needed, else null. By name: the oppositions won, the Tension
    taken, the Malus that the next action will carry."""

    gagnant: str | None
    manches: int
    victoires: ByName
    tension: ByName
    malus_report: ByName


class Oppositions(Procedure[OppositionsResult], id="armes_dieux.oppositions"):
    """Oppositions one after the other until one side has won enough of them (AD-OPP-01..05,
    AD-BON-01..07, AD-REN-01..04, AD-MAX-01, AD-FIG-01..06, AD-REV-01..08, AD-MAL-01).

    The table runs an opposition again as it likes (R-15); each is a whole Test, whose Bonus and dice
    of the Réserve are taken again, the latter as long as there are any. Who failed on 1s, and a winner
    by a narrow margin, take their Revers in between, and a Malus carried over weighs on the next one
    (R-09).
    """

    participants: Annotated[
        tuple[Engage, ...],
        Meta(min_length=2, max_length=6, description="ceux qui s’opposent, dans l’ordre"),
    ]
    manches: Rounds = 3
    gagnees: Wins = 1
    additionnel: fields.Additionnel = "jamais"

    endings = ("gagnant",)
    utilities = {
        "reussite": lambda asked, result, seat: int(_seat_of(asked, result.gagnant) == seat),
        "victoires": lambda asked, result, seat: sum(
            wins for name, wins in result.victoires if _seat_of(asked, name) == seat
        ),
    }

    def check(self) -> None:
        check_participants(self.participants)
        for place, each in enumerate(self.participants):
            if each.revers == "tension" and each.acteur == "figurant":
                allowed = "un autre Revers : la Tension d’un Figurant n’est pas décrite"
                raise refuse(f"participants[{place}].revers", "tension", allowed)

    async def rule(self) -> OppositionsResult:
        standing = tuple(Bearing(malus=each.malus_report) for each in self.participants)
        return await become(
            Manche(
                participants=self.participants,
                left=self.manches,
                needed=self.gagnees,
                additionnel=self.additionnel,
                standing=standing,
                played=0,
            )
        )

    def concealed(self, seat: str) -> frozenset[str]:
        return concealed_scores(self.participants, seat)

    def ids(self) -> tuple[str, ...]:
        return tuple(each.id for each in self.participants)

    def led_by(self, seat: str) -> tuple[str, ...]:
        return tuple(each.id for each in self.participants if each.seat == seat)

    def sides(self) -> dict[str, str]:
        return {each.seat: each.seat for each in self.participants}


def _seat_of(asked: Oppositions, name: str | None) -> str | None:
    return next((each.seat for each in asked.participants if each.id == name), None)


class Manche(Procedure[OppositionsResult]):
    """The series between two oppositions."""

    participants: tuple[Engage, ...]
    left: int
    needed: int
    additionnel: fields.Additionnel
    standing: tuple[Bearing, ...]
    played: int

    async def rule(self) -> OppositionsResult:
        ahead = next((p for p, b in self.pairs() if b.wins == self.needed), None)
        if ahead is not None or self.left == 0:
            return self.ended(ahead)
        note("AD-OPP-01", "Opposition n° {place}.", place=self.played + 1)
        ready = await gather_all([_now(p, b) for p, b in self.pairs()])
        done = await call(
            Contest(
                participants=tuple(each.entered for each in ready), additionnel=self.additionnel
            ),
            by=("gagnant", "issue", "revers", "additionnel"),
        )
        if done.additionnel:
            effect("a_convenir", "additionnel", who=done.gagnant)
        if done.issue == "exceptionnelle":
            effect("a_convenir", "exceptionnelle", who=done.gagnant)
        standing = []
        for place, (each, bearing) in enumerate(self.pairs()):
            won = each.id == done.gagnant
            after = _after(bearing, ready[place], won)
            if each.id in done.revers or (won and done.issue == "reussite_revers"):
                after = await self.set_back(place, after, won)
            standing.append(after)
        return await become(
            replace(self, left=self.left - 1, standing=tuple(standing), played=self.played + 1)
        )

    def fighter_statuses(self) -> tuple[FighterStatus, ...]:
        rounds = self.played + self.left
        standings = []
        for each, bearing in self.pairs():
            gauges = [Gauge("victoires", bearing.wins, self.needed)]
            if each.acteur == "personnage":
                most = rounds if each.bonus == () else 2 * rounds
                gauges.append(Gauge("tension_prise", bearing.tension, most))
            if each.reserve_combat:
                left = each.reserve_combat - bearing.drawn
                gauges.append(Gauge("reserve_combat", left, each.reserve_combat))
            if each.malus_report or bearing.malus:  # in place of the one on the sheet
                gauges.append(Gauge("malus_report", bearing.malus, MOST_CARRIED))
            standings.append(FighterStatus(each.id, tuple(gauges)))
        return tuple(standings)

    def pairs(self) -> list[tuple[Engage, Bearing]]:
        return list(zip(self.participants, self.standing, strict=True))

    async def set_back(self, place: int, bearing: Bearing, won: bool) -> Bearing:
        """Return the Revers of one side, and what it leaves. Where the optional rule of critical
        failures leaves one alone, that is it, whatever the side would take (R-26)."""
        each = self.participants[place]
        critical = rulings(ArmesDieuxRulings).echecs_critiques and not won
        note("AD-REV-06", "Un Revers pour {who:=}.", who=each.id)
        suffered = await call(
            Revers(
                reussite=won,
                equipement=each.equipement,
                acteur=each.acteur,
                choix="complication" if critical else each.revers,
            ),
            seats={PLAYER: each.seat, ACTOR: each.id, OWNER: each.id},
            paths={"choix": f"participants[{place}].revers"},
        )
        return replace(
            bearing, tension=bearing.tension + suffered.tension, malus=suffered.malus_report
        )

    def ended(self, winner: Engage | None) -> OppositionsResult:
        if winner is not None:
            note("AD-OPP-02", "{who:=^} l’emporte.", who=winner.id)
        else:
            note("AD-OPP-02", "Les oppositions s’arrêtent là, sans vainqueur.")
        return OppositionsResult(
            gagnant=None if winner is None else winner.id,
            manches=self.played,
            victoires=tuple((p.id, b.wins) for p, b in self.pairs()),
            tension=tuple((p.id, b.tension) for p, b in self.pairs()),
            malus_report=tuple((p.id, b.malus) for p, b in self.pairs()),
        )


def _after(bearing: Bearing, ready: Ready, won: bool) -> Bearing:
    """Return the state of a side after an opposition, before its Revers."""
    return replace(
        bearing,
        wins=bearing.wins + won,
        tension=bearing.tension + ready.tension,
        malus=0,
        drawn=bearing.drawn + ready.drawn,
    )


def _now(each: Engage, bearing: Bearing) -> Participant:
    """Return a side as it enters its next opposition: with the Malus that it carries by now and what
    is left of its Réserve, no more dice set aside than it has."""
    reserve = each.reserve_combat - bearing.drawn
    own = {"malus_report": bearing.malus, "reserve_combat": reserve}
    now = Participant(**fields_from(each, Participant) | own)
    if now.renfort_reserve != "ask":
        now = replace(now, renfort_reserve=min(now.renfort_reserve, reserve))
    if now.ecartes != "ask":
        now = replace(now, ecartes=min(now.ecartes, now.pool().most_aside()))
    return now
