"""The act `give`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tablee.rules.refusal import refuse
from tablee.table.acts.act import Act
from tablee.table.acts.act_context import ActContext
from tablee.table.acts.put_sheet import Free
from tablee.table.log import events as ev
from tablee.table.refusals import NotYours, Stale

CharacterId = Annotated[
    str,
    Meta(
        description="l’identifiant d’un personnage ; celui que fait un joueur reçoit le nom de son "
        "siège devant le sien"
    ),
]
NewOwner = Annotated[
    str | None, Meta(description="les personnages, ou le siège, à qui cela revient")
]


class Give(Act, frozen=True, tag="give"):
    """The leader gives a character to a seat (None: to the leader) or sets it free; a player takes a
    free one."""

    about = "Donner un personnage à un siège, ou en prendre un qui est libre."
    permission = "owner"

    character: CharacterId
    to: NewOwner = None
    free: Free = False

    def decide(self, table: ActContext) -> None:
        known = self.character in table.state.sheets
        if not known or not (table.leads or table.state.is_known(self.character)):
            raise Stale("character", self.character, "un personnage de la campagne")
        if self.to is not None:
            table.require_seat(self.to, "to")
        if not table.leads:
            self._check_free(table)
        elif self.free and self.to is not None:
            raise refuse("free", self.free, "false pour le personnage de quelqu’un")
        table.add(ev.CharacterGiven(character=self.character, to=self.to, free=self.free))

    def _check_free(self, table: ActContext) -> None:
        """Let a player take only a free character. A character that another player just took is
        refused with its owner, which everybody sees."""
        state, name = table.state, self.character
        free, late = name in state.free, name in state.taken_characters
        if self.to != table.seat or self.free or not (free or late):
            raise NotYours("character", name, "un personnage libre, pour vous")
        if free:
            return
        owner = state.owners.get(name)
        if owner is None or not state.sits(owner):
            raise Stale("character", name, "un personnage libre")
        allowed = "un personnage libre (celui-ci est à {who:=})"
        raise Stale("character", name, allowed, who=state.seats[owner].name)
