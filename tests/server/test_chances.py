"""The chances of a fight by the HTTP API: of the whole fight or of the current round."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from html import unescape
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from tests.kit import acts
from tests.server.served import Served, secret_of, serving, token_of
from tests.table.evening import LEADER, TABLE, set_up


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving() as running:
        yield running


def chances(
    served: Served, seat: str, cast: dict[str, str], query: str = "", all_ask: bool = False
) -> httpx.Response:
    """Return the chances of the attitudes in a mêlée. `cast`: fighter -> side; `all_ask`: the leader's
    fighters choose too."""
    table = set_up("exil")
    if copies := [who for who in cast if who.startswith("brute-")]:
        table.does(LEADER, acts.CopyCharacter(character="brute", count=len(copies)))
    more = {"politique": {"attitude": "ask"}} if all_ask else {}
    members: list[dict[str, Any]] = [{"camp": camp, **more} for camp in cast.values()]
    table.does(
        LEADER,
        acts.RequestRun(
            procedure="exil.melee",
            params={"combattants": members, "conduite": "habitude"},
            cast={"combattants": [*cast]},
        ),
    )
    served.lay(table)
    headers = {"authorization": f"Bearer {token_of(seat)}"}
    address = f"{served.address}/api/tables/{TABLE}/{seat}/chances/j1{query}"
    return httpx.get(address, headers=headers, timeout=60)


def test_a_round_has_chances_in_a_fight_that_is_too_large(served: Served) -> None:
    cast = {"jeanne": "ville", "brute": "rue"}
    assert chances(served, "j2", cast).json()["kind"] == "too_large"
    answer = chances(served, "j2", cast, "?within=1")
    assert answer.status_code == 200
    view = answer.json()
    assert (view["utility"], view["label"], view["value"]) == ("avantage", "attitude", "191/216")
    assert [each["choose"] for each in view["options"]] == list(range(15))


def test_within_gives_the_chances_of_the_round(served: Served) -> None:
    cast = {"jeanne": "ville", "aurele": "rue"}
    assert chances(served, "j2", cast).json()["kind"] == "too_large"
    answer = chances(served, "j2", cast, "?within=1&for=survie")
    assert (answer.status_code, answer.json()["utility"]) == (200, "survie")


def test_a_round_too_large_is_refused(served: Served) -> None:
    cast = {"jeanne": "ville", "aurele": "ville", "brute": "rue", "vigile": "rue"}
    assert chances(served, "j2", cast, "?within=1").status_code == 200
    more = chances(served, "j2", cast | {"brute-2": "rue"}, "?within=1")
    assert more.json()["kind"] == "too_large"


def test_each_sealed_choice_has_its_own_advice(served: Served) -> None:
    """The index names a choice; without an index it is the first choice of the seat."""
    cast = {"jeanne": "ville", "brute": "rue"}
    own, hers, his = (
        chances(served, LEADER, cast, f"?within=1{more}", all_ask=True).json()
        for more in ("", "&index=0", "&index=1")
    )
    assert own == his
    assert [his["seat"], hers["seat"]] == ["gm", "jeanne"]
    assert hers == chances(served, "j2", cast, "?within=1", all_ask=True).json()


@pytest.mark.parametrize(
    ("seat", "index", "status"), [("j2", "1", 404), (LEADER, "2", 404), ("j2", "un", 400)]
)
def test_choices_of_other_seats_get_no_advice(
    served: Served, seat: str, index: str, status: int
) -> None:
    cast = {"jeanne": "ville", "brute": "rue"}
    answer = chances(served, seat, cast, f"?within=1&index={index}", all_ask=True)
    assert answer.status_code == status
    if status == 400:
        assert answer.json()["field"] == "index"


def settled(address: str, headers: dict[str, str]) -> str:
    """Return a pane of advice, asked for again while it is worked out, as the page does."""
    end = time.monotonic() + 60
    while "Calcul exact en cours" in (pane := httpx.get(address, headers=headers, timeout=60).text):
        assert time.monotonic() < end, "never worked out"
        time.sleep(0.2)
    return pane


def test_a_player_of_two_characters_gets_advice_for_each(served: Served) -> None:
    """Two characters of one player in Armes-Dieux set dice aside at the same time; the page shows both."""
    table = set_up("armes_dieux")
    table.does(LEADER, acts.Give(character="oriane", to="j1"))
    params: dict[str, Any] = {
        "participants": [{"poignee": n, "bonus": [], "ecartes": "ask"} for n in (5, 4)]
    }
    cast = {"participants": ["bastan", "oriane"]}
    table.does(
        LEADER, acts.RequestRun(procedure="armes_dieux.opposition", params=params, cast=cast)
    )
    served.lay(table)
    headers = {"cookie": f"tablee-{TABLE}-j1={secret_of('cookie', 'j1')}"}
    page = httpx.get(f"{served.address}/t/{TABLE}/j1", headers=headers).text
    asked = re.findall(r'hx-get="([^"]*/chances/[^"]*)"', page)
    assert [urlsplit(unescape(each)).query for each in asked] == [
        "place=0&choix=0",
        "place=0&choix=1",
    ]
    for name, place, address in zip(("Bastan", "Oriane Tessier"), range(2), asked, strict=True):
        pane = settled(served.address + unescape(address), headers)
        assert f"{name}\u00a0: que feriez-vous\u202f?" in unescape(pane)
        assert f'data-weighs="choose.{place}"' in pane
