"""An archived campaign is read and no more; what is not easily undone is pressed twice."""

from __future__ import annotations

import re

import pytest

from tests.faces.web.conftest import Lead
from tests.faces.web.test_taking import Client, sit
from tests.table.evening import LEADER
from tests.table.export.tables import ID

READY = 'id="empty"><h2>La table est prête'
ARCHIVED = 'id="empty"><h2>La campagne est archivée'


@pytest.fixture
def leader(lead: Lead) -> Client:
    return lead("armes_dieux")


def page(client: Client, rest: str = "") -> str:
    answer = client.get(f"/t/{ID}/{LEADER}{rest}")
    assert answer.status_code == 200
    return str(answer.text)


def archive(client: Client, yes: str) -> None:
    done = {"do": "archive", "archived": yes}
    client.post(f"/t/{ID}/{LEADER}/campagne", data=done, follow_redirects=False)


def test_nothing_is_asked_for_at_an_archived_table(leader: Client) -> None:
    assert READY in page(leader)
    assert '"begin_scene"' in page(leader, "/campagne")
    archive(leader, "1")
    assert ARCHIVED in page(leader)
    assert "Demander un test" not in page(leader)
    campaign = page(leader, "/campagne")
    assert not {what for what in ("begin_scene", "end_scene", "keep") if f'"{what}"' in campaign}
    assert "Reprendre la campagne" in campaign
    archive(leader, "0")
    assert READY in page(leader)


def test_who_comes_late_is_shown_where_to_find_a_character(lead: Lead) -> None:
    """While the others play, too."""
    client = lead("loss")
    campaign = f"/t/{ID}/{LEADER}/campagne"
    client.post(campaign, data={"do": "add_seat", "name": "Zoé"}, follow_redirects=False)
    asked = {"do": "request", "procedure": "loss.action", "to": "kordan", "trait": "Agilité"}
    asked |= {"talent": "Escalade", "difficulty": "15"}
    client.post(f"/t/{ID}/{LEADER}", data=asked, follow_redirects=False)
    assert 'class="card run' in page(client)
    link = client.post(campaign, data={"do": "link", "seat": "zoe"}).text
    found = re.search(r'value="http://testserver\.local(/lien/[^"]+)"', link)
    assert found
    sit(client, found[1])
    late = client.get(f"/t/{ID}/zoe").text
    assert 'class="card run' in late
    assert "D’abord votre personnage" in late


def test_a_seat_is_removed_and_the_game_handed_over_in_two_steps(leader: Client) -> None:
    campaign = page(leader, "/campagne")
    for what in ("hand_over", "remove_seat"):
        for part in campaign.split(f'value="{what}"')[:-1]:
            assert part.rfind('<details class="sure">') > part.rfind("</details>")
        assert f'value="{what}"' in campaign


def test_whoever_reads_a_page_is_there(leader: Client) -> None:
    there = page(leader).split(f'id="at-{LEADER}"')[0].rsplit("<li", 1)[1]
    away = page(leader).split('id="at-j1"')[0].rsplit("<li", 1)[1]
    assert "away" not in there
    assert "away" in away
