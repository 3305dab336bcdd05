"""The duel: a whole fight in contact between two fighters, tour by tour (chapters CBT, CON, PAS)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tablee.dice.die import D12
from tablee.dice.reads import Under
from tablee.games.exil.contact import AssautResult
from tablee.games.exil.fighters import (
    Adrenaline,
    Arme,
    Condition,
    Fighter,
    Initiative,
    Ramasser,
    check_fighter,
    condition_of,
    malus_of,
    standing,
    surrenders,
)
from tablee.games.exil.rulings import ExilRulings
from tablee.games.exil.stance import FREED, Stance, riposte, settle_weapon, strike
from tablee.rules.ambient import note, rulings, telling
from tablee.rules.forms import YES_NO
from tablee.rules.glance import Standing
from tablee.rules.procedure import Procedure, Record, Result, replace
from tablee.rules.questions import become, call, decide, roll, together

__all__ = ["ContactRound", "Duel", "DuelResult", "Fight", "RoundResult", "Tour"]

Winner = Literal["a", "b", "personne"]
FighterA = Annotated[Fighter, Meta(description="premier combattant")]
FighterB = Annotated[Fighter, Meta(description="second combattant")]
Granted = Annotated[
    Initiative, Meta(description="à qui le Meneur donne l’initiative du premier tour")
]
Mod = int | None
RoundEnding = Literal["aucune", "mort", "mise_en_echec", "reddition"]
DuelEnding = Literal["mort", "mise_en_echec", "reddition", "impasse", "limite"]
_CLAUSES = {
    "mort": "EXIL-SAN-05",
    "mise_en_echec": "EXIL-PAS-16",
    "reddition": "EXIL-CBT-15",
}


class RoundResult(Result):
    """What one tour leads to. `arme_a` to `initiative`: for the next tour, None after an end."""

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
    """`tours`: begun (before an impasse). PdS as they are, below 0 for the dead."""

    gagnant: Winner
    fin: DuelEnding
    tours: int
    pds_a: int
    pds_b: int


class TourResult(Result):
    """How a tour ended, and the conditions in which it leaves both."""

    fin: RoundEnding
    gagnant: Winner | None
    a: Condition
    b: Condition
    initiative: Initiative


class Match(Record):
    """What does not change in a fight: two fighters without their conditions, and its options."""

    a: Fighter
    b: Fighter
    adrenaline: bool
    ramasser: bool


def victory(_: object, result: RoundResult | DuelResult, seat: str) -> int:
    """1 for a win, -1 for a defeat."""
    if result.gagnant not in ("a", "b") or seat not in ("a", "b"):
        return 0
    return 1 if result.gagnant == seat else -1


def survival(_: object, result: RoundResult | DuelResult, seat: str) -> int:
    return int(result.fin != "mort" or result.gagnant == seat)


def wounds_dealt(_: object, result: RoundResult | DuelResult, seat: str) -> int:
    """PdS that are left, less those of the adversary."""
    gap = result.pds_a - result.pds_b
    return gap if seat == "a" else -gap


def match_of(a: Fighter, b: Fighter, adrenaline: bool, ramasser: bool) -> Match:
    return Match(a=_lasting(a), b=_lasting(b), adrenaline=adrenaline, ramasser=ramasser)


def _lasting(fighter: Fighter) -> Fighter:
    """A fighter without what changes; the malus from before the fight is settled."""
    before = fighter.malus_avant
    if before is None:
        before = malus_of(fighter.physique, condition_of(fighter).pds)
    return replace(fighter, malus_avant=before, pds=None, arme="en_main", pc_mod=0, expose=0)


class Tour(Procedure[TourResult], id="exil.duel.tour"):
    """One tour of a duel from these conditions (EXIL-CON-01..11)."""

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
        granted: set[str] = set()
        if self._simultaneous(a, b):
            await _at_once(a, b, granted)
        else:
            first, second = await self._order(a, b)
            await _exchange(first, second, granted)
        return _ended(match, a, b, granted)

    # ── who begins ─────────────────────────────────────────────────────────────────────────────
    def _simultaneous(self, a: Stance, b: Stance) -> bool:
        if rulings(ExilRulings).initiative_tie != "simultaneous" or self.initiative != "libre":
            return False
        return a.poff == b.poff and a.may_attack(b) and b.may_attack(a)

    async def _order(self, a: Stance, b: Stance) -> tuple[Stance, Stance]:
        """The order of action, after the first has perhaps left the hand (EXIL-CBT-09, -10)."""
        a_first = await self._a_begins(a, b)
        first, second = (a, b) if a_first else (b, a)
        if not (first.may_attack(second) and second.may_attack(first)):
            return first, second
        leaves = await decide(
            first.fighter.politique.laisser_la_main,
            f"{first.name}.politique.laisser_la_main",
            YES_NO,
            who=first.name,
            facts={"poff": first.poff, "poff_adverse": second.poff},
            default=False,
        )
        if leaves:
            note("EXIL-CON-03", "{who:^} laisse la main.", who=first.name)
            return second, first
        return first, second

    async def _a_begins(self, a: Stance, b: Stance) -> bool:
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
async def _exchange(first: Stance, second: Stance, granted: set[str]) -> None:
    """The attack of the first, then that of the second if he is up to it (EXIL-CON-04, -11)."""
    for attacker, target in ((first, second), (second, first)):
        if attacker.out:
            break
        if attacker.may_attack(target):
            done = await strike(attacker, target, attacker is first)
            if done is not None:
                _apply(done, attacker, target, granted)
                lost = done.desarme or done.passe == "arme_coincee"
                if lost and target.riposte_due and not target.out:
                    await riposte(target, attacker)
        elif attacker.riposte_due:
            note("EXIL-CON-05", "{who:^} n’a pas de Poff et n’attaque pas.", who=attacker.name)
        attacker.due = False


async def _at_once(a: Stance, b: Stance, granted: set[str]) -> None:
    """Both attacks before any effect (R-16, `initiative_tie: simultaneous`)."""
    note("EXIL-CBT-09", "Poff égaux : les deux attaques partent en même temps.")
    a.due = b.due = False
    for_a = await strike(a, b, True)
    for_b = await strike(b, a, True)
    for attacker, target, done in ((a, b, for_a), (b, a, for_b)):
        if done is not None:
            _apply(done, attacker, target, granted)


def _apply(done: AssautResult, attacker: Stance, target: Stance, granted: set[str]) -> None:
    """The damage of an attack and the effect of its passe; `granted`: the next initiative."""
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
            granted.add(attacker.name)
        case "coup_perdu" if not due:
            target.won_mod -= 3
        case "impact" | "coup_perdu":
            target.due = False
        case "arme_coincee":
            target.lose_weapon(stuck=True)
        case "mise_en_echec":
            target.checked = True
        case _:
            pass
    if done.desarme:
        target.lose_weapon(stuck=False)


def _ended(match: Match, a: Stance, b: Stance, granted: set[str]) -> TourResult:
    """The end of the tour: who is out, who gives up, what lasts (EXIL-CBT-15, R-83)."""
    fin, winner = _verdict(match, a, b)
    initiative: Initiative = "libre"
    if len(granted) == 1:
        initiative = "a" if "a" in granted else "b"
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


class ContactRound(Procedure[RoundResult], id="exil.contact_round"):
    """One tour of a duel: attitudes, initiative, an attack and its answer (EXIL-CBT-01..12,
    EXIL-CON-01..11, EXIL-PAS-01..16).

    The transition law of exil.duel: what it gives for the next tour, given back, goes on with it.
    A weapon lost may be picked up, one that is stuck freed, which takes the tour (EXIL-PAS-13, -15).
    """

    a: FighterA
    b: FighterB
    initiative: Granted = "libre"
    adrenaline: Adrenaline = False
    ramasser_permis: Ramasser = True

    endings = ("fin", "gagnant")
    utilities = {"victoire": victory, "survie": survival, "pds": wounds_dealt}

    def sides(self) -> dict[str, str]:
        return {"a": "a", "b": "b"}

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
        a, b, over = done.a, done.b, done.fin != "aucune"
        return RoundResult(
            fin=done.fin,
            gagnant=done.gagnant,
            pds_a=a.pds,
            pds_b=b.pds,
            arme_a=None if over else a.arme,
            arme_b=None if over else b.arme,
            pc_mod_a=None if over else a.pc_mod,
            pc_mod_b=None if over else b.pc_mod,
            expose_a=None if over else a.expose,
            expose_b=None if over else b.expose,
            initiative=None if over else done.initiative,
        )


class Duel(Procedure[DuelResult], id="exil.duel"):
    """A whole fight in contact between two fighters (EXIL-CBT-01..16, EXIL-CON-01..11,
    EXIL-PAS-01..16, EXIL-SAN-01..07, -09).

    Tour after tour of exil.contact_round until one is dead, at mercy or gives up, until nothing can
    change any more (impasse) or `max_turns` have been fought.
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
    """A duel between two tours: `tours` have been fought, of `max_turns`."""

    match: Match
    a: Condition
    b: Condition
    initiative: Initiative
    max_turns: int
    tours: int

    def glance(self) -> tuple[Standing, ...]:
        return tuple(
            standing(name, fighter, now)
            for name, fighter, now in (("a", self.match.a, self.a), ("b", self.match.b, self.b))
        )

    async def rule(self) -> DuelResult:
        if self._stuck():
            note("EXIL-CBT-14", "Ni l’un ni l’autre ne peut plus rien : le combat n’a pas d’issue.")
            return _over("personne", "impasse", self.tours, self.a, self.b)
        if telling():
            self._tell_tour()
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

    def _tell_tour(self) -> None:
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
        """Whether nothing can change any more: no PC, no effect under way, no weapon to fetch, and
        nobody so badly hurt that he gives up (EXIL-CBT-15)."""
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


def _over(winner: Winner, fin: DuelEnding, tours: int, a: Condition, b: Condition) -> DuelResult:
    return DuelResult(gagnant=winner, fin=fin, tours=tours, pds_a=a.pds, pds_b=b.pds)
