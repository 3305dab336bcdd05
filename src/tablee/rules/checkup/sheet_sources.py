"""Parameters that a sheet should fill (`on_sheet`), and that none can.

A game with such a parameter can be loaded and played: its campaigns go on while its author changes a
sheet. Only `check` names it.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablee.rules.authoring.source_lines import at_source
from tablee.rules.checkup.declared import records_of
from tablee.rules.field_marks import OnSheet
from tablee.rules.game import Game
from tablee.rules.game_checks import unsound
from tablee.rules.refusal import Refusal
from tablee.rules.registry import GameFile
from tablee.rules.schema import fields_of
from tablee.rules.shapes import Choice, Either, Nothing, Ratio, Shape, Text, Whole, YesNo
from tablee.rules.sheet import kinds_of

_NO_SHEETS = "des fiches du jeu, dans « sheets » : Game(…, sheets=(…))"
_MISFIT = "un champ d’une fiche dont la valeur peut être {shape:shape}"


def without_sheet(game: Game, file: GameFile) -> Iterator[Refusal]:
    """Yield the parameters, and the fields of records in them, that no sheet can fill: the game has
    no sheet, or no sheet has a value of a fitting type in the only field that is named."""
    records = dict.fromkeys(each for kind in game.procedures for each in records_of(kind))
    for record in records:
        for field in fields_of(record).values():
            place = (record.__name__, field.name)
            if field.source is None:
                continue
            if not kinds_of(game):
                yield at_source(file, unsound(place, "on_sheet()", _NO_SHEETS))
            elif _misfit(game, field.source, _types(field.shape)):
                name = field.source.fields[0]
                yield at_source(file, unsound(place, name, _MISFIT, shape=field.shape))


def _misfit(game: Game, source: OnSheet, taken: set[type]) -> bool:
    """Return whether the only field of a source is on no sheet, or has values of other types."""
    if len(source.fields) != 1 or source.by or not taken:
        return False
    name = source.fields[0]
    kinds = [kind for kind in kinds_of(game) if hasattr(kind, name)]
    if any(name not in fields_of(kind) for kind in kinds):
        return False  # a property, whose type is not declared
    given = [_types(fields_of(kind)[name].shape) for kind in kinds]
    return all(each and not each & taken for each in given)


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
