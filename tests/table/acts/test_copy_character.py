"""More characters like one of the leader's."""

from __future__ import annotations

import pytest

from tests.kit import acts
from tests.table.evening import GAMES, LEADER, Table, set_up


def names(table: Table) -> dict[str, str]:
    return {name: str(table.state.sheet(name)["nom"]) for name in table.state.sheets}


def test_copies_have_numbered_names_and_the_same_sheet() -> None:
    table = set_up("exil")
    table.does(LEADER, acts.CopyCharacter(character="brute", count=2))
    table.does(LEADER, acts.CopyCharacter(character="brute-3"))
    made = names(table)
    assert {key: made[key] for key in made if key.startswith("brute")} == {
        "brute": "La Brute des pontons",
        "brute-2": "La Brute des pontons 2",
        "brute-3": "La Brute des pontons 3",
        "brute-4": "La Brute des pontons 4",
    }
    first, second = table.state.sheet("brute"), table.state.sheet("brute-2")
    assert {**first, "nom": ""} == {**second, "nom": ""}
    assert [each.seat for each in table.view(LEADER).characters if each.id == "brute-2"] == [None]


@pytest.mark.parametrize("game", GAMES)
def test_anybody_can_be_copied_in_each_game(game: str) -> None:
    table = set_up(game)
    for name in list(table.state.sheets):
        table.does(LEADER, acts.CopyCharacter(character=name))
        assert f"{name}-2" in table.state.sheets


def test_a_copy_is_the_leaders_and_only_of_who_exists() -> None:
    table = set_up("exil")
    assert not table.act("j1", acts.CopyCharacter(character="brute"))
    assert not table.act(LEADER, acts.CopyCharacter(character="nobody"))
    assert table.wrong is not None
    assert table.wrong.field == "character"
