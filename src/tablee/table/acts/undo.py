"""The act `undo`."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.table.acts.act import Act, RunId
from tablee.table.acts.act_context import ActContext
from tablee.table.acts.withdraw import changes_without
from tablee.table.log import events as ev
from tablee.table.log.outcomes import Line, lines_of
from tablee.table.log.state_parts import Run
from tablee.table.refusals import NotYours, Stale
from tablee.table.views.visibility import lines_of_answer


class Undo(Act, frozen=True, tag="undo"):
    """A seat takes back choices in a run: its sealed ones; a player those of the last act; the leader
    all since the last throw."""

    about = "Reprendre son choix scellé ou le dernier de ses choix ; qui mène, tous ceux d’après le dernier lancer."
    permission = "owner"

    run: RunId

    def decide(self, table: ActContext) -> None:
        run = table.find_run(self.run)
        table.require_current(run)
        session = table.replays.session(table.state, run) if run.status == "open" else None
        own = table.visibility.sealed(run, session)
        if own:
            table.add(ev.Unsealed(run=run.id, indexes=own))
            return
        place = table.visibility.undo_place(run, table.replays)
        if place is None:
            raise self._nothing_to_undo(table.leads)
        lines, changes = _lines_from(table, run, place), changes_without(table, run)
        table.add(ev.Undone(run=run.id, place=place, lines=lines, changes=changes))

    def _nothing_to_undo(self, leads: bool) -> NotYours | Stale:
        if not leads:
            return NotYours(
                "run", self.run, "un jet où vous venez de choisir, sans dé ni révélation depuis"
            )
        return Stale(
            "run",
            self.run,
            "un choix fait depuis le dernier jet de dés ; au-delà, la personne qui mène tranche",
        )


def _lines_from(table: ActContext, run: Run, place: int) -> tuple[Line, ...]:
    """Return the trace of the choices of a run from a place on."""
    lines: Sequence[Line] = ()
    if run.outcome is not None:
        lines = run.outcome.lines
    elif (session := table.replays.session(table.state, run)) is not None:
        lines = lines_of(session.trace)
    asked = [line for line in lines if line.kind != "note"]
    before = sum(lines_of_answer(given.answer) for given in run.answers[:place])
    return tuple(asked[before:])
