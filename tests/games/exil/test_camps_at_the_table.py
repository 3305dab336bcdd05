"""Camps of a mêlée, and what shots of it are made harder by, as the leader's form gives them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit import acts
from tests.table.evening import LEADER, Table, set_up
from tests.table.usual_answers import finish

JEANNE, AURELE = "j2", "j1"
Json = dict[str, Any]


def fight(table: Table, camps: dict[str, str], **first: Any) -> None:
    """Request a mêlée of one tour: character -> camp; `first`: more of the first of them."""
    each: list[Json] = [{"camp": camp} for camp in camps.values()]
    each[0] |= first
    params = {"combattants": each, "max_turns": 1}
    table.does(LEADER, acts.RequestRun("exil.melee", params, cast={"combattants": list(camps)}))


def waiting(table: Table) -> list[str]:
    (run,) = table.view(LEADER).runs
    return sorted(wait.seat for wait in run.waiting)


def test_two_players_brawl() -> None:
    """EXIL-CBT-01: the leader says who is on which side."""
    table = set_up("exil")
    fight(table, {"jeanne": "rouge", "aurele": "bleu"})
    assert waiting(table) == sorted([JEANNE, AURELE])


def test_an_ally_of_the_leaders_fights_beside_a_player() -> None:
    table = set_up("exil")
    fight(table, {"jeanne": "ville", "vigile": "ville", "brute": "rue"})
    assert waiting(table) == [LEADER]
    table.does(LEADER, acts.Answer(run="j1", place=0, answer={"choose": "habitude"}))
    finish(table, 6)
    texts = [line.text for line in table.last(LEADER).lines]
    assert not any("Vigile aux aguets attaque Jeanne" in text for text in texts)
    assert any("Vigile aux aguets attaque La Brute" in text for text in texts)


@pytest.mark.parametrize(
    ("tir", "text"),
    [
        ({}, "Portée : courte."),
        ({"movement": "rapide", "visibility": -3}, "courte, déplacement −3, visibilité −3."),
        ({"other": -2}, "courte, autres −2."),
    ],
)
def test_a_shooter_has_movement_visibility_and_a_modifier(tir: Json, text: str) -> None:
    """EXIL-TIR-07, -09."""
    table = set_up("exil")
    gun: Json = {"arme": "revolver", "seconde": None, "arme_de_tir": None, "munitions": 6}
    event = {"type": "retouche", "qui": "jeanne", "champs": gun}
    table.does(LEADER, acts.ChangeRecord(event=event))
    fight(table, {"jeanne": "ville", "brute": "rue"}, tir=tir, en_melee=False)
    finish(table, 12)
    shots = [line.text for line in table.last(LEADER).lines if "tour de visée" in line.text]
    assert [each.replace("\u00a0", " ").partition("Portée : ")[2] for each in shots] == [
        text.removeprefix("Portée : ")
    ]
