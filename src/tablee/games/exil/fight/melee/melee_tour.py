"""A tour of a mêlée: weapons, attitudes and order, then the turns (CBT, CON)."""

from __future__ import annotations

from tablee.games.exil.fight.fighters import bare_hands, surrenders
from tablee.games.exil.fight.melee.acting import Acting
from tablee.games.exil.fight.melee.combatants import Bout, MeleeState, Posture, statuses
from tablee.games.exil.fight.melee.landing import Landed, land
from tablee.games.exil.fight.melee.melee_stance import Field, MeleeStance
from tablee.games.exil.fight.melee.order import Names, may_act, order_of
from tablee.games.exil.fight.melee.turn import play
from tablee.games.exil.fight.strikes import choose_riposte, leaves_hand, note_lost_attack
from tablee.rules.ambient import note
from tablee.rules.fighter_status import FighterStatus
from tablee.rules.forms import OneOf
from tablee.rules.procedure import Procedure, Result, replace
from tablee.rules.questions import Choose, become, choose, together


class TourEnd(Result):
    """The states after a tour. `granted`: names with the initiative of the next one."""

    states: tuple[MeleeState, ...]
    granted: tuple[str, ...]


class Opening(Procedure[TourEnd], id="exil.melee.tour"):
    """A tour from its beginning: weapons, PC, attitudes, order (EXIL-CBT-03..13). `granted`: names
    with the initiative, in order."""

    bout: Bout
    states: tuple[MeleeState, ...]
    granted: Names

    async def rule(self) -> TourEnd:
        bout = self.bout
        pairs = zip(bout.combatants, self.states, strict=True)
        field = Field(
            bout,
            [MeleeStance(place, one, state, bout) for place, (one, state) in enumerate(pairs)],
        )
        for stance in field.standing():
            _stop_aiming(field, stance)
            await _settle_weapon(stance, bout.ramasser)
        for stance in field.standing():
            stance.settle(field.freed(stance))
        await _attitudes(field)
        order = await order_of(field, self.granted)
        return await become(TurnOf(bout=bout, postures=field.postures(), order=order, held=()))


def _stop_aiming(field: Field, stance: MeleeStance) -> None:
    """End his aiming at a target that is out of action (R-78)."""
    vise = stance.state.vise
    if vise is not None and field.by_name[vise.cible].out:
        stance.put(vise=None)


async def _settle_weapon(stance: MeleeStance, ramasser: bool) -> None:
    """Take back a weapon that is lost, stuck or jammed, or go on without it or with another
    (R-31)."""
    lost, broken = stance.arme == "perdue", stance.state.incident == "detruite"
    jammed = stance.arme == "en_main" and not stance.gun_works
    if stance.arme == "en_main" and not jammed:
        return
    possible = {
        "garder": jammed,
        "reprendre": stance.arme == "coincee" or (lost and ramasser and not broken),
        "mains_nues": True,
        "autre_arme": stance.may_draw,
    }
    options = [option for option, open_now in possible.items() if open_now]
    match await _weapon_choice(stance, options):
        case "reprendre":
            stance.take_up_weapon()
        case "autre_arme":
            stance.draw()
        case "mains_nues":
            stance.drop_weapon()
        case _:
            note("EXIL-INC-07", "{who:^} garde en main une arme qui ne tire plus.", who=stance.name)


async def _weapon_choice(stance: MeleeStance, options: list[str]) -> str:
    wish = stance.combatant.politique.arme
    if wish == "ask":
        return await choose(
            "arme",
            OneOf(tuple(options)),
            who=stance.who,
            facts={"combattant": stance.name, "arme": stance.arme},
            parameter=f"{stance.path}.politique.arme",
            default=options[0],
        )
    if wish == "reprendre" and options[0] in ("garder", "reprendre"):
        return options[0]
    return "autre_arme" if "autre_arme" in options else "mains_nues"


async def _attitudes(field: Field) -> None:
    """Split the PC of all; their choices are simultaneous and secret (EXIL-CBT-05, -06, -13)."""
    asks: list[Choose[int]] = []
    places: list[tuple[MeleeStance, str | None]] = []
    for stance in field.standing():
        if stance.asks_attitude():
            asks.append(stance.attitude({}))
            places.append((stance, None))
        for name, points in stance.trust.items():
            if field.by_name[name].out:
                continue
            if stance.combatant.politique.attitude == "ask" and stance.combatant.ratio is None:
                asks.append(stance.trusting(name, points))
                places.append((stance, name))
            else:
                part = stance.fixed_trust(points)
                stance.trusted[name] = (part, points - part)
    answers = dict(zip(places, await together(*asks), strict=True)) if asks else {}
    for stance in field.standing():
        stance.take(answers.get((stance, None), stance.fixed_poff()))
        for (owner, against), part in answers.items():
            if owner is stance and against is not None:
                stance.trusted[against] = (part, stance.trust[against] - part)
        _note_trust(stance)
        stance.misfired()


def _note_trust(stance: MeleeStance) -> None:
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
            replace(self, postures=field.postures(), order=tuple(later), held=self.held)
        )

    def _field(self) -> Field:
        pairs = zip(self.bout.combatants, self.postures, strict=True)
        return Field(
            self.bout,
            [
                MeleeStance.of(at, one, posture, self.bout)
                for at, (one, posture) in enumerate(pairs)
            ],
        )

    async def _leaves(self, field: Field, me: MeleeStance, later: list[Names]) -> TurnOf | None:
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


async def _behind_whom(me: MeleeStance, waiting: list[str]) -> str | None:
    """Return the name after which he wants to act; None: now."""
    if not await leaves_hand(me, {"combattant": me.name, "poff": me.poff}):
        return None
    if me.combatant.politique.laisser_la_main != "ask":
        return waiting[-1]
    facts = {"combattant": me.name}
    return await choose(
        "apres", OneOf(tuple(waiting)), who=me.who, facts=facts, default=waiting[-1]
    )


async def _ready(field: Field, me: MeleeStance) -> bool:
    """Return whether his turn takes place, and mark it as taken."""
    if me.out:
        return False
    if not me.due:
        note("EXIL-CON-11", "{who:^} a perdu son action de ce tour.", who=me.name)
        return False
    me.due = False
    if me.stripped and not await _rearmed(field, me):
        note_lost_attack(me.name)
        return False
    return True


async def _rearmed(field: Field, me: MeleeStance) -> bool:
    """Choose how a fighter goes on who lost his weapon before his turn; return whether he does
    (EXIL-PAS-13, R-33)."""
    me.stripped = False
    stuck = me.arme == "coincee"
    more = field.freed(me) + me.startled
    bare = me.poff_with(bare_hands(me.combatant), more)
    reach = max((each.expose for each in field.in_contact(me)), default=0)
    possible = {
        "autre_arme": me.may_draw,
        "mains_nues": stuck or bare + reach >= 1,
        "perdre": True,
    }
    options = tuple(option for option, open_now in possible.items() if open_now)
    facts = {"combattant": me.name, "arme": me.arme}
    choice = await choose_riposte(me, options, facts, options[0])
    if choice == "autre_arme":
        me.draw()
    elif choice == "mains_nues":
        me.drop_weapon()
    else:
        return False
    me.poff = me.poff_with(me.hand, more)
    return True


async def _at_once(field: Field, group: list[MeleeStance]) -> None:
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
