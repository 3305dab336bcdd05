"""The act `allow_advice`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tablee.table.acts.act import Act
from tablee.table.acts.act_context import ActContext
from tablee.table.log import events as ev


class AllowAdvice(Act, frozen=True, tag="allow_advice"):
    """The leader allows players to ask for chances and advice, or forbids it."""

    about = "Permettre ou non aux joueurs chances et conseils."
    permission = "leader"

    allowed: Annotated[bool, Meta(description="permis")]

    def decide(self, table: ActContext) -> None:
        table.add(ev.AdviceAllowed(allowed=self.allowed))
