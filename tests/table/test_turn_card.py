"""A turn of a fight in one act: choices made for what comes next, and dice left to the house."""

from __future__ import annotations

import random

import pytest
from msgspec import UNSET

from tablee.dice.house_dice import HouseDice
from tablee.table.log import events as ev
from tablee.table.views.view_types import ChoiceAsk
from tests.kit import acts
from tests.table.evening import LEADER, SEATS, Table, set_up
from tests.table.test_fights import melee

FIGHTS: list[tuple[str, str, dict[str, str | list[str]]]] = [
    ("exil", "exil.duel", {"a": "jeanne", "b": "brute"}),
    ("socle", "socle.combat", {"heros": ["gontrand"], "adversaires": ["capitaine"]}),
]


def played(table: Table, answers: int, seed: int = 1) -> None:
    """Answer a fight some times."""
    rng = random.Random(seed)
    for _ in range(answers):
        if table.state.runs["j1"].status == "open":
            table.answer(table.state.runs["j1"], rng, HouseDice(rng.randrange(2**32)))


def usual(table: Table, seed: int) -> None:
    """Give the usual answer to what the fight asks, or any where there is none."""
    for seat in SEATS:
        (run,) = table.view(seat).runs
        for ask in run.asks:
            if not isinstance(ask, ChoiceAsk) or not ask.mine or ask.index is not None:
                continue
            if ask.default is not UNSET:
                answer = {"choose": ask.default}
                table.does(seat, acts.Answer(run="j1", place=run.place, answer=answer))
                return
    played(table, 1, seed)


def turn() -> tuple[Table, ChoiceAsk, list[ChoiceAsk]]:
    """A mêlée with aimed attacks in which the player of seat `j2` is asked for the action."""
    table = melee(attaques_visees=True)
    for n in range(40):
        (run,) = table.view("j2").runs
        if run.asks and run.asks[0].label == "Action" and run.asks[0].mine:
            assert isinstance(run.asks[0], ChoiceAsk)
            return table, run.asks[0], [*run.ahead]
        played(table, 1, n)
    raise AssertionError("no action was asked")


def answers_of(table: Table) -> list[object]:
    return [each.answer.get("choose") for each in table.state.runs["j1"].answers]


def test_the_choices_that_usually_follow_are_shown() -> None:
    _, ask, ahead = turn()
    assert [each.label for each in ahead] == ["Zone visée", "Audace"]
    assert ask.default == "attaquer"
    assert [each.default for each in ahead] == ["aucune", 0]
    assert len({ask.asked, *[each.asked for each in ahead]}) == 3


def test_they_are_shown_to_who_is_asked_alone() -> None:
    table, _, _ = turn()
    for seat in set(SEATS) - {"j2"}:
        assert [each.ahead for each in table.view(seat).runs] == [[]]


def test_one_act_answers_what_is_asked_and_what_follows() -> None:
    table, _, (zone, audacity) = turn()
    before = answers_of(table)
    act = acts.Answer(
        run="j1",
        place=len(before),
        answer={"choose": "attaquer"},
        then={zone.asked: "tete", audacity.asked: 2},
    )
    table.does("j2", act)
    assert answers_of(table)[len(before) :] == ["attaquer", "tete", 2]
    table, _, (zone, audacity) = turn()
    usual = {zone.asked: "aucune", audacity.asked: 2}
    table.does(
        "j2", acts.Answer(run="j1", place=len(before), answer={"choose": "attaquer"}, then=usual)
    )
    assert answers_of(table)[len(before) :] == ["attaquer", "aucune", 2]
    table.does("j2", acts.Undo(run="j1"))  # what one act chose is taken back at once
    assert answers_of(table) == before


@pytest.mark.parametrize(
    ("bonus", "aside", "given", "asked"),
    [
        ([], 0, [[], 0], None),
        ([], 2, [[], 2], None),
        (["aspect"], 2, [["aspect"], 2], None),  # of ten dice, not seven
        (["aspect"], 0, [["aspect"]], "Dés à écarter"),  # the usual answer: asked for again
        (["aspect"], 11, [["aspect"]], "Dés à écarter"),
    ],
)
def test_a_choice_made_ahead_counts_where_other_answers_are_allowed_by_then(
    bonus: list[str], aside: int, given: list[object], asked: str | None
) -> None:
    """AD-RIS-01, AD-BON-02: the player sets aside as many dice as he likes, of the Poignée that his
    Bonus make larger."""
    table = set_up("armes_dieux")
    params = {"domaine": "Agression"}
    table.does(LEADER, acts.RequestRun(procedure="armes_dieux.test", params=params, to=("bastan",)))
    (run,) = table.view("j1").runs
    (then,) = run.ahead
    act = acts.Answer(run="j1", place=0, answer={"choose": bonus}, then={then.asked: aside})
    table.does("j1", act)
    assert answers_of(table) == given
    (ask,) = table.view("j1").runs[0].asks
    assert (ask.label if isinstance(ask, ChoiceAsk) else None) == asked


def test_a_secret_test_is_one_card_of_the_leader_too() -> None:
    """Who answers behind the screen answers no more cards than in the open."""
    table = set_up("armes_dieux")
    act = acts.RequestRun(
        procedure="armes_dieux.test", params={"domaine": "Agression"}, to=("bastan",), secret=True
    )
    table.does(LEADER, act)
    (run,) = table.view(LEADER).runs
    (then,) = run.ahead
    answer = acts.Answer(run="j1", place=0, answer={"choose": ["aspect"]}, then={then.asked: 2})
    table.does(LEADER, answer)
    assert answers_of(table) == [["aspect"], 2]
    assert not any(each.ahead for seat in SEATS if seat != LEADER for each in table.view(seat).runs)


def test_a_choice_made_for_a_question_that_does_not_come_is_dropped() -> None:
    table, _, (zone, audacity) = turn()
    before = answers_of(table)
    then = {zone.asked: "tete", audacity.asked: 2, "nothing": 1}
    table.does("j2", acts.Answer(run="j1", place=len(before), answer={"choose": "rien"}, then=then))
    assert answers_of(table)[len(before) :] == ["rien"]


def test_an_answer_that_the_rule_refuses_leaves_its_question_open() -> None:
    table, _, (zone, _) = turn()
    before = answers_of(table)
    act = acts.Answer(
        run="j1", place=len(before), answer={"choose": "attaquer"}, then={zone.asked: "pied"}
    )
    table.does("j2", act)
    assert answers_of(table)[len(before) :] == ["attaquer"]
    (run,) = table.view("j2").runs
    assert run.asks[0].label == "Zone visée"


def test_the_house_throws_the_dice_of_who_leaves_them_to_it() -> None:
    table = melee()
    if table.state.scene is None:
        table.does(LEADER, acts.BeginScene())
    table.does("j2", acts.LetThrow(run="j1"))
    assert [run.thrown_for for run in table.view("j2").runs] == [True]
    assert [run.thrown_for for run in table.view("j1").runs] == [False]
    thrown = 0
    for n in range(60):
        if table.state.runs["j1"].status != "open":
            break
        asks = table.view("j2").runs[0].asks
        assert all(isinstance(each, ChoiceAsk) for each in asks if each.mine)
        before = len(table.events)
        usual(table, n)
        _, *more = [each for each in table.events[before:] if isinstance(each, ev.Answered)]
        thrown += sum(each.draw is not None for each in more)
    assert thrown, "nothing was thrown by the house alone"


def test_dice_are_left_to_the_house_and_taken_back() -> None:
    table = melee()
    table.does("j2", acts.LetThrow(run="j1"))
    table.does("j2", acts.LetThrow(run="j1", on=False))
    assert not table.view("j2").runs[0].thrown_for


def test_who_throws_nothing_in_a_run_leaves_nothing() -> None:
    table = melee()
    assert not table.act("j1", acts.LetThrow(run="j1"))
    assert not table.act("j2", acts.LetThrow(run="j9"))


def test_choices_shown_in_advance_say_nothing_that_the_seat_may_not_know() -> None:
    """What is shown is what is then asked, when the usual answers are given."""
    shown = 0
    for game, procedure, cast in FIGHTS:
        table = set_up(game)
        table.does(LEADER, acts.RequestRun(procedure=procedure, cast=cast))
        for n in range(12):
            shown += _follows(table)
            played(table, 1, n)
    assert shown > 3


def _follows(table: Table) -> int:
    """Compare what is shown in advance with what is asked afterwards, on a copy of the table."""
    for seat in SEATS:
        for run in table.view(seat).runs:
            if not run.ahead:
                continue
            ask = run.asks[0]
            assert isinstance(ask, ChoiceAsk)
            act = acts.Answer(run=run.id, place=run.place, answer={"choose": ask.default})
            events = table.decided(seat, act)
            assert events is not None
            after = _after(table, events)
            (then,) = after.view(seat).runs
            assert then.asks[0] == run.ahead[0]
            return 1
    return 0


def _after(table: Table, events: list[ev.TableEvent]) -> Table:
    """Return a table with the same log and some more events."""
    other = Table(table.game.id)
    other.events.clear()
    other.state = type(other.state)(id=other.state.id)
    other.happen(*table.events, *events)
    return other
