"""What a seat is offered it may do, and what it is not offered it may not: its view says it all."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tablee.dice.draws import HouseDice
from tablee.rules.questions import Together
from tablee.table.acting import acts
from tablee.table.refusing import NotYours, Stale
from tests.kit.runs import any_answer, any_value
from tests.table.evening import GAMES, Table, set_up
from tests.table.evenings import any_act


def possible(table: Table, seat: str, act: acts.AnyAct) -> bool:
    """Whether the seat may; an act that only what came after stands against counts as possible."""
    if table.decided(seat, act) is not None:
        return True
    return not isinstance(table.wrong, NotYours | Stale)


def fixed_against(table: Table, name: str) -> bool:
    """Whether the last answer was refused for a number that the leader fixed: more dice set aside,
    say, than the Poignée has without the Bonus that is not taken."""
    wrong = table.wrong
    fixed = table.state.runs[name].asked or {}
    return wrong is not None and wrong.kind == "param" and wrong.field in fixed


def answered(table: Table, name: str, shown: dict[str, Any], rng: random.Random) -> acts.AnyAct:
    """A right answer to what a run waits for, whoever gives it."""
    session = table.session(name)
    pending, place = session.pending, shown["place"]
    if isinstance(pending, Together):
        offered = [ask["index"] for ask in shown["asks"]]
        open_ones = [
            n for n in range(len(pending.choices)) if n not in table.state.runs[name].sealed
        ]
        index = rng.choice(offered or open_ones)
        value = any_value(pending.choices[index].form, rng)
        return acts.Seal(run=name, place=place, values={str(index): value})
    answer = any_answer(session, rng, HouseDice(rng.randrange(2**32)))
    return acts.Answer(run=name, place=place, answer=answer)


def check_run(table: Table, seat: str, shown: dict[str, Any], rng: random.Random) -> None:
    name, may = shown["id"], shown["may"]
    tried: dict[str, acts.AnyAct] = {
        "undo": acts.Undo(run=name),
        "withdraw": acts.Withdraw(run=name),
        "again": acts.Again(run=name),
        "reveal": acts.Reveal(run=name),
        "overrule": acts.Overrule(run=name),
    }
    for what, act in tried.items():
        assert possible(table, seat, act) == may[what], (what, seat, name, table.wrong)
    if shown["status"] == "open" and not shown["diverged"]:
        act = answered(table, name, shown, rng)
        done = table.decided(seat, act) is not None or fixed_against(table, name)
        assert done == bool(shown["asks"]), (seat, act, table.wrong)
    for each in shown["framing"]:
        off: acts.AnyAct = acts.TakeOff(run=name, name=each["field"])
        assert possible(table, seat, off) == each["off"], (seat, name, each, table.wrong)
    for each in shown["consequences"]:
        kind = acts.Restore if each["declined"] else acts.Decline
        change: acts.AnyAct = kind(booking=each["id"])
        assert possible(table, seat, change) == each["may"], (seat, each)
        other = acts.Instead(booking=each["id"], place=0)
        assert possible(table, seat, other) == bool(each["others"]), (seat, each)


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
            told = [item["run"] for item in view["story"]["items"] if item["run"]]
            for shown in (*view["runs"], *told):
                if not shown["shut"]:
                    check_run(table, seat, shown, rng)
