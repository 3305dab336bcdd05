"""The act `withdraw`, and the withdrawal of a run for other reasons."""

from __future__ import annotations

from tablee.rules.contract_json import RecordJson
from tablee.rules.refusal import Refusal, refuse
from tablee.table.acts.act import Act, Reason, RunId, visible
from tablee.table.acts.act_context import ActContext
from tablee.table.log import events as ev
from tablee.table.log.outcomes import lines_of
from tablee.table.log.refusal_texts import RUN_NOT_WITHDRAWN
from tablee.table.log.state_parts import Cause, Run
from tablee.table.record_changes import decline_consequences
from tablee.table.refusals import Stale


class Withdraw(Act, frozen=True, tag="withdraw"):
    """The leader withdraws a whole run of the current scene."""

    about = "Annuler un jet tout entier."
    permission = "leader"

    run: RunId
    reason: Reason = ""

    def decide(self, table: ActContext) -> None:
        run = table.find_run(self.run)
        table.require_current(run)
        if run.status == "withdrawn":
            raise Stale("run", run.id, RUN_NOT_WITHDRAWN)
        table.add(withdrawn(table, run, visible(self.reason)))


def withdrawn(table: ActContext, run: Run, reason: str = "", cause: Cause = "") -> ev.Withdrawn:
    """Return the event that withdraws a run, with its trace so far."""
    session = table.replays.session(table.state, run) if run.status == "open" else None
    lines = lines_of(session.trace) if session is not None else ()
    changes = changes_without(table, run)
    return ev.Withdrawn(run=run.id, reason=reason, cause=cause, lines=lines, changes=changes)


def changes_without(table: ActContext, run: Run) -> RecordJson:
    """Return the changes of the record when the consequences of a run are cancelled. Raises
    `Refusal` naming the run when later consequences depend on them."""
    applied = {each.id for each in table.state.consequences_of(run.id) if each.applied}
    try:
        return decline_consequences(table.state, table.game, applied) if applied else {}
    except Refusal as refusal:
        raise refuse("run", run.id, refusal.allowed) from None
