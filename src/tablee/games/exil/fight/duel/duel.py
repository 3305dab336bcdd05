"""The duel: a fight in contact between two fighters, tour by tour (CBT, CON, PAS)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from tablee.games.exil.fight.duel.duel_tour import (
    Match,
    RoundEnding,
    Tour,
    Winner,
    match_of,
    statuses,
)
from tablee.games.exil.fight.fighters import (
    Adrenaline,
    Arme,
    Condition,
    Duellist,
    Initiative,
    Policy,
    Ramasser,
    check_fighter,
    condition_of,
    pds_of,
    surrenders,
)
from tablee.games.exil.fight.stance import Stance
from tablee.games.exil.same_fields import fields_from
from tablee.rules.ambient import note
from tablee.rules.fighter_status import FighterStatus
from tablee.rules.procedure import Exchange, Procedure, Result, replace
from tablee.rules.questions import become, call

FighterA = Annotated[Duellist, Meta(description="premier combattant")]
FighterB = Annotated[Duellist, Meta(description="second combattant")]
Granted = Annotated[
    Initiative, Meta(description="à qui le Meneur donne l’initiative du premier tour")
]
Mod = int | None
DuelEnding = Literal["mort", "mise_en_echec", "reddition", "impasse", "limite"]


class RoundResult(Result):
    """The end of one tour. `arme_a` to `initiative`: for the next tour, None after an end."""

    fin: RoundEnding
    gagnant: Winner | None
    pds_a: int
    pds_b: int
    arme_a: Arme | None
    arme_b: Arme | None
    pc_mod_a: Mod
    pc_mod_b: Mod
    expose_a: Mod
    expose_b: Mod
    initiative: Initiative | None


class DuelResult(Result):
    """The end of a duel. `tours`: begun. PdS are below 0 for the dead."""

    gagnant: Winner
    fin: DuelEnding
    tours: int
    pds_a: int
    pds_b: int


def victory(_: object, result: RoundResult | DuelResult, seat: str) -> int:
    """Return 1 for a win, -1 for a defeat."""
    if result.gagnant not in ("a", "b") or seat not in ("a", "b"):
        return 0
    return 1 if result.gagnant == seat else -1


def survival(_: object, result: RoundResult | DuelResult, seat: str) -> int:
    return int(result.fin != "mort" or result.gagnant == seat)


def wounds_dealt(_: object, result: RoundResult | DuelResult, seat: str) -> int:
    """Return the PdS of the seat less those of the adversary."""
    gap = result.pds_a - result.pds_b
    return gap if seat == "a" else -gap


def advantage(contact: ContactRound, result: RoundResult, seat: str) -> int:
    """Return 1 if the adversary has lost more PdS than the seat."""
    if seat not in ("a", "b"):
        return 0
    lost_a = pds_of(contact.a) - result.pds_a
    lost_b = pds_of(contact.b) - result.pds_b
    return int(lost_b > lost_a if seat == "a" else lost_a > lost_b)


class ContactRound(Procedure[RoundResult], id="exil.contact_round"):
    """One tour of a duel: attitudes, initiative, an attack and its answer (EXIL-CBT-01..12,
    EXIL-CON-01..11, EXIL-PAS-01..16).

    Its result holds the parameters of the next tour. Picking up a lost weapon or freeing a stuck
    one takes the tour (EXIL-PAS-13, -15).
    """

    a: FighterA
    b: FighterB
    initiative: Granted = "libre"
    adrenaline: Adrenaline = False
    ramasser_permis: Ramasser = True

    endings = ("fin", "gagnant")
    utilities = {
        "victoire": victory,
        "survie": survival,
        "pds": wounds_dealt,
        "avantage": advantage,
    }
    goals = {"": "avantage"}

    def sides(self) -> dict[str, str]:
        return {"a": "a", "b": "b"}

    def exchange(self) -> Exchange:
        match = match_of(self.a, self.b, self.adrenaline, self.ramasser_permis)
        return _alone(match, condition_of(self.a), condition_of(self.b), self.initiative)

    def check(self) -> None:
        check_fighter("a", self.a)
        check_fighter("b", self.b)

    async def rule(self) -> RoundResult:
        done = await call(
            Tour(
                match=match_of(self.a, self.b, self.adrenaline, self.ramasser_permis),
                a=condition_of(self.a),
                b=condition_of(self.b),
                initiative=self.initiative,
            )
        )
        over = done.fin != "aucune"
        lasting: dict[str, Any] = {
            f"{name}_{seat}": None if over else getattr(condition, name)
            for name in ("arme", "pc_mod", "expose")
            for seat, condition in (("a", done.a), ("b", done.b))
        }
        return RoundResult(
            fin=done.fin,
            gagnant=done.gagnant,
            pds_a=done.a.pds,
            pds_b=done.b.pds,
            initiative=None if over else done.initiative,
            **lasting,
        )


class Duel(Procedure[DuelResult], id="exil.duel"):
    """A whole fight in contact between two fighters (EXIL-CBT-01..16, EXIL-CON-01..11,
    EXIL-PAS-01..16, EXIL-SAN-01..07, -09).

    It lasts until a fighter is dead, at mercy or gives up, until nothing can change any more
    (impasse), or for `max_turns`.
    """

    a: FighterA
    b: FighterB
    initiative: Granted = "libre"
    max_turns: Annotated[int, Meta(ge=1, le=200, description="nombre de tours au plus")] = 20
    adrenaline: Adrenaline = False
    ramasser_permis: Ramasser = True

    endings = ("fin", "gagnant")
    utilities = {"victoire": victory, "survie": survival}

    def sides(self) -> dict[str, str]:
        return {"a": "a", "b": "b"}

    def check(self) -> None:
        check_fighter("a", self.a)
        check_fighter("b", self.b)

    async def rule(self) -> DuelResult:
        return await become(
            Fight(
                match=match_of(self.a, self.b, self.adrenaline, self.ramasser_permis),
                a=condition_of(self.a),
                b=condition_of(self.b),
                initiative=self.initiative,
                max_turns=self.max_turns,
                tours=0,
            )
        )


class Fight(Procedure[DuelResult], id="exil.duel.combat"):
    """A duel between two tours; `tours` of `max_turns` have been fought."""

    match: Match
    a: Condition
    b: Condition
    initiative: Initiative
    max_turns: int
    tours: int

    def fighter_statuses(self) -> tuple[FighterStatus, ...]:
        return statuses(self.match, self.a, self.b)

    def exchange(self) -> Exchange:
        return _alone(self.match, self.a, self.b, self.initiative)

    async def rule(self) -> DuelResult:
        if self._stuck():
            note("EXIL-CBT-14", "Ni l’un ni l’autre ne peut plus rien : le combat n’a pas d’issue.")
            return _over("personne", "impasse", self.tours, self.a, self.b)
        self._note_tour()
        done = await call(Tour(match=self.match, a=self.a, b=self.b, initiative=self.initiative))
        tours = self.tours + 1
        if done.gagnant is not None and done.fin != "aucune":
            return _over(done.gagnant, done.fin, tours, done.a, done.b)
        if tours == self.max_turns:
            note("EXIL-CBT-01", "Le dernier tour est joué, sans vainqueur.")
            return _over("personne", "limite", tours, done.a, done.b)
        return await become(
            replace(self, a=done.a, b=done.b, initiative=done.initiative, tours=tours)
        )

    def _note_tour(self) -> None:
        note(
            "EXIL-CBT-01",
            "Tour {tour} : {first:^} a {pds_a}, {second:^} {pds_b:Point de Santé|Points de Santé}.",
            tour=self.tours + 1,
            first="a",
            second="b",
            pds_a=self.a.pds,
            pds_b=self.b.pds,
        )

    def _stuck(self) -> bool:
        """Return whether nothing can change any more: no PC, no effect under way, no weapon to fetch,
        and nobody who gives up (EXIL-CBT-15)."""
        match = self.match
        if surrenders(match.a, self.a.pds) or surrenders(match.b, self.b.pds):
            return False
        for seat, fighter, at in (("a", match.a, self.a), ("b", match.b, self.b)):
            fetching = at.arme == "coincee" or (at.arme == "perdue" and match.ramasser)
            if fetching or at.pc_mod or at.expose:
                return False
            if Stance(seat, fighter, at, match.adrenaline).potential():
                return False
        return True


def _alone(match: Match, a: Condition, b: Condition, initiative: Initiative) -> Exchange:
    """Return the tour from these conditions as a run of its own."""
    alone = ContactRound(
        a=_duellist_alone(match.a, a, match.ramasser),
        b=_duellist_alone(match.b, b, match.ramasser),
        initiative=initiative,
        adrenaline=match.adrenaline,
        ramasser_permis=match.ramasser,
    )
    return Exchange(alone, ("avantage", "survie"))


def _duellist_alone(fighter: Duellist, at: Condition, ramasser: bool) -> Duellist:
    """Return a fighter who only has to choose his attitude.

    His policy is dropped, because his adversary may not know it, except for a weapon out of hand
    about which he has already decided in this tour.
    """
    settled = at.arme == "en_main" or (at.arme == "perdue" and not ramasser)
    weapon = "reprendre" if settled else fighter.politique.arme
    return replace(
        fighter,
        politique=Policy(attitude="ask", arme=weapon),
        reddition="jamais",
        **fields_from(at, Condition),
    )


def _over(winner: Winner, fin: DuelEnding, tours: int, a: Condition, b: Condition) -> DuelResult:
    return DuelResult(gagnant=winner, fin=fin, tours=tours, pds_a=a.pds, pds_b=b.pds)
