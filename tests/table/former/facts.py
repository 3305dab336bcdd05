"""Key facts of a table: what its state holds, and what each seat reads in its view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tablee.table.views.view_types import HiddenRun, RunView
from tablee.table.views.whole_view_types import TableView

Json = dict[str, Any]

View = Callable[[str, int | None], TableView]
"""The view of a seat. The number: the place in the story before which its page of the story ends,
None for the latest page."""


def facts_of(state: Any, view: View) -> Json:
    """Return the facts of a table. Characters, clock and ledgers are compared as JSON."""
    return {
        "chronicle": state.record,
        "version": state.version,
        "results": {
            run.id: run.outcome.result for run in state.runs.values() if run.outcome is not None
        },
        "seats": {seat.id: seat_facts(seat.id, view) for seat in state.present},
    }


def seat_facts(seat: str, view: View) -> Json:
    """Return the facts of the view of a seat: its characters, the whole story, its open questions."""
    latest = view(seat, None)
    items = list(latest.story.items)
    page = latest
    while page.story.more:
        page = view(seat, page.story.before)
        items = [*page.story.items, *items]
    return {
        "characters": {each.id: [each.name, each.sheet] for each in latest.characters},
        "story": [[each.kind, each.by, each.text] for each in items],
        "runs": {each.run.id: run_facts(each.run) for each in items if each.run},
        "waiting": {each.id: [each.place, len(each.asks)] for each in latest.runs},
    }


def run_facts(run: RunView | HiddenRun) -> Json | None:
    """Return the facts of a run in the story; None where the seat only learns that it exists."""
    if isinstance(run, HiddenRun):
        return None
    return {
        "status": run.status,
        "headline": run.headline,
        "lines": [line.text for line in run.lines],
        "result": run.result,
        "struck": list(run.undone),
        "consequences": [[each.text, each.declined, each.refused] for each in run.consequences],
        "overruled": len(run.overruled),
    }
