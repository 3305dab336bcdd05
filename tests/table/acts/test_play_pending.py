"""A player begins what is theirs to play: a Revers, a bargain, a relance."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.kit import acts
from tests.table.evening import LEADER, Table, choices, set_up

ONES = {"dice": [1, 1, 1]}


def fallen(secret: bool = False) -> Table:
    """Bastan, of j1, has failed with a majority of 1s (AD-REV-06)."""
    table = set_up("armes_dieux")
    params = {"poignee": 3, "sr": 12, "ecartes": 0, "additionnel": "jamais"}
    asked: dict[str, Any] = {"params": params, "to": ("bastan",)}
    table.does(LEADER, acts.RequestRun(procedure="armes_dieux.jet", secret=secret, **asked))
    table.does(LEADER if secret else "j1", acts.Answer(run="j1", place=0, answer=ONES))
    return table


def offered(table: Table, seat: str) -> list[tuple[str | None, str, str]]:
    pending = table.view(seat).pending
    return [(each.procedure, each.character, each.consequence) for each in pending]


def test_the_player_chooses_the_revers_without_the_leader() -> None:
    """AD-REV-06; nobody else may, and once it is chosen nothing is left."""
    table = fallen()
    ((procedure, who, consequence),) = offered(table, "j1")
    assert (procedure, who) == ("armes_dieux.revers", "bastan")
    assert offered(table, "j2") == []
    assert table.view("j1").pending[0].run == table.last("j1").id
    assert not table.act("j2", acts.PlayPending(consequence=consequence))
    table.does("j1", acts.PlayPending(consequence=consequence))
    (choice,) = choices(table.view("j1").runs[0])
    assert [each.id for each in choice.options or ()] == [
        "tension",
        "equipement",
        "difficulte",
        "complication",
    ]
    table.does("j1", acts.Answer(run="j2", place=0, answer={"choose": "tension"}))
    assert table.state.record["dus"] == []
    assert offered(table, "j1") == []
    assert not table.act("j1", acts.PlayPending(consequence=consequence))


def test_it_is_begun_once() -> None:
    table = fallen()
    ((_, _, consequence),) = offered(table, "j1")
    table.does("j1", acts.PlayPending(consequence=consequence))
    assert offered(table, "j1") == []
    assert not table.act("j1", acts.PlayPending(consequence=consequence))
    assert not table.act(LEADER, acts.PlayPending(consequence=consequence))
    assert len(table.state.open_runs) == 1


def test_what_was_declined_or_settled_is_not_played() -> None:
    for act in (
        acts.Decline(consequence="j1.1"),
        acts.ChangeRecord(event={"type": "acquitte", "numero": 1}),
        acts.EndScene(),
    ):
        table = fallen()
        ((_, _, consequence),) = offered(table, "j1")
        assert consequence == "j1.1"
        table.does(LEADER, act)
        assert offered(table, "j1") == []
        assert not table.act("j1", acts.PlayPending(consequence=consequence))


def test_what_nobody_may_know_is_not_offered() -> None:
    """A Test behind the screen: its Revers is not offered before it is revealed."""
    table = fallen(secret=True)
    before = msgspec.json.encode(table.view("j1"))
    assert offered(table, "j1") == []
    assert not table.act("j1", acts.PlayPending(consequence="j1.1"))
    assert msgspec.json.encode(table.view("j1")) == before
    table.does(LEADER, acts.Reveal(run="j1"))
    ((_, _, consequence),) = offered(table, "j1")
    table.does("j1", acts.PlayPending(consequence=consequence))


@pytest.mark.parametrize("secret", [False, True])
def test_a_bargain_and_its_relance_are_begun_by_the_player(secret: bool) -> None:
    """ECL-NEG-01: the maître's seuil does not come to the page with the offer. Who begins the bargain
    is not asked again whether to, and the maître announces a secret seuil."""
    table = set_up("eclats")
    params = {"caracteristique": "ruse", "seuil": 17, "secret": secret}
    table.does(LEADER, acts.RequestRun(procedure="eclats.test", params=params, to=("lubin",)))
    table.does("j2", acts.Answer(run="j1", place=0, answer={"dice": [3, 4, 5]}))
    ((procedure, who, consequence),) = offered(table, "j2")
    assert (procedure, who) == ("eclats.negociation", "lubin")
    assert table.view("j2").pending[0].params == {}
    table.does("j2", acts.PlayPending(consequence=consequence))
    (run,) = table.view("j2").runs
    assert ("17" in "\n".join(line.text for line in run.lines)) is not secret
    (choice,) = choices(table.view(LEADER if secret else "j2").runs[0])
    assert choice.label == ("Annoncer le seuil" if secret else "Prix")
    if secret:
        table.does(LEADER, acts.Answer(run=run.id, place=run.place, answer={"choose": True}))
        assert [each.label for each in choices(table.view("j2").runs[0])] == ["Prix"]


def test_what_is_the_leader_s_to_begin_is_not_offered_to_a_player() -> None:
    """Exil: when an interrupted work goes on is for the Meneur to say (EXIL-EXT-04)."""
    table = set_up("exil")
    due = {"procedure": "exil.care", "qui": "jeanne", "params": {}}
    table.does(LEADER, acts.BeginScene())
    table.does(LEADER, acts.ChangeRecord(event={"type": "du", "du": due}))
    assert offered(table, "j2") == []
