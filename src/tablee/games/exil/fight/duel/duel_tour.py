"""A tour of a duel: weapons, attitudes and order, then the attacks (CBT, CON, PAS)."""

from __future__ import annotations

from typing import Literal

from tablee.dice.die import D12
from tablee.dice.reads import Under
from tablee.games.exil.fight.assaut import AssautResult
from tablee.games.exil.fight.effects import apply_passe, disarm
from tablee.games.exil.fight.fighter_notes import FREED, note_attack
from tablee.games.exil.fight.fighters import (
    Condition,
    Duellist,
    Footing,
    Initiative,
    bare_hands,
    fighter_status,
    malus_before,
    surrenders,
)
from tablee.games.exil.fight.stance import Stance
from tablee.games.exil.fight.strikes import (
    assault,
    choose_riposte,
    dare,
    leaves_hand,
    note_lost_attack,
    preferred,
)
from tablee.games.exil.rulings import ExilRulings
from tablee.games.exil.same_fields import fields_from
from tablee.rules.ambient import note, rulings
from tablee.rules.fighter_status import FighterStatus
from tablee.rules.forms import OneOf
from tablee.rules.procedure import Procedure, Record, Result, replace
from tablee.rules.questions import become, call, decide, roll, together

Seat = Literal["a", "b"]
Winner = Literal["a", "b", "personne"]
RoundEnding = Literal["aucune", "mort", "mise_en_echec", "reddition"]
_TAKE_UP: OneOf[str] = OneOf(("reprendre", "mains_nues"))
_CLAUSES = {
    "mort": "EXIL-SAN-05",
    "mise_en_echec": "EXIL-PAS-16",
    "reddition": "EXIL-CBT-15",
}


class TourResult(Result):
    """The end of a tour, and the conditions of both fighters after it."""

    fin: RoundEnding
    gagnant: Winner | None
    a: Condition
    b: Condition
    initiative: Initiative


class Match(Record):
    """The fixed part of a duel: two fighters without their conditions, and the options."""

    a: Duellist
    b: Duellist
    adrenaline: bool
    ramasser: bool


class Engaged(Footing):
    """A fighter between the attacks of a tour. `now`: his condition, with the `pc_mod` and `expose`
    of this tour; `checked`: he is at mercy."""

    now: Condition
    checked: bool


def statuses(match: Match, a: Condition, b: Condition) -> tuple[FighterStatus, ...]:
    """Return the status of both fighters; the trace gives their PdS at each tour."""
    pairs = (("a", match.a, a), ("b", match.b, b))
    return tuple(fighter_status(name, fighter, now, pds_known=True) for name, fighter, now in pairs)


def match_of(a: Duellist, b: Duellist, adrenaline: bool, ramasser: bool) -> Match:
    """Return the fixed part of a duel; the malus from before the fight is settled."""
    a, b = (
        replace(each, malus_avant=malus_before(each), pds=None, arme="en_main", pc_mod=0, expose=0)
        for each in (a, b)
    )
    return Match(a=a, b=b, adrenaline=adrenaline, ramasser=ramasser)


class Tour(Procedure[TourResult], id="exil.duel.tour"):
    """A tour of a duel from its beginning: weapons, attitudes, order (EXIL-CON-01, -02)."""

    match: Match
    a: Condition
    b: Condition
    initiative: Initiative

    async def rule(self) -> TourResult:
        match = self.match
        a = Stance("a", match.a, self.a, match.adrenaline)
        b = Stance("b", match.b, self.b, match.adrenaline)
        for stance in (a, b):
            await _settle_weapon(stance, match.ramasser)
        for stance, other in ((a, b), (b, a)):
            stance.settle(FREED if other.busy and other.arme == "coincee" else 0)
        await _attitudes(a, b)
        order: tuple[tuple[Seat, ...], ...]
        if self._simultaneous(a, b):
            order = (("a", "b"),)
        else:
            order = (("a",), ("b",)) if await self._a_begins(a, b) else (("b",), ("a",))
        return await become(Attacks(match=match, a=_engaged(a), b=_engaged(b), order=order))

    # ── who begins ─────────────────────────────────────────────────────────────────────────────
    def _simultaneous(self, a: Stance, b: Stance) -> bool:
        if rulings(ExilRulings).initiative_tie != "simultaneous" or self.initiative != "libre":
            return False
        return a.poff == b.poff and a.may_attack(b) and b.may_attack(a)

    async def _a_begins(self, a: Stance, b: Stance) -> bool:
        """Return whether a has the initiative (EXIL-CBT-09, -10)."""
        if self.initiative != "libre":
            note("EXIL-CBT-10", "{who:^} a l’initiative quoi qu’il arrive.", who=self.initiative)
            return self.initiative == "a"
        if a.poff != b.poff:
            ahead = a if a.poff > b.poff else b
            note(
                "EXIL-CBT-09 EXIL-CON-02",
                "{who:^} a l’initiative avec le plus haut Poff ({poff}).",
                who=ahead.name,
                poff=ahead.poff,
            )
            return ahead is a
        if not (a.may_attack(b) and b.may_attack(a)):
            return a.may_attack(b) or not b.may_attack(a)
        return await _tie(a, b)


async def _tie(a: Stance, b: Stance) -> bool:
    """Return whether a begins at equal Poff (R-16)."""
    if rulings(ExilRulings).initiative_tie == "talent" and a.hand.talent != b.hand.talent:
        ahead = a if a.hand.talent > b.hand.talent else b
        note("EXIL-CBT-09", "Poff égaux : {who}, de Talent plus haut, commence.", who=ahead.name)
        return ahead is a
    a_first = await roll(D12, "initiative", Under(6), who="gm")
    first = "a" if a_first else "b"
    note("EXIL-CBT-09", "Poff égaux : le sort désigne {who}.", who=first)
    return a_first


async def _settle_weapon(stance: Stance, ramasser: bool) -> None:
    """Free or pick up a weapon, which takes the tour, or fight with bare hands (R-31, R-34)."""
    if stance.arme == "en_main":
        return
    if stance.arme == "perdue" and not ramasser:
        note("EXIL-PAS-13", "{who:^} n’a plus d’arme et se bat à mains nues.", who=stance.name)
        return
    choice = await decide(
        stance.fighter.politique.arme,
        f"{stance.path}.politique.arme",
        _TAKE_UP,
        who=stance.who,
        facts={"arme": stance.arme},
        default="reprendre",
    )
    if choice == "reprendre":
        stance.take_up_weapon()
        return
    stance.drop_weapon()
    note("EXIL-PAS-13 EXIL-PAS-15", "{who:^} se bat à mains nues.", who=stance.name)


async def _attitudes(a: Stance, b: Stance) -> None:
    """Split the PC of both fighters; their choices are simultaneous and secret (EXIL-CBT-05,
    R-15)."""
    poffs = {stance.name: stance.fixed_poff() for stance in (a, b)}
    asked = [stance for stance in (a, b) if stance.asks_attitude()]
    if asked:
        facts = {"pc_a": a.pc, "pc_b": b.pc, "pds_a": a.pds, "pds_b": b.pds}
        answers = await together(*(stance.attitude(facts) for stance in asked))
        poffs |= {stance.name: poff for stance, poff in zip(asked, answers, strict=True)}
    for stance in (a, b):
        stance.take(poffs[stance.name])


# ── the passe d'armes ──────────────────────────────────────────────────────────────────────────
def _engaged(stance: Stance) -> Engaged:
    now = Condition(**fields_from(stance, Condition))
    return Engaged(now=now, checked=stance.checked, **stance.footing())


class Attacks(Procedure[TourResult], id="exil.duel.passe"):
    """The remaining attacks of a tour, in `order`, and its end (EXIL-CON-03..11). `held`: nobody
    may leave the hand to the other any more."""

    match: Match
    a: Engaged
    b: Engaged
    order: tuple[tuple[Seat, ...], ...]
    held: bool = False

    def fighter_statuses(self) -> tuple[FighterStatus, ...]:
        return statuses(self.match, self.a.now, self.b.now)

    def turn_order(self) -> tuple[tuple[str, ...], ...]:
        a, b = self._stances()
        able = {me.name: not me.out and me.may_attack(foe) for me, foe in ((a, b), (b, a))}
        groups = (tuple(name for name in each if able[name]) for each in self.order)
        return tuple(group for group in groups if group)

    async def rule(self) -> TourResult:
        a, b = self._stances()
        if not self.order:
            return _ended(self.match, a, b)
        first, *later = self.order
        if len(first) == 2:
            await _at_once(a, b)
        else:
            me, foe = (a, b) if first == ("a",) else (b, a)
            if later and not self.held and await _leaves(me, foe):
                return await become(replace(self, order=(*later, first), held=True))
            if not me.out:
                await _attacks(me, foe, initiative=bool(later))
        left = replace(self, a=_engaged(a), b=_engaged(b), order=tuple(later), held=True)
        return await become(left)

    def _stances(self) -> tuple[Stance, Stance]:
        match = self.match
        a = Stance("a", match.a, self.a.now, match.adrenaline)
        b = Stance("b", match.b, self.b.now, match.adrenaline)
        for stance, at in ((a, self.a), (b, self.b)):
            stance.resume(at)
            stance.checked = at.checked
        return a, b


async def _leaves(me: Stance, foe: Stance) -> bool:
    """Return whether the fighter with the initiative lets the other act first (EXIL-CON-03)."""
    if not (me.may_attack(foe) and foe.may_attack(me)):
        return False
    leaves = await leaves_hand(me, {"poff": me.poff, "poff_adverse": foe.poff})
    if leaves:
        note("EXIL-CON-03", "{who:^} laisse la main.", who=me.name)
    return leaves


async def _attacks(me: Stance, foe: Stance, *, initiative: bool) -> None:
    """Play the attack of one fighter, if he can attack (EXIL-CON-04, -05, -11)."""
    if me.stripped:
        await _riposte(me, foe)
    if me.may_attack(foe):
        done = await _strike(me, foe, initiative)
        if done is not None:
            _apply(done, me, foe)
    elif me.riposte_due:
        note("EXIL-CON-05", "{who:^} n’a pas de Poff et n’attaque pas.", who=me.name)
    me.due = False


async def _at_once(a: Stance, b: Stance) -> None:
    """Play both attacks before any effect (R-16, `initiative_tie: simultaneous`)."""
    note("EXIL-CBT-09", "Poff égaux : les deux attaques partent en même temps.")
    a.due = b.due = False
    for_a = await _strike(a, b, True)
    for_b = await _strike(b, a, True)
    for attacker, target, done in ((a, b, for_a), (b, a, for_b)):
        if done is not None:
            _apply(done, attacker, target)


async def _strike(attacker: Stance, target: Stance, initiative: bool) -> AssautResult | None:
    """Return the outcome of an attack, not applied yet; None: he renounces (EXIL-CON-05, -06)."""
    power = attacker.power(target)
    note_attack(attacker.name, target.name, power, target.guard(attacker))
    daring = await dare(attacker, target, power)
    attacker.due = False
    if daring is None:
        return None
    passe = preferred(attacker.fighter.politique.passe, power, daring, target.losable)
    return await call(
        assault(attacker, target, power, daring, passe, initiative=initiative),
        by=("damage", "passe", "desarme"),
        seats={"attaquant": attacker.who, "defenseur": target.who},
        paths={"passe": f"{attacker.path}.politique.passe"},
    )


async def _riposte(me: Stance, foe: Stance) -> None:
    """Choose how a fighter goes on who lost his weapon before his attack: bare hands or not at all
    (R-33)."""
    bare = me.poff_with(bare_hands(me.fighter))
    power, stuck = bare + foe.expose, me.arme == "coincee"
    options = ("mains_nues", "perdre") if stuck or power >= 1 else ("perdre",)
    facts = {"poff": power, "arme": me.arme}
    default = "perdre" if stuck else options[0]
    if await choose_riposte(me, options, facts, default) == "perdre":
        me.due = False
        note_lost_attack(me.name)
        return
    me.drop_weapon()
    me.poff = bare
    note(
        "EXIL-PAS-13",
        "{who:^} riposte à mains nues : Poff {poff}, Pdef inchangé.",
        who=me.name,
        poff=bare,
    )


def _apply(done: AssautResult, attacker: Stance, target: Stance) -> None:
    """Apply the damage of an attack and the effect of its passe."""
    due = target.riposte_due
    target.suffer(done.damage)
    apply_passe(done.passe, attacker, target, due)
    if done.desarme and done.passe != "mise_en_echec":
        disarm(target, due)


# ── the end of the tour ────────────────────────────────────────────────────────────────────────
def _ended(match: Match, a: Stance, b: Stance) -> TourResult:
    """Return the end of a tour: who is out or gives up, and what lasts (EXIL-CBT-15, R-83)."""
    fin, winner = _verdict(match, a, b)
    initiative: Initiative = "libre"
    if a.granted != b.granted:
        initiative = "a" if a.granted else "b"
    return TourResult(
        fin=fin, gagnant=winner, a=a.condition(), b=b.condition(), initiative=initiative
    )


def _verdict(match: Match, a: Stance, b: Stance) -> tuple[RoundEnding, Winner | None]:
    """Return (end, winner): death counts first, then mercy, then surrender."""
    endings: tuple[tuple[Literal["mort", "mise_en_echec", "reddition"], bool, bool], ...] = (
        ("mort", a.dead, b.dead),
        ("mise_en_echec", a.checked, b.checked),
        ("reddition", surrenders(match.a, a.pds), surrenders(match.b, b.pds)),
    )
    for fin, a_lost, b_lost in endings:
        if a_lost and b_lost:
            note(_CLAUSES[fin], "Les deux combattants sont hors de combat ({fin}).", fin=fin)
            return fin, "personne"
        if a_lost or b_lost:
            winner: Winner = "b" if a_lost else "a"
            note(
                _CLAUSES[fin], "Le combat s’achève ({fin}) : {who} l’emporte.", fin=fin, who=winner
            )
            return fin, winner
    return "aucune", None
