"""The act `allow_rolls`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tablee.table.acts.act import Act
from tablee.table.acts.act_context import ActContext
from tablee.table.log import events as ev


class AllowRolls(Act, frozen=True, tag="allow_rolls"):
    """The leader lets players make the usual runs at once that they propose, or asks to be asked."""

    about = "Laisser ou non les joueurs lancer d’eux-mêmes un jet courant."
    permission = "leader"

    allowed: Annotated[bool, Meta(description="permis")]

    def decide(self, table: ActContext) -> None:
        table.add(ev.RollsAllowed(allowed=self.allowed))
