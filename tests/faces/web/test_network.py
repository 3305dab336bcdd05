"""The local network on the page of the campaigns: who may open it, and which names it answers to."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from litestar.testing import TestClient

from tablee.faces import local_network
from tablee.faces.local_network import LocalNetwork
from tablee.faces.machine_addresses import in_url, ip_of, is_loopback, names_of
from tablee.faces.web.app import AppOptions, create_app
from tests.kit.host import AS_HOST, HOST

HERE, OWN, OTHER = "127.0.0.1", "192.0.2.7", "192.0.2.8"
SIXTH = "2001:db8::7"
NAMES = [f"{HERE}:8420", "localhost:8420", "[::1]:8420"]
NEW = {"name": "Les marées", "game": "exil", "leader": "Ana", "players": "Lou"}
BUTTON = "Ouvrir au réseau local"


class Listening:
    """A server that listens where it is asked to, except at taken addresses."""

    def __init__(self, taken: Sequence[str] = ()) -> None:
        self.taken = taken
        self.at: list[str] = []

    async def listen(self, addresses: Sequence[str]) -> Sequence[str]:
        self.at = [each for each in addresses if each not in self.taken]
        return self.at


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Put the machine into networks: `machine(OWN, SIXTH)`."""

    def put(*addresses: str) -> None:
        monkeypatch.setattr(local_network, "network_addresses", lambda: [*addresses])

    monkeypatch.setattr(local_network, "machine_names", lambda: ["quai", "quai.local"])
    put(OWN, SIXTH)
    return put


def browser(
    listening: Listening | None,
    come_from: str = HERE,
    asked: str = HERE,
    public: str | None = None,
    hosts: Sequence[str] = NAMES,
) -> TestClient[Any]:
    """A browser at the address `come_from` that asks for pages at `asked`."""
    app = create_app(AppOptions(hosts=hosts, public=public, host_token=HOST))
    if listening is not None:
        app.state.network.attach(listening.listen, 8420)

    async def coming(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            scope["client"] = (come_from, 50_000)
        await app(scope, receive, send)

    client = TestClient(coming, base_url=f"http://{HERE}:8420")
    client.headers.update({**AS_HOST, "host": f"{asked}:8420"})
    return client


def pressed(client: TestClient[Any], what: str = "open", **sent: Any) -> Any:
    return client.post("/campagnes/reseau", data={"do": what}, **sent)


def test_the_page_says_that_this_machine_alone_opens_the_table_until_it_is_opened() -> None:
    listening = Listening()
    with browser(listening) as client:
        made = client.post("/campagnes", data=NEW).text
        assert "ne s’ouvrent que sur cette machine" in made
        assert 'class="qr"' not in made
        links = re.findall(r'name="link" value="([^"]+)"', made)
        assert len(links) == 2
        opened = client.post("/campagnes/reseau", data={"do": "open", "link": links}).text
        assert listening.at == [OWN, SIXTH]
        shown = re.findall(r'readonly value="(http://[^"]+)"', opened)
        tokens = [each.rpartition("/")[2] for each in links]
        assert shown == [
            f"http://{name}:8420/lien/{token}" for token in tokens for name in (OWN, f"[{SIXTH}]")
        ]
        assert opened.count('class="qr"') == 2
        assert "ne s’ouvrent que sur cette machine" not in opened
        assert BUTTON not in opened
        closed = pressed(client, "close").text
        assert listening.at == []
        assert BUTTON in closed


def test_a_link_on_the_page_of_a_campaign_has_the_button_and_then_the_address() -> None:
    with browser(Listening()) as client:
        link = re.findall(
            r'value="http://[^/]+(/lien/[^"]+)"', client.post("/campagnes", data=NEW).text
        )[0]
        place = client.post(link, follow_redirects=False).headers["location"]
        form = {"do": "link", "seat": "j1"}
        given = client.post(f"{place}/campagne", data=form).text
        assert BUTTON in given
        assert 'class="qr"' not in given
        keys = {name: client.headers.pop(name) for name in AS_HOST}
        given = client.post(f"{place}/campagne", data=form).text  # in a browser without the keys
        client.headers.update(keys)
        assert BUTTON not in given
        assert "ouvre la table sans rien arrêter" in given
        pressed(client)
        given = client.post(f"{place}/campagne", data=form).text
        assert BUTTON not in given
        assert f'value="http://{OWN}:8420/lien/' in given
        assert f'value="http://[{SIXTH}]:8420/lien/' in given
        assert given.count('class="qr"') == 1


@pytest.mark.parametrize(
    ("come_from", "asked", "headers", "status"),
    [
        (HERE, HERE, {}, 200),
        (HERE, "localhost", {}, 200),
        ("::1", "[::1]", {}, 200),
        ("::ffff:127.0.0.1", HERE, {}, 200),
        (OTHER, HERE, {}, 404),
        (OTHER, OTHER, {}, 400),
        (HERE, HERE, {"x-forwarded-for": OTHER}, 404),
        (HERE, HERE, {"forwarded": f"for={OTHER}"}, 404),
        (HERE, HERE, {"via": "1.1 proxy"}, 404),
        (HERE, HERE, {"origin": "http://b.example"}, 403),
        (HERE, HERE, {"sec-fetch-site": "cross-site"}, 403),
    ],
)
def test_someone_at_the_machine_alone_opens_it(
    come_from: str, asked: str, headers: dict[str, str], status: int
) -> None:
    listening = Listening()
    with browser(listening, come_from, asked) as client:
        assert pressed(client, headers=headers).status_code == status
        assert bool(listening.at) is (status == 200)


def test_the_host_s_token_and_a_proxy_open_nothing() -> None:
    listening = Listening()
    app = create_app(AppOptions(hosts=NAMES, host_token="j" * 32))
    app.state.network.attach(listening.listen, 8420)
    bearer = {"authorization": f"Bearer {'j' * 32}", "x-forwarded-for": OTHER}
    with TestClient(app, base_url=f"http://{HERE}:8420") as client:
        assert client.get("/campagnes", headers=bearer).status_code == 200
        assert pressed(client, headers=bearer).status_code == 404
    with browser(listening) as client:
        del client.headers["authorization"]  # a proxy of this machine that says nothing
        assert pressed(client).status_code == 404
    with browser(listening, public="https://table.example") as client:
        assert pressed(client).status_code == 404
    assert listening.at == []


def test_a_server_that_cannot_open_says_the_command() -> None:
    with browser(None) as client:
        page = pressed(client).text
        assert BUTTON not in page
        assert "tablee serve --host 0.0.0.0" in page


@pytest.mark.parametrize(("at", "taken"), [((), ()), ((OWN,), (OWN,))], ids=["alone", "taken"])
def test_a_failure_is_shown_and_the_button_stays(
    machine: Callable[..., None], at: tuple[str, ...], taken: tuple[str, ...]
) -> None:
    machine(*at)
    with browser(Listening(taken)) as client:
        page = pressed(client).text
        assert "n’a pas pu s’ouvrir" in page
        assert BUTTON in page


def test_names_are_accepted_while_the_network_is_open() -> None:
    listening = Listening()
    network = LocalNetwork(NAMES)
    network.attach(listening.listen, 8420)
    asked = [f"{OWN}:8420", f"[{SIXTH}]:8420", "quai:8420", "QUAI.local:8420"]
    never = [OWN, f"{OWN}:80", f"{OTHER}:8420", "table.example:8420", "", "*", f"{OWN}:8420 "]
    assert all(map(network.accepts, [*NAMES, "LOCALHOST:8420"]))
    assert not any(map(network.accepts, [*asked, *never]))
    assert asyncio.run(network.open())
    assert all(map(network.accepts, [*NAMES, *asked]))
    assert not any(map(network.accepts, never))
    asyncio.run(network.close())
    assert not any(map(network.accepts, [*asked, *never]))


def test_an_open_table_follows_the_machine_into_another_network(
    machine: Callable[..., None],
) -> None:
    listening = Listening()
    with browser(listening) as client:
        pressed(client)
        machine("10.0.0.4")
        made = client.post("/campagnes", data=NEW).text
        assert listening.at == ["10.0.0.4"]
        links = re.findall(r'readonly value="(http://[^"]+)"', made)
        assert len(links) == 2
        assert all(each.startswith("http://10.0.0.4:8420/lien/") for each in links)
        machine()
        page = client.get("/campagnes").text
        assert "n’est plus sur aucun réseau" in page
        assert "Fermer au réseau local" in page
        machine(OWN)
        assert f"http://{OWN}:8420" in client.get("/campagnes").text
        assert listening.at == [OWN]


def test_a_server_on_its_network_from_the_start_is_not_closed_by_a_button() -> None:
    listening = Listening()
    hosts = [f"{OWN}:8420", f"[{SIXTH}]:8420", "quai:8420", *NAMES]
    with browser(listening, hosts=hosts) as client:
        for what in ("open", "close"):
            page = pressed(client, what).text
            assert f'<a href="http://{OWN}:8420/">' in page
            assert f'<a href="http://[{SIXTH}]:8420/">' in page
            assert "Fermer au réseau local" not in page
            assert BUTTON not in page
        assert listening.at == []


@pytest.mark.parametrize(
    ("host", "first", "others"),
    [
        (HERE, [HERE], ["localhost", "[::1]"]),
        ("localhost", ["localhost"], [HERE, "[::1]"]),
        ("::1", ["[::1]"], [HERE, "localhost"]),
        ("127.0.0.5", ["127.0.0.5"], [HERE]),
        (OWN, [OWN], [HERE, "localhost", "[::1]"]),
        (SIXTH, [f"[{SIXTH}]"], [HERE, "[::1]"]),
    ],
)
def test_names_of_a_server_begin_with_that_of_its_links(
    host: str, first: list[str], others: list[str]
) -> None:
    names = names_of(host)
    assert names[: len(first)] == first
    assert {*others} <= {*names}
    assert len(names) == len({*names})


def test_an_address_is_read_and_written_in_both_versions() -> None:
    assert ip_of("::ffff:192.0.2.7") == ip_of(OWN)
    assert [in_url(each) for each in (OWN, SIXTH, "quai")] == [OWN, f"[{SIXTH}]", "quai"]
    assert all(map(is_loopback, (HERE, "127.9.9.9", "::1", "[::1]", "localhost")))
    assert all(map(is_loopback, ["::ffff:127.0.0.1"]))
    assert not any(map(is_loopback, (OWN, SIXTH, "quai", "localhost.example", "")))
