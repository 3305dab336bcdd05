"""What both sides of a Test decide before the die: Désastres that strike it, tokens (DES, DEC)."""

from __future__ import annotations

from collections.abc import Mapping

from tablee.games.loss.fields import Acteur
from tablee.games.loss.rulings import LossRulings
from tablee.games.loss.tables import DEADLY, MALUS
from tablee.games.loss.tokens import WORTH, most_tokens, offered
from tablee.rules.ambient import note, rulings
from tablee.rules.forms import YES_NO, NumberFrom
from tablee.rules.questions import ASK, choose, decide
from tablee.rules.refusal import refuse

Facts = Mapping[str, int]


AVAILABLE = "au plus {most}, ce qu’il en reste"
"""What is allowed of Désastres of which there are fewer."""


def check_disasters(field: str, spent: int | ASK, acteur: Acteur, most: int) -> None:
    """Refuse more Désastres than there are, and any on a character of the MJ, unless the players
    may spend some (R-24)."""
    if acteur == "mj" and spent != 0 and not rulings(LossRulings).desastres_joueurs:
        raise refuse(field, spent, "0 quand un personnage du MJ agit")
    if spent != "ask" and spent > most:
        raise refuse(field, spent, AVAILABLE, most=most)


async def disasters_on(
    spent: int | ASK,
    parameter: str,
    numbers: NumberFrom,
    acteur: Acteur,
    facts: Facts,
    seat: str = "",
) -> int:
    """Return the Désastres that strike one side: the MJ’s, or the players’ (LOSS-DES-01, -03).
    `seat`: the side, where there are two."""
    if spent == "ask":
        who = "joueurs" if acteur == "mj" else "mj"
        chosen = await choose(
            "desastres", numbers, who=who, facts=facts, parameter=parameter, default=0
        )
    else:
        chosen = spent
    if chosen == DEADLY:
        note(
            "LOSS-DES-09",
            "{seat:^} : cinq Désastres, l’Action échoue sans que le dé soit lancé."
            if seat
            else "Cinq Désastres : l’Action échoue sans que le dé soit lancé.",
            seat=seat,
        )
    return chosen


async def malus_of(disasters: int, applied: bool | ASK, parameter: str, acteur: Acteur) -> int:
    """Return what Désastres add to the Difficulté; that they do is their owner’s choice
    (LOSS-DES-05..08)."""
    malus = MALUS[disasters]
    if not malus:
        return 0
    yes = await decide(
        applied,
        parameter,
        YES_NO,
        who="joueurs" if acteur == "mj" else "mj",
        label="malus",
        facts={"desastres": disasters, "malus": malus},
        default=True,
    )
    return malus if yes else 0


def note_level(difficulty: int, modifier: int, malus: int, exploits: int, to: str | None) -> None:
    """Note what a Test needs: its Difficulté, circumstances, Désastres and Exploits. `to`: the only
    seat that may read it, None for all."""
    bare = not (modifier or malus or exploits)
    note(
        "LOSS-MEC-03" if bare else "LOSS-MEC-03 LOSS-EXL-02 LOSS-DES-05",
        "Difficulté {difficulty}."
        if bare
        else "Difficulté {difficulty}{modifier:|, circonstances}{malus:|, Désastres}"
        "{raised:|, Exploits} : il faut {level}.",
        to=to,
        difficulty=difficulty,
        modifier=modifier,
        malus=malus,
        raised=WORTH * exploits,
        level=difficulty + modifier + malus + WORTH * exploits,
    )


async def tokens_before(
    before: int | ASK,
    parameter: str,
    tokens: int,
    who: str,
    facts: Facts,
    really: int | None = None,
) -> int:
    """Return the tokens spent before the die (LOSS-DEC-03). `really`: the tokens that are left, if
    not everybody may know."""
    if before != "ask":
        return before
    return await choose(
        "jetons_avant",
        offered(most_tokens(tokens), really if tokens else None),
        who=who,
        facts=facts,
        parameter=parameter,
        default=0,
    )
