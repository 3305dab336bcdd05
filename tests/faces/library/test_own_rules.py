"""Rules of a program of its own: every reading answers for them, no game need be found by name."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tablee import Law, Refusal, advise, explain, odds, resolve, simulate, sweep
from tests.faces.library.own_rules import GAME, Coin, Keeper, Light, Watch, Weather


def _ships(law: Law[Light]) -> Law[int]:
    return law.map(lambda light: light.ships)


def test_odds_under_the_rulings_of_its_own_game() -> None:
    clear = _ships(odds(Watch(oil=3)))
    assert clear == Law({3: 1, 2: 1, 1: 1, 0: 3})
    assert _ships(odds(Watch(oil=3), rulings=Weather(fog=True))) == Law({2: 1, 1: 1, 0: 4})
    assert _ships(odds(Watch(oil=2))) == _ships(odds(Watch(oil=3), rulings={"fog": True}))


def test_parameters_change_what_a_record_has() -> None:
    assert odds(Watch(oil=3), oil=2) == odds(Watch(oil=2)) == odds(Watch, oil=2)
    assert odds(Watch, keeper=Keeper(skill=2)) == odds(Watch, keeper={"skill": 2})


def test_the_door_is_the_same() -> None:
    for wrong, field in (
        (Watch(oil=10), "oil"),
        (Watch(oil=0), "oil"),
        (Watch(keeper=Keeper(skill=6)), "keeper.skill"),
        (Watch(keeper=5), "keeper"),  # type: ignore[arg-type]
    ):
        with pytest.raises(Refusal) as refused:
            odds(wrong)
        assert refused.value.field == field
    with pytest.raises(Refusal, match=r"^rulings\.fgo.* inconnu .* fog\.$"):
        odds(Watch(), rulings={"fgo": True})


def test_advice() -> None:
    advice = advise(Watch(oil="ask"))
    assert [option.choice for option in advice.options] == [4, 3, 2, 1]
    assert advice.value == Fraction(4 + 3 + 2 + 1, 6)


def test_a_run_and_its_story() -> None:
    run = resolve(Watch(oil="ask"), answers=[{"choose": 4}])
    assert not run.done
    assert run.ask is not None
    assert run.ask["label"] == "mer"
    done = run.answered({"dice": [2]})
    assert done.result == Light(ships=3)
    assert done.effects == [{"effect": "navires", "amount": 3}]
    assert not run.done
    story = explain(done)
    assert story.steps[-1].text == "La mer donne 2, la lampe porte à 5."
    assert story.clauses == {"PH-01": "La lampe porte selon l’huile et l’adresse."}
    assert str(story).splitlines()[-1].endswith("[PH-01]")
    assert len(story) == 3


def test_samples_and_sweeps() -> None:
    sample = simulate(Watch(oil=3), 3_000, seed=1)
    assert simulate(Watch(oil=3), 3_000, seed=1) == sample
    assert sample.law().distance(odds(Watch(oil=3))) < Fraction(1, 20)
    swept = sweep(Watch, "oil", range(1, 5))
    assert swept[3] == odds(Watch(oil=3))
    assert swept.laws[0].question.game is GAME
    with pytest.raises(Refusal, match="workers"):
        simulate(Watch(oil=3), 3_000, seed=1, workers=2)


def test_it_is_drawn_in_the_words_of_its_game() -> None:
    picture = odds(Watch(oil=3)).picture().decode()
    assert "La veille" in picture
    assert "avires" in picture


def test_a_rule_without_any_game_is_answered_too() -> None:
    assert odds(Coin(weight=2)) == Law.of(Light(ships=2))
    belief = Law({1: 1, 5: 3})
    assert _ships(odds(Coin, weight=tuple(belief.weights.items()))) == belief
    assert resolve(Coin(weight=2), answers=[{"choose": "non"}]).result == Light(ships=0)
    with pytest.raises(Refusal, match="une croyance"):
        resolve(Coin(weight=((1, 1), (5, 3))))
    assert "Coin" not in odds(Coin())._repr_html_()
