"""What somebody at a table may do: one record an act, the same for the pages and the API.

Each act is JSON with its `type`. Whether a seat may do it, and what it leads to, is decided in
`deciding`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

# In Python « $ » stands before a newline at the end too, which no other reader of a pattern allows.
PLAIN = r"^[a-z0-9][a-z0-9_-]*$(?!\n)"
MADE = 40
"""So long is the id of a seat at most, and what a character is called beside the seat of who made
it."""
Id = Annotated[str, Meta(min_length=1, max_length=MADE, pattern=PLAIN)]
Character = Annotated[str, Meta(min_length=1, max_length=2 * MADE + 1, pattern=PLAIN)]
# Whoever has a name can be told by it, and a note says something: some of it is seen.
SEEN = r"[^\s\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]"
Name = Annotated[str, Meta(min_length=1, max_length=100, pattern=SEEN)]
Title = Annotated[str, Meta(max_length=200)]
Words = Annotated[str, Meta(max_length=10_000)]
Json = Mapping[str, Any]


def seen(text: str) -> str:
    """A text that may be left out; none as well where nothing of it is seen."""
    return text if re.search(SEEN, text) else ""


class Act(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    """Base of the acts."""


class RequestRun(Act, frozen=True, tag="frame"):
    """Ask for a run. `cast`: role -> character, or characters; `to`: the characters who each get
    one (in the place of the role ""); `decides`: what may be left to the players is."""

    procedure: Annotated[str, Meta(max_length=100)]
    params: Json = {}
    cast: Mapping[str, str | Sequence[str]] = {}
    to: Annotated[Sequence[str], Meta(max_length=50)] = ()
    secret: bool = False
    decides: bool = True
    title: Title = ""


class Again(Act, frozen=True, tag="again"):
    """Ask for the same run once more; `all`: of everybody who was asked for it at once."""

    run: str
    all: bool = False


class TakeOff(Act, frozen=True, tag="take_off"):
    """Ask for a run anew without one of the parameters that it was asked for with (`name`), as long
    as nothing has been thrown or chosen in it."""

    run: str
    name: Name


class Answer(Act, frozen=True, tag="answer"):
    """Answer what a run waits for: the faces of real dice, or a choice. `place`: how many answers
    there are, so that an answer to something else is refused."""

    run: str
    place: Annotated[int, Meta(ge=0)]
    answer: Json


class Throw(Act, frozen=True, tag="throw"):
    """Let the house throw what a run waits for."""

    run: str
    place: Annotated[int, Meta(ge=0)]


class Seal(Act, frozen=True, tag="seal"):
    """One's part of choices made at once, by index; several when they are alike."""

    run: str
    place: Annotated[int, Meta(ge=0)]
    values: Annotated[
        Mapping[Annotated[str, Meta(pattern=r"^[0-9]{1,4}$(?!\n)")], Any], Meta(min_length=1)
    ]


class Undo(Act, frozen=True, tag="undo"):
    """Take back one's sealed choice, or the last choices of a run, up to the last throw."""

    run: str


class Withdraw(Act, frozen=True, tag="withdraw"):
    """Take back a run as a whole."""

    run: str
    reason: Title = ""


class Reveal(Act, frozen=True, tag="reveal"):
    """Show a secret run to everybody."""

    run: str


class Overrule(Act, frozen=True, tag="overrule"):
    """Decide otherwise about a run that is done."""

    run: str
    field: Annotated[str, Meta(max_length=100)] = ""
    value: Any = None
    reason: Title = ""


class Keep(Act, frozen=True, tag="keep"):
    """Change what is kept: an event of the chronicle."""

    event: Json


class Decline(Act, frozen=True, tag="decline"):
    """A change of this scene is not to be."""

    booking: str


class Restore(Act, frozen=True, tag="restore"):
    """A change that was declined is to be after all."""

    booking: str


class Instead(Act, frozen=True, tag="instead"):
    """Of a change of this scene, another one of those that the rules leave open. `place`: among the
    others that it may be."""

    booking: str
    place: Annotated[int, Meta(ge=0)]


class PutSheet(Act, frozen=True, tag="put_sheet"):
    """Make a character, or write its sheet anew. `seat`: whose it is (None: the leader's); `free`:
    whoever likes may take it. What a player makes gets the name of his seat before its own."""

    character: Character
    sheet: Json
    seat: str | None = None
    free: bool = False


class Give(Act, frozen=True, tag="give"):
    """Give a character to a seat; without `to` the leader has it, with `free` whoever likes may
    take it."""

    character: str
    to: str | None = None
    free: bool = False


class BeginScene(Act, frozen=True, tag="begin_scene"):
    title: Title = ""


class EndScene(Act, frozen=True, tag="end_scene"):
    """End the scene: what is due of it is kept, the seed of its dice is shown."""


class Note(Act, frozen=True, tag="note"):
    text: Annotated[str, Meta(min_length=1, max_length=10_000, pattern=SEEN)]
    private: bool = False


class AddSeat(Act, frozen=True, tag="add_seat"):
    seat: Id
    name: Name


class ChangeSeat(Act, frozen=True, tag="change_seat"):
    """What a seat chooses for itself."""

    seat: str
    name: Name | None = None
    dice: Literal["house", "real"] | None = None
    word: Annotated[str, Meta(max_length=100, pattern=r"^[^\x00-\x1f=]*$(?!\n)")] | None = None


class RemoveSeat(Act, frozen=True, tag="remove_seat"):
    seat: str


class HandOver(Act, frozen=True, tag="hand_over"):
    to: str


class LetAdvise(Act, frozen=True, tag="let_advise"):
    allowed: bool


class Archive(Act, frozen=True, tag="archive"):
    archived: bool = True


AnyAct = (
    RequestRun
    | Again
    | TakeOff
    | Answer
    | Throw
    | Seal
    | Undo
    | Withdraw
    | Reveal
    | Overrule
    | Keep
    | Decline
    | Restore
    | Instead
    | PutSheet
    | Give
    | BeginScene
    | EndScene
    | Note
    | AddSeat
    | ChangeSeat
    | RemoveSeat
    | HandOver
    | LetAdvise
    | Archive
)
