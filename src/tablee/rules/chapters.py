"""The procedures of a game by the names of their classes; each chapter is imported on demand.

At the end of a game's `__init__.py`: `__getattr__, __dir__ = by_class(GAME)`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any

from tablee.rules.game import Game, import_procedure
from tablee.rules.procedure import Procedure


def by_class(game: Game) -> tuple[Callable[[str], type[Procedure[Any]]], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` for the package of a game (PEP 562).

    They find the classes of all procedures of the game by name. A chapter is a module that declares
    procedures; two chapters may use one class name. Class `Simple` is first looked for in the
    chapter that declares the procedure `exil.simple`, then in the others in the order of the game.
    """

    def look_up(name: str) -> type[Procedure[Any]]:
        if name[:1].isupper():
            for kind in _nearest_first(game, name):
                if kind.__name__ == name:
                    return kind
        raise AttributeError(f"module {game.package!r} has no attribute {name!r}")

    def listed() -> list[str]:
        own = vars(sys.modules[game.package])
        return sorted({*own, *(kind.__name__ for kind in game.procedures)})

    return look_up, listed


def _nearest_first(game: Game, name: str) -> Iterator[type[Procedure[Any]]]:
    places = [(chapter, each) for chapter, names in game.chapters.items() for each in names]
    places.sort(key=lambda place: place[1].replace("_", "") != name.lower())
    for chapter, each in places:
        yield import_procedure(f"{game.package}.{chapter}", f"{game.id}.{each}")
