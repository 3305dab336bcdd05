"""The mêlée: a fight of several sides, tour by tour (CBT to PRO, SAN, CHO)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from tablee.games.exil.fight.attack_fields import MayMisfire, StunValue
from tablee.games.exil.fight.closing_note import note_closing
from tablee.games.exil.fight.fighters import (
    Adrenaline,
    Aimed,
    Conduct,
    Ramasser,
    check_aiming,
    check_fighter,
    malus_before,
)
from tablee.games.exil.fight.melee.acting import ENOUGH
from tablee.games.exil.fight.melee.changes import EVERYBODY, changed, next_word
from tablee.games.exil.fight.melee.combatants import (
    Bout,
    Combatant,
    CombatantEnd,
    MeleeState,
    fired,
    state_of,
    statuses,
)
from tablee.games.exil.fight.melee.conduct import conducted
from tablee.games.exil.fight.melee.melee_exchange import combatants_alone, lost
from tablee.games.exil.fight.melee.order import Names
from tablee.games.exil.fight.melee.tour import CLOCK, Opening, TourUnderWay
from tablee.games.exil.fight.shot import MayStray
from tablee.rules.ambient import effect, note
from tablee.rules.fighter_status import FighterStatus
from tablee.rules.procedure import Exchange, Procedure, Result, replace
from tablee.rules.questions import ASK, become, call
from tablee.rules.refusal import refuse
from tablee.rules.same_fields import fields_from

Fin = Literal["camp", "meneur", "limite"]


class MeleeResult(Result):
    """The end of a mêlée. `camp`: the only side that remains, if there is one. `tours`: begun."""

    fin: Fin
    camp: str | None
    tours: int
    combattants: tuple[CombatantEnd, ...]


def victory(melee: Melee, result: MeleeResult, seat: str) -> int:
    """Return 1 if only the seat's side remains, -1 if only another one does."""
    side = melee.sides().get(seat)
    if result.camp is None or side is None:
        return 0
    return 1 if result.camp == side else -1


def survival(_: Melee, result: MeleeResult, seat: str) -> int:
    """Return 1 unless the seat's combatant is dead."""
    return int(all(each.id != seat or each.hors != "mort" for each in result.combattants))


def advantage(melee: Melee, result: MeleeResult, seat: str) -> int:
    """Return 1 if the other sides have lost more PdS than the seat's."""
    side = melee.sides().get(seat)
    if side is None:
        return 0
    mine, others = lost(melee.combattants, result.combattants, side)
    return int(others > mine)


class Melee(Procedure[MeleeResult], id="exil.melee"):
    """A fight of several sides (EXIL-CBT-01..16, EXIL-CON-01..11, EXIL-PAS-01..16, EXIL-TIR-01..22,
    EXIL-INC-01..08, EXIL-OPT-01..07, EXIL-ARM-02, -04, -10, -12..15, -17, EXIL-CHO-01, -04,
    EXIL-SAN-09, EXIL-BLE-01).

    Each tour has weapons, simultaneous attitudes, then turns by falling Poff. The fight ends when
    at most one side remains, after `max_turns`, or when the leader decides so (`fin: ask`). The
    combatants of the result can be the parameters of a new run.
    """

    combattants: Annotated[
        tuple[Combatant, ...],
        Meta(min_length=2, max_length=12, description="ceux qui se battent, chacun dans un camp"),
    ]
    initiative: Annotated[
        tuple[str, ...],
        Meta(max_length=12, description="à qui le Meneur donne l’initiative du premier tour"),
    ] = ()
    fin: Annotated[
        Literal["camp"] | ASK,
        Meta(description="camp : le combat dure tant que deux camps tiennent ; ask : au Meneur"),
    ] = "camp"
    max_turns: Annotated[int, Meta(ge=1, le=200, description="le combat s’arrête ensuite")] = 20
    adrenaline: Adrenaline = False
    ramasser_permis: Ramasser = True
    attaques_multiples: Annotated[
        bool, Meta(description="peut-on partager son Poff entre plusieurs adversaires ?")
    ] = True
    attaques_visees: Aimed = False
    incidents: MayMisfire = False
    tirs_perdus: MayStray = False
    valeur_choc: StunValue = None
    conduite: Conduct = "habitude"

    endings = ("fin",)
    utilities = {"victoire": victory, "survie": survival, "avantage": advantage}
    utility_ranges = {"victoire": (-1, 1), "survie": (0, 1), "avantage": (0, 1)}

    def sides(self) -> dict[str, str]:
        """Return the side of each player, and of the leader if all his fighters have the same."""
        found = {each.id: each.camp for each in self.combattants if not each.pnj}
        led = {each.camp for each in self.combattants if each.pnj}
        return found | ({"gm": led.pop()} if len(led) == 1 else {})

    def led_by(self, seat: str) -> tuple[str, ...]:
        led = tuple(each.id for each in self.combattants if each.pnj)
        return led if seat == "gm" else (seat,)

    def ids(self) -> tuple[str, ...]:
        return tuple(each.id for each in self.combattants)

    def check(self) -> None:
        names = self.ids()
        for place, each in enumerate(self.combattants):
            path = f"combattants[{place}]"
            dead = each.hors == "mort"
            if each.pds is not None and each.pds < 0 and not dead:
                raise refuse(f"{path}.pds", each.pds, "0 ou plus, à moins qu’il ne soit mort")
            check_fighter(path, replace(each, pds=None) if dead else each)
            if each.id in names[:place]:
                raise refuse(f"{path}.id", each.id, "un nom pour chacun")
            if each.id in _WORDS_TAKEN:
                raise refuse(f"{path}.id", each.id, "un autre nom : celui-ci a déjà un sens")
            self._check_names(path, each, names)
            check_aiming(path, each, self.attaques_visees)
            if each.politique.partage > 1 and not self.attaques_multiples:
                allowed = "1, tant que les attaques multiples ne sont pas permises"
                raise refuse(f"{path}.politique.partage", each.politique.partage, allowed)
        for place, name in enumerate(self.initiative):
            if name not in names:
                raise unknown(f"initiative[{place}]", name, names)
        if len({each.camp for each in self.combattants}) < 2:
            raise refuse("combattants", 1, "au moins deux camps")

    def _check_names(self, path: str, each: Combatant, names: Names) -> None:
        for field in ("confiance", "egare", "vise"):
            value: Any = getattr(each, field)
            named = value.cible if field == "vise" and value else value
            for name in named if isinstance(named, tuple) else (named,):
                if name is not None and name not in names:
                    raise unknown(f"{path}.{field}", name, names)
        for place, at in enumerate(each.portees_vers):
            if at.cible not in names:
                raise unknown(f"{path}.portees_vers[{place}].cible", at.cible, names)
        if each.seconde and each.autre_arme is None:
            raise refuse(f"{path}.seconde", True, "non pour qui ne porte pas d’autre arme")

    async def rule(self) -> MeleeResult:
        bout = Bout(
            combatants=tuple(
                replace(each, malus_avant=malus_before(each)) for each in self.combattants
            ),
            ramasser=self.ramasser_permis,
            partages=self.attaques_multiples,
            visees=self.attaques_visees,
            **fields_from(self, Bout),
        )
        states = tuple(state_of(each) for each in self.combattants)
        return await become(Fray(bout=bout, states=states, tours=0, granted=self.initiative))


_WORDS_TAKEN = ("gm", "attaquant", "defenseur", "acteur", ENOUGH, EVERYBODY)


def unknown(field: str, name: str, names: Names) -> Exception:
    return refuse(field, name, "un combattant parmi : {known:=}", known=", ".join(names))


# ── from tour to tour ──────────────────────────────────────────────────────────────────────────
class Standing(Procedure[MeleeResult]):
    """A mêlée between two tours; `tours` have been fought. `granted`: names with the initiative."""

    bout: Bout
    states: tuple[MeleeState, ...]
    tours: int
    granted: Names

    clock = CLOCK

    def fighter_statuses(self) -> tuple[FighterStatus, ...]:
        return statuses(self.bout, self.states)


class Fray(Standing, id="exil.melee.combat"):
    """A mêlée before a tour; `tours` have been fought."""

    async def rule(self) -> MeleeResult:
        note("EXIL-CBT-01", "Tour {tour}.", tour=self.tours + 1)
        bout, groups = await conducted(self.bout, self.states)
        tour = Engagement(bout=bout, states=self.states, granted=self.granted, groups=groups)
        return await become(FrayTour(bout=self.bout, tour=tour, tours=self.tours))


class FrayTour(TourUnderWay[MeleeResult], id="exil.melee.combat_tour"):
    """A tour of a mêlée under way; `tours` have been fought before it."""

    async def rule(self) -> MeleeResult:
        done = await call(self.tour)
        return await become(
            Between(bout=self.bout, states=done.states, tours=self.tours, granted=done.granted)
        )


class Engagement(Opening, id="exil.melee.engagement"):
    """A tour of a mêlée, once the leader has chosen how his fighters are led."""

    def fighter_statuses(self) -> tuple[FighterStatus, ...]:
        return statuses(self.bout, self.states)

    def exchange(self) -> Exchange:
        """Return the tour as a run of its own."""
        bout = self.bout
        alone = Melee(
            combattants=combatants_alone(bout, self.states),
            initiative=self.granted,
            max_turns=1,
            adrenaline=bout.adrenaline,
            ramasser_permis=bout.ramasser,
        )
        return Exchange(alone, ("avantage", "survie"))


class Between(Standing, id="exil.melee.entre_tours"):
    """A mêlée after a tour: the leader changes combatants, ends the fight or goes on. `tours` have
    been fought before that tour."""

    async def rule(self) -> MeleeResult:
        word = await self._word()
        if word == "changer":
            states, granted = await changed(self.bout, self.states, self.granted)
            return await become(replace(self, states=states, granted=granted))
        if word != "continuer":
            return self._ended(word)
        return await become(
            Fray(bout=self.bout, states=self.states, tours=self.tours + 1, granted=self.granted)
        )

    async def _word(self) -> Literal["continuer", "changer"] | Fin:
        """Return how the fight goes on (EXIL-CBT-15)."""
        last = self.tours + 1 >= self.bout.max_turns
        if self.bout.fin == "ask":
            word = await next_word(self.tours + 1, over=len(self._camps()) < 2, last=last)
            if word == "changer":
                return word
            if word == "finir" and not last:
                return "meneur"
        elif len(self._camps()) < 2:
            note("EXIL-CBT-15", "Plus personne ne fait face : le combat est fini.")
            return "camp"
        if last:
            note("EXIL-CBT-01", "Le dernier tour est joué.")
            return "limite"
        return "continuer"

    def _camps(self) -> set[str]:
        """Return the sides that remain."""
        pairs = zip(self.bout.combatants, self.states, strict=True)
        return {one.camp for one, state in pairs if state.hors is None}

    def _ended(self, fin: Fin) -> MeleeResult:
        camps = self._camps()
        camp = camps.pop() if len(camps) == 1 else None
        for one, now in zip(self.bout.combatants, self.states, strict=True):
            if spent := fired(one.munitions_2, now.munitions_2):
                effect("munitions_2", spent, one.id)
        note_closing(self.bout, self.states, self.tours + 1)
        ends = tuple(CombatantEnd(**fields_from(now, CombatantEnd)) for now in self.states)
        return MeleeResult(fin=fin, camp=camp, tours=self.tours + 1, combattants=ends)
