"""Values counted from others: what they are when those others change."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.games.exil.sheet import Personnage
from tablee.games.socle.rulings import SocleRulings
from tablee.games.socle.sheet import Adversaire
from tablee.rules.ambient import Ambient, around
from tablee.rules.campaign.events import moved
from tablee.rules.schema import read_record


@pytest.mark.parametrize(
    ("value", "start", "now", "expected"),
    [
        (4, 6, 6, 4),
        (4, 6, 7, 5),
        (4, 4, 9, 9),
        ([1, 0], [2, 1], [3, 1], [2, 0]),
        ([1, 0], [2, 1], 6, [1, 0]),
        ({"a": 3, "b": 1}, {"a": 2}, {"a": 5, "c": 4}, {"a": 6, "b": 1, "c": 4}),
        ({"b": 1}, {"a": 2, "b": 1}, {"a": 2, "b": 3}, {"b": 3}),
        ("usé", "neuf", "perdu", "usé"),
        ("neuf", "neuf", "perdu", "perdu"),
        (True, False, False, True),
        (2, None, None, 2),
    ],
)
def test_a_value_moves_with_the_one_it_was_counted_from(
    value: Any, start: Any, now: Any, expected: Any
) -> None:
    assert moved(value, start, now) == expected


def test_what_a_sheet_leaves_out_counts_as_its_number() -> None:
    """SOC-TOU-02, EXIL-ARM-12: unhurt adversaries, full magazines."""
    boss = read_record(Adversaire, {"nom": "Roi", "cible": "boss"}, "")
    with around(Ambient(SocleRulings())):
        assert (boss.coeurs, boss.counted("coeurs"), boss.counted("coeurs_max")) == (None, 3, 3)
    assert boss.counted("notes") == ""
    guns = {"nom": "Elle", "arme": "revolver", "talents": {"Tireur": 7}}
    assert read_record(Personnage, guns, "").counted("munitions") == 6
    assert read_record(Personnage, guns | {"arme": "sabre"}, "").counted("munitions") is None
