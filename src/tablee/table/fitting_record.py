"""Events on a campaign record with sheets that do not fit the rules of now.

Such sheets are set aside, so that everything else goes on, and put back as they were, unless an event
has replaced them. A sheet whose other fields an event has changed keeps the fields that the game has no
more, until somebody writes it again. This module may import the record; it must not know the log.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from typing import Any

import msgspec

from tablee.rules.campaign.record import STATE_SHEETS, RecordChange
from tablee.rules.contract_json import RecordJson
from tablee.rules.game import Game
from tablee.rules.refusal import Refusal
from tablee.rules.sheets.stored_sheets import fitting_sheets


def apply_fitting(
    apply: Callable[[Game, Any, RecordJson, Any], RecordChange],
    game: Game,
    rulings: Any,
    record: RecordJson,
    event: Any,
) -> RecordChange:
    """Call `apply_event` or `apply_events`. Raises `Refusal` as they do, but for sheets."""
    try:
        return apply(game, rulings, record, event)
    except Refusal as refusal:
        if not refusal.field.startswith(STATE_SHEETS):
            raise
    fit = fitting_sheets(record, game)
    change = apply(game, rulings, fit, event)
    events = [event] if isinstance(event, Mapping) else event
    written = {each.get("qui") for each in events if each.get("type") == "fiche"}
    sheets = _put_back(record["fiches"], fit["fiches"], change.state["fiches"], written)
    return msgspec.structs.replace(change, state={**change.state, "fiches": sheets})


def _put_back(
    before: Mapping[str, Any], fit: Mapping[str, Any], after: Mapping[str, Any], written: Set[Any]
) -> Mapping[str, Any]:
    """Return the sheets after events, with those that no event has touched as they were. `fit`: the
    sheets before, as far as they fit; `written`: the characters whose whole sheets events give."""
    found = {}
    for name, sheet in before.items():
        if after.get(name) == fit.get(name):  # neither has a sheet that does not fit
            found[name] = sheet
        elif name in after:
            fits = sheet if name in written else fit.get(name, sheet)
            left = {field: value for field, value in sheet.items() if field not in fits}
            found[name] = {**after[name], **left}
    return found | {name: sheet for name, sheet in after.items() if name not in before}
