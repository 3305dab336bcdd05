"""A character that is put away keeps its sheet, and is in no list of characters to meet or to ask."""

from __future__ import annotations

from tablee.table.refusals import Stale
from tests.kit import acts
from tests.table.acts.doing import refused
from tests.table.evening import LEADER, Table

AWAY = acts.PutAway(character="sentinelle")


def away(table: Table) -> list[str]:
    return [each.id for each in table.view(LEADER).characters if each.away]


def test_it_is_put_away_and_taken_out_again(table: Table) -> None:
    sheet = table.state.sheet("sentinelle")
    table.does(LEADER, AWAY)
    assert away(table) == ["sentinelle"]
    assert isinstance(refused(table, LEADER, AWAY), Stale)
    out = acts.PutAway(character="sentinelle", away=False)
    table.does(LEADER, out)
    assert away(table) == []
    assert isinstance(refused(table, LEADER, out), Stale)
    assert table.state.sheet("sentinelle") == sheet


def test_one_that_is_removed_is_put_away_no_more(table: Table) -> None:
    table.does(LEADER, AWAY)
    table.does(LEADER, acts.ChangeRecord(event={"type": "retrait", "qui": "sentinelle"}))
    assert not table.state.put_away
