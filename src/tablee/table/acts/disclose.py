"""The act `disclose`."""

from __future__ import annotations

from tablee.table.acts.act import Act, RunId
from tablee.table.acts.act_context import ActContext
from tablee.table.log import events as ev
from tablee.table.log.refusal_texts import CONCEALING_RUN
from tablee.table.refusals import Stale


class Disclose(Act, frozen=True, tag="disclose"):
    """The leader shows all seats what was hidden in a finished run, like a secret seuil."""

    about = "Montrer à tous ce qu’un jet fini tenait caché, comme un seuil secret."
    permission = "leader"

    run: RunId

    def decide(self, table: ActContext) -> None:
        run = table.find_run(self.run)
        kind = table.game.procedure(run.procedure)
        if kind is None or not kind.disclosing or not table.state.conceals(run):
            raise Stale("run", run.id, CONCEALING_RUN)
        table.add(ev.Disclosed(run=run.id))
