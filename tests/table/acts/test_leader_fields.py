"""Fields of a player's sheet that the leader alone changes: fights, clocks, ills, prices that are due."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.rules.registry import find_game
from tablee.rules.schema import fields_of
from tablee.rules.sheet import kinds_of
from tablee.table.refusals import NotYours
from tests.kit import acts
from tests.table.evening import GAMES, LEADER, Table, set_up

ILL = {
    "nom": "fièvre",
    "sorte": "maladie",
    "debut": "0",
    "delai": "2",
    "malignite": "legere",
    "periode": None,
}
RESERVED: list[tuple[str, str, Any]] = [
    ("armes_dieux", "en_combat", True),
    ("eclats", "prix_dus", [{"texte": "le bras", "niveau": "eleve"}]),
    ("exil", "heure", "5"),
    ("exil", "maux", [ILL]),
    ("exil", "retablissement", {"depuis": "0"}),
    ("exil", "mois_hors_exil", "2"),
]
"""Game, field and a value other than the default (AD-REN-03, ECL-NEG-09, EXIL-MAL-02, EXIL-GUE-01,
EXIL-DET-12)."""


def own(table: Table) -> tuple[str, dict[str, Any]]:
    """The character of j1 and its sheet."""
    who = next(who for who, owner in table.state.owners.items() if owner == "j1")
    return who, dict(table.state.sheet(who))


def put(who: str, sheet: dict[str, Any]) -> acts.PutSheet:
    return acts.PutSheet(character=who, sheet=sheet, seat="j1")


@pytest.mark.parametrize(("game", "field", "value"), RESERVED)
def test_a_player_changes_none_of_them_on_the_own_sheet(game: str, field: str, value: Any) -> None:
    table = set_up(game)
    who, sheet = own(table)
    before = sheet[field]
    assert not table.act("j1", put(who, {**sheet, field: value}))
    assert isinstance(table.wrong, NotYours)
    assert table.wrong.field == f"sheet.{field}"
    assert table.wrong.allowed == "ce que la personne qui mène n’est pas seule à décider"
    table.does(LEADER, put(who, {**sheet, field: value}))
    changed = table.state.sheet(who)[field]
    assert changed != before
    assert not table.act("j1", put(who, {**sheet, "notes": "Relue."}))
    table.does("j1", put(who, {**table.state.sheet(who), "notes": "Relue."}))
    assert table.state.sheet(who)["notes"] == "Relue."
    assert table.state.sheet(who)[field] == changed


@pytest.mark.parametrize(("game", "field", "value"), RESERVED)
def test_left_out_they_stay_as_they_are(game: str, field: str, value: Any) -> None:
    table = set_up(game)
    who, sheet = own(table)
    table.does(LEADER, put(who, {**sheet, field: value}))
    changed = table.state.sheet(who)[field]
    left = {name: each for name, each in sheet.items() if name != field}
    table.does("j1", put(who, {**left, "notes": "Relue."}))
    assert table.state.sheet(who)[field] == changed


@pytest.mark.parametrize(("game", "field", "value"), RESERVED)
def test_a_new_character_of_a_player_has_the_default(game: str, field: str, value: Any) -> None:
    table = set_up(game)
    _, sheet = own(table)
    new = {**sheet, "nom": "Une autre"}
    assert not table.act("j1", put("autre", {**new, field: value}))
    assert isinstance(table.wrong, NotYours)
    table.does("j1", put("autre", new))
    assert table.state.sheet("j1-autre")[field] == sheet[field]


@pytest.mark.parametrize("game", GAMES)
def test_each_of_them_is_known_here(game: str) -> None:
    found = find_game(game)
    assert found is not None
    declared = {name for kind in kinds_of(found) for name in kind.leader_fields}
    assert declared == {field for known, field, _ in RESERVED if known == game}
    for kind in kinds_of(found):
        assert {*kind.leader_fields} <= {*fields_of(kind)}
        assert not any(fields_of(kind)[name].required for name in kind.leader_fields)
