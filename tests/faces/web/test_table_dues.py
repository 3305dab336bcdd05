"""What is still to be played, as the leader's page shows it."""

from __future__ import annotations

from typing import Any

from tablee.faces.web.once import Once
from tablee.faces.web.table.asked import with_cards
from tablee.rules.words import Words
from tablee.table.acting import acts
from tests.table.evening import LEADER, Table, set_up


def shown(table: Table) -> list[dict[str, Any]]:
    words = Words(table.game)
    due: list[dict[str, Any]] = with_cards(table.view(LEADER), words, Once(0))["due"]
    return due


def test_what_is_owed_begins_with_a_capital_and_goes_to_whose_it_is() -> None:
    """Loss: Exploits that were won (LOSS-EXL-04), then what one of them is for (LOSS-PHY-05)."""
    table = set_up("loss")
    won = {"trait": 9, "talent": 9, "exploits": 1, "desastres": 0}
    table.does(LEADER, acts.Frame(procedure="loss.action", params=won, to=("kordan",)))
    table.does("j1", acts.Answer(run="j1", place=0, answer={"dice": [9]}))
    uses = {"exploits": 1, "emplois": ["allie"]}
    table.does(LEADER, acts.Frame(procedure="loss.exploits", params=uses, to=("nerise",)))
    assert [(due["title"], due["text"], due["who"], due["to"]) for due in shown(table)] == [
        ("Employer ses Exploits", "", "Kordan", "kordan"),
        ("", "Un compagnon qu’un Exploit entraîne dans la réussite", "Nérise Halvane", ""),
    ]


def test_a_rule_that_the_game_does_not_have_is_told_as_a_word() -> None:
    """As after a rule of one's own has got another name: it cannot be played, only settled."""
    table = set_up("loss")
    table.state.chronicle["dus"] = [
        {"procedure": "loss.retiree", "params": {"exploits": 2}, "qui": "kordan", "texte": ""}
    ]
    (due,) = shown(table)
    assert (due["procedure"], due["title"], due["text"]) == (None, "", "Loss.retiree")
    table.does(LEADER, acts.Keep(event={"type": "acquitte", "numero": 1}))
    assert not shown(table)
