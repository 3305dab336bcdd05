"""Fields that a ruling gives their meaning: in the forms of the table and of the console, in `show`."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.faces.web.console.console_page import console_page
from tablee.faces.web.form.run_links import Draft
from tablee.faces.web.table.request_form import build_request_form
from tablee.rules.registry import find_game, find_procedure
from tablee.rules.texts.words import Words
from tests.kit import acts
from tests.kit.command_line import call
from tests.table.evening import LEADER, choices, set_up

FREE = {"choix_des": "libre"}


def shown(name: str, rulings: dict[str, Any], **params: Any) -> dict[str, str]:
    """Path of each control of the console -> its error."""
    game = find_game(name.partition(".")[0])
    assert game is not None
    page = console_page(Draft(game, find_procedure(name), params, rulings), Words(game))
    return {control.path: control.error for control in page.controls}


def test_the_console_leaves_out_what_means_nothing() -> None:
    given = {"caracteristique": 2, "seuil": 5}
    assert "des" not in shown("eclats.test", {}, **given)
    assert "des" not in shown("eclats.test", {"choix_des": "tous"}, **given)
    assert shown("eclats.test", FREE, **given)["des"] == ""


def test_the_console_shows_what_is_given_and_why_it_is_refused() -> None:
    found = shown("eclats.test", {}, caracteristique=2, seuil=5, des=2)
    assert "tous les dés" in found["des"]


def test_a_ruling_that_is_refused_hides_nothing() -> None:
    assert "des" in shown("eclats.test", {"choix_des": "rien"}, caracteristique=2, seuil=5)


@pytest.mark.parametrize(("rulings", "there"), [({}, False), (FREE, True)])
def test_the_request_form_follows_the_rulings_of_the_campaign(
    rulings: dict[str, Any], there: bool
) -> None:
    table = set_up("eclats", rulings=rulings)
    pairs = {"procedure": ["eclats.test"]}
    form = build_request_form(table.state, Words(table.game), pairs)
    paths = {control.path for control in (*form.main, *form.more)}
    assert ("des" in paths) is there
    assert "seuil" in paths
    params = {"caracteristique": "ruse", "seuil": 8}
    table.does(LEADER, acts.RequestRun(procedure="eclats.test", params=params, to=("lubin",)))
    (run,) = table.view("j2").runs
    assert bool(choices(run)) is there


def test_show_names_the_ruling() -> None:
    text = call("show", "eclats.test", "--lang", "en").out
    assert "Dice, only with “number of dice rolled”: the player’s choice." in text
    (field,) = [
        each
        for each in call("show", "eclats.test", "--json").json["params"]
        if each["name"] == "des"
    ]
    assert field["shown_when"] == {"ruling": "choix_des", "values": ["libre"]}
