"""The refusals of a table beside those of the rules."""

from __future__ import annotations

from typing import Any

from tablee.rules.refusal import Refusal


class _OfAct(Refusal):
    def __init__(self, field: str, got: Any, allowed: str, /, **numbers: Any) -> None:
        super().__init__("param", field, got, allowed, **numbers)


class NotYours(_OfAct):
    """The seat may not do that."""


class Stale(_OfAct):
    """The table has moved on: what the act is about is not there any more."""
