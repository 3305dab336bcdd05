"""The context that a reading sets around a rule: rulings, wanted fields, and the sink of notes.

A rule uses it without `await`: it reads the rulings of the campaign, asks whether a result field is
wanted, and leaves notes and effects. Each reading sets the context before every `send`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar, Token
from numbers import Number
from types import NoneType
from typing import Any, Protocol, TypeVar

import msgspec

from tablee.dice.law import Law
from tablee.rules.rule_watch import RuleTooLong, endless, enter, leave

S = TypeVar("S")
_SHOWN = (str, Number, tuple, list, Mapping, msgspec.Struct, Law, NoneType)
"""Types of the values that a note shows."""


class Thrown(msgspec.Struct, frozen=True):
    """Placeholder in a note for a true number of the last throw, plus `plus`.

    The value of a read may hide the true numbers from the rule, but a person who reads the trace
    wants them. `name` is a name of `Read.show`.
    """

    name: str = "worth"
    plus: int = 0


class Sink(Protocol):
    """The receiver of notes and effects of a rule."""

    def note(
        self, clauses: str, text: str, to: str | None, reveals: bool, numbers: dict[str, Any]
    ) -> None: ...

    def effect(self, name: str, amount: Any, who: str | None, to: str | None) -> None: ...


RequestedLaw = Callable[[Any, Any, tuple[str, ...] | None], Law[Any]]
"""Function of (rulings, procedure, result fields) that computes a law for `law_of`."""


class Ambient:
    """The context of one `send`.

    `fields`: the wanted result fields; None: all. `sink`: the receiver of notes and effects; None:
    they are dropped. `answer`: function that answers a question immediately, so that the rule does
    not pause (the plain reading); None: the question comes out of `send`. `ready`: values drawn
    ahead for rolls, taken from the end of each list; `answer` does not see these rolls. `about`,
    `owner`: name and id of the sheet that notes concern (see `about`).
    """

    __slots__ = (
        "about",
        "answer",
        "chooses_fields",
        "fields",
        "owner",
        "ready",
        "requested_law",
        "rulings",
        "sink",
    )

    def __init__(
        self,
        rulings: Any,
        fields: frozenset[str] | None = None,
        sink: Sink | None = None,
        answer: Callable[[Any], Any] | None = None,
        requested_law: RequestedLaw | None = None,
    ) -> None:
        self.rulings = rulings
        self.fields = fields
        self.sink = sink
        self.answer = answer
        self.requested_law = requested_law
        self.ready: dict[Any, list[Any]] = {}
        self.chooses_fields = False
        self.about: str | None = None
        self.owner: str | None = None


surroundings: ContextVar[Ambient] = ContextVar("tablee_ambient")
"""Context of the rule that runs now."""


class Around:
    """Context manager of `around`."""

    __slots__ = ("ambient", "token", "watched")

    def __init__(self, ambient: Ambient) -> None:
        self.ambient = ambient

    def __enter__(self) -> None:
        self.token: Token[Ambient] = surroundings.set(self.ambient)
        self.watched = enter()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: Any
    ) -> None:
        surroundings.reset(self.token)
        leave(self.watched)
        if kind is RuleTooLong and not self.watched.depth:
            raise endless(trace) from None


def around(ambient: Ambient) -> Around:
    """Set the context for the body of a `with` statement, and watch it: raises `Refusal` when a
    rule in it goes on for ever (see `rule_watch`)."""
    return Around(ambient)


def rulings(kind: type[S]) -> S:
    """Return the rulings of the campaign, of the type that the game declares."""
    current: S = surroundings.get().rulings
    return current


def wanted(field: str) -> bool:
    """Return whether a result field is asked for. If not, the rule may leave it `UNWANTED`."""
    ambient = surroundings.get()
    ambient.chooses_fields = True
    return ambient.fields is None or field in ambient.fields


def note(
    clauses: str, text: str, /, *, to: str | None = None, reveals: bool = False, **numbers: Any
) -> None:
    """Add a step to the trace, for a person who reads it.

    `clauses`: ids separated by spaces. `text`: a French sentence with `{name}` fields (see
    `tablee.rules.texts.words`); it is formatted only when a person reads it. `to`: the one seat
    that may read it, besides the leader; None: all seats. `reveals`: the step makes a secret
    public. A number may be a `Thrown`.
    """
    sink = surroundings.get().sink
    if sink is not None:
        for name, value in numbers.items():
            if not isinstance(value, _SHOWN):
                raise TypeError(
                    f"note takes numbers and texts, not {type(value).__name__} for {name}"
                )
        sink.note(clauses, text, to, reveals, numbers)


def remark(clauses: str, text: str) -> None:
    """Add the words of a person to the trace, if there are any."""
    if text:
        note(clauses, "Noté : « {texte:=} »", texte=text)


def notes_wanted() -> bool:
    """Return whether notes are kept. A rule that runs very often asks once, and leaves them out."""
    return surroundings.get().sink is not None


def effect(name: str, amount: Any, who: str | None = None, *, to: str | None = None) -> None:
    """Emit a change for a ledger, besides the result (Tension +1, a price to pay).

    `who`: the seat or role that it concerns, where there are several. `to`: the one seat that may
    see it, besides the leader; None: all seats.
    """
    if not isinstance(name, str):
        raise TypeError(f"effect takes a text as its name, not {name!r}")
    sink = surroundings.get().sink
    if sink is not None:
        sink.effect(name, amount, who, to)


@contextmanager
def about(who: str, owner: str | None = None) -> Iterator[None]:
    """Mark the notes of a `with` body as notes about one sheet, by name and by id."""
    ambient = surroundings.get()
    before = ambient.about, ambient.owner
    ambient.about, ambient.owner = who, owner
    try:
        yield
    finally:
        ambient.about, ambient.owner = before


class _EffectCollector:
    """A sink that collects effects and passes notes on."""

    def __init__(self, sink: Sink | None) -> None:
        self.sink = sink
        self.effects: list[tuple[str, Any]] = []

    def note(
        self, clauses: str, text: str, to: str | None, reveals: bool, numbers: dict[str, Any]
    ) -> None:
        if self.sink is not None:
            self.sink.note(clauses, text, to, reveals, numbers)

    def effect(self, name: str, amount: Any, who: str | None, to: str | None) -> None:
        self.effects.append((name, amount))


@contextmanager
def collected_effects() -> Iterator[list[tuple[str, Any]]]:
    """Collect the effects of a `with` body in a list, in place of the reading's sink."""
    ambient = surroundings.get()
    collector = _EffectCollector(ambient.sink)
    ambient.sink = collector
    try:
        yield collector.effects
    finally:
        ambient.sink = collector.sink


@contextmanager
def without_notes() -> Iterator[None]:
    """Drop the notes and effects of a `with` body."""
    ambient = surroundings.get()
    sink, ambient.sink = ambient.sink, None
    try:
        yield
    finally:
        ambient.sink = sink
