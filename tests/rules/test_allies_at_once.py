"""Simultaneous choices of one side: `odds` under best play, policies, and advice before the dice."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tablee.dice.die import D6
from tablee.faces.web.panes.advice_pane import advice_view
from tablee.rules.forms import NumberFrom, OneOf
from tablee.rules.procedure import Procedure, Result
from tablee.rules.questions import choose, roll, together
from tablee.rules.readings.advice.advise import advise
from tablee.rules.readings.advice.best_play import odds_of_best_play
from tablee.rules.readings.odds import odds
from tablee.rules.readings.simulate import simulate
from tablee.rules.refusal import Refusal
from tablee.rules.registry import unregister
from tablee.rules.texts.words import Words
from tests.kit.command_line import call
from tests.rules.toys import ask

SIGNS = OneOf(("soleil", "lune"))


class Score(Result):
    n: int


class Signs(Procedure[Score], id="jouet.signes"):
    """Two show a sign at once: alike they score the die (3 without one), otherwise 4."""

    dice: bool = False
    opposed: bool = False
    policies: bool = False
    utilities = {"points": lambda signs, score, seat: score.n}

    def sides(self) -> dict[str, str]:
        return {"x": "nous", "y": "eux" if self.opposed else "nous"}

    async def rule(self) -> Score:
        face = await roll(D6, "dé", who="x") if self.dice else 3
        usual = ("soleil", "lune") if self.policies else (None, None)
        one, other = await together(
            choose("un", SIGNS, who="x", policy=usual[0]),
            choose("autre", SIGNS, who="y", policy=usual[1]),
        )
        return Score(n=face if one == other else 4)


@pytest.mark.parametrize(
    ("dice", "law"),
    [(False, {4: Fraction(1)}), (True, {4: Fraction(4, 6), 5: Fraction(1, 6), 6: Fraction(1, 6)})],
)
def test_allies_play_their_best_joint_answer(dice: bool, law: dict[int, Fraction]) -> None:
    found = odds_of_best_play(ask(Signs(dice=dice)))
    assert {result.n: chance for result, chance in found.items()} == law


@pytest.mark.parametrize("dice", [False, True])
def test_opponents_are_refused_by_name(dice: bool) -> None:
    with pytest.raises(Refusal, match="policy") as refused:
        odds_of_best_play(ask(Signs(dice=dice, opposed=True)))
    assert "deux camps choisissent" in refused.value.allowed


def test_advice_before_the_dice_says_that_the_dice_come_first() -> None:
    with pytest.raises(Refusal) as refused:
        advise(ask(Signs(dice=True)))
    assert refused.value.field == "answers[0]"
    assert refused.value.allowed.startswith("d’abord les dés")


def test_each_of_simultaneous_choices_takes_its_policy() -> None:
    found = odds(ask(Signs(policies=True)))
    assert {result.n: chance for result, chance in found.items()} == {4: 1}
    sample = simulate(ask(Signs(policies=True, dice=True)), 50, seed=1).law()
    assert {result.n for result, _ in sample.items()} == {4}


def test_one_without_a_policy_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        odds(ask(Signs()))
    assert refused.value.kind == "choice_needed"
    assert refused.value.field == "un"


class Later(Signs, id="jouet.plus_tard"):
    """After the signs, the other side may take a point away."""

    def sides(self) -> dict[str, str]:
        return {"x": "nous", "y": "nous", "z": "eux"}

    async def rule(self) -> Score:
        score = await super().rule()
        return Score(n=score.n - await choose("ôter", NumberFrom(0, 1), who="z"))


@pytest.mark.parametrize(
    ("signs", "alone", "value", "page"),
    [
        (Signs(), True, 4, "avec les meilleurs choix de ce camp, il vaut 4 "),
        (Signs(opposed=True), False, 3.5, "quoi que fasse l’autre"),
        (Later(), False, 3, "quoi que fasse l’autre"),
    ],
)
def test_the_value_is_of_an_equilibrium_only_where_a_side_chooses_against(
    signs: Signs, alone: bool, value: float, page: str
) -> None:
    advice = advise(ask(signs))
    assert advice.value == value
    assert advice.alone == alone
    assert advice.view().get("alone", False) == alone
    texts = [advice_view(advice, ("points",), Words(None, lang)).text for lang in ("fr", "en")]
    assert page in texts[0].replace("\xa0", " ")
    assert ("best choices of this side" in texts[1]) == alone
    assert ("whatever the other does" in texts[1]) != alone


GAME = """
from tablee import Game, OneOf, Procedure, Result, choose, together

SIGNS = OneOf(("sun", "moon"))

class Score(Result):
    n: int

class Signs(Procedure[Score], id="signs.test"):
    opposed: bool = False
    utilities = {"points": lambda signs, score, seat: score.n}

    def sides(self):
        return {"x": "us", "y": "them" if self.opposed else "us"}

    async def rule(self) -> Score:
        one, other = await together(choose("one", SIGNS, who="x"), choose("two", SIGNS, who="y"))
        return Score(n=3 if one == other else 4)

GAME = Game(id="signs", title="Signs", lang="en", procedures=(Signs,))
"""


@pytest.mark.parametrize(
    ("opposed", "lang", "sentence"),
    [
        ("false", "fr", "Valeur si ce camp choisit au mieux : 4,0000"),
        ("false", "en", "Value if this side chooses best: 4.0000"),
        ("true", "fr", "Valeur à l’équilibre : 3,5000"),
        ("true", "en", "Value at equilibrium: 3.5000"),
    ],
)
def test_the_terminal_names_the_value_for_what_it_is(
    tmp_path: Path, opposed: str, lang: str, sentence: str
) -> None:
    (tmp_path / "signs.py").write_text(GAME, "utf-8")
    asked = "advise", "signs.test", f"opposed={opposed}"
    reply = call("--game", str(tmp_path / "signs.py"), "--lang", lang, *asked)
    unregister("signs")
    assert sentence in reply.out.replace("\xa0", " "), reply.err
