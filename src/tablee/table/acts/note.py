"""The act `note`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tablee.table.acts.act import VISIBLE, Act
from tablee.table.acts.act_context import ActContext
from tablee.table.log import events as ev

Text = Annotated[
    str, Meta(min_length=1, max_length=10_000, pattern=VISIBLE, description="le texte")
]
Private = Annotated[bool, Meta(description="pour ses propres yeux")]


class Note(Act, frozen=True, tag="note"):
    """A note of a seat in the story, visible to all seats or to itself only."""

    about = "Écrire une note."
    permission = "anyone"

    text: Text
    private: Private = False

    def decide(self, table: ActContext) -> None:
        table.add(ev.Noted(text=self.text, private=self.private))
