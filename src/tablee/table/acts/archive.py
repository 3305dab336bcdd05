"""The act `archive`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tablee.table.acts.act import Act
from tablee.table.acts.act_context import ActContext
from tablee.table.log import events as ev
from tablee.table.refusals import Stale


class Archive(Act, frozen=True, tag="archive"):
    """The leader archives the campaign, or takes it up again."""

    about = "Archiver la campagne, ou la reprendre."
    permission = "leader"
    in_archive = True

    archived: Annotated[bool, Meta(description="archivée")] = True

    def decide(self, table: ActContext) -> None:
        if table.state.archived == self.archived:
            raise Stale("archived", self.archived, "l’inverse de ce qui est")
        table.add(ev.Archived(archived=self.archived))
