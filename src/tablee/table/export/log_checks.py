"""The check of an imported log, before anything of it is written.

Each event must be possible at its place: its class checks that, see `TableEvent.check`. This module
runs these checks over a log, and those that need the whole log: throws, faces, results and views. A
run that other rules finished keeps its outcome, whatever the present rules would make of it. So
does a sheet that other rules wrote (`sheet_checks`): its page says what no longer fits. The module may
import the log, the acts (for their limits) and the views; it must not know stores or pages.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated

import msgspec

from tablee.rules.game import Game
from tablee.rules.refusal import refuse
from tablee.rules.registry import find_game, games
from tablee.table.acts.add_seat import AddSeat
from tablee.table.acts.begin_scene import BeginScene
from tablee.table.acts.change_seat import ChangeSeat
from tablee.table.acts.hand_out import HandOut
from tablee.table.acts.overrule import Overrule
from tablee.table.acts.request_run import RequestRun
from tablee.table.acts.withdraw import Withdraw
from tablee.table.export.export_file import wrong_type
from tablee.table.export.house_throws import differing_answers, opening, throws_of
from tablee.table.export.log_file import Log
from tablee.table.export.result_checks import Results
from tablee.table.export.sheet_checks import SheetVersions
from tablee.table.export.throw_checks import WRONG, verified
from tablee.table.hosting import NewCampaign
from tablee.table.log import events as ev
from tablee.table.log.check_context import CheckContext
from tablee.table.log.fold import apply
from tablee.table.log.table_state import State
from tablee.table.replay import Replays
from tablee.table.views.dice_tallies import tallies
from tablee.table.views.recap_view import BYSTANDER
from tablee.table.views.story_view import item_view, readable_entries
from tablee.table.views.table_view import view
from tablee.table.views.view_context import ViewContext

MAX_TIME = 253_402_214_399_999
"""The latest time of an event: the end of the year 9999 less one day, in milliseconds. Pages can
show it as a date in every time zone."""
_TABLE = re.compile("[a-z0-9]{4,40}")


class _Noted(msgspec.Struct):
    """The limits of a note. Older logs may have notes of blanks."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=10_000)]


_LIMITS: Mapping[type[ev.TableEvent], tuple[type[msgspec.Struct], Sequence[str]]] = {
    ev.Opened: (NewCampaign, ("name", "game", "language")),
    ev.SeatAdded: (AddSeat, ("seat", "name")),
    ev.SeatChanged: (ChangeSeat, ("seat", "name", "word")),
    ev.SceneBegun: (BeginScene, ("title",)),
    ev.Requested: (RequestRun, ("procedure", "title")),
    ev.Withdrawn: (Withdraw, ("run", "reason")),
    ev.Overruled: (Overrule, ("run", "field", "reason")),
    ev.Noted: (_Noted, ("text",)),
    ev.HandedOut: (HandOut, ("title", "text", "picture", "to")),
}
"""Event class -> the act, or record, whose limits hold for some of its fields."""


def check_log(log: Log) -> State:
    """Return the table that a log makes. Raises `Refusal` naming the event and its mistake."""
    if not _TABLE.fullmatch(log.table):
        raise refuse("table", log.table, "de 4 à 40 lettres minuscules ou chiffres")
    context, results = CheckContext(log.table, _game_of(log)), Results()
    sheets = SheetVersions(context.game, log.events)
    for place, event in enumerate(log.events):
        context.path = f"events[{place}]"
        context.other_rules = sheets.take(event)
        _check_common(context, event)
        event.check(context)
        apply(context.state, event)
        results.take(place, event, context.state)
    context.check_last_record(sheets.former(context.state))
    _check_throws(log)
    for place in results.wrong:
        allowed = "un résultat qui suit de ses faces et de ses choix, par les règles qu’il nomme"
        raise refuse(f"events[{place}].outcome", None, allowed)
    _check_views(context.state)
    return context.state


def _game_of(log: Log) -> Game:
    name = opening(log.events).game
    game = find_game(name)
    if game is None:
        known = ", ".join(each.id for each in games())
        allowed = "un jeu qui est là : {known:=} ; celui d’un fichier vient avec « --game »"
        raise refuse("events[0].game", name, allowed, known=known)
    return game


def _check_common(context: CheckContext, event: ev.TableEvent) -> None:
    """Check the time and the seat of an event, and the fields that a seat typed."""
    if not 0 <= event.at <= MAX_TIME:
        context.refuse("at", event.at, "un instant, en millisecondes depuis 1970")
    context.require_known_seat(event.by, "by")
    act, names = _LIMITS.get(type(event), (None, ()))
    if act is not None:
        try:
            msgspec.convert({name: getattr(event, name) for name in names}, act)
        except msgspec.ValidationError as error:
            raise wrong_type(error, context.path) from None


def _check_throws(log: Log) -> None:
    """Check every throw of the house dice as far as its seed is known, and the faces that traces
    show."""
    for side in verified(throws_of(log.table, log.events)).sides:
        if side.status in WRONG:
            allowed = "pour une scène finie, la graine sur laquelle la maison s’est engagée"
            raise refuse("commitment", side.commitment, allowed)
        for verdict in side.verdicts:
            for wrong in verdict.wrong:
                allowed = "un lancer qui tient : la graine de sa scène en donne un autre"
                source = verdict.thrown.log
                field = f"events[{source.seq}]" if source else "events"
                raise refuse(field, wrong.reason, allowed)
    for seq in sorted(differing_answers(log.events)):
        allowed = "un jet raconté avec les faces qui ont été lancées"
        raise refuse(f"events[{seq}].answer", None, allowed)


def _check_views(state: State) -> None:
    """Compute the view, the whole story and the tallies of dice of every seat, and the story of a
    recap without secrets, as pages will."""
    replays = Replays()
    try:
        for seat in state.present:
            before: int | None = None
            while (story := view(state, seat.id, replays, None, before).story).more:
                before = story.before
            tallies(state, seat.id, replays)
        context = ViewContext(state, BYSTANDER, replays, None)
        for place, entry in enumerate(readable_entries(context)):
            item_view(context, entry, place)
    except Exception:
        allowed = "une campagne que les pages de la table peuvent montrer"
        raise refuse("events", None, allowed) from None
