"""Free dice: an expression as « 2d6+1d8-1 », its dice and its total.

This module may import refusals; it must not know events or the state of a table.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from tablee.rules.refusal import Refusal, refuse

MAX_TEXT = 60
"""Characters of an expression."""
MAX_DICE = 100
"""Dice of one throw."""
SIDES = 2, 1000
"""The fewest and the most sides of a die."""
MAX_NUMBER = 1_000_000
_TERM = re.compile(r"([+-])(?:(\d{0,3})d(\d{1,4})|(\d{1,7}))", re.ASCII)
_SIGNS = str.maketrans({"−": "-", "D": "d", "–": "-"})
ALLOWED = "des dés et des nombres, comme « 2d6+1 » ou « d20 » : au plus {dice} dés, de {least} à {most} faces"


class Dice(msgspec.Struct, frozen=True):
    """A term with dice. `sign`: 1 or -1."""

    sign: int
    count: int
    sides: int

    @property
    def text(self) -> str:
        """The dice as `scene_dice.dice_text` writes them."""
        return f"{self.count}d{self.sides}"


class Expression(msgspec.Struct, frozen=True):
    """The dice of a throw, at least one, and the number that is added to them."""

    dice: tuple[Dice, ...]
    number: int

    @property
    def text(self) -> str:
        """The expression in its normal form."""
        return self._joined("")

    @property
    def spaced(self) -> str:
        """The expression with a space on each side of a sign between two terms: `2d6 + 1`."""
        return self._joined(" ")

    @property
    def is_single_die(self) -> bool:
        """Whether it is one die and nothing else, so that its face is the total."""
        return self.text == f"1d{self.dice[0].sides}"

    def total(self, faces: Sequence[Sequence[int]]) -> int:
        """Return the total of the faces of each term and the number."""
        pairs = zip(self.dice, faces, strict=True)
        return self.number + sum(each.sign * sum(fell) for each, fell in pairs)

    def _joined(self, blank: str) -> str:
        text = ""
        for each in self.dice:
            sign = "−" if each.sign < 0 else "+" if text else ""
            text += f"{blank if text else ''}{sign}{blank if text else ''}{each.text}"
        if self.number:
            text += f"{blank}{'−' if self.number < 0 else '+'}{blank}{abs(self.number)}"
        return text


def read_expression(text: str) -> Expression:
    """Return the expression of a text. Raises `Refusal`."""
    bare = "".join(text.split()).translate(_SIGNS)
    whole = bare if bare.startswith(("+", "-")) else f"+{bare}"
    found = list(_TERM.finditer(whole))
    if len(text) > MAX_TEXT or "".join(each[0] for each in found) != whole:
        raise _refusal(text)
    dice, number = [], 0
    for each in found:
        sign = -1 if each[1] == "-" else 1
        if each[3]:
            dice.append(Dice(sign, int(each[2] or 1), int(each[3])))
        else:
            number += sign * int(each[4])
    sound = all(each.count and SIDES[0] <= each.sides <= SIDES[1] for each in dice)
    thrown = sum(each.count for each in dice)
    if not sound or not 1 <= thrown <= MAX_DICE or abs(number) > MAX_NUMBER:
        raise _refusal(text)
    return Expression(tuple(dice), number)


def _refusal(text: str) -> Refusal:
    got = text[:MAX_TEXT]
    return refuse("expression", got, ALLOWED, dice=MAX_DICE, least=SIDES[0], most=SIDES[1])
