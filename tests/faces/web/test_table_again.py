"""A form that comes again, or after somebody else's: what it means is done once, and shown as it is."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from litestar.testing import TestClient

from tablee.faces.web.app import AppOptions, create_app
from tests.faces.web.test_table_long import cookies
from tests.kit import acts
from tests.kit.host import HOST
from tests.table.acts.doing import jet
from tests.table.evening import LEADER, Table, set_up
from tests.table.export.tables import ID

Client = TestClient[Any]
BRIEF = {"hx-request": "true", "prefer": "return=minimal"}


@contextmanager
def served(table: Table, folder: Path) -> Iterator[Client]:
    database = f"sqlite:///{folder}/t.sqlite3"
    given = asyncio.run(cookies(database, table))
    options = AppOptions(hosts=["testserver.local"], database=database, host_token=HOST)
    with TestClient(create_app(options)) as client:
        client.cookies.update(given)
        yield client


def posted(client: Client, seat: str, **form: str) -> int:
    """The status of the answer to a form, as a page sends it that its stream keeps new."""
    return client.post(f"/t/{ID}/{seat}", data=form, headers=BRIEF).status_code


def test_a_choice_sent_again_is_done_already(tmp_path: Path) -> None:
    """Its answer was lost: the run does not wait for it any more."""
    table = set_up("armes_dieux")
    params = {"reussite": False}
    table.does(
        LEADER, acts.RequestRun(procedure="armes_dieux.revers", params=params, to=("bastan",))
    )
    form = {"do": "choose", "run": "j1", "place": "0", "choose": "tension"}
    with served(table, tmp_path) as client:
        assert [posted(client, "j1", key="c1", **form) for _ in range(2)] == [204, 204]
        assert posted(client, "j1", key="c2", **form) == 422
        assert posted(client, "j1", key="c1", **form | {"choose": "malus"}) == 409


def test_one_that_was_thrown_meanwhile_is_passed_over(tmp_path: Path) -> None:
    """All at once, of which somebody has thrown one; where it is the first nothing is done."""
    table = set_up("armes_dieux")
    for who in (*["bastan"] * 5, "oriane"):
        table.does(LEADER, jet(to=(who,)))
    table.does(LEADER, acts.Throw(run="j2", place=0))
    form = {"do": "throw", "run": "j1", "place": "0", "pareil": "j2:0 j3:0"}
    with served(table, tmp_path) as client:
        assert posted(client, "j1", key="t1", **form) == 204
        assert waiting(client) == {"j4", "j5", "j6"}
        other = {"do": "throw", "run": "j4", "place": "0", "pareil": "j6:0 j5:0"}
        assert posted(client, "j1", key="t3", **other) == 204  # one of them is somebody else's
        assert waiting(client) == {"j6"}
        late = {"do": "throw", "run": "j1", "place": "0", "pareil": "j6:0"}
        assert posted(client, "j1", key="t2", **late) == 409
        assert waiting(client) == {"j6"}


def waiting(client: Client) -> set[str]:
    """The runs that have a card of their own on the page."""
    text = client.get(f"/t/{ID}/j1").text
    return {f"j{n}" for n in range(1, 7) if f'id="run-j{n}"' in text}


def test_a_name_that_no_file_has_is_not_found(tmp_path: Path) -> None:
    """Not even one that no system takes."""
    with TestClient(create_app(AppOptions(hosts=["testserver.local"]))) as client:
        for name in ("table.css/x", "%00", "a" * 300, "a/" * 3000):
            assert client.get(f"/static/{name}").status_code == 404, name


def test_the_card_of_a_result_begins_with_its_verdict(tmp_path: Path) -> None:
    """On a phone a Poignée of twelve dice fills the screen: what came of it is read before them."""
    table = set_up("armes_dieux")
    params = {"domaine": "Agression", "bonus": ["aspect", "avantage"], "ecartes": 0}
    act = acts.RequestRun(procedure="armes_dieux.test", params=params, to=("bastan",))
    table.does(LEADER, act)
    table.does("j1", acts.Answer(run="j1", place=0, answer={"dice": [3, 5] * 6}))
    with served(table, tmp_path) as client:
        shown = client.get(f"/t/{ID}/j1").text
    card = shown[shown.index('id="last-j1"') :]
    title, verdict, dice = (
        card.index(each) for each in ("<h2", 'class="sentence', 'class="thrown')
    )
    assert title < verdict < dice
