"""The rulings of a running campaign, to read and to change.

It may import the state of a table, the rules and the form controls. It must not know how an act is
decided.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from tablee.faces.messages import format_value
from tablee.faces.web.form.control import Control
from tablee.faces.web.form.controls import controls_of
from tablee.faces.web.form.form_values import read_params
from tablee.faces.web.form.ruling_notes import RulingNote, ruling_notes
from tablee.faces.web.page_input import one
from tablee.rules.game import Game
from tablee.rules.refusal import Refusal
from tablee.rules.schema import read_record, show
from tablee.rules.texts.typography import capital
from tablee.rules.texts.words import Words
from tablee.table.log.table_state import State
from tablee.table.replay import game_of

HEAD = "rulings."
"""Start of the names of the form's values."""


class RulingsForm(msgspec.Struct, frozen=True):
    """The rulings of now as (label, value, what it changes), and the controls that change them, each
    with what it changes."""

    values: tuple[tuple[str, str, RulingNote], ...]
    controls: tuple[tuple[Control, RulingNote], ...]
    wrong: bool


def with_notes(
    controls: Iterable[Control], game: Game, words: Words
) -> tuple[tuple[Control, RulingNote], ...]:
    """Return the controls of rulings, each with what it changes."""
    notes = ruling_notes(game, words)
    return tuple((each, notes[each.path.removeprefix(HEAD)]) for each in controls)


def rulings_form(
    state: State, words: Words, typed: Mapping[str, list[str]], refusal: Refusal | None
) -> RulingsForm:
    """Return the form, with what was typed in it and refused."""
    game = game_of(state)
    declared, notes = game.rulings, ruling_notes(game, words)
    now = show(read_record(declared, state.rulings, HEAD))
    values = tuple(
        (capital(words.label(n)), format_value(words, v, n), notes[n]) for n, v in now.items()
    )
    posted = one(typed, "do") == "change_rulings"
    given = {**now, **read_params(declared, typed, HEAD)} if posted else now
    errors = {refusal.field: words.refusal(refusal)} if posted and refusal else {}
    controls = controls_of(declared, given, words, errors, HEAD)
    wrong = any(each.error for each in controls)
    return RulingsForm(values, with_notes(controls, game, words), wrong)
