"""The house's throws checked: made again from the seeds that are shown once a scene is over.

A throw holds when its faces are those that the seed gives at its place, when its counter follows
the one before, when its place in the run is the next one, when the words that went into it are
those that the players had then, and when what is told of the run has its faces. The seed itself
must be the one committed to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec

from tablee.table.export.house_throws import SceneThrows, Side, Sides, Thrown, Throws
from tablee.table.log.scene_dice import Draw, commitment_of

Reason = Literal["told", "counter", "place", "words", "dice", "faces"]
Status = Literal["checked", "running", "cut", "missing", "forged"]
"""Of a seed: known and the one committed to; secret until the scene ends; left where the scene was
cut short; not in the file though the scene is over; not the one committed to."""
WRONG: tuple[Status, ...] = ("missing", "forged")


class Wrong(msgspec.Struct, frozen=True):
    """Why a throw does not hold, and what should stand there."""

    reason: Reason
    expected: Any = None


class Verdict(msgspec.Struct, frozen=True):
    """A throw. `holds`: None where nothing can be known of it."""

    thrown: Thrown
    wrong: tuple[Wrong, ...] = ()
    known: bool = True

    @property
    def holds(self) -> bool | None:
        if self.wrong:
            return False
        return True if self.known else None


class SideChecked(msgspec.Struct, frozen=True):
    """One of the two seeds of a scene, and its throws."""

    side: Sides
    status: Status
    commitment: str
    verdicts: tuple[Verdict, ...]

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong with it."""
        return self.status not in WRONG and all(not each.wrong for each in self.verdicts)


class SceneChecked(msgspec.Struct, frozen=True):
    scene: int
    title: str
    sides: tuple[SideChecked, ...]


class Checked(msgspec.Struct, frozen=True):
    """What has come of a file. `intact`: it is as it was written."""

    scenes: Sequence[SceneChecked]
    intact: bool = True

    @property
    def sides(self) -> Iterator[SideChecked]:
        return (side for scene in self.scenes for side in scene.sides)

    @property
    def holds(self) -> bool:
        return self.intact and all(side.holds for side in self.sides)

    def count(self, holds: bool | None) -> int:
        """How many throws hold, do not, or (None) cannot be checked."""
        return sum(each.holds is holds for side in self.sides for each in side.verdicts)


def verified(throws: Throws) -> Checked:
    """Every throw of every scene, checked."""
    return Checked(tuple(map(_scene, throws.scenes)), throws.intact)


def _scene(scene: SceneThrows) -> SceneChecked:
    sides = [_side(scene, "open", scene.open)]
    if scene.screen is not None:
        sides.append(_side(scene, "screen", scene.screen))
    return SceneChecked(scene.scene, scene.title, tuple(sides))


def _side(scene: SceneThrows, name: Sides, side: Side) -> SideChecked:
    status = _status(scene, side)
    verdicts: list[Verdict] = []
    before, reached = 0, dict[str, int]()
    for thrown in side.throws:
        if status in ("running", "cut"):
            verdicts.append(Verdict(thrown, tuple(_told(thrown)), known=False))
            continue
        order = _order(thrown, before, reached)
        wrong = [*_told(thrown), *order, *_drawn(scene, name, side, thrown)]
        verdicts.append(Verdict(thrown, tuple(wrong), known=status == "checked"))
        before, reached[thrown.run] = thrown.counter, thrown.place + 1
    return SideChecked(name, status, side.commitment, tuple(verdicts))


def _status(scene: SceneThrows, side: Side) -> Status:
    if scene.ended is None:
        return "running"
    if scene.cut and not side.seed:
        return "cut"
    if not side.seed:
        return "missing"
    return "checked" if commitment_of(side.seed) == side.commitment else "forged"


def _told(thrown: Thrown) -> Iterator[Wrong]:
    """What is wrong with what is told of it, whether or not its seed is known."""
    if thrown.log is not None and not thrown.log.told:
        yield Wrong("told")


def _order(thrown: Thrown, before: int, reached: dict[str, int]) -> Iterator[Wrong]:
    """What is wrong with its place among the others: the counter `before` it, and the place that
    each run has `reached`, its next throw's."""
    if thrown.counter != before + 1:
        yield Wrong("counter", before + 1)
    if thrown.place != reached.get(thrown.run, 0):
        yield Wrong("place")
    if thrown.log is not None and thrown.words != thrown.log.words:
        yield Wrong("words", thrown.log.words)


def _drawn(scene: SceneThrows, name: Sides, side: Side, thrown: Thrown) -> Iterator[Wrong]:
    """What is wrong with its faces."""
    draw = Draw(
        scene=scene.scene,
        screened=name == "screen",
        counter=thrown.counter,
        run=thrown.run,
        place=thrown.place,
        dice=thrown.dice,
        words=thrown.words,
    )
    if not side.seed:
        return
    try:
        faces = draw.faces(side.seed)
    except ValueError:
        yield Wrong("dice")
        return
    if faces != thrown.faces:
        yield Wrong("faces", list(faces))
