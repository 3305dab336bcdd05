"""What a number of points put into an attitude does, shown beside it to who chooses."""

from __future__ import annotations

import pytest

from tablee.faces.web.table.run_cards import run_cards
from tablee.faces.web.template_cache import TemplateCache
from tablee.rules.texts.languages import Lang
from tablee.rules.texts.words import Words
from tests.kit import acts
from tests.table.evening import LEADER, Table, choices, set_up

ANSWERS: dict[Lang, list[str]] = {
    "fr": [
        "tout en défense\u00a0: Poff 0, Pdef 2",
        "autant en attaque qu’en défense\u00a0: Poff 1, Pdef 1",
        "tout en attaque\u00a0: Poff 2, Pdef 0",
    ],
    "en": [
        "all in defence: Poff 0, Pdef 2",
        "as much in attack as in defence: Poff 1, Pdef 1",
        "all in attack: Poff 2, Pdef 0",
    ],
}


def duel() -> Table:
    """Aurèle, whose PC is 2, against Jeanne."""
    table = set_up("exil")
    cast = {"a": "aurele", "b": "jeanne"}
    table.does(LEADER, acts.RequestRun(procedure="exil.duel", params={"max_turns": 2}, cast=cast))
    return table


def chooser(table: Table, who: str) -> str:
    return next(seat for seat in ("j1", "j2", "j3") if table.state.owners.get(who) == seat)


@pytest.mark.parametrize("lang", ANSWERS)
def test_each_attitude_says_what_it_does(lang: Lang) -> None:
    table = duel()
    words = Words(table.game, lang)
    seen = table.view(chooser(table, "aurele"), words=words)
    (ask,) = choices(seen.runs[0])
    assert ask.means == ANSWERS[lang]
    assert ask.default == 1  # half of it, where he does not decide (EXIL-CBT-06)
    (card,) = run_cards(seen, words, TemplateCache(0))[0].choices
    assert [(each.label, each.means) for each in card.options] == [
        (str(n), means) for n, means in enumerate(ANSWERS[lang])
    ]
    assert card.start == "1"


def test_what_was_chosen_is_shown_in_the_same_words() -> None:
    table = duel()
    for who, value in (("aurele", 0), ("jeanne", 8)):
        seat = chooser(table, who)
        (ask,) = choices(table.view(seat).runs[0])
        act = acts.Seal(run="j1", place=0, values={str(ask.index): value})
        table.does(seat, act)
    texts = [line.text for line in table.view("j3").runs[0].lines]
    assert "Aurèle Kestrin se bat tout en défense\u00a0: Poff 0, Pdef 2." in texts
    assert any("plutôt en attaque\u00a0: Poff 8," in text for text in texts)
