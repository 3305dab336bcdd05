"""An act of a page that its stream keeps new is answered with nothing, or with the leader's form."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import aclosing
from types import SimpleNamespace
from typing import Any

import pytest

from tablee.faces.web.page_context import HERE
from tablee.faces.web.rendering import Renderer
from tablee.faces.web.table.seat_stream import _messages
from tablee.rules.texts.words import Words
from tablee.table.replay import game_of
from tablee.table.room import Room
from tablee.table.store.interface import Store
from tests.faces.web.test_taking import Client, sit
from tests.faces.web.test_waiting import page, seats
from tests.kit import acts
from tests.table.evening import LEADER, set_up
from tests.table.export.tables import ID
from tests.table.room_kit import kept, room_of

__all__ = ["seats"]

BRIEF = {"hx-request": "true", "prefer": "return=minimal"}
REQUESTED = {"do": "request", "procedure": "armes_dieux.jet", "poignee": "6", "to": "bastan"}
Seats = tuple[Client, list[str]]


def post(client: Client, seat: str, **form: Any) -> Any:
    return client.post(f"/t/{ID}/{seat}", data=form, headers=BRIEF, follow_redirects=False)


def acted(text: str) -> str:
    found = re.search(r'data-acted="(\d+)"', text)
    assert found
    return found[1]


# ── the answer ─────────────────────────────────────────────────────────────────────────────────
def test_an_act_is_answered_with_nothing(seats: Seats) -> None:
    client, given = seats
    sit(client, given[1])
    assert acted(page(client, "j1")) == "0"
    for number in (1, 2):
        answer = post(client, "j1", do="note", slot="note", text="Ici.", key=f"n{number}")
        assert (answer.status_code, answer.content) == (204, b"")
        assert answer.headers["tablee-acted"] == str(number)
        assert answer.headers["preference-applied"] == "return=minimal"
    again = post(client, "j1", do="note", slot="note", text="Ici.", key="n2")
    assert again.headers["tablee-acted"] == "2"
    other = post(client, "j1", do="note", slot="note", text="Là.", key="n2")
    assert other.status_code == 409
    assert "autre chose a été fait" in other.text
    shown = page(client, "j1")
    assert acted(shown) == "2"
    assert shown.count("Ici.") == 2


def test_a_refusal_is_shown_in_full(seats: Seats) -> None:
    client, given = seats
    sit(client, given[1])
    answer = post(client, "j1", do="note", slot="note", text="", private="1", key="n1")
    assert answer.status_code == 422
    assert answer.headers["hx-retarget"] == "#no-note"
    assert re.search(r'id="no-note"[^>]*>[^<]', answer.text)
    assert acted(answer.text) == "0"
    assert post(client, "j1", do="throw", run="j9", place="0", key="n2").status_code == 409


def test_who_leads_is_sent_the_form_when_something_was_asked_for(seats: Seats) -> None:
    """The form is for what was asked for last, and no stream brings it."""
    client, given = seats
    sit(client, given[0])
    answer = post(client, LEADER, **REQUESTED, key="f1")
    assert answer.status_code == 200
    assert re.fullmatch(
        r'\s*<template hx type="partial" hx-target="#request-card" hx-swap="outerMorph">'
        r'(?:(?!</template>).)*<section class="card request-card" id="request-card"'
        r"(?:(?!</template>).)*</template>\s*",
        answer.text,
        re.S,
    )
    assert answer.text.partition("<form")[2].partition("</form>")[0] in page(client, LEADER)
    assert HERE not in answer.text
    assert answer.headers["tablee-acted"] == "1"
    assert "j1" in page(client, LEADER)
    withdrawn = post(client, LEADER, do="withdraw", run="j1", key="w1")
    assert (withdrawn.status_code, withdrawn.content) == (204, b"")
    assert post(client, LEADER, do="repeat", run="j1", key="a1").status_code == 200


def test_nobody_else_is_sent_the_form(seats: Seats) -> None:
    client, given = seats
    sit(client, given[1])
    assert post(client, "j1", **REQUESTED, key="f1").status_code == 403


def test_what_is_hidden_changes_no_byte_of_an_answer(seats: Seats) -> None:
    """Whatever the leader and the others do that this seat does not see."""
    client, given = seats
    found = []
    for hidden in (False, True):
        if hidden:
            sit(client, given[0])
            post(client, LEADER, **REQUESTED | {"to": "", "secret": "1"}, key="f2")
            post(client, LEADER, do="note", text="Un secret.", private="1", key="n7")
            sit(client, given[2])
            post(client, "j2", do="note", text="Un secret.", private="1", key="n8")
        sit(client, given[1])
        answer = post(client, "j1", do="note", slot="note", text="Ici.", key=f"n{hidden:d}")
        headers = dict(answer.headers)
        assert int(headers.pop("tablee-acted")) == 1 + hidden
        found.append((answer.status_code, answer.content, headers))
    assert found[0] == found[1]


def test_without_the_preference_the_page_comes_anew(seats: Seats) -> None:
    client, given = seats
    sit(client, given[1])
    form = {"do": "note", "text": "Ici.", "key": "n1"}
    answer = client.post(f"/t/{ID}/j1", data=form, follow_redirects=False)
    assert answer.status_code == 303
    assert "tablee-acted" not in answer.headers
    assert client.get(f"/t/{ID}/j1").headers["tablee-acted"] == "1"


# ── the stream ─────────────────────────────────────────────────────────────────────────────────
@pytest.fixture
async def room(store: Store) -> Room:
    table = set_up("armes_dieux")
    await kept(store, table)
    return await room_of(store, table)


def stream(room: Room, seat: str, known: str = "", query: str = "") -> Any:
    asked: Any = SimpleNamespace(
        scope={"query_string": query.encode()}, headers={"last-event-id": known}
    )
    words = Words(game_of(room.state))
    state: Any = SimpleNamespace(renderer=Renderer(here=HERE), closing=asyncio.Event())
    return aclosing(_messages(asked, state, room, seat, words))


async def texts(stream: AsyncIterator[bytes]) -> tuple[str, str]:
    """The next message: its id, and what it brings."""
    head, _, data = (await anext(stream)).decode().partition("\ndata: ")
    return head.removeprefix("id: "), data.strip()


@pytest.mark.anyio
async def test_each_message_says_which_acts_are_in_it(room: Room) -> None:
    note = acts.Note(text="Ici.")
    async with stream(room, "j1") as messages:
        first, whole = await texts(messages)
        assert first.endswith(".0")
        assert 'hx-target="#now"' in whole
        await room.act("j1", note, "n1")
        name, brought = await texts(messages)
        assert name.endswith(".1")
        assert "Ici." in brought
        await room.act("j2", note, "n2")
        await room.act("j1", note)  # by no page: none waits for it
        name, _ = await texts(messages)
        assert name.endswith(".1")


@pytest.mark.anyio
async def test_an_act_of_which_nothing_is_seen_is_shown(room: Room) -> None:
    """A search shows only what it finds, an act of others that is not seen brings nothing."""
    async with stream(room, "j1", query="cherche=introuvable") as messages:
        first, _ = await texts(messages)
        await room.act("j2", acts.Note(text="Un secret.", private=True), "n1")
        await room.act("j1", acts.Note(text="Ici."), "n2")
        name, brought = await texts(messages)
        assert name == first.replace(".0", ".1")
        assert brought == ""


@pytest.mark.anyio
async def test_who_comes_back_is_shown_of_it_and_sent_what_is_new(room: Room) -> None:
    async with stream(room, "j1") as messages:
        name, _ = await texts(messages)
    async with stream(room, "j1", name) as messages:
        assert await texts(messages) == (name, "")
        await room.act("j1", acts.Note(text="Ici."), "n1")
        _, brought = await texts(messages)
        assert "Ici." in brought
        assert 'hx-target="#now"' not in brought
    async with stream(room, "j1", "-") as messages:
        _, whole = await texts(messages)
        assert 'hx-target="#now"' in whole
