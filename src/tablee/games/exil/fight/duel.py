"""The duel: a fight in contact between two fighters, tour by tour (CBT, CON, PAS)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypeVar

from msgspec import Meta

from tablee.games.exil.fight.attack_fields import JammedInHand, MayMisfire, StunValue
from tablee.games.exil.fight.closing_note import note_closing
from tablee.games.exil.fight.duel_endings import (
    DuelEnding,
    Initiative,
    RoundEnding,
    Winner,
    emit_gear,
    emit_left_over,
    initiative_of,
    joined,
    verdict,
)
from tablee.games.exil.fight.fighters import (
    Adrenaline,
    Aimed,
    Arme,
    Conduct,
    Fighter,
    Policy,
    Ramasser,
    check_aiming,
    check_fighter,
    malus_before,
    pds_of,
)
from tablee.games.exil.fight.melee.changes import changed, next_word
from tablee.games.exil.fight.melee.combatants import (
    Bout,
    Combatant,
    LongFeu,
    MeleePolicy,
    MeleeState,
    state_of,
    statuses,
)
from tablee.games.exil.fight.melee.conduct import conducted
from tablee.games.exil.fight.melee.melee_exchange import policy_alone
from tablee.games.exil.fight.melee.order import Names
from tablee.games.exil.fight.melee.tour import (
    CLOCK,
    Opening,
    TourUnderWay,
    TurnOf,
    hopeless,
    note_hopeless,
)
from tablee.games.exil.health.harm import STAGES
from tablee.games.exil.out_of_action import OutOfAction, check_up
from tablee.rules.ambient import note
from tablee.rules.field_marks import on_sheet
from tablee.rules.fighter_status import FighterStatus
from tablee.rules.procedure import Exchange, Procedure, Result, replace
from tablee.rules.questions import ASK, become, call
from tablee.rules.refusal import refuse
from tablee.rules.same_fields import fields_from

R = TypeVar("R")
Mod = int | None


DuellistPoints = Annotated[
    Annotated[int, Meta(ge=-1000, le=28)] | None,
    Meta(description="Points de Santé au départ, le capital à défaut ; 0 au moins"),
    on_sheet("pds"),
]


class Duellist(Fighter):
    """A fighter of a duel."""

    pds: DuellistPoints = None
    enrayee: JammedInHand = False
    long_feu: LongFeu = False
    hors: OutOfAction = "debout"


def check_duellist(name: str, fighter: Duellist) -> None:
    """Raise `Refusal` for a fighter whose fields contradict one another, or who is out of action
    (EXIL-SAN-05, EXIL-CHO-04)."""
    check_up(fighter.hors, f"{name}.hors")
    if fighter.pds is not None and fighter.pds < 0:
        raise refuse(f"{name}.pds", fighter.pds, "0 ou plus : sous 0, on est mort, hors de combat")
    if fighter.echecs == STAGES.index("inconscient"):
        allowed = "au plus 2 : à 3, on perd connaissance"
        raise refuse(f"{name}.echecs", fighter.echecs, allowed)
    check_fighter(name, fighter)


FighterA = Annotated[Duellist, Meta(description="premier combattant")]
FighterB = Annotated[Duellist, Meta(description="second combattant")]
Granted = Annotated[
    Initiative, Meta(description="à qui le Meneur donne l’initiative du premier tour")
]
EndsWhen = Annotated[
    Literal["vainqueur"] | ASK,
    Meta(
        description="vainqueur : le duel dure tant que les deux se battent ; ask : au Meneur, après "
        "chaque tour"
    ),
]
"""Between two tours the leader may grant the initiative, change circumstances or end the fight
(EXIL-CBT-04, -10, -15)."""


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


class TwoFighters(Procedure[R]):
    """The two fighters of a duel, and who has the initiative."""

    a: FighterA
    b: FighterB
    initiative: Granted = "libre"
    attaques_visees: Aimed = False

    apart = ("a", "b")
    endings = ("fin", "gagnant")

    def sides(self) -> dict[str, str]:
        return {"a": "a", "b": "b"}

    def check(self) -> None:
        check_duellist("a", self.a)
        check_duellist("b", self.b)
        check_aiming("a", self.a, self.attaques_visees)
        check_aiming("b", self.b, self.attaques_visees)


class ContactRound(TwoFighters[RoundResult], id="exil.contact_round"):
    """One tour of a duel: attitudes, initiative, an attack and its answer (EXIL-CBT-01..12,
    EXIL-CON-01..11, EXIL-PAS-01..16).

    Its result holds the parameters of the next tour. Picking up a lost weapon or freeing a stuck
    one takes the tour (EXIL-PAS-13, -15).
    """

    adrenaline: Adrenaline = False
    ramasser_permis: Ramasser = True
    incidents: MayMisfire = False
    valeur_choc: StunValue = None
    conduite: Conduct = "habitude"

    utilities = {
        "victoire": victory,
        "survie": survival,
        "pds": wounds_dealt,
        "avantage": advantage,
    }
    goals = {"": "avantage"}

    async def rule(self) -> RoundResult:
        bout = _bout(self, 1)
        tour = await _tour(bout, _started(bout), self.initiative)
        return await become(ContactTour(bout=bout, tour=tour, tours=0))


class ContactTour(Procedure[RoundResult], id="exil.contact_round.tour"):
    """A single tour of a duel under way; no tour has been fought before it."""

    bout: Bout
    tour: Opening | TurnOf
    tours: int

    clock = CLOCK
    plays = "tour"

    async def rule(self) -> RoundResult:
        bout, done = self.bout, await call(self.tour)
        fin, winner = verdict(done.states)
        over = fin != "aucune"
        pairs = list(zip("ab", (joined(each) for each in done.states), strict=True))
        lasting: dict[str, Any] = {
            f"{name}_{seat}": None if over else getattr(state, name)
            for name in ("arme", "pc_mod", "expose")
            for seat, state in pairs
        }
        emit_gear(bout, done.states)
        if not over:
            emit_left_over(bout, done.states, done.granted)
        note_closing(bout, done.states, self.tours + 1)
        return RoundResult(
            fin=fin,
            gagnant=winner,
            pds_a=done.states[0].pds,
            pds_b=done.states[1].pds,
            initiative=None if over else initiative_of(done.granted),
            **lasting,
        )


class Duel(TwoFighters[DuelResult], id="exil.duel"):
    """A whole fight in contact between two fighters (EXIL-CBT-01..16, EXIL-CON-01..11,
    EXIL-PAS-01..16, EXIL-SAN-01..07, -09).

    It lasts until a fighter is out of action or gives up, until nothing can change any more
    (impasse), or for `max_turns`. It is a mêlée of two.
    """

    fin: EndsWhen = "vainqueur"
    max_turns: Annotated[int, Meta(ge=1, le=200, description="le combat s’arrête ensuite")] = 20
    adrenaline: Adrenaline = False
    ramasser_permis: Ramasser = True
    incidents: MayMisfire = False
    valeur_choc: StunValue = None
    conduite: Conduct = "habitude"

    utilities = {"victoire": victory, "survie": survival}
    utility_ranges = {"victoire": (-1, 1), "survie": (0, 1)}

    async def rule(self) -> DuelResult:
        bout = _bout(self, self.max_turns)
        begun = Fight(bout=bout, states=_started(bout), initiative=self.initiative, tours=0)
        return await become(begun)


class Fight(Procedure[DuelResult], id="exil.duel.combat"):
    """A duel between two tours; `tours` have been fought."""

    bout: Bout
    states: tuple[MeleeState, ...]
    initiative: Initiative
    tours: int

    clock = CLOCK

    def fighter_statuses(self) -> tuple[FighterStatus, ...]:
        return statuses(self.bout, self.states)

    async def rule(self) -> DuelResult:
        bout = self.bout
        if hopeless(bout, self.states):
            note_hopeless()
            return _over(bout, "personne", "impasse", self.tours, self.states)
        self._note_tour(self.tours + 1)
        tour = await _tour(bout, self.states, self.initiative)
        return await become(FightTour(bout=bout, tour=tour, tours=self.tours))

    def _note_tour(self, tour: int) -> None:
        note(
            "EXIL-CBT-01",
            "Tour {tour} : {first:^} a {pds_a}, {second:^} {pds_b:Point de Santé|Points de Santé}.",
            tour=tour,
            first="a",
            second="b",
            pds_a=self.states[0].pds,
            pds_b=self.states[1].pds,
        )


class FightTour(TourUnderWay[DuelResult], id="exil.duel.combat_tour"):
    """A tour of a duel under way; `tours` have been fought before it."""

    async def rule(self) -> DuelResult:
        bout, tours = self.bout, self.tours + 1
        done = await call(self.tour)
        fin, winner = verdict(done.states)
        if winner is not None and fin != "aucune":
            return _over(bout, winner, fin, tours, done.states)
        if tours == bout.max_turns:
            note("EXIL-CBT-01", "Le dernier tour est joué, sans vainqueur.")
            emit_left_over(bout, done.states, done.granted)
            return _over(bout, "personne", "limite", tours, done.states)
        states = tuple(joined(each) for each in done.states)
        paused = BetweenTours(bout=bout, states=states, granted=done.granted, tours=tours)
        return await become(paused if bout.fin == "ask" else paused.next_tour())


class BetweenTours(Procedure[DuelResult], id="exil.duel.entre_tours"):
    """A duel after a tour that has not ended it: the leader changes a fighter, ends the fight or goes
    on. `tours` have been fought; `granted`: names with the initiative of the next one."""

    bout: Bout
    states: tuple[MeleeState, ...]
    granted: Names
    tours: int

    clock = CLOCK

    def fighter_statuses(self) -> tuple[FighterStatus, ...]:
        return statuses(self.bout, self.states)

    def next_tour(self) -> Fight:
        initiative = initiative_of(self.granted)
        return Fight(bout=self.bout, states=self.states, initiative=initiative, tours=self.tours)

    async def rule(self) -> DuelResult:
        bout, tours = self.bout, self.tours
        match await next_word(tours):
            case "continuer":
                return await become(self.next_tour())
            case "finir":
                return _over(bout, "personne", "meneur", tours, self.states)
        states, granted = await changed(bout, self.states, self.granted)
        fin, winner = verdict(states)
        if winner is not None and fin != "aucune":
            return _over(bout, winner, fin, tours, states)
        return await become(replace(self, states=states, granted=granted))


class DuelTour(Opening, id="exil.duel.tour"):
    """A tour of a duel, once the leader has chosen how his fighters are led."""

    def fighter_statuses(self) -> tuple[FighterStatus, ...]:
        return statuses(self.bout, self.states)

    def exchange(self) -> Exchange:
        """Return the tour as a run of its own, in which only attitudes are chosen."""
        bout, states = self.bout, self.states
        alone = ContactRound(
            a=_duellist_alone(0, bout, states[0]),
            b=_duellist_alone(1, bout, states[1]),
            initiative=initiative_of(self.granted),
            adrenaline=bout.adrenaline,
            ramasser_permis=bout.ramasser,
            attaques_visees=bout.visees,
        )
        return Exchange(alone, ("avantage", "survie"))


# ── the mêlée of two ───────────────────────────────────────────────────────────────────────────
def _bout(fight: ContactRound | Duel, most: int) -> Bout:
    """Return the fixed part of the fight; the malus from before it is settled."""
    return Bout(
        combatants=(_combatant("a", fight.a), _combatant("b", fight.b)),
        adrenaline=fight.adrenaline,
        ramasser=fight.ramasser_permis,
        max_turns=most,
        visees=fight.attaques_visees,
        incidents=fight.incidents,
        valeur_choc=fight.valeur_choc,
        conduite=fight.conduite,
        fin="ask" if isinstance(fight, Duel) and fight.fin == "ask" else "camp",
        duel=True,
    )


def _combatant(name: str, fighter: Duellist) -> Combatant:
    own = {
        "id": name,
        "camp": name,
        "malus_avant": malus_before(fighter),
        "politique": MeleePolicy(**fields_from(fighter.politique, MeleePolicy)),
        "incident": "enrayee" if fighter.enrayee else "rien",
        "hors": None,
    }
    return Combatant(**fields_from(fighter, Combatant) | own)


def _started(bout: Bout) -> tuple[MeleeState, ...]:
    return tuple(state_of(each) for each in bout.combatants)


async def _tour(bout: Bout, states: tuple[MeleeState, ...], initiative: Initiative) -> DuelTour:
    granted: Names = () if initiative == "libre" else (initiative,)
    led, groups = await conducted(bout, states)
    return DuelTour(bout=led, states=states, granted=granted, groups=groups)


def _over(
    bout: Bout, winner: Winner, fin: DuelEnding, tours: int, states: Sequence[MeleeState]
) -> DuelResult:
    emit_gear(bout, states)
    note_closing(bout, states, tours)
    a, b = states
    return DuelResult(gagnant=winner, fin=fin, tours=tours, pds_a=a.pds, pds_b=b.pds)


def _duellist_alone(place: int, bout: Bout, state: MeleeState) -> Duellist:
    one = bout.combatants[place]
    return Duellist(
        **fields_from(one, Duellist)
        | fields_from(state, Duellist)
        | {
            "politique": Policy(**policy_alone(place, bout, state)),
            "reddition": "jamais",
            "enrayee": state.incident == "enrayee",
            "hors": "debout",
        }
    )
