"""A default that is a step of a scale is shown on the card and in the story, asked for or not."""

from __future__ import annotations

import pytest

from tests.kit import acts
from tests.table.evening import LEADER, set_up


@pytest.mark.parametrize(
    ("game", "procedure", "params", "shown"),
    [
        ("exil", "exil.simple", {"talent": "Médecin"}, ("Difficulté", "0 (moyenne)")),
        (
            "loss",
            "loss.action",
            {"trait": "Agilité", "talent": "Armes de mêlée"},
            ("Difficulté", "15 (Moyen)"),
        ),
        ("socle", "socle.test", {"de": "Force"}, ("TN", "6 (normal)")),
    ],
)
def test_a_usual_difficulty_is_shown(
    game: str, procedure: str, params: dict[str, str], shown: tuple[str, str]
) -> None:
    table = set_up(game)
    (who,) = (one.id for one in table.view("j1").characters if one.mine)
    table.does(LEADER, acts.RequestRun(procedure=procedure, params=params, to=(who,)))
    (run,) = table.view("j1").runs
    assert shown in [(each.label, each.text) for each in run.parameters]


def test_a_default_that_means_nothing_stays_out() -> None:
    table = set_up("armes_dieux")
    ask = acts.RequestRun(
        procedure="armes_dieux.test", params={"domaine": "Influence"}, to=("bastan",)
    )
    table.does(LEADER, ask)
    (run,) = table.view(LEADER).runs
    assert "Malus" not in [each.label for each in run.parameters]


def test_a_request_without_a_name_is_refused_with_the_names_of_the_character() -> None:
    table = set_up("eclats")
    request = acts.RequestRun(procedure="eclats.test", params={"seuil": 6}, to=("lubin",))
    assert not table.act(LEADER, request)
    assert table.wrong is not None
    assert table.wrong.field == "caracteristique"
    assert "perception" in str(table.wrong)
