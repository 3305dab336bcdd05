"""Making a sheet: the names of each document, what is still open, and budgets."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.faces.sheet_files import ready_made
from tablee.rules.creation import Creation
from tablee.rules.game import Game
from tablee.rules.game_checks import game_mistakes
from tablee.rules.procedure import Procedure, Result
from tablee.rules.registry import find_game, games
from tablee.rules.schema import fields_of
from tablee.rules.sheet import Sheet, characters_of, creation_of, kinds_of, sheet_view
from tablee.rules.sheets.sheet_creation import (
    OpenChoice,
    budgets_of,
    left_for_later,
    names_left,
    open_choices,
)
from tablee.rules.texts.words import Words
from tests.games.stories import plain

GAMES = games()
MADE = [
    (game, name, sheet)
    for game in GAMES
    for name, sheet in ready_made(game).items()
    if isinstance(sheet, characters_of(game))
]
BUDGETS: dict[str, list[tuple[int, int]]] = {
    "gontrand": [(5, 5), (3, 3)],
    "aurele": [(0, 20)],
    "jeanne": [(0, 6), (0, 3)],
    "maelle": [(5, 5), (3, 3), (1, 1)],
}
"""Ready-made sheet -> (spent, available) of each budget; the others have none."""


def game(name: str) -> Game:
    found = find_game(name)
    assert found is not None
    return found


def player_kind(name: str) -> type[Sheet]:
    return characters_of(game(name))[0]


def left_open(name: str, **given: Any) -> dict[str, tuple[str, ...]]:
    """Field -> missing names of a player's sheet that is begun."""
    return {c.field: c.names for c in open_choices(game(name), player_kind(name), given)}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_declaration_names_fields_of_its_kind_and_clauses_of_its_game(game: Game) -> None:
    for kind in kinds_of(game):
        creation, fields = creation_of(game, kind), fields_of(kind)
        named = {*creation.names, *creation.levels, *creation.complete}
        assert {*named, *creation.decide, *creation.either} <= {*fields}
        assert {*creation.complete} <= {*creation.names}
        for names in creation.names.values():
            assert len({*names}) == len(names)
    assert creation_of(game, characters_of(game)[0]).names


@pytest.mark.parametrize(("game", "name", "sheet"), MADE, ids=lambda each: str(each)[:20])
def test_the_budgets_of_ready_made_characters(game: Game, name: str, sheet: Sheet) -> None:
    found = budgets_of(game, type(sheet), sheet_view(game, sheet), {})
    assert [(each.spent, each.available) for each in found] == BUDGETS.get(name, [])
    assert all(not each.clause or each.clause in game.clauses for each in found)


@pytest.mark.parametrize(("game", "name", "sheet"), MADE, ids=lambda each: str(each)[:20])
def test_nothing_is_open_on_a_ready_made_character(game: Game, name: str, sheet: Sheet) -> None:
    assert open_choices(game, type(sheet), sheet_view(game, sheet)) == ()


def test_more_than_the_document_gives_is_over() -> None:
    given = {"nom": "Aldric", "coeurs_max": 6, "mana_max": 3, "armure": 1}
    hearts, mana, armour = budgets_of(game("socle"), player_kind("socle"), given, {})
    assert (hearts.spent, hearts.available, hearts.clause) == (6, 5, "SOC-COE-01")
    assert (mana.spent, mana.available) == (3, 3)
    assert (armour.spent, armour.available) == (1, 0)


def test_a_sheet_that_cannot_be_read_yet_has_no_budget() -> None:
    kind = player_kind("socle")
    assert budgets_of(game("socle"), kind, {"coeurs_max": "beaucoup"}, {}) == ()
    assert len(budgets_of(game("socle"), kind, {"nom": " "}, {})) == 2


def test_one_of_two_tables_is_enough() -> None:
    names = ("Force", "Agilité", "Magie")
    assert left_open("socle") == {"nom": (), "des": names}
    assert left_open("socle", nom="A", niveaux=dict.fromkeys(names, "sans")) == {}
    begun = left_open("socle", nom="A", des={"magie": 6})
    assert begun == {"des": ("Force", "Agilité")}


def test_names_are_known_without_case_and_accents() -> None:
    creation = creation_of(game("socle"), player_kind("socle"))
    assert names_left(creation, "des", {"des": {"AGILITE": 6}}) == ("Force", "Magie")
    assert names_left(creation, "notes", {}) == ()


def test_levels_raised_are_paid_from_the_pool_of_their_attribut() -> None:
    """Rhys has 15 points: 4 for Acrobate, 5 for Bagarreur; 11 for Escrimeur are too many."""
    talents = {"Acrobate": 6, "Bagarreur": 6, "Escrimeur": 10, "Cavalier": 3}
    before: dict[str, Any] = {
        "nom": "Rhys",
        "attributs": {"physique": "bon"},
        "talents": talents,
        "xp": {"physique": 15},
    }

    def spent(**raised: int) -> list[tuple[int, int]]:
        given = before | {"talents": talents | raised}
        found = budgets_of(game("exil"), player_kind("exil"), given, {}, before)
        return [(each.spent, each.available) for each in found]

    assert spent() == [(0, 15)]
    assert spent(Acrobate=7, Bagarreur=7) == [(9, 15)]
    assert spent(Acrobate=7, Bagarreur=7, Escrimeur=11) == [(20, 15)]
    assert spent(Cavalier=9) == [(0, 15)], "nobody knows its Attribut"


def test_what_a_document_expects_of_a_character() -> None:
    loss = left_open("loss", nom="A", traits={"Agilité": 5}, vertus={"Courage": 5})
    assert loss["traits"] == ("Puissance", "Esprit", "Instinct", "Pouvoir", "Empathie")
    assert loss["vertus"] == ("Sagesse", "Honneur")
    assert {*loss} == {"traits", "vertus", "talents", "archetype"}
    assert left_open("armes_dieux", nom="A", domaines={"Influence": 3}, sr=12) == {
        "domaines": ("Agression",),
        "aspects": (),
    }
    assert {*left_open("eclats", nom="A")} == {"caracteristiques", "competences"}
    assert {*left_open("exil", nom="A", talents={"Tireur": 5})} == {"attributs"}


def test_an_adversary_is_open_where_it_has_nothing_to_roll() -> None:
    foe = characters_of(game("exil"))[1]
    assert open_choices(game("exil"), foe, {"nom": "A"}) == (OpenChoice("talents"),)


class Keeper(Sheet, tag="gardien"):
    """A sheet of a game in one file."""

    lamps: int = 0


class Seen(Result):
    """Whether the lamp is lit."""

    lit: bool


class Watch(Procedure[Seen], id="toy.watch"):
    """A rule without dice."""

    async def rule(self) -> Seen:
        return Seen(lit=True)


@pytest.mark.parametrize("field", ["lamps", "oil"])
def test_a_declaration_that_names_no_field_is_refused(field: str) -> None:
    made = Game(
        id="toy",
        title="Toy",
        procedures=(Watch,),
        sheets=(Keeper,),
        creation={Keeper: Creation(decide=(field,))},
    )
    wrong = [each for each in game_mistakes(made) if each.field.startswith("Game.creation")]
    assert [each.got for each in wrong] == ([] if field == "lamps" else ["oil"])


def later(game_id: str, **given: Any) -> list[str]:
    words = Words(game(game_id))
    found = left_for_later(game(game_id), player_kind(game_id), {"nom": "A", **given})
    return [plain(words.phrase(each.text, **each.numbers)) for each in found]


def test_talents_that_cannot_rise_yet_are_named() -> None:
    """EXIL-XP-06: the cost of a level needs an Attribut and a difficulty of learning."""
    known = {"niveau": 6, "attribut": "physique", "apprentissage": "modere"}
    talents = {"Danse": 4, "Acrobate": known, "Masque": {"niveau": 3, "attribut": "social"}}
    assert later("exil", talents=talents) == [
        "Avant de progresser, il faudra dire l’Attribut et la difficulté d’apprentissage de ces "
        "Talents, dont le coût n’est pas compté : Danse et Masque."
    ]
    assert later("exil", talents={"Acrobate": known}) == []
    assert later("exil", talents="aucun") == [], "it cannot be read yet"


def test_permanent_augmentations_may_wait() -> None:
    """LOSS-PER-01, LOSS-EXT-03: other chapters give them."""
    traits = {"Agilité": 5}
    assert len(later("loss", traits=traits)) == 1
    assert later("loss", traits=traits, specialisations={"Sabre": 1}) == []
