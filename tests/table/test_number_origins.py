"""A number that a sheet gives to a run says what it comes from."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit import acts
from tests.table.evening import LEADER, set_up


def shown(params: dict[str, Any], champs: dict[str, Any]) -> list[str]:
    """What the card of a simple action of Jeanne says of the other modifiers."""
    table = set_up("exil")
    change = {"type": "retouche", "qui": "jeanne", "champs": champs}
    table.does(LEADER, acts.ChangeRecord(event=change))
    act = acts.RequestRun(procedure="exil.simple", params=params, to=("jeanne",))
    table.does(LEADER, act)
    (run,) = table.view("j2").runs
    return [each.text for each in run.parameters if each.field == "external"]


@pytest.mark.parametrize(
    ("champs", "text"),
    [
        ({"armure": "cuir_souple"}, ["−1 (encombrement)"]),
        ({"armure": "vetements_civils", "pds": 10}, ["−6 (santé)"]),
        ({"armure": "cuir_souple", "pds": 10}, ["−7 (santé + encombrement)"]),
        ({"armure": "vetements_civils"}, []),
    ],
)
def test_encumbrance_and_health_are_named(champs: dict[str, Any], text: list[str]) -> None:
    assert shown({"talent": "Escrimeur"}, champs) == text


def test_a_number_of_the_leader_s_own_is_not_explained() -> None:
    (found,) = shown({"talent": "Escrimeur", "external": -3}, {"pds": 10})
    assert found == "−3"


def test_a_name_that_the_parameter_has_already_is_not_repeated() -> None:
    """« Acrobate 8 », not « Acrobate 8 (Acrobate) »."""
    table = set_up("exil")
    act = acts.RequestRun(procedure="exil.fall", params={"hauteur": 6}, to=("jeanne",))
    table.does(LEADER, act)
    (run,) = table.view("j2").runs
    assert [each.text for each in run.parameters if each.label.casefold() == "acrobate"] == ["8"]
