"""The messages between the server and a worker: pickled, each after its length.

To the worker go one `Setup`, then `Start` and `Stop`. From it come `Ready`, or an `Outcome` without a
task when the rules cannot be loaded, then some `Tick` and one `Outcome` for each task.
"""

from __future__ import annotations

import pickle
import struct
from collections.abc import Mapping
from typing import IO, Any, Literal, Protocol

import msgspec

from tablee.rules.registry import GameFile

LENGTH = struct.Struct("<I")


class Setup(msgspec.Struct, frozen=True):
    """The first message: module path, games from files, tasks to import, bytes of memory.

    `keeps`: whether the process stays, with its memory, after a task that needed much. `dump`: the
    file descriptor for the lines where it is stuck (see `stuck_calls`), None for none.
    """

    path: list[str]
    games: Mapping[str, GameFile]
    tasks: tuple[str, ...]
    memory: int
    keeps: bool = False
    dump: int | None = None


class Start(msgspec.Struct, frozen=True):
    """The start of a task ("module:name"). `asked`: the JSON text of [run, options]."""

    number: int
    task: str
    asked: str


class Stop(msgspec.Struct, frozen=True):
    """The end of a task that no client wants any more."""

    number: int


class Ready(msgspec.Struct, frozen=True):
    """The news that the rules are loaded."""


class Tick(msgspec.Struct, frozen=True):
    """The progress of a task. `bound`: see `Budget`."""

    number: int
    steps: int
    states: int
    bound: tuple[float, float] | None = None


class Ticker(Protocol):
    """The function that a task calls with its progress. `bound`: see `Budget`."""

    def __call__(
        self, steps: int, states: int, bound: tuple[float, float] | None = None, /
    ) -> None: ...


class Outcome(msgspec.Struct, frozen=True):
    """The end of a task. `body`: the pickled value or refusal; the traceback of a failure.

    `last`: whether the worker ends now, to give its memory back.
    """

    number: int
    how: Literal["done", "refused", "failed", "memory", "stopped"]
    body: bytes = b""
    last: bool = False


def packed(message: Any) -> bytes:
    """Return the bytes of a message."""
    body = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return LENGTH.pack(len(body)) + body


def received(stream: IO[bytes]) -> Any:
    """Read the next message of a blocking pipe. Raises `EOFError` at its end."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise EOFError
    (length,) = LENGTH.unpack(head)
    body = stream.read(length)
    if len(body) < length:
        raise EOFError
    return pickle.loads(body)
