"""A table under a path of a host that serves other things too."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import serving
from tests.browser.table.conftest import Party, Seat, read_parties
from tests.kit.reverse_proxy import proxied

ROOT = "/jeux/tablee"


@pytest.mark.parametrize("strips", [True, False], ids=["stripped", "kept"])
def test_a_test_is_asked_and_thrown_under_a_path(
    browser: Browser, tmp_path: Path, strips: bool
) -> None:
    with proxied(ROOT, strips) as proxy:
        public = proxy.address
        server = serving("--public", public, "--database", f"sqlite:///{tmp_path}/tables.db")
        with server:
            address, parties = read_parties(server)
            proxy.behind = urlsplit(address).port or 0
            _look_round(public)
            _play(browser, parties["Exil"], public)


def _play(browser: Browser, party: Party, public: str) -> None:
    assert all(link.startswith(f"{public}/lien/") for link in party.links)
    seats = [Seat(browser.new_context(locale="fr-FR"), link) for link in party.links[:2]]
    leader, player = seats
    leader.begin_scene("La digue")
    leader.ask("exil.simple", to=["aurele"], talent="Savant")
    expect(player.card).to_be_visible()
    player.throw()
    expect(player.last.locator(".sentence")).to_be_visible()
    expect(leader.last).to_contain_text("Aurèle")
    leader.page.get_by_role("link", name="La campagne").click()
    leader.page.get_by_role("button", name=re.compile("lien", re.IGNORECASE)).first.click()
    made = leader.page.locator("input.secret").first.input_value()
    assert made.startswith(f"{public}/lien/")
    for each in seats:
        assert each.asked
        assert all(url.startswith((public, "data:")) for url in each.asked), each.asked
        assert not each.wrong, each.wrong
        each.context.close()


def _look_round(public: str) -> None:
    """The console and the API have the path in their addresses too."""
    with httpx.Client(follow_redirects=False) as client:
        home = client.get(f"{public}/")
        assert home.status_code == 200
        found = re.findall(r'(?:href|src|action|hx-get|hx-post)="(/[^"]*)"', home.text)
        assert found
        assert all(each.startswith(f"{ROOT}/") for each in found), found
        form = client.get(f"{public}/exil/simple?talent=14").text
        assert f'action="{ROOT}/exil/simple' in form
        language = client.get(f"{public}/langue?vers=en&retour=/exil")
        assert language.headers["location"] == f"{ROOT}/exil"
        assert f"Path={ROOT}/" in language.headers["set-cookie"]
        openapi = client.get(f"{public}/api/openapi.json").json()
        assert openapi["servers"] == [{"url": f"{ROOT}/api"}]
        run = {"procedure": "exil.simple", "params": {"talent": 14}}
        odds = client.post(f"{public}/api/odds", json=run)
        assert odds.status_code == 200
