"""The rules at work in a run: one frame for each, from the outermost to the innermost.

A frame keeps the values sent into its rule, so that the other readings can continue from there.
"""

from __future__ import annotations

from collections.abc import Coroutine, Mapping, Sequence
from typing import Any

from tablee.rules.procedure import Procedure
from tablee.rules.questions import OWNER, Call, CallAll, Choose, owner_of
from tablee.rules.refusal import Refusal, moved


class Frame:
    """A rule at work: its procedure, its coroutine, the values sent, and its names outside.

    `answers_before`: number of answers given before the rule started. `gathering`, `place`,
    `folded`: the `call_all` in progress, the index of its current call, and the fold so far.
    `by`: the result fields that the caller needs, None for all.
    """

    __slots__ = (
        "answers_before",
        "by",
        "coroutine",
        "folded",
        "gathering",
        "paths",
        "place",
        "procedure",
        "sealed",
        "seats",
        "seen_by",
        "sent",
        "started",
    )

    def __init__(
        self,
        procedure: Procedure[Any],
        seats: Mapping[str, str],
        paths: Mapping[str, str],
        seen_by: str | None = None,
        sealed: bool = False,
        answers_before: int = 0,
        by: tuple[str, ...] | None = None,
    ) -> None:
        self.by = by
        self.seats = seats
        self.paths = paths
        self.seen_by = seen_by
        self.sealed = sealed
        self.start(procedure, answers_before)

    def start(self, procedure: Procedure[Any], answers_before: int) -> None:
        """Start the rule of `procedure`: at the beginning, and after a `become`."""
        self.procedure = procedure
        self.answers_before = answers_before
        self.coroutine: Coroutine[Any, Any, Any] = procedure.rule()
        self.started = False
        self.sent: list[Any] = []
        self.gathering: CallAll[Any] | None = None
        self.place = 0
        self.folded: Any = None

    def gather(self, ask: CallAll[Any]) -> Call[Any] | None:
        """Begin a `call_all`; return its first call, None where there is none."""
        self.gathering, self.place, self.folded = ask, 0, ask.gather.start
        return ask.calls[0] if ask.calls else None

    def fold(self, result: Any) -> Call[Any] | None:
        """Take the result of the current call of a `call_all`; return the next call, None after the
        last."""
        assert self.gathering is not None
        calls, gather = self.gathering.calls, self.gathering.gather
        self.folded = gather.step(self.folded, self.place, result, *gather.using)
        self.place += 1
        return calls[self.place] if self.place < len(calls) else None

    def gathered(self) -> Any:
        """End a `call_all`; return the value for the rule."""
        assert self.gathering is not None
        gather, self.gathering = self.gathering.gather, None
        return gather.end(self.folded, *gather.using)


class Frames:
    """The frames of a run, and the names that the run uses for seats and parameters."""

    def __init__(self, procedure: Procedure[Any]) -> None:
        self.frames = [Frame(procedure, {}, {})]

    def outer(self, seat: str) -> str:
        """Return the run's name for a seat (or any word) of the innermost rule."""
        for frame in reversed(self.frames):
            seat = frame.seats.get(seat, seat)
        return seat

    def named(self, word: str) -> str:
        """Return the run's name for a word of the innermost rule: for a seat the character who owns
        its dice, where a call says so."""
        for frame in reversed(self.frames):
            if owner_of(word) in frame.seats:
                return frame.seats[owner_of(word)]
            word = frame.seats.get(word, word)
        return word

    def owner(self, seat: str) -> str | None:
        """Return the seat at the table to which the dice and choices of `seat` belong; None where
        no rule under way says whose they are.

        The innermost call that names an owner decides; without one, the outermost rule does.
        """
        for frame in reversed(self.frames):
            if owner_of(seat) in frame.seats:
                return frame.seats[owner_of(seat)]
            seat = frame.seats.get(seat, seat)
        name = self.outer(OWNER)
        return None if name == OWNER else name

    def choice_owner(self, choice: Choose[Any]) -> str | None:
        """Return the owner of a choice: the one that it names, or that of its seat."""
        return self.outer(choice.owner) if choice.owner else self.owner(choice.who)

    def path(self, parameter: str) -> str:
        """Return the run's path of a parameter of the innermost rule."""
        for frame in reversed(self.frames):
            parameter = moved(parameter, frame.paths)
        return parameter

    @property
    def seen_by(self) -> str | None:
        """The one seat, besides the leader, that sees the current step; None: all seats."""
        return next((frame.seen_by for frame in reversed(self.frames) if frame.seen_by), None)

    @property
    def sealed(self) -> bool:
        """Whether the leader does not see the current step before the run ends."""
        return any(frame.sealed for frame in self.frames)


def outside(refusal: Refusal, paths: Sequence[Mapping[str, str]]) -> Refusal:
    """Return a refusal of the innermost rule with the path that the outermost rule uses.

    `paths`: those of each frame, outermost first.
    """
    for renamed in reversed(paths):
        refusal = refusal.moved(renamed)
    return refusal
