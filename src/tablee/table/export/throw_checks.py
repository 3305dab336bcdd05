"""The verification of throws of the house dice, from the seeds of finished scenes and from the keys
of secret throws.

A throw is valid when the seed gives its faces at its place, its counter follows the one before, its
place in the run is the next one, its words are those of the players at that time, which are the same for
all visible throws of a scene, and the trace of the run has its faces. The seed must have the commitment
as its hash, and each pledged word its pledge. In the file of a player a secret throw is valid when the
commitment has its key and the key gives its faces, and its words are among those of the visible throws:
more words may have come after it. Free dice that stay secret may lie between revealed ones. The module
may import the dice of a scene; it must not know events or tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal

import msgspec

from tablee.table.export.house_throws import (
    PledgedWord,
    SceneThrows,
    SeedName,
    Side,
    Thrown,
    Throws,
    draw_of,
)
from tablee.table.log.scene_dice import (
    FORMER_SCHEME,
    OPEN_WORDS_SCHEME,
    commitment_of,
    secret_commitment_of,
    words_of,
)
from tablee.table.log.scene_words import pledge_of

Reason = Literal["told", "counter", "place", "words", "dice", "key", "faces"]
Status = Literal["checked", "keys", "running", "cut", "missing", "forged"]
"""Status of a seed: known, with the hash of the commitment; secret, with the keys of some throws;
secret until the scene ends; left on the server where the scene was interrupted; absent although the
scene is over; with another hash."""
WRONG: tuple[Status, ...] = ("missing", "forged")


class Wrong(msgspec.Struct, frozen=True):
    """A reason why a throw is not valid, and the value expected in its place."""

    reason: Reason
    expected: Any = None


class Verdict(msgspec.Struct, frozen=True):
    """The verdict about a throw. `holds`: None when its seed is not known."""

    thrown: Thrown
    wrong: tuple[Wrong, ...] = ()
    known: bool = True

    @property
    def holds(self) -> bool | None:
        if self.wrong:
            return False
        return True if self.known else None


class SideChecked(msgspec.Struct, frozen=True):
    """The verdict about one of the two seeds of a scene, and its throws. `kept`: the number of runs
    that stay secret."""

    side: SeedName
    status: Status
    commitment: str
    verdicts: tuple[Verdict, ...]
    kept: int = 0

    @property
    def holds(self) -> bool:
        """Whether the seed and all its throws are valid."""
        return self.status not in WRONG and all(not each.wrong for each in self.verdicts)


class WordChecked(msgspec.Struct, frozen=True):
    """The verdict about the word of a seat. `holds`: whether it is the one that the seat pledged;
    None when it is missing before any throw."""

    pledged: PledgedWord
    holds: bool | None


class SceneChecked(msgspec.Struct, frozen=True):
    """The verdicts about a scene. `withheld`: see `SceneThrows`; `unworded`: its visible throws have
    no word, so a host could choose their seed."""

    scene: int
    title: str
    sides: tuple[SideChecked, ...]
    words: tuple[WordChecked, ...] = ()
    withheld: Sequence[str] = ()
    unworded: bool = False


class Checked(msgspec.Struct, frozen=True):
    """The verdicts about a file. `intact`: see `export_file.Unsealed`."""

    scenes: Sequence[SceneChecked]
    intact: bool = True

    @property
    def sides(self) -> Iterator[SideChecked]:
        return (side for scene in self.scenes for side in scene.sides)

    @property
    def holds(self) -> bool:
        pledged = all(word.holds is not False for scene in self.scenes for word in scene.words)
        return self.intact and pledged and all(side.holds for side in self.sides)

    def count(self, holds: bool | None) -> int:
        """Return the number of valid (True), invalid (False) or unverifiable (None) throws."""
        return sum(each.holds is holds for side in self.sides for each in side.verdicts)


def verified(throws: Throws) -> Checked:
    """Return the verdicts about all throws of all scenes."""
    return Checked(tuple(map(_scene, throws.scenes)), throws.intact)


def _scene(scene: SceneThrows) -> SceneChecked:
    sides = [_side(scene, "open", scene.open)]
    if scene.secret is not None:
        sides.append(_side(scene, "screen", scene.secret))
    words = tuple(_word(scene, each) for each in scene.words)
    thrown = scene.scheme > OPEN_WORDS_SCHEME and bool(scene.open.throws)
    unworded = thrown and not _words_of(scene)
    return SceneChecked(scene.scene, scene.title, tuple(sides), words, scene.withheld, unworded)


def _word(scene: SceneThrows, given: PledgedWord) -> WordChecked:
    if not given.pledge:
        return WordChecked(given, holds=True)
    if not given.word:
        return WordChecked(given, holds=False if scene.open.throws else None)
    pledge = pledge_of(scene.scene, scene.open.commitment, given.seat, given.word)
    return WordChecked(given, holds=pledge == given.pledge)


def _side(scene: SceneThrows, name: SeedName, side: Side) -> SideChecked:
    status = _status(scene, name, side)
    verdicts: list[Verdict] = []
    words = _words_of(scene) if name == "open" else None
    before, reached = 0, dict[tuple[str, bool], int]()
    for thrown in side.throws:
        if status in ("running", "cut"):
            verdicts.append(Verdict(thrown, tuple(_traced(thrown)), known=False))
            continue
        place = reached.get((thrown.run, thrown.for_one), 0)
        if status == "keys":
            own = place if thrown.run else max(place, thrown.place)
            wrong = [*_place(thrown, own, own), *_by_key(scene, side, thrown)]
        else:
            order = *_place(thrown, before, place), *_words(thrown, words)
            wrong = [*_traced(thrown), *order, *_by_seed(scene, name, side, thrown)]
        verdicts.append(Verdict(thrown, tuple(wrong), known=status in ("checked", "keys")))
        before, reached[thrown.run, thrown.for_one] = thrown.counter, thrown.place + 1
    return SideChecked(name, status, side.commitment, tuple(verdicts), len(side.kept))


def _words_of(scene: SceneThrows) -> str | None:
    """Return the words of all visible throws of a scene, in older scenes those of the first one; None
    where they may change."""
    if scene.scheme > OPEN_WORDS_SCHEME:
        return words_of({each.seat: each.word for each in scene.words})
    fixed = scene.scheme != FORMER_SCHEME and scene.open.throws
    return scene.open.throws[0].words if fixed else None


def _status(scene: SceneThrows, name: SeedName, side: Side) -> Status:
    if scene.ended is None:
        return "running"
    if scene.interrupted and not side.seed:
        return "cut"
    if not side.seed:
        return "missing" if side.keys is None else "keys"
    screen = name == "screen"
    hashed = secret_commitment_of(side.seed, scene.scheme) if screen else commitment_of(side.seed)
    return "checked" if hashed == side.commitment else "forged"


def _traced(thrown: Thrown) -> Iterator[Wrong]:
    """Yield a reason when the trace of the run has other faces, whether or not the seed is known."""
    if thrown.log is not None and not thrown.log.in_trace:
        yield Wrong("told")


def _place(thrown: Thrown, before: int, place: int) -> Iterator[Wrong]:
    """Yield what is wrong with the place of a throw. `before`: the counter of the throw before it;
    `place`: of the next throw of its run."""
    if thrown.counter != before + 1:
        yield Wrong("counter", before + 1)
    if thrown.place != place:
        yield Wrong("place")


def _words(thrown: Thrown, words: str | None) -> Iterator[Wrong]:
    """Yield a reason when the words of a throw are others. `words`: see `_words_of`."""
    expected = words if thrown.log is None else thrown.log.words
    if expected is not None and thrown.words != expected:
        yield Wrong("words", expected)


def _by_seed(scene: SceneThrows, name: SeedName, side: Side, thrown: Thrown) -> Iterator[Wrong]:
    """Yield what is wrong with the faces of a throw, from its seed."""
    if side.seed:
        draw = draw_of(scene, name, thrown)
        yield from _faces(thrown, lambda: draw.faces(side.seed))


def _by_key(scene: SceneThrows, side: Side, thrown: Thrown) -> Iterator[Wrong]:
    """Yield what is wrong with the words, the key and the faces of a secret throw, from its key."""
    words = _words_of(scene)
    if words is not None and not {*thrown.words.split("\n")} <= {*words.split("\n"), ""}:
        yield Wrong("words", words)
    draw = draw_of(scene, "screen", thrown)
    found = next((each for each in side.keys or () if each.number == draw.key_number), None)
    if found is None or not found.is_of(side.commitment):
        yield Wrong("key")
        return
    yield from _faces(thrown, lambda: draw.faces_by(found.key))


def _faces(thrown: Thrown, draw: Callable[[], tuple[int, ...]]) -> Iterator[Wrong]:
    """Yield what is wrong with the faces of a throw. `draw`: returns the true ones."""
    try:
        faces = draw()
    except ValueError:
        yield Wrong("dice")
        return
    if faces != thrown.faces:
        yield Wrong("faces", list(faces))
