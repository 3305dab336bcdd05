"""The pages of the host: from which devices they open, and where their links lead."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from tablee.faces.web.app import AppOptions, create_app
from tablee.faces.web.table.demo_tables import short_names
from tablee.rules.authoring.game_file import load_game
from tablee.rules.registry import unregister
from tablee.table import access
from tablee.table.access import Door
from tablee.table.export.exporting import campaign_file
from tablee.table.rooms import Rooms
from tablee.table.store.store_address import opened
from tests.kit.command_line import ROOT
from tests.kit.host import AS_HOST, HOST
from tests.table.evening import set_up
from tests.table.export.tables import ID, logged

TUTORIAL = ROOT / "docs" / "tutorial" / "phares.py"
OWN, OTHER, HERE = "192.0.2.7", "192.0.2.8", "127.0.0.1"
SHARED = [f"{OWN}:8420", f"{HERE}:8420"]
"""What a server that is open to its network answers to."""
NEW = {"name": "Les marées", "game": "exil", "leader": "Ana", "players": "Lou"}


def client(
    own: str,
    come_from: str,
    hosts: list[str] = SHARED,
    database: str | None = None,
    public: str | None = None,
) -> TestClient[Any]:
    """A browser at the address `come_from` that asks for pages at `own`; without a proxy with the
    host's token, where the keys do not matter."""
    token = None if public else HOST
    app = create_app(AppOptions(hosts=hosts, database=database, public=public, host_token=token))

    async def coming(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            scope["client"] = (come_from, 50_000)
        await app(scope, receive, send)

    made = TestClient(coming, base_url=f"http://{own}:8420")
    made.headers.update(AS_HOST if token else {})
    return made


@pytest.mark.parametrize(("own", "come_from"), [(HERE, HERE), (OWN, OWN), (OWN, OTHER)])
def test_they_open_with_the_keys_alone(own: str, come_from: str) -> None:
    """A request from this machine may come from a proxy: no address opens them."""
    with client(own, come_from) as browser:
        assert browser.get("/campagnes").status_code == 200
        assert 'href="/campagnes"' in browser.get("/").text
        del browser.headers["authorization"]
        for method, path in (
            ("GET", "/campagnes"),
            ("POST", "/campagnes"),
            ("POST", "/campagnes/importer"),
            ("POST", "/campagnes/reseau"),
        ):
            assert browser.request(method, path, data=NEW).status_code == 404
        home = browser.get("/").text
        assert 'href="/campagnes"' not in home
        assert "le lien «\u00a0clés du serveur\u00a0» que la commande a affiché" in home


def test_the_command_opens_the_keys_on_its_machine(tmp_path: Path) -> None:
    """No button there: the page comes at once, and with it the campaigns."""
    database = f"sqlite:///{tmp_path}/tables.sqlite3"
    keys = new_keys(database)
    with client(HERE, HERE, database=database) as browser:
        del browser.headers["authorization"]
        opened_at = browser.get(keys)
        assert opened_at.url.path == "/"
        assert 'href="/campagnes"' in opened_at.text
        assert browser.get("/campagnes").status_code == 200
        assert browser.get(f"{keys}x").status_code == 404


@pytest.mark.parametrize("header", ["Forwarded", "X-Forwarded-For", "Via"])
@pytest.mark.parametrize("own", [HERE, OWN])
def test_what_is_passed_on_comes_from_elsewhere(own: str, header: str) -> None:
    with client(own, own) as browser:
        del browser.headers["authorization"]
        for path, refused in (("/mesures", 404), ("/api/campaigns", 401)):
            assert browser.get(path).status_code == 200
            assert browser.get(path, headers={header: "for=192.0.2.9"}).status_code == refused


@pytest.mark.parametrize(
    ("own", "hosts", "leads_to"),
    [
        (HERE, SHARED, f"{OWN}:8420"),
        (HERE, SHARED[1:], f"{HERE}:8420"),
        (OWN, SHARED, f"{OWN}:8420"),
    ],
)
def test_a_link_leads_where_a_phone_finds_it(own: str, hosts: list[str], leads_to: str) -> None:
    with client(own, own, hosts) as browser:
        made = browser.post("/campagnes", data=NEW).text
        links = re.findall(r'value="(http://[^"]+)"', made)
        assert len(links) == 2
        assert all(each.startswith(f"http://{leads_to}/lien/") for each in links)
        taken = browser.post(links[0].partition(leads_to)[2], follow_redirects=False)
        place = taken.headers["location"]
        given = browser.post(f"{place}/campagne", data={"do": "link", "seat": "j1"}).text
        assert f'value="http://{leads_to}/lien/' in given


PUBLIC = "https://table.example"
FAR = {"origin": PUBLIC}
"""What a browser says that was brought here by the proxy."""


class Keyed(msgspec.Struct, frozen=True):
    """A server behind a proxy that says nothing of what it passes on: a browser as it reaches it
    from elsewhere, the address of the keys, and how to make others."""

    browser: TestClient[Any]
    keys: str
    anew: Callable[[], str]

    def opened(self) -> str:
        """The cookie of a device on which the keys were taken."""
        taken = self.browser.post(self.keys, headers=FAR, follow_redirects=False)
        assert (taken.status_code, taken.headers["location"]) == (303, "/campagnes")
        texts = taken.headers["set-cookie"].lower()
        assert all(each in texts for each in ("secure", "httponly", "samesite=lax", "path=/"))
        self.browser.cookies.clear()
        return taken.headers["set-cookie"].partition(";")[0]

    def status(self, cookie: str = "", path: str = "/campagnes") -> int:
        return self.browser.get(path, headers={"cookie": cookie}).status_code


def new_keys(database: str) -> str:
    """Make new keys in a database; return their path."""

    async def made() -> str:
        store = await opened(database)
        try:
            return await Door(store, Rooms(store)).renew_host_link()
        finally:
            await store.close()

    return f"/cles/{asyncio.run(made())}"


@pytest.fixture
def keyed(tmp_path: Path) -> Iterator[Keyed]:
    database = f"sqlite:///{tmp_path}/tables.sqlite3"
    keys = new_keys(database)
    with client(HERE, HERE, database=database, public=PUBLIC) as browser:
        browser.base_url = PUBLIC.replace("https", "http")
        yield Keyed(browser, keys, partial(new_keys, database))


def test_behind_a_proxy_nobody_is_known_by_being_on_this_machine(keyed: Keyed) -> None:
    """A proxy need not say that it passes something on, and may ask by a name of the machine."""
    for asked in (PUBLIC.replace("https", "http"), f"http://{HERE}:8420"):
        for path in ("/campagnes", "/mesures"):
            assert keyed.browser.get(f"{asked}{path}").status_code == 404
        assert keyed.browser.get(f"{asked}/api/campaigns").status_code == 401
        assert keyed.browser.post(f"{asked}/campagnes", data=NEW).status_code == 404
        assert 'href="/campagnes"' not in keyed.browser.get(f"{asked}/").text


def test_keys_open_the_campaigns_on_another_device(keyed: Keyed) -> None:
    asked = keyed.browser.get(keyed.keys)
    assert "Les clés du serveur" in asked.text
    assert "set-cookie" not in asked.headers  # a preview takes nothing
    cookie = keyed.opened()
    assert [keyed.status(cookie, path) for path in ("/campagnes", "/mesures")] == [200, 200]
    assert keyed.status() == 404
    home = keyed.browser.get("/", headers={"cookie": cookie}).text
    assert 'href="/campagnes"' in home
    made = keyed.browser.post("/campagnes", data=NEW, headers=FAR | {"cookie": cookie}).text
    links = re.findall(r'value="([^"]+/lien/[^"]+)"', made)
    assert len(links) == 2
    assert all(each.startswith(f"{PUBLIC}/lien/") for each in links)
    other = {"origin": "https://b.example", "cookie": cookie}
    assert keyed.browser.post("/campagnes", data=NEW, headers=other).status_code == 403


def test_keys_are_no_seat_s_and_a_seat_s_link_no_keys(keyed: Keyed) -> None:
    cookie = keyed.opened()
    made = keyed.browser.post("/campagnes", data=NEW, headers=FAR | {"cookie": cookie}).text
    link = re.findall(rf'value="{PUBLIC}(/lien/[^"]+)"', made)[0]
    assert keyed.status("", link) == 200
    assert keyed.status("", link.replace("lien", "cles")) == 404
    assert keyed.status("", keyed.keys.replace("cles", "lien")) == 404
    taken = keyed.browser.post(link, headers=FAR, follow_redirects=False)
    place, secret = taken.headers["location"], taken.headers["set-cookie"].partition(";")[0]
    keyed.browser.cookies.clear()
    assert keyed.status(secret, place) == 200
    assert keyed.status(cookie, place) == 403
    for stolen in (secret, f"tablee-cles={secret.partition('=')[2]}", f"tablee-cles={link[6:]}"):
        assert keyed.status(stolen) == 404
    name = secret.partition("=")[0]
    assert keyed.status(f"{name}={cookie.partition('=')[2]}", place) == 403


def test_new_keys_end_those_before_and_what_they_opened(keyed: Keyed) -> None:
    cookie = keyed.opened()
    again = keyed.anew()
    fresh = Keyed(keyed.browser, again, keyed.anew)
    assert keyed.status("", keyed.keys) == 404
    assert "Ces clés n’ouvrent plus rien." in keyed.browser.get(keyed.keys).text
    assert keyed.browser.post(keyed.keys, headers=FAR).status_code == 404
    assert keyed.status(cookie) == 404
    assert fresh.status(fresh.opened()) == 200


def test_keys_last_a_week(keyed: Keyed, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time()
    monkeypatch.setattr(access, "time", SimpleNamespace(time=lambda: now + 8 * 86_400))
    assert keyed.status("", keyed.keys) == 404


def test_a_program_runs_the_server_from_elsewhere_with_its_token() -> None:
    app = create_app(AppOptions(hosts=SHARED, host_token="j" * 32, public=PUBLIC))
    with TestClient(app, base_url=f"http://{HERE}:8420") as browser:
        for path in ("/mesures", "/campagnes", "/api/campaigns"):
            given = [
                browser.get(path, headers={"authorization": f"Bearer {token}"}).status_code
                for token in ("j" * 32, "k" * 32)
            ]
            assert given == [200, 401 if path.startswith("/api/") else 404]


def test_behind_a_proxy_a_seat_s_links_and_cookies_are_the_proxy_s(keyed: Keyed) -> None:
    cookie = keyed.opened()
    made = keyed.browser.post("/campagnes", data=NEW, headers=FAR | {"cookie": cookie}).text
    path = re.findall(rf'value="{PUBLIC}(/lien/[^"]+)"', made)[0]
    taken = keyed.browser.post(path, headers=FAR, follow_redirects=False)
    assert taken.status_code == 303
    assert "secure" in taken.headers["set-cookie"].lower()
    seated = {"cookie": taken.headers["set-cookie"].partition(";")[0]}
    form, place = {"do": "link", "seat": "j1"}, f"{taken.headers['location']}/campagne"
    given = keyed.browser.post(place, data=form, headers=FAR | seated)
    assert f'value="{PUBLIC}/lien/' in given.text
    other = {"origin": "https://b.example"}
    assert keyed.browser.post(place, data=form, headers=other | seated).status_code == 403


NAMES = ("name", "leader", "players")


@pytest.mark.parametrize("field", NAMES)
@pytest.mark.parametrize("name", ["\u200b\u2060", "W" * 201], ids=["unseen", "long"])
def test_a_name_that_cannot_be_read_is_refused_by_its_label(field: str, name: str) -> None:
    labels = dict(zip(NAMES, ("Nom de la campagne", "Qui mène le jeu", "Les joueurs"), strict=True))
    with client(HERE, HERE) as browser:
        answer = browser.post("/campagnes", data={**NEW, field: name})
        assert answer.status_code == 422
        texts = re.search(r'class="complaint" role="alert"[^>]*>([^<]*)<', answer.text)
        assert texts
        assert texts[1].startswith(labels[field])
        assert "que l’on puisse lire" in texts[1]


def test_two_people_of_one_name_are_refused_by_the_label() -> None:
    with client(HERE, HERE) as browser:
        answer = browser.post(
            "/campagnes", data={**NEW, "leader": "Ana", "players": ["Lou", "ANA"]}
        )
        texts = re.search(r'class="complaint" role="alert"[^>]*>([^<]*)<', answer.text)
    assert answer.status_code == 422
    assert texts
    assert texts[1].startswith("Les joueurs")
    assert "personne d’autre" in texts[1]


def test_a_name_in_another_direction_turns_nothing_else_round() -> None:
    name = "\u202enevruoS"
    with client(HERE, HERE) as browser:
        made = browser.post("/campagnes", data={**NEW, "name": name, "leader": name}).text
        assert made.count(name) == made.count(f"<bdi>{name}</bdi>") == 3


def test_who_plays_to_try_is_called_by_a_first_name() -> None:
    """No title is one; two who begin alike have their whole names."""
    assert short_names({"a": "Dame Anselme", "b": "Lubin Corvéal"}) == ["Anselme", "Lubin"]
    assert short_names({"a": "Sire Lubin", "b": "Lubin Corvéal"}) == ["Sire Lubin", "Lubin Corvéal"]
    assert short_names({"a": "Dame", "b": "Bastan"}) == ["Dame", "Bastan"]


def test_a_row_that_is_added_to_a_sheet_is_open() -> None:
    with client(HERE, HERE) as browser:
        made = browser.post("/campagnes", data={**NEW, "game": "armes_dieux"}).text
        link = re.findall(r'value="http://[^"]+(/lien/[^"]+)"', made)[1]
        place = browser.post(link, follow_redirects=False).headers["location"]
        typed = {"do": "put_sheet", "kind": "personnage", "character": "", "nom": "Bastan"}
        for rows in range(3):
            typed |= {"domaines[]": f"{rows}", "plus": "domaines"}
            typed |= {f"domaines[{row}].nom": f"D{row}" for row in range(rows)}
            typed |= {f"domaines[{row}].valeur": "4" for row in range(rows)}
            page = browser.post(f"{place}/campagne", data=typed).text
            assert page.count('<details class="entry">') == rows
            assert page.count('<div class="member" tabindex="-1" autofocus>') == 1


def test_a_campaign_of_a_game_that_is_not_here_says_how_to_bring_it(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/tables.sqlite3"
    load_game(TUTORIAL)
    try:
        with client(HERE, HERE, database=database) as browser:
            browser.post("/campagnes", data={"name": "La côte", "game": "phares"})
            there = listed(browser, "La côte")
    finally:
        unregister("phares")
    with client(HERE, HERE, database=database) as browser:
        gone = listed(browser, "La côte")
    texts, button = "tablee --game", "<button"
    assert ("Les Gardiens de phare" in there, texts in there, button in there) == (
        True,
        False,
        True,
    )
    assert ("phares" in gone, texts in gone, button in gone) == (True, True, False)


CAME = {
    "fr": r"Ici depuis le 1er juin 2026 à (\d\d)\sh\s05 · dernière activité le \d+ juin 2025 à ",
    "en": r"Here since 1 June 2026 at (\d\d):05 · last activity on \d+ June 2025 at ",
}


def test_two_imports_of_one_campaign_are_shown_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """By when each came here, and by when something last happened in it; in both languages."""
    data = campaign_file(ID, logged(set_up("socle")))
    came = datetime(2026, 6, 1, 9, 5).timestamp()
    with client(HERE, HERE) as browser:
        for later in (0, 3600):
            clock = SimpleNamespace(time=partial(float, came + later))
            monkeypatch.setattr(access, "time", clock)
            file = {"file": ("campagne.json", data)}
            assert browser.post("/campagnes/importer", files=file).status_code == 200
        monkeypatch.undo()
        for lang, texts in CAME.items():
            page = browser.get("/campagnes", headers={"accept-language": lang}).text
            assert page.index('href="#new"') < page.index('<li class="card">')
            shown = re.sub(r"</?time[^>]*>", "", page)
            assert sorted(re.findall(texts, shown)) == ["09", "10"]


def listed(browser: TestClient[Any], name: str) -> str:
    """The campaign of that name in the list of the page."""
    rows: list[str] = re.findall(r'<li class="card">.*?</li>', browser.get("/campagnes").text, re.S)
    return next(row for row in rows if name in row)


def test_a_page_in_english_proposes_a_campaign_in_english() -> None:
    with client(OWN, OWN) as here:
        chosen = '<option value="en" selected>'
        assert chosen in here.get("/campagnes", headers={"accept-language": "en"}).text
        assert chosen not in here.get("/campagnes", headers={"accept-language": "fr"}).text
