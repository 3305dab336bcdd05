"""The act `reveal`."""

from __future__ import annotations

from tablee.table.acts.act import Act, RunId
from tablee.table.acts.act_context import ActContext
from tablee.table.log import events as ev
from tablee.table.log.refusal_texts import SECRET_RUN
from tablee.table.record_changes import release_consequences
from tablee.table.refusals import Stale


class Reveal(Act, frozen=True, tag="reveal"):
    """The leader reveals a secret run; its held consequences are applied as far as possible."""

    about = "Montrer à tous un jet secret."
    permission = "leader"

    run: RunId

    def decide(self, table: ActContext) -> None:
        run = table.find_run(self.run)
        if not run.secret or run.revealed:
            raise Stale("run", run.id, SECRET_RUN)
        released, changes = release_consequences(table.state, table.game, run.id)
        table.add(ev.Revealed(run=run.id, released=released, changes=changes))
