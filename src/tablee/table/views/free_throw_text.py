"""Free dice as players say them: « un d10 : 8 », « 2d6 + 1 : 4 et 2, total 7 ».

This module may import expressions of free dice and words; it must not know who sees a throw.
"""

from __future__ import annotations

from collections.abc import Sequence

from tablee.rules.texts.typography import number
from tablee.rules.texts.words import Words
from tablee.table.log.free_dice import Expression, read_expression
from tablee.table.log.state_parts import FreeThrow


def free_throw_text(words: Words, expression: str, throws: Sequence[FreeThrow]) -> str:
    """Return the dice of an expression, their faces and, unless it is a die alone, their total."""
    wanted = read_expression(expression)
    faces = [each.faces for each in throws]
    fell = words.text(", puis ").join(
        words.enumeration([number(face, lang=words.lang) for face in each]) for each in faces
    )
    dice = _dice_text(words, wanted)
    if wanted.is_single_die:
        return words.phrase("{dice:=} : {faces:=}", dice=dice, faces=fell)
    total = number(wanted.total(faces), lang=words.lang)
    return words.phrase("{dice:=} : {faces:=}, total {total:=}", dice=dice, faces=fell, total=total)


def _dice_text(words: Words, wanted: Expression) -> str:
    """Return the dice and the number of an expression; one die alone in words."""
    first, *others = wanted.dice
    if others or first.count > 1 or first.sign < 0:
        return wanted.spaced
    return words.phrase("un {dice:=}", dice=wanted.spaced.removeprefix("1"))
