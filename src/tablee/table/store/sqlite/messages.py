"""What the server and the process that writes for it say to each other, each through a pipe.

A message is MessagePack after its length. Requests are answered in their order, those that went
into one transaction together.
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from tablee.table.store.group import Append
from tablee.table.store.interface import Conflict, Unavailable

T = TypeVar("T")
LENGTH = 4
"""Bytes in which the length of a message is told."""


class Statements(Struct, frozen=True, tag=True):
    """One statement of SQL with its values, or several for one transaction."""

    statements: tuple[tuple[str, tuple[Any, ...]], ...]


class Stands(Struct, frozen=True, tag=True):
    """Of an append: see `Conflict`."""

    version: int


class Failed(Struct, frozen=True, tag=True):
    """Of anything: see `Unavailable`."""

    why: str


class Found(Struct, frozen=True, tag=True):
    """Of statements: the rows of the last one."""

    rows: list[list[Any]]


Outcome = int | Stands | Failed | Found


class Answer(Struct, frozen=True):
    """What has come of the next requests; of an append, the version that it has led to."""

    outcomes: list[Outcome]
    commits: int = 0
    """Transactions of appends."""


Request = Append | Statements


def outcome(told: Outcome) -> Any:
    """What is answered to who waits, as every store answers; an exception is to be raised."""
    match told:
        case Stands(version):
            return Conflict(version)
        case Failed(why):
            return Unavailable(why)
        case Found(rows):
            return rows
        case _:
            return told


def packed(message: Request | Answer) -> bytes:
    """A message as it goes through the pipe."""
    body = msgspec.msgpack.encode(message)
    return len(body).to_bytes(LENGTH, "big") + body


class Pipe(Generic[T]):
    """The end of a pipe where messages of one kind come out."""

    def __init__(self, decoder: msgspec.msgpack.Decoder[T]) -> None:
        self._decoder = decoder
        self._buffer = bytearray()

    def take(self, data: bytes) -> list[T]:
        """The messages that are whole now that these bytes have come."""
        self._buffer += data
        messages, start = [], 0
        while len(self._buffer) - start >= LENGTH:
            end = start + LENGTH + int.from_bytes(self._buffer[start : start + LENGTH], "big")
            if end > len(self._buffer):
                break
            messages.append(self._decoder.decode(self._buffer[start + LENGTH : end]))
            start = end
        del self._buffer[:start]
        return messages
