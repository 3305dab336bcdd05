"""The act `decline`, and the search for a consequence that a seat may change."""

from __future__ import annotations

from tablee.table.acts.act import Act, ConsequenceId
from tablee.table.acts.act_context import ActContext
from tablee.table.log import events as ev
from tablee.table.log.refusal_texts import SCENE_CONSEQUENCE
from tablee.table.log.state_parts import Consequence
from tablee.table.record_changes import decline_consequences
from tablee.table.refusals import NOT_RESERVED, NotYours, Stale


class Decline(Act, frozen=True, tag="decline"):
    """A seat declines a consequence of the current scene."""

    about = "Refuser un changement de cette scène."
    permission = "owner"

    consequence: ConsequenceId

    def decide(self, table: ActContext) -> None:
        found = find_consequence(table, self.consequence, declining=True)
        if not found.applied:
            allowed = "un changement de cette scène, qui compte encore"
            raise Stale("consequence", found.id, allowed)
        changes = decline_consequences(table.state, table.game, {found.id})
        table.add(ev.Declined(consequence=found.id, changes=changes))


def find_consequence(table: ActContext, name: str, declining: bool = False) -> Consequence:
    """Return a consequence of the current scene that the seat may change, or (`declining`) decline
    and restore. Raises `Stale` when the seat sees no such one, `NotYours` when it concerns others or
    binds the seat."""
    found = table.state.consequences.get(name)
    if found is None or not table.visibility.sees_consequence(found):
        raise Stale("consequence", name, SCENE_CONSEQUENCE)
    if not table.visibility.may_change(found):
        raise NotYours("consequence", name, "un changement qui touche votre personnage")
    if declining and not table.visibility.may_decline(found):
        owed = "un changement qui n’engage pas : celui-ci reste dû"
        raise NotYours("consequence", name, owed if found.run else NOT_RESERVED)
    if name not in table.state.scene_consequences:
        raise Stale("consequence", name, SCENE_CONSEQUENCE)
    return found
