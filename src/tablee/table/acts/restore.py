"""The act `restore`."""

from __future__ import annotations

from tablee.table.acts.act import Act, ConsequenceId
from tablee.table.acts.act_context import ActContext
from tablee.table.acts.decline import find_consequence
from tablee.table.log import events as ev
from tablee.table.record_changes import restore_consequence
from tablee.table.refusals import Stale


class Restore(Act, frozen=True, tag="restore"):
    """A seat restores a consequence that was declined or held."""

    about = "Reprendre un changement refusé."
    permission = "owner"

    consequence: ConsequenceId

    def decide(self, table: ActContext) -> None:
        found = find_consequence(table, self.consequence, declining=True)
        if found.applied or found.cancelled or found.impossible:
            allowed = "un changement de cette scène, qui a été refusé"
            raise Stale("consequence", found.id, allowed)
        changes = restore_consequence(table.state, table.game, found.id)
        table.add(ev.Declined(consequence=found.id, changes=changes, restored=True))
