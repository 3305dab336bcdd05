"""The chronicle of a table: what is kept of runs, what is changed by hand, what is declined.

Events hold what changed, so that no log needs the rules to be read. What is declined takes the
changes of the scene anew without it, from where the scene began.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from tablee.rules.booking import booked
from tablee.rules.chronicle import Turned, after, opened
from tablee.rules.game import Game
from tablee.rules.question import Question
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.table import events as ev
from tablee.table.outcomes import Line, lines_of
from tablee.table.state import Booking, State

__all__ = ["begun", "booked_of", "declined", "ended", "first", "kept", "put"]

Json = Mapping[str, Any]
BY_HAND = ("retouche",)
"""Events by which the leader overrules what is kept."""


def first(game: Game) -> Json:
    """The chronicle of a new campaign."""
    return opened(game)


def kept(state: State, game: Game, event: Json, place: int = 0) -> ev.Booked:
    """An event of the chronicle. Raises `Refusal` under `event`."""
    try:
        turned = after(game, state.rulings, state.chronicle, event)
    except Refusal as refusal:
        raise refusal.at(f"event.{refusal.field}") from None
    return _booked(state, state.chronicle, turned, event, place)


def put(state: State, game: Game, character: str, sheet: Json) -> ev.Booked:
    """A sheet is put into the campaign. Raises `Refusal` under `sheet`."""
    event = {"type": "fiche", "qui": character, "fiche": sheet}
    try:
        turned = after(game, state.rulings, state.chronicle, event)
    except Refusal as refusal:
        inner = refusal.field.removeprefix("fiche").removeprefix(".")
        raise refusal.at(f"sheet.{inner}" if inner else "sheet") from None
    return _booked(state, state.chronicle, turned, event, 0)


def begun(state: State, game: Game) -> list[ev.Body]:
    """A scene begins; the first one is under way already."""
    return _scened(state, game, "debut")


def ended(state: State, game: Game) -> list[ev.Body]:
    """A scene ends, with what expires."""
    return _scened(state, game, "fin")


def _scened(state: State, game: Game, moment: str) -> list[ev.Body]:
    try:
        return [kept(state, game, {"type": "scene", "moment": moment})]
    except Refusal:
        return []  # the game's own clock stands so already


def booked_of(
    state: State,
    game: Game,
    question: Question,
    session: Session,
    cast: Mapping[str, str],
    run: str,
) -> list[ev.Body]:
    """What a finished run leaves to be kept, in order; what may not be is told and declined."""
    found: list[ev.Body] = []
    chronicle: Json = state.chronicle
    for booking in booked(game, state.rulings, chronicle, question, session, cast):
        place = len(found)
        said = Line(
            kind="note", text=booking.text, numbers=booking.numbers, clauses=booking.clauses
        )
        more: dict[str, Any] = {"run": run, "who": booking.qui or ""}
        more |= {"said": said, "secret": booking.secret}
        try:
            turned = after(game, state.rulings, chronicle, booking.event)
        except Refusal as refusal:
            name = _name(state, run, place)
            told = str(refusal)
            found.append(
                ev.Booked(booking=name, event=booking.event, after={}, refused=told, **more)
            )
            continue
        found.append(_booked(state, chronicle, turned, booking.event, place, **more))
        chronicle = turned.state
    return found


def declined(
    state: State,
    game: Game,
    booking: Booking,
    gone: Collection[str],
    back: bool = False,
) -> ev.Declined:
    """A booking of this scene is taken out, or put back. Raises `Refusal` when what came after it
    cannot be without (or with) it. `gone`: all that are taken out by now."""
    chronicle: Json = state.ground
    for name in state.since:
        each = state.bookings[name]
        if name in gone or (each.declined and not (back and name == booking.id)):
            continue
        try:
            chronicle = after(game, state.rulings, chronicle, each.event).state
        except Refusal as refusal:
            raise refusal.at("booking") from None
    return ev.Declined(booking=booking.id, after=_changes(state.chronicle, chronicle), back=back)


def _name(state: State, run: str, place: int) -> str:
    """The id of a booking: of a run by the run, so that it tells nothing of others."""
    if run:
        before = sum(1 for each in state.bookings.values() if each.run == run)
        return f"{run}.{before + 1 + place}"
    return f"c{sum(1 for each in state.bookings.values() if not each.run) + 1 + place}"


def _booked(
    state: State,
    before: Json,
    turned: Turned,
    event: Json,
    place: int,
    **more: Any,
) -> ev.Booked:
    who = more.pop("who", "") or str(event.get("qui") or "")
    return ev.Booked(
        booking=_name(state, more.get("run", ""), place),
        event=event,
        after=_changes(before, turned.state),
        told=lines_of(turned.told),
        overrules=event.get("type") in BY_HAND,
        who=who,
        **more,
    )


def _changes(before: Json, now: Json) -> dict[str, Any]:
    """The parts of a chronicle that changed; of sheets and ledgers only those that did."""
    found: dict[str, Any] = {}
    for part, value in now.items():
        if before.get(part) == value:
            continue
        if part in ("fiches", "registres"):
            old = before.get(part, {})
            gone = {name: None for name in old if name not in value}
            changed = {name: each for name, each in value.items() if old.get(name) != each}
            found[part] = {**gone, **changed}
        else:
            found[part] = value
    return found
