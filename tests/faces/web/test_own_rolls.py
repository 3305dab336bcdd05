"""A player's own roll: what it is made of is tapped, never taken silently."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

from tablee.faces.web.table.act_forms import act_of
from tablee.table.acts.propose import Propose
from tests.faces.web.test_table_again import Client, served
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


def awaited(client: Client, seat: str) -> str:
    """Return what the top of a page says of whom the table waits for."""
    page = str(client.get(f"/t/{ID}/{seat}").text)
    found = re.search(r'<p class="awaited.*?</p>', page, re.DOTALL)
    assert found is not None
    return unescape(re.sub(r"<[^>]*>", "", found[0])).replace("\u00a0", " ")


def test_whom_the_table_waits_for_after_a_proposal(tmp_path: Path) -> None:
    """The player who proposes waits for the leader; the other one waits for nobody."""
    table = set_up("socle")
    table.does(
        "j1", acts.Propose(procedure="socle.test", character="gontrand", params={"de": "Force"})
    )
    leader = table.state.seats[LEADER].name
    with served(table, tmp_path) as client:
        assert awaited(client, "j1") == f"On attend {leader}"
        assert awaited(client, "j2") == "Personne n’est attendu"
        assert awaited(client, LEADER) == "1 demande"


def test_what_is_still_to_be_played_is_counted_at_the_top_for_the_leader(tmp_path: Path) -> None:
    table = set_up("socle")
    for text in ("la porte cède", "la nuit tombe"):
        table.does(LEADER, acts.ChangeRecord(event={"type": "du", "du": {"texte": text}}))
    with served(table, tmp_path) as client:
        assert awaited(client, LEADER) == "Reste à jouer : 2"
        assert 'href="#pending"' in str(client.get(f"/t/{ID}/{LEADER}").text)
        assert awaited(client, "j1") == "Personne n’est attendu"


def test_a_table_on_which_nothing_is_played_says_how_a_player_begins(tmp_path: Path) -> None:
    (tmp_path / "freely").mkdir()
    with served(set_up("socle"), tmp_path) as client:
        proposing = str(client.get(f"/t/{ID}/j1").text)
        leading = str(client.get(f"/t/{ID}/{LEADER}").text)
    assert "Pour proposer un jet, touchez plus bas une case de votre fiche." in proposing
    assert "touchez plus bas" not in leading
    freely = set_up("socle")
    freely.does(LEADER, acts.AllowRolls(allowed=True))
    with served(freely, tmp_path / "freely") as client:
        assert "Pour lancer, touchez plus bas" in str(client.get(f"/t/{ID}/j1").text)
