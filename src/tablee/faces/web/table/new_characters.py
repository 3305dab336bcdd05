"""New characters and seats: their ids, and the ready-made sheets that they begin with.

This module may import the state of a table and the ready-made sheets. It must not know a page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tablee.faces.sheet_files import ready_made
from tablee.faces.web.page_input import one
from tablee.rules.contract_json import SheetJson
from tablee.rules.refusal import refuse
from tablee.rules.sheet import Sheet, sheet_kinds_for, sheet_view
from tablee.rules.texts.typography import ascii_stem
from tablee.table.acts.put_sheet import PutSheet
from tablee.table.log.table_state import State
from tablee.table.replay import game_of
from tablee.table.views.visibility import Visibility

Taken = Callable[[str], bool]
"""Tells whether an id is taken."""


def kinds_for(state: State, seat: str) -> tuple[type[Sheet], ...]:
    """Return the kinds of sheet that a seat may make."""
    return sheet_kinds_for(game_of(state), leads=seat == state.leader)


def ready_for(state: State, seat: str) -> dict[str, Sheet]:
    """Return the ready-made sheets that a seat may begin with; adversaries for the leader only."""
    kinds = kinds_for(state, seat)
    every = ready_made(game_of(state))
    return {name: sheet for name, sheet in every.items() if isinstance(sheet, kinds)}


def sheet_like(state: State, seat: str, made: Sheet) -> SheetJson:
    """Return a copy of a ready-made sheet with a name that the seat knows of no character."""
    given = sheet_view(game_of(state), made)
    return {**given, "nom": _new_name(given["nom"], state, seat)}


def _new_name(name: str, state: State, seat: str) -> str:
    """Return a name for a copy of a ready-made character, numbered if a character that the seat
    knows has it. It reveals nothing of other characters, and can be changed."""
    known = {state.sheet(who)["nom"].casefold() for who in Visibility(state, seat).characters()}
    numbered = (f"{name} {n}" for n in range(2, 1000))
    return next(each for each in (name, *numbered) if each.casefold() not in known)


def bring(state: State, pairs: Mapping[str, Sequence[str]]) -> PutSheet:
    """Return the act by which the leader makes a character like a ready-made one (`model`)."""
    model, leader = one(pairs, "model"), state.leader
    made = ready_for(state, leader).get(model)
    if made is None:
        raise refuse("model", model, "une fiche toute faite de ce jeu")
    sheet = sheet_like(state, leader, made)
    name = new_id(str(sheet["nom"]), taken_character(state, leader))
    return PutSheet(character=name, sheet=sheet)


# ── ids ────────────────────────────────────────────────────────────────────────────────────────
def taken_seat(state: State) -> Taken:
    """Return the ids that a new seat may not have: existing ones, and the beginnings of characters'
    ids (see `add_seat`)."""
    seats, sheets = state.seats, state.sheets
    return lambda each: each in seats or any(name.startswith(f"{each}-") for name in sheets)


def taken_character(state: State, seat: str) -> Taken:
    """Return the ids that a new character may not have. A player's are only those of the player's
    own characters, so that none of the others is revealed; the leader's are the existing ones and
    those that begin with a player's seat (see `put_sheet`)."""
    sheets = {*state.sheets}
    if seat == state.leader:
        unders = tuple(f"{other}-" for other in state.seats if other != seat)
        return lambda each: each in sheets or each.startswith(unders)
    under = f"{seat}-"
    own = {name for name in sheets if state.owner(name) == seat}
    own |= {name.removeprefix(under) for name in sheets if name.startswith(under)}
    return own.__contains__


def new_id(name: str, taken: Taken) -> str:
    """Return an id made of a name: its letters without accents, numbered if it is taken."""
    stem = ascii_stem(name)[:30] or "x"
    stems = (stem, stem.replace("-", ""))  # the second begins with no seat and a hyphen
    numbered = (f"{each}-{n}" for each in stems for n in range(2, 1000))
    return next(each for each in (*stems, *numbered) if not taken(each))
