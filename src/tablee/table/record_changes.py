"""The changes of a campaign record: by runs, by hand, by scenes, by declined consequences.

Each event of the log stores the changes that it makes, so that a log can be read without the rules.
When a consequence is declined, restored or replaced, the changes of the scene are computed again
from the record at its start. This module may import the rules' campaign record and the state of a
table. It must not know seats, views or pages.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from operator import attrgetter
from typing import Any, Literal

from tablee.rules.campaign.building import campaign_record_of
from tablee.rules.campaign.events import for_leader
from tablee.rules.campaign.record import RecordChange, apply_event, apply_events, initial_state
from tablee.rules.consequences import Consequence as RuleConsequence
from tablee.rules.consequences import consequences_of
from tablee.rules.contract_json import EventJson, PendingJson, RecordJson, SheetJson
from tablee.rules.game import Game
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.shapes import Shape
from tablee.rules.texts.words import Words
from tablee.rules.trace import plain
from tablee.table.fitting_record import apply_fitting
from tablee.table.log import events as ev
from tablee.table.log.events.consequence_events import NO_RUN_PREFIXES
from tablee.table.log.outcomes import Line, lines_of, rules_version
from tablee.table.log.record_merge import GROWN
from tablee.table.log.state_parts import Alternative, Consequence, Run
from tablee.table.log.table_state import State
from tablee.table.replay import game_of

PENDING = "du"
"""Type of the event that adds a pending consequence."""
SETTLES = "acquitte"
"""Type of the event that removes a pending consequence."""
LEADER_ONLY = (PENDING, SETTLES)
"""Types of manual events that only the leader sees: they concern pending consequences."""
BY_HAND = ("retouche",)
"""Types of events by which the leader overrules the record."""
FIELD = "champ"
"""Key, among the numbers of a refusal's line, of the refused field."""
NEEDED = "un changement sans lequel ceux d’après restent possibles"
MISPLACED = "un changement avec lequel ceux d’après restent possibles"


def initial_record(game: Game) -> RecordJson:
    """Return the record of a new campaign."""
    return initial_state(game)


def record_event(state: State, game: Game, event: EventJson) -> ev.Recorded:
    """Return the log event that records a campaign event; one that the leader alone may write is
    for the leader alone to decline. Raise `Refusal` under `event`."""
    try:
        change = apply_fitting(apply_event, game, state.rulings, state.record, event)
    except Refusal as refusal:
        raise refusal.at(f"event.{refusal.field}") from None
    secret = _is_secret(game, event)
    binding = for_leader(campaign_record_of(game).events, event)
    more = {"secret": secret, "binding": binding}
    return _record_change(state, state.record, change, event, **more)


def _is_secret(game: Game, event: EventJson) -> bool:
    """Return whether an event is one of a ledger that only the leader sees."""
    ledgers = campaign_record_of(game).ledgers
    return any(ledger.secret and ledger.id == event.get("type") for ledger in ledgers)


def record_sheet(state: State, game: Game, character: str, sheet: SheetJson) -> ev.Recorded:
    """Return the log event that adds or changes a sheet. Raise `Refusal` under `sheet`."""
    event = {"type": "fiche", "qui": character, "fiche": sheet}
    try:
        change = apply_fitting(apply_event, game, state.rulings, state.record, event)
    except Refusal as refusal:
        inner = refusal.field.removeprefix("fiche").removeprefix(".")
        raise refusal.at(f"sheet.{inner}" if inner else "sheet") from None
    return _record_change(state, state.record, change, event)


def record_scene(state: State, game: Game, moment: Literal["debut", "fin"]) -> list[ev.TableEvent]:
    """Return the log events of a scene's start, or of its end with the states that expire; none where
    the game's clock already has this moment."""
    try:
        return [record_event(state, game, {"type": "scene", "moment": moment})]
    except Refusal as refusal:
        if refusal.field != "event.moment":
            raise
        return []


def record_consequences(
    state: State,
    game: Game,
    session: Session,
    cast: Mapping[str, str],
    run: str,
    held: bool = False,
) -> list[ev.TableEvent]:
    """Return the consequences of a finished run, in order. One that is impossible is recorded as
    refused. `held`: none is applied before the run is revealed."""
    found: list[ev.Recorded] = []
    record: RecordJson = state.record
    known = state.public_record(cast.values())
    named = {each.name: each.named for each in state.runs[run].settings if each.named}
    rulings, elsewhere = state.rulings_of(state.runs[run]), _elsewhere(state, state.runs[run])
    for consequence in consequences_of(
        game, rulings, known, session.question, session, cast, named, elsewhere
    ):
        settles = consequence.event.get("type") == SETTLES
        if settles and found and all(each.refusal for each in found):
            continue  # every consequence was refused: the run stays pending
        hidden = consequence.secret or consequence.private
        place = sum(1 for each in found if _hidden(each) == hidden)
        more: dict[str, Any] = {"run": run, "character": consequence.qui or ""}
        more["run_line"] = _run_line(consequence)
        more |= {"secret": consequence.secret, "private": consequence.private}
        more["binding"] = consequence.binding
        more["held"] = held or consequence.private
        try:
            change = apply_fitting(apply_event, game, state.rulings, record, consequence.event)
        except Refusal as refusal:
            name = _consequence_id(state, run, more["character"], consequence.event, place, hidden)
            why = _refusal_line(state, game, refusal)
            found.append(
                ev.Recorded(
                    consequence=name, event=consequence.event, changes={}, refusal=why, **more
                )
            )
            continue
        more["alternatives"] = _alternatives(state, game, record, consequence)
        found.append(_record_change(state, record, change, consequence.event, place, **more))
        if not consequence.private:
            record = change.state
    return [*found]


def _elsewhere(state: State, run: Run) -> set[int]:
    """Return the places of the pending consequences that came while a run was open, and the ones
    that another open run plays."""
    known = (state.consequences[name] for name in state.scene_consequences)
    came = [
        dict(each.event["du"])
        for each in known
        if each.event.get("type") == PENDING and each.applied and each.at > run.at
    ]
    played = [
        {"procedure": each.procedure, "qui": who, "params": each.params}
        for each in state.open_runs
        for who in each.who
        if each.id != run.id
    ]
    found: set[int] = set()
    for added in (*reversed(came), *played):
        pending = enumerate(state.record.get("dus", ()))
        alike = [n for n, each in pending if n not in found and _is_like(each, added)]
        found |= {*alike[-1:]}
    return found


def _is_like(pending: PendingJson, other: PendingJson) -> bool:
    """Return whether a pending consequence has the procedure, the character and the parameters of
    another or of a run."""
    given = other.get("params") or {}
    params = {**(pending.get("params") or {})}
    same = all(pending.get(each) == other.get(each) for each in ("procedure", "qui"))
    return same and params == {name: given.get(name) for name in params}


def _run_line(consequence: RuleConsequence) -> Line:
    """Return the sentence by which the run states a consequence."""
    numbers = plain(consequence.numbers)
    return Line(kind="note", text=consequence.text, numbers=numbers, clauses=consequence.clauses)


def _hidden(consequence: ev.Recorded | Consequence) -> bool:
    """Return whether a consequence is hidden from some seats that see its run."""
    return consequence.secret or consequence.private


def _refusal_line(state: State, game: Game, refusal: Refusal) -> Line:
    """Return a line with the allowed values, and the last name of the field under `FIELD`. A log
    cannot store a shape, so shapes are written in the language of the table."""
    field = refusal.field.rpartition(".")[2].partition("[")[0]
    text, numbers = refusal.allowed, refusal.numbers
    if any(isinstance(each, Shape) for each in numbers.values()):
        words = Words(game, "en" if state.language == "en" else "fr")
        text, numbers = "{allowed:=}", {"allowed": words.phrase(text, **numbers)}
    return Line(kind="note", text=text, numbers={**plain(numbers), FIELD: field})


def _alternatives(
    state: State, game: Game, record: RecordJson, consequence: RuleConsequence
) -> tuple[Alternative, ...]:
    """Return the alternatives of a consequence that are possible now."""
    found = []
    for event in consequence.others:
        with suppress(Refusal):
            lines = lines_of(apply_fitting(apply_event, game, state.rulings, record, event).entries)
            found.append(Alternative(event=event, lines=lines, for_leader=consequence.for_leader))
    return tuple(found)


# ── declined, restored and replaced consequences ───────────────────────────────────────────────
def decline_consequences(state: State, game: Game, declined: Collection[str]) -> RecordJson:
    """Return the changes to the record when some consequences of this scene are declined. Raise
    `Refusal` when a later one depends on them."""
    applied = [each for each in _applied(state) if each.id not in declined]
    return _reapply(state, game, applied, NEEDED)


def restore_consequence(state: State, game: Game, restored: str) -> RecordJson:
    """Return the changes to the record when a consequence of this scene is restored in its place.
    Raise `Refusal` when it is impossible there."""
    known = (state.consequences[name] for name in state.scene_consequences)
    applied = [each for each in known if each.applied or each.id == restored]
    return _reapply(state, game, applied, MISPLACED)


def replace_consequence(
    state: State, game: Game, consequence: Consequence, place: int
) -> RecordJson:
    """Return the changes to the record when a consequence of this scene becomes one of its
    alternatives; none while it is declined. Raise `Refusal` when that is impossible."""
    if not consequence.applied:
        return {}
    other = consequence.replaced_by(place)
    applied = [other if each.id == other.id else each for each in _applied(state)]
    return _reapply(state, game, applied, MISPLACED)


def release_consequences(state: State, game: Game, run: str) -> tuple[list[str], RecordJson]:
    """Return the held consequences of a run that are possible now, and the changes to the record
    when they are applied."""
    applied = [each.id for each in _applied(state)]
    found: list[str] = []
    changes: RecordJson = {}
    for consequence in state.consequences_of(run):
        lasting = consequence.held and not consequence.private
        over = (
            consequence.cancelled
            or consequence.impossible
            or consequence.id not in state.scene_consequences
        )
        if over or not lasting:
            continue
        with suppress(Refusal):
            wanted = {*applied, *found, consequence.id}
            chosen = [state.consequences[n] for n in state.scene_consequences if n in wanted]
            changes = _reapply(state, game, chosen, MISPLACED)
            found.append(consequence.id)
    return found, changes


def _applied(state: State) -> list[Consequence]:
    known = (state.consequences[name] for name in state.scene_consequences)
    return [each for each in known if each.applied]


def _reapply(
    state: State, game: Game, consequences: Sequence[Consequence], allowed: str
) -> RecordJson:
    """Apply consequences from the start of the scene, each under the rulings of its time; return how
    the record then differs from now. Raise `Refusal`, with `allowed`, when one is impossible."""
    record = state.scene_start_record
    try:
        for _, group in groupby(consequences, key=attrgetter("ruling_set")):
            alike = [*group]
            rulings, events = state.rulings_of(alike[0]), [each.event for each in alike]
            record = apply_fitting(apply_events, game, rulings, record, events).state
    except Refusal:
        raise refuse("consequence", None, allowed) from None
    return _changed_parts(state.record, record)


def _consequence_id(
    state: State, run: str, who: str, event: EventJson, place: int, hidden: bool = False
) -> str:
    """Return the id of a consequence: numbered within its run, else within its character. Hidden
    ones are numbered apart, so that an id reveals nothing."""
    others = state.run_consequences.get(run, ())
    if run:
        alike = sum(1 for name in others if _hidden(state.consequences[name]) == hidden)
        return f"{run}.{'s' if hidden else ''}{alike + 1 + place}"
    stem = (
        f"{NO_RUN_PREFIXES[1]}."
        if hidden or event.get("type") in LEADER_ONLY
        else f"{NO_RUN_PREFIXES[0]}.{who}."
    )
    alike = sum(1 for name in others if name.startswith(stem))
    return f"{stem}{alike + 1 + place}"


def _record_change(
    state: State,
    before: RecordJson,
    change: RecordChange,
    event: EventJson,
    place: int = 0,
    **more: Any,
) -> ev.Recorded:
    who = more.pop("character", "") or str(event.get("qui") or "")
    hidden = bool(more.get("secret") or more.get("private"))
    changes = {} if more.get("held") else _changed_parts(before, change.state)
    return ev.Recorded(
        consequence=_consequence_id(state, more.get("run", ""), who, event, place, hidden),
        event=event,
        changes=changes,
        rules_version=rules_version(game_of(state)) if "fiches" in changes else "",
        lines=lines_of(change.entries),
        by_hand=event.get("type") in BY_HAND,
        character=who,
        **more,
    )


def _changed_parts(before: RecordJson, now: RecordJson) -> RecordJson:
    """Return the changed parts of a record: only the changed sheets and ledgers, and of a list in
    a ledger only the new items."""
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
        found |= _extract_grown_lists(before.get("registres", {}), found["registres"])
    return found


def _extract_grown_lists(before: RecordJson, changed: dict[str, Any]) -> RecordJson:
    """Take the grown lists out of `changed`; return each as [unchanged length, new items]."""
    grown: dict[str, Any] = {}
    for name, ledger in changed.items():
        old = before.get(name) or {}
        for field, value in (ledger or {}).items():
            stay = _common_length(old.get(field), value)
            if stay:
                grown.setdefault(name, {})[field] = [stay, value[stay:]]
        if name in grown:
            changed[name] = {f: each for f, each in ledger.items() if f not in grown[name]}
    return {GROWN: grown} if grown else {}


def _common_length(old: Any, new: Any) -> int:
    """Return the length of the common beginning of two lists."""
    if not isinstance(old, list) or not isinstance(new, list):
        return 0
    pairs = enumerate(zip(old, new, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(old), len(new)))
