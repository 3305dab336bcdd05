"""The story is searched a part at a time, and what was gone through is not gone through again."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.table.acting import acts
from tablee.table.seeing import story
from tests.table.acts.doing import FACES, jet
from tests.table.evening import LEADER, Table, set_up


@pytest.fixture
def table() -> Table:
    return set_up("armes_dieux")


def found(table: Table, search: str) -> list[list[str]]:
    """The texts of the notes that a search finds, by how they are sent."""
    parts: list[list[str]] = []
    before: int | None = None
    while True:
        story: dict[str, Any] = table.view("j1", search=search, before=before)["story"]
        parts.append([item["text"] for item in story["items"]])
        before = story["before"]
        assert story["more"] is (before is not None)
        if before is None:
            return parts


def test_a_search_goes_on_where_it_stopped(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(story, "MOST_SOUGHT", 5)
    for number in range(12):
        table.does("j1", acts.Note(text=f"{number} {'lune' if number in (3, 10) else 'soleil'}"))
    parts = found(table, "lune")
    assert parts[:3] == [["10 lune"], ["3 lune"], []]
    assert not any(parts[3:])
    assert found(table, "lune") == parts
    assert [text for part in found(table, "soleil") for text in part][:3] == [
        "11 soleil",
        "9 soleil",
        "8 soleil",
    ]


def test_what_did_not_hold_a_text_may_hold_it_later(table: Table) -> None:
    table.does(LEADER, jet())
    assert not table.view("j1", search="bilan")["story"]["items"]
    table.does("j1", acts.Answer(run="j1", place=0, answer={"dice": FACES}))
    told = table.view("j1", search="bilan")["story"]["items"]
    assert [item["kind"] for item in told] == ["run"]
