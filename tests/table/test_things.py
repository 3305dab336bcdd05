"""A thing among the sheets of a table (a weapon, an ill) is nobody: what would befall it is kept of
nobody, and the run comes to its end."""

from __future__ import annotations

import random

import pytest

from tablee.dice.house_dice import HouseDice
from tablee.rules.registry import find_procedure
from tablee.table.casting import places_of
from tests.kit import acts
from tests.table.evening import LEADER, playable, set_up

RNG = random.Random(1)
THING = {"type": "arme", "nom": "Lame", "talents_de_combat": ["escrimeur"]}


@pytest.mark.parametrize("procedure", sorted(playable("exil")))
def test_what_is_asked_of_a_thing_comes_to_its_end(procedure: str) -> None:
    for role in {"", *(each.name for each in places_of(find_procedure(procedure)))}:
        table = set_up("exil")
        table.does(LEADER, acts.PutSheet(character="lame", sheet=THING))
        to, cast = (["aurele"], {role: "lame"}) if role else (["lame"], {})
        params = playable("exil")[procedure][0]
        act = acts.RequestRun(procedure=procedure, params=params, to=to, cast=cast)
        if not table.act(LEADER, act):
            continue
        dice = HouseDice(3)
        for _ in range(40):
            for run in table.state.open_runs:
                table.answer(run, RNG, dice)
        assert all(
            each.character != "lame" for each in table.state.consequences.values() if each.run
        )
