"""The fold of a table's log: what each event makes of the state. No rule is resolved here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from tablee.table.log import events as ev
from tablee.table.log.record_merge import merged
from tablee.table.log.state_parts import Booking, Given, Item, Run, Scene, Seat
from tablee.table.log.table_state import State, copied

Json = Mapping[str, Any]
KEYS = 250
"""So many names of acts are known of each seat, the latest: how many others have done tells nobody."""


def apply(state: State, event: ev.Body) -> None:
    """Take one more event."""
    state.version += 1
    if event.key:
        named(state, event)
    match event:
        case ev.Opened():
            _opened(state, event)
        case ev.SeatAdded() | ev.SeatChanged() | ev.SeatRemoved() | ev.LeaderHanded():
            _seated(state, event)
        case ev.CharacterGiven():
            _given(state, event)
        case ev.Advised():
            state.advice = event.allowed
        case ev.Archived():
            state.archived = event.archived
            _tell(state, event, "archived" if event.archived else "taken_up")
        case ev.SceneBegun() | ev.SceneEnded():
            _scened(state, event)
        case ev.Booked() | ev.Declined() | ev.Swapped():
            _kept(state, event)
        case ev.Noted():
            _tell(state, event, "note", text=event.text, private=event.private)
        case _:
            _ran(state, event)
    _touch(state, getattr(event, "run", ""), getattr(event, "booking", ""))


def named(state: State, event: ev.Happening) -> None:
    """The act that ends with this event, the last one taken, has a name."""
    name, acted = event.key[: ev.NAME], state.acted.get(event.by, 0)
    which = f"{acted % KEYS} {event.by}"
    state.keys.pop(state.named.get(which, ""), None)
    state.keys[name] = state.version, event.key[ev.NAME :]
    state.named[which] = name
    state.acted[event.by] = acted + 1


def _touch(state: State, run: str, booking: str) -> None:
    """Remember when a run, or a change that follows from none, was last touched; the last one is at
    the end."""
    if booking:
        run = state.bookings[booking].run
    if run or booking:
        state.touched.pop(run or booking, None)
        state.touched[run or booking] = state.version


def _tell(state: State, event: ev.Happening, kind: str, **more: Any) -> None:
    item = Item(seq=state.version, at=event.at, kind=kind, by=event.by, **more)
    state.story.append(item)


def _given(state: State, event: ev.CharacterGiven) -> None:
    before = state.owners.get(event.character)
    state.owners[event.character] = event.to
    if event.character in state.free and not event.free:
        state.taken.add(event.character)
    (state.free.add if event.free else state.free.discard)(event.character)
    if event.free or event.to is not None:
        state.met.add(event.character)
        _brought(state, event)
    if event.to != before:  # what comes to the leader from nowhere is nobody else's business
        _tell(state, event, "character_given", text=event.character, to=event.to or "")


def _brought(state: State, event: ev.CharacterGiven) -> None:
    """Everybody sees that a sheet was written by the very act by which somebody has it; of what had
    happened to a character before they go on knowing nothing."""
    last = state.bookings[state.since[-1]] if state.since else None
    if last is None or last.who != event.character or last.event.get("type") != "fiche":
        return
    act = last.at, last.by, state.story[-1].seq
    if act == (event.at, event.by, state.version - 1):
        state.bookings[last.id] = msgspec.structs.replace(last, common=True)


def _opened(state: State, event: ev.Opened) -> None:
    state.name, state.game, state.language = event.name, event.game, event.language
    state.rulings, state.advice, state.demo = event.rulings, event.advice, event.demo
    state.opened = event.at
    state.chronicle = state.ground = dict(event.chronicle)


def _seated(
    state: State, event: ev.SeatAdded | ev.SeatChanged | ev.SeatRemoved | ev.LeaderHanded
) -> None:
    change = msgspec.structs.replace
    match event:
        case ev.SeatAdded():
            seat = Seat(id=event.seat, name=event.name, leader=event.leader)
            state.seats[event.seat] = seat
            _tell(state, event, "seat_added", text=event.name)
        case ev.SeatChanged():
            given = {"name": event.name, "dice": event.dice, "word": event.word}
            made = {name: value for name, value in given.items() if value is not None}
            state.seats[event.seat] = change(state.seats[event.seat], **made)
        case ev.SeatRemoved():
            state.seats[event.seat] = change(state.seats[event.seat], removed=True)
            _pass_on(state, event.seat, state.leader)
            _tell(state, event, "seat_removed", text=state.seats[event.seat].name)
        case ev.LeaderHanded():
            _pass_on(state, state.leader, event.to)
            for seat in list(state.seats.values()):
                state.seats[seat.id] = change(seat, leader=seat.id == event.to)
            _tell(state, event, "leader_handed", text=state.seats[event.to].name)


def _pass_on(state: State, seat: str, to: str) -> None:
    """What a seat has chosen, while others are waited for, is another one's to take back."""
    for run in state.open_runs:
        if seat in run.sealers.values():
            now = {index: to if by == seat else by for index, by in run.sealers.items()}
            _put(state, msgspec.structs.replace(run, sealers=now))


def _scened(state: State, event: ev.SceneBegun | ev.SceneEnded) -> None:
    if isinstance(event, ev.SceneBegun):
        state.scenes.append(
            Scene(
                number=event.scene,
                title=event.title,
                seed=event.seed,
                commitment=event.commitment,
                screen=event.screen,
                screen_commitment=event.screen_commitment,
                began=event.at,
            )
        )
        _grounded(state)
        _tell(state, event, "scene_begun", text=event.title)
    else:
        state.scenes[-1] = msgspec.structs.replace(state.scenes[-1], ended=event.at)
        _grounded(state)
        _tell(state, event, "scene_ended", text=state.scenes[-1].title)


def _grounded(state: State) -> None:
    state.ground, state.since = state.chronicle, []


def _changed(state: State, after: Json) -> None:
    """The chronicle with a change of it; what was told of who leaves it is still told of him."""
    for name, sheet in after.get("fiches", {}).items():
        if sheet is None and name in state.sheets:
            state.gone[name] = str(state.sheet(name)["nom"])
    state.chronicle = merged(state.chronicle, after)


def _kept(state: State, event: ev.Booked | ev.Declined | ev.Swapped) -> None:
    common = isinstance(event, ev.Booked) and (not event.who or state.common(event.who))
    _changed(state, event.after)
    if isinstance(event, ev.Swapped):
        swapped = state.bookings[event.booking].instead(event.place)
        state.bookings[event.booking] = swapped
        _tell(state, event, "swapped", booking=event.booking, run=swapped.run)
        return
    if isinstance(event, ev.Declined):
        booking = state.bookings[event.booking]
        state.bookings[event.booking] = msgspec.structs.replace(
            booking, declined=not event.back, held=booking.held and not event.back
        )
        kind = "taken_back" if event.back else "declined"
        _tell(state, event, kind, booking=event.booking, run=booking.run)
        return
    state.bookings[event.booking] = Booking(
        id=event.booking,
        event=event.event,
        run=event.run,
        who=event.who,
        by=event.by,
        at=event.at,
        scene=len(state.scenes),
        told=event.told,
        said=event.said,
        secret=event.secret,
        held=event.held,
        refused=event.refused,
        why=event.why,
        others=tuple(event.others),
        declined=event.why is not None or bool(event.refused),
        overrules=event.overrules,
        private=event.private,
        common=common,
    )
    state.booked[event.run] = (*state.booked.get(event.run, ()), event.booking)
    state.since.append(event.booking)
    if event.event.get("moment") != "debut":  # that a scene begins is told already
        _tell(state, event, "booked", booking=event.booking, run=event.run)


def _ran(state: State, event: Any) -> None:
    if isinstance(event, ev.Requested):
        _framed(state, event)
        return
    run = state.runs[event.run]
    change = msgspec.structs.replace
    match event:
        case ev.Answered():
            run = _answered(state, run, event)
        case ev.Sealed():
            run = change(
                run,
                sealed={**run.sealed, event.index: event.value},
                sealers={**run.sealers, event.index: event.by},
            )
        case ev.Unsealed():
            run = change(
                run,
                sealed=_without(run.sealed, event.indexes),
                sealers=_without(run.sealers, event.indexes),
            )
        case ev.Undone():
            run = _undone(state, run, event)
        case ev.Withdrawn():
            run = _withdrawn(state, run, event)
        case ev.Revealed():
            run = change(run, revealed=True)
            state.reveals += 1
            _freed(state, run, event)
            _tell(state, event, "revealed", run=run.id)
        case ev.Overruled():
            run = change(run, overruled=(*run.overruled, event))
            _tell(state, event, "overruled", run=run.id, text=event.reason, decided=event)
        case ev.Diverged():
            run = change(run, diverged=event.version)
    _put(state, run)


def _undone(state: State, run: Run, event: ev.Undone) -> Run:
    changed = msgspec.structs.replace(
        run,
        answers=run.answers[: event.place],
        sealed={},
        sealers={},
        outcome=None,
        status="open",
        struck=(*run.struck, *event.told),
        overruled=(),
        diverged="",
        ended=0,
    )
    _unbooked(state, run, event.after)
    _tell(state, event, "undone", run=run.id)
    return changed


def _withdrawn(state: State, run: Run, event: ev.Withdrawn) -> Run:
    changed = msgspec.structs.replace(
        run,
        status="withdrawn",
        reason=event.reason,
        cause=event.cause,
        struck=(*run.struck, *event.told),
        ended=event.at,
    )
    _unbooked(state, run, event.after)
    _tell(state, event, "withdrawn", run=run.id, text=event.reason)
    return changed


def _put(state: State, run: Run) -> None:
    known = state.runs.get(run.id)
    if run.status == "done" and (known is None or known.status != "done"):
        state.finished.append(run.id)
    state.runs[run.id] = run
    (state.veiled.add if run.secret and not run.revealed else state.veiled.discard)(run.id)
    if run.status == "open":
        state.waiting[run.id] = None
    else:
        state.waiting.pop(run.id, None)


def _unbooked(state: State, run: Run, after: Json) -> None:
    """What followed from a run is not to be any more."""
    _changed(state, after)
    for booking in state.consequences(run.id):
        state.bookings[booking.id] = msgspec.structs.replace(booking, gone=True)


def _freed(state: State, run: Run, event: ev.Revealed) -> None:
    """What was held back is told, and is to be as far as it can."""
    _meets(state, run)
    _changed(state, event.after)
    for booking in state.consequences(run.id):
        if booking.held and not (booking.private or booking.gone):
            stands = booking.id in event.freed
            state.bookings[booking.id] = msgspec.structs.replace(
                booking, held=False, declined=not stands
            )


def _framed(state: State, event: ev.Requested) -> None:
    run = Run(
        id=event.run,
        at=event.at,
        by=event.by,
        scene=len(state.scenes),
        procedure=event.procedure,
        params=event.params,
        cast=event.cast,
        roles=event.roles,
        subject=event.subject,
        beside=event.beside,
        secret=event.secret,
        screened=event.screened,
        shown=event.shown,
        hidden=event.hidden,
        title=event.title,
        version=event.version,
        also=event.also,
        asked=event.asked,
        decides=event.decides,
        outcome=event.outcome,
        status="open" if event.outcome is None else "done",
        ended=event.at if event.outcome is not None else 0,
    )
    _put(state, run)
    state.asked.pop(run.procedure, None)
    state.asked[run.procedure] = None
    if not event.secret:
        _meets(state, run)
    _tell(state, event, "run", run=event.run)


def _meets(state: State, run: Run) -> None:
    state.met.update(run.who)


def _answered(state: State, run: Run, event: ev.Answered) -> Run:
    given = Given(
        answer=event.answer,
        at=event.at,
        by=event.by,
        seat=event.seat or event.by,
        draw=event.draw,
        screened=event.screened,
        words=event.words,
        version=event.version,
        asked=event.asked,
    )
    if event.draw is not None:
        count = {"screened" if event.screened else "draws": event.draw}
        state.scenes[-1] = msgspec.structs.replace(state.scenes[-1], **count)
    done = event.outcome is not None
    return msgspec.structs.replace(
        run,
        answers=(*run.answers, given),
        sealed={},
        sealers={},
        outcome=event.outcome,
        status="done" if done else "open",
        ended=event.at if done else 0,
    )


def _without(given: Mapping[int, Any], indexes: Iterable[int]) -> dict[int, Any]:
    return {index: each for index, each in given.items() if index not in indexes}


def taken(state: State, events: Iterable[ev.Body]) -> State:
    """The state after some more events; the one before stays as it is."""
    made = copied(state)
    for event in events:
        apply(made, event)
    return made


def folded(table: str, events: Iterable[ev.Body]) -> State:
    """The state after all events."""
    state = State(id=table)
    for event in events:
        apply(state, event)
    return state
