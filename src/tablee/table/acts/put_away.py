"""The act `put_away`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tablee.table.acts.act import Act
from tablee.table.acts.act_context import ActContext
from tablee.table.acts.give import CharacterId
from tablee.table.log import events as ev
from tablee.table.refusals import Stale


class PutAway(Act, frozen=True, tag="put_away"):
    """The leader puts a character away, or takes it out again. Its sheet stays as it is; the lists of
    characters to ask and to meet no longer have it."""

    about = "Ranger un personnage qui ne sert plus pour l’instant, ou le ressortir."
    permission = "leader"

    character: CharacterId
    away: Annotated[bool, Meta(description="false : le ressortir")] = True

    def decide(self, table: ActContext) -> None:
        table.find_sheet(self.character)
        if (self.character in table.state.put_away) == self.away:
            allowed = "un personnage qui sert" if self.away else "un personnage rangé"
            raise Stale("character", self.character, allowed)
        table.add(ev.CharacterPutAway(character=self.character, away=self.away))
