"""The two sides of an Opposition active, what comes of their Tests, and the tokens that they
spend on it (chapters OAC, OAE)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from tablee.games.loss.fields import Acteur, JetonsApres
from tablee.games.loss.rulings import LossRulings
from tablee.games.loss.tokens import WORTH
from tablee.rules.ambient import Thrown, note, rulings
from tablee.rules.forms import NumberFrom
from tablee.rules.procedure import Record, replace
from tablee.rules.questions import choose

Side = Literal["initiateur", "repondant"]
Winner = Literal["initiateur", "repondant", "nul"]
SIDES: tuple[Side, Side] = ("initiateur", "repondant")


class Camp(Record):
    """One side: its total before the die, the tokens in it, those left for after the die, its own
    Difficulté without Exploits. `to`: the only seat that may read its scores, None for all.
    `hits`: the Désastres on it."""

    seat: Side
    base: int
    before: int
    left: int
    difficulty: int
    to: str | None
    hits: int


Camps = Mapping[Side, Camp]


class ContestOutcome(Record):
    """The outcome of the Tests. `spent`: tokens of the initiateur and of the repondant, of who has
    thrown alone."""

    winner: Winner
    spent: tuple[int, int]
    rolled: int


def failed(burdens: Sequence[int | None]) -> ContestOutcome:
    """Return the outcome when Désastres make a side fail, or both (LOSS-DES-09)."""
    left = [side for side, burden in zip(SIDES, burdens, strict=True) if burden is not None]
    return ContestOutcome(winner=left[0] if left else "nul", spent=(0, 0), rolled=0)


def note_base(camp: Camp, total: int, free: int) -> None:
    """Note the total of a side before the die."""
    bare = camp.base == total
    note_sum(
        "LOSS-OAC-01" if bare else "LOSS-OAC-01 LOSS-OAE-08",
        camp.seat,
        total,
        free,
        camp.before,
        camp.to,
    )


def note_sum(clauses: str, seat: str, total: int, free: int, tokens: int, to: str | None) -> None:
    """Note what a side has before the die: its sum, Augmentations (`free`) and tokens. `to`: the only
    seat that may read it, None for all."""
    base = total + WORTH * (free + tokens)
    if base == total:
        text = "{seat:^} : somme {total} avant le dé."
        note(clauses, text, to=to, seat=seat, total=total, base=base)
        return
    note(
        clauses,
        "{seat:^} : somme {total}{free:|, Augmentations}{tokens:|, jetons}, soit {base} avant le dé.",
        to=to,
        seat=seat,
        total=total,
        free=WORTH * free,
        tokens=WORTH * tokens,
        base=base,
    )


def deducted(camp: Camp, easier: int) -> Camp:
    """Return a side with its total less what makes its Difficulté higher than the other’s."""
    burden = camp.difficulty - easier
    if burden:
        note(
            "LOSS-OAC-01 LOSS-DEC-05",
            "{seat:^} : {burden} de moins, car sa Difficulté est plus haute.",
            seat=camp.seat,
            burden=burden,
        )
    return replace(camp, base=camp.base - burden)


def spares_die(camp: Camp, acteur: Acteur) -> bool:
    """Return whether the sum of a side is enough without a die (LOSS-SDE-01, -03, R-09, R-10)."""
    campaign = rulings(LossRulings)
    tokens = 0 if campaign.somme_jetons else WORTH * camp.before
    spared = camp.base - tokens >= camp.difficulty and (acteur == "pj" or campaign.somme_pnj)
    if spared:
        text = "{side:^} : la somme atteint {level}, sans lancer le dé."
        note("LOSS-SDE-01 LOSS-SDE-03", text, side=camp.seat, level=camp.difficulty)
    return spared


def other(seat: Side) -> Side:
    return "repondant" if seat == "initiateur" else "initiateur"


def winner_of(one: Camp, over: int, two: Camp, under: int, compared: bool) -> Winner:
    """Return the winner after the first side succeeds; two successes are a draw (or compared,
    R-32)."""
    if under < 0:
        return one.seat
    if not compared or over == under:
        return "nul"
    return one.seat if over > under else two.seat


def note_no_bid() -> None:
    text = "Aucun Exploit engagé : chaque camp doit atteindre sa Difficulté."
    note("LOSS-OAC-01 LOSS-OAE-05", text)


def note_die(camp: Camp, name: str) -> None:
    if camp.to:
        note("LOSS-OAE-05", "{seat:^} : le dé vaut {worth}.", seat=camp.seat, worth=Thrown(name))
    note(
        "LOSS-OAE-05",
        "{seat:^} : le dé vaut {worth}, total {total} contre {level}.",
        to=camp.to,
        seat=camp.seat,
        worth=Thrown(name),
        total=Thrown(name, plus=camp.base),
        level=camp.difficulty,
    )


def note_winner(outcome: ContestOutcome, bid: int, fail: bool) -> None:
    """Note who wins, and the Exploits engaged: all of them are the winner's (LOSS-OAE-07, -09).
    `fail`: whether Désastres make both sides fail."""
    if fail:
        note("LOSS-DES-09", "Match nul : les deux camps échouent.")
        return
    note(
        "LOSS-OAE-07 LOSS-OAE-09",
        "Match nul, {bid:sans Exploit engagé|Exploit engagé|Exploits engagés} : on peut "
        "recommencer."
        if outcome.winner == "nul"
        else "{winner:@le^} l’emporte et gagne {bid:Exploit|Exploits}."
        if bid
        else "{winner:@le^} l’emporte, sans Exploit engagé.",
        winner=outcome.winner,
        bid=bid,
    )


def outcome_of(
    winner: Winner,
    one: Camp,
    first_spent: int,
    two: Camp,
    second_spent: int | None,
    rolled: int,
) -> ContestOutcome:
    """Return the outcome after `rolled` dice; `second_spent`: None where the second side has not
    tested."""
    spent = {one.seat: one.before + first_spent, two.seat: 0}
    if second_spent is not None:
        spent[two.seat] = two.before + second_spent
    return ContestOutcome(
        winner=winner, spent=(spent["initiateur"], spent["repondant"]), rolled=rolled
    )


async def next_spent(gap: int, left: Mapping[Side, int], mode: JetonsApres) -> tuple[Side, int]:
    """Return the next tokens spent on a gap of totals: by whom, how many (0: nobody spends more).
    `left`: what each side may still spend; `mode`: how tokens are spent after the die."""
    speakers: tuple[Side, ...] = ("initiateur", "repondant")
    if gap:
        speakers = ("initiateur",) if gap < 0 else ("repondant",)
    for seat in speakers:
        if not left[seat] or WORTH * left[seat] < abs(gap):
            continue
        spent = await _spent_on(gap, seat, left[seat], mode)
        if spent:
            note(
                "LOSS-OAE-08",
                "{seat:^} : {spent:jeton|jetons} de plus, pour combler un écart de {gap}."
                if gap
                else "{seat:^} : {spent:jeton|jetons} de plus, pour départager les deux camps.",
                gap=abs(gap),
                seat=seat,
                spent=spent,
            )
            return seat, spent
    return speakers[0], 0


async def _spent_on(gap: int, seat: Side, left: int, mode: JetonsApres) -> int:
    least = min(left, abs(gap) // WORTH + 1)
    if mode != "ask":
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
