"""Where the faces of a throw come from: the house, or the seat that typed them.

This module may import the parts of a state and the lines of a trace. It must not know what a seat may
read.
"""

from __future__ import annotations

from collections.abc import Sequence

from tablee.table.log.outcomes import Line
from tablee.table.log.state_parts import Run

HOUSE = ""


def throw_origins(run: Run, lines: Sequence[Line]) -> dict[int, str]:
    """Return the seat that typed the faces of each throw, `HOUSE` for a throw of the house dice.

    `lines`: the whole trace of the run; the keys are the `id` of its lines. Empty when trace and
    answers have other numbers of throws, as in a run that was imported without its answers.
    """
    thrown = [given for given in run.answers if given.answer.get("dice")]
    rolls = [line for line in lines if line.kind == "roll"]
    if len(thrown) != len(rolls):
        return {}
    pairs = zip(rolls, thrown, strict=True)
    return {id(line): HOUSE if given.draw is not None else given.by for line, given in pairs}
