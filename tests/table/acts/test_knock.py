"""A player asks for the attention of the leader."""

from __future__ import annotations

import msgspec
import pytest

from tablee.table.export.exporting import campaign_file
from tablee.table.refusals import NotYours, Stale
from tests.kit import acts
from tests.table.evening import LEADER, Table, set_up
from tests.table.export.stores import bring
from tests.table.export.tables import ID, logged


@pytest.fixture
def table() -> Table:
    table = set_up("socle")
    table.does("j1", acts.Knock())
    return table


def knocks(table: Table, seat: str) -> list[tuple[str, str]]:
    return [(each.seat, each.kind) for each in table.view(seat).signals]


def test_the_leader_and_the_player_see_it(table: Table) -> None:
    assert knocks(table, LEADER) == knocks(table, "j1") == [("j1", "knock")]


def test_other_players_see_nothing_of_it() -> None:
    table = set_up("socle")
    before = msgspec.json.encode(table.view("j2"))
    table.does("j1", acts.Knock())
    assert msgspec.json.encode(table.view("j2")) == before


def test_it_ends_with_the_next_act_of_the_player(table: Table) -> None:
    table.does("j2", acts.Note(text="Autre chose."))
    assert knocks(table, LEADER)
    table.does("j1", acts.Note(text="La suite."))
    assert not knocks(table, LEADER)


@pytest.mark.parametrize("seat", [LEADER, "j1"])
def test_the_leader_or_the_player_ends_it(table: Table, seat: str) -> None:
    table.does(seat, acts.Knock(seat="j1"))
    assert not knocks(table, LEADER)
    assert not table.act(seat, acts.Knock(seat="j1"))
    assert isinstance(table.wrong, Stale)


def test_it_is_not_made_twice_nor_by_the_leader(table: Table) -> None:
    assert not table.act("j1", acts.Knock())
    assert isinstance(table.wrong, Stale)
    assert not table.act(LEADER, acts.Knock())
    assert isinstance(table.wrong, NotYours)


def test_it_folds_and_travels(table: Table) -> None:
    assert table.again() == table.state
    [(_, events)] = bring(campaign_file(ID, logged(table)))
    assert len(events) == len(table.events)
