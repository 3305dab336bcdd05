"""The leader's tools beside the table: newcomers, and the time that passes.

This module may import the ready-made sheets and the form of manual changes. It must not know how an
act is decided.
"""

from __future__ import annotations

import msgspec

from tablee.faces.web.form.control import Control
from tablee.faces.web.table.new_characters import ready_for
from tablee.faces.web.table.record_form import record_form
from tablee.rules.schema import tag_of
from tablee.rules.texts.typography import capital
from tablee.rules.texts.words import Words
from tablee.table.room import Room

Models = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
"""(Kind of sheet, its ready-made ones as (id, name))."""
TIME = "avance"
"""Campaign event of the time that passes."""


class DeskTools(msgspec.Struct, frozen=True):
    """The tools that do not change with the table. `time`: the controls of the time that passes,
    none if only scenes pass."""

    models: Models
    time: tuple[Control, ...]


def desk_tools(room: Room, words: Words) -> DeskTools:
    state = room.state
    by_kind: dict[str, list[tuple[str, str]]] = {}
    for name, sheet in ready_for(state, state.leader).items():
        by_kind.setdefault(tag_of(type(sheet)), []).append((name, str(sheet.nom)))
    models = tuple(
        (capital(words.label(tag, "fiche")), tuple(rows)) for tag, rows in by_kind.items()
    )
    form = record_form(room, words, [*state.sheets], True, {"event.type": [TIME]}, None)
    time = form[2] if form is not None and form[0] == TIME else ()
    if all(len(each.chips) < 2 for each in time):  # only scenes pass: they have a tool of their own
        time = ()
    return DeskTools(tuple(sorted(models, key=lambda kind: len(kind[1]))), time)
