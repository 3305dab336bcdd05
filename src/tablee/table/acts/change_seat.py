"""The act `change_seat`."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import Meta

from tablee.rules.refusal import refuse
from tablee.table.acts.act import Act, Name, SeatId
from tablee.table.acts.act_context import ActContext
from tablee.table.log import events as ev
from tablee.table.log.refusal_texts import ONE_WORD, PLEDGED_WORD, PLEDGES_OPEN
from tablee.table.log.secret_keys import Digest
from tablee.table.refusals import NotYours, Stale

Dice = Annotated[
    Literal["house", "real"] | None,
    Meta(description="qui lance les dés de ce siège : la maison, ou lui-même"),
]
_Word = Annotated[str, Meta(max_length=100, pattern=r"^[^\x00-\x1f=]*$(?!\n)")]
Word = Annotated[_Word | None, Meta(description="son mot dans les tirages de la maison")]
Pledge = Annotated[
    Digest | None,
    Meta(description="l’empreinte du mot qu’il donnera quand tous auront promis le leur"),
]

Seen = Annotated[
    Digest | None,
    Meta(
        description="l’empreinte des promesses qu’il a vues (« siège=promesse », par une espace) : "
        "son mot n’est donné que s’il n’y en a pas d’autre"
    ),
]


class ChangeSeat(Act, frozen=True, tag="change_seat"):
    """A seat changes its own settings. The leader may change those of others, but not their word in
    the draws of the house dice: a player gives it once a scene, before its first throw, and may
    pledge it first."""

    about = "Changer ce qu’un siège choisit pour lui-même."
    permission = "owner"

    seat: SeatId
    name: Annotated[Name | None, Meta(description="un nom")] = None
    dice: Dice = None
    word: Word = None
    pledge: Pledge = None
    seen: Seen = None

    def decide(self, table: ActContext) -> None:
        table.require_seat(self.seat, "seat")
        own = self.word is not None or self.pledge is not None
        if self.seat != table.seat and (own or not table.leads):
            raise NotYours("seat", self.seat, "votre siège")
        if self.name is None and self.dice is None and not self.word and self.pledge is None:
            raise refuse("name", None, "au moins un changement")
        self._check_word(table)
        if self.name is not None:
            others = (seat.name for seat in table.state.present if seat.id != self.seat)
            check_name("name", self.name, others)
        word = self.word or None
        table.add(
            ev.SeatChanged(
                seat=self.seat, name=self.name, dice=self.dice, word=word, pledge=self.pledge
            )
        )

    def _check_word(self, table: ActContext) -> None:
        """Refuse a word or a pledge that comes too early or too late, or a word that is another."""
        scene = table.state.scene
        if self.pledge is not None and not (scene and scene.takes_pledge(self.seat)):
            raise Stale("pledge", self.pledge, PLEDGES_OPEN)
        if not self.word:
            return
        if self.pledge is not None or scene is None or not scene.waits_for_word(self.seat):
            raise refuse("word", self.word, ONE_WORD)
        if not scene.keeps_pledge(self.seat, self.word):
            raise refuse("word", self.word, PLEDGED_WORD)
        pledged = self.seat in scene.words.pledges
        others = self.seen not in (None, scene.words.seen)
        if pledged and (others or not scene.words.may_give(self.seat, table.at)):
            raise Stale("word", self.word, PLEDGED_WORD)


def check_name(field: str, name: str, others: Iterable[str]) -> None:
    """Refuse a name that readers cannot tell from another one at the table."""
    if _normal(name) in map(_normal, others):
        raise refuse(field, name, "un nom que personne d’autre ne porte à cette table")


def _normal(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
