"""Campaigns that come in and leave by the pages, and the throws of a seat beside its table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from litestar.testing import TestClient

from tablee.faces.web.app import AppOptions, create_app
from tablee.table.export.exporting import campaign_file, throws_file
from tests.kit.host import AS_HOST, HOST
from tests.table.evening import set_up
from tests.table.export.tables import ID, LEADER, logged, played

Client = TestClient[Any]


@pytest.fixture
def client() -> Iterator[Client]:
    """The pages, asked by the host."""
    options = AppOptions(hosts=["testserver.local"], host_token=HOST)
    with TestClient(create_app(options)) as client:
        client.headers.update(AS_HOST)
        yield client


def bring(client: Client, data: bytes) -> Any:
    given = {"file": ("campagne.json", data, "application/json")}
    return client.post("/campagnes/importer", files=given)


def links(client: Client, data: bytes) -> list[str]:
    """Import a campaign: the link of each seat, the leader's first."""
    answer = bring(client, data)
    assert answer.status_code < 300, answer.text
    return re.findall(r'value="http://testserver\.local(/lien/[^"]+)"', answer.text)


def sit(client: Client, link: str) -> None:
    client.cookies.clear()
    assert client.post(link, follow_redirects=False).status_code == 303


def test_a_campaign_comes_in_and_each_seat_has_its_file(client: Client) -> None:
    events = logged(played("loss", 3))
    whole = campaign_file(ID, events)
    given = links(client, whole)
    assert len(given) == 4
    for place, link in enumerate(given):
        seat = LEADER if not place else f"j{place}"
        sit(client, link)
        name = f"tablee-essai-siege-{place}" if place else "tablee-essai"
        answer = client.get(f"/t/{ID}/{seat}/fichier")
        assert answer.content == (throws_file(ID, events, seat) if place else whole)
        assert answer.headers["content-disposition"] == f'attachment; filename="{name}.json"'
        page = client.get(f"/t/{ID}/{seat}/lancers").text
        embedded = re.search(r'<textarea id="embedded" hidden>(.*?)</textarea>', page, re.S)
        assert embedded
        assert unescape(embedded[1]).encode() == throws_file(ID, events, seat)
        assert f'href="/t/{ID}/{seat}"' in page
        settings = client.get(f"/t/{ID}/{seat}/campagne").text
        assert f"/t/{ID}/{seat}/fichier" in settings
        assert f"/t/{ID}/{seat}/lancers" in settings


def test_nobody_elses_file(client: Client) -> None:
    given = links(client, campaign_file(ID, logged(played("loss", 3))))
    sit(client, given[1])
    for page in ("fichier", "lancers"):
        assert client.get(f"/t/{ID}/j1/{page}").status_code == 200
        assert client.get(f"/t/{ID}/{LEADER}/{page}").status_code == 403
        assert client.get(f"/t/{ID}/j2/{page}").status_code == 403
        assert client.get(f"/t/autretable/j1/{page}").status_code == 403
    client.cookies.clear()
    assert client.get(f"/t/{ID}/j1/fichier").status_code == 403


def test_who_plays_is_not_shown_the_sheets_of_adversaries(client: Client) -> None:
    """One that is ready to play is against them as it is; the leader has all of them."""
    given = links(client, campaign_file(ID, logged(set_up("exil"))))
    for link, seat, leads in ((given[0], LEADER, True), (given[1], "j1", False)):
        sit(client, link)
        offered = re.findall(r'fiche\?modele=(\w+)"', client.get(f"/t/{ID}/{seat}/campagne").text)
        assert ("brute" in offered) is leads
        assert "jeanne" in offered
        for query in ("modele=brute", "qui=brute", "sorte=adversaire"):
            page = client.get(f"/t/{ID}/{seat}/fiche?{query}").text
            assert ('name="reddition"' in page) is leads, query
        assert "Jeanne Vauquelin" in client.get(f"/t/{ID}/{seat}/fiche?modele=jeanne").text


def test_a_player_chooses_a_character_and_nothing_before(client: Client) -> None:
    """The leader may also mean all characters: a player has one way only, which is no choice."""
    given = links(client, campaign_file(ID, logged(set_up("exil"))))
    sit(client, given[1])
    page = client.get(f"/t/{ID}/j1/campagne").text
    whose = page[page.index("De qui") :].partition("</fieldset>")[0]
    assert "mon personnage" not in whose
    assert '<input type="hidden" name="event.qui" value="~0">' in whose
    assert '<option value="aurele" selected>' in whose


@pytest.mark.parametrize(
    "data",
    [b"", b"{]", b"\xff", b'{"name": "autre chose"}', campaign_file("quai42abcd", [])[:-9]],
)
def test_a_file_that_is_none_is_refused_in_words(client: Client, data: bytes) -> None:
    """Words for a person who chose the wrong file: where reading stops is nothing to them."""
    answer = bring(client, data)
    assert answer.status_code == 422
    texts = "n’est pas une campagne écrite par Tablée"
    assert f"Cette campagne n’est pas importée. Le fichier {texts}" in answer.text
    notice = answer.text.partition('class="complaint" role="alert"')[2].partition("</p>")[0]
    assert "Emporter la campagne en un fichier" in notice
    assert not re.search("JSON|octet", notice)
    assert 'role="alert"' in answer.text
    assert ID not in client.get("/campagnes").text


def test_no_file_at_all(client: Client) -> None:
    assert client.post("/campagnes/importer").status_code in (400, 422)
    assert client.post("/campagnes/importer", data={"file": "x"}).status_code == 422


def test_a_file_larger_than_the_usual_bound_of_a_form(client: Client) -> None:
    answer = bring(client, b" " * (12 * 1024 * 1024))
    assert answer.status_code == 422
    assert "Cette campagne n’est pas importée." in answer.text


def test_only_from_this_machine() -> None:
    with TestClient(create_app(AppOptions(hosts=["testserver.local"]))) as far:
        assert bring(far, campaign_file(ID, logged(played("loss", 3)))).status_code == 404


def test_who_has_a_page_without_a_stream_is_there(client: Client) -> None:
    """As where no script runs: its pages alone say that somebody sits there."""
    given = links(client, campaign_file(ID, logged(set_up("exil"))))
    sit(client, given[1])
    assert client.get(f"/t/{ID}/j1").status_code == 200
    sit(client, given[0])
    page = client.get(f"/t/{ID}/{LEADER}").text
    seen = re.findall(r'<li class="person( away)?" id="at-(\w+)">', page)
    assert [seat for gone, seat in seen if not gone] == [LEADER, "j1"]
    assert [seat for gone, seat in seen if gone] == ["j2", "j3"]
