"""The interval of advice that is being computed, as a text: its ends are rounded outwards."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.faces.cli.cli_context import Face
from tablee.faces.cli.progress import Waiting
from tablee.faces.messages import bound_text
from tablee.rules.registry import find_game, find_procedure
from tablee.rules.texts.languages import Lang
from tablee.rules.texts.words import Words

DUEL = find_procedure("exil.duel")


@pytest.mark.parametrize(
    ("lang", "name", "bound", "text"),
    [
        ("fr", None, (-0.126, 0.5), "l’emporter : entre −0,13 et 0,50 pour l’instant"),
        ("fr", "survie", (0.239, 0.791), "survivre : entre 23 % et 80 % pour l’instant"),
        ("en", "survie", (-1e-12, 1 + 1e-12), "surviving: between 0% and 100% for now"),
        ("en", None, None, ""),
    ],
)
def test_an_interval_is_rounded_outwards(
    lang: Lang, name: str | None, bound: tuple[float, float] | None, text: str
) -> None:
    found = bound_text(Words(find_game("exil"), lang), bound, DUEL, name)
    assert " ".join(found.split()) == text


def test_a_terminal_shows_it_after_the_title() -> None:
    class Bar:
        description = ""

        def update(self, task: Any, description: str) -> None:
            self.description = description

        def stop(self) -> None:
            pass

    waiting, bar = Waiting(Face(), "Recherche du meilleur choix"), Bar()
    with waiting:
        waiting.bar = bar
        waiting.note("entre 2 et 3")
    assert bar.description == "Recherche du meilleur choix (entre 2 et 3)"
