"""The act `hand_out`."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Annotated

from msgspec import Meta

from tablee.rules.refusal import refuse
from tablee.table.acts.act import VISIBLE, Act, SeatId
from tablee.table.acts.act_context import ActContext
from tablee.table.log import events as ev
from tablee.table.pictures import MAX_TEXT, picture_sent

LONGEST_TITLE, LONGEST_TEXT = 200, 10_000
"""Characters of a title and of a text."""
Title = Annotated[
    str, Meta(min_length=1, max_length=LONGEST_TITLE, pattern=VISIBLE, description="le titre")
]
Text = Annotated[
    str, Meta(max_length=LONGEST_TEXT, description="le texte ; vide : une image seule")
]
To = Annotated[
    Sequence[SeatId],
    Meta(max_length=30, description="les sièges qui le reçoivent ; vide : toute la table"),
]
Picture = Annotated[
    str,
    Meta(
        max_length=MAX_TEXT,
        description="l’image en base64, d’au plus un million de pixels ; vide : aucune",
    ),
]


class HandOut(Act, frozen=True, tag="hand_out"):
    """The leader gives a handout to the whole table or to some seats. The others do not know of it."""

    about = "Donner un document, texte ou image, à toute la table ou à quelques sièges."
    permission = "leader"

    title: Title
    text: Text = ""
    picture: Picture = ""
    to: To = ()

    def decide(self, table: ActContext) -> None:
        for seat in self.to:
            table.require_seat(seat, "to")
        if not self.text.strip() and not self.picture:
            raise refuse("text", "", "un texte ou une image")
        known = table.state.handouts
        most = ev.MAX_HANDOUTS
        if sum(not each.taken_back for each in known.values()) >= most:
            raise refuse("title", None, "au plus {n} documents ; reprenez-en un", n=most)
        picture = picture_sent(self.picture) if self.picture else ""
        table.add(
            ev.HandedOut(
                handout=self._new_id(table),
                title=self.title,
                text=self.text,
                picture=picture,
                to=tuple(dict.fromkeys(self.to)),
            )
        )

    def _new_id(self, table: ActContext) -> str:
        """Return an id made of what its readers know, so that it reveals no number of others."""
        name = f"{table.at} {self.title} {self.text}"
        while (name := sha256(name.encode()).hexdigest()[:12]) in table.state.handouts:
            pass
        return name
