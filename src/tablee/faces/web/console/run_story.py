"""The story of a run on its page: the last throw, then earlier turns.

The module reads a trace. It knows no table.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from tablee.faces.web.panes.dice_pane import DiceView, dice_views
from tablee.rules.readings.explain import explain, visible
from tablee.rules.readings.session import Session
from tablee.rules.texts.words import Words

FOLDED = 4
"""Maximum number of lines of a turn that is not folded to its first line."""
NEAR = 4
"""Number of turns before the newest one that are shown separately; earlier turns are grouped."""


class Clause(msgspec.Struct, frozen=True):
    """A clause of the rules: its id and its text."""

    id: str
    text: str


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the story; `dice`: its dice (see `dice_pane.dice_views`)."""

    kind: str
    text: str
    clauses: tuple[Clause, ...]
    dice: DiceView | None = None


class Turn(msgspec.Struct, frozen=True):
    """The steps between two states of the rule: a turn of a fight, else the whole run."""

    steps: tuple[Step, ...]

    @property
    def folded(self) -> bool:
        """Whether the turn is folded to its first line."""
        return len(self.steps) > FOLDED and self.steps[0].kind == "note"


class Story(msgspec.Struct, frozen=True, kw_only=True):
    """The story of a run. `last`: the steps since the last throw or choice (all before the first
    one), none when the run is done. `turns`: earlier steps, the newest first. `thrown`: the dice of
    the newest turn of a finished run."""

    last: tuple[Step, ...]
    turns: tuple[Turn, ...]
    thrown: tuple[DiceView, ...]

    @property
    def last_sentence(self) -> str:
        """The last sentence of the rule."""
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
    """Return the story of a session."""
    steps = _steps(session, words)
    begun = len(steps) if session.done else _last(steps)
    # turns have indexes of the whole trace, of which the viewer may see a part
    places = [len(steps) - len(visible(session, None, place)) for place in session.turns]
    ends = [*(place for place in places if place < begun), begun]
    turns = []
    start = 0
    for end in ends:
        if end > start:
            turns.append(Turn(steps[start:end]))
        start = end
    if session.done and len(turns) > 1 and not any(step.dice for step in turns[-1].steps):
        turns[-2:] = [Turn(turns[-2].steps + turns[-1].steps)]  # the end belongs to its last turn
    newest = next((t for t in reversed(turns) if any(step.dice for step in t.steps)), None)
    thrown = tuple(step.dice for step in newest.steps if step.dice) if newest else ()
    return Story(last=steps[begun:], turns=tuple(reversed(turns)), thrown=thrown)


def _last(steps: Sequence[Step]) -> int:
    """Return the index of the last throw, or of the last choices made at once; 0 without any."""
    for place in range(len(steps) - 1, -1, -1):
        if steps[place].kind == "roll":
            return place
        if steps[place].kind == "choice":
            while place and steps[place - 1].kind == "choice":
                place -= 1
            return place
    return 0


def _steps(session: Session, words: Words) -> tuple[Step, ...]:
    steps = explain(session, words)
    return tuple(
        Step(
            kind=step.kind,
            text=step.text,
            clauses=tuple(Clause(each, words.clause(each)) for each in step.clauses),
            dice=dice,
        )
        for step, dice in zip(steps, dice_views(steps, words), strict=True)
    )
