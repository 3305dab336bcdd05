"""The devices of a seat: named in plain words, listed to its owner and the leader, ended by one tap."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from tablee.faces.web.table.devices import device_name
from tablee.rules.texts.words import Words
from tests.faces.web.test_table_again import served
from tests.table.evening import LEADER, set_up
from tests.table.export.tables import ID

PHONE = "Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0"
LAPTOP = (
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15"
)
CAME = "un autre appareil a pris ce siège"
Client = TestClient[Any]


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (PHONE, "Android, Firefox"),
        (LAPTOP, "Mac, Safari"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) CriOS/126.0 Safari/604.1",
         "iPhone, Chrome"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/126.0 Safari/537.36 Edg/126.0", "Windows, Edge"),
        ("Mozilla/5.0 (X11; Linux x86_64) Chrome/126.0 Safari/537.36", "Linux, Chrome"),
        ("curl/8.5", "un appareil"),
        ("", "un appareil"),
    ],
)  # fmt: skip
def test_a_device_has_a_name_that_people_know(agent: str, name: str) -> None:
    assert device_name(agent, Words(None, "fr")) == name


@pytest.fixture
def leader(tmp_path: Path) -> Iterator[Client]:
    with served(set_up("exil"), tmp_path) as client:
        yield client


def another(client: Client, agent: str) -> Client:
    """Return another browser in front of the same server."""
    fresh = TestClient(client.app)
    fresh.blocking_portal = client.blocking_portal
    fresh.headers["user-agent"] = agent
    return fresh


def link_for(client: Client, seat: str) -> str:
    page = client.post(f"/t/{ID}/{LEADER}/campagne", data={"do": "link", "seat": seat}).text
    found = re.search(r'value="[^"]*(/lien/[^"]+)"', page)
    assert found
    return found[1]


def story(client: Client) -> int:
    return str(client.get(f"/t/{ID}/{LEADER}").text).count(CAME)


def test_a_further_device_is_in_the_story_and_one_that_comes_again_is_not(leader: Client) -> None:
    link, before = link_for(leader, "j1"), story(leader)
    phone = another(leader, PHONE)
    assert phone.post(link, follow_redirects=True).status_code == 200
    first = story(leader)
    assert first == before + 1, "the browser of the test holds the seat already"
    assert phone.post(link, follow_redirects=True).status_code == 200
    assert story(leader) == first
    another(leader, LAPTOP).post(link)
    assert story(leader) == first + 1


def test_the_leader_ends_a_device_at_once(leader: Client) -> None:
    link, phone = link_for(leader, "j1"), another(leader, PHONE)
    phone.post(link)
    assert phone.get(f"/t/{ID}/j1").status_code == 200
    page = leader.get(f"/t/{ID}/{LEADER}/campagne").text
    row = next(each for each in page.split("<li") if "Android, Firefox" in each)
    (device,) = re.findall(r'name="device" value="(\w+)"', row)
    form = {"do": "end_device", "seat": "j1", "device": device}
    assert leader.post(f"/t/{ID}/{LEADER}/campagne", data=form).status_code == 200
    assert phone.get(f"/t/{ID}/j1").status_code == 403
    assert "Android" not in leader.get(f"/t/{ID}/{LEADER}/campagne").text
    assert phone.post(link).status_code == 404, "the link is of no use any more"
    assert phone.get(f"/t/{ID}/j1").status_code == 403


def test_one_leaves_a_seat_on_the_own_device(leader: Client) -> None:
    link, phone, laptop = link_for(leader, "j1"), another(leader, PHONE), another(leader, LAPTOP)
    phone.post(link)
    laptop.post(link)
    left = phone.post(f"/t/{ID}/j1/campagne", data={"do": "leave_device", "seat": "j1"})
    assert left.status_code == 200
    assert phone.get(f"/t/{ID}/j1").status_code == 403
    assert laptop.get(f"/t/{ID}/j1").status_code == 200
    assert phone.post(link, follow_redirects=True).status_code == 200, "the link stays"


def test_a_player_sees_and_ends_own_devices_only(leader: Client) -> None:
    link, phone, laptop = link_for(leader, "j1"), another(leader, PHONE), another(leader, LAPTOP)
    phone.post(link)
    laptop.post(link)
    here = f"/t/{ID}/j1/campagne"
    page = phone.get(here).text
    assert "Mac, Safari" in page
    assert page.count("celui-ci") == 1
    own = next(each for each in page.split("<li") if "celui-ci" in each)
    assert "Android, Firefox" in own
    assert "end_device" not in own
    assert "Quitter ce siège ici" in own
    row = next(each for each in page.split("<li") if "Mac, Safari" in each)
    (device,) = re.findall(r'name="device" value="(\w+)"', row)
    for seat in (LEADER, "j2"):
        form = {"do": "end_device", "seat": seat, "device": device}
        assert phone.post(here, data=form).status_code == 403
    assert laptop.get(f"/t/{ID}/j1").status_code == 200
    phone.post(here, data={"do": "end_device", "seat": "j1", "device": device})
    assert laptop.get(f"/t/{ID}/j1").status_code == 403
    assert phone.get(f"/t/{ID}/j1").status_code == 200


def test_the_list_tells_no_credential(leader: Client) -> None:
    phone = another(leader, PHONE)
    phone.post(link_for(leader, "j1"))
    page = phone.get(f"/t/{ID}/j1/campagne").text
    for cookie in phone.cookies.jar:
        assert str(cookie.value) not in page
