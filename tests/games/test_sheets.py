"""The sheets of every game: declared, written and read again, ready-made ones, words."""

from __future__ import annotations

import importlib
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablee.faces.sheet_files import load_sheet, parse_yaml, ready_made, sheet_text
from tablee.faces.strict_input import parse
from tablee.rules.game import Game
from tablee.rules.ledger import Ledger
from tablee.rules.readings.session import play
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_game, games
from tablee.rules.run_input import ask_about
from tablee.rules.schema import Tagged, fields_of, tag_of
from tablee.rules.sheet import kinds_of, read_sheet, sheet_view, written_back
from tablee.rules.sheets.sheet_params import roles_of, with_sheets
from tests.kit.params import values_of
from tests.kit.texts import records_of

WITH_SHEETS = [game for game in games() if kinds_of(game)]
GAMES = [pytest.param(game, id=game.id) for game in WITH_SHEETS]
READY = [
    pytest.param(game, name, id=f"{game.id}-{name}")
    for game in WITH_SHEETS
    for name in ready_made(game)
]


def test_games_have_sheets() -> None:
    assert {"exil", "armes_dieux", "loss", "eclats", "socle"} <= {game.id for game in WITH_SHEETS}


@pytest.mark.parametrize("game", GAMES)
def test_each_kind_of_sheet_has_two_sides_and_a_ready_made_one(game: Game) -> None:
    ready = {tag_of(type(load_sheet(name, "f", game)[1])) for name in ready_made(game)}
    assert ready == {tag_of(kind) for kind in kinds_of(game)}
    assert len(ready) >= 2


@pytest.mark.parametrize(("game", "name"), READY)
def test_a_ready_made_sheet_is_sound_and_of_that_name(game: Game, name: str) -> None:
    found, sheet = load_sheet(name, "fiche", game)
    assert found is game
    assert load_sheet(name, "fiche") == (game, sheet)
    for procedure in game.procedures:
        if "" in roles_of(procedure):
            with_sheets(procedure, {}, {"": sheet})


@pytest.mark.parametrize("game", GAMES)
@settings(
    max_examples=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
@given(data=st.data())
def test_a_sheet_written_is_the_sheet_read(game: Game, data: st.DataObject) -> None:
    drawn = data.draw(values_of(Tagged(kinds_of(game))))
    try:
        _, sheet = read_sheet({"jeu": game.id, **drawn}, "f", game)
    except Refusal:
        return
    assert read_sheet(sheet_view(game, sheet), "f", *games()) == (game, sheet)
    yaml = sheet_text(game, sheet, "yaml").encode()
    assert read_sheet(parse_yaml(yaml, "f"), "f", *games()) == (game, sheet)
    assert read_sheet(parse(sheet_text(game, sheet, "json"), "f"), "f", *games()) == (game, sheet)


@pytest.mark.parametrize("game", GAMES)
def test_what_parameters_want_is_on_some_sheet(game: Game) -> None:
    kinds = kinds_of(game)
    wanted = {
        (name, procedure.id)
        for procedure in game.procedures
        for record in records_of(procedure)
        for field in fields_of(record).values()
        if field.source
        for name in field.source.fields
    }
    assert wanted
    missing = [
        f"{name} ({where})"
        for name, where in sorted(wanted)
        if not any(name in fields_of(kind) or hasattr(kind, name) for kind in kinds)
    ]
    assert not missing, missing


KEEPING = [
    pytest.param(kind, name, id=f"{kind.id}-{name}")
    for game in WITH_SHEETS
    for kind in game.procedures
    if issubclass(kind, Ledger) and "" in roles_of(kind)
    for name in ready_made(game)
]


@pytest.mark.parametrize(("kind", "name"), KEEPING)
def test_a_sheet_that_nothing_happens_to_is_written_back_as_it_was(
    kind: type[Ledger[Any, Any]], name: str
) -> None:
    game, sheet = load_sheet(name, "f", find_game(kind.id.partition(".")[0]))
    params = with_sheets(kind, {}, {"": sheet})
    session = play(ask_about(kind.id, params))
    assert written_back(sheet, session.result.etat) == sheet
    assert sheet_view(game, sheet)["nom"] == sheet.nom


def _inner(record: type[Any]) -> set[str]:
    return {name for each in records_of(record) for name in fields_of(each)}


@pytest.mark.parametrize("game", GAMES)
def test_everything_on_a_sheet_has_a_word_and_a_help(game: Game) -> None:
    known = {key.rpartition(".")[2] for key in game.words}
    for kind in kinds_of(game):
        assert _inner(kind) <= known, _inner(kind) - known
        assert tag_of(kind) in known
        assert all(field.help for field in fields_of(kind).values())


@pytest.mark.parametrize(
    ("value", "field"),
    [
        ([], "f"),
        ({}, "f.jeu"),
        ({"jeu": "bridge"}, "f.jeu"),
        ({"jeu": 3}, "f.jeu"),
        ({"jeu": "loss"}, "f.type"),
        ({"jeu": "loss", "type": "figurant"}, "f.type"),
        ({"jeu": "loss", "type": "pnj"}, "f.nom"),
        ({"jeu": "loss", "type": "pnj", "nom": ""}, "f.nom"),
        ({"jeu": "loss", "type": "pnj", "nom": "x", "traits": {"a": -1}}, "f.traits.a"),
        ({"jeu": "loss", "type": "pnj", "nom": "x", "traits": {}, "age": 3}, "f.age"),
        (
            {"jeu": "socle", "type": "adversaire", "nom": "x", "cible": "pion", "coeurs": 2},
            "f.coeurs",
        ),
        ({"jeu": "socle", "type": "personnage", "nom": "x", "coeurs": 6}, "f.coeurs"),
        ({"jeu": "socle", "type": "personnage", "nom": "x", "coeurs": 0}, "f.etat"),
    ],
)
def test_what_is_no_sheet_is_refused_under_its_path(value: Any, field: str) -> None:
    with pytest.raises(Refusal) as caught:
        read_sheet(value, "f", *games())
    assert caught.value.field == field


def test_the_sheet_of_another_game_is_refused() -> None:
    loss = importlib.import_module("tablee.games.loss").GAME
    value = {"jeu": "socle", "type": "adversaire", "nom": "x", "cible": "pion"}
    with pytest.raises(Refusal) as caught:
        read_sheet(value, "f", loss)
    assert (caught.value.field, caught.value.got) == ("f.jeu", "socle")
