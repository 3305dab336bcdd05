"""Whose turn it is in a fight, by name: who may act now, then who acts after."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tablee.dice.house_dice import HouseDice
from tablee.table.views.view_types import RunView
from tests.kit import acts
from tests.table.evening import LEADER, Table, set_up


def fought(procedure: str, cast: Mapping[str, str | Sequence[str]], **params: Any) -> Table:
    table = set_up(procedure.partition(".")[0])
    table.does(LEADER, acts.RequestRun(procedure=procedure, params=params, cast=cast))
    return table


def steps(table: Table, seed: int) -> Iterator[RunView]:
    """What j1 sees of the fight at each of its steps, answered at random."""
    rng, dice = random.Random(seed), HouseDice(seed)
    for _ in range(80):
        run = table.state.runs["j1"]
        if run.status != "open":
            return
        yield table.view("j1").runs[0]
        table.answer(run, rng, dice)


def test_in_the_order_of_the_list_one_after_the_other() -> None:
    cast = {"heros": ["maelle", "gontrand"], "adversaires": ["capitaine"]}
    table = fought("socle.combat", cast, ordre="liste")
    names = [table.state.sheet(who)["nom"] for who in cast["heros"]]
    assert table.view("j2").runs[0].turns == [[names[0]], [names[1]]]
    seen = [run.turns for run in steps(table, 1)]
    assert [[names[1]]] in seen
    assert all(turns in ([[n] for n in names], [[names[0]]], [[names[1]]]) for turns in seen)


def test_as_the_leader_names_them_all_who_have_not_acted_may() -> None:
    cast = {"heros": ["maelle", "gontrand"], "adversaires": ["capitaine"]}
    table = fought("socle.combat", cast)
    names = [table.state.sheet(who)["nom"] for who in cast["heros"]]
    run = table.view(LEADER).runs[0]
    assert run.turns == [names]
    act = acts.Answer(run="j1", place=run.place, answer={"choose": "gontrand"})
    table.does(LEADER, act)
    assert table.view("j1").runs[0].turns == [[names[1]], [names[0]]]


def test_a_melee_has_no_order_before_the_attitudes_are_open() -> None:
    people = ["jeanne", "aurele", "brute", "vigile"]
    table = fought("exil.melee", {"combattants": people}, max_turns=1)
    names = {table.state.sheet(who)["nom"] for who in people}
    first = table.view("j1").runs[0]
    assert first.turns == []
    known = [run.turns for run in steps(table, 3) if run.turns]
    assert known
    everybody = [name for group in known[0] for name in group]
    assert set(everybody) <= names
    assert len(set(everybody)) == len(everybody) > 1
    assert min(map(len, known)) < len(known[0])  # one after the other has acted


def test_a_duel_says_who_acts_and_who_answers() -> None:
    cast = {"a": "jeanne", "b": "brute"}
    table = fought("exil.duel", cast, max_turns=3)
    names = [table.state.sheet(who)["nom"] for who in cast.values()]
    assert table.view("j1").runs[0].turns == []  # before the attitudes are open
    seen = [run.turns for run in steps(table, 4)]
    assert all(sorted(name for (name,) in turns) == sorted(names) for turns in seen if turns[1:])
    steps_of = list(itertools.pairwise(seen))
    assert any(before[1:] and after == before[1:] for before, after in steps_of)
    assert any(
        before[1:] and after == before[::-1] for before, after in steps_of
    )  # leaves the hand
