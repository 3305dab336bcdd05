"""The card of a long fight: its last steps, with the way to all of them."""

from __future__ import annotations

import asyncio
import random
import re
from pathlib import Path

from litestar.testing import TestClient

from tablee.dice.house_dice import HouseDice
from tablee.faces.web.app import AppOptions, create_app
from tablee.faces.web.table.run_cards import RECENT
from tablee.table.access import Door
from tablee.table.rooms import Rooms
from tablee.table.store.store_address import opened
from tests.faces.web.test_waiting import page
from tests.table.evening import LEADER, Table
from tests.table.export.tables import ID
from tests.table.room_kit import kept
from tests.table.test_fights import melee

SEATS = (LEADER, "j1", "j2")


def long_fight() -> Table:
    """A mêlée of Exil under way, with more steps than its card holds."""
    for seed in range(50):
        table, rng = melee(), random.Random(seed)
        while table.state.runs["j1"].status == "open":
            if len(table.view(LEADER).runs[0].lines) > RECENT + 5:
                return table
            table.answer(table.state.runs["j1"], rng, HouseDice(rng.randrange(2**32)))
    raise AssertionError("no fight was long")


async def cookies(database: str, table: Table) -> dict[str, str]:
    """Write the table down; what admits to each seat."""
    store = await opened(database)
    await kept(store, table)
    door = Door(store, Rooms(store))
    found = {f"tablee-{ID}-{seat}": await door.give(ID, seat, "cookie") for seat in SEATS}
    await store.close()
    return found


def steps(html: str) -> list[str]:
    return re.findall(r'<li class="step-[^"]*">\s*(.*?)\s*(?:<details|</li>)', html, re.DOTALL)


def test_a_card_holds_the_last_steps_and_leads_to_all(tmp_path: Path) -> None:
    table, database = long_fight(), f"sqlite:///{tmp_path}/t.sqlite3"
    given = asyncio.run(cookies(database, table))
    with TestClient(
        create_app(AppOptions(hosts=["testserver.local"], database=database))
    ) as client:
        client.cookies.update(given)
        for seat in SEATS:
            card, seen = page(client, seat), table.view(seat).runs[0].lines
            (whole,) = re.findall(rf'href="(/t/{ID}/{seat}/jet/j1)"', card)
            texts = client.get(whole)
            assert texts.status_code == 200
            assert (len(steps(card)), len(steps(texts.text))) == (RECENT, len(seen))
            assert steps(texts.text)[-RECENT:] == steps(card)
