"""Chances that the HTTP API tells of a fight: of the whole, or of the round that is chosen in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tablee.table.acting import acts
from tests.server.served import Served, serving, token_of
from tests.table.evening import LEADER, TABLE, set_up


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving() as running:
        yield running


def chances(served: Served, seat: str, cast: dict[str, str], query: str = "") -> httpx.Response:
    """Of the attitudes of a mêlée: who fights -> for whom."""
    table = set_up("exil")
    members: list[dict[str, Any]] = [{"camp": camp} for camp in cast.values()]
    table.does(
        LEADER,
        acts.Frame(
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
