"""The functions of a game in a file that readings and pages call outside its rules, under the watch.

Utilities, sides, secrets, checks, the statuses and computed values of sheets: one of them that never
ends is stopped as a rule is (see `rule_watch`), and refused with its line.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from types import FunctionType
from typing import Any

from tablee.rules.game import Game
from tablee.rules.procedure import Procedure
from tablee.rules.rule_watch import watched

_OWN = "tablee."
"""Beginning of the names of our own modules."""


def watch_hooks(game: Game) -> None:
    """Put the functions of the classes of a game under the watch, once."""
    for kind in (*game.procedures, *game.sheets, game.rulings):
        for base in kind.__mro__[:-1]:
            if not base.__module__.startswith(_OWN) and base.__module__ != "msgspec":
                _watch_class(base, issubclass(kind, Procedure))


def _watch_class(kind: Any, procedure: bool) -> None:
    """Put the functions of one class under the watch; of a procedure those that it overrides, since
    its rule calls the others."""
    for name, value in list(vars(kind).items()):
        called = hasattr(Procedure, name) or not procedure
        if name == "utilities":
            kind.utilities = {each: _watched(worth) for each, worth in value.items()}
        elif isinstance(value, property) and value.fget is not None and not procedure:
            setattr(kind, name, property(_watched(value.fget), doc=value.__doc__))
        elif isinstance(value, FunctionType) and called and not _is_left(name, value):
            setattr(kind, name, _watched(value))


def _is_left(name: str, function: FunctionType) -> bool:
    """Return whether a function is Python's own, or a rule, which is under the watch already."""
    return name.startswith("__") or inspect.iscoroutinefunction(function)


def _watched(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that is stopped and refused when it goes on for ever."""
    if hasattr(function, "__wrapped__"):
        return function

    @wraps(function)
    def call(*given: Any, **named: Any) -> Any:
        with watched():
            return function(*given, **named)

    return call
