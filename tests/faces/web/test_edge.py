"""What every request meets before the routes: HEAD like GET, odd names of hosts, HTTPS for good."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tablee.faces.web.app import AppOptions, create_app
from tests.faces.web.test_table_again import served
from tests.table.evening import set_up
from tests.table.export.tables import ID

Client = TestClient[Litestar]
PAGES = ("/", "/exil", "/exil/simple", "/verifier", "/sante", "/api/games", "/static/table.css")
ODD = [
    "",
    "a b",
    "[::1",
    "testserver.local:abc",
    "testserver.local:999999",
    "é.fr",
    "x" * 5000,
    "testserver.local, evil",
    "testserver.local/../",
    "http://testserver.local",
    "testserver.local@evil",
    "testserver.local?x",
    "evil",
]


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with TestClient(create_app(AppOptions(hosts=["testserver.local"]))) as client:
        yield client


@pytest.mark.parametrize("path", [*PAGES, "/nowhere"])
def test_head_is_get_without_the_body(client: Client, path: str) -> None:
    head, get = client.head(path), client.get(path)
    assert head.status_code == get.status_code
    assert head.content == b""
    for name in ("content-type", "content-security-policy", "cache-control"):
        assert head.headers.get(name) == get.headers.get(name)


def test_head_of_a_stream_ends_at_once(tmp_path: Path) -> None:
    with served(set_up("exil"), tmp_path) as client:
        head = client.head(f"/t/{ID}/j1/flux")
        assert head.status_code == 200
        assert head.headers["content-type"].startswith("text/event-stream")
        assert head.content == b""


@pytest.mark.parametrize("host", ODD, ids=lambda each: each[:24] or "none")
def test_an_odd_host_is_refused_in_a_sentence(client: Client, host: str) -> None:
    for path in ("/", "/nowhere", "/api/games"):
        answer = client.get(path, headers=[(b"host", host.encode())])
        assert answer.status_code == 400
        assert answer.headers["content-type"] == "application/problem+json"
        assert (answer.json()["status"], answer.json()["title"]) == (400, "Hôte refusé")
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_https_is_for_good_behind_a_proxy_that_has_it(client: Client) -> None:
    name = "strict-transport-security"
    assert name not in client.get("/").headers
    options = AppOptions(hosts=["testserver.local"], public="https://table.example")
    with TestClient(create_app(options)) as public:
        assert public.get("/").headers[name] == "max-age=31536000"
        assert public.head("/nowhere").headers[name] == "max-age=31536000"
