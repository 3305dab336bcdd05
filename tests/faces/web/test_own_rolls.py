"""A player's own roll: what it is made of is tapped, never taken silently."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

from tablee.faces.web.table.act_forms import act_of
from tablee.table.acts.propose import Propose
from tests.faces.web.test_table_again import served
from tests.kit import acts
from tests.table.evening import LEADER, set_up
from tests.table.export.tables import ID


def test_a_tap_on_a_talent_asks_for_the_trait(tmp_path: Path) -> None:
    """LOSS-VTT-02: which Trait goes with a Talent is not fixed; the browser asks for one."""
    with served(set_up("loss"), tmp_path) as client:
        page = str(client.get(f"/t/{ID}/j1").text)
    traits = re.findall(r'<input type="radio" name="params.trait"[^>]*>', page)
    assert len(traits) == 6
    assert all("required" in each and "checked" not in each for each in traits)
    assert re.search(r'<button name="params.talent" value="Escalade">', page)
    assert page.index("Choisissez ici, puis touchez ce que vous tentez.") < page.index(traits[0])


def test_a_run_of_one_tap_needs_no_other(tmp_path: Path) -> None:
    with served(set_up("socle"), tmp_path) as client:
        page = str(client.get(f"/t/{ID}/j1").text)
    assert re.search(r'<button name="params.de" value="Force">', page)
    assert 'type="radio" name="params.' not in page
    assert "Choisissez ici" not in page


def test_a_specialisation_may_be_added_or_left_out(tmp_path: Path) -> None:
    """LOSS-PER-01, LOSS-JET-04: before the tap that begins the run."""
    with served(set_up("loss"), tmp_path) as client:
        page = str(client.get(f"/t/{ID}/j1").text)
    boxes = re.findall(r'<input type="checkbox" name="params.ag_permanentes" value="([^"]*)"', page)
    assert boxes == ["Sabre", "Longue route"]


def test_a_competence_may_be_added_or_left_out(tmp_path: Path) -> None:
    """ECL-LAN-06."""
    with served(set_up("eclats"), tmp_path) as client:
        page = str(client.get(f"/t/{ID}/j1").text)
    one_of = re.findall(r'<input type="radio" name="params.bonus" value="([^"]*)"', page)
    assert one_of == ["", "Veiller"]


def test_two_boxes_are_a_sum_and_none_is_nothing() -> None:
    table = set_up("loss")
    state, game, view = table.state, table.game, lambda: table.view("j1")
    pairs = {
        "procedure": ["loss.action"],
        "character": ["kordan"],
        "params.talent": ["Athlétisme"],
        "params.ag_permanentes": ["Sabre", "Longue route"],
        "params.bonus": [""],
    }
    act = act_of(state, view, game, {"do": ["propose"], **pairs})
    assert isinstance(act, Propose)
    assert act.params == {"talent": "Athlétisme", "ag_permanentes": "Sabre+Longue route"}


def test_a_character_without_talents_is_proposed_all_the_same(tmp_path: Path) -> None:
    """Exil: what a proposal may name besides, with the number that it has; nothing is required."""
    table = set_up("exil")
    bare = {"jeu": "exil", "type": "personnage", "nom": "Nour", "pds": 5}
    table.does(LEADER, acts.PutSheet(character="nour", sheet=bare, seat="j1"))
    run = next(e for e in table.view("j1").me.proposals if e.character == "nour")
    assert not any(field.required for field in run.fields)
    with served(table, tmp_path) as client:
        page = unescape(str(client.get(f"/t/{ID}/j1").text))
    assert "Santé \N{MINUS SIGN}" in page
    assert "Santé -" not in page
