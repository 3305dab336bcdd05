"""The act `remove_seat`."""

from __future__ import annotations

from tablee.rules.refusal import refuse
from tablee.table.acts.act import Act, SeatId
from tablee.table.acts.act_context import ActContext
from tablee.table.log import events as ev


class RemoveSeat(Act, frozen=True, tag="remove_seat"):
    """The leader removes another seat."""

    about = "Retirer un siège."
    permission = "leader"

    seat: SeatId

    def decide(self, table: ActContext) -> None:
        table.require_seat(self.seat, "seat")
        if self.seat == table.seat:
            raise refuse("seat", self.seat, "un autre siège que le vôtre")
        table.add(ev.SeatRemoved(seat=self.seat))
