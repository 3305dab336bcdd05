"""What the cards and the story of Loss say, and what they leave out."""

from __future__ import annotations

import pytest

from tablee.faces.web.console.console_run import played
from tablee.rules.run_input import ask_about
from tablee.rules.texts.words import Words
from tests.games.loss.test_at_the_table import Params, asks_for, ended, shown
from tests.games.stories import plain
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


@pytest.mark.parametrize(
    ("params", "shown"),
    [({"talent": 0}, None), ({"trait": 2}, None), ({}, True), ({"difficulty": 20}, False)],
)
def test_a_reussite_automatique_that_is_not_allowed_is_no_failure(
    params: Params, shown: bool | None
) -> None:
    """LOSS-AUT-02, -03: the Test remains. One that is allowed and too low is a failure."""
    given = {"trait": 6, "talent": 6, **params}
    table = set_up("loss")
    table.does(LEADER, acts.RequestRun(procedure="loss.automatic", params=given))
    assert table.last("j1").success is shown
    question = ask_about("loss.automatic", given)
    assert played(question, Words(table.game)).success is shown


@pytest.mark.parametrize(("niveau", "caches"), [("devoile", 0), ("rien", 3)])
def test_the_console_shows_a_search_as_the_table_does(niveau: str, caches: int) -> None:
    question = ask_about("loss.blind", {"trait": 9, "talent": 9, "caches": caches})
    assert played(question, Words(question.game)).success is None


@pytest.mark.parametrize(
    ("uses", "texts"),
    [
        (["effet"] * 3, ["3 effets d’Exploits, à raconter"]),
        (["effet"], ["1 effet d’Exploit, à raconter"]),
        (["prix", "prix"], ["2 articles à moitié prix"]),
        (["obstacle"] * 2, ["Difficulté plus haute de 10 pour qui s’y oppose"]),
        (["demi"] * 4, ["effet mesuré plus grand de 200 %"]),
        (
            ["allie", "allie", "information"],
            [
                "1 information gagnée par Exploit",
                "2 compagnons entraînés dans la réussite par Exploit",
            ],
        ),
    ],
)
def test_exploits_of_one_use_are_one_reminder(uses: list[str], texts: list[str]) -> None:
    """LOSS-EXL-04: with their number, in the story as among what is left to tell."""
    table = set_up("loss")
    asks_for(table, "exploits", "kordan", exploits=len(uses), emplois=uses)
    assert [plain(each.text) for each in table.view(LEADER).pending] == texts
    assert len(table.last(LEADER).consequences) == len(texts)


@pytest.mark.parametrize(
    "text", ["{n:point", "{m} points", "{n} {", "{n!r}", "{to}", "sans nombre"]
)
def test_a_reminder_that_a_person_wrote_stays_as_it_is(text: str) -> None:
    table = set_up("loss")
    pending = {"procedure": None, "params": {"n": 2, "to": 2}, "qui": None, "texte": text}
    table.does(LEADER, acts.ChangeRecord(event={"type": "du", "du": pending}))
    (due,) = table.view(LEADER).pending
    assert due.text == text
