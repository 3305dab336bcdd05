"""Parameters that a sheet should fill (`on_sheet`), and that none can.

A game with such a parameter is played all the same: while its author changes a sheet, campaigns go on.
`check` names it.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablee.rules.authoring.source_lines import at_source
from tablee.rules.game import Game
from tablee.rules.game_checks import unsound
from tablee.rules.refusal import Refusal
from tablee.rules.registry import GameFile
from tablee.rules.schema import Field, fields_of
from tablee.rules.shapes import Choice, Either, Nothing, Ratio, Shape, Text, Whole, YesNo

_NO_SHEETS = "des fiches du jeu, dans « sheets » : Game(…, sheets=(…))"
_MISFIT = "un champ d’une fiche dont la valeur peut être {shape:shape}"


def without_sheet(game: Game, file: GameFile) -> Iterator[Refusal]:
    """Yield the parameters filled by sheets in a game that names no sheet, and those whose single
    field of a sheet has values of another type only."""
    for procedure in game.procedures:
        for field in fields_of(procedure).values():
            place = (procedure.__name__, field.name)
            if field.source is None:
                continue
            if not game.sheets:
                yield at_source(file, unsound(place, "on_sheet()", _NO_SHEETS))
            elif _misfit(game, field):
                name = field.source.fields[0]
                yield at_source(file, unsound(place, name, _MISFIT, shape=field.shape))


def _misfit(game: Game, field: Field) -> bool:
    """Return whether a parameter has no type in common with the only field that fills it."""
    source, taken = field.source, _types(field.shape)
    if source is None or len(source.fields) != 1 or source.by or not taken:
        return False
    name = source.fields[0]
    if any(hasattr(kind, name) and name not in fields_of(kind) for kind in game.sheets):
        return False  # a property, whose type is not declared
    shapes = [fields_of(kind)[name].shape for kind in game.sheets if name in fields_of(kind)]
    given = [_types(shape) for shape in shapes]
    return bool(given) and all(each and not each & taken for each in given)


def _types(shape: Shape) -> set[type]:
    """Return the types of the plain values of a shape; empty when it has others."""
    match shape:
        case Whole() | Ratio():
            return {int}
        case YesNo():
            return {bool}
        case Text():
            return {str}
        case Choice(values=values):
            return {type(value) for value in values}
        case Either(shapes=shapes):
            parts = [_types(each) for each in shapes if not isinstance(each, Nothing)]
            return set().union(*parts) if all(parts) else set()
        case _:
            return set()
