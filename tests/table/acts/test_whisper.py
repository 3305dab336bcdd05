"""A note for one seat: who reads it, and which files have it."""

from __future__ import annotations

from tablee.table.export.exporting import campaign_file
from tablee.table.refusals import Stale
from tests.kit import acts
from tests.table.evening import LEADER, Table, set_up
from tests.table.export.tables import ID, logged

TEXT = "La porte du fond est ouverte."


def reads(table: Table, seat: str) -> bool:
    return any(each.text == TEXT for each in table.view(seat).story.items)


def test_only_its_reader_and_its_writer_read_it() -> None:
    table = set_up("exil")
    table.does(LEADER, acts.Note(text=TEXT, to="j1"))
    assert [reads(table, seat) for seat in (LEADER, "j1", "j2")] == [True, True, False]
    [item] = [each for each in table.view("j1").story.items if each.text == TEXT]
    assert item.to == table.state.seats["j1"].name
    assert TEXT.encode() in campaign_file(ID, logged(table))


def test_the_leader_does_not_read_what_players_tell_each_other() -> None:
    table = set_up("exil")
    table.does("j1", acts.Note(text=TEXT, to="j2"))
    assert [reads(table, seat) for seat in (LEADER, "j1", "j2")] == [False, True, True]
    assert TEXT.encode() not in campaign_file(ID, logged(table))
    table.does("j1", acts.Note(text=TEXT, to=LEADER))
    assert reads(table, LEADER)
    assert TEXT.encode() in campaign_file(ID, logged(table))


def test_it_goes_to_a_seat_of_the_table() -> None:
    table = set_up("exil")
    assert not table.act(LEADER, acts.Note(text=TEXT, to="j9"))
    assert isinstance(table.wrong, Stale)
    assert not table.act(LEADER, acts.Note(text=TEXT, private=True, to="j1"))
    assert table.wrong is not None
    assert table.wrong.field == "to"
