"""The act `note`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tablee.rules.refusal import refuse
from tablee.table.acts.act import VISIBLE, Act
from tablee.table.acts.act_context import ActContext
from tablee.table.log import events as ev

Text = Annotated[
    str, Meta(min_length=1, max_length=10_000, pattern=VISIBLE, description="le texte")
]
Private = Annotated[bool, Meta(description="pour ses propres yeux")]
To = Annotated[
    str, Meta(max_length=40, description="le siège qui seul la lit aussi ; vide : toute la table")
]


class Note(Act, frozen=True, tag="note"):
    """A note of a seat in the story, visible to all seats, to one other seat or to itself only."""

    about = "Écrire une note, pour tous, pour soi ou pour un seul siège."
    permission = "anyone"

    text: Text
    private: Private = False
    to: To = ""

    def decide(self, table: ActContext) -> None:
        if self.private and self.to:
            raise refuse("to", self.to, "aucun siège, pour une note à soi")
        if self.to:
            table.require_seat(self.to, "to")
        table.add(ev.Noted(text=self.text, private=self.private, to=self.to))
