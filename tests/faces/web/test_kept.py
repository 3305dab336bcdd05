"""The leader's form for what changes by hand: of whom, and what."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from litestar.testing import TestClient

from tablee.faces.web.app import create_app
from tablee.faces.web.table import host
from tablee.table.export.leaving import campaign_file
from tests.faces.web.test_taking import Client, links, sit
from tests.table.evening import LEADER, set_up
from tests.table.export.tables import ID, logged


@pytest.fixture
def leader(monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    monkeypatch.setattr(host, "is_local", lambda request: True)
    with TestClient(create_app(hosts=["testserver.local"])) as client:
        sit(client, links(client, campaign_file(ID, logged(set_up("armes_dieux"))))[0])
        yield client


def form(client: Client, kind: str) -> str:
    answer = client.get(f"/t/{ID}/{LEADER}/campagne?event.type={kind}")
    assert answer.status_code == 200
    return str(answer.text).split('id="kept"')[1]


def test_a_change_is_of_one_character_unless_all_is_said(leader: Client) -> None:
    """Whose it is, in words of its own: a game may call another thing so."""
    shown = form(leader, "armes_dieux.personnage")
    whom = shown[: shown.index("</fieldset>", shown.index("De qui"))]
    assert re.search(r'name="event.qui" value="~0" checked', whom)
    assert re.search(r'name="event.qui" value="null"><span>tous les personnages', whom)
    assert re.search(r'<option value="bastan"', whom)
    assert "tous les personnages" not in form(leader, "acquitte")


@pytest.fixture
def seats(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Client, list[str]]]:
    """Exil: j2 plays Jeanne, j3 nobody."""
    monkeypatch.setattr(host, "is_local", lambda request: True)
    with TestClient(create_app(hosts=["testserver.local"])) as client:
        yield client, links(client, campaign_file(ID, logged(set_up("exil"))))


def test_a_player_writes_down_what_befalls_his_own_character(
    seats: tuple[Client, list[str]],
) -> None:
    """A level of a Talent is paid from the player's page (EXIL-XP-03); time is not his to let pass."""
    client, (_, _, jeanne, nobody) = seats
    sit(client, jeanne)
    page = f"/t/{ID}/j2/campagne"
    shown = client.get(f"{page}?event.type=exil.experience").text.split('id="kept"')[1]
    whom = shown[shown.index("De qui") : shown.index("</form>")]
    assert re.findall(r'<option value="(\w+)"', whom) == ["jeanne"]
    assert "tous les personnages" not in whom
    assert 'value="avance"' not in shown
    level = {
        "event.type": "exil.experience",
        "event.qui": "~0",
        "event.qui~0": "jeanne",
        "event.evenement.type": "monter",
        "event.evenement.talent": "Citadin",
        "event.evenement.attribut": "null",
        "event.evenement.apprentissage": "null",
        "event.evenement.part": "1/10",
    }
    sent = {"do": "keep", **level}
    assert client.post(page, data=sent, follow_redirects=False).status_code == 303
    assert "Citadin" in client.get(f"/t/{ID}/j2").text.split('id="tale-lines"')[1]
    assert client.post(page, data={**sent, "event.qui~0": "aurele"}).status_code == 403
    sit(client, nobody)
    assert 'id="kept"' not in client.get(f"/t/{ID}/j3/campagne").text
