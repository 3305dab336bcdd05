"""The parts of a table's state: seats, scenes, runs with their answers, consequences, the story.

These are plain records. They may use the outcomes of runs; they must not know events, acts or views.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from tablee.rules.contract_json import AnswerJson, EventJson, ParamsJson, RulingsJson
from tablee.table.log.outcomes import Line, Outcome, Setting
from tablee.table.log.scene_dice import OPEN_WORDS_SCHEME
from tablee.table.log.scene_words import SceneWords, pledge_of

Status = Literal["open", "done", "withdrawn"]
TypedDice = Literal["everybody", "leader", "nobody"]
"""Who may type the faces of real dice."""
Cause = Literal["", "scene_ended", "imported", "reframed"]
"""The reason for a withdrawal that no act asked for."""


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat at the table. `word`: its part in the draws of the house dice."""

    id: str
    name: str
    leader: bool = False
    dice: Literal["house", "real"] = "house"
    word: str = ""
    removed: bool = False


class ProposedRun(msgspec.Struct, frozen=True, kw_only=True):
    """A run that a player proposes for a character. `params`: parameter -> a name of its sheet;
    `cast`: place -> another character."""

    procedure: str
    character: str
    params: Mapping[str, str] = {}
    cast: Mapping[str, str] = {}


class Signal(msgspec.Struct, frozen=True, kw_only=True):
    """A signal of a seat to the leader. `kind`: the name of the act that signals; `run`: a run that
    it proposes."""

    kind: str
    at: int
    run: ProposedRun | None = None


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """A scene and its seeds. `draws`: the number of visible throws of the house dice,
    `secret_draws`: of secret ones; the times are in milliseconds since 1970; `scheme`: how throws
    follow from the seeds; `words`: of the players; `free`, `secret_free`: how many of the throws
    were free ones."""

    number: int
    title: str
    seed: str
    commitment: str
    secret_seed: str
    secret_commitment: str
    began: int
    ended: int | None = None
    draws: int = 0
    secret_draws: int = 0
    free: int = 0
    secret_free: int = 0
    scheme: int = 3
    words: SceneWords = SceneWords()

    def free_draws(self, secret: bool) -> int:
        """Return the number of free throws from one of the two seeds."""
        return self.secret_free if secret else self.free

    def takes_word(self, seat: str) -> bool:
        """Return whether a seat may give its word now: once, and before the first visible throw.
        Secret throws do not count, because the answer would show that there are any."""
        return self.words.takes(seat) and not self.draws

    def takes_pledge(self, seat: str) -> bool:
        """Return whether a seat may pledge its word now."""
        return self.scheme > OPEN_WORDS_SCHEME and self.takes_word(seat)

    def waits_for_word(self, seat: str) -> bool:
        """Return whether a word of a seat would count: a pledged one that is missing, or a first one."""
        return seat in self.words.missing or self.takes_word(seat)

    def keeps_pledge(self, seat: str, word: str) -> bool:
        """Return whether a word is the one that its seat pledged, if it pledged one."""
        pledge = self.words.pledges.get(seat)
        return pledge in (None, pledge_of(self.number, self.commitment, seat, word))


class GivenAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """An answer in a run: when, by which seat and for which, and the origin of its faces (see
    `run_events.Answered`)."""

    answer: AnswerJson
    at: int
    by: str
    seat: str
    draw: int | None = None
    secret: bool = False
    words: str = ""
    rules_version: str = ""
    ask_digest: str = ""
    for_one: bool = False


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """A decision of the leader that overrules the result of a run. `field`: "" for the whole
    result."""

    at: int
    by: str
    field: str
    value: Any
    reason: str


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """A run at the table (see `run_events.Requested`). `disclosed`: what was hidden in it from players
    is shown to them while it is over; `sealed`: sealed choices by their index, `sealers`: the seats that
    made them; `struck`: the trace of answers that were undone; `overruled`: decisions of the leader;
    `diverged`: the version of the rules under which the run no longer replays the same; `thrown_for`:
    the seats whose dice the house throws as they come; `ruling_set`: how many times the rulings had
    changed before it."""

    id: str
    at: int
    by: str
    scene: int
    procedure: str
    params: ParamsJson
    cast: Mapping[str, str]
    roles: Mapping[str, str]
    subject: str
    secret: bool
    withheld: Sequence[str]
    settings: Sequence[Setting]
    hidden: Mapping[str, Sequence[str]]
    title: str
    rules_version: str
    group: str
    answers: tuple[GivenAnswer, ...] = ()
    sealed: Mapping[int, Any] = {}
    sealers: Mapping[int, str] = {}
    outcome: Outcome | None = None
    status: Status = "open"
    revealed: bool = False
    disclosed: bool = False
    struck: tuple[Line, ...] = ()
    overruled: tuple[Decision, ...] = ()
    diverged: str = ""
    reason: str = ""
    cause: Cause = ""
    ended: int = 0
    beside: Mapping[str, str] = {}
    asked_params: ParamsJson | None = None
    players_decide: bool = True
    thrown_for: tuple[str, ...] = ()
    ruling_set: int = 0

    @property
    def who(self) -> list[str]:
        """The characters of the run, the one that acts first."""
        named = (self.subject, *self.roles.values(), *self.cast.values())
        return list(dict.fromkeys(who for who in named if who))

    @property
    def discloses(self) -> bool:
        """Whether it is over and visible to all seats, and something in it is still hidden."""
        hides = bool(self.hidden) and not self.disclosed
        return hides and self.status == "done" and (self.revealed or not self.secret)

    def conceals(self, later: Iterable[Line] = ()) -> bool:
        """Return whether it discloses something that no line for all seats has said already, neither
        its own nor a `later` one."""
        if not self.discloses or self.outcome is None:
            return False
        lines = (*self.outcome.lines, *later)
        shown = [line.numbers for line in lines if line.seen_by is None]
        names = {name for hidden in self.hidden.values() for name in hidden}
        unsaid = any(
            all(each.get(name) != self.params.get(name) for each in shown) for name in names
        )
        return unsaid or bool(self.outcome.seen)

    def draws(self, secret: bool, for_one: bool = False) -> int:
        """Return the number of its throws of the house dice from the secret or the open seed. `for_one`:
        of throws that only one seat sees."""
        drawn = (each for each in self.answers if each.draw is not None)
        return sum((each.secret, each.for_one) == (secret, for_one) for each in drawn)

    @property
    def throws(self) -> list[int]:
        """The places of its throws among the answers."""
        return [place for place, each in enumerate(self.answers) if "dice" in each.answer]


class Alternative(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename={"lines": "told"}
):
    """An event of the campaign record that may replace a consequence. `lines`: its sentences;
    `for_leader`: only the leader may choose it."""

    event: EventJson
    lines: Sequence[Line] = ()
    for_leader: bool = False


class Consequence(msgspec.Struct, frozen=True, kw_only=True):
    """A change of the campaign record (see `consequence_events.Recorded`). `cancelled`: its run was
    undone or withdrawn; `public`: everybody knew the character it concerns when it was recorded, or
    it concerns none; `binding`: the leader alone may decline it; `ruling_set`: how many times the
    rulings had changed before it."""

    id: str
    event: EventJson
    run: str
    character: str
    by: str
    at: int
    scene: int
    lines: Sequence[Line]
    run_line: Line | None = None
    secret: bool = False
    held: bool = False
    refusal_text: str = ""
    refusal: Line | None = None
    alternatives: tuple[Alternative, ...] = ()
    declined: bool = False
    cancelled: bool = False
    by_hand: bool = False
    private: bool = False
    binding: bool = False
    public: bool = False
    ruling_set: int = 0

    @property
    def applied(self) -> bool:
        """Whether the campaign record contains it."""
        return not (self.declined or self.cancelled or self.held)

    @property
    def impossible(self) -> bool:
        """Whether the rules did not admit it when its run ended."""
        return self.refusal is not None or bool(self.refusal_text)

    def replaced_by(self, place: int) -> Consequence:
        """Return the consequence with one of its alternatives in its place, and it among them."""
        other = self.alternatives[place]
        own = Alternative(event=self.event, lines=self.lines, for_leader=other.for_leader)
        alternatives = (*self.alternatives[:place], own, *self.alternatives[place + 1 :])
        return msgspec.structs.replace(
            self, event=other.event, lines=other.lines, alternatives=alternatives
        )


class FreeThrow(msgspec.Struct, frozen=True):
    """A throw of dice outside the rules. `counter`: see `scene_dice`."""

    counter: int
    dice: str
    faces: Sequence[int]


class Handout(msgspec.Struct, frozen=True, kw_only=True):
    """A text or a picture that the leader gave. `to`: the seats that got it, empty for the whole
    table; `picture`: a picture as text, "" for none and once it was taken back."""

    id: str
    at: int
    by: str
    title: str
    text: str
    picture: str
    to: tuple[str, ...]
    taken_back: bool = False

    def without_picture(self) -> Handout:
        """Return the handout once it was taken back."""
        return msgspec.structs.replace(self, picture="", taken_back=True)


class StoryEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the story: what happened, and the run, consequence or handout it is about. `seq`: the
    number of its event; `to`: the new owner of a character, or the reader of a note; `decided`: the
    decision that overrules a result; `throws`: free ones, `text`: their expression, `reason`: what they
    were for, `throw`: the id of secret ones; `fields`: those of a sheet that were reset; `rulings`: the
    new values of the changed ones."""

    seq: int
    at: int
    kind: str
    by: str = ""
    run: str = ""
    consequence: str = ""
    handout: str = ""
    text: str = ""
    private: bool = False
    to: str = ""
    decided: Decision | None = None
    reason: str = ""
    throws: Sequence[FreeThrow] = ()
    throw: str = ""
    fields: Sequence[str] = ()
    rulings: RulingsJson = {}

    @property
    def secret_throws(self) -> list[str]:
        """The ids of its secret free throws, in order."""
        scene, _, number = self.throw.partition(".")
        if not number:
            return []
        places = range(int(number) - 1, int(number) - 1 + len(self.throws))
        return [secret_throw_id(int(scene), place) for place in places]


def secret_throw_id(scene: int, place: int) -> str:
    """Return the id of a secret free throw: the number of its scene, and its own among those of the
    scene, from 1. The dice of one act have the id of the first of their throws."""
    return f"{scene}.{place + 1}"
