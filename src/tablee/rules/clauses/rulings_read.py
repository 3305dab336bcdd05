"""The rulings that a procedure reads, found in its code and in all code that it calls."""

from __future__ import annotations

from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

from tablee.rules.game import Game
from tablee.rules.procedure import Procedure
from tablee.rules.schema import fields_of, records_in


def rulings_read(procedure: type[Procedure[Any]], game: Game) -> tuple[str, ...]:
    """Return the rulings that the rule, its checks or a rule that it calls may read, in order.

    All code of the game that the procedure can reach by name is searched. A ruling that is read
    after one of several choices counts too.
    """
    package = game.package or procedure.__module__
    used: set[str] = set()
    waiting: list[Any] = [procedure, *_held(procedure)]
    seen: set[int] = set()
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        for function in _functions(thing, package):
            names = set(_names(function.__code__))
            used |= names
            waiting += _reached(function.__globals__, names, package)
    return tuple(name for name in fields_of(game.rulings) if name in used)


def _held(record: type[Any]) -> Iterator[type[Any]]:
    """Yield the records that its parameters may hold: their methods are called through values."""
    for field in fields_of(record).values():
        for inner in records_in(field.shape):
            yield inner
            yield from _held(inner)


def _functions(thing: Any, package: str) -> Iterator[FunctionType]:
    if isinstance(thing, FunctionType):
        yield thing
        yield from _functions(getattr(thing, "__wrapped__", None), package)
    elif isinstance(thing, type):
        for base in thing.__mro__:
            if _is_inside(base, package):
                for member in vars(base).values():
                    member = getattr(member, "__func__", getattr(member, "fget", member))
                    yield from _functions(member, package) if not isinstance(member, type) else ()
    elif isinstance(thing, dict):
        for value in thing.values():
            yield from _functions(value, package)
    elif isinstance(thing, tuple):
        for value in thing:
            yield from _functions(value, package)


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _reached(around: dict[str, Any], names: set[str], package: str) -> Iterator[Any]:
    for name in names:
        found = around.get(name)
        if isinstance(found, ModuleType) and found.__name__.startswith(package):
            yield from (vars(found)[inner] for inner in names if inner in vars(found))
        elif isinstance(found, dict | tuple) or _is_inside(found, package):
            yield found


def _is_inside(thing: Any, package: str) -> bool:
    return str(getattr(thing, "__module__", "")).startswith(package)
