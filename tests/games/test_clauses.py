"""The map from clauses to code: every clause of the five games has a carrier, and each exists."""

from __future__ import annotations

import shlex

import pytest

from tablee.faces.clause_index import mapped
from tablee.rules.clauses.clause_carriers import carriers_of, idle, thing_at
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure, clause_ids
from tablee.rules.registry import BUILT_IN, find_game, games
from tests.kit.command_line import call

GAMES = [pytest.param(game, id=game.id) for game in games() if game.id in BUILT_IN]
COUNTS = {"exil": 223, "loss": 149, "armes_dieux": 76, "eclats": 32, "socle": 72}
"""How many clauses the document of each game has."""


def test_all_clauses_are_there() -> None:
    assert {game.id: len(game.clauses) for game in games() if game.id in BUILT_IN} == COUNTS
    ids = [clause for name in BUILT_IN for clause in (find_game(name) or games()[0]).clauses]
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
    bare = [clause for clause, carriers in carriers_of(game).items() if not carriers]
    assert bare == [], "nothing carries these"


@pytest.mark.parametrize("game", GAMES)
def test_every_carrier_exists_and_is_used(game: Game) -> None:
    carriers = carriers_of(game)
    assert set(carriers) == set(game.clauses), "a declaration names an unknown clause"
    for each in {each for found in carriers.values() for each in found}:
        thing_at(each)
        assert all(game.procedure(name) for name in each.procedures)
        if each.left_to_leader:
            thing = thing_at(each)
            assert issubclass(thing, Procedure), f"{each.place}: nothing would show it"
            assert thing.id, f"{each.place}: nothing would show it"
    assert idle(game) == (), "a declaration names clauses, and nothing uses it"


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_is_exercised_by_a_test(game: Game) -> None:
    assert [clause for clause, each in mapped(game).items() if not each.tests] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_runs_to_try_run(game: Game) -> None:
    calls = dict.fromkeys(each.trial.command for each in mapped(game).values() if each.trial)
    assert len(calls) > 4
    for each in calls:
        reply = call(*shlex.split(each)[1:])
        assert reply.status == 0, f"{each}: {reply.err}"
