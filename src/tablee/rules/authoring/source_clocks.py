"""Checks of the clocks of a game, and the counters of turns in its source: a rule that adds one and
compares with a limit."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from tablee.rules.authoring.source_lines import at_source
from tablee.rules.authoring.source_tree import Source
from tablee.rules.clocks import AnyClock
from tablee.rules.game import Game
from tablee.rules.game_checks import unsound
from tablee.rules.refusal import Refusal
from tablee.rules.registry import GameFile
from tablee.rules.schema import Field, fields_of

_PLACES = "des places qui sont toutes des valeurs de « {field:=} » : {shape:shape}"


def misfit_clocks(game: Game, file: GameFile) -> Iterator[Refusal]:
    """Yield the clocks with a place that the field of a sheet, or the parameter that they fill,
    refuses."""
    for clock in game.clocks:
        for field in _held(game, clock):
            values = (clock.value(place) for place in range(clock.last + 1))
            refused = next((each for each in values if not field.shape.takes(each)), None)
            if refused is not None:
                place = ("Game", "clocks", f'"{clock.name}"')
                numbers = {"field": field.name, "shape": field.shape}
                yield at_source(file, unsound(place, refused, _PLACES, **numbers))
                break


def _held(game: Game, clock: AnyClock) -> Iterator[Field]:
    """Yield the fields of sheets, or the parameters, that have the value of a clock."""
    name = clock.name if clock.on_sheet else clock.parameter
    for kind in game.sheets if clock.on_sheet else game.procedures:
        if name and (field := fields_of(kind).get(name)):
            yield field


def note_clocks(game: Game, sources: Sequence[Source]) -> None:
    """Set the `likely_clock` of the procedures whose rule counts turns without a declared `clock`."""
    for source in sources:
        for kind, declared in source.procedures(game):
            known, nodes = fields_of(kind), source.nodes(declared)
            counts = {name for node in nodes if (name := _counted(node))} & {*known}
            pairs = [pair for node in nodes for pair in _compared(node)]
            found = [(c, limit) for c, limit in pairs if c in counts and limit in {*known} - counts]
            if found and kind.clock is None:
                kind.likely_clock = found[0]


def _counted(node: ast.AST) -> str:
    """Return the name of `name=self.name + 1`, "" for another node."""
    match node:
        case ast.keyword(arg=str(name), value=ast.BinOp() as value) if _field(value) == name:
            return name
        case _:
            return ""


def _compared(node: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield the two fields of a comparison, in both orders."""
    match node:
        case ast.Compare(left=left, comparators=[right]):
            one, other = _field(left), _field(right)
            yield from ((one, other), (other, one))
        case _:
            return


def _field(node: ast.AST) -> str:
    """Return the name of `self.name`, also with one added, "" for another node."""
    match node:
        case ast.Attribute(value=ast.Name(id="self"), attr=name):
            return name
        case ast.BinOp(left=left, op=ast.Add(), right=ast.Constant(value=1)):
            return _field(left)
        case _:
            return ""
