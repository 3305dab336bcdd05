"""A game file with one mistake of its author, and what each reading says of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tests.kit.command_line import call

HEAD = '''\
"""A game to try mistakes."""
import itertools
import random
import sys
from fractions import Fraction
from random import randint
from typing import Annotated, Literal

from tablee import (
    AS_OBJECT, ASK, D6, D8, FACES, CountFold, Cuts, Die, Fold, Game, Highest, Meta, NumberFrom, OneOf,
    OpenDie, Pool, Procedure, Record, Result, Sets, SomeOf, Throw, Window, become, call, choose,
    decide, effect, law_of, note, replace, roll, rolls, stepped, together,
)

COUNT = 0
COUNTER = itertools.count()


def one(state): return state


class Place(Record):
    x: int
    y: Annotated[int, Meta(ge=0, le=3)] = 0


class Left(Record, tag="a"):
    x: int


class Right(Record, tag="b"):
    x: int


class Points(Result):
    v: VALUE


class Other(Result):
    v: int


class Test(Procedure[Points], id="essai.test"):
    prix: int | ASK = 1

    async def rule(self) -> Points:
'''
TAIL = """

GAME = Game(id="essai", title="Essai", leader="mj", procedures=(Test,))
"""
FIRST = HEAD.count("\n") + 1
"""The first line of the rule."""
ASKED = 'roll(D6, "a", who="x")'
READINGS = (("resolve", "--seed", "6"), ("odds",), ("simulate", "-n", "50"))
PAIRS = "Annotated[tuple[tuple[str, int], ...], AS_OBJECT]"
BOTH = '(Throw(D6, "a", "x"), Throw(D8, "b", "x"))'


def refused(folder: Path, body: str, value: str = "int") -> Iterator[tuple[int, str]]:
    """Yield the line and the message of the refusal of each reading."""
    path = folder / "essai.py"
    lines = "".join(f"        {line}\n" for line in body.splitlines())
    path.write_text(HEAD.replace("VALUE", value) + lines + TAIL, "utf-8")
    for reading, *options in READINGS:
        reply = call("--game", str(path), reading, "essai.test", *options)
        assert reply.status == 2, reply.out
        place, text = re.split(r"\W+", reply.err.removeprefix(f"{path}:"), maxsplit=1)
        yield int(place), text.replace("\xa0", " ").replace("\u202f", " ")
