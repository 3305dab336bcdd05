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
from tablee.faces.web.page_input import one
from tablee.faces.web.table.carried_values import (
    Before,
    carried,
    made_for,
    without_other_secret,
    without_replaced,
)
from tablee.faces.web.table.cast_form import KNOWN, CastForm, Role, in_form_order
from tablee.faces.web.table.member_lists import Members, aligned, members_of
from tablee.faces.web.table.pending_cards import OfferCard, offer_cards
from tablee.faces.web.table.refusal_notices import is_belief, refused_at_table, refused_beside
from tablee.faces.web.table.sheet_controls import (
    Sheets,
    first_ways,
    is_replaceable,
    limit_control,
    named_control,
    ways_on_sheet,
)
from tablee.rules.ambient import Ambient, around
from tablee.rules.campaign.record import rulings_of
from tablee.rules.choice_landmarks import record_of
from tablee.rules.contract_json import ParamsJson
from tablee.rules.game import Game
from tablee.rules.ledger import Ledger
from tablee.rules.procedure import Procedure
from tablee.rules.refusal import Refusal
from tablee.rules.schema import Field, fields_of
from tablee.rules.shapes import Either, Whole
from tablee.rules.sheets.sheet_params import parts_of
from tablee.rules.texts.typography import capital
from tablee.rules.texts.words import Words
from tablee.table.casting import decisions, limits, table_values
from tablee.table.log.table_state import State
from tablee.table.record_changes import PENDING
from tablee.table.replay import game_of
from tablee.table.views.pending_views import offers_in

Pairs = Mapping[str, Sequence[str]]
Chapters = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
"""(Title of a chapter, its procedures as (id, title))."""
RECENT = 4
"""Number of recently requested procedures that come first."""
MAX_TITLE = 200
"""Characters of the title of a run."""


class RequestForm(msgspec.Struct, frozen=True, kw_only=True):
    """The form. `main`: the visible controls; `more`: the folded ones; `taken`: the values of the
    sheets that may be left out, as (parameter, label, value); `off`: those left out; `made`: the
    procedure and the characters that the form is made for, as fields of it; `members`: the controls of each
    character in a list; `recent`: recently requested procedures, as (id, title);
    `may_be_secret`: whether the form offers a secret run; `players_throw`: whether the players throw
    in a secret one, of which they do not see the result; `named`: the title typed for the run; `offers`: the
    changes by hand that open or close one of its parameters; `begins_scene`: a request begins a
    scene, since none is played."""

    procedure: str
    title: str
    named: str
    roles: tuple[Role, ...]
    main: tuple[Control, ...]
    more: tuple[Control, ...]
    taken: tuple[tuple[str, str, str], ...]
    off: tuple[str, ...]
    made: tuple[tuple[str, str], ...]
    members: tuple[Members, ...]
    recent: tuple[tuple[str, str], ...]
    chapters: Chapters
    secret: bool
    may_be_secret: bool
    players_throw: bool
    complaint: str
    offers: tuple[OfferCard, ...]
    begins_scene: bool


def build_request_form(
    state: State, words: Words, pairs: Pairs, refusal: Refusal | None = None
) -> RequestForm:
    """Return the form with the values of `pairs`, or with its first values."""
    game = game_of(state)
    with around(Ambient(rulings_of(game, state.rulings))):  # computed values of sheets need them
        placed = aligned(in_form_order(state, pairs))
        return _FormMaker(Sheets(state, game, words), placed, refusal).form()


class _FormMaker:
    """The values on which the form depends. `chosen`: place -> its characters; `known`: the values
    that the table counts itself; `params`: the values so far."""

    def __init__(self, sheets: Sheets, pairs: Pairs, refusal: Refusal | None) -> None:
        self.sheets, self.state, self.game = sheets, sheets.state, sheets.game
        self.words = sheets.words
        self.refusal = refusal
        self.procedure = procedure = _procedure(self.state, self.game, pairs)
        before = None if refusal else Before.of(sheets, pairs)
        self.pairs = pairs = without_other_secret(before, procedure, pairs)
        self.declared = fields_of(procedure)
        self.cast = CastForm(sheets, procedure, pairs)
        self.chosen = self.cast.chosen
        first = {place: who[0] for place, who in self.chosen.items() if who}
        self.known = table_values(self.state, self.game, procedure, {}, first)
        self.rulings = rulings_of(self.game, self.state.rulings)
        given: ParamsJson = {
            **decisions(procedure, self.rulings),
            **first_ways(procedure),
            **self._refused_value(),
        }
        typed = (
            read_params(procedure, pairs)
            if before is None
            else carried(sheets, before, procedure, self.chosen, self.rulings, pairs)
        )
        given = without_replaced(procedure, {**given, **typed})
        self.params: ParamsJson = with_rows(procedure, given, pairs) or given
        self.params |= {name: each for name, each in self._alike() if name not in self.params}

    def _alike(self) -> Iterator[tuple[str, str | int]]:
        """Yield the parameters that take the name of another one, with it, or 0 without it."""
        for name, field in self.declared.items():
            if not (field.source and field.source.like):
                continue
            other = self.declared[field.source.like]
            named = self.params.get(other.name, next(iter(self._names(other)), None))
            if isinstance(named, str) and (theirs := self._names(field)):
                yield name, named if named in theirs else 0

    def _names(self, field: Field) -> Sequence[str]:
        return self.sheets.names(field, self._who(field))

    def _refused_value(self) -> ParamsJson:
        """Return the refused number, even one of a sheet, so that the form shows it again."""
        refusal = self.refusal
        if refusal is None or refusal.field not in self.declared:
            return {}
        return {refusal.field: refusal.got} if type(refusal.got) in (int, bool) else {}

    def form(self) -> RequestForm:
        words, refusal, pairs, params = self.words, self.refusal, self.pairs, self.params
        errors: Errors = {refusal.field: refused_beside(words, refusal)} if refusal else {}
        typed = {name: each for name, each in params.items() if not self._is_name(name, each)}
        controls = [
            self._control(each)
            for each in controls_of(self.procedure, typed, words, errors, "", self.rulings)
            if each.error or self._needs_control(self.declared[each.path])
        ]
        members = members_of(self.sheets, self.procedure, self.chosen, params, errors)
        each = [c for place in members for one in place.each for c in (*one.main, *one.more)]
        beside = any(control.wrong for control in (*controls, *each))
        main = [c for c in controls if c.wrong or (c.main and not self._folded(c))]
        return RequestForm(
            procedure=self.procedure.id,
            title=capital(words.label(self.procedure.id)),
            named=one(pairs, "title")[:MAX_TITLE],
            roles=self.cast.shown(),
            main=tuple(main),
            more=tuple(c for c in controls if c not in main),
            taken=(*self._sheet_numbers(), *self._ledger_numbers()),
            off=tuple(pairs.get("off", ())),
            made=(*made_for(self.procedure, self.chosen), (KNOWN, " ".join(self.cast.ordered))),
            members=members,
            recent=_recent(self.state, self.game, words),
            chapters=requestable_chapters(self.game, words),
            secret=one(pairs, "secret") in ("1", "true", "on"),
            may_be_secret=all(control.path != "secret" for control in controls),
            players_throw=bool(self.procedure.hideable),
            complaint=refused_at_table(words, refusal) if refusal and not beside else "",
            offers=tuple(self._offers()),
            begins_scene=self.state.scene is None,
        )

    def _offers(self) -> list[OfferCard]:
        """Return the changes by hand that open or close a parameter of the procedure, or of a member
        of its lists."""
        records = [record_of(field.shape) for field in self.declared.values()]
        members = {name for record in records if record for name in fields_of(record)}
        names = {name: self.sheets.name(name) for name in self.state.sheets}
        offers = offers_in(self.state, self.game, self.words)
        return offer_cards(offers, names, self.declared.keys() | members)

    def _who(self, field: Field) -> list[str]:
        """Return the characters whose sheets fill a parameter."""
        return self.chosen.get(field.source.role, []) if field.source else []

    def _is_name(self, name: str, value: Any) -> bool:
        """Return whether the value of a parameter is a name on the sheets that fill it."""
        field = self.declared[name]
        return self.sheets.is_name(field, self._who(field), value)

    def _folded(self, control: Control) -> bool:
        """Return whether a control is folded: a decision left to the player, an optional parameter
        beside a required one of the same source, one that depends on another that is not given, or
        a list with its default."""
        left, name, params = decisions(self.procedure), control.path, self.params
        if name in left and params.get(name) == left[name]:
            return True
        field, others = self.declared[name], self.declared.values()
        unsaid = field.source is not None and not field.required and params.get(name) is None
        by = field.source.by if field.source else None
        if unsaid and by and by[0] in self.declared and params.get(by[0]) is None:
            return True
        if unsaid and any(each.required and each.source == field.source for each in others):
            return True
        if control.kind != "rows" or field.required:
            return False
        usual = field.shape.show(field.default)
        return bool(params.get(name, usual) == usual)

    # ── controls ───────────────────────────────────────────────────────────────────────────────
    def _needs_control(self, field: Field) -> bool:
        """Return whether a parameter needs a control: neither table nor sheets give it, now or later, it
        is no place for characters, and it can be several numbers; or the leader may replace the number
        of a sheet."""
        name, shape, who, sheets = field.name, field.shape, self._who(field), self.sheets
        if is_replaceable(sheets, field, who):
            return True
        alone = isinstance(shape, Whole) and shape.low is not None and shape.low == shape.high
        if (
            field.received
            or name in self.known
            or alone
            or (name in self.chosen and name not in self.cast.roles)
        ):
            return False
        given = bool(who) and all(self._has_value(field, each) for each in who)
        return not given or any(sheets.has_names(field, each) for each in who)

    def _has_value(self, field: Field, who: str) -> bool:
        """Return whether the sheet of a character has a value for a parameter. An empty table is no
        value for a required one."""
        known = self.sheets.values(field, who)
        return any(not field.required or value not in ((), {}) for value in known)

    def _sheet_numbers(self) -> Iterator[tuple[str, str, str]]:
        """Yield the numbers of the sheets that may be left out and differ from the default."""
        for name, field in self.declared.items():
            if field.source is None or field.required or not isinstance(field.default, int):
                continue
            values = [self.sheets.values(field, each)[:1] for each in self._who(field)]
            numbers = [each[0] for each in values if each and type(each[0]) is int]
            if any(number != field.default for number in numbers):
                text = self.words.enumeration([self.words.value(number) for number in numbers])
                parts = {part for each in self._who(field) for part in self._parts(field, each)}
                text += f" ({self.words.enumeration(sorted(parts))})" if parts else ""
                yield name, capital(self.words.label(name)), text

    def _parts(self, field: Field, who: str) -> tuple[str, ...]:
        """Return what the number that a sheet gives to a parameter comes from, by its names there."""
        sheet, values = self.sheets.sheet(who), self.sheets.values(field, who)[:1]
        return parts_of(field, sheet, values[0]) if sheet and values else ()

    def _ledger_numbers(self) -> Iterator[tuple[str, str, str]]:
        """Yield the numbers of the ledgers that may be left out, as (parameter, label, value)."""
        procedure, words = self.procedure, self.words
        seats = procedure.seats_beside[1] if procedure.seats_beside else ""
        required = {seats, *limits(procedure, self.known)}
        for name, value in self.known.items():
            if name not in required and type(value) is int and value:
                yield name, capital(words.label(name)), words.value(value)

    def _control(self, control: Control) -> Control:
        """Return a control that offers the names of its values on the sheet, where they have
        names."""
        field, given = self.declared[control.path], self.params.get(control.path)
        control = limit_control(self.words, field, _without_beliefs(field, control), self.known)
        if field.source is None:
            return control
        who = self._who(field)
        everybody = [each for several in self.chosen.values() for each in several]
        named = named_control(self.sheets, field, control, who, self.params, everybody)
        return (
            named
            if named is not control
            else ways_on_sheet(self.sheets, field, control, who, given)
        )


def _procedure(state: State, game: Game, pairs: Pairs) -> type[Procedure[Any]]:
    """Return the procedure of the form, else the one requested last, unless it was owed in this
    scene or is an aside, else the game's first."""
    changes = (state.consequences[name].event for name in state.scene_consequences)
    owed = {each["du"].get("procedure") for each in changes if each.get("type") == PENDING}
    lately = [name for name in reversed(state.requested_procedures) if name not in owed]
    named = game.procedure(one(pairs, "procedure"))
    others = (game.procedure(name) for name in (*lately, *_usual(game)))
    found = named or next((each for each in others if each and not each.aside), None)
    if found is not None:
        return found
    return next(iter(game.procedures))


def _usual(game: Game) -> list[str]:
    return [f"{game.id}.{name}" for name in game.usual]


def _without_beliefs(field: Field, control: Control) -> Control:
    """Return the control without beliefs, which only a computation accepts."""
    shapes = field.shape.shapes if isinstance(field.shape, Either) else ()
    beliefs = {f"{NESTED}{place}" for place, each in enumerate(shapes) if is_belief(each)}
    chips = tuple(chip for chip in control.chips if chip.value not in beliefs)
    return msgspec.structs.replace(control, chips=chips) if beliefs else control


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
