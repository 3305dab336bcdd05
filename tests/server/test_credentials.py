"""A client without a credential of a seat learns nothing of the table and changes nothing there."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import httpx
import msgspec
import pytest

from tablee.faces.web.table.seat_links import cookie_name
from tablee.table.store.interface import CredentialKind
from tests.faces.api.test_table_fuzz import laid
from tests.faces.api.test_table_schemas import SAMPLES, written
from tests.kit import acts
from tests.server.routes import HOSTS, PUBLIC, ROUTES, Route, ask, seats_routes
from tests.server.served import Served, secret_of, serving, token_of
from tests.table.evening import LEADER, TABLE, Table, set_up

OTHER = "autretable"
HOST_TOKEN = "secret-de-la-maison-" + "y" * 32
AWAY = {"x-forwarded-for": "192.0.2.7"}
"""Headers of a request from another machine through a local proxy."""


@cache
def evening() -> Table:
    """Return a table with two runs in a scene and without the seat `j3`."""
    table = laid()
    table.does(LEADER, acts.RemoveSeat(seat="j3"))
    return table


@cache
def elsewhere() -> Table:
    table = set_up("loss")
    table.state.id = OTHER
    return table


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving(host_token=HOST_TOKEN) as running:
        yield running


@pytest.fixture
def tables(served: Served) -> Served:
    """Store two tables with a cookie, a token and a link of every seat."""
    served.lay(evening())
    served.lay(elsewhere())
    return served


def kind_for(route: Route) -> CredentialKind:
    return "token" if route.api else "cookie"


def test_every_route_is_known() -> None:
    """A new route without a seat must be added to `PUBLIC` or `HOSTS`."""
    assert {route.path for route in ROUTES if not route.of_seat} == PUBLIC | HOSTS
    assert all(route.path.startswith(("/t/", "/api/tables/")) for route in seats_routes())


# ── a seat's own ───────────────────────────────────────────────────────────────────────────────
class Wrong(NamedTuple):
    """A secret that does not open the seat."""

    why: str
    secret: str | None
    table: str = TABLE
    seat: str = LEADER


def wrongs(served: Served, kind: CredentialKind) -> list[Wrong]:
    """Return all kinds of wrong secrets, also for seats and tables that do not exist."""
    served.do(served.keep("perdu" * 8, TABLE, LEADER, kind, revoked=True))
    served.do(served.keep("vieux" * 8, TABLE, LEADER, kind, expires=int(time.time()) - 1))
    own = secret_of(kind, LEADER)
    return [
        Wrong("none", None),
        Wrong("a dash", "-"),
        Wrong("made up", "x" * 43),
        Wrong("endless", "x" * 5000),
        Wrong("another seat's", secret_of(kind, "j1")),
        Wrong("the leader's, for a player's seat", own, TABLE, "j1"),
        Wrong("another table's", secret_of(kind, LEADER, OTHER)),
        Wrong("a link", secret_of("link", LEADER)),
        Wrong("of the other kind", secret_of("cookie" if kind == "token" else "token", LEADER)),
        Wrong("revoked", "perdu" * 8),
        Wrong("expired", "vieux" * 8),
        Wrong("of a removed seat", secret_of(kind, "j3"), TABLE, "j3"),
        Wrong("of a seat that there is not", own, TABLE, "j9"),
        Wrong("of a table that there is not", own, "inconnue22", LEADER),
    ]


@pytest.mark.parametrize("route", seats_routes(), ids=lambda each: f"{each.method} {each.path}")
def test_a_route_of_a_seat_is_for_that_seat(tables: Served, route: Route) -> None:
    """All wrong secrets get the same bytes as an answer, the right one gets others."""
    answers = [
        (each.why, content_of(ask(tables, route, *each[1:])))
        for each in wrongs(tables, kind_for(route))
    ]
    refused = answers[0][1]
    assert refused["status"] == (401 if route.api else 403)
    for why, answer in answers:
        assert answer == refused, why
    right = ask(tables, route, secret_of(kind_for(route), LEADER))
    assert right.status_code in (200, 201, 303, 404, 422), right.text
    if not right.is_stream_consumed or right.status_code < 300:
        assert right.headers["content-type"] != refused["type"] or right.content != refused["body"]


def content_of(answer: httpx.Response) -> dict[str, Any]:
    """Return the content of an answer without its date."""
    headers = {name: value for name, value in answer.headers.items() if name != "date"}
    return {
        "status": answer.status_code,
        "body": answer.content,
        "type": answer.headers["content-type"],
        "headers": headers,
    }


def test_nothing_was_done_for_nobody(tables: Served) -> None:
    before = tables.room().state.version
    for route in seats_routes():
        if route.method == "POST":
            for each in wrongs(tables, kind_for(route)):
                ask(tables, route, *each[1:])
    assert tables.room().state.version == before
    ask(tables, Route("POST", "/api/tables/{table}/{seat}/acts"), token_of(LEADER))
    assert tables.room().state.version == before + 1


# ── for the leader ──────────────────────────────────────────────────────────────────────────────
LEADERS = [each for each in SAMPLES if each.permission == "leader"]


@pytest.mark.parametrize("act", LEADERS, ids=lambda each: each.__struct_config__.tag)
def test_what_is_for_who_leads_is_refused_to_players(tables: Served, act: acts.Act) -> None:
    before = tables.room().state.version
    address = f"{tables.address}/api/tables/{TABLE}/j1/acts"
    sent = {"authorization": f"Bearer {token_of('j1')}"}
    answer = httpx.post(address, json=written(act), headers=sent)
    assert answer.status_code == 403, answer.text
    assert answer.json()["field"] == "type"
    assert tables.room().state.version == before


def test_other_things_for_who_leads(tables: Served) -> None:
    """They are the chances of a future request, credentials of others, and the whole campaign."""
    api = f"{tables.address}/api/tables/{TABLE}/j1"
    sent = {"authorization": f"Bearer {token_of('j1')}"}
    frame = msgspec.to_builtins(SAMPLES[0])
    assert httpx.post(f"{api}/chances", json=frame, headers=sent).status_code == 403
    for path, body in (("credentials", {"kind": "token"}), ("revocations", {})):
        for whose in ("j2", LEADER, "j3", "personne"):
            answer = httpx.post(f"{api}/{path}", json={**body, "seat": whose}, headers=sent)
            assert answer.status_code == 403
    assert httpx.get(f"{api}/export", headers=sent).json()["format"] == "tablee-throws"
    assert httpx.get(f"{api}/export?part=campaign", headers=sent).status_code == 403
    page = f"{tables.address}/t/{TABLE}/j1"
    cookie = {"cookie": f"{cookie_name(TABLE, 'j1')}={secret_of('cookie', 'j1')}"}
    assert httpx.get(f"{page}/demander/chances", headers=cookie).status_code == 403
    for do, more in (
        ("link", {"seat": LEADER}),
        ("token", {"seat": "j2"}),
        ("revoke", {"seat": "j2"}),
        ("remove_seat", {"seat": "j2"}),
        ("hand_over", {"to": "j1"}),
        ("archive", {"archived": "1"}),
        ("end_scene", {}),
    ):
        answer = httpx.post(f"{page}/campagne", data={"do": do, **more}, headers=cookie)
        assert answer.status_code == 403, do
    assert tables.room().state.leader == LEADER
    answer = httpx.get(f"{tables.address}/api/tables/{TABLE}/{LEADER}/export", headers=lead())
    assert answer.json()["format"] == "tablee-campaign"


def lead() -> dict[str, str]:
    return {"authorization": f"Bearer {token_of(LEADER)}"}


# ── for the host ────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    "route",
    [route for route in ROUTES if route.path in HOSTS],
    ids=lambda each: f"{each.method} {each.path}",
)
def test_the_host_s_part_is_for_this_machine(tables: Served, route: Route) -> None:
    refused = 401 if route.api else 404
    assert ask(tables, route, headers=AWAY).status_code == refused
    assert ask(tables, route, token_of(LEADER), headers=AWAY).status_code == refused
    with_it = ask(tables, route, HOST_TOKEN, headers=AWAY)
    assert (with_it.status_code == refused) == (not route.api)
    opens = ask(tables, route).status_code not in (401, 404)
    assert opens == (route.api or route.path == "/mesures") or "{table}" in route.path


def test_a_program_opens_a_campaign_from_elsewhere(tables: Served) -> None:
    """It is the way of a bot from its first request to a seat."""
    host = {"authorization": f"Bearer {HOST_TOKEN}", **AWAY}
    base = f"{tables.address}/api"
    wanted = {"name": "Le Quai", "game": "exil", "players": ["Élise", "Omar"]}
    made = httpx.post(f"{base}/campaigns", json=wanted, headers=host)
    assert made.status_code == 201
    table, seats = made.json()["table"], made.json()["seats"]
    assert [each["name"] for each in seats] == ["Meneur", "Élise", "Omar"]
    assert all(each["kind"] == "link" and "/lien/" in each["secret"] for each in seats)
    given = httpx.post(
        f"{base}/campaigns/{table}/credentials", json={"kind": "token"}, headers=host
    )
    leader = {"authorization": f"Bearer {given.json()['secret']}", **AWAY}
    seen = httpx.get(f"{base}/tables/{table}/meneur", headers=leader).json()
    assert seen["me"]["leads"]
    player = httpx.post(
        f"{base}/tables/{table}/meneur/credentials",
        json={"kind": "token", "seat": "j2"},
        headers=leader,
    ).json()
    assert (player["name"], player["seconds"]) == ("Omar", None)
    own = {"authorization": f"Bearer {player['secret']}", **AWAY}
    seat = f"{base}/tables/{table}/j2"
    assert httpx.get(seat, headers=own).json()["me"]["name"] == "Omar"
    assert httpx.get(f"{seat}/devices?of=meneur", headers=own).status_code == 403
    (device,) = httpx.get(f"{seat}/devices", headers=own).json()["devices"]
    assert device["kind"] == "program"
    unknown = httpx.post(f"{seat}/revocations", json={"device": "x"}, headers=own)
    assert unknown.json() == {"revoked": 0}
    assert httpx.post(f"{seat}/revocations", json={}, headers=own).json() == {"revoked": 2}
    assert httpx.get(seat, headers=own).status_code == 401
    file = httpx.get(f"{base}/tables/{table}/meneur/export", headers=leader).content
    sent = {**host, "content-type": "application/json"}
    again = httpx.post(f"{base}/campaigns/import", content=file, headers=sent).json()
    assert again["table"] != table
    assert [each["name"] for each in again["seats"]] == ["Meneur", "Élise", "Omar"]
    known = httpx.get(f"{base}/campaigns", headers=host).json()["campaigns"]
    assert {each["table"] for each in known} >= {table, again["table"], TABLE, OTHER}
