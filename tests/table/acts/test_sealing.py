"""Choices at once: sealed one by one, opened together."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.table.refusals import NotYours, Stale
from tests.kit import acts
from tests.table.acts.doing import opposed, refused
from tests.table.evening import LEADER, Table, set_up


@pytest.fixture
def blind(table: Table) -> Table:
    """bastan (j1), oriane (j2), chienne and sentinelle (the leader's) set dice aside at once."""
    table.does(LEADER, opposed("bastan", "oriane", "chienne", "sentinelle"))
    return table


def sealed(*pairs: tuple[int, Any]) -> acts.Seal:
    return acts.Seal(run="j1", place=0, values={str(index): value for index, value in pairs})


def waits(table: Table) -> list[str]:
    return [each.character for each in table.view("j3").runs[0].waiting]


def test_choices_at_once_open_together(blind: Table) -> None:
    names = waits(blind)
    assert names[:2] == ["Bastan", "Oriane Tessier"]
    blind.does("j1", sealed((0, 2)))
    assert waits(blind) == names[1:]
    assert blind.view("j3").runs[0].sealed == ["Bastan"]
    assert blind.view("j3").runs[0].lines == []
    assert blind.view("j1").runs[0].asks == []
    assert isinstance(refused(blind, "j1", sealed((0, 3))), Stale)
    assert isinstance(refused(blind, LEADER, sealed((0, 3), (1, 1))), Stale)
    blind.does("j2", sealed((1, 1)))
    blind.does(LEADER, sealed(*((index, 0) for index in range(2, len(names)))))
    (given,) = blind.state.runs["j1"].answers
    assert given.answer == {"together": [2, 1, *([0] * (len(names) - 2))]}
    texts = [line.kind for line in blind.view("j3").runs[0].lines]
    assert texts.count("choice") == len(names)


def test_nobody_seals_for_others_but_the_leader(blind: Table) -> None:
    assert isinstance(refused(blind, "j1", sealed((1, 2))), NotYours)
    assert isinstance(refused(blind, "j3", sealed((0, 2))), NotYours)
    blind.does(LEADER, sealed((0, 2)))
    for late in (sealed((0, 2)), acts.Answer(run="j1", place=0, answer={"together": [2, 2]})):
        assert isinstance(refused(blind, "j1", late), Stale)  # the leader was faster
    why = refused(blind, "j2", acts.Answer(run="j1", place=0, answer={"together": [2, 2]}))
    assert "scellés" in str(why)
    refused(blind, "j2", acts.Throw(run="j1", place=0))


def test_a_sealed_choice_that_is_not_offered_is_refused(blind: Table) -> None:
    for value in (99, "deux", None, True):
        assert refused(blind, "j1", sealed((0, value))).field == "values.0"
    refused(blind, LEADER, sealed((0, 1), (1, 99)))
    refused(blind, LEADER, sealed((17, 1)))
    assert blind.state.runs["j1"].sealed == {}


def test_a_sealed_choice_can_be_taken_back_by_who_made_it(blind: Table) -> None:
    blind.does("j1", sealed((0, 2)))
    assert not blind.view("j2").runs[0].may.undo
    assert isinstance(refused(blind, "j2", acts.Undo(run="j1")), NotYours)
    assert blind.view("j1").runs[0].may.undo
    blind.does("j1", acts.Undo(run="j1"))
    assert blind.state.runs["j1"].sealed == {}
    blind.does("j1", sealed((0, 1)))


def test_what_was_opened_is_not_undone_by_who_sealed_last(blind: Table) -> None:
    blind.does(LEADER, sealed((0, 2), *((n, 0) for n in range(2, len(waits(blind))))))
    blind.does("j2", sealed((1, 1)))
    assert isinstance(refused(blind, "j2", acts.Undo(run="j1")), NotYours)
    blind.does(LEADER, acts.Undo(run="j1"))
    run = blind.view("j1").runs[0]
    assert (run.place, run.sealed) == (0, [])
    assert run.undone


def test_who_sealed_last_takes_back_what_he_chooses_next() -> None:
    """Exil: the attitudes are open and stay so; whether to let the other begin is chosen again."""
    table = set_up("exil")
    cast = {"a": "aurele", "b": "jeanne"}
    table.does(LEADER, acts.RequestRun(procedure="exil.contact_round", cast=cast))
    table.does("j1", sealed((0, 2)))
    table.does("j2", sealed((1, 7)))
    assert not table.view("j2").runs[0].may.undo
    table.does("j2", acts.Answer(run="j1", place=1, answer={"choose": False}))
    assert not table.view("j1").runs[0].may.undo
    table.does("j2", acts.Undo(run="j1"))
    assert len(table.state.runs["j1"].answers) == 1
