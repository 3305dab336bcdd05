"""The cast of a run: characters put into the places of a procedure, sheets into its parameters.

This module may import the rules' schemas and sheets, the state of a table and its seats. It must
not know an act, a view or a form. What the table counts itself (ledgers, present players) fills the
parameters that nobody gives.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from tablee.rules.campaign.record import filled_by_ledgers
from tablee.rules.choice_landmarks import record_of
from tablee.rules.contract_json import ParamsJson, SheetJson
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure, Rulings
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.registry import find_procedure
from tablee.rules.run_input import RunInput, ask_of
from tablee.rules.schema import Field, Group, fields_of, read_record
from tablee.rules.shapes import Choice, Either, Many, Shape
from tablee.rules.sheet import SHEET, Sheet
from tablee.rules.sheets.sheet_params import Taken, check_names, roles_of, with_sheets
from tablee.rules.sheets.stored_sheets import stored_sheet
from tablee.table.log.state_parts import Run
from tablee.table.log.table_state import State
from tablee.table.seats import Cast, other_players

ASK = "ask"
_STEP = re.compile(r"\[(\d+)\]|([^.\[\]]+)")
MOST_SHEETS = 500
"""Maximum number of sheets in `_SHEETS`."""
_SHEETS: dict[int, tuple[SheetJson, Game, Sheet]] = {}
"""Parsed sheets by the `id` of their JSON, which is never changed, with that JSON and the game."""


class Place(msgspec.Struct, frozen=True):
    """A place of a procedure for characters: a role ("" its subject), or a parameter. `least` and
    `most` bound their number (None: no bound)."""

    name: str
    least: int = 1
    most: int | None = 1


@lru_cache(200)
def places_of(procedure: type[Procedure[Any]]) -> tuple[Place, ...]:
    """Return the places of a procedure for characters, in the order declared."""
    found = {role: Place(role) for role in roles_of(procedure)}
    for name, field in fields_of(procedure).items():
        record = record_of(field.shape)
        if record is None or field.source is not None or not _from_sheet(record):
            continue
        if isinstance(field.shape, Many):
            found[name] = Place(name, field.shape.least, field.shape.most)
        else:
            found[name] = Place(name, 1 if field.required else 0)
    for name in procedure.seats.values():
        found.setdefault(name, Place(name, 0))  # a character whose sheet gives nothing
    return tuple(found.values())


def own_lists(procedure: type[Procedure[Any]]) -> frozenset[str]:
    """Return the lists whose members all belong to the acting character: several tasks of one
    person. A list whose members have seats of their own is none."""
    if "" not in procedure.seats.values() or "" in roles_of(procedure):
        return frozenset()
    lists = {each.name for each in places_of(procedure) if each.name and each.most != 1}
    return frozenset(lists.difference(procedure.seats.values()))


def normalize_cast(procedure: type[Procedure[Any]], cast: Cast) -> dict[str, str | Sequence[str]]:
    """Return the cast with a list where the procedure takes a list and one character elsewhere.
    Raise `Refusal` for several characters in the place of one."""
    declared = fields_of(procedure)
    found: dict[str, str | Sequence[str]] = {}
    for name, who in cast.items():
        _check_place(procedure, name, who)
        named = [who] if isinstance(who, str) else list(who)
        if name in declared and isinstance(declared[name].shape, Many):
            found[name] = named
        elif len(named) > 1:
            raise refuse(f"cast.{name}", named, "un personnage, et un seul")
        elif named:
            found[name] = named[0]
    return found


def _check_apart(procedure: type[Procedure[Any]], cast: Cast) -> None:
    """Refuse a character in two places of different characters (`Procedure.apart`), or twice in a
    list of characters."""
    for name, who in cast.items():
        if not isinstance(who, str) and name not in own_lists(procedure):
            check_distinct(f"cast.{name}", who)
    taken: set[str] = set()
    for place in procedure.apart:
        who = cast.get(place, ())
        named = {who} if isinstance(who, str) else set(who)
        if named & taken:
            raise refuse(f"cast.{place}", who, "un personnage qui ne tient pas une autre place")
        taken |= named


def check_distinct(field: str, named: Sequence[str]) -> None:
    """Raise `Refusal` under `field` for a character that is named twice."""
    for place, who in enumerate(named):
        if who in named[:place]:
            raise refuse(field, who, "des personnages tous différents")


def _check_place(procedure: type[Procedure[Any]], name: str, who: str | Sequence[str]) -> None:
    places = [place.name for place in places_of(procedure)]
    if name not in places:
        known = ", ".join(each or '""' for each in places) or "–"
        raise refuse(f"cast.{name}", who, "un rôle parmi : {known:=}", known=known)


def _from_sheet(record: type[Any]) -> bool:
    return any(field.source is not None for field in fields_of(record).values())


# ── parameters ─────────────────────────────────────────────────────────────────────────────────
def build_input(
    state: State,
    game: Game,
    procedure: type[Procedure[Any]],
    given: ParamsJson,
    cast: Cast,
    decides: bool = True,
) -> RunInput:
    """Return the input of a run: the given parameters, and the values of the cast's sheets for the
    others.

    `decides`: every decision that can be left to a player is left to them, unless it is given or
    the rule refuses that here, or nobody is there to take it (`Procedure.decided_by`); the policy of
    a fighter only for characters of players. Raise `Refusal` under the parameter, or under
    `cast.ROLE`.
    """
    _check_apart(procedure, cast)
    params, sheets, known = _fill_params(state, game, procedure, given, cast, decides)
    rulings = read_record(game.rulings, state.rulings, "rulings.")
    while True:
        try:
            filled = with_sheets(procedure, params, sheets, rulings)
            check_names(procedure, filled, params, sheets)
            return ask_of(procedure, game, filled, state.rulings)
        except Refusal as refusal:
            path = _steps(refusal.field)
            ours = refusal.got == ASK or (len(path) == 1 and path[0] in known)
            value = _at(given, path)
            settled = value is not None and not (decides and value == ASK)
            if not ours or settled or _at(params, path) != refusal.got:
                raise
            del _at(params, path[:-1])[path[-1]]


def fits(state: State, game: Game, procedure: type[Procedure[Any]], cast: Cast) -> bool:
    """Return whether the sheets of a cast give all that a run requires. The rule itself is not
    asked: it may still refuse the run."""
    try:
        params, sheets, _ = _fill_params(state, game, procedure, {}, cast, True)
        rulings = read_record(game.rulings, state.rulings, "rulings.")
        read_record(procedure, with_sheets(procedure, params, sheets, rulings))
    except Refusal:
        return False
    return True


def table_values(
    state: State, game: Game, procedure: type[Procedure[Any]], given: ParamsJson, cast: Cast
) -> ParamsJson:
    """Return the values of parameters that nobody gives and the table counts: by its ledgers, or
    the number of players."""
    declared = fields_of(procedure)
    alone = {
        role: who for role, who in cast.items() if isinstance(who, str) and who in state.sheets
    }
    found = {**ledger_values(state, game, procedure, alone)}
    if procedure.seats_beside is not None:
        found[procedure.seats_beside[1]] = len(other_players(state, alone.get("", "")))
    return {name: each for name, each in found.items() if name in declared and name not in given}


def ledger_values(
    state: State, game: Game, record: type[Any], roles: Mapping[str, str]
) -> ParamsJson:
    """Return the ledgers' values for the optional fields of a procedure, or of a list member.
    `roles`: role -> character, "" the acting one."""
    declared = fields_of(record)
    known = state.public_record(roles.values())
    filled = filled_by_ledgers(game, state.rulings, known, roles, record)
    return {n: each for n, each in filled.items() if n in declared and not declared[n].required}


def limits(procedure: type[Procedure[Any]], known: ParamsJson) -> frozenset[str]:
    """Return the parameters counted by the table whose value is a maximum: it is below the default,
    so nobody may leave them out."""
    declared = fields_of(procedure)
    usual = {name: field.default for name, field in declared.items() if not field.required}
    seats = procedure.seats_beside[1] if procedure.seats_beside else ""
    counts = {name: value for name, value in known.items() if name != seats and name in usual}
    return frozenset(
        name
        for name, value in counts.items()
        if type(value) is int and type(usual[name]) is int and value < usual[name]
    )


def given_at(given: ParamsJson, path: str) -> Any:
    """Return the given value at a path; None where there is none."""
    return _at(given, _steps(path))


def _steps(path: str) -> list[str | int]:
    """Return the names and places of a path: ["fighters", 0, "way"] for "fighters[0].way"."""
    return [int(place) if place else name for place, name in _STEP.findall(path)]


def _at(value: Any, path: Sequence[str | int]) -> Any:
    """Return the value at a path; None where there is none."""
    for step in path:
        held = isinstance(value, Mapping) and step in value
        if not held and not (isinstance(value, list) and type(step) is int and step < len(value)):
            return None
        value = value[step]
    return value


def _fill_params(
    state: State,
    game: Game,
    procedure: type[Procedure[Any]],
    given: ParamsJson,
    cast: Cast,
    decides: bool,
) -> tuple[dict[str, Any], dict[str, Sheet], ParamsJson]:
    """Return the parameters, with decisions left to players, the sheets of list members and the values
    of the table; role -> sheet; the values of the table."""
    declared = fields_of(procedure)
    left = dict(decisions(procedure)) if decides else {}
    for name, who in cast.items():
        if isinstance(left.get(name), Mapping) and state.owner(_one(who)) == state.leader:
            left[name] = {
                n: each for n, each in left[name].items() if not isinstance(each, Mapping)
            }
    params: dict[str, Any] = {**left, **given}
    if decides:
        ours = {name: each for name, each in given.items() if name in declared}
        params |= {name: _left_in(declared[name], each) for name, each in ours.items()}
    for name, place in procedure.decided_by.items():
        if not cast.get(place) and params.get(name) == ASK:
            del params[name]
    sheets: dict[str, Sheet] = {}
    for name, who in cast.items():
        _check_place(procedure, name, who)
        named = [who] if isinstance(who, str) else list(who)
        field = f"cast.{name}" if name else "to"
        taken = [sheet_of(state, game, each, field) for each in named]
        if name in roles_of(procedure):
            sheets[name] = taken[0]
        elif name in declared:
            record = record_of(declared[name].shape)
            assert record is not None
            held = [ledger_values(state, game, record, {"": each}) for each in named]
            theirs = [decides and state.owner(each) != state.leader for each in named]
            if "id" in fields_of(record):
                held = [{"id": who, **each} for who, each in zip(named, held, strict=True)]
            params[name] = _build_members(declared[name], held, taken, theirs, params.get(name))
    known = table_values(state, game, procedure, given, cast)
    return {**known, **params}, sheets, known


def _left_in(field: Field, given: Any) -> Any:
    """Return a list of records about the acting character (ways to act) with their decisions left
    to its player; any other value unchanged."""
    record = record_of(field.shape) if field.source is not None else None
    if record is None or not isinstance(given, list):
        return given
    left = decisions(record)
    return [{**left, **each} if isinstance(each, Mapping) else each for each in given]


def _one(who: str | Sequence[str]) -> str:
    return who if isinstance(who, str) else next(iter(who), "")


def sheet_of(state: State, game: Game, character: str, field: str) -> Sheet:
    """Return the sheet of a character. Raises `Refusal` under a field for one that is unknown."""
    if character not in state.sheets:
        known = ", ".join(state.sheets) or "–"
        raise refuse(field, character, "un personnage parmi : {known:=}", known=known)
    data = state.sheet(character)
    read = _SHEETS.get(id(data))
    if read is not None and read[0] is data and read[1] is game:
        return read[2]
    sheet = stored_sheet(data, field, game)
    if len(_SHEETS) >= MOST_SHEETS:
        del _SHEETS[next(iter(_SHEETS))]
    _SHEETS[id(data)] = data, game, sheet
    return sheet


def _build_members(
    field: Field,
    known: Sequence[ParamsJson],
    taken: Sequence[Sheet],
    theirs: Sequence[bool],
    given: Any,
) -> Any:
    """Return the members of a list (or the one record) made from sheets, `known` values and `given`
    ones. `theirs`: whether the decisions of a member are left to its player."""
    record = record_of(field.shape)
    assert record is not None
    more = list(given) if isinstance(given, list) else [given] if isinstance(given, Mapping) else []
    made = []
    for place, (held, sheet) in enumerate(zip(known, taken, strict=True)):
        own = more[place] if place < len(more) and isinstance(more[place], Mapping) else {}
        left = decisions(record) if theirs[place] else {}
        made.append({**held, **left, **own, SHEET: Taken(sheet)})
    return made if isinstance(field.shape, Many) else made[0]


def decisions(record: type[Any], rulings: Rulings | None = None) -> ParamsJson:
    """Return the decisions of a record that can be left to a player, each with the value that
    leaves it. With `rulings`, those that mean something under them."""
    declared = {
        name: field
        for name, field in fields_of(record).items()
        if rulings is None or field.means_something(rulings)
    }
    left = {name: _leave_open(field.shape) for name, field in declared.items()}
    return {name: value for name, value in left.items() if value is not None}


def _leave_open(shape: Shape) -> Any:
    match shape:
        case Either(shapes=shapes):
            return next((left for each in shapes if (left := _leave_open(each)) is not None), None)
        case Choice(values=values) if ASK in values:
            return ASK
        case Group(record=record):
            return decisions(record) or None
        case _:
            return None


def removable(run: Run) -> list[str]:
    """Return the parameters of a run that can be removed from its request: neither a text of a
    sheet nor a number of a sheet without a default."""
    declared, given = fields_of(find_procedure(run.procedure)), run.asked_params or {}
    return [
        each.name
        for each in run.settings
        if each.name in declared and not each.usual and not declared[each.name].required
        if declared[each.name].source is None
        or (each.name in given and not (each.character and isinstance(each.value, str)))
        or (type(each.value) is int and declared[each.name].default is not None)
    ]
