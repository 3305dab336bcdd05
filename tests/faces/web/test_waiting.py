"""Where no script runs: a page from which nothing is wanted comes again by itself, and loses nothing typed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from tablee.faces.api import authentication as admitting
from tablee.faces.web.app import AppOptions, create_app
from tablee.table.export.exporting import campaign_file
from tests.faces.web.test_taking import Client, links, sit
from tests.table.evening import LEADER, set_up
from tests.table.export.tables import ID, logged

ANEW = '<noscript><meta http-equiv="refresh"'


@pytest.fixture
def seats(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Client, list[str]]]:
    """A table of Armes-Dieux: j1 plays bastan."""
    monkeypatch.setattr(admitting, "is_local", lambda request: True)
    with TestClient(create_app(AppOptions(hosts=["testserver.local"]))) as client:
        yield client, links(client, campaign_file(ID, logged(set_up("armes_dieux"))))


def page(client: Client, seat: str, query: str = "") -> str:
    answer = client.get(f"/t/{ID}/{seat}{query}")
    assert answer.status_code == 200
    return str(answer.text)


def post(client: Client, seat: str, **form: Any) -> Any:
    return client.post(f"/t/{ID}/{seat}", data=form, follow_redirects=False)


def test_only_a_page_with_nothing_to_lose_comes_anew(seats: tuple[Client, list[str]]) -> None:
    client, given = seats
    sit(client, given[0])
    assert ANEW not in page(client, LEADER)
    sit(client, given[1])
    assert ANEW in page(client, "j1")
    for query in ("?ecrire=1", "?cherche=bastan", "?avant=3"):
        assert ANEW not in page(client, "j1", query)
    refused = post(client, "j1", do="note", slot="note", text="")
    assert refused.status_code == 422
    assert ANEW not in refused.text
    sit(client, given[0])
    requested = post(
        client, LEADER, do="request", procedure="armes_dieux.jet", poignee="6", to="bastan"
    )
    assert requested.status_code == 303
    sit(client, given[1])
    assert ANEW not in page(client, "j1")
    sit(client, given[2])
    assert ANEW in page(client, "j2")


def test_what_could_be_typed_is_behind_a_link(seats: tuple[Client, list[str]]) -> None:
    """The style that hides it is of the house: the policy of the page allows no other."""
    client, given = seats
    sit(client, given[1])
    shown = client.get(f"/t/{ID}/j1")
    assert f'href="/t/{ID}/j1?ecrire=1"' in shown.text
    assert "/static/waiting.css" in shown.text
    assert "unsafe-inline" not in shown.headers["content-security-policy"]
