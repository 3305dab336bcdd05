"""The status of fighters: the numbers of an adversary that the rule itself shows to everybody."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from tablee.dice.house_dice import HouseDice
from tablee.rules.fighter_status import Gauge
from tablee.rules.readings.advice.advise import advise
from tablee.rules.readings.budget import Budget
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import read_run
from tablee.table.views.view_types import FighterView
from tablee.table.views.wording import public_gauges
from tests.kit import acts
from tests.table.evening import LEADER, Table, set_up
from tests.table.knowing import run_known
from tests.table.test_characters import one

PDS, BRUTE = "Points de Santé", "La Brute des pontons"
JEANNE = "Jeanne Vauquelin"


def fighters(table: Table, seat: str) -> dict[str, FighterView]:
    """Name -> how somebody is in the first run that is open."""
    (run,) = table.view(seat).runs
    return {each.name: each for each in run.fighters}


def numbers(table: Table, seat: str, name: str) -> list[tuple[str, int, int]]:
    gauges = fighters(table, seat)[name].gauges
    return [(each.name, each.value, each.most) for each in gauges]


def melee(**params: Any) -> Table:
    """Jeanne and the brute fight in Exil. `params`: more parameters of the mêlée."""
    table = set_up("exil")
    members = [{"camp": "ville", "en_melee": True}, {"camp": "rue", "en_melee": True}]
    cast = {"combattants": ["jeanne", "brute"]}
    params = {"combattants": members, **params}
    act = acts.RequestRun(procedure="exil.melee", params=params, cast=cast)
    table.does(LEADER, act)
    return table


def texts(table: Table, seat: str) -> str:
    (run,) = table.view(seat).runs
    return " ".join(line.text for line in run.lines)


def test_a_duel_tells_what_its_tours_tell_and_no_more() -> None:
    """EXIL-CBT-01: each tour begins with both counts of PdS; of how many nobody is shown."""
    table = set_up("exil")
    table.does(LEADER, acts.RequestRun(procedure="exil.duel", cast={"a": "jeanne", "b": "brute"}))
    ((_, have, most),) = numbers(table, LEADER, BRUTE)
    assert (have, most) == (28, 28)
    for seat in ("j1", "j2"):
        assert numbers(table, seat, BRUTE) == [(PDS, 28, 0)]
        assert str(have) in texts(table, seat)
        assert numbers(table, seat, JEANNE) == numbers(table, LEADER, JEANNE)
        assert one(table, seat, "brute").gauges == []
        assert fighters(table, seat)[BRUTE].states == one(table, seat, "brute").states


def test_a_melee_tells_nothing_of_an_adversary_before_his_first_wound() -> None:
    """What a wound leaves is shown with it, see below (EXIL-CON-08)."""
    table = melee()
    assert numbers(table, "j1", BRUTE) == []
    assert numbers(table, LEADER, BRUTE) == [(PDS, 28, 28)]
    assert numbers(table, "j1", JEANNE) == numbers(table, LEADER, JEANNE) != []
    assert fighters(table, "j1")[BRUTE].states


def test_a_melee_tells_what_a_wound_leaves() -> None:
    """Or what the leader says that is left."""
    wounds = 0
    for seed in range(30, 60):
        table, rng = melee(), random.Random(seed)
        while table.state.runs["j1"].status == "open":
            ((_, left, most),) = numbers(table, LEADER, BRUTE)
            hurt = left < most
            assert numbers(table, "j1", BRUTE) == ([(PDS, left, 0)] if hurt else [])
            assert not hurt or re.search(rf"\b{abs(left)}\b", texts(table, "j1"))
            wounds += hurt
            table.answer(table.state.runs["j1"], rng, HouseDice(rng.randrange(2**32)))
    assert wounds


def test_a_melee_that_is_over_tells_no_more_of_an_adversary_than_it_shown_before() -> None:
    """Its result holds everybody's Points de Santé; to who does not lead only those of the players'."""
    table, rng = set_up("exil"), random.Random(1)
    members = [{"camp": "ville", "en_melee": True}, {"camp": "rue", "en_melee": True}]
    cast = {"combattants": ["jeanne", "brute"]}
    params = {"combattants": members, "max_turns": 1}
    table.does(LEADER, acts.RequestRun(procedure="exil.melee", params=params, cast=cast))
    while table.state.runs["j1"].status == "open":
        table.answer(table.state.runs["j1"], rng, HouseDice(rng.randrange(2**32)))
    texts = {
        seat: next(each.text for each in last.fields if each.field == "combattants")
        for seat in (LEADER, "j1", "j2")
        if (last := table.view(seat).last)
    }
    assert BRUTE in texts[LEADER]
    for seat in ("j1", "j2"):
        assert texts[seat].startswith(JEANNE)
        assert BRUTE not in texts[seat]
        assert len(table.result(seat)["combattants"]) == 1
    assert BRUTE in str(table.last(LEADER).fields)  # what was kept for others is not his


def test_hearts_of_an_adversary_are_shown_by_the_rule_of_a_fight() -> None:
    """SOC-TOU-02: each attack tells how many the adversary has."""
    table = set_up("socle")
    cast = {"heros": ["gontrand"], "adversaires": ["capitaine"]}
    table.does(LEADER, acts.RequestRun(procedure="socle.combat", cast=cast))
    name = table.state.sheet("capitaine")["nom"]
    assert numbers(table, "j1", name) == numbers(table, LEADER, name) == [("Cœurs", 3, 3)]


def test_what_a_rule_tells_of_a_number_is_shown_to_who_does_not_know_the_sheet() -> None:
    gauges = (Gauge("pds", 8, 28, "value"), Gauge("coeurs", 2, 3), Gauge("mana", 1, 3, "nothing"))
    found = [(each.value, each.most) for each in public_gauges(gauges)]
    assert found == [(8, 0), (2, 3)]


def test_a_character_stands_as_its_fight_has_it() -> None:
    """Wherever it is shown; its sheet knows of the fight at the end."""
    hurt = 0
    for seed in range(10):
        table, rng = melee(), random.Random(seed)
        while table.state.runs["j1"].status == "open":
            for seat in (LEADER, "j1", "j2"):
                now, jeanne = fighters(table, seat)[JEANNE], one(table, seat, "jeanne")
                assert (jeanne.states, jeanne.out) == (now.states, now.out)
                assert {each.name for each in now.gauges} >= {PDS}
                assert [each for each in jeanne.gauges if each.name == PDS] == now.gauges
                hurt += now.gauges[0].value < now.gauges[0].most
            table.answer(table.state.runs["j1"], rng, HouseDice(rng.randrange(2**32)))
    assert hurt


@pytest.mark.parametrize("who", [("jeanne", "brute"), ("aurele", "jeanne", "brute", "vigile")])
def test_a_melee_plainly_too_large_to_weigh_is_refused_soon(who: tuple[str, ...]) -> None:
    """Long before all that may be spent is: of what is known to follow far too much is left. The
    Brute’s attitude is fixed: to a player it is left open."""
    table = set_up("exil")
    cast = {"combattants": [*who]}
    usual = {"conduite": "habitude"}
    table.does(LEADER, acts.RequestRun(procedure="exil.melee", params=usual, cast=cast))
    (shown,) = table.view("j2").runs
    assert shown.chances == "available"
    known = run_known(table.state, table.state.runs["j1"], "j2", table.replays)
    budget = Budget()
    with pytest.raises(Refusal) as caught:
        advise(read_run(known), seat="jeanne", budget=budget)
    assert caught.value.kind == "too_large"
    assert budget.steps_spent < 300_000


def test_what_hangs_on_somebody_s_fixed_ways_is_not_weighed() -> None:
    """Once the Brute has done what is fixed of it, a player cannot tell the rest from what he
    knows: he is shown so. The leader can."""
    table = set_up("exil")
    cast = {"combattants": ["jeanne", "brute"]}
    usual = {"conduite": "habitude"}
    table.does(LEADER, acts.RequestRun(procedure="exil.melee", params=usual, cast=cast))
    table.does("j2", acts.Seal(run="j1", place=0, values={"0": 0}))
    table.does(LEADER, acts.Answer(run="j1", place=1, answer={"dice": [3]}))
    texts = {seat: table.view(seat).runs[0] for seat in (LEADER, "j1", "j2")}
    assert {seat: run.chances for seat, run in texts.items()} == {
        LEADER: "available",
        "j1": "none",
        "j2": "hidden",
    }
    assert [ask.label for ask in texts["j2"].asks] == ["Défense"]
