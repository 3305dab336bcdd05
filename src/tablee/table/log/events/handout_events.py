"""Events of the handouts: what the leader gives to read, and takes back."""

from __future__ import annotations

from tablee.table.log.check_context import CheckContext
from tablee.table.log.events.table_event import TableEvent
from tablee.table.log.state_parts import Handout
from tablee.table.log.table_state import State
from tablee.table.pictures import is_picture


class HandedOut(TableEvent, frozen=True, tag="handed_out"):
    """A handout is given. `handout`: its id; `picture`: a picture as `pictures` makes one, "" for
    none; `to`: the seats that get it, empty for the whole table."""

    handout: str
    title: str
    text: str = ""
    picture: str = ""
    to: tuple[str, ...] = ()

    def apply(self, state: State) -> None:
        state.handouts[self.handout] = Handout(
            id=self.handout,
            at=self.at,
            by=self.by,
            title=self.title,
            text=self.text,
            picture=self.picture,
            to=self.to,
        )
        self.tell(state, "handout", text=self.title, handout=self.handout)

    def check(self, context: CheckContext) -> None:
        if not self.handout or self.handout in context.state.handouts:
            context.refuse("handout", self.handout, "l’identifiant d’un nouveau document")
        if not self.title.strip():
            context.refuse("title", self.title, "un titre")
        for seat in self.to:
            context.require_known_seat(seat or " ", "to")
        if self.picture and not is_picture(self.picture):
            context.refuse("picture", None, "une image telle que la table en fait")


class HandoutTakenBack(TableEvent, frozen=True, tag="handout_taken_back"):
    """A handout is taken back. Its picture is kept in the log only."""

    handout: str

    def apply(self, state: State) -> None:
        known = state.handouts[self.handout]
        state.handouts[self.handout] = known.without_picture()
        state.touch(self.handout)

    def check(self, context: CheckContext) -> None:
        known = context.state.handouts.get(self.handout)
        if known is None or known.taken_back:
            context.refuse("handout", self.handout, "un document donné auparavant")
