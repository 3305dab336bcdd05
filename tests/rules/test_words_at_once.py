"""A fight whose simultaneous choices are words, or that ends when its clock is at the limit: the values
of the arrays are those of the walk."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee.dice.die import Die
from tablee.rules.forms import NumberFrom, OneOf
from tablee.rules.procedure import Procedure, Result, replace
from tablee.rules.questions import become, choose, roll, together
from tablee.rules.readings.advice import kept_advisers
from tablee.rules.readings.advice.advise import advise
from tablee.rules.readings.columns import fights
from tests.kit.command_line import call
from tests.rules.toys import ask

pytestmark = pytest.mark.usefixtures("nothing_kept")

BLOWS = {("coup", "garde"): 0, ("coup", "feinte"): 2, ("coup", "coup"): 1, ("feinte", "garde"): 1}
MOVES = OneOf(("coup", "garde", "feinte"))


class Left(Result):
    """Lives at the end."""

    a: int
    b: int


class Duel(Procedure[Left], id="jouet.mots"):
    """Two who choose a move at once; the second may have an ally, who lends up to 1."""

    a: int = 3
    b: int = 3
    ally: bool = False
    early: bool = False
    tour: int = 0
    limit: int = 3

    utilities = {"gagner": lambda duel, left, seat: (left.a > left.b) == (seat == "a")}
    clock = "tour", "limit"

    def sides(self) -> dict[str, str]:
        return {"a": "a", "b": "b"} | ({"c": "b"} if self.ally else {})

    async def rule(self) -> Left:
        if self.a <= 0 or self.b <= 0 or (not self.early and self.tour == self.limit):
            return Left(a=self.a, b=self.b)
        one, other, more = await together(
            choose("un", MOVES, who="a"),
            choose("autre", MOVES, who="b"),
            choose("aide", NumberFrom(0, 1) if self.ally else NumberFrom(0, 0), who="c"),
        )
        face = await roll(Die(3), "dé", who="a")
        lost_b = BLOWS.get((one, other), 0) * (face > 1)
        lost_a = BLOWS.get((other, one), 0) * (face < 3) + more * (face == 1)
        after = replace(self, a=self.a - lost_a, b=self.b - lost_b, tour=self.tour + 1)
        if self.early and self.tour + 1 >= self.limit:
            return Left(a=after.a, b=after.b)
        return await become(after)


@pytest.mark.parametrize("early", [True, False])
@pytest.mark.parametrize("ally", [True, False])
@pytest.mark.parametrize("lives", [(1, 1), (3, 3), (2, 4)])
@pytest.mark.parametrize("seat", ["a", "b"])
def test_the_arrays_have_the_values_of_the_walk(
    early: bool, ally: bool, lives: tuple[int, int], seat: str
) -> None:
    question = ask(Duel(a=lives[0], b=lives[1], ally=ally, early=early))
    exact = advise(question, seat=seat)
    fights.forget()
    kept_advisers.forget()
    found = advise(question, seat=seat, whole=True)
    assert exact.error == 0 < found.error < 1e-9
    assert float(found.value) == pytest.approx(float(exact.value), abs=1e-9)


FILE = """
from tablee import D6, Game, OneOf, Procedure, Result, become, choose, replace, roll, together

MOVES = OneOf(("strike", "guard", "feint"))

class End(Result):
    a: int
    b: int

class Duel(Procedure[End], id="duel.fight"):
    a: int = 20
    b: int = 20
    round: int = 0
    last: int = 20
    utilities = {"win": lambda duel, end, seat: (end.a > end.b) if seat == "red" else (end.b > end.a)}

    def sides(self):
        return {"red": "red", "blue": "blue"}

    async def rule(self) -> End:
        if self.a == 0 or self.b == 0 or self.round == self.last:
            return End(a=self.a, b=self.b)
        red, blue = await together(choose("m", MOVES, who="red"), choose("m", MOVES, who="blue"))
        ra, rb = await roll(D6, "red", who="red"), await roll(D6, "blue", who="blue")
        a, b = self.a - hurt(blue, red, rb), self.b - hurt(red, blue, ra)
        return await become(replace(self, a=max(0, a), b=max(0, b), round=self.round + 1))

def hurt(move, other, face):
    if move == "strike":
        return face if other != "guard" else max(0, face - 4)
    return (face // 2 if other == "guard" else face // 3) if move == "feint" else 0

GAME = Game(id="duel", title="Duel", lang="en", procedures=(Duel,))
"""


@pytest.fixture
def file(tmp_path: Path, own_games: None) -> Path:
    return tmp_path / "duel.py"


def test_a_duel_of_twenty_lives_and_twenty_rounds_is_advised(file: Path) -> None:
    """The value is that of a solver written apart (plain recursion, supports enumerated)."""
    file.write_text(
        FILE.replace("    utilities", '    clock = "round", "last"\n    utilities'), "utf-8"
    )
    words = ("--game", str(file), "advise", "duel.fight", "--json")
    assert call(*words).json["value"] == pytest.approx(0.38113883565826445, abs=1e-9)


def test_without_a_clock_the_refusal_says_how_to_declare_it(file: Path) -> None:
    file.write_text(FILE, "utf-8")
    refused = call("--game", str(file), "--lang", "en", "advise", "duel.fight")
    assert refused.status == 2
    assert 'declare it in Duel: clock = ("round", "last")' in refused.err
