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

from tablee.rules.ambient import surroundings
from tablee.rules.authoring.hook_values import (
    CONSEQUENCE,
    ENTERED,
    LEFT,
    OF_RECORD,
    SIGNAL,
    YIELDED_BY_RECORD,
    HookValue,
    check_value,
    checked_series,
    value_of,
)
from tablee.rules.campaign_declaration import BorrowedSheets, CampaignRecord
from tablee.rules.game import Game
from tablee.rules.ledger import Event, Ledger
from tablee.rules.procedure import Procedure
from tablee.rules.refusal import Refusal
from tablee.rules.registry import GameFile
from tablee.rules.rule_watch import RuleTooLong, endless, is_endless, watched
from tablee.rules.schema import fields_of, records_in

_OWN = "tablee."
"""Beginning of the names of our own modules."""
MAX_STOPPED = 100
"""Most stopped calls that are remembered of one function."""


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
    for name, expected in YIELDED_BY_RECORD.items():
        function = getattr(record, name)
        if function is not None:
            force_setattr(record, name, _yielding(function, name, expected, file))
    for name in ("effects", "results"):
        table = {
            each: _yielding(rule, getattr(rule, "__name__", each), CONSEQUENCE, file)
            for each, rule in getattr(record, name).items()
        }
        force_setattr(record, name, table)
    signals = {
        each: _watched(function, getattr(function, "__name__", each), SIGNAL, file)
        for each, function in record.signals.items()
    }
    force_setattr(record, "signals", signals)
    borrowed = {
        each: BorrowedSheets(
            _watched(way.enter, "enter", ENTERED, file), _watched(way.leave, "leave", LEFT, file)
        )
        for each, way in record.borrowed_sheets.items()
    }
    force_setattr(record, "borrowed_sheets", borrowed)


def _yielding(
    function: Callable[..., Any], name: str, expected: HookValue, file: GameFile
) -> Callable[..., Any]:
    """Return a function whose values are refused where they are not as expected."""
    if not isinstance(function, FunctionType) or hasattr(function, "__wrapped__"):
        return function

    stopped = _Stopped()

    @wraps(function)
    def call(*given: Any) -> Iterator[Any]:
        if stopped.known:
            stopped.refuse(given)
        try:
            yield from checked_series(file, function, name, expected, function(*given))
        except (RuleTooLong, Refusal) as error:
            raise stopped.noted(given, error) from None

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

    stopped = _Stopped()

    @wraps(function)
    def call(*given: Any, **named: Any) -> Any:
        if stopped.known:
            stopped.refuse(given)
        try:
            with watched():
                value = function(*given, **named)
                if expected is not None and isinstance(function, FunctionType):
                    check_value(file, function, name, expected, given[0], value)
                return value
        except (RuleTooLong, Refusal) as error:
            raise stopped.noted(given, error) from None

    return call


class _Stopped:
    """The calls of one function that were stopped: an equal call is refused at once, since every page of
    a table calls it again."""

    def __init__(self) -> None:
        self.known: dict[Any, Refusal] = {}

    def refuse(self, given: tuple[Any, ...]) -> None:
        """Raise the refusal of an equal call that was stopped."""
        before = self.known.get(_key(given))
        if before is not None:
            raise before.at(before.field)

    def noted(self, given: tuple[Any, ...], error: RuleTooLong | Refusal) -> Refusal:
        """Return the refusal of a call, and remember one that was stopped: within what else is watched,
        it is stopped alone, and what has called it goes on."""
        refusal = endless(error.__traceback__) if isinstance(error, RuleTooLong) else error
        if is_endless(refusal):
            if len(self.known) == MAX_STOPPED:
                self.known.clear()
            self.known[_key(given)] = refusal
        return refusal


def _key(given: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the values of a call, with the rulings under which it is made; their text for those
    without a hash."""
    ambient = surroundings.get(None)
    key = given, ambient and ambient.rulings
    try:
        hash(key)
    except TypeError:
        return (repr(key),)
    return key
