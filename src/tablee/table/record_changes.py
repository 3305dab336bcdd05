"""The chronicle of a table: what is kept of runs, what is changed by hand, what is declined.

Events hold what changed, so that no log needs the rules to be read. What is declined takes the
changes of the scene anew without it, from where the scene began.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any

from tablee.rules.campaign.record import RecordChange, apply_event, apply_events, initial_state
from tablee.rules.consequences import Consequence as Asked
from tablee.rules.consequences import consequences_of
from tablee.rules.game import Game
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.shapes import Shape
from tablee.rules.trace import plain
from tablee.rules.words import Words
from tablee.table.log import events as ev
from tablee.table.log.outcomes import Line, lines_of
from tablee.table.log.record_merge import GROWN
from tablee.table.log.state_parts import Alternative, Consequence
from tablee.table.log.table_state import State

Json = Mapping[str, Any]
SETTLES = "acquitte"
"""The event by which what was due is so no more."""
HUSHED = ("du", SETTLES)
"""Changes by hand that are the leader's own to see: what is still to be played."""
BESIDE = ("c", "due")
"""How the name of a change begins that no run led to: of any, of one of those."""
BY_HAND = ("retouche",)
"""Events by which the leader overrules what is kept."""
FIELD = "champ"
"""The number of a line that says of which field a change cannot be."""
NEEDED = "un changement sans lequel ceux d’après restent possibles"
MISPLACED = "un changement avec lequel ceux d’après restent possibles"


def first(game: Game) -> Json:
    """The chronicle of a new campaign."""
    return initial_state(game)


def kept(state: State, game: Game, event: Json, place: int = 0) -> ev.Recorded:
    """An event of the chronicle. Raises `Refusal` under `event`."""
    try:
        turned = apply_event(game, state.rulings, state.record, event)
    except Refusal as refusal:
        raise refusal.at(f"event.{refusal.field}") from None
    return _booked(state, state.record, turned, event, place)


def put(state: State, game: Game, character: str, sheet: Json) -> ev.Recorded:
    """A sheet is put into the campaign. Raises `Refusal` under `sheet`."""
    event = {"type": "fiche", "qui": character, "fiche": sheet}
    try:
        turned = apply_event(game, state.rulings, state.record, event)
    except Refusal as refusal:
        inner = refusal.field.removeprefix("fiche").removeprefix(".")
        raise refusal.at(f"sheet.{inner}" if inner else "sheet") from None
    return _booked(state, state.record, turned, event, 0)


def begun(state: State, game: Game) -> list[ev.AnyEvent]:
    """A scene begins; the first one is under way already."""
    return _scened(state, game, "debut")


def ended(state: State, game: Game) -> list[ev.AnyEvent]:
    """A scene ends, with what expires."""
    return _scened(state, game, "fin")


def _scened(state: State, game: Game, moment: str) -> list[ev.AnyEvent]:
    try:
        return [kept(state, game, {"type": "scene", "moment": moment})]
    except Refusal as refusal:
        if refusal.field != "event.moment":
            raise
        return []  # the game's own clock stands so already


def booked_of(
    state: State,
    game: Game,
    session: Session,
    cast: Mapping[str, str],
    run: str,
    held: bool = False,
) -> list[ev.AnyEvent]:
    """What a finished run leaves to be kept, in order; what may not be is told and declined.
    `held`: none of it is to be before the run is revealed."""
    found: list[ev.Recorded] = []
    record: Json = state.record
    known = state.public_record(cast.values())
    named = {each.name: each.named for each in state.runs[run].settings if each.named}
    for booking in consequences_of(
        game, state.rulings, known, session.question, session, cast, named
    ):
        if booking.event.get("type") == SETTLES and found and all(each.refusal for each in found):
            continue  # nothing came of the run: what was due is so still
        hidden = booking.secret or booking.private
        place = sum(1 for each in found if _hidden(each) == hidden)
        said = Line(
            kind="note", text=booking.text, numbers=plain(booking.numbers), clauses=booking.clauses
        )
        more: dict[str, Any] = {"run": run, "character": booking.qui or "", "run_line": said}
        more |= {"secret": booking.secret, "private": booking.private}
        more["held"] = held or booking.private
        try:
            turned = apply_event(game, state.rulings, record, booking.event)
        except Refusal as refusal:
            name = _name(state, run, more["character"], booking.event, place, hidden)
            why = _why(state, game, refusal)
            found.append(
                ev.Recorded(consequence=name, event=booking.event, changes={}, refusal=why, **more)
            )
            continue
        more["alternatives"] = _others(state, game, record, booking)
        found.append(_booked(state, record, turned, booking.event, place, **more))
        if not booking.private:
            record = turned.state
    return [*found]


def _hidden(booking: ev.Recorded | Consequence) -> bool:
    """Whether not everybody who sees its run may see a change."""
    return booking.secret or booking.private


def _why(state: State, game: Game, refusal: Refusal) -> Line:
    """Why a change cannot be: what is allowed, and the last name of the field in `FIELD`. The shape
    of a value is nothing that a log can keep: it is told in the language of the table."""
    field = refusal.field.rpartition(".")[2].partition("[")[0]
    text, numbers = refusal.allowed, refusal.numbers
    if any(isinstance(each, Shape) for each in numbers.values()):
        words = Words(game, "en" if state.language == "en" else "fr")
        told = words.phrase(text, **numbers)
        text, numbers = "{allowed:=}", {"allowed": told}
    return Line(kind="note", text=text, numbers={**plain(numbers), FIELD: field})


def _others(state: State, game: Game, record: Json, booking: Asked) -> tuple[Alternative, ...]:
    """What a change may be instead: of what the rules leave open what is possible here."""
    found = []
    for event in booking.others:
        with suppress(Refusal):
            told = apply_event(game, state.rulings, record, event).entries
            left = Alternative(event=event, lines=lines_of(told), for_leader=booking.for_leader)
            found.append(left)
    return tuple(found)


# ── what is taken out, and put back ────────────────────────────────────────────────────────────
def without(state: State, game: Game, gone: Collection[str]) -> dict[str, Any]:
    """What changes when some bookings of this scene are not to be. Raises `Refusal` when what came
    after them cannot be without them."""
    return _anew(state, game, [b for b in _standing(state) if b.id not in gone], NEEDED)


def with_(state: State, game: Game, back: str) -> dict[str, Any]:
    """What changes when a booking of this scene is to be after all. Raises `Refusal` when it cannot
    stand where it belongs."""
    bookings = (state.consequences[name] for name in state.scene_consequences)
    return _anew(state, game, [b for b in bookings if b.applied or b.id == back], MISPLACED)


def swapped(state: State, game: Game, booking: Consequence, place: int) -> dict[str, Any]:
    """What changes when a booking of this scene is another one of those that it may be; nothing as
    long as it does not stand. Raises `Refusal` when that cannot be."""
    if not booking.applied:
        return {}
    other = booking.replaced_by(place)
    standing = [other if b.id == booking.id else b for b in _standing(state)]
    return _anew(state, game, standing, MISPLACED)


def freed(state: State, game: Game, run: str) -> tuple[list[str], dict[str, Any]]:
    """Of the changes of a run that were held back: those that can be now, and what that changes."""
    stand = [b.id for b in _standing(state)]
    found: list[str] = []
    changes: dict[str, Any] = {}
    for booking in state.consequences_of(run):
        lasting = booking.held and not booking.private
        over = booking.cancelled or booking.impossible or booking.id not in state.scene_consequences
        if over or not lasting:
            continue
        with suppress(Refusal):
            wanted = {*stand, *found, booking.id}
            bookings = [state.consequences[n] for n in state.scene_consequences if n in wanted]
            changes = _anew(state, game, bookings, MISPLACED)
            found.append(booking.id)
    return found, changes


def _standing(state: State) -> list[Consequence]:
    return [b for b in (state.consequences[name] for name in state.scene_consequences) if b.applied]


def _anew(state: State, game: Game, bookings: Sequence[Consequence], told: str) -> dict[str, Any]:
    """The changes of the scene taken anew from where it began: what is then otherwise than now.
    Raises `Refusal`: `told`, where one of them cannot be."""
    events = [booking.event for booking in bookings]
    try:
        record = apply_events(game, state.rulings, state.scene_start_record, events).state
    except Refusal:
        raise refuse("consequence", None, told) from None
    return _changes(state.record, record)


def _name(state: State, run: str, who: str, event: Json, place: int, hidden: bool = False) -> str:
    """The id of a booking: of a run by the run, by hand by whose it is, so that it tells nothing of
    what others may not see."""
    others = state.run_consequences.get(run, ())
    if run:
        alike = sum(1 for name in others if _hidden(state.consequences[name]) == hidden)
        return f"{run}.{'s' if hidden else ''}{alike + 1 + place}"
    stem = f"{BESIDE[1]}." if event.get("type") in HUSHED else f"{BESIDE[0]}.{who}."
    alike = sum(1 for name in others if name.startswith(stem))
    return f"{stem}{alike + 1 + place}"


def _booked(
    state: State,
    before: Json,
    turned: RecordChange,
    event: Json,
    place: int,
    **more: Any,
) -> ev.Recorded:
    who = more.pop("character", "") or str(event.get("qui") or "")
    hidden = bool(more.get("secret") or more.get("private"))
    return ev.Recorded(
        consequence=_name(state, more.get("run", ""), who, event, place, hidden),
        event=event,
        changes={} if more.get("held") else _changes(before, turned.state),
        lines=lines_of(turned.entries),
        by_hand=event.get("type") in BY_HAND,
        character=who,
        **more,
    )


def _changes(before: Json, now: Json) -> dict[str, Any]:
    """The parts of a chronicle that changed; of sheets and ledgers only those that did, of a list
    of a ledger only what is new in it."""
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
    if "registres" in found:
        found |= _lists(before.get("registres", {}), found["registres"])
    return found


def _lists(before: Json, changed: dict[str, Any]) -> Json:
    """The lists of ledgers that go on from what they were, taken out of what changed."""
    grown: dict[str, Any] = {}
    for name, ledger in changed.items():
        old = before.get(name) or {}
        for field, value in (ledger or {}).items():
            stay = _alike(old.get(field), value)
            if stay:
                grown.setdefault(name, {})[field] = [stay, value[stay:]]
        if name in grown:
            changed[name] = {f: each for f, each in ledger.items() if f not in grown[name]}
    return {GROWN: grown} if grown else {}


def _alike(old: Any, new: Any) -> int:
    """How many items two lists begin with that are the same."""
    if not isinstance(old, list) or not isinstance(new, list):
        return 0
    pairs = enumerate(zip(old, new, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(old), len(new)))
