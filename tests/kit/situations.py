"""Situations of a document: a run with given faces and choices, and what must come out."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.rules.registry import games
from tablee.rules.run_input import ask_about
from tablee.rules.schema import show

Params = dict[str, Any]


def modules_of_games(start: str) -> Iterator[tuple[str, ModuleType]]:
    """Yield (game, module) for each module of `tests.games` whose name begins with `start`."""
    for game in games():
        package = importlib.import_module(f"tests.games.{game.id}")
        for module in pkgutil.iter_modules(package.__path__):
            if module.name.startswith(start):
                yield game.id, importlib.import_module(f"{package.__name__}.{module.name}")


def run(procedure: str, params: Params, *answers: Any, **rulings: Any) -> Session:
    """Return a run. An answer that is a list gives faces, any other one is a choice."""
    kinds = ({"dice": a} if isinstance(a, list) else {"choose": a} for a in answers)
    return Session(ask_about(procedure, params, rulings, list(kinds)))


def result(procedure: str, params: Params, *answers: Any, **rulings: Any) -> dict[str, Any]:
    """Return the result of a run, as JSON."""
    session = run(procedure, params, *answers, **rulings)
    assert session.done, session.pending
    return show(session.result)


def asked(procedure: str, params: Params, *answers: Any, **rulings: Any) -> tuple[str, str]:
    """Return the (seat, label) of the ask that a run waits for."""
    session = run(procedure, params, *answers, **rulings)
    pending: Any = session.pending
    return session.outer(pending.who), pending.label


def refused(procedure: str, params: Params, *answers: Any, **rulings: Any) -> str:
    """Return the field that is refused."""
    with pytest.raises(Refusal) as refusal:
        run(procedure, params, *answers, **rulings)
    return refusal.value.field


def kept(found: Any, expected: Any) -> Any:
    """Return what `expected` names of a result, however deep."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return {name: kept(found.get(name, "absent"), value) for name, value in expected.items()}
    if isinstance(expected, list) and isinstance(found, list) and len(found) == len(expected):
        return [kept(*pair) for pair in zip(found, expected, strict=True)]
    return found
