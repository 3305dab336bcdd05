"""The names that the form of a manual change offers: of people, and of what a sheet or a ledger holds.

The module edits controls. It may read the state of a table. It must not know how a change is decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from tablee.faces.web.form.control import Chip, Control
from tablee.rules.campaign.building import campaign_record_of
from tablee.rules.contract_json import ParamsJson
from tablee.rules.ledger import Event
from tablee.rules.schema import Field, Tagged, fields_of, tag_of
from tablee.table.log.table_state import State
from tablee.table.replay import game_of

EVENT = "event.evenement."
"""The beginning of the names of the controls for a ledger's event."""


def naming(
    state: State, kind: type[Event[Any]], given: ParamsJson, whose: Sequence[str]
) -> Callable[[Control], Control]:
    """Return a function that makes a control of a ledger's event offer the names that it may hold.

    `given`: the values of the form so far; `whose`: the characters that the change may concern.
    """
    fields = _chosen_fields(kind, given.get("evenement"))
    people = campaign_record_of(game_of(state)).declared.people
    characters = {name: str(state.sheet(name)["nom"]) for name in whose}
    held = _held(state, kind, given.get("qui") if given.get("qui") in whose else None)

    def offered(control: Control) -> Control:
        name = control.path.removeprefix(EVENT) if control.path.startswith(EVENT) else ""
        field = fields.get(name)
        if field is None:
            return control
        if field.among is not None:
            found = {
                each: characters.get(each, each) for each in _names(held.get(field.among.field))
            }
            return _offering(control, found, field.among.others)
        return _offering(control, characters, True) if name in people else control

    return offered


def _chosen_fields(kind: type[Event[Any]], event: Any) -> Mapping[str, Field]:
    """Return the fields of the ledger's event that the form shows."""
    field = fields_of(kind).get("evenement")
    records = field.shape.records if field and isinstance(field.shape, Tagged) else ()
    tag = event.get("type") if isinstance(event, Mapping) else None
    chosen = next((each for each in records if tag_of(each) == tag), next(iter(records), None))
    return {} if chosen is None else fields_of(chosen)


def _held(state: State, kind: type[Event[Any]], qui: str | None) -> Mapping[str, Any]:
    """Return the lists of the ledger, and of the sheet of a character."""
    ledger = getattr(kind, "ledger", None)
    kept = {} if ledger is None else state.record["registres"].get(ledger.id, {})
    return {**kept, **(state.sheet(qui) if qui else {})}


def _names(held: Any) -> Iterable[str]:
    """Return the names in a list of the record: its keys, its texts, or the names of its records."""
    if isinstance(held, Mapping):
        return held
    texts = (
        each.get("nom", each.get("id")) if isinstance(each, Mapping) else each
        for each in held or ()
    )
    return (each for each in texts if isinstance(each, str))


def _offering(control: Control, names: Mapping[str, str], others: bool) -> Control:
    """Return a control that offers names (value -> label), also where it opens under an option.
    `others`: whether another name may be typed."""
    chips = tuple(
        replace(chip, inner=_offering(chip.inner, names, others)) if chip.inner else chip
        for chip in control.chips
    )
    if control.kind != "text" or not names:
        return replace(control, chips=chips)
    if others:
        labels = tuple(names.values())
        return replace(control, offered=labels, suggestions=control.id, taps=False)
    first = control.value if control.value in names else next(iter(names))
    chips = tuple(Chip(value, label, value == first) for value, label in names.items())
    return replace(control, kind="select", chips=chips)
