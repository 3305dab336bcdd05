"""A small story of the game: what runs leave is recorded, time passes, the numbers worked by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.rules.registry import find_procedure
from tablee.rules.schema import fields_of
from tests.games.stories import Story, dice


def armes_dieux() -> Story:
    story = Story("armes_dieux")
    gear = {"arc": "intact"}
    story.put("sil", "personnage", "Sil", domaines={}, sr=5, reserve_combat=4, equipement=gear)
    story.put("garde", "figurant", "Le garde", valeur=6, sr=5)
    return story


def test_effort_reserve_and_a_setback_that_weighs_once() -> None:
    story = armes_dieux()
    params = {
        "domaine": 3,
        "sr": 18,
        "bonus": ["effort"],
        "renfort_reserve": 2,
        "reserve_combat": 4,
    }
    assert story.runs("test", params, [dice(1, 1, 1, 1, 1, 1, 1, 2)], {"": "sil"}) == [
        "Un Effort : Sil prend un point de Tension.",
        "Un combat commence pour Sil : sa Réserve est ouverte.",
        "Sil puise 2 dés dans la Réserve de combat.",
        "Un Revers pour Sil : reste à choisir lequel.",
    ]
    sil = story.sheet("sil")
    assert (sil["tension"], sil["reserve_combat"], sil["en_combat"]) == (1, 2, True)
    (due,) = story.state["dus"]
    assert due["params"] == {"reussite": False, "acteur": "personnage"}
    chosen = story.runs("revers", due["params"], [{"choose": "difficulte"}], {"player": "sil"})
    assert chosen == ["Sil subit un Revers : Difficulté.", "Choix d’un Revers : c’est joué."]
    assert story.sheet("sil")["malus_report"] == 3
    easy = {"domaine": 6, "sr": 5, "malus_report": 3}
    story.runs("test", easy, [dice(6, 6, 6)], {"": "sil"})
    assert story.sheet("sil")["malus_report"] == 0
    turned = story.then("scene", moment="fin")
    assert story.texts(turned)[-1] == "Sil — Le combat est fini : la Réserve de combat se referme."
    assert story.sheet("sil")["en_combat"] is False


def test_gear_is_named_and_a_series_leaves_what_it_leaves() -> None:
    story = armes_dieux()
    (struck,) = story.consequences(
        "revers", {"reussite": False}, [{"choose": "equipement"}], {"": "sil"}
    )
    assert [each["evenement"]["dommage"] for each in (struck.event, *struck.others)] == [
        "endommage",
        "perdu",
    ]
    story.takes(struck.others[0])
    assert story.sheet("sil")["equipement"] == {"arc": "perdu"}
    texts = story.runs("revers", {"reussite": False}, [{"choose": "equipement"}], {"": "sil"})
    assert texts == ["Sil subit un Revers : équipement."]
    assert story.state["dus"][0]["texte"] == "un équipement perdu ou abîmé"

    sides = [
        {"id": "sil", "poignee": 3, "sr": 18, "malus_report": 3, "revers": "difficulte"},
        {"id": "garde", "poignee": 3, "sr": 18, "acteur": "figurant", "revers": "difficulte"},
    ]
    story.then("retouche", qui="sil", champs={"malus_report": 3})
    ones = [dice(), dice(1, 1, 1)]
    texts = story.runs("oppositions", {"participants": sides, "manches": 1}, ones[1:])
    assert texts == [
        "Sil : le Malus reporté a pesé, il n’en reste rien.",
        "Le garde subit un Revers : Difficulté.",
    ]
    assert story.sheet("garde")["malus_report"] == 3
    assert story.sheet("sil")["malus_report"] == 0


def test_a_malus_carried_over_weighs_on_an_opposition() -> None:
    """AD-REV-04, AD-MAL-01: the next action may be an opposition; it uses the Malus up."""
    story = armes_dieux()
    story.then("retouche", qui="sil", champs={"malus_report": 3})
    sides = [
        {"id": "sil", "poignee": 4, "sr": 3, "malus_report": 3},
        {"id": "garde", "poignee": 1, "sr": 3, "acteur": "figurant"},
    ]
    texts = story.runs("opposition", {"participants": sides}, [dice(4), dice(2)])
    assert texts == [
        "Sil : le Malus reporté a pesé, il n’en reste rien.",
        "Un Revers pour Sil : reste à choisir lequel.",
    ]
    assert story.sheet("sil")["malus_report"] == 0


def test_a_poignee_for_an_opposition_costs_what_a_test_would() -> None:
    """AD-OPP-01: each protagonist makes a Test; Effort and the Réserve are paid when it is gathered."""
    story = Story("armes_dieux")
    gear = {"reserve_combat": 4, "malus_report": 3, "en_combat": True}
    story.put("sil", "personnage", "Sil", domaines={}, sr=5, **gear)
    story.put("brute", "figurant", "La brute", valeur=6, sr=9, malus_report=3)
    pool = {"domaine": 4, "bonus": ["effort"], "malus_report": 3}
    assert story.runs(
        "poignee", pool | {"renfort_reserve": 2, "reserve_combat": 4}, cast={"": "sil"}
    ) == [
        "Un Effort : Sil prend un point de Tension.",
        "Sil puise 2 dés dans la Réserve de combat.",
        "Sil : le Malus reporté a pesé, il n’en reste rien.",
    ]
    sil = story.sheet("sil")
    assert (sil["tension"], sil["reserve_combat"], sil["malus_report"]) == (1, 2, 0)
    texts = story.runs("poignee_figurant", {"valeur": 6, "malus_report": 3}, cast={"": "brute"})
    assert texts == ["La brute : le Malus reporté a pesé, il n’en reste rien."]
    assert story.sheet("brute")["malus_report"] == 0


@pytest.mark.parametrize(
    ("procedure", "params", "faces", "owed"),
    [
        ("jet", {"poignee": 6, "sr": 6}, [2] * 6, ["les suites d’un succès remarquable"]),
        (
            "jet",
            {"poignee": 6, "sr": 6, "additionnel": "toujours"},
            [2] * 6,
            ["un résultat additionnel"],
        ),
        ("chance", {"question": "un forgeron ?"}, [3, 3, 4, 2], ["un forgeron ?"]),
        ("chance", {}, [3, 3, 4, 2], ["la condition d’un Oui"]),
        ("chance", {}, [6, 2, 1, 4], []),
        ("chance", {}, [1, 5, 2, 3], []),
    ],
)
def test_what_is_to_agree_upon_is_owed(
    procedure: str, params: dict[str, Any], faces: list[int], owed: list[str]
) -> None:
    """AD-RES-08, AD-ADD-01, AD-CHA-05, -08."""
    story = Story("armes_dieux")
    story.put("ada", "personnage", "Ada", domaines={}, sr=6)
    story.runs(procedure, params, [{"dice": faces}], {"player": "ada"})
    assert [due["texte"] for due in story.state["dus"]] == owed


@pytest.mark.parametrize(
    ("procedure", "field"),
    [
        ("test_figurant", "valeur"),
        ("test_figurant", "estimation"),
        ("poignee_figurant", "estimation"),
    ],
)
def test_the_scale_of_a_figurant_is_beside_its_size(procedure: str, field: str) -> None:
    """AD-FIG-07."""
    found = fields_of(find_procedure(f"armes_dieux.{procedure}"))[field].landmarks
    assert found is not None
    assert [dice for dice, _ in found.rows] == [0, 3, 6, 9, 12]
    assert "AD-FIG-07" in found.clauses
