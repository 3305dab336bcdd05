"""What may happen at a table: the events of its log, which is the only truth.

Every event is a record that is written as JSON with its `type`. An event holds what it led to (the
faces, the outcome of a run, what changed on the sheets), so that reading a log again needs no rule.
Times are milliseconds since 1970 (UTC).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from tablee.table.log.outcomes import Line, Outcome, Shown

Json = Mapping[str, Any]
NAME = 16


class Happening(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type"):
    """Base of the events. `at`: when; `by`: the seat that did it, "" the house itself; `key`: of
    the act that ends with this event a digest of the name that the client gave to it (`NAME`
    signs), and one of what was sent under it."""

    at: int = 0
    by: str = ""
    key: str = ""


# ── the table and its seats ────────────────────────────────────────────────────────────────────
class Opened(Happening, frozen=True, tag="opened"):
    """A campaign begins. `rulings`: its switches; `chronicle`: as it is at first; `advice`: whether
    seats may ask for it."""

    name: str
    game: str
    chronicle: Json
    language: str = "fr"
    rulings: Json = {}
    advice: bool = True
    demo: bool = False


class SeatAdded(Happening, frozen=True, tag="seat_added"):
    seat: str
    name: str
    leader: bool = False


class SeatChanged(Happening, frozen=True, tag="seat_changed"):
    """What a seat chose for itself; None leaves it as it is. `dice`: who throws for it; `word`: its
    part in the draws of the house."""

    seat: str
    name: str | None = None
    dice: Literal["house", "real"] | None = None
    word: str | None = None


class SeatRemoved(Happening, frozen=True, tag="seat_removed"):
    seat: str


class LeaderHanded(Happening, frozen=True, tag="leader_handed"):
    """The leader's seat passes to another one."""

    to: str


class CharacterGiven(Happening, frozen=True, tag="character_given"):
    """A character belongs to a seat from now on (None: to whoever leads). `free`: whoever likes may
    take it."""

    character: str
    to: str | None = None
    free: bool = False


class Advised(Happening, frozen=True, tag="advised"):
    """Whether seats may ask for advice and chances."""

    allowed: bool


class Archived(Happening, frozen=True, tag="archived"):
    """The campaign is put away, or taken up again."""

    archived: bool = True


# ── scenes and time ────────────────────────────────────────────────────────────────────────────
class SceneBegun(Happening, frozen=True, tag="scene_begun"):
    """`commitment`: the SHA-256 of `seed` in hexadecimal digits. The seed is nobody's to see before
    the scene ends. `screen`: the seed of what is thrown in secret, which no player sees."""

    scene: int
    title: str
    seed: str
    commitment: str
    screen: str
    screen_commitment: str


class SceneEnded(Happening, frozen=True, tag="scene_ended"):
    """`cut`: the campaign went on elsewhere in the midst of it; its seeds stayed where it was."""

    scene: int
    cut: bool = False


# ── runs ───────────────────────────────────────────────────────────────────────────────────────
class Requested(Happening, frozen=True, tag="framed"):
    """A run is asked for. `run`: its id; `cast`: seat of the rule -> character, "" for nobody that
    is kept; `roles`: role of a sheet, or path of a member of a list -> character; `subject`: the
    character whom all other seats of the rule stand for; `beside`: seat of the rule -> seat at the
    table, of those who play beside it; `secret`: only the leader sees what comes of it until it is
    revealed; `screened`: the parameters kept from who throws in it all the same; `shown`: what it
    was framed with, `hidden`: seat of the rule -> the parameters that it may not see ("": who has
    no part in it); `outcome`: of a run that asks nothing; `also`: runs framed together have the
    same; `asked`, `decides`: what the leader asked for, before the sheets gave the rest (None in a
    log from before that was kept)."""

    run: str
    procedure: str
    params: Json
    cast: Mapping[str, str] = {}
    roles: Mapping[str, str] = {}
    subject: str = ""
    beside: Mapping[str, str] = {}
    secret: bool = False
    screened: Sequence[str] = ()
    shown: Sequence[Shown] = ()
    hidden: Mapping[str, Sequence[str]] = {}
    title: str = ""
    version: str = ""
    outcome: Outcome | None = None
    also: str = ""
    asked: Json | None = None
    decides: bool = True


class Answered(Happening, frozen=True, tag="answered"):
    """The answer at a place of a run. `draw`: the counter of the house's throw, None for real dice
    and choices; `screened`: thrown from the seed behind the screen, `dice`: what was thrown,
    `words`: the players' words that went into it (see `draws`); `asked`: a digest of what was
    asked; `seat`: for whom it was given, when that is not `by`."""

    run: str
    place: int
    answer: Json
    draw: int | None = None
    screened: bool = False
    dice: str = ""
    words: str = ""
    asked: str = ""
    version: str = ""
    seat: str = ""
    outcome: Outcome | None = None


class Sealed(Happening, frozen=True, tag="sealed"):
    """One of several choices at once, before the others are in."""

    run: str
    place: int
    index: int
    value: Any


class Unsealed(Happening, frozen=True, tag="unsealed"):
    """Some of the choices at once are taken back before the others are in."""

    run: str
    indexes: Sequence[int]


class Undone(Happening, frozen=True, tag="undone"):
    """The answers of a run from a place on are taken back; the throws before it stay. `told`: what
    was said of them; `after`: the chronicle without what followed from the run."""

    run: str
    place: int
    told: Sequence[Line] = ()
    after: Json = {}


Cause = Literal["", "scene_ended", "imported", "reframed"]
"""Why a run was taken back that nobody took back."""


class Withdrawn(Happening, frozen=True, tag="withdrawn"):
    """A run is taken back as a whole. `reason`: as somebody gave it, `cause`: where nobody did;
    `told`: what was said in it, when it was not over; `after`: the chronicle without what followed
    from it."""

    run: str
    reason: str = ""
    cause: Cause = ""
    told: Sequence[Line] = ()
    after: Json = {}


class Revealed(Happening, frozen=True, tag="revealed"):
    """A secret run is shown to everybody. `freed`: the changes that were held back and are to be
    now, `after`: what that changes."""

    run: str
    freed: Sequence[str] = ()
    after: Json = {}


class Overruled(Happening, frozen=True, tag="overruled"):
    """The leader decides otherwise about a run that is done. `field`: of its result, "" for the
    whole; `value`: what it is to be, told as it was typed."""

    run: str
    field: str = ""
    value: Any = None
    reason: str = ""


class Diverged(Happening, frozen=True, tag="diverged"):
    """An open run does not replay the same under the rules of today; the leader decides."""

    run: str
    version: str


# ── what is kept ───────────────────────────────────────────────────────────────────────────────
class Alternative(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a change may be instead. `told`: what would be said of it; `for_leader`: the leader
    alone may have it so."""

    event: Json
    told: Sequence[Line] = ()
    for_leader: bool = False


class Booked(Happening, frozen=True, tag="booked"):
    """A change of the chronicle. `booking`: its id; `event`: what the chronicle was told, `others`:
    what else the rules would have it be; `run`: the run that it follows from, `who`: whose it is;
    `after`: the parts of the chronicle that changed, as they are now; `told`: what is said of it,
    `said`: by the run; `why`: why it cannot be, `refused`: the same in words, as older logs have
    it; `overrules`: the leader changed something by hand; `secret`: only the leader sees it;
    `held`: it is not to be before the run is revealed; `private`: whose it is and the leader alone
    see it, and it is not to be before one of them has it so."""

    booking: str
    event: Json
    after: Json
    told: Sequence[Line] = ()
    said: Line | None = None
    run: str = ""
    who: str = ""
    secret: bool = False
    held: bool = False
    refused: str = ""
    why: Line | None = None
    others: Sequence[Alternative] = ()
    overrules: bool = False
    private: bool = False


class Declined(Happening, frozen=True, tag="declined"):
    """A change of this scene is not to be (or is again, `back`); `after`: what that changes."""

    booking: str
    after: Json
    back: bool = False


class Swapped(Happening, frozen=True, tag="swapped"):
    """A change of this scene is another one of those that it may be. `place`: among its others,
    where what it was stands from now on; `after`: what that changes."""

    booking: str
    place: int
    after: Json = {}


class Noted(Happening, frozen=True, tag="noted"):
    """A note of a seat; `private`: for its own eyes and nobody else's."""

    text: str
    private: bool = False


Body = (
    Opened
    | SeatAdded
    | SeatChanged
    | SeatRemoved
    | LeaderHanded
    | CharacterGiven
    | Advised
    | Archived
    | SceneBegun
    | SceneEnded
    | Requested
    | Answered
    | Sealed
    | Unsealed
    | Undone
    | Withdrawn
    | Revealed
    | Overruled
    | Diverged
    | Booked
    | Declined
    | Swapped
    | Noted
)

_DECODER: msgspec.json.Decoder[Body] = msgspec.json.Decoder(Body)
_ENCODER = msgspec.json.Encoder()


def read_event(body: bytes) -> Body:
    """An event from its JSON. Raises `msgspec.ValidationError` when it is none."""
    return _DECODER.decode(body)


def write_event(event: Happening) -> bytes:
    return _ENCODER.encode(event)
