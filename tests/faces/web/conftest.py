"""Tables asked for by their pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from litestar.testing import TestClient

from tablee.faces.api import authentication as admitting
from tablee.faces.web.app import AppOptions, create_app
from tablee.table.export.exporting import campaign_file
from tests.faces.web.test_taking import Client, links, sit
from tests.table.evening import set_up
from tests.table.export.tables import ID, logged

Lead = Callable[[str], Client]


@pytest.fixture
def lead(monkeypatch: pytest.MonkeyPatch) -> Iterator[Lead]:
    """`lead(game)`: a table with its ready-made characters, by the leader it."""
    monkeypatch.setattr(admitting, "is_local", lambda request: True)
    with ExitStack() as opened:

        def led(game: str) -> Client:
            client = opened.enter_context(
                TestClient(create_app(AppOptions(hosts=["testserver.local"])))
            )
            sit(client, links(client, campaign_file(ID, logged(set_up(game))))[0])
            return client

        yield led
