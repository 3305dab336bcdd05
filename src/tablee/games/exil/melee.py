"""The mêlée: a fight of several, tour by tour and turn by turn (chapters CBT to PRO, SAN, CHO)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from tablee.dice.die import D12, Throw
from tablee.dice.ranking import Ranking
from tablee.games.exil.fighters import (
    Adrenaline,
    Ramasser,
    bare_hands,
    check_fighter,
    condition_of,
    malus_of,
    surrenders,
)
from tablee.games.exil.health import state_of_health
from tablee.games.exil.melee_effects import Landed, land
from tablee.games.exil.melee_fields import (
    Bout,
    Combatant,
    MeleeState,
    Posture,
    state_of,
)
from tablee.games.exil.melee_stance import Field, MeleeStance
from tablee.games.exil.melee_turn import ENOUGH, Turn
from tablee.games.exil.rulings import ExilRulings
from tablee.games.exil.stance import FREED
from tablee.games.exil.tables import CAPITAL
from tablee.rules.ambient import note, rulings
from tablee.rules.forms import YES_NO, Form, NumberFrom, OneOf
from tablee.rules.procedure import Procedure, Result, replace
from tablee.rules.questions import (
    ASK,
    Choose,
    become,
    call,
    choose,
    decide,
    rolls,
    together,
)
from tablee.rules.refusal import refuse

__all__ = [
    "Between",
    "Fray",
    "Melee",
    "MeleeResult",
    "Opening",
    "Order",
    "OrderResult",
    "TourEnd",
    "TurnOf",
]

Names = tuple[str, ...]
Fin = Literal["camp", "meneur", "limite"]
_WORDS: OneOf[Literal["continuer", "changer", "finir"]] = OneOf(("continuer", "changer", "finir"))


class MeleeResult(Result):
    """`camp`: the only side that still stands, if there is but one. `tours`: begun."""

    fin: Fin
    camp: str | None
    tours: int
    combattants: tuple[MeleeState, ...]


def victory(melee: Melee, result: MeleeResult, seat: str) -> int:
    """1 when the seat's side alone stands, -1 when another one does."""
    side = melee.sides().get(seat)
    if result.camp is None or side is None:
        return 0
    return 1 if result.camp == side else -1


def survival(_: Melee, result: MeleeResult, seat: str) -> int:
    return int(all(each.id != seat or each.hors != "mort" for each in result.combattants))


class Melee(Procedure[MeleeResult], id="exil.melee"):
    """A fight of several sides (EXIL-CBT-01..16, EXIL-CON-01..11, EXIL-PAS-01..16, EXIL-TIR-01..22,
    EXIL-INC-01..08, EXIL-OPT-01..07, EXIL-ARM-02, -04, -10, -12..15, -17, EXIL-CHO-01, -04,
    EXIL-SAN-09, EXIL-BLE-01).

    Each tour: weapons, attitudes of all at once, then each one's turn by falling Poff. The fight
    ends when at most one side stands, after `max_turns`, or when the person who leads says so
    (`fin: ask`: after every tour); the result is the state, which may be given back.
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
    max_turns: Annotated[int, Meta(ge=1, le=200, description="nombre de tours au plus")] = 20
    adrenaline: Adrenaline = False
    ramasser_permis: Ramasser = True
    attaques_multiples: Annotated[
        bool, Meta(description="peut-on partager son Poff entre plusieurs adversaires ?")
    ] = True
    attaques_visees: Annotated[bool, Meta(description="peut-on viser une partie du corps ?")] = True
    incidents: Annotated[
        bool | ASK, Meta(description="un tir manqué peut-il venir de l’arme à feu ?")
    ] = False
    tirs_perdus: Annotated[
        bool | ASK, Meta(description="un tir manqué peut-il toucher autre chose ?")
    ] = False

    utilities = {"victoire": victory, "survie": survival}

    def sides(self) -> dict[str, str]:
        """Players by their side; the leader's too when all his fighters are of one."""
        found = {each.id: each.camp for each in self.combattants if not each.pnj}
        led = {each.camp for each in self.combattants if each.pnj}
        return found | ({"gm": led.pop()} if len(led) == 1 else {})

    def ids(self) -> tuple[str, ...]:
        return tuple(each.id for each in self.combattants)

    def check(self) -> None:
        names = self.ids()
        for place, each in enumerate(self.combattants):
            path = f"combattants[{place}]"
            check_fighter(path, each)
            if each.id in names[:place]:
                raise refuse(f"{path}.id", each.id, "un nom pour chacun")
            if each.id in _WORDS_TAKEN:
                raise refuse(f"{path}.id", each.id, "un autre nom : celui-ci a déjà un sens")
            self._check_names(path, each, names)
        for place, name in enumerate(self.initiative):
            if name not in names:
                raise unknown(f"initiative[{place}]", name, names)
        if len({each.camp for each in self.combattants}) < 2:
            raise refuse("combattants", 1, "au moins deux camps")

    def _check_names(self, path: str, each: Combatant, names: Names) -> None:
        for field in ("confiance", "egare", "vise"):
            value: Any = getattr(each, field)
            told = value.cible if field == "vise" and value else value
            for name in told if isinstance(told, tuple) else (told,):
                if name is not None and name not in names:
                    raise unknown(f"{path}.{field}", name, names)
        if each.seconde and each.autre_arme is None:
            raise refuse(f"{path}.seconde", True, "non pour qui ne porte pas d’autre arme")

    async def rule(self) -> MeleeResult:
        bout = Bout(
            combatants=tuple(_lasting(each) for each in self.combattants),
            adrenaline=self.adrenaline,
            ramasser=self.ramasser_permis,
            partages=self.attaques_multiples,
            visees=self.attaques_visees,
            incidents=self.incidents,
            tirs_perdus=self.tirs_perdus,
            fin=self.fin,
            max_turns=self.max_turns,
        )
        states = tuple(state_of(each) for each in self.combattants)
        return await become(Fray(bout=bout, states=states, tours=0, granted=self.initiative))


_WORDS_TAKEN = ("gm", "attaquant", "defenseur", "acteur", ENOUGH)


def unknown(field: str, name: str, names: Names) -> Exception:
    return refuse(field, name, "un combattant parmi : {known:=}", known=", ".join(names))


def _lasting(each: Combatant) -> Combatant:
    """A combatant with the malus from before the fight settled."""
    before = each.malus_avant
    if before is None:
        before = malus_of(each.physique, condition_of(each).pds)
    return replace(each, malus_avant=before)


# ── the beginning of a tour ────────────────────────────────────────────────────────────────────
class TourEnd(Result):
    """What a tour leads to. `granted`: who has won the initiative of the next one."""

    states: tuple[MeleeState, ...]
    granted: tuple[str, ...]


class Opening(Procedure[TourEnd], id="exil.melee.tour"):
    """A tour from its beginning: weapons, PC, attitudes, the order (EXIL-CBT-03..13). `granted`:
    to whom the initiative is given, in order."""

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
            _lower(field, stance)
            await _settle_weapon(stance, bout.ramasser)
        for stance in field.standing():
            foes = field.in_contact(stance)
            freeing = any(foe.busy and foe.arme == "coincee" for foe in foes)
            stance.settle(FREED if freeing else 0)
        await _attitudes(field)
        order = await _order(field, self.granted)
        return await become(TurnOf(bout=bout, postures=field.postures(), order=order, held=()))


def _lower(field: Field, stance: MeleeStance) -> None:
    """Aiming at somebody who is out of action is lost (R-78)."""
    vise = stance.state.vise
    if vise is not None and field.by_name[vise.cible].out:
        stance.put(vise=None)


async def _settle_weapon(stance: MeleeStance, ramasser: bool) -> None:
    """A weapon lost, stuck or jammed: take it back, fight on without it or with another (R-31)."""
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
            stance.busy = True
            tell = "dégager" if stance.arme == "coincee" else "ramasser"
            _tell_busy(stance, tell)
        case "autre_arme":
            stance.draw()
        case "mains_nues":
            stance.bare()
        case _:
            note("EXIL-INC-07", "{who:^} garde en main une arme qui ne tire plus.", who=stance.name)


def _tell_busy(stance: MeleeStance, doing: str) -> None:
    if doing == "dégager":
        note(
            "EXIL-PAS-15",
            "{who:^} passe le tour à dégager son arme, ce qui vaut {freed:point|points} de PC à "
            "qui l’affronte.",
            who=stance.name,
            freed=FREED,
        )
    else:
        note("EXIL-PAS-13", "{who:^} passe le tour à ramasser son arme.", who=stance.name)


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
    """All split their PC, those who are asked at once and unseen (EXIL-CBT-05, -06, -13)."""
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
        _tell_trust(stance)
        stance.misfired()


def _tell_trust(stance: MeleeStance) -> None:
    for name, (poff, pdef) in stance.trusted.items():
        note(
            "EXIL-PAS-05",
            "En confiance contre {whom} : {poff:+} en Poff, {pdef:+} en Pdef.",
            whom=name,
            poff=poff,
            pdef=pdef,
        )


async def _order(field: Field, granted: Names) -> tuple[Names, ...]:
    """Who acts when: names that act at the same time stand together (EXIL-CBT-09, -10, R-16)."""
    waiting = [stance for stance in field.standing() if not stance.busy]
    order: list[Names] = []
    for name in dict.fromkeys(granted):
        if field.by_name[name] in waiting:
            waiting.remove(field.by_name[name])
            order.append((name,))
            note("EXIL-CBT-10", "{who:^} a l’initiative quoi qu’il arrive.", who=name)
    for value in sorted({stance.initiative for stance in waiting}, reverse=True):
        tied = [stance for stance in waiting if stance.initiative == value]
        able = [stance for stance in tied if not _idle(field, stance)]
        order += await _among(able)
        order += [(stance.name,) for stance in tied if stance not in able]
    note("EXIL-CBT-03 EXIL-CBT-09", "Ordre du tour : {names}.", names=_flat(order))
    return tuple(order)


def _flat(order: list[Names]) -> Names:
    return tuple(name for group in order for name in group)


def _idle(field: Field, stance: MeleeStance) -> bool:
    """Whether his policy leaves him nothing to do in this tour."""
    policy = stance.combatant.politique
    if policy.action == "ask":
        return False
    turn = Turn(field, stance, None)
    return policy.action == "rien" or not (turn.reachable() or turn.targets())


def _may_act(field: Field, stance: MeleeStance) -> bool:
    """Whether his turn is still to come and he has something to do in it."""
    return stance.riposte_due and not stance.out and not _idle(field, stance)


async def _among(tied: list[MeleeStance]) -> list[Names]:
    """The order of those whose initiative is equal."""
    if len(tied) < 2:
        return [(stance.name,) for stance in tied]
    tie = rulings(ExilRulings).initiative_tie
    if tie == "simultaneous":
        names = tuple(stance.name for stance in tied)
        note("EXIL-CBT-09", "Poff égaux, {names} agissent en même temps.", names=names)
        return [names]
    blocks: list[list[MeleeStance]] = [tied]
    if tie == "talent":
        levels = sorted({stance.hand.talent for stance in tied}, reverse=True)
        blocks = [[each for each in tied if each.hand.talent == level] for level in levels]
    drawn = await call(
        Order(blocks=tuple(tuple(each.name for each in block) for block in blocks)),
        seats={_die_of(each.name): each.who for each in tied},
    )
    return [(name,) for name in drawn.names]


def _die_of(name: str) -> str:
    """The seat of a combatant's die, apart from his name in the notes."""
    return f"dé de {name}"


class OrderResult(Result):
    names: tuple[str, ...]


class Order(Procedure[OrderResult], id="exil.melee.initiative"):
    """A d12 each among those whose Poff is equal, the higher face first, again between equals
    (EXIL-CBT-09). `blocks`: those still tied stand together."""

    blocks: tuple[tuple[str, ...], ...]

    async def rule(self) -> OrderResult:
        place = next((at for at, block in enumerate(self.blocks) if len(block) > 1), None)
        if place is None:
            return OrderResult(names=tuple(name for (name,) in self.blocks))
        block = self.blocks[place]
        note("EXIL-CBT-09", "Poff égaux : un d12 chacun pour {names}, dans cet ordre.", names=block)
        throws = tuple(Throw(D12, "initiative", _die_of(name)) for name in block)
        alone = {"reaching": False, "best": False, "lead": False, "order": True}
        podium = await rolls(throws, Ranking((0,) * len(block), **alone))
        assert podium.order is not None
        groups = tuple(tuple(block[at] for at in group) for group in reversed(podium.order))
        return await become(
            replace(self, blocks=(*self.blocks[:place], *groups, *self.blocks[place + 1 :]))
        )


# ── a turn ─────────────────────────────────────────────────────────────────────────────────────
class TurnOf(Procedure[TourEnd], id="exil.melee.action"):
    """The turn of those who stand first in `order` (EXIL-CBT-02, EXIL-CON-02..04). `held`: those
    who may not leave the hand any more (R-86)."""

    bout: Bout
    postures: tuple[Posture, ...]
    order: tuple[Names, ...]
    held: Names

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
                await Turn(field, me, None).play()
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
        """The same turn with a new order when he lets others act before him (EXIL-CON-03)."""
        if me.name in self.held or not _may_act(field, me):
            return None
        waiting = [
            name for group in later for name in group if _may_act(field, field.by_name[name])
        ]
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
    """After whom he wants to act; None: now."""
    leaves = await decide(
        me.combatant.politique.laisser_la_main,
        f"{me.path}.politique.laisser_la_main",
        YES_NO,
        who=me.who,
        facts={"combattant": me.name, "poff": me.poff},
        default=False,
    )
    if not leaves:
        return None
    if me.combatant.politique.laisser_la_main != "ask":
        return waiting[-1]
    facts = {"combattant": me.name}
    return await choose(
        "apres", OneOf(tuple(waiting)), who=me.who, facts=facts, default=waiting[-1]
    )


async def _ready(field: Field, me: MeleeStance) -> bool:
    """Whether his turn takes place; from then on his action is no longer due."""
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


async def _rearmed(field: Field, me: MeleeStance) -> bool:
    """How somebody goes on who lost his weapon before his turn (EXIL-PAS-13, R-33)."""
    me.stripped = False
    stuck = me.arme == "coincee"
    bare = me.poff_with(bare_hands(me.combatant))
    reach = max((each.expose for each in field.in_contact(me)), default=0)
    possible = {
        "autre_arme": me.may_draw,
        "mains_nues": stuck or bare + reach >= 1,
        "perdre": True,
    }
    options = [option for option, open_now in possible.items() if open_now]
    choice = await _riposte(me, options, stuck)
    if choice == "autre_arme":
        me.draw()
    elif choice == "mains_nues":
        me.bare()
    else:
        return False
    me.poff = me.poff_with(me.hand)
    return True


async def _riposte(me: MeleeStance, options: list[str], stuck: bool) -> str:
    wish = me.combatant.politique.arme
    if wish == "ask":
        return await choose(
            "riposte",
            OneOf(tuple(options)),
            who=me.who,
            facts={"combattant": me.name, "arme": me.arme},
            parameter=f"{me.path}.politique.arme",
            default=options[0],
        )
    return "perdre" if stuck and wish == "reprendre" else options[0]


async def _at_once(field: Field, group: list[MeleeStance]) -> None:
    """All attacks of a group before any effect (R-16, `initiative_tie: simultaneous`)."""
    held: list[Landed] = []
    acting = [me for me in group if await _ready(field, me)]
    for me in acting:
        await Turn(field, me, held).play()
    for done in held:
        await land(field, done)


# ── the end of a tour ──────────────────────────────────────────────────────────────────────────
def _closed(field: Field) -> TourEnd:
    """Who gives up, and what lasts (EXIL-CBT-15)."""
    for stance in field.standing():
        if surrenders(stance.combatant, stance.pds):
            stance.put(hors="reddition")
            note("EXIL-CBT-15", "{who:^} se rend.", who=stance.name)
    granted = tuple(each.name for each in field.standing() if each.granted)
    return TourEnd(states=tuple(stance.after() for stance in field.all), granted=granted)


# ── from tour to tour ──────────────────────────────────────────────────────────────────────────
_CHANGES: dict[str, Form[Any]] = {
    "en_melee": YES_NO,
    "circonstance": NumberFrom(-20, 20),
    "portee": OneOf(("bout_portant", "courte", "moyenne", "longue", "extreme")),
    "activite": OneOf(("immobile", "marche", "court")),
    "couvert": NumberFrom(-20, 20),
    "munitions": NumberFrom(0, 200),
    "incident": OneOf(("rien", "enrayee", "detruite")),
    "pc_mod": NumberFrom(-20, 20),
    "echecs": NumberFrom(0, 3),
    "a_terre": YES_NO,
    "initiative": YES_NO,
}
"""What the person who leads may change of a combatant between two tours, and how."""


class Fray(Procedure[MeleeResult], id="exil.melee.combat"):
    """A mêlée from one tour to the next; `tours` have been fought."""

    bout: Bout
    states: tuple[MeleeState, ...]
    tours: int
    granted: Names

    async def rule(self) -> MeleeResult:
        note("EXIL-CBT-01", "Tour {tour}.", tour=self.tours + 1)
        done = await call(Opening(bout=self.bout, states=self.states, granted=self.granted))
        return await become(
            Between(bout=self.bout, states=done.states, tours=self.tours + 1, granted=done.granted)
        )


class Between(Procedure[MeleeResult], id="exil.melee.entre_tours"):
    """After a tour: whether the fight goes on, and what the leader changes."""

    bout: Bout
    states: tuple[MeleeState, ...]
    tours: int
    granted: Names

    async def rule(self) -> MeleeResult:
        word = await self._word()
        if word == "changer":
            return await become(await self._changed())
        if word != "continuer":
            return self._ended(word)
        return await become(
            Fray(bout=self.bout, states=self.states, tours=self.tours, granted=self.granted)
        )

    async def _word(self) -> Literal["continuer", "changer"] | Fin:
        """How the fight goes on after a tour (EXIL-CBT-15)."""
        if self.bout.fin == "ask":
            facts = {"tours": self.tours}
            word = await choose("suite_du_combat", _WORDS, who="gm", facts=facts)
            if word == "changer":
                return word
            if word == "finir":
                note("EXIL-CBT-15", "Le Meneur met fin au combat.")
                return "meneur"
        elif len(self._camps()) < 2:
            note("EXIL-CBT-15", "Plus personne ne fait face : le combat est fini.")
            return "camp"
        if self.tours >= self.bout.max_turns:
            note("EXIL-CBT-01", "Le dernier tour est joué.")
            return "limite"
        return "continuer"

    def _camps(self) -> set[str]:
        """The sides that still stand."""
        pairs = zip(self.bout.combatants, self.states, strict=True)
        return {one.camp for one, state in pairs if state.hors is None}

    async def _changed(self) -> Between:
        """What the leader changes, beside what was worked out."""
        names = tuple(state.id for state in self.states)
        name = await choose("combattant", OneOf(names), who="gm")
        place = names.index(name)
        forms = self._forms(place)
        what = await choose("changement", OneOf(tuple(forms)), who="gm")
        value: Any = await choose(what, forms[what], who="gm", facts={"combattant": name})
        note(
            "EXIL-CBT-04 EXIL-BLE-01 EXIL-OPT-07",
            "Le Meneur en décide ainsi pour {who} : {what}, {value}.",
            who=name,
            what=what,
            value=value,
        )
        if what == "initiative":
            rest = tuple(each for each in self.granted if each != name)
            return replace(self, granted=(*rest, name) if value else rest)
        changed: dict[str, Any] = {what: None if value == "debout" else value}
        if what == "pds" and self._dead(place, value):
            changed["hors"] = "mort"
        state = replace(self.states[place], **changed)
        return replace(self, states=(*self.states[:place], state, *self.states[place + 1 :]))

    def _forms(self, place: int) -> dict[str, Form[Any]]:
        """What may be changed of a combatant, and how: the dead do not rise, bare hands are not
        lost."""
        combatant, state = self.bout.combatants[place], self.states[place]
        dead = self._dead(place, state.pds)
        outs: tuple[str, ...] = ("mort", "mise_en_echec", "reddition", "inconscient", "fuite")
        forms: dict[str, Form[Any]] = {"pds": NumberFrom(-60, CAPITAL[combatant.physique])}
        forms["hors"] = OneOf(outs if dead else ("debout", *outs))
        forms |= _CHANGES
        if combatant.desarmable:
            forms["arme"] = OneOf(("en_main", "perdue", "coincee"))
        return forms

    def _dead(self, place: int, pds: int) -> bool:
        return state_of_health(self.bout.combatants[place].physique, pds) == "mort"

    def _ended(self, fin: Fin) -> MeleeResult:
        camps = self._camps()
        camp = camps.pop() if len(camps) == 1 else None
        return MeleeResult(fin=fin, camp=camp, tours=self.tours, combattants=self.states)
