"""Every game has every situation, or lacks it for a reason that is written down."""

from __future__ import annotations

import pytest

from tablee.rules.registry import games
from tests.browser.table.situations import EVERY, LACKING, SHOWN, Situations


def test_every_game_has_them_all() -> None:
    assert set(SHOWN) == {game.title for game in games()}
    for game, shown in SHOWN.items():
        lacking = LACKING.get(game, {})
        assert not set(shown) & set(lacking)
        assert set(shown) | set(lacking) == set(EVERY), game
    assert sum(map(len, LACKING.values())) == 1


def test_an_evening_without_one_of_them_fails() -> None:
    situation = Situations()
    for name in EVERY[1:]:
        with situation(name):
            pass
    with pytest.raises(AssertionError, match=EVERY[0]):
        situation.check("Exil")
    with situation(EVERY[0]):
        pass
    situation.check("Exil")
