"""The act `change_record`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

from msgspec import Meta

from tablee.rules.campaign.building import campaign_record_of
from tablee.rules.campaign.events import for_leader
from tablee.rules.contract_json import EventJson
from tablee.rules.game import Game
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.schema import Tagged, tag_of
from tablee.table.acts.act import Act
from tablee.table.acts.act_context import ActContext
from tablee.table.record_changes import record_event
from tablee.table.refusals import NOT_RESERVED, NotYours

OTHER_ACTS = {"fiche": "put_sheet", "scene": "begin_scene, end_scene"}
"""Event of the campaign record that has an act of its own -> that act."""


class ChangeRecord(Act, frozen=True, tag="change_record"):
    """A seat changes the campaign record by hand: the leader with any event, a player with an event
    of a character of its own."""

    about = "Inscrire un changement dans la chronique."
    permission = "owner"
    schemas = {"event": ("GAME.event",)}

    event: Annotated[
        EventJson, Meta(description="un changement, comme dans le composant « JEU.event »")
    ]

    def decide(self, table: ActContext) -> None:
        if not table.leads:
            self._check_own(table)
        kind = self.event.get("type")
        if isinstance(kind, str) and (other := OTHER_ACTS.get(kind)):
            allowed = "un événement qui n’a pas d’acte à lui ({acts:=})"
            raise refuse("event.type", kind, allowed, acts=other)
        with hiding_record(table, "event"):
            table.add(record_event(table.state, table.game, self.event))

    def _check_own(self, table: ActContext) -> None:
        who, kind = self.event.get("qui"), self.event.get("type")
        known = isinstance(who, str) and who in table.state.sheets
        if not known or not table.visibility.owns(str(who)):
            raise NotYours("event", kind, "ce qui touche votre personnage")
        if for_leader(campaign_record_of(table.game).events, self.event):
            raise NotYours("event", kind, NOT_RESERVED)


def by_hand(game: Game) -> Tagged:
    """Return the events of a game's campaign record that this act admits."""
    events = campaign_record_of(game).events.records
    return Tagged(tuple(each for each in events if tag_of(each) not in OTHER_ACTS))


@contextmanager
def hiding_record(table: ActContext, field: str) -> Iterator[None]:
    """Hide from players what the present rules refuse in the rest of the campaign record."""
    try:
        yield
    except Refusal as refusal:
        if table.leads or not refusal.field.startswith(f"{field}.etat."):
            raise
        allowed = "une campagne que les règles d’aujourd’hui admettent : parlez-en à qui mène"
        raise refuse(field, None, allowed) from None
