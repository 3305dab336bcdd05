"""What is still to be played, as the leader's page shows it."""

from __future__ import annotations

from tablee.faces.web.table.asked import with_cards
from tablee.rules.words import Words
from tablee.table.acting import acts
from tests.table.evening import LEADER, set_up


def test_what_is_owed_begins_with_a_capital_and_goes_to_whose_it_is() -> None:
    """Loss: Exploits that were won (LOSS-EXL-04), then what one of them is for (LOSS-PHY-05)."""
    table = set_up("loss")
    won = {"trait": 9, "talent": 9, "exploits": 1, "desastres": 0}
    table.does(LEADER, acts.Frame(procedure="loss.action", params=won, to=("kordan",)))
    table.does("j1", acts.Answer(run="j1", place=0, answer={"dice": [9]}))
    uses = {"exploits": 1, "emplois": ["allie"]}
    table.does(LEADER, acts.Frame(procedure="loss.exploits", params=uses, to=("nerise",)))
    shown = with_cards(
        table.view(LEADER), Words(table.game), lambda what, about, make: make(about)
    )["due"]
    assert [(due["title"], due["text"], due["who"], due["to"]) for due in shown] == [
        ("Employer ses Exploits", "", "Kordan", "kordan"),
        ("", "Un compagnon qu’un Exploit entraîne dans la réussite", "Nérise Halvane", ""),
    ]
