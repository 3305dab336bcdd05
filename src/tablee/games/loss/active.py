"""L'Opposition active: the bidding of Exploits, then both sides' Tests (chapters OAC, OAE)."""

from __future__ import annotations

from typing import Annotated, Literal

from tablee.dice.die import Die, OpenDie, Throw
from tablee.dice.gap import Gap, Turns
from tablee.dice.tails import Window
from tablee.games.loss.explosion import die_of, open_die
from tablee.games.loss.fields import (
    SCORES,
    Augmentations,
    Difficulty,
    Exploits,
    Jetons,
    JetonsApres,
    JetonsAvant,
    Somme,
)
from tablee.games.loss.rulings import LossRulings
from tablee.games.loss.tokens import WORTH, after_the_die, check_before, left_after
from tablee.games.loss.utilities import DUEL, duel_won, utility_named
from tablee.rules.ambient import Thrown, note, rulings
from tablee.rules.forms import NumberFrom, OneOf
from tablee.rules.procedure import Procedure, Record, Result, Utility
from tablee.rules.questions import ASK, choose, roll, rolls
from tablee.rules.schema import on_sheet

Side = Literal["initiateur", "repondant"]
Winner = Literal["initiateur", "repondant", "nul"]
MOST_BIDS = 5


class ActiveResult(Result):
    """`exploits`: all that were bid, for the winner. `lances`: how many sides rolled."""

    winner: Winner
    exploits: int
    jetons_initiateur_depenses: int
    jetons_repondant_depenses: int
    lances: int


class Camp(Record):
    """One side once the bidding is over: its total before the die, the tokens still left."""

    seat: Side
    base: int
    left: int


class ContestOutcome(Record):
    """The outcome of the Tests. `spent`: tokens of the initiateur and of the repondant after the
    die."""

    winner: Winner
    spent: tuple[int, int]
    rolled: int


class Active(Procedure[ActiveResult], id="loss.active"):
    """A direct contest of two sides (LOSS-OAC-01, -02, LOSS-OAE-01..10).

    Exploits are bid in turn, at most five; who does not raise tests first. Without any bid the
    totals are compared (ruling R-29).

    Left to the leader: LOSS-OAE-11.
    """

    somme_initiateur: Annotated[Somme, on_sheet(*SCORES, role="initiateur", added=True)]
    somme_repondant: Annotated[Somme, on_sheet(*SCORES, role="repondant", added=True)]
    difficulty: Difficulty = 15
    ag_initiateur: Annotated[Augmentations, on_sheet("specialisations", role="initiateur")] = 0
    ag_repondant: Annotated[Augmentations, on_sheet("specialisations", role="repondant")] = 0
    jetons_initiateur: Jetons = 0
    jetons_repondant: Jetons = 0
    jetons_avant_initiateur: JetonsAvant = 0
    jetons_avant_repondant: JetonsAvant = 0
    jetons_apres: JetonsApres = "ask"
    engages: Exploits | ASK = "ask"

    endings = ("winner",)
    utilities = DUEL

    @classmethod
    def utility(cls, name: str | None) -> Utility | None:
        return utility_named(name, cls.utilities, duel_won)

    def sides(self) -> dict[str, str]:
        return {"initiateur": "initiateur", "repondant": "repondant"}

    def check(self) -> None:
        check_before(
            "jetons_avant_initiateur", self.jetons_avant_initiateur, self.jetons_initiateur
        )
        check_before("jetons_avant_repondant", self.jetons_avant_repondant, self.jetons_repondant)

    async def rule(self) -> ActiveResult:
        bid, last = await self._bidding()
        if bid == 0 and rulings(LossRulings).active_zero == "comparaison":
            standing = await self._compared()
        else:
            standing = await self._tested(bid, last)
        note(
            "LOSS-OAE-07 LOSS-OAE-09",
            "Match nul, {bid:sans Exploit engagé|Exploit engagé|Exploits engagés}."
            if standing.winner == "nul"
            else "Vainqueur : {winner}, {bid:sans Exploit engagé|Exploit engagé|Exploits engagés}.",
            winner=standing.winner,
            bid=bid,
        )
        return ActiveResult(
            winner=standing.winner,
            exploits=0 if standing.winner == "nul" else bid,
            jetons_initiateur_depenses=self.jetons_avant_initiateur + standing.spent[0],
            jetons_repondant_depenses=self.jetons_avant_repondant + standing.spent[1],
            lances=standing.rolled,
        )

    def _camp(self, seat: Side) -> Camp:
        if seat == "initiateur":
            total, free = self.somme_initiateur, self.ag_initiateur
            tokens, before = self.jetons_initiateur, self.jetons_avant_initiateur
        else:
            total, free = self.somme_repondant, self.ag_repondant
            tokens, before = self.jetons_repondant, self.jetons_avant_repondant
        base = self._base(seat, total, WORTH * free, WORTH * before)
        left = left_after(tokens, before, self.jetons_apres)
        return Camp(seat=seat, base=base, left=left)

    def _base(self, seat: Side, total: int, free: int, tokens: int) -> int:
        base = total + free + tokens
        if base == total:
            note(
                "LOSS-OAC-01",
                "{seat:^} : somme {total} avant le dé.",
                seat=seat,
                total=total,
                base=base,
            )
            return base
        note(
            "LOSS-OAC-01 LOSS-OAE-08",
            "{seat:^} : somme {total}{free:|, Augmentations}{tokens:|, jetons}, soit {base} avant le dé.",
            seat=seat,
            total=total,
            free=free,
            tokens=tokens,
            base=base,
        )
        return base

    # ── bidding ────────────────────────────────────────────────────────────────────────────────
    async def _bidding(self) -> tuple[int, Side]:
        """The Exploits bid and who bid last (the initiateur when nobody did; R-30, R-31)."""
        if self.engages != "ask":
            return self.engages, "repondant" if self.engages in (2, 4) else "initiateur"
        opening: tuple[Side, ...] = ("initiateur",)
        if rulings(LossRulings).repondant_ouvre:
            opening = ("initiateur", "repondant")
        for seat in opening:
            if await self._says(seat, 0, ("passer", "annoncer")) == "annoncer":
                break
        else:
            return 0, "initiateur"
        bid = 1
        while bid < MOST_BIDS:
            if await self._says(other(seat), bid, ("tester", "surencherir")) == "tester":
                break
            seat, bid = other(seat), bid + 1
        return bid, seat

    async def _says(self, seat: Side, bid: int, words: tuple[str, str]) -> str:
        level = self.difficulty + WORTH * bid
        return await choose(
            "annonce",
            OneOf(words),
            who=seat,
            facts={"engages": bid, "difficulty": level},
            parameter="engages",
            default=words[0],
        )

    # ── both test against the bid ──────────────────────────────────────────────────────────────
    async def _tested(self, bid: int, last: Side) -> ContestOutcome:
        """Test the side that did not bid last; the other side tests only if it succeeds (R-32, R-33)."""
        one, two = self._camp(other(last)), self._camp(last)
        level = self.difficulty + WORTH * bid
        note(
            "LOSS-OAE-05",
            "Difficulté {difficulty}, {bid:sans Exploit engagé|Exploit engagé|Exploits engagés} : "
            "{level} pour les deux camps. Premier à lancer : {first}.",
            difficulty=self.difficulty,
            bid=bid,
            level=level,
            first=one.seat,
        )
        compared = rulings(LossRulings).nul_au_total
        die = open_die() if bid or compared else die_of(0)
        worth, answer = await self._first_throw(one, two, level, die)
        over, first_spent = await self._over(one, level, worth)
        if over < 0:
            return _standing(two.seat, one, first_spent, two, 0, 1)
        if answer is None:
            need = level - two.base
            high = need + over + 1 if compared else need
            window = Window(need - WORTH * two.left - 1, high, die)
            answer = await roll(die, "d10", window, who=two.seat)
            _note(two, "worth", level)
        under, second_spent = await self._over(two, level, answer)
        return _standing(
            _winner(one, over, two, under, compared), one, first_spent, two, second_spent, 2
        )

    async def _first_throw(
        self, one: Camp, two: Camp, level: int, die: OpenDie | Die
    ) -> tuple[int, int | None]:
        """The first side's die; with it the second's where both totals are compared unbounded."""
        need, need_two = level - one.base, level - two.base
        low, low_two = need - WORTH * one.left - 1, need_two - WORTH * two.left - 1
        if not rulings(LossRulings).nul_au_total:
            worth = await roll(die, "d10", Window(low, need, die), who=one.seat)
            _note(one, "worth", level)
            return worth, None
        turns = Turns((die, die), (need, need_two), (low, low_two), WORTH * two.left)
        throws = (Throw(die, "d10", one.seat), Throw(die, "d10", two.seat))
        worth, answer = await rolls(throws, turns)
        _note(one, "first", level)
        if answer is not None:
            _note(two, "second", level)
        return worth, answer

    async def _over(self, camp: Camp, level: int, worth: int) -> tuple[int, int]:
        """By how much a side reaches `level` (< 0: short), tokens after the die included."""
        total = camp.base + worth
        spent = await after_the_die(
            level, total, camp.left, mode=self.jetons_apres, who=camp.seat, weighed=False
        )
        return total + WORTH * spent - level, spent

    # ── nobody bid: the higher total ───────────────────────────────────────────────────────────
    async def _compared(self) -> ContestOutcome:
        """Both roll; tokens in turn, the loser of the moment first (R-29, R-36)."""
        one, two = self._camp("initiateur"), self._camp("repondant")
        die = open_die()
        read = Gap(die, die, one.base - two.base, -WORTH * one.left - 1, WORTH * two.left + 1)
        throws = (Throw(die, "d10", one.seat), Throw(die, "d10", two.seat))
        gap = await rolls(throws, read)
        note(
            "LOSS-OAC-01",
            "Sans Exploit engagé, les totaux se comparent : {one} pour l’initiateur, {two} pour le "
            "répondant.",
            one=Thrown("first", plus=one.base),
            two=Thrown("second", plus=two.base),
        )
        left: dict[Side, int] = {one.seat: one.left, two.seat: two.left}
        while True:
            seat, spent = await self._answered(gap, left)
            if not spent:
                break
            left[seat] -= spent
            gap += WORTH * spent if seat == "initiateur" else -WORTH * spent
        spents = one.left - left["initiateur"], two.left - left["repondant"]
        if gap == 0:
            return ContestOutcome(winner="nul", spent=spents, rolled=2)
        return ContestOutcome(winner=one.seat if gap > 0 else two.seat, spent=spents, rolled=2)

    async def _answered(self, gap: int, left: dict[Side, int]) -> tuple[Side, int]:
        """The next tokens spent on a gap of totals: by whom, how many (0: nobody spends more)."""
        speakers: tuple[Side, ...] = ("initiateur", "repondant")
        if gap:
            speakers = ("initiateur",) if gap < 0 else ("repondant",)
        for seat in speakers:
            if not left[seat] or WORTH * left[seat] < abs(gap):
                continue
            spent = await self._spent_on(gap, seat, left[seat])
            if spent:
                note(
                    "LOSS-OAE-08",
                    "{seat:^} : {spent:jeton ajouté|jetons ajoutés}, pour un écart de {gap}.",
                    gap=abs(gap),
                    seat=seat,
                    spent=spent,
                )
                return seat, spent
        return speakers[0], 0

    async def _spent_on(self, gap: int, seat: Side, left: int) -> int:
        least = min(left, abs(gap) // WORTH + 1)
        if self.jetons_apres != "ask":
            return least
        own = gap if seat == "initiateur" else -gap
        return await choose(
            "jetons_apres",
            NumberFrom(0, left),
            who=seat,
            facts={"ecart": own, "jetons": left},
            parameter="jetons_apres",
            policy=least,
            weighed=False,
        )


def other(seat: Side) -> Side:
    return "repondant" if seat == "initiateur" else "initiateur"


def _winner(one: Camp, over: int, two: Camp, under: int, compared: bool) -> Winner:
    """Return the winner after the first side succeeds; two successes are a draw (or compared, R-32)."""
    if under < 0:
        return one.seat
    if not compared or over == under:
        return "nul"
    return one.seat if over > under else two.seat


def _note(camp: Camp, name: str, level: int) -> None:
    note(
        "LOSS-OAE-05",
        "{seat:^} : le dé vaut {worth}, total {total} contre {level}.",
        seat=camp.seat,
        worth=Thrown(name),
        total=Thrown(name, plus=camp.base),
        level=level,
    )


def _standing(
    winner: Winner,
    one: Camp,
    first_spent: int,
    two: Camp,
    second_spent: int,
    rolled: int,
) -> ContestOutcome:
    spent = {one.seat: first_spent, two.seat: second_spent}
    return ContestOutcome(
        winner=winner, spent=(spent["initiateur"], spent["repondant"]), rolled=rolled
    )
