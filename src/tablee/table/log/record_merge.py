"""A chronicle with a change of it: the parts that changed, or how its lists went on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Json = Mapping[str, Any]
GROWN = "suites"
"""The part of a change that tells how the lists of ledgers went on: ledger -> name of the list ->
[how many of its items stay, those that follow them]."""


def merged(record: Mapping[str, Any], after: Json) -> dict[str, Any]:
    """A chronicle with the parts of it that changed; a sheet that is None is gone."""
    found = dict(record)
    for part, value in after.items():
        if part == GROWN:
            found["registres"] = _grown(record["registres"], found["registres"], value)
        elif part in ("fiches", "registres"):
            inner = {**found.get(part, {}), **value}
            found[part] = {name: each for name, each in inner.items() if each is not None}
        else:
            found[part] = value
    return found


def _grown(before: Json, now: Json, after: Json) -> dict[str, Any]:
    """Ledgers with their lists gone on from what they were before."""
    found = dict(now)
    for name, lists in after.items():
        more = {each: [*before[name][each][:stay], *new] for each, (stay, new) in lists.items()}
        found[name] = {**found[name], **more}
    return found
