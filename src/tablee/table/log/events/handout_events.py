"""Events of the handouts: what the leader gives to read, and takes back."""

from __future__ import annotations

import re

from tablee.table.log.check_context import CheckContext
from tablee.table.log.events.table_event import TableEvent
from tablee.table.log.state_parts import Handout
from tablee.table.log.table_state import State
from tablee.table.pictures import is_picture

MAX_HANDOUTS = 200
"""Handouts of a campaign, without those that were taken back."""
_ID = re.compile("[0-9a-f]{12}")


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
        known = context.state.handouts
        if not _ID.fullmatch(self.handout) or self.handout in known:
            context.refuse("handout", self.handout, "l’identifiant d’un nouveau document")
        _check_leader(self, context)
        for seat in self.to:
            context.require_seat(seat, "to")
        if len(self.to) != len({*self.to}):
            context.refuse("to", [*self.to], "chaque siège une seule fois")
        if not self.text.strip() and not self.picture:
            context.refuse("text", self.text, "un texte ou une image")
        if sum(not each.taken_back for each in known.values()) >= MAX_HANDOUTS:
            allowed = "au plus {n} documents ; reprenez-en un"
            context.refuse("handout", self.handout, allowed, n=MAX_HANDOUTS)
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
        _check_leader(self, context)


def _check_leader(event: TableEvent, context: CheckContext) -> None:
    if event.by != context.state.leader:
        context.refuse("by", event.by, "un geste de la personne qui mène le jeu")
