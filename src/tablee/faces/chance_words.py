"""Chances in words.

The terminal, the pages and the pictures take their wording from this module, so that they agree. It
imports only the words of the rule language. It knows no game and no page.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tablee.rules.texts.typography import number
from tablee.rules.texts.words import Words

_NUMBERS = {
    1: "une",
    2: "deux",
    3: "trois",
    4: "quatre",
    5: "cinq",
    6: "six",
    7: "sept",
    8: "huit",
    9: "neuf",
    10: "dix",
    11: "onze",
    12: "douze",
    15: "quinze",
    20: "vingt",
    30: "trente",
    50: "cinquante",
    100: "cent",
    1000: "mille",
}
_SIMPLE = 12
"""Largest denominator of a chance that is written exactly."""
_FELT = sorted(
    {Fraction(n, d) for d in (2, 3, 4, 5, 10) for n in range(1, d)}
    | {Fraction(1, 6), Fraction(5, 6), Fraction(1, 8)}
)
"""Familiar fractions, used for chances with a larger denominator."""
_RARE = tuple(Fraction(1, d) for d in (12, 15, 20, 30, 50, 100, 200, 500, 1000))
_SURE = Fraction(19, 20)
"""Smallest chance below 1 that is called « presque sûr »."""
_NEAR = Fraction(1, 200)
"""Largest distance from a familiar fraction that « environ » covers. A larger distance names the
side."""


def in_words(chance: Fraction, words: Words) -> str:
    """Return a chance (0 to 1) in words: « une chance sur trois », « presque sûr ».

    Twelfths and simpler fractions are written exactly. Other chances use the nearest familiar
    fraction, with « environ » or the side on which they lie. Only 0 is « impossible » and only 1 is
    « certain ». Raises `ValueError` outside 0 to 1.
    """
    if not 0 <= chance <= 1:
        raise ValueError(f"{chance} is no chance")
    if chance == 0:
        return words.text("impossible")
    if chance == 1:
        return words.text("certain")
    if chance >= _SURE:
        return words.text("presque sûr")
    if chance < _RARE[-1]:
        return words.text("presque impossible")
    near = chance if chance.denominator <= _SIMPLE else _nearest(chance)
    text = _fraction(near, words)
    off = chance - near
    if off == 0:
        return text
    if abs(off) <= min(_NEAR, near / 20):
        return words.phrase("environ {told:=}", told=text)
    if near.numerator == 1:
        side = "un peu plus d’{told:=}" if off > 0 else "un peu moins d’{told:=}"
    else:
        side = "un peu plus de {told:=}" if off > 0 else "un peu moins de {told:=}"
    return words.phrase(side, told=text)


def _nearest(chance: Fraction) -> Fraction:
    """Return the familiar fraction nearest to a chance, by ratio among rare ones. The simpler of
    two equals wins."""
    if chance < Fraction(11, 120):
        return min(_RARE, key=lambda f: (max(f / chance, chance / f), f.denominator))
    return min(_FELT, key=lambda f: (abs(f - chance), f.denominator))


def _fraction(chance: Fraction, words: Words) -> str:
    count, whole = (_number(n, words) for n in (chance.numerator, chance.denominator))
    if chance.numerator == 1:
        return words.phrase("{n:=} chance sur {d:=}", n=count, d=whole)
    return words.phrase("{n:=} chances sur {d:=}", n=count, d=whole)


def _number(value: int, words: Words) -> str:
    return words.text(_NUMBERS[value]) if value in _NUMBERS else number(value, lang=words.lang)


def is_belief(value: Any) -> bool:
    """Return whether a JSON parameter is a belief: a list of pairs (value, chance)."""
    pairs = isinstance(value, list) and bool(value)
    return pairs and all(
        isinstance(pair, list) and len(pair) == 2 and isinstance(pair[1], int | str)
        for pair in value
    )


MOST_BITS = 48
"""Maximum number of bits in a denominator that is shown."""


def exact(value: Fraction) -> str:
    """Return a fraction, « … » when it is too long."""
    return "…" if value.denominator.bit_length() > MOST_BITS else str(value)
