"""A seat that a rule computes and no declaration names is refused with its line, in every reading."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.command_line import call

pytestmark = pytest.mark.usefixtures("own_games")

FILE = """\
from tablee import (
    ASK, D6, YES_NO, Game, NumberFrom, Pool, Procedure, Result, Throw, choose, decide, hidden, roll,
    rolls, together,
)

SEATS = ("gardien", "rodeur")

class Issue(Result):
    ok: bool

class Test(Procedure[Issue], id="essai.test"):
    tour: int = 0
    seats = {"gardien": "", "rodeur": "rodeur"}
    utilities = {"gagner": lambda test, issue, seat: issue.ok == (seat == "gardien")}

    def sides(self): return {"gardien": "a", "rodeur": "b"}

    async def rule(self) -> Issue:
        face = await roll(D6, "jet", who="gardien")
        BODY
        n = await choose("oui", YES_NO, who="rodeur", policy=True)
        return Issue(ok=n and face > 2)

GAME = Game(id="essai", title="Essai", lang="en", procedures=(Test,))
"""
LINE = 1 + FILE.splitlines().index("        BODY")
READINGS = (
    ("odds",),
    ("resolve", "--dice", "3", "--dice", "4"),
    ("advise", "--dice", "3"),
    ("simulate", "-n", "50"),
)


def replied(folder: Path, body: str, reading: tuple[str, ...]) -> str:
    path = folder / "essai.py"
    path.write_text(FILE.replace("BODY", body), "utf-8")
    reply = call("--lang", "en", "--game", str(path), reading[0], "essai.test", *reading[1:])
    return f"{reply.out}{reply.err}"


@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: reading[0])
@pytest.mark.parametrize(
    "body",
    [
        'x = await roll(D6, "b", who=("rodeur", "rodeurs")[self.tour + 1])',
        'x = await rolls((Throw(D6, "b", f"rodeur{"s"}"),), Pool())',
        'x = await choose("b", YES_NO, who="rodeur" + "s", policy=True)',
        'x = await hidden(3, "b", knows="rodeur" + "s")',
        'x = await together(choose("b", NumberFrom(1, 1), who="rodeur" + "s"))',
    ],
)
def test_a_seat_that_nobody_has(tmp_path: Path, body: str, reading: tuple[str, ...]) -> None:
    text = replied(tmp_path, body.replace('"s"', "'s'"), reading)
    assert f"essai.py:{LINE}: “rodeurs” is not possible; expected: a seat of “seats” or" in text
    assert "“sides”: gardien, rodeur; perhaps “rodeur”" in text


@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: reading[0])
def test_a_computed_seat_that_somebody_has(tmp_path: Path, reading: tuple[str, ...]) -> None:
    body = 'x = await roll(D6, "b", who=SEATS[self.tour])'
    assert "not possible" not in replied(tmp_path, body, reading)


def test_a_seat_for_each_member_of_a_list(tmp_path: Path) -> None:
    file = FILE.replace("tour: int = 0", "tour: int = 0\n    mains: tuple[int, ...] = (1, 2)")
    file = file.replace('"rodeur": "rodeur"}', '"rodeur": "rodeur", "m#": "mains"}')
    path = tmp_path / "essai.py"
    for last, wrong in ((2, False), (3, True)):
        body = f'for n in (1, {last}): x = await roll(D6, "b", who=f"m{{n}}")'
        path.write_text(file.replace("BODY", body), "utf-8")
        reply = call("--lang", "en", "--game", str(path), "odds", "essai.test")
        assert ("“m3” is not possible; expected: a seat" in reply.err) == wrong
