"""Tables asked for by their pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from litestar.testing import TestClient

from tablee.faces.web.app import AppOptions, create_app
from tablee.table.export.exporting import campaign_file
from tests.faces.web.test_taking import Client, links, sit
from tests.kit.host import AS_HOST, HOST
from tests.table.evening import set_up
from tests.table.export.tables import ID, logged

Lead = Callable[[str], Client]


@pytest.fixture
def lead() -> Iterator[Lead]:
    """`lead(game)`: a table with its ready-made characters, by the leader it."""
    with ExitStack() as opened:

        def led(game: str) -> Client:
            options = AppOptions(hosts=["testserver.local"], host_token=HOST)
            client = opened.enter_context(TestClient(create_app(options)))
            client.headers.update(AS_HOST)
            sit(client, links(client, campaign_file(ID, logged(set_up(game))))[0])
            return client

        yield led
