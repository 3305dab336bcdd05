"""A change of the chronicle as a seat sees it, and what else it may be."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.table.log.outcomes import Line
from tablee.table.log.state_parts import Consequence
from tablee.table.record_changes import FIELD
from tablee.table.views.names import Json, Lens


def booking_seen(lens: Lens, booking: Consequence) -> Json:
    """A change of the chronicle. `declined`: it does not count; `others`: what it may be
    instead."""
    told = [line for line in booking.lines if lens.sight.hears(line)]
    said = lens.told(booking.run_line, {}) if booking.run_line else ""
    texts = [lens.told(line, {}) for line in told]
    if booking.alternatives and texts:
        said = ""  # which of them it is
    may = _may(lens, booking)
    return {
        "id": booking.id,
        "who": lens.names.get(booking.character, ""),
        "text": said or " ".join(texts),
        "told": texts if said else [],
        "clauses": lens.clauses([*told, *([booking.run_line] if booking.run_line else [])]),
        "declined": not booking.applied,
        "held": booking.held,
        "private": booking.private,
        "refused": _refused(lens, booking),
        "overrules": booking.by_hand,
        "may": may,
        "others": _others(lens, booking) if may else [],
    }


def _may(lens: Lens, booking: Consequence) -> bool:
    """Whether the seat may decline it, take it back or have it otherwise."""
    mine = lens.sight.concerns(booking)
    lasting = booking.id in lens.state.scene_consequences and not (
        booking.impossible or booking.cancelled
    )
    return mine and lasting and not lens.state.archived


def _others(lens: Lens, booking: Consequence) -> list[str]:
    """What the seat may have in its place; nothing of what is the leader's to judge."""
    if not lens.leads and any(other.for_leader for other in booking.alternatives):
        return []
    return [_told(lens, other.lines) for other in booking.alternatives]


def _told(lens: Lens, lines: Sequence[Line]) -> str:
    return " ".join(lens.told(line, {}) for line in lines if lens.sight.hears(line))


def _refused(lens: Lens, booking: Consequence) -> str:
    """Why a change cannot be; in words that name nobody to who does not lead."""
    if not booking.impossible:
        return ""
    short = lens.words.text("Ce n’est pas possible en l’état.")
    if not lens.leads:
        return short
    why = booking.refusal
    if why is None:
        return f"{short} {booking.refusal_text}"
    allowed = lens.words.phrase(why.text, **why.numbers)
    field = lens.label(str(why.numbers.get(FIELD, "")))
    if not field:
        return f"{short} {allowed}"
    return f"{short} {lens.words.phrase('{field:=}, attendu : {allowed:=}.', field=field, allowed=allowed)}"
