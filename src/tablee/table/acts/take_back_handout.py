"""The act `take_back_handout`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tablee.table.acts.act import Act
from tablee.table.acts.act_context import ActContext
from tablee.table.log import events as ev
from tablee.table.refusals import Stale


class TakeBackHandout(Act, frozen=True, tag="take_back_handout"):
    """The leader takes a handout back: no player can open it any more."""

    about = "Reprendre un document : plus personne ne peut le rouvrir."
    permission = "leader"

    handout: Annotated[str, Meta(max_length=40, description="l’identifiant du document")]

    def decide(self, table: ActContext) -> None:
        known = table.state.handouts.get(self.handout)
        if known is None or known.taken_back:
            raise Stale("handout", self.handout, "un document que la table a encore")
        table.add(ev.HandoutTakenBack(handout=self.handout))
