"""A tour of a duel: weapons, attitudes and order, then each one's attack (chapters CBT, CON,
PAS)."""

from __future__ import annotations

from typing import Literal

from tablee.dice.die import D12
from tablee.dice.reads import Under
from tablee.games.exil.fight.assaut import AssautResult
from tablee.games.exil.fight.fighters import (
    Condition,
    Duellist,
    Footing,
    Initiative,
    condition_of,
    malus_of,
    standing,
    surrenders,
)
from tablee.games.exil.fight.stance import FREED, Stance, riposte, settle_weapon, strike
from tablee.games.exil.rulings import ExilRulings
from tablee.rules.ambient import note, rulings
from tablee.rules.fighter_status import FighterStatus
from tablee.rules.forms import YES_NO
from tablee.rules.procedure import Procedure, Record, Result, replace
from tablee.rules.questions import become, decide, roll, together

Seat = Literal["a", "b"]
Winner = Literal["a", "b", "personne"]
RoundEnding = Literal["aucune", "mort", "mise_en_echec", "reddition"]
_CLAUSES = {
    "mort": "EXIL-SAN-05",
    "mise_en_echec": "EXIL-PAS-16",
    "reddition": "EXIL-CBT-15",
}


class TourResult(Result):
    """How a tour ended, and the conditions in which it leaves both."""

    fin: RoundEnding
    gagnant: Winner | None
    a: Condition
    b: Condition
    initiative: Initiative


class Match(Record):
    """What does not change in a fight: two fighters without their conditions, and its options."""

    a: Duellist
    b: Duellist
    adrenaline: bool
    ramasser: bool


class Engaged(Footing):
    """A fighter between the attacks of a tour: his condition by now (`pc_mod` and `expose` are this
    tour's), and whether he is at mercy."""

    now: Condition
    checked: bool


def at_a_glance(match: Match, a: Condition, b: Condition) -> tuple[FighterStatus, ...]:
    """Both as they stand; the rule tells their PdS as each tour begins."""
    pairs = (("a", match.a, a), ("b", match.b, b))
    return tuple(standing(name, fighter, now, told=True) for name, fighter, now in pairs)


def match_of(a: Duellist, b: Duellist, adrenaline: bool, ramasser: bool) -> Match:
    return Match(a=_lasting(a), b=_lasting(b), adrenaline=adrenaline, ramasser=ramasser)


def _lasting(fighter: Duellist) -> Duellist:
    """A fighter without what changes; the malus from before the fight is settled."""
    before = fighter.malus_avant
    if before is None:
        before = malus_of(fighter.physique, condition_of(fighter).pds)
    return replace(fighter, malus_avant=before, pds=None, arme="en_main", pc_mod=0, expose=0)


class Tour(Procedure[TourResult], id="exil.duel.tour"):
    """One tour of a duel from these conditions: weapons, attitudes, who begins (EXIL-CON-01,
    -02)."""

    match: Match
    a: Condition
    b: Condition
    initiative: Initiative

    async def rule(self) -> TourResult:
        match = self.match
        a = Stance("a", match.a, self.a, match.adrenaline)
        b = Stance("b", match.b, self.b, match.adrenaline)
        for stance in (a, b):
            await settle_weapon(stance, match.ramasser)
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
        """Whether a has the initiative (EXIL-CBT-09, -10)."""
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
    """Whether a begins at equal Poff (R-16)."""
    if rulings(ExilRulings).initiative_tie == "talent" and a.hand.talent != b.hand.talent:
        ahead = a if a.hand.talent > b.hand.talent else b
        note("EXIL-CBT-09", "Poff égaux : {who}, de Talent plus haut, commence.", who=ahead.name)
        return ahead is a
    a_first = await roll(D12, "initiative", Under(6), who="gm")
    note(
        "EXIL-CBT-09",
        "Poff égaux : le sort désigne {who}.",
        who="a" if a_first else "b",
    )
    return a_first


async def _attitudes(a: Stance, b: Stance) -> None:
    """Both split their PC, those who are asked at once and unseen (EXIL-CBT-05, R-15)."""
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
    now = Condition(pds=stance.pds, arme=stance.arme, pc_mod=stance.pc_mod, expose=stance.expose)
    return Engaged(now=now, checked=stance.checked, **stance.footing())


class Attacks(Procedure[TourResult], id="exil.duel.passe"):
    """The attacks of a tour that are left, first of those who stand first in `order`, then what
    lasts of the tour (EXIL-CON-03..11). `held`: nobody may leave the hand any more."""

    match: Match
    a: Engaged
    b: Engaged
    order: tuple[tuple[Seat, ...], ...]
    held: bool = False

    def fighter_statuses(self) -> tuple[FighterStatus, ...]:
        return at_a_glance(self.match, self.a.now, self.b.now)

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
    """Whether who has the initiative lets the other one act first (EXIL-CON-03)."""
    if not (me.may_attack(foe) and foe.may_attack(me)):
        return False
    leaves = await decide(
        me.fighter.politique.laisser_la_main,
        f"{me.name}.politique.laisser_la_main",
        YES_NO,
        who=me.name,
        facts={"poff": me.poff, "poff_adverse": foe.poff},
        default=False,
    )
    if leaves:
        note("EXIL-CON-03", "{who:^} laisse la main.", who=me.name)
    return leaves


async def _attacks(me: Stance, foe: Stance, *, initiative: bool) -> None:
    """The attack of one of them, if he is up to it (EXIL-CON-04, -05, -11)."""
    if me.stripped:
        await riposte(me, foe)
    if me.may_attack(foe):
        done = await strike(me, foe, initiative)
        if done is not None:
            _apply(done, me, foe)
    elif me.riposte_due:
        note("EXIL-CON-05", "{who:^} n’a pas de Poff et n’attaque pas.", who=me.name)
    me.due = False


async def _at_once(a: Stance, b: Stance) -> None:
    """Both attacks before any effect (R-16, `initiative_tie: simultaneous`)."""
    note("EXIL-CBT-09", "Poff égaux : les deux attaques partent en même temps.")
    a.due = b.due = False
    for_a = await strike(a, b, True)
    for_b = await strike(b, a, True)
    for attacker, target, done in ((a, b, for_a), (b, a, for_b)):
        if done is not None:
            _apply(done, attacker, target)


def _apply(done: AssautResult, attacker: Stance, target: Stance) -> None:
    """The damage of an attack and the effect of its passe."""
    due = target.riposte_due
    target.suffer(done.damage)
    match done.passe:
        case "en_confiance":
            attacker.won_mod += 2
        case "desequilibre":
            target.won_mod -= 2
        case "mauvais_positionnement":
            target.won_expose += 3
        case "impact" if not due:
            attacker.granted = True
        case "coup_perdu" if not due:
            target.won_mod -= 3
        case "impact" | "coup_perdu":
            target.due = False
        case "arme_coincee":
            target.lose_weapon(stuck=True)
            target.stripped = due
        case "mise_en_echec":
            target.checked = True
        case _:
            pass
    if done.desarme:
        target.lose_weapon(stuck=False)
        target.stripped = due


# ── the end of the tour ────────────────────────────────────────────────────────────────────────
def _ended(match: Match, a: Stance, b: Stance) -> TourResult:
    """Who is out, who gives up, what lasts (EXIL-CBT-15, R-83)."""
    fin, winner = _verdict(match, a, b)
    initiative: Initiative = "libre"
    if a.granted != b.granted:
        initiative = "a" if a.granted else "b"
    return TourResult(
        fin=fin, gagnant=winner, a=a.condition(), b=b.condition(), initiative=initiative
    )


def _verdict(match: Match, a: Stance, b: Stance) -> tuple[RoundEnding, Winner | None]:
    """(end, winner): the dead first, then those at mercy, then those who give up."""
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
