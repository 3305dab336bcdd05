"""A server process that is opened to its network and closed again while it runs, and its addresses."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tablee.faces.machine_addresses import in_url, ip_of, network_addresses
from tests.server.test_public import served

OWN = network_addresses()
FORM = {"content-type": "application/x-www-form-urlencoded"}
needs_network = pytest.mark.skipif(not OWN, reason="this machine is on no network")


def links_in(page: str) -> list[str]:
    return re.findall(r'readonly value="(http://[^"]+/lien/[^"]+)"', page)


def answers(origin: str) -> bool:
    """Whether a new connection to an address gets an answer."""
    try:
        return httpx.get(f"{origin}/sante", timeout=5).status_code == 200
    except httpx.ConnectError:
        return False


@contextmanager
def host_of(started: dict[str, Any], origin: str = "") -> Iterator[httpx.Client]:
    """Yield a browser of the host, which took the keys at an address of the server."""
    path = "/cles/" + started["keys"].rpartition("/")[2]
    with httpx.Client(base_url=origin or started["address"], follow_redirects=True) as browser:
        browser.post(path)
        yield browser


class Stream:
    """The stream of a seat, read in a thread."""

    def __init__(self, browser: httpx.Client, place: str) -> None:
        self.lines: list[str] = []
        self.ended = threading.Event()
        self._came = threading.Condition()
        self._thread = threading.Thread(target=self._read, args=(browser, place), daemon=True)
        self._thread.start()

    def _read(self, browser: httpx.Client, place: str) -> None:
        try:
            with browser.stream("GET", f"{place}/flux", timeout=60) as answer:
                for line in answer.iter_lines():
                    with self._came:
                        self.lines.append(line)
                        self._came.notify_all()
        except httpx.TransportError:
            pass
        self.ended.set()

    def until(self, text: str) -> bool:
        """Wait until a line has a text."""
        with self._came:
            return self._came.wait_for(lambda: any(text in each for each in self.lines), 20)


@needs_network
def test_one_button_opens_the_network_and_another_closes_it(tmp_path: Path) -> None:
    with served(f"sqlite:///{tmp_path}/tables.sqlite3") as started:
        here = started["address"].rstrip("/")
        port = here.rpartition(":")[2]
        there = [f"http://{in_url(each)}:{port}" for each in OWN]
        assert started["addresses"] == [f"{here}/"]
        assert not any(map(answers, there))
        leader, player = (seat["link"] for seat in started["tables"][0]["seats"][:2])
        with (
            httpx.Client(follow_redirects=True) as desk,
            httpx.Client(follow_redirects=True, timeout=20) as phone,
        ):
            desk.get(started["keys"])
            place = str(desk.post(leader).url)
            stream = Stream(desk, place)
            assert stream.until("data")

            opened = desk.post(f"{here}/campagnes/reseau", data={"do": "open", "link": [player]})
            token = player.rpartition("/")[2]
            assert links_in(opened.text) == [f"{each}/lien/{token}" for each in there]
            assert opened.text.count('class="qr"') == 1
            assert all(map(answers, there))

            seat = phone.post(links_in(opened.text)[0])
            assert seat.status_code == 200
            far = Stream(phone, str(seat.url))
            assert far.until("data")
            for origin in there:
                assert (
                    phone.post(f"{origin}/campagnes/reseau", data={"do": "close"}).status_code
                    == 404
                )

            closed = desk.post(f"{here}/campagnes/reseau", data={"do": "close"})
            assert "cette machine seule peut ouvrir la table" in closed.text
            assert not any(map(answers, there))
            assert far.ended.wait(20)
            desk.post(place, data={"do": "note", "text": "Rien n’est perdu."})
            assert stream.until("Rien n’est perdu.")
            assert not stream.ended.is_set()

            again = desk.post(f"{here}/campagnes/reseau", data={"do": "open"})
            assert again.status_code == 200
            assert phone.get(str(seat.url)).status_code == 200


@needs_network
def test_a_port_that_another_program_has_is_left_to_it(tmp_path: Path) -> None:
    from tablee.faces.web.server import bind_socket

    with served(f"sqlite:///{tmp_path}/tables.sqlite3") as started:
        port = int(started["address"].rstrip("/").rpartition(":")[2])
        taken = [bind_socket(each, port, exact=True) for each in OWN]
        try:
            for each in taken:
                each.listen()
            form = {"do": "open"}
            with host_of(started) as desk:
                page = desk.post("/campagnes/reseau", data=form).text
            assert "n’a pas pu s’ouvrir" in page
            assert "Ouvrir au réseau local" in page
        finally:
            for each in taken:
                each.close()
        with host_of(started) as desk:
            page = desk.post("/campagnes/reseau", data={"do": "open"}).text
        assert "Fermer au réseau local" in page


def hosts() -> Iterator[tuple[str, Sequence[str]]]:
    """Addresses to listen at -> addresses at which the server is then found."""
    fourth = [each for each in OWN if ":" not in each]
    sixth = [each for each in OWN if ":" in each]
    yield "0.0.0.0", fourth
    yield "::", OWN
    yield "::1", ["::1"]
    yield from ((each, [each]) for each in sixth[:1])


@pytest.mark.parametrize(("host", "found"), [*hosts()], ids=[host for host, _ in hosts()])
def test_every_address_of_a_server_opens_it(
    tmp_path: Path, host: str, found: Sequence[str]
) -> None:
    with served(f"sqlite:///{tmp_path}/tables.sqlite3", "--host", host) as started:
        port = started["address"].rstrip("/").rpartition(":")[2]
        origins = [f"http://{in_url(each)}:{port}" for each in found]
        assert started["addresses"] == [f"{each}/" for each in origins]
        assert started["address"] == started["addresses"][0]
        link = started["tables"][0]["seats"][0]["link"]
        for origin in origins:
            token = link.rpartition("/")[2]
            assert httpx.get(f"{origin}/lien/{token}").status_code == 200
            new = {"name": "Le quai", "game": "exil", "leader": "Ana"}
            with host_of(started, origin) as desk:
                assert desk.get("/campagnes").status_code == 200
                made = links_in(desk.post("/campagnes", data=new).text)
            if host == "::1":
                assert made[0].startswith(f"{origin}/lien/")
            else:
                assert {each.partition("/lien/")[0] for each in made} == {*origins}
                assert made[0].startswith(origin)


def test_ipv4_that_comes_by_a_socket_for_both_is_this_machine(tmp_path: Path) -> None:
    with served(f"sqlite:///{tmp_path}/tables.sqlite3", "--host", "::") as started:
        port = started["address"].rstrip("/").rpartition(":")[2]
        for name in ("127.0.0.1", "[::1]", "localhost"):
            assert httpx.get(f"http://{name}:{port}/api/campaigns").status_code == 200


def test_addresses_of_the_machine_are_those_that_others_can_ask_for() -> None:
    for each in OWN:
        address = ip_of(each)
        assert address is not None
        assert not address.is_loopback
        assert not address.is_link_local
