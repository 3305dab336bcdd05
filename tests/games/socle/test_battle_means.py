"""What an attack of a fight begins at, and the examples beside its choices."""

from __future__ import annotations

import pytest

from tablee.rules.questions import Choose
from tests.games.socle.fighting import BOSS, PION, Params, run


@pytest.mark.parametrize(
    ("person", "foe", "usual"),
    [
        ({"de": {"Force": 6, "Agilité": 10}}, BOSS | {"tn": 6}, "Agilité"),
        ({"de": {"Force": 12, "Agilité": 20}}, BOSS, "Agilité"),
        ({"de": {"Force": 12, "Agilité": 6}}, BOSS, "Agilité"),
        ({"de": {"Force": 10, "Agilité": 10}}, PION, "Force"),
        ({"de": {"Force": 20, "Agilité": 8}, "portee": "distance"}, PION, "Agilité"),
        ({"de": {"Force": 6, "Agilité": 8}, "aide_recue": True}, BOSS | {"tn": 8}, "Agilité"),
        ({"de": {"Force": 6, "Agilité": 8}, "degres": 1}, BOSS, "Force"),
    ],
)
def test_an_attack_begins_at_the_best_that_suits_the_range(
    person: Params, foe: Params, usual: str
) -> None:
    """SOC-ATK-03: the die that hits most often, the smallest where only its top face does (R-02);
    no Force at a distance, no Magie without a spell."""
    one = {"id": "Ana", **person, "de": {"Magie": 20, **person["de"]}}
    asks = run("Ana", f"attaque:{foe['id']}", heros=[one], adversaires=[foe])
    assert isinstance(asks.pending, Choose)
    assert (asks.pending.label, asks.pending.default) == ("moyen", usual)


def test_examples_are_beside_what_is_chosen() -> None:
    """SOC-AID-04, SOC-ATK-03."""
    action = run("Bo").pending
    assert isinstance(action, Choose)
    assert action.landmarks is not None
    assert [name for name, _ in action.landmarks.rows] == ["aide:Ana", "autre"]
    means = run("Ana", "attaque:rat").pending
    assert isinstance(means, Choose)
    assert means.landmarks is not None
