"""The trace of a played run: one entry for each step that a reader may see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from tablee.dice.law import Law
from tablee.rules.schema import show


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One step: a roll, a choice or a note of the rule.

    `seen_by`: the one seat beside the leader that may see it; None: everybody. `sealed`: until the
    run is over the leader may not. `reveals`: from here on something is public that was not.
    `about`: the one of several of whom it tells, by name, `owner`: by the id in the campaign; of a
    roll or a choice the seat, role or name of whose it is, where somebody else may make it.
    `parameter`: the one that led to a choice, by its path in the run.
    """

    kind: Literal["roll", "choice", "note"]
    clauses: tuple[str, ...] = ()
    text: str = ""
    numbers: Mapping[str, Any] = {}
    seen_by: str | None = None
    sealed: bool = False
    reveals: bool = False
    about: str | None = None
    owner: str | None = None
    parameter: str = ""


def plain(value: Any) -> Any:
    """Return any value of a rule as JSON: rationals as text, records as objects, laws as pairs."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, tuple | list):
        return [plain(each) for each in value]
    if isinstance(value, Mapping):
        return {str(name): plain(each) for name, each in value.items()}
    if isinstance(value, msgspec.Struct):
        return {name: plain(each) for name, each in show(value).items()}
    if isinstance(value, Law):
        return [[plain(outcome), str(chance)] for outcome, chance in value.items()]
    return str(value)
