"""The pages of decisions and of consequences: each decision has a seat, all texts are in words."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest

from docs.building.consequence_pages import consequences_page, sentences
from docs.building.decision_clauses import DECISION_CLAUSES
from docs.building.decision_pages import clauses_of, decisions_of, decisions_page
from docs.building.game_sources import calls_in, functions_of
from tablee.rules.game import Game
from tablee.rules.registry import games
from tablee.rules.texts.languages import LANGS, Lang
from tablee.rules.texts.words import Words

GAMES = [pytest.param(game, id=game.id) for game in games()]
FEWEST = {"exil": 40, "loss": 20, "armes_dieux": 12, "eclats": 6, "socle": 20}
"""Decisions that the page of a game has at least."""
MOST_CLAUSES = 10
"""Clauses of one decision: a use of Exploits has that many."""
PAIR = "AD-BON-02, AD-BON-07 |"
"""Clauses of the choice of Bonus."""


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_was_asked_of_a_seat(game: Game) -> None:
    found = decisions_of(game)
    assert len(found) >= FEWEST[game.id]
    for each in found:
        assert each.who, each
        assert game.procedure(each.procedure) is not None


@pytest.mark.parametrize("game", GAMES)
def test_every_question_of_the_source_is_on_the_page(game: Game) -> None:
    """A new question of a rule needs an example, or a run of `RUNS`, that asks it."""
    found = decisions_of(game)
    shown = {each.label for each in found}
    shown |= {each.parameter.rpartition(".")[2] for each in found}
    assert set(labels_of(game)) - shown == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_has_its_clause(game: Game) -> None:
    rows = [line for line in decisions_page(game, Words(game)).splitlines() if line[:2] == "| "]
    assert not [line for line in rows if line.endswith("| – |")]


@pytest.mark.parametrize("game", GAMES)
def test_the_clauses_of_a_decision_are_its_own(game: Game) -> None:
    """Not all those of its procedure; those that a table names are of a decision that is asked."""
    found = decisions_of(game)
    for each in found:
        kind = game.procedure(each.procedure)
        assert kind is not None
        clauses = clauses_of(each, kind, game)
        assert 0 < len(clauses) <= MOST_CLAUSES, each
        assert set(clauses) <= set(game.clauses), each
    asked = {each.label for each in found}
    asked |= {f"{each.procedure.partition('.')[2]}.{each.label}" for each in found}
    assert set(DECISION_CLAUSES.get(game.id, {})) <= asked


def labels_of(game: Game) -> Iterator[str]:
    """Yield the labels that the source of a game gives to its questions."""
    places = {"choose": 0, "decide": 1, "described": 0}
    for module in Path(str(resources.files(game.package))).rglob("*.py"):
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            label = node.args[places[name] :][:1] if name in places else []
            match label:
                case [ast.Constant(value=str(text))]:
                    yield text


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES)
def test_the_pages_are_in_words(game: Game, lang: Lang) -> None:
    words = Words(game, lang)
    for page in (decisions_page(game, words), consequences_page(game, words)):
        rows = [line for line in page.splitlines() if line.startswith("| ")][2:]
        assert rows
        bare = re.sub(r"`[^`]*`", "", "\n".join(rows))
        assert not re.search(r"[a-z]_[a-z]|\bTrue\b|\bFalse\b|[{}]", bare)
        for clause in re.findall(r"\b[A-Z]+(?:-[A-Z]+)+-\d\d\b", page):
            assert clause in game.clauses


def test_a_decision_names_the_clauses_of_its_own_rule() -> None:
    """Not those of another rule that asks under the same name."""
    loss = next(game for game in games() if game.id == "loss")
    rows = decisions_page(loss, Words(loss)).splitlines()
    assert [row for row in rows if "`exploits` | acteur" in row and "LOSS-EXL-03" in row]
    assert not [row for row in rows if "`exploits` | acteur" in row and "LOSS-CBT-01" in row]
    assert [row for row in rows if row.startswith("| Joueur qui reçoit") and "LOSS-EXL-10" in row]
    for side in ("initiateur", "repondant", "attaque", "defense"):
        assert [row for row in rows if f"`jetons_avant_{side}`" in row and "LOSS-DEC-03" in row]


def test_a_choice_for_a_poignee_names_its_clauses_in_every_procedure() -> None:
    """Those of its kind of parameter; the Meneur is asked for a Figurant."""
    game = next(game for game in games() if game.id == "armes_dieux")
    page = decisions_page(game, Words(game))
    rows = [line.split(" | ") for line in page.splitlines() if line.startswith("| ")]
    found = {label: {(row[2], row[-1]) for row in rows if row[0] == f"| {label}"} for label in (
        "Bonus", "Renfort pris dans la Réserve", "Résultat additionnel", "Approche", "Revers"
    )}  # fmt: skip
    assert found["Bonus"] == {("joueur", PAIR), ("participants", PAIR)}
    assert {each for each, _ in found["Résultat additionnel"]} == {
        "joueur", "Meneur", "Meneur ou participants", "participants"
    }  # fmt: skip
    assert {clauses for _, clauses in found["Renfort pris dans la Réserve"]} == {"AD-REN-03 |"}
    assert found["Approche"] == {("joueur", "AD-CAD-06 |")}
    assert {clauses for _, clauses in found["Revers"]} == {"AD-REV-06 |"}
    assert "- Sous le Seuil, l’objectif est manqué" in page.replace("\u00a0", " ")
    lacking = [row for row in consequences_page(game, Words(game)).splitlines() if "manque." in row]
    assert [row.split(" | ")[-1] for row in lacking] == ["AD-REV-01 |"]


def test_a_consequence_has_its_own_sentence() -> None:
    """Not that of another one in the same function; what it counts has its noun."""
    loss = next(game for game in games() if game.id == "loss")
    rows = consequences_page(loss, Words(loss)).replace("\u00a0", " ").splitlines()
    lost = [row for row in rows if "le MJ gagne" in row]
    assert [row.split(" | ")[0] for row in lost] == [
        "| … Exploits perdus : le MJ gagne … jetons.",
        "| … perd … Exploits : le MJ gagne … jetons.",
    ]
    assert all("Inscrite pour de bon" in row for row in lost)


@pytest.mark.parametrize("game", GAMES)
def test_every_consequence_of_the_source_is_on_the_page(game: Game) -> None:
    """A text that is made at run time would be missing there."""
    missing = []
    for function in functions_of(game.package):
        for call in calls_in(function, ("consequence", "pending")):
            inner = function.name == "rule"  # read with the function that makes it
            if len(call.args) > 2 and not inner and not [*sentences(call, function, game.package)]:
                missing.append(f"{function.name}:{call.lineno}")
    assert missing == []
