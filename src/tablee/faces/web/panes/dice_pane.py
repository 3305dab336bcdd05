"""Dice on a page: thrown dice, drawn one by one, and a pad for real dice.

`templates/pieces/dice.html` draws the values. The module knows traces and asks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from tablee.dice.chain_die import ChainDie, sides_in
from tablee.dice.die import OpenDie, Throw
from tablee.rules.readings.explain import Step
from tablee.rules.texts.typography import MINUS
from tablee.rules.texts.words import Words

SHAPES = (4, 6, 8, 10, 12, 20)
"""Number of sides of the dice that have an outline of their own; the others are discs."""
MOST_ASIDE = 200
"""Maximum number of set-aside dice that are drawn."""
BEST, SPOILS, ASIDE = "best", "spoils", "aside"
"""Keys of the numbers of a note about dice: the face that counted (a 0 may count as the highest),
the face that spoilt the throw, and the number of dice set aside before the next throw."""

_LEFT, _MIDDLE, _RIGHT = 14, 26, 38
_PIPS: Mapping[int, tuple[tuple[int, int], ...]] = {
    1: ((_MIDDLE, _MIDDLE),),
    2: ((_LEFT, _LEFT), (_RIGHT, _RIGHT)),
    3: ((_LEFT, _LEFT), (_MIDDLE, _MIDDLE), (_RIGHT, _RIGHT)),
    4: ((_LEFT, _LEFT), (_RIGHT, _LEFT), (_LEFT, _RIGHT), (_RIGHT, _RIGHT)),
    5: ((_LEFT, _LEFT), (_RIGHT, _LEFT), (_MIDDLE, _MIDDLE), (_LEFT, _RIGHT), (_RIGHT, _RIGHT)),
    6: tuple((x, y) for x in (_LEFT, _RIGHT) for y in (_LEFT, _MIDDLE, _RIGHT)),
}


class DieView(msgspec.Struct, frozen=True):
    """A die. `face`: "" for one that was not thrown; `mark`: `best` (the one that counted), `spoils`
    (one that made the throw fail), `aside` (not thrown) or ""; `join`: the sign before a further
    die of a chain."""

    shape: str
    sides: int
    face: str
    pips: Sequence[tuple[int, int]]
    mark: str
    join: str


class DiceView(msgspec.Struct, frozen=True):
    """Dice that were thrown. `label`: their text; `caption`: who threw them and what for; `chain`:
    whether they are one exploding die."""

    label: str
    caption: str
    chain: bool
    dice: Sequence[DieView]


class PadView(msgspec.Struct, frozen=True):
    """The pad for a throw of real dice: `count` faces are to be given; for an exploding die (`chain`,
    count 1) further ones as long as the last is `up`, also after a first `down`; for dice that are
    thrown again (`chain`), one more for each that shows a face of `again`, at most `cap` times."""

    title: str
    hint: str
    faces: Sequence[int]
    count: int
    chain: bool
    up: int | None
    down: int | None
    again: Sequence[int]
    cap: int | None
    shape: str


# ── what fell ──────────────────────────────────────────────────────────────────────────────────
def dice_views(steps: Sequence[Step], words: Words) -> list[DiceView | None]:
    """Return for each step of a trace that is a throw its dice; None for the others."""
    return [
        _throw(step, _before(steps[:place]), *_after(steps[place + 1 :]), words)
        if step.kind == "roll"
        else None
        for place, step in enumerate(steps)
    ]


def _before(steps: Sequence[Step]) -> int:
    """Return the number of dice set aside since the last throw."""
    for step in reversed(steps):
        if step.kind == "roll":
            break
        if type(step.numbers.get(ASIDE)) is int:
            return min(int(step.numbers[ASIDE]), MOST_ASIDE)
    return 0


def _after(steps: Sequence[Step]) -> tuple[int | None, int | None]:
    """Return the face that counted and the face that spoilt the throw, if noted before the next
    throw."""
    found: dict[str, int] = {}
    for step in steps:
        if step.kind == "roll":
            break
        for name in (BEST, SPOILS):
            if type(step.numbers.get(name)) is int:
                found.setdefault(name, int(step.numbers[name]))
    return found.get(BEST), found.get(SPOILS)


def _throw(step: Step, aside: int, best: int | None, spoils: int | None, words: Words) -> DiceView:
    notation = str(step.numbers["dice"])
    faces: tuple[int, ...] = tuple(step.numbers["faces"])
    chain = notation.endswith("!")
    sides = sides_in(notation)
    if best == sides and best not in faces:
        best = 0
    counted = faces.index(best) if best in faces and len(faces) > 1 and not chain else None
    dice = [
        _die(
            sides,
            face,
            BEST if place == counted else SPOILS if face == spoils else "",
            "" if not (chain and place) else "+" if faces[0] == sides else MINUS,
        )
        for place, face in enumerate(faces)
    ]
    label = step.text.rstrip(".").replace("!", "")
    thrower = words.value(step.numbers["who"])
    caption = words.phrase(
        "{who:^} · {label:=}", who=thrower, label=words.value(step.numbers["label"])
    )
    if aside:
        dice += [_die(sides, None, "aside")] * aside
        label = words.phrase("{told:=} ; {n:dé mis de côté|dés mis de côté}", told=label, n=aside)
    return DiceView(label, caption, chain, dice)


def _die(sides: int, face: int | None, mark: str = "", join: str = "") -> DieView:
    pips = _PIPS.get(face, ()) if sides == 6 and face is not None else ()
    return DieView(_shape(sides), sides, "" if face is None else str(face), pips, mark, join)


def _shape(sides: int) -> str:
    return f"d{sides}" if sides in SHAPES else "disc"


# ── real dice ──────────────────────────────────────────────────────────────────────────────────
def pad_view(throw: Throw, words: Words) -> PadView:
    """Return the pad for a throw of real dice."""
    die = throw.die
    up, down = (die.up, die.down) if isinstance(die, OpenDie) else (None, None)
    again, cap = (die.again, die.cap) if isinstance(die, ChainDie) else ((), None)
    if again:
        hint = words.phrase(
            "Les faces dans l’ordre, puis celle de chaque dé à relancer ({again}).", again=again
        )
    elif up is not None:
        hint = words.phrase(
            "La face du dé ; après un {up} ou un premier {down}, celle de chaque dé relancé.",
            up=up,
            down=down,
        )
    elif throw.count == 1:
        hint = words.text("La face que montre le dé.")
    else:
        hint = words.phrase("Les {n} faces, dans l’ordre des dés.", n=throw.count)
    title, faces = words.text("Mes dés sont sur la table"), list(die.faces)
    chain = up is not None or bool(again)
    shape = _shape(die.sides)
    return PadView(title, hint, faces, throw.count, chain, up, down, again, cap, shape)
