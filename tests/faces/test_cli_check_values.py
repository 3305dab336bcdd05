"""`check`: rules whose results depend on more than their parameters, or on less."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faces.test_cli_check import LINES
from tests.kit.command_line import call

pytestmark = pytest.mark.usefixtures("own_games")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "essai.py"


SET_OF_PARAMETER = """
        names = set(self.names)
        return Issue(reussi=jet >= self.seuil and list(names)[0] < "d")
"""
SET_OF_LOOP = """
        seen = set()
        for each in self.names:
            seen.add(each)
        return Issue(reussi=jet >= self.seuil and next(iter(seen)) < "d")
"""


@pytest.mark.parametrize("body", [SET_OF_PARAMETER, SET_OF_LOOP])
def test_a_result_that_depends_on_the_order_of_a_set_is_named(body: str, file: Path) -> None:
    plain = "\n        return Issue(reussi=jet >= self.seuil)\n"
    names = (
        '    names: Annotated[tuple[str, ...], Meta(min_length=4, max_length=4)] = tuple("abcd")\n'
    )
    seuil = "    seuil: Annotated[int, Meta(ge=1, le=6)]\n"
    words = LINES.replace('"jet": "jet",', '"jet": "jet", "names": "noms",')
    file.write_text(words.replace(plain, body).replace(seuil, seuil + names))
    reply = call("check", str(file))
    assert "l’ordre d’un ensemble (set) change" in reply.out, reply.out
    in_order = body.replace("list(names)", "sorted(names)").replace("next(iter(seen))", "min(seen)")
    file.write_text(words.replace(plain, in_order).replace(seuil, seuil + names))
    assert "ensemble" not in call("check", str(file)).out


UNREAD = '''\
"""A bid under a hidden die."""
from fractions import Fraction
from typing import Annotated, Literal
from tablee import ASK, Game, Law, Meta, OneOf, Procedure, Result, choose, decide, hidden, note, refuse

Face = Annotated[int, Meta(ge=1, le=6)]


class Round(Result):
    doubted: bool


class Bluff(Procedure[Round], id="essai.round"):
    die: Face | tuple[tuple[Face, Fraction], ...]
    bid: Literal[4, 6] | ASK = "ask"
    seats = {"bidder": "", "doubter": "doubter"}

    def concealed(self, seat: str) -> frozenset[str]:
        return frozenset() if seat == "bidder" else frozenset({"die"})

    def beliefs(self) -> tuple[str, ...]:
        return ("die",) if isinstance(self.die, tuple) else ()

    def check(self) -> None:
        if isinstance(self.die, tuple) and sum(p for _, p in self.die) != 1:
            raise refuse("die", None, "chances that sum to 1")

    async def rule(self) -> Round:
        bid = await ASKED
        doubted = await choose("doubt", OneOf((False, True)), who="doubter", policy=False)
        law = Law.from_fractions(dict(self.die)) if isinstance(self.die, tuple) else self.die
        die = await hidden(law, "die", knows="bidder")
        note("", "The die shows {die}. True? {true:^}.", die=die, true=die >= bid)
        return Round(doubted=doubted)


GAME = Game(id="essai", title="Essai", lang="en", procedures=(Bluff,))
'''


def test_a_choice_that_leaves_out_the_answer_of_its_parameter_is_named(file: Path) -> None:
    """Also of a rule whose highest parameters, here a belief of no chances, are refused."""
    asked = 'choose("bid", OneOf((4, 6)), who="bidder", parameter="bid")'
    file.write_text(UNREAD.replace("ASKED", asked), "utf-8")
    assert (
        "a rule that reads “bid”: ask by “decide”" in call("--lang", "en", "check", str(file)).out
    )


def test_a_secret_is_named_once_in_the_language_of_the_game(file: Path) -> None:
    asked = 'decide(self.bid, "bid", OneOf((4, 6)), who="bidder")'
    file.write_text(UNREAD.replace("ASKED", asked), "utf-8")
    out = call("--lang", "en", "check", str(file)).out
    assert out.count("a secret that") == out.count("a secret that doubter cannot tell") == 1
    assert "“The die shows 1. True? No.” or “The die shows 6. True? Yes.”" in out
