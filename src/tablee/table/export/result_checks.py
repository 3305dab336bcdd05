"""The results of finished runs, compared with what their answers give now.

A result must follow from the parameters and the answers of its run under the same rules. Under other
rules it may differ, so that such a result is only counted. This module may import the replay of runs,
the log and its file; it must not know stores or pages.
"""

from __future__ import annotations

import contextlib
from typing import NamedTuple

import msgspec

from tablee.rules.registry import find_game
from tablee.rules.run_json import effects_view
from tablee.rules.schema import show
from tablee.table.export.export_file import unsealed
from tablee.table.export.log_file import changed_event, read_log
from tablee.table.export.sheet_checks import misfit_sheets
from tablee.table.log import events as ev
from tablee.table.log.fold import apply
from tablee.table.log.outcomes import Outcome, rules_version
from tablee.table.log.state_parts import Run
from tablee.table.log.table_state import State
from tablee.table.replay import begin_run


class Results(msgspec.Struct):
    """The finished runs of a log: `wrong`, those whose result does not follow, by the place of their
    last answer; `others`: the number of runs under other rules, which nothing checks."""

    wrong: dict[int, str] = {}
    others: int = 0

    def take(self, place: int, event: ev.TableEvent, state: State) -> None:
        """Check an event that has just been applied to the state."""
        if not isinstance(event, ev.Answered | ev.Requested) or event.outcome is None:
            return
        run = state.runs[event.run]
        if of_other_rules(state, run):
            self.others += 1
        elif not _follows(state, run, event.outcome):
            self.wrong[place] = run.id


def of_other_rules(state: State, run: Run) -> bool:
    """Return whether a part of a run was played under other rules than those that are here."""
    game = find_game(state.game)
    versions = {run.rules_version, *(each.rules_version for each in run.answers)} - {""}
    return game is None or not versions <= {rules_version(game)}


class LogChecked(NamedTuple):
    """The check of an exported log. `changed`: see `log_file.changed_event`; `misfits`: see
    `sheet_checks.misfit_sheets`."""

    changed: int | None
    results: Results
    misfits: tuple[str, ...] = ()


def log_checked(data: bytes) -> LogChecked:
    """Return the check of the log in a file, as far as it can be read: nothing of a player's file, and
    no result of a game that is not installed. Raises `Refusal` when it is no export."""
    found, results = unsealed(data), Results()
    misfits: tuple[str, ...] = ()
    if found.format == "tablee-throws":
        return LogChecked(None, results)
    log = read_log(found.content, exact=False)
    with contextlib.suppress(Exception):  # events that were changed may fail in any way
        state = State(id=log.table)
        for place, event in enumerate(log.events):
            apply(state, event)
            results.take(place, event, state)
        misfits = misfit_sheets(log, state)
    return LogChecked(changed_event(found.content), results, misfits)


def _follows(state: State, run: Run, outcome: Outcome) -> bool:
    """Return whether the answers of a run give its result and its effects."""
    try:
        session = begin_run(state, run, [each.answer for each in run.answers])
        found = show(session.result), effects_view(session)
    except Exception:  # answers that the rules refuse give no result
        return False
    return _written(found) == _written((outcome.result, outcome.effects))


def _written(value: object) -> bytes:
    return msgspec.json.encode(value, order="sorted")
