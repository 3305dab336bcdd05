"""The trace of a played run: one entry for each step that a reader may see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from tablee.dice.law import Law
from tablee.rules.schema import show


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a trace: a roll, a choice or a note of the rule.

    `seen_by`: the one seat beside the leader that may see it; None: everybody. `sealed`: the leader
    may not see it before the run is over. `reveals`: from here on something secret is public.
    `about`: the name of the character concerned, where there are several; `owner`: that character's
    id in the campaign, or, for a roll or a choice, the seat, role or name it belongs to where
    another seat may make it. `parameter`: the path in the run of the parameter that led to a
    choice.
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
