"""The form for what changes by hand: which change, of whom, and what of it is to be said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from tablee.faces.web.form.control import Chip, Control
from tablee.faces.web.form.controls import controls_of
from tablee.faces.web.form.form_values import constant_text, read_params
from tablee.faces.web.form.rows import with_rows
from tablee.faces.web.page_input import one
from tablee.faces.web.table.refusal_notices import refused_beside
from tablee.faces.web.table.request_form import requestable_chapters
from tablee.rules.campaign.events import OfCharacter, for_leader
from tablee.rules.refusal import Refusal
from tablee.rules.schema import Tagged
from tablee.rules.words import Words, capital
from tablee.table.acts.change_record import by_hand
from tablee.table.replay import game_of
from tablee.table.room import Room

Pairs = Mapping[str, Sequence[str]]
_PUT = ("retrait", "retouche")
"""Events of the chronicle that have forms of their own."""
_WHO, _TIME = "event.qui", "avance"
ALONG = f'[name="event.type"], [name^="{_WHO}"]'
"""What a change keeps when it becomes one of another kind: which it is, and of whom."""
_DUE = ("event.du.procedure", "event.procedure")
"""Controls for the procedure of a run that is due."""
_WHICH = "event.evenement.type"
"""The control for which event of a ledger it is."""
_WHOSE = (_WHO, "event.du.qui")
"""Controls for a character."""


def kept_form(
    room: Room,
    words: Words,
    whose: Sequence[str],
    leads: bool,
    pairs: Pairs,
    refusal: Refusal | None,
) -> tuple[str, list[tuple[str, str]], tuple[Control, ...]] | None:
    """The form for a change of what is kept: which (id, name), all of them, and the controls.
    `whose`: the characters whose it may be; a player's change is of one of his own, where there is
    any."""
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
        given = {"qui": _first(room, whose), **given}  # all of them only when that is said
    errors = {refusal.field: refused_beside(words, refusal)} if refusal else {}
    found = controls_of(named[tag], given, words, errors, prefix="event.")

    def offering(control: Control) -> Control:
        inner = tuple(map(offering, control.controls))
        control = msgspec.structs.replace(control, controls=inner)
        if not leads and control.path == _WHICH:
            control = _own(control, events, tag)
        return _due(words, room, _of_whom(room, words, control, whose, shared, leads))

    return tag, kinds, tuple(map(offering, found))


def _own(control: Control, events: Tagged, tag: str) -> Control:
    """The events of a ledger without those that are for who leads to decide."""
    chips = tuple(
        chip
        for chip in control.chips
        if not for_leader(events, {"type": tag, "evenement": {"type": chip.value}})
    )
    return msgspec.structs.replace(control, chips=chips)


def _first(room: Room, whose: Sequence[str]) -> str | None:
    """A character of a player's, else any."""
    owned = (name for name in whose if room.state.owners.get(name) is not None)
    return next(owned, next(iter(whose), None))


def _of_whom(
    room: Room,
    words: Words,
    control: Control,
    whose: Sequence[str],
    shared: bool = False,
    leads: bool = True,
) -> Control:
    """A control for a character offers those that there are, by name; `shared`: without one the
    change is that of all, which who leads may say."""
    change = msgspec.structs.replace
    if control.kind == "text" and control.path.startswith(_WHOSE):
        named = {name: str(room.state.sheet(name)["nom"]) for name in whose}
        chips = tuple(Chip(name, told, name == control.value) for name, told in named.items())
        return change(control, kind="select", chips=chips, help="")
    if control.path not in _WHOSE:
        return control
    somebody = words.text("un personnage") if leads else words.text("mon personnage")
    all_of_them = words.text("tous les personnages")
    chips = tuple(
        change(c, label=somebody, inner=_of_whom(room, words, c.inner, whose))
        if c.inner
        else change(c, label=all_of_them)
        if shared
        else c
        for c in control.chips
        if c.inner or leads
    )
    return change(control, label=capital(words.text("de qui")), chips=chips)


def _due(words: Words, room: Room, control: Control) -> Control:
    """A control for the procedure of what is due offers those that can be asked for, or none."""
    if control.path not in _DUE:
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
