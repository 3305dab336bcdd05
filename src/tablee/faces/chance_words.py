"""Chances in words, and as whole shares that add up to 100.

The terminal, the pages and the pictures take their wording from this module, so that they agree. It
imports only the words of the rule language. It knows no game and no page.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from tablee.rules.words import Words, number, percent

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


def shares(chances: Sequence[Fraction]) -> list[int]:
    """Return whole percentages, which sum to 100, of chances that sum to 1.

    The method is the largest remainder. A possible outcome gets at least 1, so an uncertain one
    gets at most 99; an impossible one gets 0. The points missing to 100 go to the shares farthest
    below their chance, and surplus points come from those farthest above it; the earlier of equals
    gets more. Raises `ValueError` unless the chances are at least 0, sum to 1 and at most 100 of
    them are possible.
    """
    if any(chance < 0 for chance in chances) or sum(chances) != 1:
        raise ValueError("shares are of chances that sum to 1")
    if sum(1 for chance in chances if chance) > 100:
        raise ValueError("more than 100 possible outcomes have no whole shares")
    return _divided(chances, 100)


def _divided(chances: Sequence[Fraction], whole: int) -> list[int]:
    """Return shares of `whole` percent, at least 1 for each chance above 0."""
    possible = [place for place, chance in enumerate(chances) if chance]
    found = [max(1, int(100 * chance)) if chance else 0 for chance in chances]

    def above(place: int) -> tuple[Fraction, bool, int]:
        """Compare a share with a chance; odd halves are rounded up, as `percent` does."""
        return found[place] - 100 * chances[place], found[place] % 2 == 0, place

    while sum(found) < whole:
        found[min(possible, key=above)] += 1
    while sum(found) > whole:
        found[max((place for place in possible if found[place] > 1), key=above)] -= 1
    return found


MOST_BITS = 48
"""Maximum number of bits in a denominator that is shown."""


def exact(value: Fraction) -> str:
    """Return a fraction, « … » when it is too long."""
    return "…" if value.denominator.bit_length() > MOST_BITS else str(value)


_RAREST = Fraction(1, 200)
"""Smallest chance that is not written as « < 1 % »."""


def share_texts(chances: Sequence[Fraction], words: Words) -> list[str]:
    """Return the shares as texts (« 17 % »); a possible chance below 0.5 % is « < 1 % ».

    These rare chances share the whole hundredths that they add up to, so that many of them take
    nothing from the others. With too many outcomes for whole shares, each one is written
    separately, to a tenth. The chances are at least 0 and sum to 1.
    """
    rare = [0 < chance < _RAREST for chance in chances]
    together = sum((c for c, is_rare in zip(chances, rare, strict=True) if is_rare), Fraction())
    left = 100 - (max(1, round(100 * together)) if together else 0)
    others = [Fraction() if is_rare else c for c, is_rare in zip(chances, rare, strict=True)]
    if sum(1 for chance in others if chance) > left or together == 1:
        return [percent(chance, words.lang) for chance in chances]
    rarest = words.phrase("<\u00a0{one:%}", one=Fraction(1, 100))
    return [
        rarest if is_rare else percent(Fraction(share, 100), words.lang)
        for is_rare, share in zip(rare, _divided(others, left), strict=True)
    ]
