"""Runs in progress as immutable values, and the next event of each.

Advice follows many continuations of one run. It stores a run as a value (its frames, with the
values sent into each), and replays the innermost rule to find its next question.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from tablee.dice.law import Law
from tablee.rules.ambient import Ambient, around
from tablee.rules.procedure import Procedure, Unwanted
from tablee.rules.questions import (
    Become,
    Call,
    CallAll,
    Choose,
    Hidden,
    Roll,
    Together,
)
from tablee.rules.readings.budget import allow
from tablee.rules.readings.frames import outside
from tablee.rules.readings.laws import requested_law
from tablee.rules.readings.returned import check_seats, returned
from tablee.rules.readings.session import Session
from tablee.rules.readings.walk import gather_law
from tablee.rules.refusal import Refusal, moved
from tablee.rules.rule_watch import endless_states, line_of_wait

MAX_UNASKED = 10_000
"""Maximum number of states, calls and certain answers in a row."""
Faces = tuple[tuple[int, ...], ...]


class FrameState(msgspec.Struct, frozen=True, cache_hash=True):
    """The immutable counterpart of `Frame`: the values sent replace the coroutine.

    `by`: the result fields that the caller needs.
    """

    procedure: Procedure[Any]
    sent: tuple[Any, ...] = ()
    seats: tuple[tuple[str, str], ...] = ()
    paths: tuple[tuple[str, str], ...] = ()
    gathering: CallAll[Any] | None = None
    place: int = 0
    folded: Any = None
    by: tuple[str, ...] | None = None


class World(msgspec.Struct, frozen=True, cache_hash=True):
    """A run in progress.

    `faces`: throws already made of the next roll. `secrets`: values that replace beliefs, by label.
    `seen`: the notes that the advised seat has read, stored only where worlds are compared.
    """

    frames: tuple[FrameState, ...]
    faces: Faces = ()
    secrets: tuple[tuple[str, Any], ...] = ()
    seen: tuple[Any, ...] = ()

    def sent(self, value: Any) -> World:
        """Return the world after `value` is sent into the innermost rule."""
        *outer, top = self.frames
        after = replace(top, sent=(*top.sent, value))
        return replace(self, frames=(*outer, after), faces=())

    def at(self, sent: tuple[Any, ...]) -> World:
        """Return the world in which `sent` are all values sent into the innermost rule."""
        *outer, top = self.frames
        return replace(self, frames=(*outer, replace(top, sent=sent)), faces=())

    def became(self, procedure: Procedure[Any]) -> World:
        """Return the world in which the innermost rule continues as another."""
        *outer, top = self.frames
        after = FrameState(procedure, (), top.seats, top.paths, by=top.by)
        return replace(self, frames=(*outer, after))

    def within(self, ask: Call[Any]) -> World:
        """Return the world at the start of a sub-rule."""
        inner = FrameState(ask.procedure, (), ask.seats, ask.paths, by=ask.by)
        return replace(self, frames=(*self.frames, inner))

    def gathering(self, ask: CallAll[Any]) -> World:
        """Return the world at the start of the first of several sub-rules."""
        *outer, top = self.frames
        started = replace(top, gathering=ask, place=0, folded=ask.gather.start)
        return replace(self, frames=(*outer, started)).within(ask.calls[0])

    def without_frame(self, place: int) -> World:
        """Return the world without a frame, whose names the next frame takes over."""
        caller, called = self.frames[place : place + 2]
        seats, paths = dict(caller.seats), dict(caller.paths)
        seats |= {word: seats.get(seat, seat) for word, seat in called.seats}
        paths |= {word: moved(path, paths) for word, path in called.paths}
        called = replace(called, seats=tuple(seats.items()), paths=tuple(paths.items()))
        return replace(self, frames=(*self.frames[:place], called, *self.frames[place + 2 :]))

    def outer(self, seat: str) -> str:
        """Return the run's name for a seat of the innermost rule."""
        for frame in reversed(self.frames):
            seat = dict(frame.seats).get(seat, seat)
        return seat


def world_of(session: Session) -> World:
    """Return the world of a session."""
    frames = tuple(
        FrameState(
            frame.procedure,
            tuple(frame.sent),
            tuple(frame.seats.items()),
            tuple(frame.paths.items()),
            frame.gathering,
            frame.place,
            frame.folded,
            frame.by,
        )
        for frame in session.frames
    )
    return World(frames, tuple(session.faces), tuple(session.secrets.items()))


class End(msgspec.Struct, frozen=True):
    """The event that the run is over."""

    result: Any


class Sure(msgspec.Struct, frozen=True):
    """The event of a sub-rule without decisions: `law` of its result."""

    law: Law[Any]


Event = End | Sure | Roll[Any] | Choose[Any] | Together[Any] | Hidden[Any]


class _Untouched(Unwanted):
    """The result of a sub-rule that its caller may only pass on; any other use of it raises."""

    __slots__ = ()

    def __getattribute__(self, name: str) -> Any:
        """Raise for every attribute, and so for `isinstance` and for `match` too."""
        raise TypeError("this result may only be passed on")

    def __hash__(self) -> int:
        return int(self._refuse())


_UNTOUCHED = _Untouched()


class Follower:
    """Finder of the next event of worlds, under fixed rulings.

    `law_of`: function that returns the law of a sub-rule, or None to follow it step by step.
    `sees`: function that selects the notes stored in `World.seen`, by the seat that a note is for.
    """

    def __init__(
        self,
        rulings: Any,
        law_of: Callable[[Call[Any]], Law[Any] | None] | None = None,
        sees: Callable[[str | None], bool] | None = None,
    ) -> None:
        self._ambient = Ambient(
            rulings, sink=None if sees is None else self, requested_law=requested_law
        )
        self._law_of = law_of
        self._sees = sees
        self._listens = False
        self._notes: list[Any] = []

    def is_tail(self, frame: FrameState) -> bool:
        """Return whether a rule that waits for a sub-rule returns its result as it is."""
        waiting = replace(frame, sent=(*frame.sent, _UNTOUCHED))
        try:
            with around(self._ambient):
                return self._replay(waiting)[1] is _UNTOUCHED
        except Exception:  # the rule uses the result
            return False

    # the sink of notes, active while the last value is sent
    def note(
        self, clauses: str, text: str, to: str | None, reveals: bool, numbers: dict[str, Any]
    ) -> None:
        if self._listens and self._sees is not None and self._sees(to):
            self._notes.append((clauses, text, reveals, tuple(numbers.items())))

    def effect(self, name: str, amount: Any, who: str | None, to: str | None) -> None:
        if self._listens and self._sees is not None and self._sees(to):
            self._notes.append((name, amount))

    def next(self, world: World) -> tuple[Event, World]:
        """Return the next event, and the world that waits for its answer."""
        with around(self._ambient):
            return self._next(world)

    def _next(self, world: World) -> tuple[Event, World]:
        for _ in range(MAX_UNASKED):
            try:
                event, world = self._step(world)
            except Refusal as refusal:
                raise refusal_outside(world, refusal) from None
            if event is not None:
                return event, world
        raise endless_states(world.frames[0].procedure.id, MAX_UNASKED, asks=False)

    def answered(self, frame: FrameState) -> list[Any]:
        """Return the questions that the values of a rule answer, in their order."""
        coroutine = frame.procedure.rule()
        try:
            with around(self._ambient):
                return [coroutine.send(value) for value in (None, *frame.sent[:-1])]
        finally:
            coroutine.close()

    def line(self, frame: FrameState) -> int:
        """Return the line at which a rule waits after its values; 0 where it does not wait."""
        coroutine = frame.procedure.rule()
        try:
            with around(self._ambient):
                for value in (None, *frame.sent):
                    coroutine.send(value)
            return line_of_wait(coroutine)
        except StopIteration:
            return 0
        finally:
            coroutine.close()

    def _step(self, world: World) -> tuple[Event | None, World]:
        """Make one `send`: return the next event, or None when the run needs no answer."""
        ask, result, notes = self._replay(world.frames[-1])
        if notes and not world.faces:
            world = replace(world, seen=world.seen + notes)
        if ask is not None:
            return self._take(ask, world)
        if len(world.frames) == 1:
            return End(returned(world.frames[0].procedure, result)), world
        return None, self._returned(world, result)

    def _replay(self, frame: FrameState) -> tuple[Any, Any, tuple[Any, ...]]:
        """Return (next ask, None, notes) or (None, result, notes) of a rule after its values."""
        self._notes = []
        values = (None, *frame.sent)
        coroutine = frame.procedure.rule()
        try:
            for value in values[:-1]:
                coroutine.send(value)
            self._listens = True
            ask = coroutine.send(values[-1])
            check_seats(frame.procedure, ask, coroutine)
            return ask, None, tuple(self._notes)
        except StopIteration as stop:
            return None, stop.value, tuple(self._notes)
        finally:
            self._listens = False
            coroutine.close()

    def _take(self, ask: Any, world: World) -> tuple[Event | None, World]:
        match ask:
            case Choose() | Together() if (only := ask.only()) is not None:
                return None, world.sent(only[0])
            case Roll() if all(throw.count == 0 for throw in ask.throws):
                return None, world.sent(ask.read.of(((),) * len(ask.throws)))
            case Hidden():
                secrets = dict(world.secrets)
                if isinstance(ask.value, Law) and ask.label not in secrets:
                    return ask, world
                return None, world.sent(secrets.get(ask.label, ask.value))
            case Become():
                return None, world.became(ask.procedure)
            case Call():
                law = self._law_of(ask) if self._law_of else None
                return (Sure(law), world) if law is not None else (None, world.within(ask))
            case CallAll():
                return self._take_all(ask, world)
            case _:
                return ask, world

    def _take_all(self, ask: CallAll[Any], world: World) -> tuple[Event | None, World]:
        if not ask.calls:
            return None, world.sent(ask.gather.end(ask.gather.start, *ask.gather.using))
        if self._law_of is not None:
            laws = [law for each in ask.calls if (law := self._law_of(each)) is not None]
            if len(laws) == len(ask.calls):
                return Sure(gather_law(ask.gather, laws, spend=allow)), world
        return None, world.gathering(ask)

    def returned(self, world: World, result: Any) -> World:
        """Return the world after the innermost rule returned `result` to its caller."""
        if world.frames[-2].gathering is None:
            return self._returned(world, result)
        with around(self._ambient):
            return self._returned(world, result)

    def _returned(self, world: World, result: Any) -> World:
        *outer, frame = world.frames[:-1]
        world = replace(world, frames=(*outer, frame))
        if frame.gathering is None:
            return world.sent(result)
        ask, gather = frame.gathering, frame.gathering.gather
        folded = gather.step(frame.folded, frame.place, result, *gather.using)
        place = frame.place + 1
        if place < len(ask.calls):
            advanced = replace(frame, place=place, folded=folded)
            return replace(world, frames=(*outer, advanced)).within(ask.calls[place])
        finished = replace(frame, gathering=None, place=0, folded=None)
        value = gather.end(folded, *gather.using)
        return replace(world, frames=(*outer, finished)).sent(value)


def refusal_outside(world: World, refusal: Refusal) -> Refusal:
    """Return a refusal with the path that the outermost rule uses."""
    return outside(refusal, [dict(frame.paths) for frame in world.frames])
