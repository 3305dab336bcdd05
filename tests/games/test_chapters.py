"""Each game's page names every procedure that its modules declare, each in its own chapter."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

from tablee.faces.web.console.console_page import chapters_of
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure
from tablee.rules.registry import games
from tablee.rules.texts.words import Words

STEPS: dict[str, set[str]] = {
    "armes_dieux": {
        "armes_dieux.apport",
        "armes_dieux.lancer",
        "armes_dieux.opposition.ecartes",
        "armes_dieux.opposition.jets",
        "armes_dieux.opposition.victoire",
    },
    "exil": {
        "exil.contact_round.tour",
        "exil.duel.combat",
        "exil.duel.combat_tour",
        "exil.duel.entre_tours",
        "exil.duel.tour",
        "exil.extended.periode",
        "exil.melee.action",
        "exil.melee.aiguilles",
        "exil.melee.combat",
        "exil.melee.combat_tour",
        "exil.melee.engagement",
        "exil.melee.choc",
        "exil.melee.egare",
        "exil.melee.entre_tours",
        "exil.melee.fouet",
        "exil.melee.initiative",
        "exil.melee.tour",
        "exil.opposition.departage",
        "exil.successive.essai",
    },
    "loss": {
        "loss.combat.defense",
        "loss.degats.de",
        "loss.dissimulation.cache",
        "loss.dissimulation.recherche",
    },
}
"""Rules that only other rules use: a name for refusals, no page of their own."""


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_the_page_of_a_game_names_all_its_procedures(game: Game) -> None:
    package = importlib.import_module(game.package)
    declared = set()
    for module in pkgutil.walk_packages(package.__path__, f"{game.package}."):
        for thing in vars(importlib.import_module(module.name)).values():
            if isinstance(thing, type) and issubclass(thing, Procedure):
                own = "id" in vars(thing) and thing.__module__ == module.name
                if own and not thing.__name__.startswith("_"):
                    declared.add((module.name, thing.id))
    named = {
        (f"{game.package}.{chapter}", f"{game.id}.{name}")
        for chapter, names in game.chapters.items()
        for name in names
    }
    assert named <= declared
    assert {name for _, name in declared - named} == STEPS.get(game.id, set())
    assert [kind.id for kind in game.procedures] == [name for _, name in _in_order(game)]


def _in_order(game: Game) -> list[tuple[str, str]]:
    return [
        (chapter, f"{game.id}.{name}") for chapter, names in game.chapters.items() for name in names
    ]


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_every_procedure_is_in_a_menu_with_a_title(game: Game) -> None:
    assert [each for each in chapters_of(game, Words(game)) if not each.title] == []
    titled = {name for name in game.words if name.startswith("chapitre.")}
    modules = {kind.__module__.rpartition(".")[2] for kind in game.procedures}
    assert titled == {f"chapitre.{module}" for module in modules}


def test_a_procedure_is_found_by_its_id_alone() -> None:
    for game in games():
        for kind in game.procedures:
            assert game.procedure(kind.id) is kind
        assert game.procedure("simple") is None
        assert game.procedure(f"{game.id}.rien") is None
