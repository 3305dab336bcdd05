"""L'Opposition active: the bidding of Exploits, then both sides' Tests (chapters OAC, OAE)."""

from __future__ import annotations

from typing import Annotated

from tablee.dice.die import Die, OpenDie, Throw
from tablee.dice.gap import Gap, Turns
from tablee.dice.tails import Window
from tablee.games.loss.burdens import check_disasters, disasters_on, malus_of, tokens_before
from tablee.games.loss.contest_sides import (
    SIDES,
    Camp,
    Camps,
    ContestOutcome,
    Side,
    Winner,
    deducted,
    failed,
    next_spent,
    note_base,
    note_die,
    note_no_bid,
    note_winner,
    other,
    outcome_of,
    spares_die,
    winner_of,
)
from tablee.games.loss.explosion import die_of, open_die
from tablee.games.loss.fields import (
    SCORES,
    Acteur,
    Augmentations,
    Before,
    DesastreMalus,
    DesastresMax,
    Difficulty,
    Exploits,
    Jetons,
    JetonsApres,
    OwnDifficulty,
    Received,
    Somme,
    StruckOpener,
    StruckRespondent,
)
from tablee.games.loss.rulings import LossRulings, only_reader
from tablee.games.loss.shared_tokens import Amounts, Common, Uses
from tablee.games.loss.tables import DEADLY
from tablee.games.loss.tokens import WORTH, after_the_die, check_before, left_after
from tablee.games.loss.utilities import DUEL, duel_won, utility_named
from tablee.rules.ambient import Thrown, note, rulings
from tablee.rules.field_marks import at_most, on_sheet, received_later
from tablee.rules.forms import NumberFrom, OneOf
from tablee.rules.procedure import Procedure, Result, Utility, replace
from tablee.rules.questions import ASK, choose, nonzero, roll, rolls

MOST_BIDS = 5


class ActiveResult(Result):
    """`exploits`: all that were bid, for the winner. `lances`: how many sides rolled."""

    winner: Winner
    exploits: int
    jetons_initiateur_depenses: int
    jetons_repondant_depenses: int
    lances: int


class Active(Procedure[ActiveResult], id="loss.active"):
    """A direct contest of two sides (LOSS-OAC-01, -02, LOSS-OAE-01..10), each with its own
    Difficulté and Désastres (LOSS-DEC-05, LOSS-DES-01, -03..09).

    Exploits are bid in turn, at most five; who does not raise tests first. Without any bid the
    totals are compared (ruling R-29).

    Left to the leader: LOSS-OAE-11.
    """

    somme_initiateur: Annotated[Somme, on_sheet(*SCORES, role="initiateur", added=True)]
    somme_repondant: Annotated[Somme, on_sheet(*SCORES, role="repondant", added=True)]
    difficulty: Difficulty = 15
    difficulty_initiateur: OwnDifficulty = None
    difficulty_repondant: OwnDifficulty = None
    ag_initiateur: Annotated[Augmentations, on_sheet("specialisations", role="initiateur")] = 0
    ag_repondant: Annotated[Augmentations, on_sheet("specialisations", role="repondant")] = 0
    jetons_initiateur: Jetons = 0
    jetons_repondant: Jetons = 0
    jetons_avant_initiateur: Annotated[Before, at_most("jetons_initiateur")] | ASK = 0
    jetons_avant_repondant: Annotated[Before, at_most("jetons_repondant")] | ASK = 0
    jetons_recus_initiateur: Annotated[Received, received_later("jetons_initiateur")] = 0
    jetons_recus_repondant: Annotated[Received, received_later("jetons_repondant")] = 0
    jetons_communs_mj: Common = 0
    jetons_communs_joueurs: Common = 0
    jetons_apres: JetonsApres = "ask"
    """LOSS-DEC-03, LOSS-JET-03."""
    desastres_initiateur: StruckOpener | ASK = 0
    desastres_repondant: StruckRespondent | ASK = 0
    desastres_max_initiateur: DesastresMax = 5
    desastres_max_repondant: DesastresMax = 5
    desastre_malus: DesastreMalus | ASK = True
    """LOSS-DES-05..08."""
    acteur_initiateur: Annotated[Acteur, on_sheet("acteur", role="initiateur", fixed=True)] = "pj"
    acteur_repondant: Annotated[Acteur, on_sheet("acteur", role="repondant", fixed=True)] = "pj"
    engages: Exploits | ASK = "ask"
    """LOSS-OAE-02..04."""

    apart = ("initiateur", "repondant")
    unlisted = ("acteur_initiateur", "acteur_repondant")
    endings = ("winner",)
    utilities = DUEL

    @classmethod
    def utility(cls, name: str | None) -> Utility | None:
        return utility_named(name, cls.utilities, duel_won)

    def sides(self) -> dict[str, str]:
        return {"initiateur": "initiateur", "repondant": "repondant"}

    def concealed(self, seat: str) -> frozenset[str]:
        hidden = [side for side in SIDES if only_reader(getattr(self, f"acteur_{side}"))]
        scores = {f"{field}_{side}" for side in hidden for field in ("somme", "ag")}
        return frozenset() if seat == "mj" or seat in hidden else frozenset(scores)

    def check(self) -> None:
        for side in SIDES:
            uses = self._uses(side)
            check_before(f"jetons_avant_{side}", uses.avant, uses.jetons)
            name, most = f"desastres_{side}", uses.desastres_max
            check_disasters(name, uses.desastres, uses.acteur, most)
        one, two = (self._uses(side) for side in SIDES)
        two.check(one, self._common())

    def _common(self) -> Amounts:
        return {"mj": self.jetons_communs_mj, "pj": self.jetons_communs_joueurs}

    def _uses(self, side: Side) -> Uses:
        """Return what a side may take of the tokens of the MJ and of the players."""
        return Uses(
            end=side,
            acteur=getattr(self, f"acteur_{side}"),
            jetons=getattr(self, f"jetons_{side}"),
            recus=getattr(self, f"jetons_recus_{side}"),
            desastres_max=getattr(self, f"desastres_max_{side}"),
            avant=getattr(self, f"jetons_avant_{side}"),
            desastres=getattr(self, f"desastres_{side}"),
        )

    def _shared(self) -> bool:
        """Return whether both sides may take the same token."""
        received = self.jetons_recus_initiateur and self.jetons_recus_repondant
        return bool(received or self.jetons_communs_mj or self.jetons_communs_joueurs)

    def _left(self, side: Side, tokens: int, disasters: int) -> Uses:
        """Return what a side may take once the other one has spent tokens, and Désastres have struck
        that one; what is given beforehand is spent from the beginning."""
        one = self._uses(side)
        if not self._shared():
            return one
        two = self._uses(other(side))
        fixed = two.fixed()
        spent = two.spent(tokens, disasters)
        taken = {owner: max(n, fixed[owner]) for owner, n in spent.items()}
        return one.beside(two, self._common(), taken)

    async def rule(self) -> ActiveResult:
        one, hits_one = await self._burden("initiateur", 0)
        two, hits_two = await self._burden("repondant", hits_one)
        if one is None or two is None:
            bid, standing = 0, failed((one, two))
        else:
            camps: Camps = {
                "initiateur": self._camp("initiateur", one, hits_one, hits_two),
                "repondant": self._camp("repondant", two, hits_two, hits_one),
            }
            bid, last = await self._bidding(camps)
            if bid == 0 and rulings(LossRulings).active_zero == "comparaison":
                standing = await self._compared(camps)
            else:
                standing = await self._tested(bid, last, camps)
        note_winner(standing, bid, one is None and two is None)
        return ActiveResult(
            winner=standing.winner,
            exploits=0 if standing.winner == "nul" else bid,
            jetons_initiateur_depenses=standing.spent[0],
            jetons_repondant_depenses=standing.spent[1],
            lances=standing.rolled,
        )

    async def _burden(self, side: Side, hits_other: int) -> tuple[int | None, int]:
        """Return what Désastres add to a side’s Difficulté (None where they make it fail), and how
        many there are. `hits_other`: the Désastres on the other side."""
        acteur = self._uses(side).acteur
        facts = {"difficulty": self._difficulty(side)}
        if not only_reader(acteur):  # the players are asked about a character of the MJ
            facts = {"somme": getattr(self, f"somme_{side}")} | facts
        field, most = f"desastres_{side}", self._left(side, 0, hits_other).desastres_max
        offered = NumberFrom(0, most)
        struck = await disasters_on(getattr(self, field), field, offered, acteur, facts, side)
        if struck == DEADLY:
            return None, struck
        return await malus_of(struck, self.desastre_malus, "desastre_malus", acteur), struck

    def _difficulty(self, side: Side) -> int:
        own: int | None = getattr(self, f"difficulty_{side}")
        return self.difficulty if own is None else own

    def _camp(self, seat: Side, malus: int, hits: int, hits_other: int) -> Camp:
        """Return a side before the bidding. `hits`, `hits_other`: the Désastres on both sides."""
        asked = getattr(self, f"jetons_avant_{seat}")
        before = 0 if asked == "ask" else asked
        total, free = getattr(self, f"somme_{seat}"), getattr(self, f"ag_{seat}")
        uses = self._left(seat, 0, hits_other)
        return Camp(
            seat=seat,
            base=total + WORTH * (free + before),
            before=before,
            left=left_after(uses.held(uses.acteur), before, self.jetons_apres),
            difficulty=self._difficulty(seat) + malus,
            to=only_reader(uses.acteur),
            hits=hits,
        )

    def _beside(self, camp: Camp, other_camp: Camp, tokens: int) -> Camp:
        """Return a side once the other one has spent tokens."""
        if not self._shared():
            return camp
        uses = self._left(camp.seat, tokens, other_camp.hits)
        left = left_after(uses.held(uses.acteur), camp.before, self.jetons_apres)
        return replace(camp, left=left)

    async def _ready(self, camp: Camp, other_camp: Camp, tokens: int = 0) -> Camp:
        """Return a side with the tokens that it spends before its die (LOSS-DEC-03, LOSS-OAE-08).
        `tokens`: what the other side has spent."""
        field = f"jetons_avant_{camp.seat}"
        camp = self._beside(camp, other_camp, tokens)
        if getattr(self, field) != "ask":
            return camp
        uses = self._left(camp.seat, tokens, other_camp.hits)
        held = uses.jetons
        facts = {"somme": camp.base, "jetons": held, "difficulty": camp.difficulty}
        before = await tokens_before("ask", field, held, camp.seat, facts)
        base = camp.base + WORTH * before
        if before:
            note(
                "LOSS-OAE-08",
                "{seat:^} : {before:jeton|jetons} avant le dé, soit {base}.",
                to=camp.to,
                seat=camp.seat,
                before=before,
                base=base,
            )
        left = left_after(uses.held(uses.acteur), before, self.jetons_apres)
        return replace(camp, base=base, before=before, left=left)

    def _note_base(self, camp: Camp) -> None:
        free = getattr(self, f"ag_{camp.seat}")
        note_base(camp, getattr(self, f"somme_{camp.seat}"), free)

    # ── bidding ────────────────────────────────────────────────────────────────────────────────
    async def _bidding(self, camps: Camps) -> tuple[int, Side]:
        """Return the Exploits bid and who bid last (the initiateur when nobody did; R-30, R-31)."""
        if self.engages != "ask":
            return self.engages, "repondant" if self.engages in (2, 4) else "initiateur"
        opening = SIDES if rulings(LossRulings).repondant_ouvre else SIDES[:1]
        for seat in opening:
            if await self._says(camps[seat], 0, ("passer", "annoncer")) == "annoncer":
                break
        else:
            return 0, "initiateur"
        bid = 1
        while bid < MOST_BIDS:
            if await self._says(camps[other(seat)], bid, ("tester", "surencherir")) == "tester":
                break
            seat, bid = other(seat), bid + 1
        return bid, seat

    async def _says(self, camp: Camp, bid: int, words: tuple[str, str]) -> str:
        level = camp.difficulty + WORTH * bid
        return await choose(
            "annonce",
            OneOf(words),
            who=camp.seat,
            facts={"somme": camp.base}
            | nonzero(jetons=camp.left, engages=bid)
            | {"difficulty": level},
            parameter="engages",
            default=words[0],
        )

    # ── both test against the bid ──────────────────────────────────────────────────────────────
    async def _tested(self, bid: int, last: Side, camps: Camps) -> ContestOutcome:
        """Test the side that did not bid last; the other side tests only if it succeeds (R-32,
        R-33)."""
        one, two = (
            replace(each, difficulty=each.difficulty + WORTH * bid)
            for each in (camps[other(last)], camps[last])
        )
        for camp in (one, two):
            self._note_base(camp)
        compared = rulings(LossRulings).nul_au_total
        if not bid and not compared:
            return await self._alone(one, two)
        note(
            "LOSS-OAE-05",
            "Difficulté {difficulty}, {bid:sans Exploit engagé|Exploit engagé|Exploits engagés} : "
            "chaque camp doit faire {level}. {first:@le^} lance d’abord."
            if one.difficulty == two.difficulty
            else "{bid:Aucun Exploit engagé|Exploit engagé|Exploits engagés}. {first:@le^} lance "
            "d’abord et doit faire {level} ; l’autre doit faire {other}.",
            difficulty=one.difficulty - WORTH * bid,
            bid=bid,
            level=one.difficulty,
            other=two.difficulty,
            first=one.seat,
        )
        one = await self._ready(one, two)
        if compared:
            two = await self._ready(two, one, one.before)
            one = self._beside(one, two, two.before)
        die = open_die()
        worth, answer = await self._first_throw(one, two, die)
        over, first_spent = await self._over(one, worth)
        if over < 0:
            return outcome_of(two.seat, one, first_spent, two, None, 1)
        if compared:
            two = self._beside(two, one, one.before + first_spent)
        else:
            two = await self._ready(two, one, one.before + first_spent)
        if answer is None:
            need = two.difficulty - two.base
            high = need + over + 1 if compared else need
            window = Window(need - WORTH * two.left - 1, high, die)
            answer = await roll(die, "d10", window, who=two.seat)
            note_die(two, "worth")
        under, second_spent = await self._over(two, answer)
        return outcome_of(
            winner_of(one, over, two, under, compared), one, first_spent, two, second_spent, 2
        )

    async def _alone(self, one: Camp, two: Camp) -> ContestOutcome:
        """Return the outcome without a bid, each side against its own Difficulté: a sum that is
        enough spares the die (R-29, LOSS-SDE-01, -03)."""
        note_no_bid()
        one, over, first_spent, thrown = await self._plain(one, two, 0)
        if over < 0:
            return outcome_of(two.seat, one, first_spent, two, None, thrown)
        two, under, second_spent, thrown_too = await self._plain(two, one, one.before + first_spent)
        winner = winner_of(one, over, two, under, False)
        return outcome_of(winner, one, first_spent, two, second_spent, thrown + thrown_too)

    async def _plain(self, camp: Camp, rival: Camp, tokens: int) -> tuple[Camp, int, int, int]:
        """Return a side after its Test, by how much it reaches its Difficulté, its tokens after the
        die and its dice. `tokens`: what the other side has spent."""
        if spares_die(camp, self._uses(camp.seat).acteur):
            return camp, camp.base - camp.difficulty, 0, 0
        camp = await self._ready(camp, rival, tokens)
        if camp.before and spares_die(camp, self._uses(camp.seat).acteur):
            return camp, camp.base - camp.difficulty, 0, 0
        die, need = die_of(0), camp.difficulty - camp.base
        window = Window(need - WORTH * camp.left - 1, need, die)
        worth = await roll(die, "d10", window, who=camp.seat)
        note_die(camp, "worth")
        return camp, *await self._over(camp, worth), 1

    async def _first_throw(
        self, one: Camp, two: Camp, die: OpenDie | Die
    ) -> tuple[int, int | None]:
        """Return the first side's die; with it the second's where both totals are compared
        unbounded."""
        need, need_two = one.difficulty - one.base, two.difficulty - two.base
        low, low_two = need - WORTH * one.left - 1, need_two - WORTH * two.left - 1
        if not rulings(LossRulings).nul_au_total:
            worth = await roll(die, "d10", Window(low, need, die), who=one.seat)
            note_die(one, "worth")
            return worth, None
        turns = Turns((die, die), (need, need_two), (low, low_two), WORTH * two.left)
        throws = (Throw(die, "d10", one.seat), Throw(die, "d10", two.seat))
        worth, answer = await rolls(throws, turns)
        note_die(one, "first")
        if answer is not None:
            note_die(two, "second")
        return worth, answer

    async def _over(self, camp: Camp, worth: int) -> tuple[int, int]:
        """Return by how much a side reaches its level, below 0 where it does not; tokens after the
        die count."""
        total, level = camp.base + worth, camp.difficulty
        spent = await after_the_die(
            level,
            total,
            camp.left,
            mode=self.jetons_apres,
            who=camp.seat,
            weighed=False,
            to=camp.to,
        )
        return total + WORTH * spent - level, spent

    # ── nobody bid: the higher total ───────────────────────────────────────────────────────────
    async def _compared(self, camps: Camps) -> ContestOutcome:
        """Return the outcome of two rolls compared. The sides then spend tokens in turn, the loser of
        the moment first (R-29, R-36). What burdens one side alone is deducted from its total
        (R-59)."""
        for camp in camps.values():
            self._note_base(camp)
        easier = min(camp.difficulty for camp in camps.values())
        one = await self._ready(camps["initiateur"], camps["repondant"])
        two = await self._ready(camps["repondant"], one, one.before)
        one = self._beside(one, two, two.before)
        one, two = deducted(one, easier), deducted(two, easier)
        die = open_die()
        read = Gap(die, die, one.base - two.base, -WORTH * one.left - 1, WORTH * two.left + 1)
        throws = (Throw(die, "d10", one.seat), Throw(die, "d10", two.seat))
        gap = await rolls(throws, read)
        if one.to or two.to:
            note("LOSS-OAC-01", "Sans Exploit engagé, on compare les totaux.")
        note(
            "LOSS-OAC-01",
            "Sans Exploit engagé, on compare les totaux : {one} pour {who:@le}, {two} pour "
            "{whom:@le}.",
            who=one.seat,
            whom=two.seat,
            to=one.to or two.to,
            one=Thrown("first", plus=one.base),
            two=Thrown("second", plus=two.base),
        )
        gap, spents = await self._exchange(gap, one, two)
        if gap == 0:
            return ContestOutcome(winner="nul", spent=spents, rolled=2)
        return ContestOutcome(winner=one.seat if gap > 0 else two.seat, spent=spents, rolled=2)

    async def _exchange(self, gap: int, one: Camp, two: Camp) -> tuple[int, tuple[int, int]]:
        """Return the gap once nobody spends tokens any more, and those of both sides in all."""
        spent: dict[Side, int] = {one.seat: one.before, two.seat: two.before}
        while True:
            left: dict[Side, int] = {
                camp.seat: self._beside(camp, rival, spent[rival.seat]).left
                - (spent[camp.seat] - camp.before)
                for camp, rival in ((one, two), (two, one))
            }
            seat, more = await next_spent(gap, left, self.jetons_apres)
            if not more:
                return gap, (spent["initiateur"], spent["repondant"])
            spent[seat] += more
            gap += WORTH * more if seat == "initiateur" else -WORTH * more
