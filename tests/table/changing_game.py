"""A small game in a file, whose rules can be made to change between two lookings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tablee.rules.authoring.game_file import load_game
from tablee.rules.registry import unregister

__all__ = ["changing"]

SOURCE = '''
"""A bid, then dice: what is lit is seen."""

from typing import Annotated

from msgspec import Meta

from tablee.dice.die import D6
from tablee.rules.ambient import note
from tablee.rules.forms import NumberFrom
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure, Result
from tablee.rules.questions import choose, roll
from tablee.rules.refusal import refuse


class Vue(Result):
    vu: bool
    total: int


class Feu(Procedure[Vue], id="jouet.feu"):
    """Oil is poured, then the fire is lit."""

    huile: Annotated[int, Meta(ge=0, le=9)] = 3

    async def rule(self) -> Vue:
        mise = await choose("mise", NumberFrom(0, MOST), who="gardien")
        if mise > self.huile:
            raise refuse("huile", self.huile, "au moins {n}", n=mise)
        face = await roll(D6, "feu", who="gardien")
        note("", "Le feu donne {face}.", face=face)
        encore = await choose("encore", NumberFrom(0, 2), who="gardien")
        return Vue(vu=face + mise + encore >= 5, total=face + mise + encore)


GAME = Game(id="jouet", title="Le feu", procedures=(Feu,))
'''
KINDS = {
    "first": "MOST = 5",
    "same": "MOST = 5  # told in other words",
    "asks": "MOST = 4",
    "broken": "MOST = None",
    "fails": "MOST = 5",
}


def changing(folder: Path) -> Iterator[object]:
    """`change(kind)`: load the game as it is in that version; it is dismissed at the end."""
    file = folder / "jouet.py"

    def change(kind: str) -> None:
        rule = SOURCE.replace("+ encore)", "+ encore // 0)") if kind == "fails" else SOURCE
        text = rule.replace("\n\nclass Vue", f"\n\n{KINDS[kind]}\n\n\nclass Vue")
        file.write_text(text, encoding="utf-8")
        load_game(file)

    change("first")
    yield change
    unregister("jouet")
