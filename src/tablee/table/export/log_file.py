"""The log of a campaign in a file: its events, within bounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from tablee.rules.refusal import Refusal, refuse
from tablee.table.export.export_file import decoded
from tablee.table.log import events as ev

MOST_EVENTS = 400_000
LARGEST_EVENT = 4 * 1024 * 1024
"""Bytes of one event: a fight of thousands of exchanges, told whole, is one."""
MOST_VALUES = 10_000_000
"""So many JSON values in all the events together: what bounds the memory that a file can take."""
DEEPEST = 72
LONGEST = 10_000
"""Characters of a text, at most."""


class Log(msgspec.Struct, frozen=True):
    """The events of a table, in order."""

    table: str
    events: Sequence[ev.AnyEvent]


class _Content(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table: str
    events: list[msgspec.Raw]


def write_log(log: Log) -> bytes:
    """The content of a file: an event a line."""
    head = b'{"table":' + msgspec.json.encode(log.table) + b',"events":[\n'
    return head + b",\n".join(map(ev.write_event, log.events)) + b"\n]}"


def read_log(content: bytes, exact: bool = True) -> Log:
    """The log in the content of a file. Raises `Refusal` naming the event and what is wrong in it;
    whether the events make sense together is not known here. `exact`: each must be written as
    Tablée writes it."""
    found: _Content = decoded(content, _Content, "")
    if len(found.events) > MOST_EVENTS:
        told = "au plus {n:événement|événements}"
        raise Refusal("too_large", "events", None, told, n=MOST_EVENTS)
    bounds = _Bounds()
    events = [
        _read(raw, f"events[{place}]", bounds, exact) for place, raw in enumerate(found.events)
    ]
    return Log(found.table, events)


def _read(raw: msgspec.Raw, path: str, bounds: _Bounds, exact: bool) -> ev.AnyEvent:
    body = bytes(raw)
    if len(body) > LARGEST_EVENT:
        told = "un événement d’au plus {n:mégaoctet|mégaoctets}"
        raise Refusal("too_large", path, None, told, n=LARGEST_EVENT // 1024**2)
    value = decoded(body, Any, path)
    bounds.check(value, path)
    event: ev.AnyEvent = decoded(body, ev.AnyEvent, path)
    if exact and ev.write_event(event) != body:
        raise _otherwise(value, msgspec.to_builtins(event), path)
    return event


def _otherwise(value: Any, normal: Any, path: str) -> Refusal:
    """The refusal of an event that Tablée writes in another way; a name that it does not know of is
    what can be told best."""
    for name in value:
        if name not in normal:
            return refuse(f"{path}.{name}", value[name], "rien : un événement n’a pas ce champ ici")
    return refuse(path, None, "un événement écrit comme Tablée l’écrit")


class _Bounds:
    """How much the values of a file may hold, all together."""

    def __init__(self) -> None:
        self.left = MOST_VALUES

    def check(self, value: Any, path: str) -> None:
        """Raises `Refusal` when a value is nested too deep, has too long a text or too much in
        it."""
        layer = [value]
        for _ in range(DEEPEST + 1):
            inner: list[Any] = []
            for each in layer:
                if isinstance(each, dict):
                    inner.extend(each)
                    inner.extend(each.values())
                elif isinstance(each, list):
                    inner.extend(each)
                elif isinstance(each, str) and len(each) > LONGEST:
                    raise _too_large(path, "des textes d’au plus {n:caractère|caractères}", LONGEST)
            self.left -= len(inner)
            if self.left < 0:
                raise _too_large("events", "au plus {n:valeur|valeurs} en tout", MOST_VALUES)
            if not inner:
                return
            layer = inner
        raise _too_large(path, "du JSON d’au plus {n:niveau|niveaux} d’imbrication", DEEPEST)


def _too_large(path: str, allowed: str, most: int) -> Refusal:
    return Refusal("too_large", path, None, allowed, n=most)
