"""A tour of a mêlée: weapons, attitudes and order, then the turns (CBT, CON)."""

from __future__ import annotations

from typing import Literal, TypeVar

from tablee.games.exil.fight.fighters import bare_hands, surrenders
from tablee.games.exil.fight.melee.acting import Acting
from tablee.games.exil.fight.melee.combatants import Bout, MeleeState, Posture, statuses
from tablee.games.exil.fight.melee.conduct import Groups, aimed_together
from tablee.games.exil.fight.melee.field import Field
from tablee.games.exil.fight.melee.landing import Landed, land
from tablee.games.exil.fight.melee.order import Names, may_act, order_of
from tablee.games.exil.fight.melee.stance import Stance
from tablee.games.exil.fight.melee.turn import play
from tablee.rules.ambient import note
from tablee.rules.fighter_status import FighterStatus
from tablee.rules.forms import YES_NO, OneOf
from tablee.rules.numbers import at_least, at_most
from tablee.rules.procedure import Procedure, Result, replace
from tablee.rules.questions import Choose, become, choose, decide, together

R = TypeVar("R")
CLOCK = ("tours", "bout.max_turns")
"""The count of tours of a fight, and its limit."""


class TourEnd(Result):
    """The states after a tour. `granted`: names with the initiative of the next one."""

    states: tuple[MeleeState, ...]
    granted: tuple[str, ...]


class Opening(Procedure[TourEnd], id="exil.melee.tour"):
    """A tour from its beginning: weapons, PC, attitudes, order (EXIL-CBT-03..13). `granted`: names
    with the initiative. `groups`: names for which the leader decides at once."""

    bout: Bout
    states: tuple[MeleeState, ...]
    granted: Names
    groups: Groups = ()

    async def rule(self) -> TourEnd:
        bout, groups = self.bout, self.groups
        field = Field.begun(bout, self.states)
        for stance in field.standing():
            _stop_aiming(field, stance)
            await _settle_weapon(stance, bout.ramasser)
        for stance in field.standing():
            stance.settle(field.gains(stance))
        await _attitudes(field, groups)
        bout = await aimed_together(bout, field, groups)
        order = await order_of(field.with_bout(bout), self.granted)
        postures = field.postures(order)
        return await become(TurnOf(bout=bout, postures=postures, order=order, held=()))


def _stop_aiming(field: Field, stance: Stance) -> None:
    """End his aiming at a target that is out of action (R-78)."""
    vise = stance.state.vise
    if vise is not None and field.by_name[vise.cible].out:
        stance.put(vise=None)


async def _settle_weapon(stance: Stance, ramasser: bool) -> None:
    """Take back a weapon that is lost, stuck or jammed, or go on without it or with another
    (R-31)."""
    lost, broken = stance.arme == "perdue", stance.state.incident == "detruite"
    jammed = stance.arme == "en_main" and not stance.gun_works
    if stance.arme == "en_main" and not jammed:
        return
    possible = {
        "garder": jammed,
        "reprendre": stance.arme == "coincee" or (lost and ramasser and not broken),
        _without_first(stance): True,
        "autre_arme": stance.may_draw,
    }
    options = [option for option, open_now in possible.items() if open_now]
    match await _weapon_choice(stance, options):
        case "reprendre":
            stance.take_up_weapon()
        case "autre_arme":
            stance.draw()
        case "mains_nues" | "autre_main":
            stance.drop_weapon()
        case _:
            note("EXIL-INC-07", "{who:^} garde en main une arme qui ne tire plus.", who=stance.name)


async def _weapon_choice(stance: Stance, options: list[str]) -> str:
    wish = stance.combatant.politique.arme
    if wish == "mains_nues":
        return _instead(stance, options)
    usual = _instead(stance, options) if _useless(stance, options) else options[0]
    if wish != "ask":
        return usual
    return await stance.choose("arme", options, "arme", usual, arme=stance.arme)


def _useless(stance: Stance, options: list[str]) -> bool:
    """Return whether nothing is won by the first weapon: it is out of reach, empty, or jammed for
    somebody who cannot clear it (EXIL-ARM-12, EXIL-INC-07)."""
    if options[0] not in ("garder", "reprendre"):
        return True
    empty = stance.rounds == 0 if options[0] == "garder" else stance.first_empty
    return empty or (stance.first_jammed and not stance.can_clear)


def _instead(stance: Stance, options: list[str]) -> str:
    """Return how he fights without his first weapon: with the carried one if he can."""
    return "autre_arme" if "autre_arme" in options else _without_first(stance)


def _without_first(stance: Stance) -> Literal["autre_main", "mains_nues"]:
    """Return how he fights without his first weapon."""
    return "autre_main" if stance.left_weapon else "mains_nues"


async def _attitudes(field: Field, groups: Groups) -> None:
    """Split the PC of all; their choices are simultaneous and secret (EXIL-CBT-05, -06, -13).
    `groups`: the leader chooses once for each of them, for its first fighter."""
    first = {name: names[0] for names in groups for name in names}
    duel = {f"pc_{each.name}": each.pc for each in field.all if field.bout.duel}
    asks: list[Choose[int]] = []
    places: list[tuple[Stance, str | None]] = []
    for stance in field.standing():
        if stance.asks_attitude() and first.get(stance.name, stance.name) == stance.name:
            facts = {"combattant": stance.name, "pc": stance.pc}
            asks.append(stance.attitude(duel or facts))
            places.append((stance, None))
        for name, points in field.apart(stance).items():
            if stance.decides:
                asks.append(stance.trusting(name, points))
                places.append((stance, name))
            else:
                part = stance.fixed_trust(points)
                stance.trusted[name] = (part, points - part)
    answers = dict(zip(places, await together(*asks), strict=True)) if asks else {}
    for stance in field.standing():
        chooser = field.by_name[first.get(stance.name, stance.name)]
        poff = answers.get((chooser, None))
        if poff is None:
            usual = stance.fixed_poff()
        else:
            usual = at_least(stance.least_poff(), stance.as_much(poff, chooser.pc))
        stance.take(at_most(stance.pc, usual))
        for (owner, against), part in answers.items():
            if owner is stance and against is not None:
                stance.trusted[against] = (part, stance.trust[against] - part)
        _note_trust(stance)
        stance.misfired()


def _note_trust(stance: Stance) -> None:
    for name, (poff, pdef) in stance.trusted.items():
        note(
            "EXIL-PAS-05",
            "En confiance contre {whom} : {poff:+} en Poff, {pdef:+} en Pdef.",
            whom=name,
            poff=poff,
            pdef=pdef,
        )


# ── a turn ─────────────────────────────────────────────────────────────────────────────────────
class TurnOf(Procedure[TourEnd], id="exil.melee.action"):
    """The turn of the first group in `order` (EXIL-CBT-02, EXIL-CON-02..04). `held`: names that may
    not leave the hand any more (R-86)."""

    bout: Bout
    postures: tuple[Posture, ...]
    order: tuple[Names, ...]
    held: Names

    def fighter_statuses(self) -> tuple[FighterStatus, ...]:
        return statuses(self.bout, tuple(stance.after() for stance in self._field().all))

    def turn_order(self) -> tuple[Names, ...]:
        field = self._field()
        groups = (tuple(n for n in each if not field.by_name[n].out) for each in self.order)
        return tuple(group for group in groups if group)

    async def rule(self) -> TourEnd:
        field = self._field()
        if not self.order:
            return _closed(field)
        first, *later = self.order
        if len(first) == 1:
            me = field.by_name[first[0]]
            after = await self._leaves(field, me, later)
            if after is not None:
                return await become(after)
            if await _ready(field, me):
                await play(Acting(field, me, None))
        else:
            await _at_once(field, [field.by_name[name] for name in first])
        return await become(
            replace(self, postures=field.postures(later), order=tuple(later), held=self.held)
        )

    def _field(self) -> Field:
        return Field.of(self.bout, self.postures)

    async def _leaves(self, field: Field, me: Stance, later: list[Names]) -> TurnOf | None:
        """Return the same turn with a new order if he lets others act first (EXIL-CON-03)."""
        if me.name in self.held or not may_act(field, me):
            return None
        waiting = [name for group in later for name in group if may_act(field, field.by_name[name])]
        if not waiting:
            return None
        behind = await _behind_whom(me, waiting)
        if behind is None:
            return None
        place = next(at for at, group in enumerate(later) if behind in group) + 1
        note(
            "EXIL-CON-03", "{who:^} laisse la main et agira après {whom}.", who=me.name, whom=behind
        )
        passed = tuple(name for group in later[:place] for name in group)
        return replace(
            self,
            order=(*later[:place], (me.name,), *later[place:]),
            held=(*self.held, me.name, *passed),
        )


async def _behind_whom(me: Stance, waiting: list[str]) -> str | None:
    """Return the name after which he wants to act; None: now."""
    wish, facts = me.combatant.politique.laisser_la_main, {"combattant": me.name}
    leaves = await decide(
        wish,
        f"{me.path}.politique.laisser_la_main",
        YES_NO,
        who=me.who,
        facts={**facts, "poff": me.poff},
        default=False,
    )
    if not leaves:
        return None
    if wish != "ask":
        return waiting[-1]
    return await choose(
        "apres", OneOf(tuple(waiting)), who=me.who, facts=facts, default=waiting[-1]
    )


async def _ready(field: Field, me: Stance) -> bool:
    """Return whether his turn takes place, and mark it as taken."""
    if me.out:
        return False
    if not me.due:
        note("EXIL-CON-11", "{who:^} a perdu son action de ce tour.", who=me.name)
        return False
    me.due = False
    if me.stripped and not await _rearmed(field, me):
        note("EXIL-PAS-13 EXIL-PAS-15", "{who:^} perd son attaque.", who=me.name)
        return False
    return True


async def _rearmed(field: Field, me: Stance) -> bool:
    """Choose how a fighter goes on who lost his weapon before his turn; return whether he does
    (EXIL-PAS-13, R-33)."""
    me.stripped = False
    stuck = me.arme == "coincee"
    more = field.gains(me) + me.startled
    bare = me.poff_with(me.left_weapon or bare_hands(me.combatant), more)
    reach = max((each.state.expose for each in field.in_contact(me)), default=0)
    possible = {
        "autre_arme": me.may_draw,
        _without_first(me): stuck or bare + reach >= 1,
        "perdre": True,
    }
    options = tuple(option for option, open_now in possible.items() if open_now)
    choice = await _riposte(me, options)
    if choice == "autre_arme":
        me.draw()
    elif choice != "perdre":
        me.drop_weapon()
    else:
        return False
    me.poff = me.poff_with(me.hand, more)
    return True


async def _riposte(me: Stance, options: tuple[str, ...]) -> str:
    """Return how a fighter goes on: a stuck weapon is kept, unless his policy gives it up."""
    wish = me.combatant.politique.arme
    usual = "perdre" if wish != "mains_nues" and me.arme == "coincee" else options[0]
    if wish != "ask":
        return usual
    return await me.choose("riposte", options, "arme", usual, arme=me.arme)


async def _at_once(field: Field, group: list[Stance]) -> None:
    """Play all attacks of a group before any effect (R-16, `initiative_tie: simultaneous`)."""
    held: list[Landed] = []
    acting = [me for me in group if await _ready(field, me)]
    for me in acting:
        await play(Acting(field, me, held))
    for done in held:
        await land(field, done)


def _closed(field: Field) -> TourEnd:
    """Return the end of the tour: surrenders, and what lasts (EXIL-CBT-15). A fighter without
    adversaries does not give up."""
    beaten = [
        stance
        for stance in field.standing()
        if surrenders(stance.combatant, stance.pds) and field.enemies(stance)
    ]
    for stance in beaten:
        stance.put(hors="reddition")
        note("EXIL-CBT-15", "{who:^} se rend.", who=stance.name)
    granted = tuple(each.name for each in field.standing() if each.granted)
    return TourEnd(states=tuple(stance.after() for stance in field.all), granted=granted)


# ── fights without an issue ────────────────────────────────────────────────────────────────────
def hopeless(bout: Bout, states: tuple[MeleeState, ...]) -> bool:
    """Return whether nothing can change any more: no PC, no effect under way, no weapon to fetch,
    and nobody who gives up (EXIL-CBT-15)."""
    for stance in Field.begun(bout, states).standing():
        one, now = stance.combatant, stance.state
        broken = now.incident == "detruite"
        fetching = now.arme == "coincee" or (now.arme == "perdue" and bout.ramasser and not broken)
        hands = [stance.hand] + ([one.autre_arme] if stance.may_draw and one.autre_arme else [])
        if fetching or now.pc_mod or now.expose or now.confiance or surrenders(one, now.pds):
            return False
        if any(stance.potential(hand) for hand in hands):
            return False
    return True


def note_hopeless() -> None:
    """Note the end of a fight in which nothing can change any more."""
    note("EXIL-CBT-14", "Personne ne peut plus rien : le combat n’a pas d’issue.")


class TourUnderWay(Procedure[R]):
    """A tour of a duel or a mêlée under way; `tours` have been fought before it."""

    bout: Bout
    tour: Opening | TurnOf
    tours: int

    clock = CLOCK
    plays = "tour"

    def fighter_statuses(self) -> tuple[FighterStatus, ...]:
        return self.tour.fighter_statuses()
