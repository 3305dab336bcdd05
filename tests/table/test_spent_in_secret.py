"""Tokens that are spent where not everybody sees it: they bind who knows, and tell nobody else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from tablee.table.reservations import expected_state
from tablee.table.views.view_types import Fact, RunView
from tests.kit import acts
from tests.table.acts.doing import refused
from tests.table.evening import LEADER, Table, choices
from tests.table.tokens import TOKENS, won_and_lost

SHORT, REACHED = ([3], 2), ([10, 2],)
"""The die of who conceals and the tokens after it; a die that needs none."""
HIDES = {"trait": 5, "talent": 5, "difficulty": 20, "exploits": 0, "jetons_avant": 0}
SEEKS = {"trait": 5, "talent": 5, "exploits": 0, "jetons_avant": 0, "desastre_malus": True}
PLAYERS = ("j1", "j2", "j3")


def conceals(
    answers: Sequence[Any],
    who: str = "veilleur",
    seekers: Sequence[str] = ("kordan",),
    seat: str = LEADER,
    **more: Any,
) -> Table:
    """kordan has two tokens and has lost two to the MJ; then somebody conceals, with these answers,
    and the search begins."""
    table = won_and_lost(2)
    begin(table, answers, who, seekers, seat, **more)
    return table


def begin(
    table: Table,
    answers: Sequence[Any],
    who: str,
    seekers: Sequence[str],
    seat: str,
    **more: Any,
) -> None:
    act = acts.RequestRun(
        procedure="loss.dissimulation",
        params={"cacheur": HIDES | more, "chercheurs": [SEEKS for _ in seekers]},
        cast={"cacheur": who, "chercheurs": list(seekers)},
    )
    table.does(LEADER, act)
    name = list(table.state.runs)[-1]
    for each in answers:
        given = {"dice": each} if isinstance(each, list) else {"choose": each}
        table.does(seat, acts.Answer(run=name, place=placed(table, name, seat), answer=given))
    table.at = 0


def shown(table: Table, run: str, seat: str) -> RunView:
    return next(each for each in table.view(seat).runs if each.id == run)


def placed(table: Table, run: str, seat: str) -> int:
    return shown(table, run, seat).place


def offered(table: Table, run: str, seat: str = LEADER) -> list[list[int]]:
    return [list(each.range or ()) for each in choices(shown(table, run, seat))]


def chooses(table: Table, run: str, value: int, seat: str = LEADER) -> acts.Answer:
    return acts.Answer(run=run, place=placed(table, run, seat), answer={"choose": value})


def alike(one: Table, other: Table, seats: Sequence[str] = PLAYERS) -> None:
    """Both tables look the same to those seats, byte for byte."""
    for seat in seats:
        assert msgspec.json.encode(one.view(seat)) == msgspec.json.encode(other.view(seat)), seat


def test_the_leader_has_one_pool_in_a_dissimulation_and_nobody_else_is_shown() -> None:
    """LOSS-INV-01, LOSS-DES-01: what a hidden character of his has spent strikes nobody any more."""
    spent, kept = conceals(SHORT), conceals(REACHED)
    alike(spent, kept)
    assert (offered(spent, "j1"), offered(kept, "j1")) == ([[0, 0]], [[0, 2]])
    texts = choices(shown(spent, "j1", LEADER))[0].facts[-1]
    assert texts == Fact(label="Désastres disponibles", text="0")
    wrong = refused(spent, LEADER, chooses(spent, "j1", 1))
    assert (wrong.got, wrong.numbers["form"].high) == (1, 0)
    assert kept.decided(LEADER, chooses(kept, "j1", 1)) is not None
    for table in (spent, kept):
        table.at = 0
        table.does(LEADER, chooses(table, "j1", 0))
        table.does("j1", acts.Answer(run="j1", place=placed(table, "j1", "j1"), answer=die(6)))
        assert table.state.runs["j1"].status == "done"
    alike(spent, kept)
    spent.does(LEADER, acts.Restore(consequence="j1.s1"))
    assert spent.state.record["registres"][TOKENS]["mj"]["libres"] == {"kordan": 0}
    assert spent.again() == spent.state


def die(*faces: int) -> dict[str, Any]:
    return {"dice": [*faces]}


def test_what_is_left_of_it_may_still_strike() -> None:
    spent = conceals(([6], 1))
    assert offered(spent, "j1") == [[0, 1]]
    assert refused(spent, LEADER, chooses(spent, "j1", 2)).numbers["form"].high == 1
    spent.does(LEADER, chooses(spent, "j1", 1))
    spent.does("j1", acts.Answer(run="j1", place=placed(spent, "j1", "j1"), answer=die(9)))
    assert not any(each.impossible for each in spent.state.consequences_of("j1"))
    spent.does(LEADER, acts.Restore(consequence="j1.s1"))


def test_what_strikes_one_seeker_is_not_there_for_another_run() -> None:
    """LOSS-DES-01: in sight of all, so that the next run is requested with what is left."""
    table = conceals(REACHED, seekers=("kordan", "nerise"))
    table.does(LEADER, chooses(table, "j1", 2))
    test = acts.RequestRun(
        procedure="loss.action", params=SEEKS | {"difficulty": 20}, to=("kordan",)
    )
    table.does(LEADER, test)
    assert table.state.runs["j2"].params["desastres_max"] == 0


def test_what_is_fixed_for_a_seeker_is_there() -> None:
    table = won_and_lost(2)
    act = acts.RequestRun(
        procedure="loss.dissimulation",
        params={"cacheur": HIDES, "chercheurs": [SEEKS, SEEKS | {"desastres": 3}]},
        cast={"cacheur": "veilleur", "chercheurs": ["nerise", "kordan"]},
    )
    wrong = refused(table, LEADER, act)
    assert (wrong.field, wrong.got) == ("chercheurs[1].desastres", 3)
    assert wrong.numbers["most"] == 2


def test_a_hidden_character_binds_the_leader_in_other_runs_too() -> None:
    """One that waits, one that is asked for with Désastres in it; what is filled in tells nothing."""
    spent, kept = won_and_lost(2), won_and_lost(2)
    test = {"trait": 5, "talent": 5, "difficulty": 20, "exploits": 0, "jetons_avant": 0}
    ask = acts.RequestRun(procedure="loss.action", params=test, to=("kordan",))
    for table, answers in ((spent, SHORT), (kept, REACHED)):
        table.does(LEADER, ask)
        begin(table, answers, "veilleur", ("kordan",), LEADER)
        table.does(LEADER, ask)
        params = table.state.runs["j3"].params
        assert (params["jetons"], params["desastres_max"]) == (2, 2)
    alike(spent, kept)
    for run in ("j1", "j3"):
        assert (offered(spent, run), offered(kept, run)) == ([[0, 0]], [[0, 2]])
    fixed = msgspec.structs.replace(ask, params=test | {"desastres": 1})
    wrong = refused(spent, LEADER, fixed)
    assert (wrong.field, wrong.got, wrong.numbers["most"]) == ("desastres", 1, 0)
    assert kept.decided(LEADER, fixed) is not None
    alike(spent, kept)
    nobody = expected_state(spent.state, spent.game, spent.replays).record
    assert nobody == {**kept.state.record, "horloge": nobody["horloge"]}
    spent.does(LEADER, acts.Withdraw(run="j2"))
    assert offered(spent, "j1") == [[0, 2]]


def test_tokens_fixed_for_who_conceals_bind_the_leader_alone() -> None:
    """The parameters of who conceals are no more for everybody than his choices."""
    spent = conceals(([6],), jetons_avant=2, difficulty=25)
    kept = conceals((REACHED[0],))
    alike(spent, kept)
    assert (offered(spent, "j1"), offered(kept, "j1")) == ([[0, 0]], [[0, 2]])


def test_a_player_who_conceals_knows_what_he_has_spent_and_the_leader_who_seeks_does_not() -> None:
    """R-28: kept from the MJ too, whose characters seek."""
    ask = acts.RequestRun(
        procedure="loss.action",
        params={"trait": 5, "talent": 5, "difficulty": 20, "exploits": 0, "desastres": 0},
        to=("kordan",),
    )
    spent, kept = (
        conceals(answers, "kordan", ("veilleur",), "j1", desastres=0)
        for answers in (SHORT, REACHED)
    )
    for table in (spent, kept):
        table.does(LEADER, ask)
        assert table.state.runs["j2"].params["jetons"] == 2
    alike(spent, kept, (LEADER, "j2", "j3"))
    assert (offered(spent, "j2", "j1"), offered(kept, "j2", "j1")) == ([[0, 0]], [[0, 2]])
    assert refused(spent, "j1", chooses(spent, "j2", 1, "j1")).numbers["most"] == 0
    for table in (spent, kept):
        assert offered(table, "j2", LEADER) == [[0, 2]]
        assert table.decided(LEADER, chooses(table, "j2", 2)) is not None


def test_a_hidden_character_leaves_a_seeker_of_its_side_what_is_left() -> None:
    """LOSS-JET-03: the leader alone reads that there is nothing left to spend."""
    tables = [
        conceals(answers, "veilleur", ("fouisseur", "kordan")) for answers in (SHORT, REACHED)
    ]
    for table in tables:
        place = placed(table, "j1", LEADER)
        table.does(LEADER, acts.Answer(run="j1", place=place, answer=die(2)))
    spent, kept = tables
    alike(spent, kept)
    assert (offered(spent, "j1"), offered(kept, "j1")) == ([[0, 0]], [[0, 2]])
    for table in tables:
        table.does(LEADER, chooses(table, "j1", 0))
    alike(spent, kept)


@pytest.mark.parametrize("n", [1, 2])
def test_what_the_leader_spends_behind_the_screen_binds_him_alone(n: int) -> None:
    spent, kept = won_and_lost(2), won_and_lost(2)
    test = {"trait": 5, "talent": 5, "difficulty": 40, "exploits": 0, "jetons_avant": 0}
    for table, struck in ((spent, n), (kept, 0)):
        ask = acts.RequestRun(procedure="loss.action", params=test, to=("kordan",), secret=True)
        table.does(LEADER, ask)
        table.does(LEADER, chooses(table, "j1", struck))
        table.does(LEADER, msgspec.structs.replace(ask, secret=False))
    alike(spent, kept)
    assert (offered(spent, "j2"), offered(kept, "j2")) == ([[0, 2 - n]], [[0, 2]])
    assert refused(spent, LEADER, chooses(spent, "j2", 3 - n)).numbers["most"] == 2 - n


def test_two_seekers_of_the_leaders_have_what_their_hidden_friend_has_left() -> None:
    """LOSS-JET-03, R-17: fouisseur seeks in the open with what veilleur has left in the dark."""
    table = won_and_lost(2)
    ask = acts.RequestRun(
        procedure="loss.action",
        params={"trait": 5, "talent": 5, "difficulty": 40, "exploits": 0, "jetons_avant": "ask"},
        to=("fouisseur",),
    )
    table.does(LEADER, ask)
    assert offered(table, "j1") == [[0, 2]]
    begin(table, SHORT, "veilleur", ("kordan",), LEADER)
    assert offered(table, "j1") == [[0, 0]]
