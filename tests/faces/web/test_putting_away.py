"""Characters put away and removed on the campaign page; campaigns deleted on the page of campaigns."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from tests.faces.web.test_table_again import served
from tests.kit import acts
from tests.kit.host import AS_HOST
from tests.table.evening import LEADER, set_up
from tests.table.export.tables import ID

PAGE, TABLE = f"/t/{ID}/{LEADER}/campagne", f"/t/{ID}/{LEADER}"
Client = TestClient[Any]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with served(set_up("armes_dieux"), tmp_path) as browser:
        yield browser


def serves(client: Client) -> bool:
    """Whether the sentinel is among those whom the leader may ask."""
    return 'name="to" value="sentinelle"' in client.get(TABLE).text


def test_a_character_put_away_is_in_no_form_until_it_is_taken_out(client: Client) -> None:
    assert serves(client)
    for value, again in (("1", False), ("0", True)):
        form = {"do": "put_away", "character": "sentinelle", "away": value}
        answer = client.post(PAGE, data=form, follow_redirects=False)
        assert answer.headers["location"] == f"{PAGE}#personnages"
        assert serves(client) is again
        assert ("1 personnage rangé" in client.get(PAGE).text) is not again


def test_a_sheet_is_removed_by_two_taps(client: Client) -> None:
    assert "Oui, retirer Sentinelle du pont" in client.get(PAGE).text
    form = {"do": "change_record", "event.type": "retrait", "event.qui": "sentinelle"}
    answer = client.post(PAGE, data=form, follow_redirects=False)
    assert answer.headers["location"] == f"{PAGE}#personnages"
    assert not serves(client)
    assert "sentinelle" not in client.get(PAGE).text.partition("Partir d’une fiche")[0]


def test_an_archived_campaign_is_deleted_and_others_are_not(tmp_path: Path) -> None:
    with served(set_up("armes_dieux"), tmp_path) as client:
        client.headers.update(AS_HOST)
        for archived in (False, True):
            if archived:
                client.post(PAGE, data={"do": "archive", "archived": "1"})
            assert ("Effacer la campagne" in client.get("/campagnes").text) is archived
            answer = client.post("/campagnes", data={"delete": ID}, follow_redirects=False)
            assert answer.status_code == (303 if archived else 422)
        assert client.get(TABLE).status_code == 403
        assert client.post("/campagnes", data={"delete": ID}).status_code == 422


def test_the_api_deletes_it_too(tmp_path: Path) -> None:
    table = set_up("armes_dieux")
    with served(table, tmp_path) as client:
        path = f"/api/campaigns/{ID}"
        assert client.delete(path).status_code == 401
        client.headers.update(AS_HOST)
        assert client.delete(path).status_code == 409
        client.post(PAGE, data={"do": "archive", "archived": "1"})
        assert client.delete(path).status_code == 204
        assert client.delete(path).status_code == 404
        assert client.get("/api/campaigns").json() == {"campaigns": []}


def test_one_brought_back_from_its_file_is_as_it_was(tmp_path: Path) -> None:
    table = set_up("armes_dieux")
    table.does(LEADER, acts.Archive())
    with served(table, tmp_path) as client:
        kept = client.get(f"/t/{ID}/{LEADER}/fichier").content
        client.headers.update(AS_HOST)
        client.delete(f"/api/campaigns/{ID}")
        content_type = {"content-type": "application/json"}
        back = client.post("/api/campaigns/import", content=kept, headers=content_type)
        assert back.status_code == 201, back.text
        assert [each["archived"] for each in client.get("/api/campaigns").json()["campaigns"]] == [
            True
        ]
