"""The act `remove_modifier`."""

from __future__ import annotations

from tablee.table.acts.act import Act, Name, RunId
from tablee.table.acts.act_context import ActContext
from tablee.table.acts.run_requests import request_again
from tablee.table.acts.withdraw import withdrawn
from tablee.table.casting import removable
from tablee.table.refusals import Stale


class RemoveModifier(Act, frozen=True, tag="remove_modifier"):
    """The leader requests a run again without one of its parameters (`name`), before anything was
    thrown or chosen in it. The first run is withdrawn."""

    about = "Demander un jet autrement, sans un de ses modificateurs, tant que rien n’y est joué."
    permission = "leader"

    run: RunId
    name: Name

    def decide(self, table: ActContext) -> None:
        run = table.find_run(self.run)
        table.require_current(run)
        session = table.replays.session(table.state, run) if run.status == "open" else None
        if run.status != "open" or table.visibility.begun(run, session):
            raise Stale("run", run.id, "un jet où rien n’a encore été lancé ni choisi")
        known = removable(run)
        if self.name not in known:
            allowed, names = "un nom parmi : {known:=}", ", ".join(known) or "–"
            raise Stale("name", self.name, allowed, known=names)
        table.add(withdrawn(table, run, cause="reframed"))
        request_again(table, run, run.group, self.name)
