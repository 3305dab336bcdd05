"""Adversaries who are asked the same at once are answered for at once, whatever each is called."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.faces.web.table.run_cards import run_cards
from tablee.faces.web.template_cache import TemplateCache
from tablee.rules.texts.languages import Lang
from tablee.rules.texts.words import Words
from tests.kit import acts
from tests.table.acts.doing import careful
from tests.table.evening import LEADER, Table, set_up, sheet_of


def choices(
    table: Table, seat: str = LEADER, lang: Lang = "fr"
) -> list[tuple[str, str, dict[str, Any]]]:
    """Of each card of a seat who is asked, the others that it answers for, and its facts."""
    words = Words(table.game, lang)
    (run,) = run_cards(table.view(seat, words=words), words, TemplateCache(8))
    return [
        (card.character, card.alike, {fact.label: fact.text for fact in card.facts})
        for card in run.choices
    ]


def test_attitudes_of_adversaries_who_differ_by_name_alone() -> None:
    table = set_up("exil")
    foes = {"un": "Premier docker", "deux": "Second docker", "fort": "Le contremaître"}
    for name, called in foes.items():
        talents = {"Bagarreur": 14 if name == "fort" else 9}
        sheet = sheet_of(table, "brute", nom=called, talents=talents)
        table.does(LEADER, acts.PutSheet(character=name, sheet=sheet))
    foe = {"camp": "rue", "politique": {"attitude": "ask"}}
    members = [{"camp": "ville"}, *(foe for _ in foes)]
    cast = {"combattants": ["jeanne", *foes]}
    params = {"combattants": members, "conduite": "habitude"}
    table.does(LEADER, acts.RequestRun(procedure="exil.melee", params=params, cast=cast))
    power = "Potentiel de Combat"
    assert choices(table) == [
        ("Premier docker et Second docker", "2", {power: "9"}),
        ("Le contremaître", "", {power: "14"}),
    ]


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_card_does_not_say_again_what_stands_above_it(lang: Lang) -> None:
    """Armes-Dieux: the Domaine and the Seuil that a Test was asked with are its title's; a Malus of
    0 is none. The seuil of Éclats, when the price is offered."""
    table = set_up("armes_dieux")
    table.does(LEADER, careful())
    ((_, _, facts),) = choices(table, "j1", lang)
    assert facts == {}
    table = set_up("eclats")
    failed = {"seuil": 9, "caracteristique": "agilite", "prix": "ask"}
    table.does(LEADER, acts.RequestRun(procedure="eclats.action", params=failed, to=("anselme",)))
    table.does("j1", acts.Answer(run="j1", place=0, answer={"dice": [1]}))
    table.does("j1", acts.Answer(run="j1", place=1, answer={"choose": True}))
    ((_, _, facts),) = choices(table, "j1", lang)
    assert facts == {}


def test_a_list_begins_with_the_usual_names_ticked() -> None:
    """SOC-POR-01: who is moved stays in contact with those whom the MJ does not untick."""
    table = set_up("socle")
    cast = {"heros": ["gontrand"], "adversaires": ["capitaine", "pillard"]}
    table.does(LEADER, acts.RequestRun(procedure="socle.combat", cast=cast))
    (shown,) = table.view(LEADER).runs
    moves = acts.Answer(run=shown.id, place=shown.place, answer={"choose": "deplacement:gontrand"})
    table.does(LEADER, moves)
    (run,) = run_cards(table.view(LEADER), Words(table.game), TemplateCache(8))
    (card,) = run.choices
    assert (card.kind, card.ticked) == ("some", ["capitaine", "pillard"])


def test_a_card_begins_with_what_happened_not_with_the_sums_of_a_turn() -> None:
    """EXIL-CBT-04: the Potentiels de Combat of all fighters, counted again each tour, are in the trace below."""
    table = set_up("exil")
    cast = {"combattants": ["jeanne", "brute"]}
    members = [{"camp": "ville"}, {"camp": "rue", "politique": {"attitude": "ask"}}]
    params = {"combattants": members, "conduite": "habitude"}
    table.does(LEADER, acts.RequestRun(procedure="exil.melee", params=params, cast=cast))
    (run,) = run_cards(table.view(LEADER), Words(table.game), TemplateCache(8))
    assert any("soit un PC de" in line.text for line in run.lines)
    assert run.fresh == ["Tour 1."]
