"""The house's throws of the scenes of a campaign, gathered from its log or from the file of a
seat."""

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
from tablee.table.log.scene_dice import words_of

Sides = Literal["open", "screen"]
Seed = Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?$(?!\n)")]
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
Whole = Annotated[int, Meta(ge=-(2**53) + 1, le=2**53 - 1)]
"""What the page that checks a file can tell apart from its neighbours (ECMA-262, Number)."""
_SEED = re.compile("([0-9a-f]{64})?")


class Logged(msgspec.Struct, frozen=True):
    """What the log around a throw tells of it: `seq`, the place of its event; the players' `words`
    as they stood; whether its run is `told` with its faces, as far as it is over."""

    seq: int
    words: str
    told: bool


class Thrown(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A throw of the house (see `draws`): `at` in milliseconds, `procedure` and `title` of its run;
    `log`: not in the file of a seat."""

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


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """What came from one of the two seeds of a scene. `seed`: "" where the file has it not."""

    commitment: Digest
    seed: Seed
    throws: list[Thrown]


class SceneThrows(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The throws of a scene, in order. `ended`: None while it goes on; `cut`: see `SceneEnded`."""

    scene: Whole
    title: str
    began: Whole
    open: Side
    ended: Whole | None = None
    cut: bool = False
    screen: Side | None = None


class Throws(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All scenes of a campaign: for the leader, or (`seat`) what a player may check. `intact`: as
    it was written (see `files`)."""

    table: str
    name: str
    game: str
    scenes: Sequence[SceneThrows]
    seat: str = ""
    intact: bool = True


def read_file(data: bytes) -> Throws:
    """The throws in a file of either kind, which need not be as it was written (`intact`). Raises
    `Refusal` when it is none."""
    found = unsealed(data)
    if found.format == "tablee-throws":
        throws: Throws = decoded(found.content, Throws, "")
    else:
        log = read_log(found.content, exact=False)
        throws = throws_of(log.table, log.events)
    return msgspec.structs.replace(throws, intact=found.intact)


def throws_of(table: str, events: Sequence[ev.AnyEvent]) -> Throws:
    """All throws of the house that a log has. Raises `Refusal` when that is no log of a table, or a
    throw belongs to no scene and no run."""
    return _Gatherer(table, events).gathered()


def differing_answers(events: Sequence[ev.AnyEvent]) -> Set[int]:
    """The answers with which a run ended that is told with other faces than were thrown in it, by
    the places of their events: those that differ, all of them where there are more or fewer. What
    stayed behind is blank in an answer."""
    answers: dict[str, list[int]] = {}
    found: set[int] = set()
    for seq, event in enumerate(events):
        match event:
            case ev.Undone(run=run, place=place):
                del answers.setdefault(run, [])[max(0, place) :]
            case ev.Answered(run=run, outcome=outcome):
                given = answers.setdefault(run, [])
                given.append(seq)
                if outcome is not None:
                    found |= _otherwise({each: _faces(events[each]) for each in given}, outcome)
    return found


def _faces(answered: ev.AnyEvent) -> Any:
    """What was thrown; None where something was chosen."""
    return answered.answer.get("dice") if isinstance(answered, ev.Answered) else None


def _otherwise(answers: Mapping[int, Any], outcome: Outcome) -> Set[int]:
    thrown = {seq: faces for seq, faces in answers.items() if faces is not None}
    told = [line.numbers.get("faces") for line in outcome.lines if line.kind == "roll"]
    if len(thrown) != len(told):
        return answers.keys()
    pairs = zip(thrown.items(), told, strict=True)
    return {seq for (seq, faces), shown in pairs if faces not in ([], shown)}


def opening(events: Sequence[ev.AnyEvent]) -> ev.Opened:
    """Return the first event of a log. Raises `Refusal` when it does not open a campaign."""
    first = events[0] if events else None
    if not isinstance(first, ev.Opened):
        raise refuse("events[0].type", None, "opened : une campagne commence par là")
    return first


class _Gatherer:
    def __init__(self, table: str, events: Sequence[ev.AnyEvent]) -> None:
        self.table = table
        self.events = events
        self.words: dict[str, str] = {}
        self.runs: dict[str, ev.Requested] = {}
        self.otherwise = differing_answers(events)
        self.drawn: Counter[tuple[str, bool]] = Counter()
        """How many throws each run has had by now, in sight of all and behind the screen."""
        self.scenes: list[SceneThrows] = []

    def gathered(self) -> Throws:
        first = opening(self.events)
        for seq, event in enumerate(self.events):
            self._take(seq, event)
        scenes = tuple(self.scenes)
        return Throws(table=self.table, name=first.name, game=first.game, scenes=scenes)

    def _take(self, seq: int, event: ev.AnyEvent) -> None:
        match event:
            case ev.SeatChanged(seat=seat, word=str(word)):
                self.words[seat] = word
            case ev.SeatRemoved(seat=seat):
                self.words.pop(seat, None)
            case ev.SceneBegun():
                self._begun(seq, event)
            case ev.SceneEnded(at=at, interrupted=cut):
                last = self._scene(f"events[{seq}].type", "scene_ended")
                self.scenes[-1] = msgspec.structs.replace(last, ended=at, cut=cut)
            case ev.Requested(run=run):
                self.runs[run] = event
            case ev.Answered(draw=int(draw)):
                self._thrown(seq, event, draw)

    def _scene(self, field: str, got: object) -> SceneThrows:
        """The scene that is played."""
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
                screen=Side(commitment=event.secret_commitment, seed=event.secret_seed, throws=[]),
            )
        )

    def _thrown(self, seq: int, event: ev.Answered, counter: int) -> None:
        path = f"events[{seq}]"
        scene, run = self._scene(f"{path}.draw", counter), self.runs.get(event.run)
        if run is None:
            raise refuse(f"{path}.run", event.run, "un jet posé auparavant")
        faces = event.answer.get("dice")
        if not isinstance(faces, list) or not all(type(face) is int for face in faces):
            raise refuse(f"{path}.answer", event.answer, "les faces que la maison a lancées")
        side = scene.screen if event.secret else scene.open
        assert side is not None
        side.throws.append(
            Thrown(
                counter=counter,
                run=event.run,
                place=self.drawn[event.run, event.secret],
                dice=event.dice,
                faces=tuple(faces),
                words=event.words,
                at=event.at,
                procedure=run.procedure,
                title=run.title,
                log=Logged(seq, words_of(self.words), seq not in self.otherwise),
            )
        )
        self.drawn[event.run, event.secret] += 1
