"""The bound on a choice after dice of many outcomes: advice weighs all its answers after each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tablee.dice.law import Law
from tablee.rules.questions import Call, Choose, Roll
from tablee.rules.readings.advice.deciders import values_of
from tablee.rules.readings.worlds import Follower, World
from tablee.rules.refusal import Refusal

MAX_WEIGHED = 250_000
"""Maximum number of answers that are weighed after the outcomes of one throw: two to three seconds."""
DICE_FIRST = (
    "trop long à peser : {n:issue|issues} possibles des dés avant « {choice} », chacune avec toutes "
    "les réponses, soit {total} cas ; dans la règle, ne lisez de ces dés que ce qui compte (Fold, ou "
    "une règle à part que « call » appelle), offrez moins de réponses, ou réduisez les paramètres"
)
"""What helps where a choice comes after dice of many outcomes."""
Outcomes = Callable[[Any], Law[Any] | None]
"""A function that returns the law of the answers to a throw or a call, None for one with decisions."""


def check_answers(
    asks: Sequence[Choose[Any]], world: World, follower: Follower, outcomes: Outcomes
) -> None:
    """Raise `Refusal` where more than `MAX_WEIGHED` answers would be weighed after the same dice. It
    names the dice with the most outcomes.

    `asks`: the choice after each outcome of the dice; `world`: one of the worlds that wait for it.
    """
    offered = {ask.form: ask for ask in asks}
    answers = {form: len(values_of(ask)) for form, ask in offered.items()}
    total = sum(answers[ask.form] for ask in asks)
    if total > MAX_WEIGHED:
        field = _widest(world, follower, outcomes)
        numbers = {"n": len(asks), "total": total}
        raise Refusal("too_large", field, None, DICE_FIRST, choice=asks[0].label, **numbers)


def _widest(world: World, follower: Follower, outcomes: Outcomes) -> str:
    """Return the label of the widest dice that the innermost rule has thrown, or the id of a rule
    that it has called."""
    widths: dict[str, int] = {world.frames[-1].procedure.id: 0}
    for ask in follower.answered(world.frames[-1]):
        if isinstance(ask, Roll | Call):
            name = ask.throws[0].label if isinstance(ask, Roll) else ask.procedure.id
            widths[name] = len(outcomes(ask) or ())
    return max(widths, key=widths.__getitem__)
