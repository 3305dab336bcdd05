"""Checks that the parts of a declaration are of the kinds that they must have: a tuple, a table.

A part of another kind (`sheets=(Hero)`, `utilities = [...]`) would fail later, at a line that the
author has not written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from inspect import isasyncgenfunction, iscoroutinefunction, signature
from typing import Any

import msgspec

from tablee.rules.campaign_declaration import CampaignRecord
from tablee.rules.field_bounds import useless_marks
from tablee.rules.procedure import Procedure
from tablee.rules.schema import fields_of

_SERIES = "un n-uplet, avec une virgule même pour un seul : {example:=}"
_TABLE = "un dictionnaire : {example:=}"
NO_ASYNC = "« def {hook:=} », sans async : cette fonction ne demande rien"
_FUNCTION = "une fonction : {example:=}"

GAME_PARTS: Mapping[str, str] = {
    "procedures": "(Test,)",
    "usual": '("test",)',
    "proposed": '("test",)',
    "background": '("ESS-BAS-01",)',
    "written_effects": '("effet",)',
    "dice": '("d6", "d20")',
    "fixed_rulings": "(FixedRuling(…),)",
    "sheets": "(Hero,)",
    "clocks": '(Clock("alerte", 6),)',
    "ready": '{"Ada": Hero(nom="Ada")}',
    "creation": "{Hero: Creation(…)}",
    "words": '{"test": "épreuve"}',
    "clauses": '{"ESS-BAS-01": "…"}',
    "english": '{"épreuve": "trial"}',
}
"""Option of a game -> an example of its value, which is of its kind."""
RECORD_PARTS: Mapping[str, str] = {
    "ledgers": "(Registre,)",
    "people": '("qui",)',
    "signals": '{"effet": fonction}',
    "borrowed_sheets": '{"registre": BorrowedSheets(…)}',
    "effects": '{"effet": fonction}',
    "results": '{"essai.test": fonction}',
}
"""Option of a campaign record -> an example of its value, which is of its kind."""
PROCEDURE_PARTS: Mapping[str, str] = {
    "utilities": '{"points": lambda rule, result, seat: result.points}',
    "utility_ranges": '{"points": (0, 6)}',
    "goals": '{"": "points"}',
    "seats": '{"hero": ""}',
    "companions": '{"hero": ""}',
    "decided_by": '{"aide": "hero"}',
    "placeholder_texts": '{"champ": ("texte",)}',
    "endings": '("fin",)',
    "hideable": '("seuil",)',
    "apart": '("cible",)',
    "announced": '("seuil",)',
    "unlisted": '("seuil",)',
    "sides": 'def sides(self): return {"a": "nord", "b": "sud"}',
    "check": "def check(self): …",
    "concealed": "def concealed(self, seat): …",
    "seen": "def seen(self, result, seat): …",
}
"""Member of a procedure -> an example of its value, which is of its kind."""

_VALUES = {"sides": 1, "check": 1, "concealed": 2, "seen": 3}
"""Function of a procedure -> the number of values that it takes, with the procedure."""
_OF_RECORD: Mapping[str, str] = {
    "effects": "def {name}(run, effect): …",
    "results": "def {name}(run): …",
    "signals": "def {name}(campaign, amount): …",
    "reservations": "def {name}(run): …",
    "offers": "def {name}(campaign): …",
    "ledger_gauges": "def {name}(ledgers, who): …",
    "ledger_params": "def {name}(campaign, roles, kind): …",
    "ledger_seats": "def {name}(campaign, roles): …",
}
"""Function, or table of functions, of a campaign record -> how each is declared."""
Wrong = tuple[str, Any, str, str]
"""A wrong part: its name, its value, what is allowed, and the example."""


def wrong_parts(declared: object, parts: Mapping[str, str]) -> Iterator[Wrong]:
    """Yield the parts of a declaration that are of another kind than their examples."""
    for name, example in parts.items():
        value = getattr(declared, name)
        if example.startswith("{"):
            fits, allowed = isinstance(value, Mapping), _TABLE
        elif example.startswith("("):
            fits, allowed = is_series(value), _SERIES
        else:
            fits, allowed = takes(value, _VALUES[name]), _FUNCTION
        if not fits:
            shown = value if isinstance(value, str) else getattr(value, "__name__", "")
            yield name, shown or type(value).__name__, allowed, example


def misplaced_marks(record: type[Any]) -> Iterator[tuple[str, tuple[str, str, str]]]:
    """Yield (field, mark, what is allowed, known bounds) of the marks that mean nothing on a field."""
    for info in msgspec.structs.fields(record):
        for found in useless_marks(info.type):
            yield info.name, found


def wrong_functions(record: CampaignRecord) -> Iterator[Wrong]:
    """Yield the functions of a campaign record that are none, that do not take the values they are
    called with, or that ask questions."""
    for part, example in _OF_RECORD.items():
        value = getattr(record, part)
        named = (
            value.items() if isinstance(value, Mapping) else [] if value is None else [("", value)]
        )
        for key, function in named:
            place, name = f'"{key}"' if key else part, getattr(function, "__name__", "")
            if not takes(function, example.count(",") + 1):
                own = name if name.isidentifier() else part
                yield place, name or str(function), _FUNCTION, example.format(name=own)
            elif iscoroutinefunction(function) or isasyncgenfunction(function):
                yield place, "async def", NO_ASYNC, name


def is_series(value: Any) -> bool:
    """Return whether a value is a tuple or a list, or the procedures of the chapters of a package."""
    return (
        hasattr(value, "__getitem__")
        and hasattr(value, "__len__")
        and not isinstance(value, str | bytes | Mapping | type)
    )


def unknown_parameters(kind: type[Procedure[Any]]) -> Iterator[tuple[str, str, str]]:
    """Yield (member, name, known names) of the names of parameters that a procedure does not have."""
    known = fields_of(kind)
    for member in ("hideable", "announced", "unlisted"):
        for name in getattr(kind, member):
            if str(name).split(".")[0].split("[")[0] not in known:
                yield member, str(name), ", ".join(known)


def coroutines(kind: type[Any], base: type[Any]) -> Iterator[str]:
    """Yield the functions of `base` beside its rule that a class overrides with `async def`."""
    for name in vars(base):
        if name != "rule" and iscoroutinefunction(getattr(kind, name, None)):
            yield name


def wrong_ranges(kind: type[Procedure[Any]]) -> Iterator[tuple[str, Any]]:
    """Yield (utility, limits) of the ranges that have no utility, or are no ranges."""
    for name, limits in kind.utility_ranges.items():
        match limits:
            case (int() | float() as low, int() | float() as high) if low <= high:
                fits = name in kind.utilities
            case _:
                fits = False
        if not fits:
            yield name, limits


def takes(function: Any, count: int) -> bool:
    """Return whether something can be called with this number of values."""
    try:
        signature(function).bind(*[None] * count)
    except TypeError:
        return False
    except ValueError:  # a builtin without a signature
        return True
    return True
