"""What has happened in a run, as the page tells it: the last throw, and before it turn by turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tablee.faces.web.panes.dice_pane import dice_views
from tablee.rules.readings.explain import explain, visible
from tablee.rules.readings.session import Session
from tablee.rules.words import Words

FOLDED = 4
"""A turn of more lines is told by its first one until it is opened."""
NEAR = 4
"""Turns before the newest one that stand by themselves; those before are put away together."""


class Clause(msgspec.Struct, frozen=True):
    """A clause of the rules: its id and what it says."""

    id: str
    text: str


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the story; `dice`: those that it shows (see `dice.dice_views`)."""

    kind: str
    text: str
    clauses: tuple[Clause, ...]
    dice: Mapping[str, Any] | None = None


class Turn(msgspec.Struct, frozen=True):
    """What happened between two states of the rule: in a fight a turn, else all of it."""

    steps: tuple[Step, ...]

    @property
    def folded(self) -> bool:
        """Whether it is told by its first line until it is opened."""
        return len(self.steps) > FOLDED and self.steps[0].kind == "note"


class Story(msgspec.Struct, frozen=True, kw_only=True):
    """A run so far. `last`: what came since the last throw or choice (all of it before the first),
    nothing when the run is done; `turns`: what came before, the newest first; `thrown`: the dice of
    the newest turn when the run is done."""

    last: tuple[Step, ...]
    turns: tuple[Turn, ...]
    thrown: tuple[Mapping[str, Any], ...]

    @property
    def said(self) -> str:
        """The last thing that the rule said."""
        steps = [step for turn in reversed(self.turns) for step in turn.steps]
        notes = [step.text for step in (*steps, *self.last) if step.kind == "note"]
        return notes[-1] if notes else ""

    @property
    def near(self) -> tuple[Turn, ...]:
        return self.turns[: NEAR + 1]

    @property
    def far(self) -> tuple[Turn, ...]:
        return self.turns[NEAR + 1 :]


def story_of(session: Session, words: Words) -> Story:
    """The story of a session as it stands."""
    steps = _steps(session, words)
    begun = len(steps) if session.done else _last(steps)
    # the places of turns are those of the whole trace, of which some may be hidden
    places = [len(steps) - len(visible(session, None, place)) for place in session.turns]
    ends = [*(place for place in places if place < begun), begun]
    turns = []
    start = 0
    for end in ends:
        if end > start:
            turns.append(Turn(steps[start:end]))
        start = end
    if session.done and len(turns) > 1 and not any(step.dice for step in turns[-1].steps):
        turns[-2:] = [Turn(turns[-2].steps + turns[-1].steps)]  # the end belongs to what led to it
    newest = next((t for t in reversed(turns) if any(step.dice for step in t.steps)), None)
    thrown = tuple(step.dice for step in newest.steps if step.dice) if newest else ()
    return Story(last=steps[begun:], turns=tuple(reversed(turns)), thrown=thrown)


def _last(steps: Sequence[Step]) -> int:
    """Where the last throw, or the last choices (several at once), stand; 0 when there are none."""
    for place in range(len(steps) - 1, -1, -1):
        if steps[place].kind == "roll":
            return place
        if steps[place].kind == "choice":
            while place and steps[place - 1].kind == "choice":
                place -= 1
            return place
    return 0


def _steps(session: Session, words: Words) -> tuple[Step, ...]:
    told = explain(session, words)
    return tuple(
        Step(
            kind=step.kind,
            text=step.text,
            clauses=tuple(Clause(each, words.clause(each)) for each in step.clauses),
            dice=dice,
        )
        for step, dice in zip(told, dice_views(told, words), strict=True)
    )
