"""Each ruling number that is cited in a game or in its tests is defined once, in its `rulings.py`."""

import re
from collections import Counter
from pathlib import Path

import pytest

from tablee.rules.game import Game
from tablee.rules.registry import BUILT_IN, games
from tablee.rules.schema import fields_of
from tests.kit.texts import SOURCES

GAMES = [pytest.param(game, id=game.id) for game in games() if game.id in BUILT_IN]
CITED = re.compile(r"\bR-\d\d[a-z]?\b")
TESTS = Path(__file__).parent


def choices(game: Game) -> list[tuple[str, int]]:
    """Return (number, part) of each field of the game's rulings. Every field has a number."""
    marks = [field.ruling for field in fields_of(game.rulings).values()]
    return [(mark.number, mark.part) for mark in marks if mark is not None]


@pytest.mark.parametrize("game", GAMES)
def test_every_cited_number_is_defined(game: Game) -> None:
    files = [
        *(SOURCES / "games" / game.id).rglob("*.py"),
        *(TESTS / game.id).rglob("*.py"),
    ]
    cited = {number for file in files for number in CITED.findall(file.read_text("utf-8"))}
    defined = {number for number, _ in choices(game)} | {one.number for one in game.fixed_rulings}
    missing = sorted(cited - defined)
    assert not missing, f"cited, but not defined in the rulings of {game.id}: {missing}"


@pytest.mark.parametrize("game", GAMES)
def test_no_number_is_defined_twice(game: Game) -> None:
    numbers = Counter(
        [*choices(game), *((one.number, part) for one in game.fixed_rulings for part in (0, 1))]
    )
    twice = [number for (number, _), times in numbers.items() if times > 1]
    assert not twice, f"defined twice in {game.id}: {twice}"
    assert len(choices(game)) == len(fields_of(game.rulings))


@pytest.mark.parametrize("game", GAMES)
def test_a_fixed_ruling_names_its_clauses_and_options_in_both_languages(game: Game) -> None:
    for one in game.fixed_rulings:
        assert one.clauses.split(), one.number
        assert set(one.clauses.split()) <= set(game.clauses), one.number
        assert len(set(one.options)) == len(one.options) >= 2, one.number
        for french, english in (one.question, *one.options):
            assert french, one.number
            assert english, one.number
