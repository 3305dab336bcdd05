"""Every throw says whether the house threw it or who typed it."""

from __future__ import annotations

import pytest

from tablee.faces.web.table.run_cards import run_card, run_cards
from tablee.faces.web.template_cache import TemplateCache
from tablee.rules.texts.words import Words
from tablee.table.log.state_parts import TypedDice
from tablee.table.views.dice_tallies import tallies
from tablee.table.views.view_types import ThrowAsk, TraceLine
from tests.kit import acts
from tests.table.evening import LEADER, Table, set_up


def asked(table: Table) -> str:
    act = acts.RequestRun(procedure="exil.simple", params={"talent": 9}, to=("jeanne",))
    table.does(LEADER, act)
    return list(table.state.runs)[-1]


def typed(table: Table, seat: str, face: int = 3) -> bool:
    run = asked(table)
    return table.act(seat, acts.Answer(run=run, place=0, answer={"dice": [face]}))


def by_the_house(table: Table) -> None:
    table.does("j2", acts.Throw(run=asked(table), place=0))


def roll_of(table: Table, seat: str) -> TraceLine:
    (line,) = [each for each in table.last(seat).lines if each.kind == "roll"]
    return line


def test_a_throw_says_where_its_faces_come_from() -> None:
    table = set_up("exil")
    by_the_house(table)
    for seat in (LEADER, "j1", "j2"):
        assert (roll_of(table, seat).origin, roll_of(table, seat).typed_by) == ("house", "")
    assert typed(table, "j2")
    for seat in (LEADER, "j1", "j2"):
        line = roll_of(table, seat)
        assert (line.origin, line.typed_by) == ("typed", "Siège 2")
    assert typed(table, LEADER)  # the leader types for the player
    assert roll_of(table, "j1").typed_by == "Siège 0"


def test_the_card_names_who_typed() -> None:
    table = set_up("exil")
    assert typed(table, "j2")
    view = table.view("j1")
    assert view.last is not None
    card = run_card(view.last, view, Words(table.game), TemplateCache(100))
    assert [each.caption.endswith("(faces saisies par Siège 2)") for each in card.thrown] == [True]
    assert run_cards(view, Words(table.game), TemplateCache(100)) == []


def test_an_exploding_die_and_a_choice_keep_their_places() -> None:
    table = set_up("loss")
    given = {"trait": 6, "talent": 5, "difficulty": 30, "jetons": 0, "exploits": 0}
    table.does(LEADER, acts.RequestRun(procedure="loss.action", params=given, to=("kordan",)))
    while table.state.runs["j1"].status == "open":
        (run,) = table.view(LEADER).runs
        ask = run.asks[0]
        thrown = isinstance(ask, ThrowAsk)
        answer = {"dice": [10, 4]} if thrown else {"choose": 0}
        table.does(LEADER, acts.Answer(run="j1", place=run.place, answer=answer))
    rolls = [each for each in table.last("j1").lines if each.kind == "roll"]
    assert [each.origin for each in rolls] == ["typed"] * len(rolls)


def test_the_dice_of_the_evening_are_counted_apart() -> None:
    table = set_up("exil")
    for _ in range(3):
        by_the_house(table)
    assert typed(table, "j2")
    found = {
        (each.seat, each.typed): each.count for each in tallies(table.state, "j1", table.replays)
    }
    assert found == {("", False): 3, ("", True): 1}


@pytest.mark.parametrize(
    ("who", "player", "leader"),
    [("everybody", True, True), ("leader", False, True), ("nobody", False, False)],
)
def test_a_campaign_says_who_may_type(who: TypedDice, player: bool, leader: bool) -> None:
    table = set_up("exil")
    table.does(LEADER, acts.AllowTypedDice(who=who))
    assert table.view("j1").table.typed_dice == who
    assert typed(table, "j2") is player
    if not player:
        assert table.wrong is not None
        assert table.wrong.field == "answer"
    assert typed(table, LEADER) is leader
    by_the_house(table)
