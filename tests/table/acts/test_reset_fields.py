"""Fields that no longer fit are put back to their starting values, one or all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient

from tablee.faces.web.app import AppOptions, create_app
from tablee.rules.authoring.game_file import load_game
from tablee.rules.registry import unregister
from tablee.rules.sheets.stored_sheets import misfits
from tablee.table.export.exporting import campaign_file
from tablee.table.export.importing import campaign_of
from tablee.table.log import events as ev
from tablee.table.refusals import NotYours, Stale
from tablee.table.replay import Replays
from tests.faces.web.test_taking import links, sit
from tests.kit import acts
from tests.kit.host import AS_HOST, HOST
from tests.table.evening import LEADER, Table, set_up
from tests.table.export.tables import ID, logged
from tests.table.test_stored_sheets import CHANGES, FORCE, RUSE, SOURCE

BOTH = SOURCE.replace(RUSE, "").replace(FORCE, FORCE.replace("le=6", "le=4"))
"""`ruse` is gone, and a `force` of 5 is too high."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Two characters: `ana` of `j1`, `ombre` of the leader, whom nobody else knows."""
    (tmp_path / "essai.py").write_text(SOURCE, "utf-8")
    load_game(tmp_path / "essai.py")
    made = Table("essai")
    sheet = {"type": "essai.personnage", "nom": "Ana", "force": 5, "ruse": 4}
    made.does(LEADER, acts.PutSheet(character="ana", sheet=sheet, seat="j1"))
    made.does(LEADER, acts.PutSheet(character="ombre", sheet=sheet | {"nom": "Ombre"}))
    yield made
    unregister("essai")


def change(table: Table, tmp_path: Path, source: str) -> None:
    (tmp_path / "essai.py").write_text(source, "utf-8")
    table.game = load_game(tmp_path / "essai.py")
    table.replays = Replays()


@pytest.mark.parametrize("name", [name for name, (_, _, wrong, _) in CHANGES.items() if wrong])
@pytest.mark.parametrize("seat", [LEADER, "j1"])
def test_all_misfits_of_a_sheet_are_reset(
    name: str, seat: str, table: Table, tmp_path: Path
) -> None:
    old, new, _, _ = CHANGES[name]
    change(table, tmp_path, SOURCE.replace(old, new))
    table.does(seat, acts.ResetFields(character="ana"))
    assert not misfits(table.state.sheet("ana"), table.game)
    assert table.state.sheet("ana")["nom"] == "Ana"
    assert misfits(table.state.sheet("ombre"), table.game)
    assert table.again().record == table.state.record
    assert campaign_of(campaign_file(ID, logged(table)))[1].record == table.state.record


def test_one_field_is_reset_and_the_others_wait(table: Table, tmp_path: Path) -> None:
    change(table, tmp_path, BOTH)
    table.does("j1", acts.ResetFields(character="ana", field="force"))
    sheet = table.state.sheet("ana")
    assert (sheet["force"], sheet["ruse"]) == (3, 4)
    assert [each.field for each in misfits(sheet, table.game)] == ["ruse"]
    assert campaign_of(campaign_file(ID, logged(table)))[1].record == table.state.record
    table.does("j1", acts.ResetFields(character="ana", field="ruse"))
    assert "ruse" not in table.state.sheet("ana")
    assert not misfits(table.state.sheet("ana"), table.game)


def test_only_fields_that_do_not_fit_are_reset(table: Table, tmp_path: Path) -> None:
    assert not table.act("j1", acts.ResetFields(character="ana"))
    assert isinstance(table.wrong, Stale)
    change(table, tmp_path, BOTH)
    assert not table.act("j1", acts.ResetFields(character="ana", field="nom"))
    assert isinstance(table.wrong, Stale)
    assert "force, ruse" in str(table.wrong)
    for seat, who in (("j2", "ana"), ("j1", "ombre"), ("j1", "personne")):
        assert not table.act(seat, acts.ResetFields(character=who))
        assert isinstance(table.wrong, NotYours)


def test_the_story_says_it_to_those_who_know_the_character(table: Table, tmp_path: Path) -> None:
    change(table, tmp_path, BOTH)
    table.does("j1", acts.ResetFields(character="ana"))
    (item,) = [each for each in table.view("j2").story.items if each.kind == "fields_reset"]
    assert (item.by, item.text, item.reason) == ("Siège 1", "Ana", "Force, Ruse")
    table.does(LEADER, acts.ResetFields(character="ombre"))
    for seat, known in ((LEADER, 2), ("j1", 1), ("j2", 1)):
        items = table.view(seat).story.items
        assert sum(each.kind == "fields_reset" for each in items) == known


def test_a_consequence_declined_later_brings_no_misfit_back(table: Table, tmp_path: Path) -> None:
    table.does(LEADER, acts.BeginScene(title="Le quai"))
    due = acts.ChangeRecord(event={"type": "du", "du": {"texte": "plus tard"}})
    table.does(LEADER, due)
    change(table, tmp_path, BOTH)
    table.does("j1", acts.ResetFields(character="ana"))
    table.does(LEADER, acts.Decline(consequence=table.state.scene_consequences[-1]))
    assert not misfits(table.state.sheet("ana"), table.game)


def test_a_kind_among_several_is_not_guessed(table: Table, tmp_path: Path) -> None:
    old, new, _, _ = CHANGES["another kind"]
    other = "\n\nclass Autre(Sheet, tag='essai.autre'):\n    nom: str\n\n\nclass Issue("
    source = SOURCE.replace(old, new).replace("\n\nclass Issue(", other, 1)
    change(table, tmp_path, source.replace("(Fiche,)", "(Fiche, Autre)"))
    assert not table.act("j1", acts.ResetFields(character="ana"))
    assert table.wrong is not None
    assert table.wrong.field == "field.type"
    assert "essai.heros, essai.autre" in str(table.wrong)


def test_runs_with_consequences_go_on_beside_a_sheet_that_does_not_fit() -> None:
    table = set_up("armes_dieux")
    misfit = {**table.state.sheet("oriane"), "ancien_champ": 1}
    changes = {"fiches": {"oriane": misfit}}
    table.happen(ev.Recorded(consequence="c.oriane.9", event={}, changes=changes))
    gear = {"reussite": True, "choix": "equipement"}
    table.does(LEADER, acts.RequestRun(procedure="armes_dieux.revers", params=gear, to=("bastan",)))
    assert "j1.1" in table.state.consequences
    assert table.state.sheet("oriane") == misfit


def test_a_tap_on_the_page_and_a_request_of_a_program(table: Table, tmp_path: Path) -> None:
    data = campaign_file(ID, logged(table))
    change(table, tmp_path, BOTH)
    options = AppOptions(hosts=["testserver.local"], host_token=HOST)
    with TestClient(create_app(options)) as client:
        client.headers.update(AS_HOST)
        leader, owner, *_ = links(client, data)
        sit(client, owner)
        sheet = f"/t/{ID}/j1/fiche/ana"
        page = client.get(sheet).text
        assert page.count("Remettre à la valeur de départ") == 1
        assert page.count("Ôter ce champ") == 1
        assert "Tout remettre aux valeurs de départ" in page
        reply = client.post(f"{sheet}/depart", data={"field": "force"}, follow_redirects=False)
        assert (reply.status_code, reply.headers["location"]) == (303, sheet)
        page = client.get(sheet).text
        assert page.count("Ôter ce champ") == 1
        assert "Remettre à la valeur" not in page
        assert "Tout remettre" not in page
        again = client.post(f"{sheet}/depart", data={"field": "force"})
        assert again.status_code == 409
        assert "un champ qui ne va plus" in again.text
        assert client.post(f"/t/{ID}/j1/fiche/ombre/depart").status_code == 404
        act = {"type": "reset_fields", "character": "ana"}
        made = client.post(f"/api/campaigns/{ID}/credentials", json={"kind": "token"}).json()
        token = {"authorization": f"Bearer {made['secret']}"}
        reply = client.post(f"/api/tables/{ID}/{LEADER}/acts", json=act, headers=token)
        assert reply.status_code == 200, reply.text
        page = client.get(sheet).text
        assert "Les règles de ce jeu ont changé" not in page
        assert "revient à sa valeur de départ" in client.get(f"/t/{ID}/j1").text
        sit(client, leader)
        assert client.post(f"/t/{ID}/{LEADER}/fiche/ombre/depart").status_code == 200


def test_the_value_of_a_field_with_another_name_goes_to_the_new_one(
    table: Table, tmp_path: Path
) -> None:
    """Not to a field that does not take it, nor to one that the sheet has already."""
    data = campaign_file(ID, logged(table))
    new = "    astuce: Annotated[int, Meta(ge=1, le=6)] = 2\n    mot: str = ''\n"
    change(table, tmp_path, SOURCE.replace(RUSE, new))
    assert not table.act("j1", acts.ResetFields(character="ana", field="ruse", onto="mot"))
    assert "astuce" in str(table.wrong)
    assert not table.act("j1", acts.ResetFields(character="ana", field="ruse", onto="force"))
    table.does("j1", acts.ResetFields(character="ana", field="ruse", onto="astuce"))
    sheet = table.state.sheet("ana")
    assert (sheet["astuce"], "ruse" in sheet) == (4, False)
    assert not misfits(sheet, table.game)
    assert campaign_of(campaign_file(ID, logged(table)))[1].record == table.state.record
    with TestClient(create_app(AppOptions(hosts=["testserver.local"], host_token=HOST))) as client:
        client.headers.update(AS_HOST)
        _, owner, *_ = links(client, data)
        sit(client, owner)
        page = client.get(f"/t/{ID}/j1/fiche/ana").text
        assert 'value="ruse astuce"' in page
        assert 'value="ruse mot"' not in page
        client.post(f"/t/{ID}/j1/fiche/ana/depart", data={"field": "ruse astuce"})
        assert "Les règles de ce jeu ont changé" not in client.get(f"/t/{ID}/j1/fiche/ana").text
