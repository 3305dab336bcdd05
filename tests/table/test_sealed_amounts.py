"""What is sealed spends what is left, and shows nothing of it to another seat."""

from __future__ import annotations

import pytest

from tests.kit import acts
from tests.table.acts.doing import fights, refused
from tests.table.evening import LEADER, Table, choices, set_up


def two_oppositions() -> tuple[Table, int]:
    """bastan and oriane are about to seal how much of their Réserve they spend, twice; how much he
    has."""
    table = set_up("armes_dieux")
    table.does(LEADER, acts.BeginScene())
    for who in ("bastan", "oriane"):
        fights(table, True, who)
    held = table.state.sheet("bastan")["reserve_combat"]
    each = {"poignee": 3, "sr": 99, "ecartes": 0}
    opposition = acts.RequestRun(
        procedure="armes_dieux.opposition",
        params={"participants": [each] * 2, "additionnel": "jamais"},
        cast={"participants": ["bastan", "oriane"]},
    )
    for run in ("j1", "j2"):
        table.does(LEADER, opposition)
        table.does("j1", acts.Seal(run=run, place=0, values={"0": []}))
        table.does("j2", acts.Seal(run=run, place=0, values={"1": []}))
    return table, held


def test_what_is_sealed_spends_what_is_left_too() -> None:
    """The same Réserve sealed in two oppositions: all of it once."""
    table, held = two_oppositions()
    assert sealed_most(table) == [held, held]
    table.does("j1", acts.Seal(run="j1", place=1, values={"0": held - 1}))
    assert sealed_most(table) == [1]
    wrong = refused(table, "j1", acts.Seal(run="j2", place=1, values={"0": 2}))
    assert (wrong.field, wrong.numbers) == ("values.0", {"most": 1})
    table.does("j1", acts.Seal(run="j2", place=1, values={"0": 1}))
    table.does("j1", acts.Undo(run="j1"))
    assert sealed_most(table) == [held - 1]


@pytest.mark.parametrize("to", [None, "j3"])
def test_what_is_sealed_is_not_shown_to_who_has_the_character_now(to: str | None) -> None:
    table, held = two_oppositions()
    table.does("j1", acts.Seal(run="j1", place=1, values={"0": held - 1}))
    table.does(LEADER, acts.Give(character="bastan", to=to))
    assert held in sealed_most(table, to or LEADER)
    table.does(to or LEADER, acts.Undo(run="j1"))


def sealed_most(table: Table, seat: str = "j1") -> list[int]:
    """The most that a seat is offered for bastan in each run."""
    asks = [ask for run in table.view(seat).runs for ask in choices(run)]
    return [ask.range[1] for ask in asks if ask.range and ask.character == "Bastan"]
