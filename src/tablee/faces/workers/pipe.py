"""What the server and a worker say to each other: pickled messages, each after its length.

To the worker: first a `Setup`, then `Task` and `Stop`. From it: `Ready` or, when the rules cannot
be loaded, an `Outcome` without a task; then for each task some `Tick` and one `Outcome`.
"""

from __future__ import annotations

import pickle
import struct
from collections.abc import Mapping
from typing import IO, Any, Literal

import msgspec

from tablee.rules.registry import GameFile

LENGTH = struct.Struct("<I")


class Setup(msgspec.Struct, frozen=True):
    """Where modules are found; the games that files brought; works to import; bytes of memory."""

    path: list[str]
    games: Mapping[str, GameFile]
    works: tuple[str, ...]
    memory: int


class Task(msgspec.Struct, frozen=True):
    """A work ("module:name") on a run and options, as the JSON text of the pair."""

    number: int
    work: str
    asked: str


class Stop(msgspec.Struct, frozen=True):
    """The task is no longer wanted."""

    number: int


class Ready(msgspec.Struct, frozen=True):
    """The rules are loaded."""


class Tick(msgspec.Struct, frozen=True):
    """How far the task is."""

    number: int
    steps: int
    states: int


class Outcome(msgspec.Struct, frozen=True):
    """How the task ended. `body`: the pickled value or refusal; of a failure, a traceback.

    `last`: the worker ends after it, to give its memory back.
    """

    number: int
    how: Literal["done", "refused", "failed", "memory", "stopped"]
    body: bytes = b""
    last: bool = False


def packed(message: Any) -> bytes:
    """A message as it goes through the pipe."""
    body = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return LENGTH.pack(len(body)) + body


def received(stream: IO[bytes]) -> Any:
    """The next message of a pipe that blocks. Raises `EOFError` when the other side is gone."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise EOFError
    (length,) = LENGTH.unpack(head)
    body = stream.read(length)
    if len(body) < length:
        raise EOFError
    return pickle.loads(body)
