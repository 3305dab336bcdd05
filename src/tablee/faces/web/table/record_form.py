"""The form for manual changes of the campaign record: the kind, the character, the values.

Its controls come from the campaign events that the game declares. A player sees the events for
their own characters only. This module may import the form controls and the room. It must not know
how a change is decided.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tablee.faces.web.form.control import Chip, Control
from tablee.faces.web.form.controls import controls_of
from tablee.faces.web.form.form_values import constant_text, read_params
from tablee.faces.web.form.rows import with_rows
from tablee.faces.web.page_input import one
from tablee.faces.web.table.known_names import naming
from tablee.faces.web.table.refusal_notices import refused_beside
from tablee.faces.web.table.request_form import requestable_chapters
from tablee.rules.campaign.events import OfCharacter, for_leader
from tablee.rules.campaign.record import rulings_of
from tablee.rules.ledger import Event
from tablee.rules.refusal import Refusal
from tablee.rules.schema import Tagged, fields_of
from tablee.rules.texts.typography import capital
from tablee.rules.texts.words import Words
from tablee.table.acts.change_record import by_hand
from tablee.table.replay import game_of
from tablee.table.room import Room

Pairs = Mapping[str, Sequence[str]]
_PUT = ("retrait", "retouche")
"""Campaign events that have forms of their own."""
_WHO, _TIME = "event.qui", "avance"
ALONG = f'[name="event.type"], [name^="{_WHO}"]'
"""Selector of the values that stay when another kind of change is chosen."""
_PENDING_PROCEDURE = ("event.du.procedure", "event.procedure")
"""Controls for the procedure of a pending consequence."""
_EVENT = "event.evenement"
"""Control for a ledger's event."""
_WHICH = f"{_EVENT}.type"
"""Control for the kind of a ledger's event."""
_WHOSE = (_WHO, "event.du.qui")
"""Controls that choose a character."""


def record_form(
    room: Room,
    words: Words,
    whose: Sequence[str],
    leads: bool,
    pairs: Pairs,
    refusal: Refusal | None,
) -> tuple[str, list[tuple[str, str]], tuple[Control, ...]] | None:
    """Return the form of a manual change: the chosen kind, all kinds as (id, label), the controls;
    None if there is no kind. `whose`: the characters that it may concern."""
    events = by_hand(game_of(room.state))
    named = events.named()
    if not leads:
        named = {
            tag: kind for tag, kind in named.items() if whose and issubclass(kind, OfCharacter)
        }
    kinds = [(tag, capital(words.label(tag, "type"))) for tag in named if tag not in _PUT]
    if not kinds:
        return None
    kinds.sort(key=lambda kind: kind[0] != _TIME)
    chosen = one(pairs, "event.type")
    tag = chosen if chosen in named else kinds[0][0]
    given = read_params(named[tag], pairs, "event.")
    given = with_rows(named[tag], given, pairs, "event.") or given
    shared = issubclass(named[tag], OfCharacter)
    if shared and _WHO not in pairs:
        given = {"qui": _first_character(room, whose), **given}  # never all characters by default
    errors = {refusal.field: refused_beside(words, refusal)} if refusal else {}
    rulings = rulings_of(game_of(room.state), room.state.rulings)
    found = controls_of(named[tag], given, words, errors, "event.", rulings)

    reserved = () if leads else _leader_paths(named[tag])
    offering_names = naming(room.state, named[tag], given, whose)

    def offer(control: Control) -> Control:
        inner = tuple(offer(each) for each in control.controls if each.path not in reserved)
        control = offering_names(msgspec.structs.replace(control, controls=inner))
        if not leads and control.path == _WHICH:
            control = _player_events(control, events, tag)
        return _procedure_control(
            words, room, _character_control(room, words, control, whose, shared, leads)
        )

    found = tuple(sorted(found, key=lambda control: control.path != _WHO))
    return tag, kinds, tuple(each for control in map(offer, found) for each in _opened(control))


def _opened(control: Control) -> Sequence[Control]:
    """Return the controls of a ledger's event in place of their group, whose label is that of the
    first of them; any other control alone."""
    return control.controls if control.path == _EVENT and not control.error else (control,)


def _leader_paths(kind: type[Event[Any]]) -> set[str]:
    """Return the paths of the fields of a ledger's events that only the leader may change."""
    field = fields_of(kind).get("evenement")
    records = field.shape.records if field and isinstance(field.shape, Tagged) else ()
    return {f"event.evenement.{name}" for each in records for name in each.leader_fields}


def _player_events(control: Control, events: Tagged, tag: str) -> Control:
    """Return the control of a ledger's events without those for the leader alone."""
    chips = tuple(
        chip
        for chip in control.chips
        if not for_leader(events, {"type": tag, "evenement": {"type": chip.value}})
    )
    return msgspec.structs.replace(control, chips=chips)


def _first_character(room: Room, whose: Sequence[str]) -> str | None:
    """Return the first character of a player, else the first one."""
    owned = (name for name in whose if room.state.owners.get(name) is not None)
    return next(owned, next(iter(whose), None))


def _character_control(
    room: Room,
    words: Words,
    control: Control,
    whose: Sequence[str],
    shared: bool = False,
    leads: bool = True,
) -> Control:
    """Return a control that offers characters by name, where it chooses one. `shared`: without a
    character the change concerns all of them, which only the leader may choose."""
    change = msgspec.structs.replace
    if control.kind == "text" and control.path.startswith(_WHOSE):
        named = {name: str(room.state.sheet(name)["nom"]) for name in whose}
        chips = tuple(Chip(name, label, name == control.value) for name, label in named.items())
        return change(control, kind="select", chips=chips, help="")
    if control.path not in _WHOSE:
        return control
    somebody = words.text("un personnage") if leads else words.text("mon personnage")
    all_of_them = words.text("tous les personnages")
    chips = tuple(
        change(c, label=somebody, inner=_character_control(room, words, c.inner, whose))
        if c.inner
        else change(c, label=all_of_them)
        if shared
        else c
        for c in control.chips
        if c.inner or leads
    )
    return change(control, label=capital(words.text("de qui")), chips=chips, help="")


def _procedure_control(words: Words, room: Room, control: Control) -> Control:
    """Return a control that offers the requestable procedures, or none, where it chooses the one
    of a pending consequence."""
    if control.path not in _PENDING_PROCEDURE:
        return control
    typed = next((chip.inner.value for chip in control.chips if chip.checked and chip.inner), "")
    chips = tuple(
        Chip(name, title, name == typed)
        for _, rows in requestable_chapters(game_of(room.state), words)
        for name, title in rows
    )
    none = words.text("aucune : un mot à retenir")
    nothing = Chip(constant_text(None), none, not any(chip.checked for chip in chips))
    return msgspec.structs.replace(control, kind="select", chips=(nothing, *chips), help="")
