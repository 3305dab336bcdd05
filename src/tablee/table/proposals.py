"""The runs that a player may propose: usual ones, about what the player's own sheet names, or about
another character who needs one.

This module may import the rules' schemas and sheets and the casting. It must not know an act or a
view.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tablee.rules.game import Game
from tablee.rules.procedure import Procedure
from tablee.rules.refusal import Refusal
from tablee.rules.registry import procedure_of
from tablee.rules.schema import fields_of
from tablee.rules.sheet import Sheet
from tablee.rules.sheets.sheet_params import tables_of, value_on
from tablee.table.casting import build_input, decisions, fits, places_of
from tablee.table.log.state_parts import ProposedRun
from tablee.table.log.table_state import State


def proposable(game: Game, sheet: Sheet) -> Iterator[type[Procedure[Any]]]:
    """Yield the usual procedures of a game that take names of a sheet, the most usual first, then
    those that players propose besides: they may need a companion, or no name at all."""
    for name in dict.fromkeys((*game.usual, *game.proposed)):
        procedure = game.procedure(f"{game.id}.{name}")
        if procedure is None:
            continue
        besides = name in game.proposed and (
            bool(companion_place(procedure)) or needs_no_name(procedure, sheet)
        )
        if besides or named_fields(procedure, sheet):
            yield procedure


def needs_no_name(procedure: type[Procedure[Any]], sheet: Sheet) -> bool:
    """Return whether the sheet of the acting character gives what a run requires of it. The rest
    those who play decide, or the leader casts."""
    if "" not in {place.name for place in places_of(procedure)}:
        return False
    left = decisions(procedure)
    required = [each for each in fields_of(procedure).values() if each.required]
    given = [
        each
        for each in required
        if each.source is not None and each.source.role == "" and value_on(each, sheet) is not None
    ]
    others = [each for each in required if each.source is not None and each.source.role]
    return bool(given) and all(
        each in given or each in others or each.name in left for each in required
    )


def companion_place(procedure: type[Procedure[Any]]) -> str:
    """Return the place of the one companion whom a run needs beside the acting character; "" where
    there is no such place."""
    places = places_of(procedure)
    needed = [each.name for each in places if each.name in procedure.companions and each.least]
    return needed[0] if needed and "" in {each.name for each in places} else ""


def companions_of(
    state: State,
    game: Game,
    procedure: type[Procedure[Any]],
    character: str,
    among: Iterable[str],
) -> list[str]:
    """Return the companions whose sheets suit a run of a character."""
    place = companion_place(procedure)
    return [
        who
        for who in among
        if place and who != character and fits(state, game, procedure, {place: who, "": character})
    ]


def proposing(state: State, procedure: str, character: str) -> list[str]:
    """Return the seats that propose this run."""
    return [
        seat
        for seat, signal in state.signals.items()
        if signal.run is not None
        and (signal.run.procedure, signal.run.character) == (procedure, character)
    ]


def is_ready(state: State, game: Game, run: ProposedRun) -> bool:
    """Return whether a proposed run can be requested as it is."""
    procedure = procedure_of(game, run.procedure)
    try:
        build_input(state, game, procedure, run.params, {**run.cast, "": run.character})
    except Refusal:
        return False
    return True


PLUS = "+"
"""The sign between names whose values are added up."""


def adds_up(procedure: type[Procedure[Any]], field: str) -> bool:
    """Return whether a parameter may be the sum of two names of a sheet."""
    source = fields_of(procedure)[field].source
    return source is not None and source.added


def names_given(procedure: type[Procedure[Any]], field: str, value: str) -> list[str]:
    """Return the names of a sheet in a proposed value."""
    return value.split(PLUS) if adds_up(procedure, field) else [value]


def named_fields(procedure: type[Procedure[Any]], sheet: Sheet) -> dict[str, Mapping[str, Any]]:
    """Return parameter -> {name on the sheet of the acting character: value}."""
    if "" not in {place.name for place in places_of(procedure)}:
        return {}
    found: dict[str, Mapping[str, Any]] = {}
    for name, field in fields_of(procedure).items():
        own = field.source is not None and field.source.role == ""
        tables = tables_of(field, sheet) if own else []
        numbers = {each: value for table in tables for each, value in table.items()}
        if numbers:
            found[name] = numbers
    return found
