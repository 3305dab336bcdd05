"""Chances that the HTTP API tells of a fight: of the whole, or of the round that is chosen in."""

from __future__ import annotations

import re
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
    """Of the attitudes of a mêlée: who fights -> for whom. `all_ask`: the leader's choose theirs
    too."""
    table = set_up("exil")
    more = {"politique": {"attitude": "ask"}} if all_ask else {}
    members: list[dict[str, Any]] = [{"camp": camp, **more} for camp in cast.values()]
    table.does(
        LEADER,
        acts.RequestRun(
            procedure="exil.melee",
            params={"combattants": members},
            cast={"combattants": [*cast]},
        ),
    )
    served.lay(table)
    headers = {"authorization": f"Bearer {token_of(seat)}"}
    address = f"{served.address}/api/tables/{TABLE}/{seat}/chances/j1{query}"
    return httpx.get(address, headers=headers, timeout=60)


def test_a_round_is_told_of_a_fight_too_large_to_weigh(served: Served) -> None:
    cast = {"jeanne": "ville", "brute": "rue"}
    assert chances(served, "j2", cast).json()["kind"] == "too_large"
    answer = chances(served, "j2", cast, "?within=1")
    assert answer.status_code == 200
    told = answer.json()
    assert (told["utility"], told["label"], told["value"]) == ("avantage", "attitude", "191/216")
    assert [each["choose"] for each in told["options"]] == list(range(15))


def test_the_round_is_told_where_it_is_asked_for(served: Served) -> None:
    cast = {"jeanne": "ville", "aurele": "rue"}
    whole = chances(served, "j2", cast).json()  # it hangs on what the leader will say
    assert whole["kind"] == "choice_needed"
    answer = chances(served, "j2", cast, "?within=1&for=survie")
    assert (answer.status_code, answer.json()["utility"]) == (200, "survie")


def test_a_round_too_large_is_refused(served: Served) -> None:
    cast = {"jeanne": "ville", "brute": "rue", "vigile": "rue"}
    assert chances(served, "j2", cast, "?within=1").json()["kind"] == "too_large"


def test_the_choices_made_at_once_are_weighed_each_for_itself(served: Served) -> None:
    """By its index in the view; without one the first that is the seat's own."""
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
def test_a_choice_that_is_not_the_seats_to_make_is_not_weighed(
    served: Served, seat: str, index: str, status: int
) -> None:
    cast = {"jeanne": "ville", "brute": "rue"}
    answer = chances(served, seat, cast, f"?within=1&index={index}", all_ask=True)
    assert answer.status_code == status
    if status == 400:
        assert answer.json()["field"] == "index"


def test_who_plays_two_is_told_what_each_of_their_choices_is_worth(served: Served) -> None:
    """Armes-Dieux: dice set aside at once by two characters of one player, on the page too."""
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
        pane = httpx.get(served.address + unescape(address), headers=headers, timeout=60).text
        assert f"{name}\u00a0: que feriez-vous\u202f?" in unescape(pane)
        assert f'data-weighs="choose.{place}"' in pane
