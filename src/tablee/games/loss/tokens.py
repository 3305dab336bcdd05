"""Les jetons d'Augmentation Gratuite on a Test: how many, before and after the die (JET, DEC)."""

from __future__ import annotations

from tablee.games.loss.fields import JetonsApres
from tablee.games.loss.rulings import LossRulings
from tablee.rules.ambient import note, rulings
from tablee.rules.forms import NumberFrom
from tablee.rules.questions import ASK, choose
from tablee.rules.refusal import refuse

WORTH = 5
"""The worth of a token, an Augmentation Gratuite and an Exploit (LOSS-JET-03, LOSS-EXL-02)."""


class EvenNone(NumberFrom, frozen=True, cache_hash=True):
    """A number that is asked for even if 0 is the only answer."""

    def only(self) -> None:
        return None


def offered(tokens: int, really: int | None) -> NumberFrom:
    """Return the possible numbers of tokens. `really`: how many of them are left, where not
    everybody may know."""
    return NumberFrom(0, tokens) if really is None else EvenNone(0, min(tokens, really))


def most_tokens(tokens: int) -> int:
    """Return the number of tokens that one Test may take (ruling R-14)."""
    most = rulings(LossRulings).jetons_max_par_test
    return tokens if most is None else min(tokens, most)


def check_before(field: str, before: int | ASK, tokens: int) -> None:
    """Refuse more tokens before the die than there are (or than one Test may take)."""
    if before != "ask" and before > most_tokens(tokens):
        raise refuse(field, before, "{form:form}", form=NumberFrom(0, most_tokens(tokens)))


def left_after(tokens: int, before: int, mode: JetonsApres) -> int:
    """Return the tokens that may still be spent once the die lies (ruling R-13)."""
    if mode == "none" or not rulings(LossRulings).jetons_apres_de:
        return 0
    return max(0, most_tokens(tokens) - before)


async def after_the_die(
    level: int,
    total: int,
    left: int,
    *,
    mode: JetonsApres,
    who: str,
    weighed: bool = True,
    to: str | None = None,
    shows_level: bool = True,
    really: int | None = None,
) -> int:
    """Return the tokens spent on a total that falls short of `level` (LOSS-DEC-03). `to`: the only seat
    that may read the total against the level; `shows_level`: whether who spends may read the level;
    `really`: the tokens that are left, if not everybody may know.

    Nothing is asked when the total reaches, or when all that are `left` could not make it reach.
    `weighed`: whether advice on an earlier choice weighs this one, or spends the least that helps.
    """
    short = level - total
    if short <= 0 or short > WORTH * left:
        return 0
    form = offered(left, really)
    least = -(-short // WORTH)
    spent = least = least if least <= form.high else 0
    if mode == "ask":
        spent = await choose(
            "jetons_apres",
            form,
            who=who,
            facts={"total": total}
            | ({"difficulty": level} if shows_level else {})
            | {"jetons": form.high},
            parameter="jetons_apres",
            policy=least,
            weighed=weighed,
        )
    if to is not None:
        text = "{spent:Aucun jeton dépensé|jeton dépensé|jetons dépensés} après le dé."
        note("LOSS-DEC-03 LOSS-JET-03", text, spent=spent)
    note(
        "LOSS-DEC-03 LOSS-JET-03",
        "Il manque {short} : {spent:aucun jeton dépensé|jeton dépensé|jetons dépensés} après le dé, total {total}.",
        to=to,
        short=short,
        spent=spent,
        total=total + WORTH * spent,
    )
    return spent
