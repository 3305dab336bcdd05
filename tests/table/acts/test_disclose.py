"""A secret seuil that the leader shows everybody once the roll is over (Éclats)."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.table.refusals import NotYours, Stale
from tests.kit import acts
from tests.table.evening import LEADER, Table, set_up

PLAYERS = ("j1", "j2")
ACT = acts.Disclose(run="j1")


def thrown(faces: list[int], **more: Any) -> Table:
    """Lubin, of j2, has thrown against a secret seuil of 9."""
    table = set_up("eclats")
    given = {"caracteristique": len(faces) - 1, "seuil": 9, "secret": True}
    table.does(
        LEADER, acts.RequestRun(procedure="eclats.test", params=given, to=("lubin",), **more)
    )
    table.does(LEADER if more else "j2", acts.Answer(run="j1", place=0, answer={"dice": faces}))
    return table


def read(table: Table, seat: str) -> dict[str, Any]:
    """What the seat sees of the roll and of what followed."""
    run = table.last(seat)
    return {
        "seuil": [each.text for each in run.parameters if each.field == "seuil"],
        "lines": [line.text for line in run.lines if "euil" in line.text],
        "issue": (run.result or {}).get("issue"),
        "consequences": [each.text for each in run.consequences],
        "pending": len(table.view(seat).pending),
    }


@pytest.mark.parametrize(
    ("faces", "issue"),
    [
        ([9], "reussite"),
        ([3], "echec_simple"),
        ([0, 9], "echec_automatique"),
        ([0, 3], "echec_critique"),
    ],
)
def test_everybody_sees_then_what_the_leader_sees(faces: list[int], issue: str) -> None:
    table = thrown(faces)
    for seat in PLAYERS:
        before = read(table, seat)
        assert not before["seuil"]
        assert not any("9" in line for line in before["lines"])
        assert (before["issue"] == "echec") == (0 in faces)
        assert not table.last(seat).may.disclose
        assert not table.act(seat, ACT)
        assert isinstance(table.wrong, NotYours)
    assert table.last(LEADER).disclosing == "Révéler le seuil"
    table.does(LEADER, ACT)
    for seat in (LEADER, *PLAYERS):
        after = read(table, seat)
        assert after["seuil"]
        assert any("9" in line for line in after["lines"])
        assert after["issue"] == issue
        assert after["consequences"] == read(table, LEADER)["consequences"]
        assert [each.kind for each in table.view(seat).story.items].count("disclosed") == 1
    assert not table.last(LEADER).may.disclose
    assert not table.act(LEADER, ACT)
    assert isinstance(table.wrong, Stale)


def test_a_roll_that_nobody_saw_is_revealed_first() -> None:
    table = thrown([0, 3], secret=True)
    assert not table.act(LEADER, ACT)
    table.does(LEADER, acts.Reveal(run="j1"))
    assert not read(table, "j1")["seuil"]
    table.does(LEADER, ACT)
    assert read(table, "j1")["issue"] == "echec_critique"


def test_a_cancelled_roll_has_nothing_more_to_show() -> None:
    table = thrown([0, 3])
    table.does(LEADER, acts.Withdraw(run="j1"))
    assert not table.act(LEADER, ACT)
