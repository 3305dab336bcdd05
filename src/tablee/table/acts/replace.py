"""The act `replace`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tablee.table.acts.act import Act, ConsequenceId
from tablee.table.acts.act_context import ActContext
from tablee.table.acts.decline import find_consequence
from tablee.table.log import events as ev
from tablee.table.record_changes import replace_consequence
from tablee.table.refusals import Stale


class Replace(Act, frozen=True, tag="replace"):
    """A seat replaces a consequence of the current scene by one of its alternatives."""

    about = (
        "Choisir autrement un changement de cette scène que les règles laissent ouvert, à qui il "
        "touche ou à qui mène."
    )
    permission = "owner"

    consequence: ConsequenceId
    place: Annotated[
        int,
        Meta(
            ge=0,
            description="la place, à partir de 0, parmi ce que le changement peut être d’autre",
        ),
    ]

    def decide(self, table: ActContext) -> None:
        found = find_consequence(table, self.consequence)
        count = len(found.alternatives)
        if found.cancelled or found.impossible or not count:
            raise Stale("consequence", found.id, "un changement que les règles laissent ouvert")
        if self.place >= count:
            raise Stale("place", self.place, "au plus {most}", most=count - 1)
        if found.alternatives[self.place].for_leader:
            table.require_leader(self.type_name())
        changes = replace_consequence(table.state, table.game, found, self.place)
        table.add(ev.Replaced(consequence=found.id, place=self.place, changes=changes))
