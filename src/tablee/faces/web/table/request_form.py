"""The leader's form for requesting a run: the characters, the procedure, its difficulty.

Its controls come from the declaration of the procedure. A value that the sheets give has no
control; a value with names on a sheet is offered by these names. All other controls are folded
(`more`). This module may import the state of a table and the form controls. It must not know how a
request is decided.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from tablee.faces.web.console.console_page import chapters_of
from tablee.faces.web.form.control import Control
from tablee.faces.web.form.controls import Errors, controls_of
from tablee.faces.web.form.form_values import NESTED, read_params
from tablee.faces.web.form.rows import with_rows
from tablee.faces.web.table.actor_lists import first_ways, ways_on_sheet
from tablee.faces.web.table.cast_form import Role, chosen_for, roles_for
from tablee.faces.web.table.form_limits import limit_control
from tablee.faces.web.table.member_lists import Members, members_of
from tablee.faces.web.table.refusal_notices import refused_at_table, refused_beside
from tablee.faces.web.table.sheet_choices import is_replaceable, replacement_control
from tablee.faces.web.table.sheet_names import (
    has_names,
    names_control,
    names_of,
    numbers_of,
    values_of,
)
from tablee.rules.ambient import Ambient, around
from tablee.rules.campaign.record import rulings_of
from tablee.rules.game import Game
from tablee.rules.ledger import Ledger
from tablee.rules.procedure import Procedure
from tablee.rules.refusal import Refusal
from tablee.rules.schema import Field, fields_of
from tablee.rules.shapes import Either, Many, Ratio, Shape, Whole
from tablee.rules.sheet_params import roles_of
from tablee.rules.words import Words, capital
from tablee.table.casting import decisions, limits, table_values
from tablee.table.log.table_state import State
from tablee.table.replay import game_of

Pairs = Mapping[str, Sequence[str]]
Chapters = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
"""(Title of a chapter, its procedures as (id, title))."""
RECENT = 4
"""Number of recently requested procedures that come first."""


class RequestForm(msgspec.Struct, frozen=True, kw_only=True):
    """The form. `main`: the visible controls; `more`: the folded ones; `taken`: the values of the
    sheets that may be left out, as (parameter, label, value); `members`: the controls of each
    character in a list; `recent`: recently requested procedures, as (id, title);
    `may_be_secret`: whether the form offers a secret run."""

    procedure: str
    title: str
    roles: tuple[Role, ...]
    main: tuple[Control, ...]
    more: tuple[Control, ...]
    taken: tuple[tuple[str, str, str], ...]
    members: tuple[Members, ...]
    recent: tuple[tuple[str, str], ...]
    chapters: Chapters
    secret: bool
    may_be_secret: bool
    complaint: str


def build_request_form(
    state: State, words: Words, pairs: Pairs, refusal: Refusal | None = None
) -> RequestForm:
    """Return the form with the values of `pairs`, or with its first values."""
    game = game_of(state)
    with around(Ambient(rulings_of(game, state.rulings))):  # computed values of sheets need them
        return _build_form(state, game, words, pairs, refusal)


def _build_form(
    state: State, game: Game, words: Words, pairs: Pairs, refusal: Refusal | None
) -> RequestForm:
    procedure = _procedure(state, game, pairs)
    chosen = chosen_for(state, procedure, pairs)
    known = _table_values(state, game, procedure, chosen)
    errors: Errors = {refusal.field: refused_beside(words, refusal)} if refusal else {}
    params = {**decisions(procedure), **first_ways(procedure), **_refused_value(procedure, refusal)}
    params |= read_params(procedure, pairs)
    params = with_rows(procedure, params, pairs) or params
    controls = [
        _named_control(state, words, procedure, control, chosen, params, known)
        for control in controls_of(procedure, params, words, errors)
        if control.error
        or not (
            control.path in known or _needs_no_control(state, game, procedure, control.path, chosen)
        )
        or _replaceable(state, game, procedure, control.path, chosen)
    ]
    taken = (
        *_sheet_numbers(state, game, words, procedure, chosen),
        *_ledger_numbers(words, procedure, known),
    )
    own = any(control.path == "secret" for control in controls)
    members = members_of(state, game, words, procedure, chosen, params, errors)
    each = [c for place in members for one in place.each for c in (*one.main, *one.more)]
    beside = any(control.wrong for control in (*controls, *each))
    main = [c for c in controls if c.wrong or (c.main and not _folded(procedure, params, c))]
    return RequestForm(
        procedure=procedure.id,
        title=capital(words.label(procedure.id)),
        roles=roles_for(state, words, procedure, chosen, pairs),
        main=tuple(main),
        more=tuple(c for c in controls if c not in main),
        taken=taken,
        members=members,
        recent=_recent(state, game, words),
        chapters=requestable_chapters(game, words),
        secret=bool(pairs.get("secret")) and pairs["secret"][-1] in ("1", "true", "on"),
        may_be_secret=not own,
        complaint=refused_at_table(words, refusal) if refusal and not beside else "",
    )


def _refused_value(procedure: type[Procedure[Any]], refusal: Refusal | None) -> dict[str, Any]:
    """Return the refused number, even one of a sheet, so that the form shows it again."""
    if refusal is None or refusal.field not in fields_of(procedure):
        return {}
    return {refusal.field: refusal.got} if type(refusal.got) in (int, bool) else {}


def _folded(procedure: type[Procedure[Any]], params: Mapping[str, Any], control: Control) -> bool:
    """Return whether a control is folded: a decision left to the player, an optional parameter
    beside a required one of the same source, or a list with its default."""
    left, name = decisions(procedure), control.path
    if name in left and params.get(name) == left[name]:
        return True
    declared = fields_of(procedure)
    field = declared[name]
    unsaid = field.source is not None and not field.required and params.get(name) is None
    if unsaid and any(each.required and each.source == field.source for each in declared.values()):
        return True
    if control.kind != "rows" or field.required:
        return False
    usual = field.shape.show(field.default)
    return bool(params.get(name, usual) == usual)


def _procedure(state: State, game: Game, pairs: Pairs) -> type[Procedure[Any]]:
    """Return the procedure of the form, else the one requested last, else the game's first."""
    named = pairs["procedure"][-1] if pairs.get("procedure") else ""
    for name in (named, *reversed(state.requested_procedures), *_usual(game)):
        found = game.procedure(name)
        if found is not None:
            return found
    return next(iter(game.procedures))


def _usual(game: Game) -> list[str]:
    return [f"{game.id}.{name}" for name in game.usual]


# ── controls ───────────────────────────────────────────────────────────────────────────────────
def _needs_no_control(
    state: State,
    game: Game,
    procedure: type[Procedure[Any]],
    name: str,
    chosen: Mapping[str, list[str]],
) -> bool:
    """Return whether a parameter needs no control: the sheets give it, it is a place for
    characters, or it can only be one number."""
    field = fields_of(procedure)[name]
    shape = field.shape
    alone = isinstance(shape, Whole) and shape.low is not None and shape.low == shape.high
    if alone or (name in chosen and name not in roles_of(procedure)):
        return True
    who = chosen.get(field.source.role) if field.source else None
    if not who or not all(_has_value(state, game, field, each) for each in who):
        return False
    return not any(has_names(state, game, field, each) for each in who)


def _replaceable(
    state: State,
    game: Game,
    procedure: type[Procedure[Any]],
    name: str,
    chosen: Mapping[str, list[str]],
) -> bool:
    """Return whether the sheets give a number that the leader may replace."""
    field = fields_of(procedure)[name]
    who = chosen.get(field.source.role, []) if field.source else []
    return is_replaceable(state, game, field, who)


def _has_value(state: State, game: Game, field: Field, who: str) -> bool:
    """Return whether the sheet of a character has a value for a parameter. An empty table is no
    value for a required one."""
    known = values_of(state, game, field, who)
    return any(not field.required or value not in ((), {}) for value in known)


def _names(state: State, game: Game, field: Field, chosen: Mapping[str, list[str]]) -> list[str]:
    """Return the names that a parameter may have on the sheets of its characters."""
    assert field.source is not None
    return names_of(state, game, field, chosen.get(field.source.role, []))


def _sheet_numbers(
    state: State,
    game: Game,
    words: Words,
    procedure: type[Procedure[Any]],
    chosen: Mapping[str, list[str]],
) -> tuple[tuple[str, str, str], ...]:
    """Return the numbers of the sheets that may be left out and differ from the default."""
    found = []
    for name, field in fields_of(procedure).items():
        if field.source is None or field.required or not isinstance(field.default, int):
            continue
        who = chosen.get(field.source.role, [])
        values = [values_of(state, game, field, each)[:1] for each in who]
        numbers = [each[0] for each in values if each and type(each[0]) is int]
        if any(number != field.default for number in numbers):
            text = words.enumeration([words.value(number) for number in numbers])
            found.append((name, capital(words.label(name)), text))
    return tuple(found)


def _table_values(
    state: State, game: Game, procedure: type[Procedure[Any]], chosen: Mapping[str, list[str]]
) -> Mapping[str, Any]:
    """Return the values of parameters that the table counts itself."""
    return table_values(state, game, procedure, {}, {p: who[0] for p, who in chosen.items() if who})


def _ledger_numbers(
    words: Words, procedure: type[Procedure[Any]], known: Mapping[str, Any]
) -> Iterator[tuple[str, str, str]]:
    """Yield the numbers of the ledgers that may be left out, as (parameter, label, value)."""
    seats = procedure.seats_beside[1] if procedure.seats_beside else ""
    required = {seats, *limits(procedure, known)}
    for name, value in known.items():
        if name not in required and type(value) is int and value:
            yield name, capital(words.label(name)), words.value(value)


def _named_control(
    state: State,
    words: Words,
    procedure: type[Procedure[Any]],
    control: Control,
    chosen: Mapping[str, list[str]],
    params: Mapping[str, Any],
    known: Mapping[str, Any],
) -> Control:
    """Return a control that offers the names of its values on the sheet, where they have names."""
    field, game = fields_of(procedure)[control.path], game_of(state)
    control = limit_control(words, field, _without_beliefs(field, control), known)
    if field.source is None:
        return control
    who, given = chosen.get(field.source.role, []), params.get(control.path)
    names = _names(state, game, field, chosen)
    if is_replaceable(state, game, field, who):
        return replacement_control(state, game, words, field, control, who, given)
    if not names:
        return ways_on_sheet(state, game, words, field, control, who, given)
    everybody = [each for several in chosen.values() for each in several]
    numbers = numbers_of(state, game, field, who, everybody)
    return names_control(words, field, control, names, numbers, given)


def _without_beliefs(field: Field, control: Control) -> Control:
    """Return the control without beliefs, which only a computation accepts."""
    shapes = field.shape.shapes if isinstance(field.shape, Either) else ()
    beliefs = {f"{NESTED}{place}" for place, each in enumerate(shapes) if _is_belief(each)}
    chips = tuple(chip for chip in control.chips if chip.value not in beliefs)
    return msgspec.structs.replace(control, chips=chips) if beliefs else control


def _is_belief(shape: Shape) -> bool:
    """Return whether a shape is a belief: a list of shares, or of pairs of a value and a share."""
    parts = (shape.item,) if isinstance(shape, Many) else getattr(shape, "items", ())
    pairs = [each for part in parts for each in getattr(part, "items", (part,))]
    return any(isinstance(each, Ratio) for each in pairs)


# ── procedures ─────────────────────────────────────────────────────────────────────────────────
def _recent(state: State, game: Game, words: Words) -> tuple[tuple[str, str], ...]:
    """Return the recently requested procedures, then the game's usual ones, as (id, title)."""
    lately = list(reversed(state.requested_procedures))[:RECENT]
    first = list(dict.fromkeys([*lately, *_usual(game)]))
    return tuple((name, capital(words.label(name))) for name in first[: RECENT + 2])


def requestable_chapters(game: Game, words: Words) -> Chapters:
    """Return the procedures that can be requested, by chapter."""
    found = []
    for chapter in chapters_of(game, words):
        rows = []
        for address, title, _, _ in chapter.procedures:
            name = f"{game.id}.{address.rpartition('/')[2]}"
            kind = game.procedure(name)
            if kind is not None and not issubclass(kind, Ledger):
                rows.append((name, title))
        if rows:
            found.append((chapter.title, tuple(rows)))
    return tuple(found)
