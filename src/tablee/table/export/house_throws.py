"""The throws of the house dice in a campaign, by scene and seed.

They come from the log of a campaign or from the file of a seat. `throw_checks` verifies them. The
module may import the events of the log; it must not know the state of a table or acts. The names in
files are those of the first version (`rename=`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from tablee.rules.refusal import refuse
from tablee.table.export.export_file import decoded, unsealed
from tablee.table.export.log_file import read_log
from tablee.table.log import events as ev
from tablee.table.log.outcomes import Outcome
from tablee.table.log.scene_dice import (
    COUNTED_SCHEME,
    FORMER_SCHEME,
    OPEN_WORDS_SCHEME,
    Draw,
    words_of,
)
from tablee.table.log.scene_words import SceneWords
from tablee.table.log.secret_keys import RevealedKey

SeedName = Literal["open", "screen"]
"""Which of the two seeds of a scene: of visible or of secret throws."""
Seed = Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?$(?!\n)")]
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
Whole = Annotated[int, Meta(ge=-(2**53) + 1, le=2**53 - 1)]
"""An integer that JavaScript represents exactly (ECMA-262, Number): a page verifies files too."""
_SEED = re.compile("([0-9a-f]{64})?")


class Logged(msgspec.Struct, frozen=True, rename={"in_trace": "told"}):
    """What a log adds to a throw. `seq`: the place of its event; `words`: of the players at that
    time; `in_trace`: whether the trace of its run, if it is finished, has the same faces."""

    seq: int
    words: str
    in_trace: bool


class Thrown(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A throw of the house dice (see `scene_dice`). `at`: in milliseconds since 1970; `procedure` and
    `title`: of its run; `log`: None in the file of a seat. In the file of a player the counter of a
    secret throw is its place + 1, because its number among all would count other secret throws."""

    counter: Whole
    run: str
    place: Whole
    dice: str
    faces: tuple[Whole, ...]
    words: str
    at: Whole
    procedure: str
    title: str = ""
    log: Logged | None = None
    for_one: bool = False


class Side(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The throws from one of the two seeds of a scene. `seed`: "" when the file does not have it. In
    the file of a player, of secret throws: `keys` of the throws, `kept`: the runs that stay secret."""

    commitment: Digest
    seed: Seed
    throws: list[Thrown]
    keys: Sequence[RevealedKey] | None = None
    kept: Sequence[str] = ()


class PledgedWord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The word of a seat in the draws of a scene. `pledge`: its digest, "" for a word that was given
    at once (see `scene_words`); `word`: "" as long as it is missing."""

    seat: str
    word: str = ""
    pledge: Seed = ""


class SceneThrows(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    rename={"interrupted": "cut", "secret": "screen"},
):
    """The throws of a scene, in order. `ended`: None during the scene; `interrupted`: see
    `SceneEnded`; `secret`: None in the file of a player for older scenes; `scheme`: see `scene_dice`;
    `words`: of the players, in scenes with pledges; `withheld`: the seats whose pledged words did
    not come in an earlier round."""

    scene: Whole
    title: str
    began: Whole
    open: Side
    ended: Whole | None = None
    interrupted: bool = False
    secret: Side | None = None
    scheme: Literal[3, 4, 5, 6, 7] = FORMER_SCHEME
    words: Sequence[PledgedWord] = ()
    withheld: Sequence[str] = ()


def draw_of(scene: SceneThrows, name: SeedName, thrown: Thrown) -> Draw:
    """Return everything on which the faces of a throw depend, but the seed."""
    return Draw(
        scene=scene.scene,
        secret=name == "screen",
        counter=thrown.counter,
        run=thrown.run,
        place=thrown.place,
        dice=thrown.dice,
        words=thrown.words,
        scheme=scene.scheme,
        for_one=thrown.for_one,
    )


class Throws(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The throws of all scenes of a campaign. `seat`: the seat that may verify them, "" for the whole
    log; `intact`: see `export_file.Unsealed`; `typed`: the number of throws whose faces somebody
    typed, which nothing verifies; 0 in the file of a seat."""

    table: str
    name: str
    game: str
    scenes: Sequence[SceneThrows]
    seat: str = ""
    intact: bool = True
    typed: Whole = 0


def read_file(data: bytes) -> Throws:
    """Return the throws in a file of either kind, even a changed one (`intact`). Raises `Refusal`
    when it is no export."""
    found = unsealed(data)
    if found.format == "tablee-throws":
        throws: Throws = decoded(found.content, Throws, "")
    else:
        log = read_log(found.content, exact=False)
        throws = throws_of(log.table, log.events)
    return msgspec.structs.replace(throws, intact=found.intact)


def throws_of(table: str, events: Sequence[ev.TableEvent]) -> Throws:
    """Return all throws of the house dice in a log. Raises `Refusal` when it is no log of a table, or
    a throw has no scene or no run."""
    return _Gatherer(table, events).gathered()


def differing_answers(events: Sequence[ev.TableEvent]) -> Set[int]:
    """Return the places of the answers that differ from the trace of their finished run: by their
    faces, or as secret throws, or as throws for one seat only; all answers of the run when the
    numbers of throws differ. An answer that was not exported has no faces, and does not differ."""
    answers: dict[str, list[int]] = {}
    secret: set[str] = set()
    keyed = False
    found: set[int] = set()
    for seq, event in enumerate(events):
        match event:
            case ev.SceneBegun(scheme=scheme):
                keyed = scheme > COUNTED_SCHEME
            case ev.Requested(run=run, secret=True):
                secret.add(run)
            case ev.Undone(run=run, place=place):
                del answers.setdefault(run, [])[max(0, place) :]
            case ev.Answered(run=run, outcome=outcome):
                given = answers.setdefault(run, [])
                given.append(seq)
                if outcome is not None:
                    thrown = {each: _faces(events[each]) for each in given}
                    found |= _differing(thrown, outcome)
                    if keyed:
                        found |= _mismarked(thrown, events, outcome, run in secret)
    return found


def _mismarked(
    answers: Mapping[int, Any], events: Sequence[ev.TableEvent], outcome: Outcome, secret: bool
) -> Set[int]:
    """Return the places of the house throws that are not marked as the trace of their run says: seen
    by one seat only, or secret. `secret`: whether the run is."""
    thrown = [seq for seq, faces in answers.items() if faces is not None]
    rolls = [line for line in outcome.lines if line.kind == "roll"]
    found = set()
    for seq, line in zip(thrown, rolls, strict=False):
        answered, for_one = events[seq], line.seen_by is not None
        if isinstance(answered, ev.Answered) and answered.draw is not None and answers[seq]:
            marks = answered.for_one, answered.secret
            if marks != (for_one, secret or for_one):
                found.add(seq)
    return found


def _faces(answered: ev.TableEvent) -> Any:
    """Return the faces of an answer, None for a choice."""
    return answered.answer.get("dice") if isinstance(answered, ev.Answered) else None


def _differing(answers: Mapping[int, Any], outcome: Outcome) -> Set[int]:
    thrown = {seq: faces for seq, faces in answers.items() if faces is not None}
    traced = [line.numbers.get("faces") for line in outcome.lines if line.kind == "roll"]
    if len(thrown) != len(traced):
        return answers.keys()
    pairs = zip(thrown.items(), traced, strict=True)
    return {seq for (seq, faces), shown in pairs if faces not in ([], shown)}


def opening(events: Sequence[ev.TableEvent]) -> ev.Opened:
    """Return the first event of a log. Raises `Refusal` when it does not open a campaign."""
    first = events[0] if events else None
    if not isinstance(first, ev.Opened):
        raise refuse("events[0].type", None, "opened : une campagne commence par là")
    return first


class _Gatherer:
    """The reading of one log, event by event."""

    def __init__(self, table: str, events: Sequence[ev.TableEvent]) -> None:
        self.table = table
        self.events = events
        self.words: dict[str, str] = {}
        """The words of the seats, in scenes of the former scheme."""
        self.given: SceneWords | None = None
        """The words of the current scene, in which each is given once."""
        self.runs: dict[str, ev.Requested] = {}
        self.differing = differing_answers(events)
        self.drawn: Counter[tuple[str, bool, bool]] = Counter()
        """Number of throws of each run so far, by whether they are secret, and seen by one seat only."""
        self.scenes: list[SceneThrows] = []
        self.typed = 0

    def gathered(self) -> Throws:
        first = opening(self.events)
        for seq, event in enumerate(self.events):
            self._take(seq, event)
        scenes = tuple(self.scenes)
        return Throws(
            table=self.table, name=first.name, game=first.game, scenes=scenes, typed=self.typed
        )

    def _take(self, seq: int, event: ev.TableEvent) -> None:
        match event:
            case ev.SeatChanged():
                self._changed(event)
            case ev.WordsRestarted(at=at) if self.given is not None:
                self._put_words(self.given.started_again(at))
            case ev.SeatRemoved(seat=seat) if self.given is None:
                self.words.pop(seat, None)
            case ev.SceneBegun():
                self._begun(seq, event)
            case ev.SceneEnded(at=at, interrupted=interrupted):
                last = self._scene(f"events[{seq}].type", "scene_ended")
                self.scenes[-1] = msgspec.structs.replace(last, ended=at, interrupted=interrupted)
            case ev.Requested(run=run):
                self.runs[run] = event
            case ev.Answered(draw=int(draw)):
                self._thrown(seq, event, draw)
            case ev.Answered(answer=answer) if answer.get("dice"):
                self.typed += 1
            case ev.FreelyThrown():
                self._freely_thrown(seq, event)

    def _changed(self, event: ev.SeatChanged) -> None:
        """Keep a word or a pledge; where each is given once, only before any visible throw."""
        seat, words, word = event.seat, self.given, event.word
        if words is None:
            if word is not None:
                self.words[seat] = word
            return
        takes = words.takes(seat) and not self.scenes[-1].open.throws
        pledges = self.scenes[-1].scheme > OPEN_WORDS_SCHEME
        if event.pledge is not None and takes and pledges:
            self._put_words(words.with_pledge(seat, event.pledge, event.at))
        elif word is not None and (takes or seat in words.missing):
            self._put_words(words.with_word(seat, word, event.at))

    def _put_words(self, words: SceneWords) -> None:
        """Change the words of the current scene, and what the file says about pledges."""
        self.given, scene = words, self.scenes[-1]
        if scene.scheme > OPEN_WORDS_SCHEME:
            seats = dict.fromkeys((*words.pledges, *words.given))
            pledged = [
                PledgedWord(
                    seat=seat, word=words.given.get(seat, ""), pledge=words.pledges.get(seat, "")
                )
                for seat in sorted(seats)
            ]
            self.scenes[-1] = msgspec.structs.replace(scene, words=pledged, withheld=words.withheld)

    @property
    def _words(self) -> str:
        """The words as they enter a draw now."""
        return words_of(self.words if self.given is None else self.given.given)

    def _scene(self, field: str, got: object) -> SceneThrows:
        """Return the current scene. Raises `Refusal` under `field` when there is none."""
        last = self.scenes[-1] if self.scenes else None
        if last is None or last.ended is not None:
            raise refuse(field, got, "rien : aucune scène n’est en cours ici")
        return last

    def _begun(self, seq: int, event: ev.SceneBegun) -> None:
        path = f"events[{seq}]"
        digests = {
            "seed": event.seed,
            "screen": event.secret_seed,
            "commitment": event.commitment,
            "screen_commitment": event.secret_commitment,
        }
        for name, value in digests.items():
            if not _SEED.fullmatch(value) or (name.endswith("commitment") and not value):
                raise refuse(f"{path}.{name}", value, "64 chiffres hexadécimaux")
        self.scenes.append(
            SceneThrows(
                scene=event.scene,
                title=event.title,
                began=event.at,
                open=Side(commitment=event.commitment, seed=event.seed, throws=[]),
                secret=Side(commitment=event.secret_commitment, seed=event.secret_seed, throws=[]),
                scheme=event.scheme,
            )
        )
        fixed = event.scheme != FORMER_SCHEME
        self.given = SceneWords(seats=event.seats, changed=event.at) if fixed else None
        for secret in (False, True):
            del self.drawn[ev.FREE, secret, False]

    def _thrown(self, seq: int, event: ev.Answered, counter: int) -> None:
        path = f"events[{seq}]"
        scene, run = self._scene(f"{path}.draw", counter), self.runs.get(event.run)
        if run is None:
            raise refuse(f"{path}.run", event.run, "un jet posé auparavant")
        faces = event.answer.get("dice")
        if not isinstance(faces, list) or not all(type(face) is int for face in faces):
            raise refuse(f"{path}.answer", event.answer, "les faces que la maison a lancées")
        self._add(
            scene,
            event,
            Thrown(
                counter=counter,
                run=event.run,
                place=0,
                dice=event.dice,
                faces=tuple(faces),
                words=event.words,
                at=event.at,
                procedure=run.procedure,
                title=run.title,
                log=Logged(seq, self._words, seq not in self.differing),
                for_one=event.for_one,
            ),
        )

    def _freely_thrown(self, seq: int, event: ev.FreelyThrown) -> None:
        path = f"events[{seq}]"
        scene = self._scene(f"{path}.type", "free_throw")
        for each in event.throws:
            self._add(
                scene,
                event,
                Thrown(
                    counter=each.counter,
                    run=ev.FREE,
                    place=0,
                    dice=each.dice,
                    faces=tuple(each.faces),
                    words=event.words,
                    at=event.at,
                    procedure="",
                    title=event.expression,
                    log=Logged(seq, self._words, in_trace=True),
                ),
            )

    def _add(
        self, scene: SceneThrows, event: ev.Answered | ev.FreelyThrown, thrown: Thrown
    ) -> None:
        """Append a throw of an event, at the next place of its run."""
        side = scene.secret if event.secret else scene.open
        assert side is not None
        key = thrown.run, event.secret, thrown.for_one
        side.throws.append(msgspec.structs.replace(thrown, place=self.drawn[key]))
        self.drawn[key] += 1
