"""What a seat is offered it may do, and what it is not offered it may not: its view says it all."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tablee.dice.house_dice import HouseDice
from tablee.rules.questions import Together
from tablee.table.refusals import NotYours, Stale
from tablee.table.views.view_types import RunView
from tests.kit import acts
from tests.kit.runs import any_answer, any_value
from tests.table.evening import GAMES, LEADER, Table, choices, set_up
from tests.table.evenings import any_act
from tests.table.tokens import won_and_lost


def possible(table: Table, seat: str, act: acts.Act) -> bool:
    """Whether the seat may; an act that only what came after is against counts as possible."""
    if table.decided(seat, act) is not None:
        return True
    return not isinstance(table.wrong, NotYours | Stale)


def fixed_against(table: Table, name: str) -> bool:
    """Whether the last answer was refused for a number that the leader fixed: more dice set aside,
    say, than the Poignée has without the Bonus that is not taken."""
    wrong = table.wrong
    fixed = table.state.runs[name].asked_params or {}
    return wrong is not None and wrong.kind == "param" and wrong.field in fixed


def answered(table: Table, name: str, shown: RunView, rng: random.Random) -> acts.Act:
    """A right answer to what a run waits for, anyone who gives it."""
    session = table.session(name)
    pending, place = session.pending, shown.place
    if isinstance(pending, Together):
        indexes = [ask.index or 0 for ask in choices(shown)]
        open_ones = [
            n for n in range(len(pending.choices)) if n not in table.state.runs[name].sealed
        ]
        index = rng.choice(indexes or open_ones)
        value = any_value(pending.choices[index].form, rng)
        return acts.Seal(run=name, place=place, values={str(index): value})
    answer = any_answer(session, rng, HouseDice(rng.randrange(2**32)))
    if offered := numbers(shown):  # less than the rule has it, where others have spent the rest
        answer = {"choose": rng.randint(*offered)}
    return acts.Answer(run=name, place=place, answer=answer)


def numbers(shown: RunView) -> Sequence[int]:
    """The least and the most that a seat is offered of a number that it alone chooses."""
    asked = [each for each in choices(shown) if each.index is None]
    return next((each.range for each in asked if each.range), [])


def check_numbers(table: Table, seat: str, shown: RunView) -> None:
    """Both ends may be chosen, and nothing beyond."""
    name, place = shown.id, shown.place
    for n in numbers(shown):
        given = acts.Answer(run=name, place=place, answer={"choose": n})
        done = table.decided(seat, given) is not None
        assert done or fixed_against(table, name), (seat, given, table.wrong)
    for n in [most + 1 for most in numbers(shown)[1:]]:
        beyond = acts.Answer(run=name, place=place, answer={"choose": n})
        assert table.decided(seat, beyond) is None, (seat, beyond)


def check_run(table: Table, seat: str, shown: RunView, rng: random.Random) -> None:
    name, may = shown.id, shown.may
    tried: dict[str, acts.Act] = {
        "undo": acts.Undo(run=name),
        "withdraw": acts.Withdraw(run=name),
        "again": acts.Repeat(run=name),
        "again_all": acts.Repeat(run=name, all=True),
        "reveal": acts.Reveal(run=name),
        "disclose": acts.Disclose(run=name),
        "overrule": acts.Overrule(run=name, reason="La pluie"),
    }
    for what, act in tried.items():
        assert possible(table, seat, act) == getattr(may, what), (what, seat, name, table.wrong)
    if shown.status == "open" and not shown.diverged:
        act = answered(table, name, shown, rng)
        done = table.decided(seat, act) is not None or fixed_against(table, name)
        assert done == bool(shown.asks), (seat, act, table.wrong)
        check_numbers(table, seat, shown)
    for each in shown.parameters:
        off: acts.Act = acts.RemoveModifier(run=name, name=each.field)
        assert possible(table, seat, off) == each.removable, (seat, name, each, table.wrong)
    for found in shown.consequences:
        kind = acts.Restore if found.declined else acts.Decline
        change: acts.Act = kind(consequence=found.id)
        assert possible(table, seat, change) == found.may, (seat, found)
        other = acts.Replace(consequence=found.id, place=0)
        assert possible(table, seat, other) == bool(found.alternatives), (seat, found)


@pytest.mark.parametrize("game", GAMES)
@settings(
    max_examples=4,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.generate),
)
@given(data=st.data())
def test_a_seat_may_do_what_its_view_offers(game: str, data: st.DataObject) -> None:
    table, rng = set_up(game), random.Random(data.draw(st.integers(0, 2**32)))
    for _ in range(12):
        any_act(table, rng, data.draw)
        for seat in [each.id for each in table.state.present]:
            view = table.view(seat)
            texts = [item.run for item in view.story.items if item.run]
            for shown in (*view.runs, *texts):
                if isinstance(shown, RunView):
                    check_run(table, seat, shown, rng)


@settings(
    max_examples=6,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.generate),
)
@given(data=st.data())
def test_what_open_runs_share_is_offered_as_what_is_left_of_it(data: st.DataObject) -> None:
    """Tests of Loss beside each other, in the open, behind the screen and in a dissimulation, that
    spend out of the same few tokens."""
    table, rng = won_and_lost(data.draw(st.integers(1, 5))), random.Random(data.draw(SEEDS))
    for _ in range(5):
        table.does(LEADER, a_test(rng))
    for _ in range(14):
        for seat in [each.id for each in table.state.present]:
            for shown in table.view(seat).runs:
                check_numbers(table, seat, shown)
        waiting = [run.id for run in table.state.open_runs]
        if not waiting:
            break
        name = rng.choice(waiting)
        seat = rng.choice([LEADER, "j1", "j2"])
        seen = {each.id: each for each in table.view(seat).runs}
        if name in seen and seen[name].asks:
            table.does(seat, answered(table, name, seen[name], rng))
    recorded = (each for run in table.state.runs for each in table.state.consequences_of(run))
    assert not any(each.impossible for each in recorded if not each.private)


SEEDS = st.integers(0, 2**32)


def a_test(rng: random.Random) -> acts.RequestRun:
    scores = {"trait": 5, "talent": 5, "difficulty": rng.choice([15, 25])}
    secret = rng.random() < 0.3
    if rng.random() < 0.5:
        to = (rng.choice(["kordan", "veilleur"]),)
        return acts.RequestRun(procedure="loss.action", params=scores, to=to, secret=secret)
    hider, seeker = rng.choice(
        [("veilleur", "kordan"), ("kordan", "nerise"), ("kordan", "veilleur")]
    )
    return acts.RequestRun(
        procedure="loss.dissimulation",
        params={"cacheur": scores, "chercheurs": [{"trait": 5, "talent": 5}]},
        cast={"cacheur": hider, "chercheurs": [seeker]},
    )
