"""The act `put_portrait`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tablee.table.acts.act import Act
from tablee.table.acts.act_context import ActContext
from tablee.table.log import events as ev
from tablee.table.portraits import MAX_TEXT, portrait_sent


class PutPortrait(Act, frozen=True, tag="put_portrait"):
    """A seat gives a character of its own a portrait, or takes it away; the leader any character.
    All who know the character see it."""

    about = "Donner un portrait à un personnage, ou l’ôter."
    permission = "owner"

    character: Annotated[str, Meta(max_length=100, description="l’identifiant du personnage")]
    picture: Annotated[
        str,
        Meta(
            max_length=MAX_TEXT,
            description="l’image en base64, d’au plus un million de pixels ; vide : aucune",
        ),
    ] = ""

    def decide(self, table: ActContext) -> None:
        table.require_own_character(self.character)
        table.find_sheet(self.character)
        picture = portrait_sent(self.picture) if self.picture else ""
        table.add(ev.PortraitPut(character=self.character, picture=picture))
