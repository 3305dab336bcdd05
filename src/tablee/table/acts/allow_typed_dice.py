"""The act `allow_typed_dice`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tablee.table.acts.act import Act
from tablee.table.acts.act_context import ActContext
from tablee.table.log import events as ev
from tablee.table.log.state_parts import TypedDice


class AllowTypedDice(Act, frozen=True, tag="allow_typed_dice"):
    """The leader says who may type the faces of real dice."""

    about = "Dire qui peut saisir les faces de vrais dés."
    permission = "leader"

    who: Annotated[
        TypedDice, Meta(description="tout le monde, la seule personne qui mène, ou personne")
    ]

    def decide(self, table: ActContext) -> None:
        table.add(ev.TypedDiceAllowed(who=self.who))
