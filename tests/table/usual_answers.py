"""A run at the table finished by its usual answers."""

from __future__ import annotations

from tablee.rules.questions import Choose, Together
from tests.kit import acts
from tests.table.evening import LEADER, Table


def finish(table: Table, face: int = 1) -> None:
    """Answer every question by its default and every die by one face."""
    while views := table.view(LEADER).runs:
        (view,) = views
        run = table.state.runs[view.id]
        pending = table.session(run.id).pending
        if isinstance(pending, Choose):
            usual = pending.default
            answer = {"choose": next(pending.form.values()) if usual is None else usual}
            table.does(LEADER, acts.Answer(run=run.id, place=view.place, answer=answer))
        elif isinstance(pending, Together):
            values = {str(n): each.default for n, each in enumerate(pending.choices)}
            table.does(LEADER, acts.Seal(run=run.id, place=view.place, values=values))
        else:
            thrown = acts.Answer(run=run.id, place=view.place, answer={"dice": [face]})
            table.does(LEADER, thrown)
