"""The refusals of acts, beside those of the rules: a missing right, an outdated act.

This module may import `Refusal` only. It must not word a message: the faces do that.
"""

from __future__ import annotations

from typing import Any

from tablee.rules.refusal import Refusal

NOT_RESERVED = "ce que la personne qui mène n’est pas seule à décider"
"""What a player may change: all but what is reserved for the leader."""


class _ActRefusal(Refusal):
    """A refusal under a field of an act."""

    def __init__(self, field: str, got: Any, allowed: str, /, **numbers: Any) -> None:
        super().__init__("param", field, got, allowed, **numbers)


class NotYours(_ActRefusal):
    """The refusal of an act that the seat has no right to."""


class Stale(_ActRefusal):
    """The refusal of an act about something that the table no longer has."""


class WordsMissing(Stale):
    """The refusal of dice while pledged words are missing. The act may come again at once."""
