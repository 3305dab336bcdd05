"""The log of a campaign in a file: its events, within limits.

The limits bound the memory and the time that a file from outside can use. The module may import the
events; it must not know the state of a table. `log_checks` checks whether the events are possible.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any

import msgspec

from tablee.rules.refusal import Refusal, refuse
from tablee.table.export.export_file import decoded
from tablee.table.log import events as ev
from tablee.table.store.chain import first_link, link

MAX_EVENTS = 400_000
MAX_EVENT_BYTES = 4 * 1024 * 1024
"""Maximum size of an event; the trace of a fight of thousands of exchanges is one event."""
MAX_VALUES = 10_000_000
"""Maximum number of JSON values in all events together, which bounds the memory of a file."""
MAX_DEPTH = 72
MAX_TEXT = 10_000
"""Maximum number of characters of a text."""


class Log(msgspec.Struct, frozen=True):
    """The events of a table, in order. `chained`: whether the file has a digest of each event."""

    table: str
    events: Sequence[ev.TableEvent]
    chained: bool = False


class _Content(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table: str
    events: list[msgspec.Raw]
    digests: list[str] | None = None


def write_log(log: Log) -> bytes:
    """Return the content of a file, with one event per line, then the digest of each."""
    head = b'{"table":' + msgspec.json.encode(log.table) + b',"events":[\n'
    bodies = [*map(ev.write_event, log.events)]
    digests = b",\n".join(map(msgspec.json.encode, _digests(log.table, bodies)))
    return head + b",\n".join(bodies) + b'\n],"digests":[\n' + digests + b"\n]}"


def _digests(table: str, bodies: Iterable[bytes]) -> Iterator[str]:
    """Yield the digest of each event of a file (see `chain`). A store has other ones, because a file
    leaves out what its reader may not know."""
    digest = first_link(table)
    for body in bodies:
        digest = link(digest, body)
        yield digest.hex()


def changed_event(content: bytes) -> int | None:
    """Return the place of the first event that is not the one that was written; None if all are, or
    if the file has no digests that can be read. Spaces between values do not count."""
    try:
        found: _Content = decoded(content, _Content, "")
        events = [msgspec.Raw(msgspec.json.encode(decoded(each, Any, ""))) for each in found.events]
        return _changed(msgspec.structs.replace(found, events=events))
    except Refusal:
        return None


def _changed(found: _Content) -> int | None:
    if found.digests is None:
        return None
    expected = _digests(found.table, map(bytes, found.events))
    pairs = zip_longest(expected, found.digests)
    return next((place for place, (one, other) in enumerate(pairs) if one != other), None)


def read_log(content: bytes, exact: bool = True) -> Log:
    """Return the log in the content of a file. Raises `Refusal` naming the event and its mistake.
    `exact`: each event must have the bytes that Tablée writes."""
    found: _Content = decoded(content, _Content, "")
    if len(found.events) > MAX_EVENTS:
        raise _too_large("events", "au plus {n:événement|événements}", MAX_EVENTS)
    changed = _changed(found) if exact else None
    if changed is not None:
        raise changed_refusal(changed)
    bounds = _Bounds()
    events = [
        _read(raw, f"events[{place}]", bounds, exact) for place, raw in enumerate(found.events)
    ]
    return Log(found.table, events, found.digests is not None)


def changed_refusal(place: int) -> Refusal:
    """Return the refusal of an event whose digest is another one."""
    allowed = "l’événement qui a été écrit : il a été changé, ôté ou déplacé depuis"
    return refuse(f"events[{place}]", None, allowed)


def _read(raw: msgspec.Raw, path: str, bounds: _Bounds, exact: bool) -> ev.TableEvent:
    body = bytes(raw)
    if len(body) > MAX_EVENT_BYTES:
        allowed = "un événement d’au plus {n:mégaoctet|mégaoctets}"
        raise _too_large(path, allowed, MAX_EVENT_BYTES // 1024**2)
    value = decoded(body, Any, path)
    bounds.check(value, path)
    event: ev.TableEvent = decoded(body, ev.ANY, path)
    if exact and ev.write_event(event) != body:
        raise _differently_written(value, msgspec.to_builtins(event), path)
    return event


def _differently_written(value: Any, normal: Any, path: str) -> Refusal:
    """Return the refusal of an event that Tablée writes differently. It names an unknown field if
    there is one."""
    for name in value:
        if name not in normal:
            return refuse(f"{path}.{name}", value[name], "rien : un événement n’a pas ce champ ici")
    return refuse(path, None, "un événement écrit comme Tablée l’écrit")


class _Bounds:
    """The limits of all values of one file, and how many values are left."""

    def __init__(self) -> None:
        self.left = MAX_VALUES

    def check(self, value: Any, path: str) -> None:
        """Raise `Refusal` when a value is nested too deep, or has too long a text or too many
        values."""
        layer = [value]
        for _ in range(MAX_DEPTH + 1):
            inner: list[Any] = []
            for each in layer:
                if isinstance(each, dict):
                    inner.extend(each)
                    inner.extend(each.values())
                elif isinstance(each, list):
                    inner.extend(each)
                elif isinstance(each, str) and len(each) > MAX_TEXT:
                    raise _too_large(
                        path, "des textes d’au plus {n:caractère|caractères}", MAX_TEXT
                    )
            self.left -= len(inner)
            if self.left < 0:
                raise _too_large("events", "au plus {n:valeur|valeurs} en tout", MAX_VALUES)
            if not inner:
                return
            layer = inner
        raise _too_large(path, "du JSON d’au plus {n:niveau|niveaux} d’imbrication", MAX_DEPTH)


def _too_large(path: str, allowed: str, most: int) -> Refusal:
    return Refusal("too_large", path, None, allowed, n=most)
