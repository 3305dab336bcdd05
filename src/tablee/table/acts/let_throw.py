"""The act `let_throw`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tablee.table.acts.act import Act, RunId
from tablee.table.acts.act_context import ActContext
from tablee.table.acts.answering import throw_on
from tablee.table.log import events as ev
from tablee.table.log.refusal_texts import WAITING_RUN
from tablee.table.refusals import NotYours, Stale


class LetThrow(Act, frozen=True, tag="let_throw"):
    """A seat lets the house throw all its dice in one run as they come, or throws them itself."""

    about = "Laisser ou non la maison lancer d’elle-même tous ses dés dans un jet."
    permission = "owner"

    run: RunId
    on: Annotated[bool, Meta(description="la maison les lance-t-elle ?")] = True

    def decide(self, table: ActContext) -> None:
        run = table.find_run(self.run)
        if run.status != "open":
            raise Stale("run", run.id, WAITING_RUN)
        if not table.leads and table.visibility.roles(run) == [""]:
            raise NotYours("run", run.id, "un jet où vous lancez des dés")
        table.add(ev.DiceLeft(run=run.id, on=self.on))
        throw_on(table, table.find_run(run.id))
