"""The act `knock`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tablee.table.acts.act import Act
from tablee.table.acts.act_context import ActContext
from tablee.table.log import events as ev
from tablee.table.refusals import NotYours, Stale

Knocking = Annotated[
    str | None,
    Meta(description="le siège qui demandait l’attention et l’a eue ; null : la demander soi-même"),
]


class Knock(Act, frozen=True, tag="knock"):
    """A player asks for the attention of the leader. The request ends with the player's next act, or
    when the leader or the player ends it (`seat`). Other players do not see it."""

    about = "Demander l’attention de qui mène, ou finir cette demande."
    permission = "owner"
    widget = "knock"

    seat: Knocking = None

    def decide(self, table: ActContext) -> None:
        if self.seat is None:
            self._knock(table)
            return
        if not table.leads and self.seat != table.seat:
            raise NotYours("seat", self.seat, "votre siège")
        if self.seat not in table.state.signals:
            raise Stale("seat", self.seat, "un siège qui demande l’attention")
        table.add(ev.SignalChanged(seat=self.seat))

    def _knock(self, table: ActContext) -> None:
        if table.leads:
            raise NotYours("type", self.type_name(), "un geste des joueurs")
        if table.seat in table.state.signals:
            raise Stale("type", self.type_name(), "une demande qui n’est pas encore faite")
        table.add(ev.SignalChanged(seat=table.seat, signal=self.type_name()))
