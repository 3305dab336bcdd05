"""The map from clauses to code: every clause of the five games has a carrier, and each exists."""

from __future__ import annotations

import re

import pytest

from tablee.faces.clauses import mapped
from tablee.rules.carriers import carriers_of, idle, thing_at
from tablee.rules.game import OURS, Game, find_game, games
from tablee.rules.procedure import Procedure, clause_ids

GAMES = [pytest.param(game, id=game.id) for game in games() if game.id in OURS]
COUNTS = {"exil": 223, "loss": 149, "armes_dieux": 76, "eclats": 32, "socle": 72}
"""How many clauses the document of each game has."""

NOT_YET = frozenset(
    {
        "EXIL-ARM-03",
        "EXIL-PRO-01",
        "EXIL-PRO-04",
        "EXIL-PRO-05",
        "EXIL-PRO-06",
    }
)
"""Clauses that nothing carries so far. This list may only become shorter."""
UNUSED_YET = frozenset(
    {
        "tablee.games.exil.rulings.ExilRulings.shield",
        "tablee.games.exil.rulings.ExilRulings.baton_long",
        "tablee.games.exil.tables.PROTECTIONS",
        "tablee.games.exil.tables.SHIELDS",
        "tablee.games.exil.weapons.MELEE",
    }
)
"""Declarations that name clauses and that nothing uses so far. So may this one."""


def test_all_clauses_are_there() -> None:
    assert {game.id: len(game.clauses) for game in games() if game.id in OURS} == COUNTS
    ids = [clause for name in OURS for clause in (find_game(name) or games()[0]).clauses]
    assert len(ids) == len(set(ids)) == 552


@pytest.mark.parametrize("game", GAMES)
def test_the_clauses_of_a_chapter_are_numbered_without_a_gap(game: Game) -> None:
    chapters: dict[str, list[int]] = {}
    for clause in game.clauses:
        assert clause_ids(clause) == (clause,)
        chapter, _, number = clause.rpartition("-")
        chapters.setdefault(chapter, []).append(int(number))
    for chapter, numbers in chapters.items():
        assert numbers == list(range(1, len(numbers) + 1)), chapter


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_has_a_carrier(game: Game) -> None:
    bare = {clause for clause, carriers in carriers_of(game).items() if not carriers}
    awaited = NOT_YET & set(game.clauses)
    assert bare - awaited == set(), "nothing carries these"
    assert awaited - bare == set(), "these have a carrier now: take them off NOT_YET"


@pytest.mark.parametrize("game", GAMES)
def test_every_carrier_exists_and_is_used(game: Game) -> None:
    carriers = carriers_of(game)
    assert set(carriers) == set(game.clauses), "a declaration names an unknown clause"
    for each in {each for found in carriers.values() for each in found}:
        thing_at(each)
        assert all(game.procedure(name) for name in each.procedures)
        if each.left:
            thing = thing_at(each)
            assert issubclass(thing, Procedure), f"{each.place}: nothing would show it"
            assert thing.id, f"{each.place}: nothing would show it"
    awaited = {name for name in UNUSED_YET if name.startswith(f"{game.package}.")}
    assert set(idle(game)) == awaited


@pytest.mark.parametrize("game", GAMES)
def test_a_run_to_try_beside_what_is_computed(game: Game) -> None:
    for each in mapped(game).values():
        if each.run is not None:
            assert re.match(r"tablee (resolve|odds|advise) \w+\.\w+", each.call)
            assert set(each.run) <= {"procedure", "params", "rulings", "answers"}
