"""The landmarks of a document beside the values of a choice: at the table, as JSON, at the
terminal."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tablee.faces.web.console.console_run import played
from tablee.games.socle.landmarks import EFFECTS_SEEN, EXAMPLES_SEEN, RIPOSTES_SEEN
from tablee.rules.choice_landmarks import meanings
from tablee.rules.readings.session import Session
from tablee.rules.run_input import ask_about
from tablee.rules.run_json import run_view
from tablee.rules.texts.words import Words
from tests.kit import acts
from tests.table.evening import LEADER, choices, set_up

MISSED: dict[str, Any] = {"de": 10, "cible": "pion", "riposte": "ask"}
ANSWERS = [{"dice": [4]}]
CAST: tuple[tuple[str, str], ...] = (
    ("tour", "Maga"),
    ("action", "magie"),
    ("effet", "autre"),
    ("decrire", "de la brume"),
)


def missed() -> Session:
    return Session(ask_about("socle.attaque", MISSED, {}, ANSWERS))


def test_the_leader_reads_them_at_the_table() -> None:
    """SOC-RIP-01."""
    table = set_up("socle")
    params = {"de": "Force", "aide": False, "riposte": "ask"}
    cast = {"adversaire": "capitaine"}
    request = acts.RequestRun(procedure="socle.attaque", params=params, to=("gontrand",), cast=cast)
    table.does(LEADER, request)
    table.does("j1", acts.Answer(run="j1", place=0, answer={"dice": [3]}))
    (ask,) = choices(table.view(LEADER).runs[0])
    assert {each.id: each.means for each in ask.options or ()} == {
        "coeur": "Le plus souvent, même sur un 1",
        "complication": "On lâche son arme, on tombe, on est chassé de son abri",
        "aucune": msgspec.UNSET,
    }


def test_a_run_as_json_and_the_console_have_them() -> None:
    session = missed()
    words = Words(session.question.game, "en")
    (first, second, _) = run_view(session, words)["ask"]["options"]
    assert first["means"] == "Most often, even on a 1"
    shown = played(session.question, words).asked[0].options
    assert [each.means for each in shown[:2]] == [first["means"], second["means"]]


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_choice_without_a_parameter_has_its_own(lang: str) -> None:
    """SOC-MAG-05: in a fight the MJ gives the TN and the cost of an effect that is described."""
    fight = {
        "heros": [{"id": "Maga", "de": {"Force": 6, "Magie": 8}, "coeurs": 4}],
        "adversaires": [{"id": "b", "cible": "pion"}],
    }
    answers = [{"choose": value} for _, value in CAST]
    session = Session(ask_about("socle.combat", fight, {}, answers))
    choice: Any = session.pending
    assert choice.label == "ampleur"
    found = meanings(session, choice, Words(session.question.game, "fr" if lang == "fr" else "en"))
    assert set(found) == set(EFFECTS_SEEN)
    if lang == "fr":
        (examples,) = EXAMPLES_SEEN["standard"]  # the TN and the cost are in the name of the level
        assert found["standard"].lower() == examples


def test_a_number_has_its_own_landmark_and_others_none() -> None:
    """SOC-DIF-02..04: the degrees after a move."""
    fight = {
        "heros": [{"id": "Ana", "de": 10}],
        "adversaires": [{"id": "b", "cible": "pion"}],
    }
    answers: list[dict[str, Any]] = [{"choose": "deplacement:Ana"}, {"choose": ["b"]}]
    session = Session(ask_about("socle.combat", fight, {}, answers))
    view = run_view(session, Words(session.question.game))["ask"]
    assert view["range"] == [-2, 2]
    assert view["means"][2] == ""
    assert all(view["means"][place] for place in (0, 1, 3, 4))


def test_the_parameter_of_the_rule_that_asks_counts_before_that_of_the_run() -> None:
    """SOC-MAG-07, -08: a spell within a fight offers more than a blow."""
    fight = {
        "heros": [{"id": "Maga", "de": {"Force": 6, "Magie": 8}}],
        "adversaires": [{"id": "b", "cible": "elite"}],
        "avantage": "ask",
    }
    answers: list[dict[str, Any]] = [
        *({"choose": each} for each in ("Maga", "attaque:b", "sort", "l’éclair", "standard")),
        {"dice": [8]},
    ]
    session = Session(ask_about("socle.combat", fight, {}, answers))
    choice: Any = session.pending
    assert set(choice.form.ids) == {"blessure", "echelle", "autre", "mana"}
    assert set(meanings(session, choice, Words(session.question.game))) == set(choice.form.ids)


def test_an_ask_without_landmarks_has_none() -> None:
    session = Session(ask_about("socle.test", {"de": 10, "aide": False}, {}, []))
    assert "means" not in run_view(session, Words(session.question.game))["ask"]
    assert set(RIPOSTES_SEEN) == {"coeur", "complication"}


def test_yes_and_no_are_no_numbers() -> None:
    """ECL-NEG-10: the prices of one die say nothing of whether to bargain."""
    params = {"caracteristique": 1, "seuil": 8, "prix": "ask", "joueurs": 2}
    session = Session(ask_about("eclats.action", params, {}, [{"dice": [3, 4]}]))
    view = run_view(session, Words(session.question.game))["ask"]
    assert [(each["id"], "means" in each) for each in view["options"]] == [
        (True, False),
        (False, False),
    ]
