"""The act `add_seat`."""

from __future__ import annotations

from tablee.rules.refusal import refuse
from tablee.table.acts.act import Act, Name, NewId
from tablee.table.acts.act_context import ActContext
from tablee.table.acts.change_seat import check_name
from tablee.table.log import events as ev
from tablee.table.log.events.seat_events import MAX_SEATS
from tablee.table.log.refusal_texts import FREE_SEAT_ID


class AddSeat(Act, frozen=True, tag="add_seat"):
    """The leader adds a seat."""

    about = "Ajouter un siège."
    permission = "leader"

    seat: NewId
    name: Name

    def decide(self, table: ActContext) -> None:
        state = table.state
        if self.seat in state.seats:
            raise refuse("seat", self.seat, FREE_SEAT_ID)
        for character in state.sheets:
            if character.startswith(f"{self.seat}-"):
                allowed = "un nom par lequel {character:=} ne commence pas"
                raise refuse("seat", self.seat, allowed, character=character)
        if len(state.seats) >= MAX_SEATS:
            raise refuse("seat", self.seat, "au plus {most} sièges", most=MAX_SEATS)
        check_name("name", self.name, (seat.name for seat in state.present))
        table.add(ev.SeatAdded(seat=self.seat, name=self.name))
