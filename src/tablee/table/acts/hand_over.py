"""The act `hand_over`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tablee.table.acts.act import Act
from tablee.table.acts.act_context import ActContext
from tablee.table.log import events as ev
from tablee.table.refusals import Stale

To = Annotated[str, Meta(description="les personnages, ou le siège, à qui cela revient")]


class HandOver(Act, frozen=True, tag="hand_over"):
    """The leader makes another seat the leader."""

    about = "Confier la partie à un autre siège."
    permission = "leader"

    to: To

    def decide(self, table: ActContext) -> None:
        table.require_seat(self.to, "to")
        if self.to == table.seat:
            raise Stale("to", self.to, "un autre siège que le vôtre")
        table.add(ev.LeaderHanded(to=self.to))
