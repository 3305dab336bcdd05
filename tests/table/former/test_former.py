"""What the version of 25 November 2026 wrote is read, verified, replayed and served the same."""

from __future__ import annotations

import gzip
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tablee.rules.schema import show
from tablee.table.access import digest_of
from tablee.table.export.exporting import campaign_file, log_of
from tablee.table.export.house_throws import read_file
from tablee.table.export.importing import campaign_of
from tablee.table.export.throw_checks import verified
from tablee.table.log.fold import folded
from tablee.table.log.table_state import State
from tablee.table.replay import Replays
from tablee.table.rooms import Rooms
from tablee.table.store.interface import Store
from tablee.table.store.store_address import opened
from tablee.table.views.table_view import view
from tests.kit import acts
from tests.table.evening import GAMES
from tests.table.export.stores import bring
from tests.table.former.facts import facts_of

HERE = Path(__file__).parent
EVENINGS = {
    "exil": "quaisoir",
    "loss": "nef7soir",
    "armes_dieux": "glaivesoir",
    "eclats": "lampesoir",
    "socle": "portesoir",
}
"""Game -> its table in the database."""


ASK_OTHERWISE = {"socle": {"j14", "j18", "j26", "j40"}}
"""Runs that are over and that the rules of today ask otherwise: nobody is asked any more for help
that changes nothing. Their views come from the log."""


REWORDED = {
    "» est endommagé.": "» est à réparer.",
    '"Personnage (': '"Le personnage (',
    "Adversaire touché (boss)\u00a0: 1 Blessure.": "L’adversaire (boss) reçoit 1 Blessure.",
    "plus de Cœur\u00a0: il est hors de combat.": "plus de Cœur\u00a0: hors de combat.",
    "scène\u00a0: sonné.": "scène\u00a0: «\u00a0sonné\u00a0».",
    "\u00a0: troublé, écart": "\u00a0: trouble, écart",
    "Blessé\u00a0:": "Blessure\u00a0:",
    "Soigné. Points de Santé": "Soins réussis. Points de Santé",
    '"Le personnage perd un Cœur.': '"Attaque manquée\u00a0: le personnage perd un Cœur.',
    "MJ (à qui d’agir)": "MJ (la suite)",
    " contre boss (1 Cœur).": " contre l’adversaire suivant (boss, 1 Cœur).",
    " contre pion (1 Cœur).": " contre l’adversaire suivant (pion, 1 Cœur).",
    "\u00a0: frapper ": "\u00a0: porter un coup à ",
    "\u00a0: 20 pour les deux camps. Premier à lancer\u00a0: répondant.": (
        "\u00a0: chaque camp doit faire 20. Le répondant lance d’abord."
    ),
    '"Le garde\u00a0: 3 dés dans la Poignée."': (
        '"Le garde réunit sa Poignée.", "Valeur 3\u00a0: 3 dés réunis (douze au plus)."'
    ),
}
"""Words of that version -> those of today: stored sentences keep theirs, those of a run that is
replayed have today's."""


def former(name: str) -> bytes:
    return gzip.decompress((HERE / f"{name}.gz").read_bytes())


@pytest.fixture(scope="module")
def facts() -> Any:
    return in_words_of_today(json.loads(former("facts.json")))


def facts_in(state: State) -> Any:
    replays = Replays()
    return facts_of(state, lambda seat, before: view(state, seat, replays, None, before))


def plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


def in_words_of_today(value: Any) -> Any:
    text = json.dumps(value, ensure_ascii=False)
    for before, now in REWORDED.items():
        text = text.replace(before, now)
    return json.loads(text)


@pytest.mark.parametrize("game", GAMES)
def test_an_exported_campaign_comes_in_with_the_same_views(game: str, facts: Any) -> None:
    state = campaign_of(former(f"{game}.tablee.json"))[1]
    assert in_words_of_today(facts_in(state)) == facts[game]


@pytest.mark.parametrize("game", GAMES)
def test_the_events_of_an_exported_campaign_are_written_to_the_byte_as_before(game: str) -> None:
    """Their digests follow them, which such a file did not have."""
    data = former(f"{game}.tablee.json")
    [(table, events)] = bring(data)
    before, _, _ = data.partition(b'"content":')[2].rpartition(b"\n]}")
    after, digests = campaign_file(table, events).partition(b'"content":')[2].split(b"\n]", 1)
    assert after == before
    assert digests.startswith(b',"digests":[')


@pytest.mark.parametrize("game", GAMES)
def test_the_runs_of_a_campaign_replay_to_the_same_results(game: str) -> None:
    state = campaign_of(former(f"{game}.tablee.json"))[1]
    replays = Replays()
    for run in state.runs.values():
        if run.outcome is None or run.id in ASK_OTHERWISE.get(game, ()):
            continue
        session = replays.session(state, run)
        assert session is not None
        assert plain(show(session.result)) == plain(run.outcome.result)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", ["tablee", "throws"])
def test_the_throws_of_a_file_are_verified(game: str, kind: str) -> None:
    throws = read_file(former(f"{game}.{kind}.json"))
    checked = verified(throws)
    assert throws.intact
    verdicts = [verdict for side in checked.sides for verdict in side.verdicts]
    assert verdicts
    assert all(verdict.known and not verdict.wrong for verdict in verdicts)


@asynccontextmanager
async def former_store(folder: Path) -> AsyncIterator[Store]:
    """Open a copy of the former database."""
    path = folder / "tables.sqlite3"
    path.write_bytes(former("former.sqlite3"))
    store = await opened(f"sqlite:///{path}")
    try:
        yield store
    finally:
        await store.close()


@pytest.mark.anyio
async def test_a_database_opens_with_the_same_views(tmp_path: Path, facts: Any) -> None:
    async with former_store(tmp_path) as store:
        assert sorted(await store.tables()) == sorted(EVENINGS.values())
        for table in EVENINGS.values():
            state = folded(table, await log_of(store, table))
            assert in_words_of_today(facts_in(state)) == facts[f"db:{table}"]
        credential = await store.find(digest_of("former"))
        assert credential is not None
        assert (credential.table, credential.seat) == (EVENINGS["exil"], "j1")


@pytest.mark.anyio
async def test_an_evening_of_a_database_goes_on(tmp_path: Path) -> None:
    async with former_store(tmp_path) as store:
        rooms = Rooms(store)
        for table in EVENINGS.values():
            room = await rooms.room(table)
            assert room is not None
            before = room.state.version
            assert await room.act("j1", acts.Note(text="La suite.")) == before + 1
            events = await log_of(store, table)
            state = campaign_of(campaign_file(table, events))[1]
            assert state.runs.keys() == room.state.runs.keys()


def test_the_files_hold_what_an_evening_may_bring() -> None:
    rare = {"sealed", "swapped", "declined", "revealed", "overruled", "undone", "withdrawn"}
    assert {*kinds()} > rare | {"framed", "booked", "leader_handed", "seat_removed", "archived"}


def kinds() -> Iterator[str]:
    for game in GAMES:
        content = json.loads(former(f"{game}.tablee.json"))["content"]
        yield from (event["type"] for event in content["events"])
