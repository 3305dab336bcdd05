"""The functions of a game in a file that the pages of a table call: one that fails leaves its part out.

Its mistake stops no page: the leader reads it there, with its line. This module may import the rules; it
must not know what a page shows.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

from tablee.rules.authoring.game_file import describe_rule_error
from tablee.rules.refusal import Refusal

LOG = logging.getLogger("tablee.table")
T = TypeVar("T")


class HookFaults:
    """The mistakes of such functions at one table, by the name of the character or of the function that
    they concern."""

    def __init__(self) -> None:
        self.known: dict[str, Refusal] = {}

    def given(self, about: str, call: Callable[[], T], otherwise: T) -> T:
        """Return what a function gives, `otherwise` when it fails."""
        self.known.pop(about, None)
        value, wrong = given_or_fault(call, otherwise)
        if wrong is not None:
            self.known[about] = wrong
        return value


def given_or_fault(call: Callable[[], T], otherwise: T) -> tuple[T, Refusal | None]:
    """Return what a function gives, and None; or `otherwise` and its mistake, None for values of the
    table that the game does not take."""
    try:
        return call(), None
    except Refusal as refusal:
        return otherwise, refusal if ".py:" in refusal.field else None
    except Exception as error:  # rules that have changed under a table may fail in any way
        found = describe_rule_error(error)
        if found is None:
            LOG.error("a function of a game", exc_info=error)
        return otherwise, found
