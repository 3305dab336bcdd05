"""The functions of a game in a file that readings and pages call outside its rules, under the watch.

Utilities, sides, secrets, checks, the statuses and computed values of sheets: one of them that never
ends is stopped as a rule is (see `rule_watch`), and refused with its line. So is one that returns
another kind of value than readings and pages need (see `hook_values`).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from functools import wraps
from types import FunctionType
from typing import Any

from msgspec.structs import force_setattr

from tablee.rules.authoring.hook_values import (
    OF_RECORD,
    HookValue,
    check_value,
    checked_consequences,
    value_of,
)
from tablee.rules.campaign_declaration import CampaignRecord
from tablee.rules.game import Game
from tablee.rules.ledger import Event, Ledger
from tablee.rules.procedure import Procedure
from tablee.rules.registry import GameFile
from tablee.rules.rule_watch import watched
from tablee.rules.schema import fields_of, records_in

_OWN = "tablee."
"""Beginning of the names of our own modules."""


def watch_hooks(game: Game, file: GameFile) -> None:
    """Put the functions of the classes of a game under the watch, once."""
    for kind in (*game.procedures, *game.sheets, *_events(game), game.rulings):
        for base in kind.__mro__[:-1]:
            if not base.__module__.startswith(_OWN) and base.__module__ != "msgspec":
                _watch_class(base, issubclass(kind, Procedure), file)
    if isinstance(game.campaign_record, CampaignRecord):
        _watch_record(game.campaign_record, file)


def _events(game: Game) -> Iterator[type[Event[Any]]]:
    """Yield the events of the ledgers of a game."""
    for kind in game.procedures:
        if issubclass(kind, Ledger):
            yield from records_in(fields_of(kind)["evenements"].shape)


def _watch_record(record: CampaignRecord, file: GameFile) -> None:
    """Put the functions of a campaign record under the watch. Those that yield consequences go on while
    these are counted."""
    for name, expected in OF_RECORD.items():
        function = getattr(record, name)
        if function is not None:
            force_setattr(record, name, _watched(function, name, expected, file))
    for name in ("effects", "results"):
        table = {each: _checked(rule, file) for each, rule in getattr(record, name).items()}
        force_setattr(record, name, table)


def _checked(function: Callable[..., Any], file: GameFile) -> Callable[..., Any]:
    """Return a function whose consequences are refused where they are none."""
    if not isinstance(function, FunctionType) or hasattr(function, "__wrapped__"):
        return function

    @wraps(function)
    def call(*given: Any) -> Iterator[Any]:
        return checked_consequences(file, function, function(*given))

    return call


def _watch_class(kind: Any, procedure: bool, file: GameFile) -> None:
    """Put the functions of one class under the watch; of a procedure those that it overrides, since
    its rule calls the others."""
    for name, value in list(vars(kind).items()):
        called = hasattr(Procedure, name) or not procedure
        expected = value_of(kind, name)
        if name == "utilities":
            kind.utilities = {
                each: _watched(worth, each, None, file) for each, worth in value.items()
            }
        elif isinstance(value, property) and value.fget is not None and not procedure:
            setattr(kind, name, property(_watched(value.fget, name, None, file), doc=value.__doc__))
        elif isinstance(value, FunctionType) and called and not _is_left(name, value):
            setattr(kind, name, _watched(value, name, expected, file))


def _is_left(name: str, function: FunctionType) -> bool:
    """Return whether a function is Python's own, or a rule, which is under the watch already."""
    return name.startswith("__") or inspect.iscoroutinefunction(function)


def _watched(
    function: Callable[..., Any], name: str, expected: HookValue | None, file: GameFile
) -> Callable[..., Any]:
    """Return a function that is stopped and refused when it goes on for ever, and refused when it
    returns something else than `expected`."""
    if hasattr(function, "__wrapped__"):
        return function

    @wraps(function)
    def call(*given: Any, **named: Any) -> Any:
        with watched():
            value = function(*given, **named)
            if expected is not None and isinstance(function, FunctionType):
                check_value(file, function, name, expected, given[0], value)
            return value

    return call
