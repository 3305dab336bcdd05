"""What the cards and the story of Loss say, and what they leave out."""

from __future__ import annotations

from tests.games.loss.test_at_the_table import Params, asks_for, ended, shown
from tests.kit import acts
from tests.table.evening import LEADER, set_up
from tests.table.usual_answers import finish


def test_a_search_that_finds_nothing_is_not_shown_as_a_success() -> None:
    """LOSS-INV-05: the Test at 15 succeeds, and what was hidden stays so."""
    table = set_up("loss")
    for caches, niveau in ((0, "devoile"), (3, "rien")):
        params = {"trait": 9, "talent": 9, "caches": caches, "exploits": 0}
        table.does(LEADER, acts.RequestRun(procedure="loss.blind", params=params, to=("kordan",)))
        finish(table)
        seen = table.last("j1")
        assert seen.result is not None
        assert (seen.result["niveau"], seen.result["success"]) == (niveau, True)
        assert seen.success is None


def test_a_blow_says_what_it_says_once() -> None:
    """Not whose the defence is, which every reader of the card knows; nor what nobody lost."""
    table = set_up("loss")
    sums: Params = {"somme_attaque": 15, "somme_defense": 11, "difficulty": 15, "defense": True}
    cast = {"attaquant": ["kordan"], "defenseur": ["fouisseur"]}
    run = asks_for(table, "combat", cast=cast, exploits=0, **sums)
    fields = {each.field for each in shown(table, run).parameters}
    assert fields == {"somme_attaque", "somme_defense", "difficulty"}
    finish(table, 9)
    assert ended(table, run) == "Le coup ne porte pas."
    used = asks_for(table, "exploits", "kordan", exploits=2, emplois=["effet", "effet"])
    assert ended(table, used) == "2 Exploits employés\u00a0: effet libre."
