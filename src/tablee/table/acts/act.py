"""The base of all acts, and the types of their fields.

An act is what a seat may do at its table: one module each in this package, with its record (JSON
with its `type`, the same for pages and API), its texts, who may do it, and the events it leads to.
Acts know the rules, the log and the visibility of seats; they must not know stores, pages or the
API, which find every act in `registry`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

if TYPE_CHECKING:
    from tablee.table.acts.act_context import ActContext

# In Python « $ » also matches before a final newline, which no other reader of a pattern allows.
PLAIN = r"^[a-z0-9][a-z0-9_-]*$(?!\n)"
VISIBLE = r"[^\s\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]"
"""Pattern of one visible character, which every name and note must contain."""
MAX_ID = 40
"""Maximum length of the id of a seat, and of the part of a character's id after its seat."""

NewId = Annotated[
    str,
    Meta(min_length=1, max_length=MAX_ID, pattern=PLAIN, description="l’identifiant d’un siège"),
]
Name = Annotated[str, Meta(min_length=1, max_length=100, pattern=VISIBLE, description="un nom")]
Reason = Annotated[str, Meta(max_length=200, description="pourquoi")]
RunId = Annotated[str, Meta(description="l’identifiant d’un jet")]
SeatId = Annotated[str, Meta(description="l’identifiant d’un siège")]
ConsequenceId = Annotated[str, Meta(description="l’identifiant d’un changement")]
Place = Annotated[
    int,
    Meta(
        ge=0,
        description="combien de réponses il a, tel que la vue le dit : une réponse à autre chose "
        "est refusée",
    ),
]
Permission = Literal["leader", "owner", "anyone"]
"""Who may do an act: the leader; the leader or the player whom it concerns; every seat."""


class Act(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    """Base of the acts. `about`: what the act does, in French, for the API; `schemas`: field ->
    component of the API with the schema of its values, `GAME.…` for one of each game;
    `in_archive`: the act is possible in an archived campaign; `widget`: a template with a macro
    `widget(me, signals)` for the pages of seats, "" when other templates contain its forms."""

    about: ClassVar[str]
    permission: ClassVar[Permission]
    schemas: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    in_archive: ClassVar[bool] = False
    widget: ClassVar[str] = ""

    def decide(self, table: ActContext) -> None:
        """Check the act and add its events. Raises `Refusal`."""
        raise NotImplementedError

    @classmethod
    def type_name(cls) -> str:
        """Return the `type` of the act in JSON."""
        return str(cls.__struct_config__.tag)


def visible(text: str) -> str:
    """Return an optional text, "" when it has no visible character."""
    return text if re.search(VISIBLE, text) else ""
