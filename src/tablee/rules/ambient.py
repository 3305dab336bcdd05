"""What a reading sets around a rule: the rulings, the fields asked for, where notes go.

Ambient, never awaited: a rule reads the switches of the campaign and whether a result field is
wanted, and drops notes for the trace. Each reading sets it before every `send`.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any, Protocol, TypeVar, cast

import msgspec

__all__ = ["Ambient", "Sink", "Thrown", "around", "effect", "note", "rulings", "wanted"]

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

    def effect(self, name: str, amount: Any) -> None: ...


class Ambient:
    """The surroundings of one `send`."""

    __slots__ = ("fields", "rulings", "sink")

    def __init__(
        self, rulings: Any, fields: frozenset[str] | None = None, sink: Sink | None = None
    ) -> None:
        self.rulings = rulings
        self.fields = fields
        self.sink = sink


_ambient: ContextVar[Ambient] = ContextVar("tablee_ambient")


class Around:
    """What `around` gives to a `with`."""

    __slots__ = ("ambient", "token")

    def __init__(self, ambient: Ambient) -> None:
        self.ambient = ambient

    def __enter__(self) -> None:
        self.token = _ambient.set(self.ambient)

    def __exit__(self, *_: object) -> None:
        _ambient.reset(self.token)


def around(ambient: Ambient) -> Around:
    """`with around(ambient):` sets the surroundings for the `send`s inside."""
    return Around(ambient)


def rulings(kind: type[S]) -> S:
    """The campaign's switches on open points, of the game's own type."""
    return cast("S", _ambient.get().rulings)


def wanted(field: str) -> bool:
    """Whether this result field is asked for; if not, the rule may leave it `UNWANTED`."""
    fields = _ambient.get().fields
    return fields is None or field in fields


def note(
    clauses: str, text: str, /, *, to: str | None = None, reveals: bool = False, **numbers: Any
) -> None:
    """A step that a reader would want to see.

    `clauses`: ids separated by spaces. `text`: a French sentence with `{name}` fields (see
    `tablee.rules.words.Phrase`), not built unless somebody reads it. `to`: the one seat that may
    read it (the person who leads the game always may); None: everybody. A number may be `Thrown`. `reveals`: the step makes
    something public that was secret until now.
    """
    sink = _ambient.get().sink
    if sink is not None:
        sink.note(clauses, text, to, reveals, numbers)


def effect(name: str, amount: Any) -> None:
    """Something that a ledger must record beside the result (Tension +1, a price due)."""
    sink = _ambient.get().sink
    if sink is not None:
        sink.effect(name, amount)
