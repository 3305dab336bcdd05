"""The sheets of an exported log, and the rules under which they were written.

A designer changes the sheets of a game, so that an older export may have sheets that no longer fit.
They are imported as they are; the page of the sheet says what does not fit, and it is mended there.
A sheet that was written under the rules that are here has to fit them: otherwise the file is forged
or damaged, and it is refused.

The versions in the log make the difference (`outcomes.rules_version`, a digest of the code). An event
that writes a sheet has the version of its rules. An event without one has the last version before it, at
the start of a log the first one after it. A log without any version is of an older program, hence of
other rules. A sheet that a declined consequence puts back, or of which some fields were reset, keeps the
rules of its first writing. A forger may write another version; then the sheet counts among those that
nothing could check.

This module may import the log and the rules; it must not know stores or pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tablee.rules.contract_json import RecordJson
from tablee.rules.game import Game
from tablee.rules.registry import find_game
from tablee.rules.schema import fields_of
from tablee.rules.sheets.stored_sheets import kind_of_stored, misfits
from tablee.table.export.log_file import Log
from tablee.table.log import events as ev
from tablee.table.log.outcomes import rules_version
from tablee.table.log.table_state import State


class SheetVersions:
    """The sheets of a log that were written under other rules, by character, event after event."""

    def __init__(self, game: Game, events: Sequence[ev.TableEvent]) -> None:
        self._game = game
        self._here = rules_version(game)
        self._version = next(filter(None, map(_version_of, events)), "")
        self._former: dict[str, list[Any]] = {}

    def take(self, event: ev.TableEvent) -> bool:
        """Take the next event. Return whether it was written under other rules than those here."""
        self._version = _version_of(event) or self._version
        other = self._version != self._here
        if isinstance(event, ev.FieldsReset):
            known = self._former.get(event.character, [])
            known += [event.sheet_after(sheet) for sheet in known if isinstance(sheet, dict)]
            return other
        sheets = _changes_of(event).get("fiches")
        if isinstance(sheets, dict):
            for character, sheet in sheets.items():
                known = self._former.setdefault(character, [])
                if other or self._keeps_former_fields(sheet, known):
                    known.append(sheet)
        return other

    def _keeps_former_fields(self, sheet: Any, known: Sequence[Any]) -> bool:
        """Return whether a sheet has fields that the game has no more, as one of its former sheets
        had them."""
        kind = kind_of_stored(sheet, self._game) if isinstance(sheet, dict) else None
        if kind is None:
            return False
        names = {*fields_of(kind), "jeu", "type"}
        left = {name: value for name, value in sheet.items() if name not in names}
        former = [each for each in known if isinstance(each, dict)]
        return bool(left) and any({**each, **left} == each for each in former)

    def former(self, state: State) -> frozenset[str]:
        """Return the characters whose present sheets were written under other rules."""
        sheets = state.record.get("fiches")
        if not isinstance(sheets, dict):
            return frozenset()
        return frozenset(
            name for name, sheet in sheets.items() if sheet in self._former.get(name, ())
        )


def misfit_sheets(log: Log, state: State) -> tuple[str, ...]:
    """Return the characters whose sheets were written under other rules and no longer fit; none when
    the game is not installed. `state`: after the last event."""
    game = find_game(state.game)
    if game is None:
        return ()
    versions = SheetVersions(game, log.events)
    for event in log.events:
        versions.take(event)
    former = versions.former(state)
    return tuple(
        name for name in state.sheets if name in former and misfits(state.sheet(name), game)
    )


def _version_of(event: ev.TableEvent) -> str:
    """Return the version of the rules that an event names, "" for none."""
    match event:
        case (
            ev.Requested(rules_version=version)
            | ev.Answered(rules_version=version)
            | ev.Recorded(rules_version=version)
            | ev.Diverged(rules_version=version)
            | ev.FieldsReset(rules_version=version)
        ):
            return version
    return ""


def _changes_of(event: ev.TableEvent) -> RecordJson:
    """Return the parts of the campaign record that an event writes."""
    match event:
        case (
            ev.Opened(record=changes)
            | ev.Recorded(changes=changes)
            | ev.Declined(changes=changes)
            | ev.Replaced(changes=changes)
            | ev.Undone(changes=changes)
            | ev.Withdrawn(changes=changes)
            | ev.Revealed(changes=changes)
        ):
            return changes
    return {}
