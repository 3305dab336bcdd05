"""What a reading sets around a rule: the rulings, the fields asked for, where notes go, and who
answers where nobody need be waited for.

Ambient, never awaited: a rule reads the switches of the campaign and whether a result field is
wanted, and drops notes for the trace. Each reading sets it before every `send`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar, Token
from typing import Any, Protocol, TypeVar

import msgspec

from tablee.dice.law import Law

S = TypeVar("S")


class Thrown(msgspec.Struct, frozen=True):
    """In a note: a true number of the last throw, `plus` something.

    A read gives its rule no more than it can tell apart; who reads the trace wants what fell.
    `name` is one of those that the read shows (`Read.show`).
    """

    name: str = "worth"
    plus: int = 0


class Sink(Protocol):
    """Where a played run keeps what its rule tells."""

    def note(
        self, clauses: str, text: str, to: str | None, reveals: bool, numbers: dict[str, Any]
    ) -> None: ...

    def effect(self, name: str, amount: Any, who: str | None, to: str | None) -> None: ...


RequestedLaw = Callable[[Any, Any, tuple[str, ...] | None], Law[Any]]
"""Function of (rulings, procedure, result fields) that computes a law for `law_of`."""


class Ambient:
    """The surroundings of one `send`; the sink stays the same while a rule runs.

    `about`, `owner`: of whom what is told now tells (see `about`). `answer`: gives the answer to a
    question at once, and the rule goes on without a pause (the plain reading); None: the rule
    waits, and the question comes out of `send`. `ready`: values of rolls that were drawn ahead,
    each list taken from its end; `answer` is not asked for these.
    """

    __slots__ = (
        "about",
        "answer",
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
        self.about: str | None = None
        self.owner: str | None = None


surroundings: ContextVar[Ambient] = ContextVar("tablee_ambient")
"""What stands around the rule at work."""


class Around:
    """What `around` gives to a `with`."""

    __slots__ = ("ambient", "token")

    def __init__(self, ambient: Ambient) -> None:
        self.ambient = ambient

    def __enter__(self) -> None:
        self.token: Token[Ambient] = surroundings.set(self.ambient)

    def __exit__(self, *_: object) -> None:
        surroundings.reset(self.token)


def around(ambient: Ambient) -> Around:
    """`with around(ambient):` sets the surroundings for the `send`s inside."""
    return Around(ambient)


def rulings(kind: type[S]) -> S:
    """The campaign's switches on open points, of the game's own type."""
    switches: S = surroundings.get().rulings
    return switches


def wanted(field: str) -> bool:
    """Whether this result field is asked for; if not, the rule may leave it `UNWANTED`."""
    fields = surroundings.get().fields
    return fields is None or field in fields


def note(
    clauses: str, text: str, /, *, to: str | None = None, reveals: bool = False, **numbers: Any
) -> None:
    """A step that a reader would want to see.

    `clauses`: ids separated by spaces. `text`: a French sentence with `{name}` fields (see
    `tablee.rules.words.Phrase`), not built unless somebody reads it. `to`: the one seat that may
    read it (the person who leads the game always may); None: everybody. A number may be `Thrown`.
    `reveals`: the step makes something public that was secret until now.
    """
    sink = surroundings.get().sink
    if sink is not None:
        sink.note(clauses, text, to, reveals, numbers)


def notes_wanted() -> bool:
    """Whether anybody keeps notes: a rule that runs very often may ask once, at its beginning, and
    leave them out."""
    return surroundings.get().sink is not None


def effect(name: str, amount: Any, who: str | None = None, *, to: str | None = None) -> None:
    """Something that a ledger must record beside the result (Tension +1, a price due).

    `who`: the seat or the role of the rule that it befalls, where there are several. `to`: the one
    seat that may know of it (the person who leads the game always may); None: everybody.
    """
    sink = surroundings.get().sink
    if sink is not None:
        sink.effect(name, amount, who, to)


@contextmanager
def about(who: str, owner: str | None = None) -> Iterator[None]:
    """`with about(name, id):` what is told inside is told of somebody: of one sheet among
    several."""
    ambient = surroundings.get()
    before = ambient.about, ambient.owner
    ambient.about, ambient.owner = who, owner
    try:
        yield
    finally:
        ambient.about, ambient.owner = before


class _Caught:
    """A sink that keeps the effects and passes on what is told."""

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
    """`with collected_effects() as effects:` effects left inside are given to who asks, not to the reading."""
    ambient = surroundings.get()
    catch = _Caught(ambient.sink)
    ambient.sink = catch
    try:
        yield catch.effects
    finally:
        ambient.sink = catch.sink


@contextmanager
def without_notes() -> Iterator[None]:
    """`with without_notes():` nothing is told inside: what would only repeat, or has no news."""
    ambient = surroundings.get()
    sink, ambient.sink = ambient.sink, None
    try:
        yield
    finally:
        ambient.sink = sink
