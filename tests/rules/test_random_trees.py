"""Advice on random games equals a plain recursion with exact kernels of matrices (Shapley and Snow 1950)."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from tablee.dice.die import Die
from tablee.rules.forms import NumberFrom, OneOf
from tablee.rules.procedure import Procedure, replace
from tablee.rules.questions import become, call, choose, roll, together
from tablee.rules.readings import kept_advisers
from tablee.rules.readings.advise import advise
from tests.rules.toys import Number, ask

Node = tuple[Any, ...]
WORDS = ("un", "deux", "trois")
WORTHS = (-1, 0, 1), (0, 1), tuple(range(-5, 6)), (0, 0, 1_000_000)
"""Worths of the ends: with many ties, and far apart."""


class Tree(Procedure[Number], id="jouet.arbre"):
    """A game as a tree: dice, choices of `a`, its ally `c` and their opponent `b`, several at once,
    other states, and sub-rules whose result says how it goes on."""

    node: Node

    utilities = {"gain": lambda _, result, seat: result.value * (-1 if seat == "b" else 1)}

    def sides(self) -> dict[str, str]:
        return {"a": "x", "c": "x", "b": "y"}

    async def rule(self) -> Number:
        node = self.node
        while True:
            match node:
                case ("end", worth):
                    return Number(value=worth)
                case ("roll", after):
                    node = after[await roll(Die(len(after)), "dé", who="gm") - 1]
                case ("number", who, after):
                    node = after[await choose("n", NumberFrom(0, len(after) - 1), who=who)]
                case ("word", who, after):
                    word = await choose("mot", OneOf(WORDS[: len(after)]), who=who)
                    node = after[WORDS.index(word)]
                case ("at_once", seats, rows):
                    form = NumberFrom(0, len(rows[0]) - 1)
                    mine = [choose(f"i{each}", NumberFrom(0, 1), who=each) for each in seats]
                    *own, other = await together(*mine, choose("j", form, who="b"))
                    node = rows[sum(each << place for place, each in enumerate(own))][other]
                case ("become", following):
                    return await become(replace(self, node=following))
                case ("call", inner, after):
                    done = await call(replace(self, node=inner))
                    node = after[done.value % len(after)]


def _tree(draw: Random, depth: int, worths: tuple[int, ...]) -> Node:
    def several(low: int, high: int) -> tuple[Node, ...]:
        return tuple(_tree(draw, depth - 1, worths) for _ in range(draw.randint(low, high)))

    if depth == 0 or draw.random() < 0.1:
        return "end", draw.choice(worths)
    match draw.choice(("roll", "number", "word", "at_once", "become", "call")):
        case "roll":
            return "roll", several(2, 4)
        case "number" | "word" as kind:
            return kind, draw.choice("abc"), several(2, 3)
        case "at_once":
            seats = draw.choice(("a", "ac", "aa"))
            columns = draw.randint(1, 3)
            return (
                "at_once",
                seats,
                tuple(several(columns, columns) for _ in range(2 ** len(seats))),
            )
        case "become":
            return "become", _tree(draw, depth - 1, worths)
        case _:
            return "call", _tree(draw, depth - 1, worths), several(2, 2)


def _value(node: Node, ended: Any = Fraction) -> Fraction:
    """Return the value to `a`. `ended`: function of the worth of an end."""
    match node:
        case ("end", worth):
            found: Fraction = ended(worth)
            return found
        case ("roll", after):
            return sum((_value(each, ended) for each in after), Fraction()) / len(after)
        case ("number" | "word", who, after):
            return (min if who == "b" else max)(_value(each, ended) for each in after)
        case ("at_once", _, rows):
            return _of_matrix([[_value(each, ended) for each in row] for row in rows])
        case ("become", following):
            return _value(following, ended)
    _, inner, after = node
    return _value(inner, lambda worth: _value(after[worth % len(after)], ended))


def _of_matrix(payoffs: list[list[Fraction]]) -> Fraction:
    """Return the value of a matrix game: that of the first kernel that is an equilibrium."""
    shift = 1 - min(map(min, payoffs))
    game = [[each + shift for each in row] for row in payoffs]
    width = len(game[0])
    for size in range(1, min(len(game), width) + 1):
        for rows, columns in product(
            combinations(range(len(game)), size), combinations(range(width), size)
        ):
            inverse = _inverse([[game[row][column] for column in columns] for row in rows])
            total = sum(map(sum, inverse), Fraction())
            if total <= 0:
                continue
            own = [sum(each, Fraction()) / total for each in zip(*inverse, strict=True)]
            other = [sum(each, Fraction()) / total for each in inverse]
            floor = min(
                sum(p * game[r][c] for p, r in zip(own, rows, strict=True)) for c in range(width)
            )
            ceiling = max(
                sum(p * row[c] for p, c in zip(other, columns, strict=True)) for row in game
            )
            if min(own) >= 0 <= min(other) and floor == ceiling:
                return floor - shift
    raise AssertionError("a matrix game has an equilibrium")


def _inverse(square: list[list[Fraction]]) -> list[list[Fraction]]:
    """Return the inverse of a matrix, nothing for a singular one."""
    size = len(square)
    rows = [[*row, *(Fraction(i == j) for j in range(size))] for i, row in enumerate(square)]
    for place in range(size):
        pivot = next((row for row in range(place, size) if rows[row][place]), None)
        if pivot is None:
            return []
        rows[place], rows[pivot] = rows[pivot], rows[place]
        rows[place] = [each / rows[place][place] for each in rows[place]]
        for row in range(size):
            if row != place:
                factor = rows[row][place]
                rows[row] = [x - factor * y for x, y in zip(rows[row], rows[place], strict=True)]
    return [row[size:] for row in rows]


@pytest.mark.parametrize("seed", range(40))
def test_advice_on_a_random_tree_is_a_plain_recursion(seed: int) -> None:
    draw, worths = Random(seed), WORTHS[seed % len(WORTHS)]
    parts = [_tree(draw, draw.randint(1, 3), worths) for _ in range(2)]
    root = "at_once", "a", (tuple(parts), tuple(parts[::-1]))
    for seat, sign in (("a", 1), ("b", -1)):
        kept_advisers.forget()
        advice = advise(ask(Tree(node=root)), seat=seat)
        assert float(advice.value) == pytest.approx(float(sign * _value(root)), rel=1e-9)
