"""The view of a table: one pure function from (state, seat, language) to a `TableView`.

Nothing but views leaves this floor. Nothing in a view (ids, order, counts) depends on what the seat
may not know. Times are milliseconds since 1970. This module may import the state of a table and
the other view modules; it must not know who reads a view.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from msgspec import UNSET
from msgspec.structs import asdict, replace

from tablee.rules.contract_json import SheetJson
from tablee.rules.fighter_status import FighterStatus
from tablee.rules.sheets.stored_sheets import kind_of_stored
from tablee.rules.texts.words import Words
from tablee.table.log.scene_dice import COUNTED_SCHEME
from tablee.table.log.state_parts import Run, Seat
from tablee.table.log.table_state import State
from tablee.table.portraits import digest_of
from tablee.table.replay import Replays
from tablee.table.views.clock_views import clock_views
from tablee.table.views.creation_views import creation_view
from tablee.table.views.fault_views import fault_views
from tablee.table.views.handout_views import handout_views
from tablee.table.views.pending_views import offered_changes, pending_views
from tablee.table.views.proposal_views import proposable_runs, proposed_run
from tablee.table.views.run_views import run_view
from tablee.table.views.story_view import story_view
from tablee.table.views.view_context import ViewContext
from tablee.table.views.view_types import (
    CharacterView,
    CreationView,
    FighterView,
    RunView,
    SceneView,
    SeatView,
    SignalView,
    TableInfo,
    ViewerView,
)
from tablee.table.views.whole_view_types import TableView
from tablee.table.views.wording import unique


def view(
    state: State,
    seat: str,
    replays: Replays,
    words: Words | None = None,
    before: int | None = None,
    search: str = "",
    present: Collection[str] = (),
) -> TableView:
    """Return the whole table as a seat sees it. `words`: of the reader's language; `before`,
    `search`: which page of the story; `present`: the seats that have a page open. Raises
    `LookupError` for a seat where nobody sits."""
    if not state.sits(seat):
        raise LookupError(f"nobody sits at {seat!r}")
    context = ViewContext(state, seat, replays, words)
    known = (run for run in state.open_runs if context.visibility.knows_run(run))
    runs = [run_view(context, run) for run in known]
    ended = [run_view(context, run) for run in _last(context)]
    seats = context.cache.get(
        ("seats", state.version), lambda: [_seat_view(state, each) for each in state.present]
    )
    return TableView(
        table=_table(context),
        me=_viewer(context, next(each for each in seats if each.seat == seat)),
        seats=seats,
        characters=_characters(context, runs),
        runs=runs,
        last=ended[0] if ended else None,
        beside_last=ended[1:],
        waiting=unique(wait.name for run in runs for wait in run.waiting),
        pending=pending_views(context),
        offers=offered_changes(context),
        story=story_view(context, before, search),
        handouts=handout_views(context),
        signals=_signals(context),
        present=[each.seat for each in seats if each.seat in present],
        faults=fault_views(context),
    )


def _table(context: ViewContext) -> TableInfo:
    state = context.state
    return TableInfo(
        id=state.id,
        name=state.name,
        game=state.game,
        title=context.game.title,
        scene=_scene(context),
        scenes=len(state.scenes),
        clocks=clock_views(context),
        clock=dict(state.record.get("horloge") or {}),
        rulings=dict(state.rulings),
        gauges=context.wording.gauges(context.replays.ledger_gauges(state)),
        advice=state.advice,
        rolls=state.rolls,
        typed_dice=state.typed_dice,
        archived=state.archived,
        demo=state.demo,
    )


def _scene(context: ViewContext) -> SceneView | None:
    scene = context.state.scene
    if scene is None:
        return None
    keyed = scene.scheme > COUNTED_SCHEME
    return SceneView(
        number=scene.number,
        title=scene.title,
        commitment=scene.commitment,
        secret_commitment=scene.secret_commitment if context.leads or keyed else UNSET,
        withheld=scene.words.withheld,
        pledges=scene.words.pledged,
        complete=scene.words.complete,
    )


def _viewer(context: ViewContext, seat: SeatView) -> ViewerView:
    state, visibility = context.state, context.visibility
    return ViewerView(
        **asdict(seat),
        characters=[name for name in visibility.characters() if visibility.owns(name)],
        advice=state.advice or context.leads,
        proposals=[] if context.leads else proposable_runs(context),
    )


def _seat_view(state: State, seat: Seat) -> SeatView:
    leads = seat.id == state.leader
    scene = state.scene
    return SeatView(
        seat=seat.id,
        name=seat.name,
        leads=leads,
        dice=seat.dice,
        word=state.dice_words().get(seat.id, "") if scene else "",
        takes_word=scene is not None and scene.takes_word(seat.id),
        pledge=scene.words.pledges.get(seat.id, "") if scene else "",
    )


def _signals(context: ViewContext) -> list[SignalView]:
    """Return the signals of all seats for the leader, for a player only its own."""
    state, seat = context.state, context.seat
    return [
        SignalView(
            seat=by,
            name=state.seats[by].name,
            kind=signal.kind,
            at=signal.at,
            run=proposed_run(context, signal.run),
        )
        for by, signal in state.signals.items()
        if state.sits(by) and seat in (by, state.leader)
    ]


# ── characters ─────────────────────────────────────────────────────────────────────────────────
def _characters(context: ViewContext, runs: Iterable[RunView]) -> list[CharacterView]:
    fighting = _fighting(context, runs)
    known = [_character(context, name) for name in context.visibility.characters()]
    return [_in_fight(each, fighting.get(each.id)) for each in known]


def _character(context: ViewContext, name: str) -> CharacterView:
    state = context.state
    sheet, status = state.sheet(name), context.replays.fighter_status(state, name)
    own = context.leads or context.visibility.owns(name)
    key = (
        "character",
        name,
        context.lang,
        context.seat if own else "",
        status,
        state.portraits.get(name),
    )
    return context.cache.get(key, lambda: _character_view(context, name, sheet, status), sheet)


def _character_view(
    context: ViewContext, name: str, sheet: SheetJson, status: FighterStatus | None
) -> CharacterView:
    """Return the view of a character; of one whose sheet is hidden without numbers."""
    state, visibility = context.state, context.visibility
    mine, owner = visibility.owns(name), state.owners.get(name)
    numbers = mine or context.leads or state.is_public(name)
    return CharacterView(
        id=name,
        name=context.names[name],
        seat=state.owner(name) if owner is not None else None,
        free=name in state.free,
        kind=sheet["type"],
        mine=mine,
        away=name in state.put_away,
        portrait=digest_of(state.portraits.get(name, "")),
        sheet=dict(sheet) if mine or context.leads else None,
        creation=_creation(context, sheet) if mine or context.leads else None,
        gauges=context.wording.gauges(status.gauges) if status and numbers else [],
        states=context.wording.states(status) if status else [],
        out=status.out if status else False,
    )


def _creation(context: ViewContext, sheet: SheetJson) -> CreationView | None:
    """Return what a sheet still needs; None for one of a kind that the game has no more."""
    kind = kind_of_stored(sheet, context.game)
    if kind is None:
        return None
    return creation_view(context.wording.words, kind, sheet, context.state.rulings)


def _fighting(context: ViewContext, runs: Iterable[RunView]) -> dict[str, FighterView]:
    """Return character -> its status in a fight that goes on, for the characters whose sheet the
    seat knows and that no consequence has changed since the fight began."""
    found = {
        each.character: (run.at, each)
        for run in runs
        for each in run.fighters
        if each.character and (context.leads or context.state.is_public(each.character))
    }
    since: Sequence[str] = context.state.scene_consequences if found else ()
    changes = [context.state.consequences[name] for name in since]
    visible = [
        each for each in changes if each.applied and context.visibility.sees_consequence(each)
    ]
    return {
        who: fighter
        for who, (began, fighter) in found.items()
        if not any(each.character == who and each.at >= began for each in visible)
    }


def _in_fight(character: CharacterView, fighter: FighterView | None) -> CharacterView:
    """Return a character with the gauges of a fight, which its sheet gets at the end of it."""
    if fighter is None:
        return character
    gauges = {each.name: each for each in fighter.gauges}
    return replace(
        character,
        gauges=[gauges.get(each.name, each) for each in character.gauges],
        states=fighter.states or character.states,
        out=fighter.out,
    )


def _last(context: ViewContext) -> list[Run]:
    """Return the run of this scene that ended last, among those that the seat knows, and those that
    were requested together with it: the seat's own first, then the last ones."""
    state, found = context.state, list[Run]()
    for name in reversed(state.finished):
        run = state.runs[name]
        alike = not found or (run.group and run.group == found[0].group)
        if run.scene != len(state.scenes) or not alike:
            break
        if run.status == "done" and context.visibility.knows_run(run) and run not in found:
            found.append(run)
    if context.leads:
        return found
    return sorted(found, key=lambda run: not any(map(context.visibility.owns, run.who)))
