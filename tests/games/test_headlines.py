"""What the chance that stands first is about, for each seat; none where nothing means success."""

from __future__ import annotations

import pytest

from tablee.faces.pictures.captions import headline
from tablee.faces.pictures.study import Study
from tablee.rules.registry import find_game
from tablee.rules.run_input import ask_about
from tablee.rules.words import Words
from tests.games.armes_dieux.grid import GRID as ARMES_DIEUX
from tests.games.socle.grid import GRID as SOCLE

SHARED = ""
HEADLINES: dict[str, dict[str, str] | None] = {
    "armes_dieux.poignee": None,
    "armes_dieux.poignee_figurant": None,
    "armes_dieux.jet": {"player": SHARED},
    "armes_dieux.test": {"player": SHARED},
    "armes_dieux.test_figurant": {"meneur": SHARED},
    "armes_dieux.cadrage": {"player": SHARED},
    "armes_dieux.revers": None,
    "armes_dieux.opposition": {"Ada": "l’emporter (Ada)", "Bo": "l’emporter (Bo)"},
    "armes_dieux.oppositions": {"Ada": "l’emporter (Ada)", "Bo": "l’emporter (Bo)"},
    "armes_dieux.chance": None,
    "armes_dieux.personnage": None,
    "armes_dieux.campagne": None,
    "socle.test": {"player": SHARED, "ally": SHARED},
    "socle.test_d6": {"player": SHARED},
    "socle.attaque": {"player": SHARED},
    "socle.attaque_d6": {"player": SHARED},
    "socle.magie": {"player": SHARED},
    "socle.sort_attaque": {"player": SHARED},
    "socle.coup": None,
    "socle.combat": {"Ana": "l’emporter"},
    "socle.combat_d6": {"Ana": "l’emporter"},
    "socle.duel": {"player": "l’emporter"},
    "socle.duel_d6": {"player": "l’emporter"},
    "socle.chronometre": {"player": SHARED},
    "socle.scene": None,
    "socle.repos": None,
    "socle.essais": None,
    "socle.developpement_d6": None,
    "socle.campagne": None,
}


@pytest.mark.parametrize("game", ["armes_dieux", "socle"])
def test_each_procedure_is_in_the_list(game: str) -> None:
    found = find_game(game)
    assert found is not None
    listed = {name for name in HEADLINES if name.startswith(f"{game}.")}
    assert listed == {kind.id for kind in found.procedures}


@pytest.mark.parametrize("procedure", HEADLINES)
def test_the_headline_is_what_a_seat_means_by_success(procedure: str) -> None:
    question = ask_about(procedure, (ARMES_DIEUX | SOCLE)[procedure][0])
    words = Words(question.game)
    expected = HEADLINES[procedure]
    if expected is None:
        assert headline(Study([question]), words) is None
        return
    for seat, about in expected.items():
        found = headline(Study([question], seat=seat), words)
        assert found is not None
        assert found[1] == about
