"""The properties of every route: requests of other sites, names of other hosts, headers, cookies, links,
limits, and the request log."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from tablee.faces.web.guards import HEADERS
from tablee.faces.web.table.seat_links import cookie_name
from tablee.table.rate_limits import ALLOWED, Limits, Rate
from tablee.table.store.interface import Credential
from tests.server.routes import ROUTES, Route, ask, seats_routes
from tests.server.served import PLENTY, Served, secret_of, serving, token_of
from tests.server.test_credentials import evening, kind_for
from tests.table.evening import LEADER, TABLE

names = pytest.mark.parametrize("route", ROUTES, ids=lambda each: f"{each.method} {each.path}")
SECURED = {name.decode(): value.decode() for name, value in HEADERS}
CHANGING = [route for route in ROUTES if route.method != "GET"]


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("served") / "journal"


@pytest.fixture(scope="module")
def running(journal: Path) -> Iterator[Served]:
    with serving(journal=str(journal)) as served:
        yield served


@pytest.fixture
def served(running: Served) -> Served:
    running.lay(evening())
    return running


def rightly(served: Served, route: Route, headers: dict[str, str] | None = None) -> httpx.Response:
    """Send a request with the right credential."""
    secret = secret_of(kind_for(route), LEADER) if route.of_seat else None
    return ask(served, route, secret, headers=headers)


# ── other sites, other names ───────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("route", CHANGING, ids=lambda each: f"{each.method} {each.path}")
def test_another_site_changes_nothing(served: Served, route: Route) -> None:
    before = served.room().state.version
    elsewhere = [
        {"origin": "http://ailleurs.example"},
        {"origin": "null"},
        {"origin": served.address.replace("127.0.0.1", "localhost")},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site", "origin": served.address},
        {"sec-fetch-site": "ailleurs"},
    ]
    for headers in elsewhere:
        assert rightly(served, route, headers).status_code == 403, headers
    assert served.room().state.version == before
    for headers in ({}, {"origin": served.address}, {"sec-fetch-site": "same-origin"}):
        assert rightly(served, route, headers).status_code != 403, headers


@names
def test_another_name_is_not_answered(served: Served, route: Route) -> None:
    for name in ("ailleurs.example", "127.0.0.1", "127.0.0.1:1", ""):
        answer = rightly(served, route, {"host": name})
        assert answer.status_code == 400
        assert served.room().state.name not in answer.text


# ── headers ────────────────────────────────────────────────────────────────────────────────────
@names
def test_every_answer_says_what_a_browser_may_do(served: Served, route: Route) -> None:
    """Accepted and refused answers have the headers, for every method and host name."""
    for answer in (
        rightly(served, route),
        ask(served, route),
        ask(served, Route("PATCH", route.path)),
        rightly(served, route, {"host": "ailleurs.example"}),
    ):
        for name, value in SECURED.items():
            if name != "cache-control" or "static" not in route.path:
                assert answer.headers[name] == value, answer
    assert "server" not in answer.headers or "python" not in answer.headers["server"].lower()


def test_an_act_may_be_answered_with_nothing(served: Served) -> None:
    """RFC 7240, 4.2: `Prefer: return=minimal`."""
    address = f"{served.address}/api/tables/{TABLE}/{LEADER}/acts"
    headers = {"authorization": f"Bearer {token_of(LEADER)}"}
    note, before = {"type": "note", "text": "un mot"}, served.room().state.version
    whole = httpx.post(address, json=note, headers=headers)
    brief = httpx.post(address, json=note, headers={**headers, "prefer": "return=minimal"})
    assert (whole.status_code, brief.status_code) == (200, 204)
    assert brief.headers["preference-applied"] == "return=minimal"
    assert (brief.content, served.room().state.version) == (b"", before + 2)


def test_another_act_with_a_used_key_is_refused(served: Served) -> None:
    address = f"{served.address}/api/tables/{TABLE}/{LEADER}/acts"
    headers = {"authorization": f"Bearer {token_of(LEADER)}", "idempotency-key": "n1"}
    before = served.room().state.version
    answers = [
        httpx.post(address, json={"type": "note", "text": text}, headers=headers)
        for text in ("un", "un", "deux")
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 409]
    assert served.room().state.version == before + 1
    problem = answers[-1].json()
    assert (problem["field"], problem["got"]) == ("Idempotency-Key", "n1")


def test_errors_have_the_headers_too(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("cassé")

    answers = [httpx.get(f"{served.address}/{path}") for path in ("nul/le/part", "api/nulle/part")]
    assert [answer.status_code for answer in answers] == [404, 404]
    monkeypatch.setattr("tablee.table.room.Room.view", broken)
    for path in ("/t/{table}/{seat}", "/api/tables/{table}/{seat}"):
        answers.append(rightly(served, Route("GET", path)))
        assert answers[-1].status_code == 500
    for answer in answers:
        assert SECURED.items() <= dict(answer.headers).items()


# ── links and cookies ──────────────────────────────────────────────────────────────────────────
def credentials(served: Served) -> list[Credential]:
    return served.do(served.rooms.store.credentials(TABLE))


def test_a_preview_of_a_link_uses_nothing_up(served: Served) -> None:
    """Reading a link changes nothing; the button makes a cookie for each device."""
    link = f"{served.address}/lien/{secret_of('link', 'j1')}"
    before = credentials(served)
    pages = [httpx.get(link, headers={"user-agent": "preview"}) for _ in range(3)]
    assert {page.status_code for page in pages} == {200}
    assert all("set-cookie" not in page.headers for page in pages)
    assert credentials(served) == before
    made = [httpx.post(link) for _ in range(2)]
    for answer in made:
        assert answer.status_code == 303
        assert answer.headers["location"] == f"/t/{TABLE}/j1"
        name, _, rest = answer.headers["set-cookie"].partition("=")
        assert name == cookie_name(TABLE, "j1")
        attributes = {part.strip().lower() for part in rest.split(";")[1:]}
        assert {"httponly", "samesite=lax", f"path=/t/{TABLE}/j1".lower()} <= attributes
        assert any(part.startswith("max-age=") for part in attributes)
        secret = rest.partition(";")[0]
        page = ask(served, Route("GET", "/t/{table}/{seat}"), secret, seat="j1")
        assert page.status_code == 200
    assert len(credentials(served)) == len(before) + 2


def test_links_expire_and_are_revoked(served: Served) -> None:
    """Unknown, expired and revoked links, and links of removed seats, get the same answer."""
    served.do(served.keep("perdu" * 8, TABLE, "j1", "link", revoked=True))
    served.do(served.keep("vieux" * 8, TABLE, "j1", "link", expires=int(time.time()) - 1))
    others = (secret_of("cookie", "j1"), secret_of("token", "j1"), secret_of("link", "j3"))
    for method in ("GET", "POST"):
        answers = [
            httpx.request(method, f"{served.address}/lien/{secret}")
            for secret in ("x" * 43, "perdu" * 8, "vieux" * 8, *others)
        ]
        assert {answer.status_code for answer in answers} == {404}
        assert len({answer.content for answer in answers}) == 1
    good = f"{served.address}/lien/{secret_of('link', 'j1')}"
    assert httpx.get(good).status_code == 200
    page = f"{served.address}/t/{TABLE}/j1/campagne"
    cookie = {"cookie": f"{cookie_name(TABLE, 'j1')}={secret_of('cookie', 'j1')}"}
    gone = httpx.post(page, data={"do": "revoke", "seat": "j1"}, headers=cookie)
    assert gone.status_code == 200
    assert httpx.get(good).status_code == 404
    assert httpx.get(page, headers=cookie).status_code == 200
    api = f"{served.address}/api/tables/{TABLE}/j1"
    sent = {"authorization": f"Bearer {secret_of('token', 'j1')}"}
    assert httpx.get(api, headers=sent).status_code == 401


@pytest.mark.parametrize("how", ["revoked", "disconnected", "removed"])
@pytest.mark.parametrize("stream", [each for each in seats_routes() if each.streams])
def test_a_stream_ends_with_what_opened_it(served: Served, stream: Route, how: str) -> None:
    secret = secret_of(kind_for(stream), "j1")
    sent = {"authorization": f"Bearer {secret}"}
    if not stream.api:
        sent = {"cookie": f"{cookie_name(TABLE, 'j1')}={secret}"}
    address = served.address + stream.address(seat="j1")
    lead = {"authorization": f"Bearer {secret_of('token', LEADER)}"}
    api = f"{served.address}/api/tables/{TABLE}/{LEADER}"
    with httpx.stream("GET", address, headers=sent, timeout=5) as answer:
        lines = answer.iter_lines()
        assert next(lines)
        if how == "revoked":
            httpx.post(f"{api}/revocations", json={"seat": "j1"}, headers=lead)
        elif how == "disconnected":
            kind = "program" if stream.api else "browser"
            found = httpx.get(f"{api}/devices?of=j1", headers=lead).json()["devices"]
            for each in found:
                unwanted = {"seat": "j1", "device": each["id"]}
                if each["kind"] == kind:
                    httpx.post(f"{api}/revocations", json=unwanted, headers=lead)
        else:
            act = {"type": "remove_seat", "seat": "j1"}
            httpx.post(f"{api}/acts", json=act, headers=lead)
        assert all(True for _ in lines)  # the stream ends
    refused = httpx.get(address, headers=sent)
    assert refused.status_code == (401 if stream.api else 403)


# ── limits ─────────────────────────────────────────────────────────────────────────────────────
@pytest.fixture
def limited(served: Served) -> Iterator[Served]:
    served.app.state.limits = Limits(dict.fromkeys(ALLOWED, Rate(2, 60)))
    yield served
    served.app.state.limits = Limits(PLENTY)


@pytest.mark.parametrize(
    "path",
    [
        "/api/tables/{table}/{seat}/acts",
        "/api/tables/{table}/{seat}/credentials",
        "/api/tables/{table}/{seat}/revocations",
        "/api/tables/{table}/{seat}/chances",
        "/t/{table}/{seat}",
        "/t/{table}/{seat}/campagne",
        "/lien/{token}",
        "/api/campaigns",
    ],
)
def test_too_many_requests_are_refused_with_a_waiting_time(limited: Served, path: str) -> None:
    route = Route("POST", path)
    answers = [rightly(limited, route) for _ in range(3)]
    assert [answer.status_code == 429 for answer in answers] == [False, False, True]
    seconds = int(answers[2].headers["retry-after"])
    assert 1 <= seconds <= 61
    if route.api:
        assert answers[2].json()["title"] == "Trop de demandes"
        assert re.search(rf"{seconds}\Wsecondes?", answers[2].json()["detail"])


def test_one_seat_s_haste_is_not_another_s(limited: Served) -> None:
    address = f"{limited.address}/api/tables/{TABLE}/j2/acts"
    note = {"type": "note", "text": "Une note."}
    for _ in range(3):
        rightly(limited, Route("POST", "/api/tables/{table}/{seat}/acts"))
    other = {"authorization": f"Bearer {secret_of('token', 'j2')}"}
    assert httpx.post(address, json=note, headers=other).status_code == 200


# ── what is written down ───────────────────────────────────────────────────────────────────────
def test_no_secret_is_written_down(
    served: Served,
    journal: Path,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Accepted, refused and failing requests of all routes leave no secret in the request log, in the
    error log or in a page."""
    secrets = [
        secret_of(kind, seat) for kind in ("link", "cookie", "token") for seat in ("j1", LEADER)
    ]
    link = Route("POST", "/lien/{token}").address(token=secret_of("link", "j1"))
    pages: list[str] = []

    def everything() -> list[int]:
        found = [httpx.request(method, served.address + link) for method in ("GET", "POST", "PUT")]
        for route in ROUTES:
            if not route.path.endswith("revocations") and not route.streams:
                found += [rightly(served, route), ask(served, route, secret_of("token", "j1"))]
        pages.extend(answer.text for answer in found)
        return [answer.status_code for answer in found]

    def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("cassé")

    with caplog.at_level(logging.DEBUG):
        logging.getLogger("httpx").setLevel(logging.ERROR)
        logging.getLogger("httpcore").setLevel(logging.ERROR)
        everything()
        monkeypatch.setattr("tablee.faces.web.table.seat_links.words_for", broken)
        monkeypatch.setattr("tablee.table.room.Room.view", broken)
        assert everything().count(500) >= 8
    noted = journal.read_text("utf-8").splitlines()
    assert len(noted) > 2 * len(ROUTES)
    lines = [msgspec.json.decode(line) for line in noted]
    assert {"/lien/{token}", "/t/{table}/{seat}"} <= {
        line["route"].replace(":str", "") for line in lines
    }
    written = "\n".join([*noted, caplog.text, *capfd.readouterr()])
    assert "cassé" in written
    for secret in secrets:
        assert secret not in written
        assert not any(secret in page for page in pages)
