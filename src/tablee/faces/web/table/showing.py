"""A seat's page made of its view: what the templates are given, the same for page and stream."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any
from urllib.parse import parse_qs, urlencode

import msgspec
from markupsafe import Markup

from tablee.faces.web.rendering import Renderer
from tablee.faces.web.table.asked import with_cards
from tablee.faces.web.table.seating import Asking
from tablee.rules.words import Words
from tablee.table.room import Room

__all__ = ["NOTHING", "Past", "Slip", "given", "live_part", "pairs_of", "past_of", "put_in_place"]

Pairs = Mapping[str, Sequence[str]]
LONGEST_SEARCH = 200


class Past(msgspec.Struct, frozen=True):
    """What of the story is looked at: from before a place of it on, what holds a text."""

    before: int | None = None
    search: str = ""

    @property
    def query(self) -> str:
        """As an address has it, "" for the newest."""
        asked = {"avant": self.before, "cherche": self.search}
        kept = {name: value for name, value in asked.items() if value not in (None, "")}
        return f"?{urlencode(kept)}" if kept else ""


class Slip(msgspec.Struct, frozen=True):
    """A form that was refused: its id, why, and what was typed into it."""

    form: str
    text: str
    typed: Pairs


NEWEST = Past()
HERE = "\ue000ici\ue000"
"""Stands for the address of the seat until the page is whole, so that a piece serves every seat
that sees the same."""
NOTHING = Slip("", "", {})


def pairs_of(request: Asking) -> dict[str, list[str]]:
    """The query of an address."""
    query = request.scope["query_string"].decode("ascii", "replace")
    return parse_qs(query, keep_blank_values=True, max_num_fields=20_000)


def past_of(request: Asking) -> Past:
    pairs = pairs_of(request)
    before, search = (pairs[name][-1] if name in pairs else "" for name in ("avant", "cherche"))
    known = before.isascii() and before.isdigit() and len(before) < 10
    return Past(int(before) if known else None, search[:LONGEST_SEARCH].strip())


def live_part(renderer: Renderer, room: Room, seat: str, words: Words, past: Past) -> str:
    """The parts of the page that change with the table, as the stream sends them."""
    told = given(renderer, room, seat, words, past)
    return put_in_place(renderer.page("table/live.html", words, **told, pushed=True), room, seat)


def put_in_place(page: str, room: Room, seat: str) -> str:
    """A page with the address of the seat wherever it stands for."""
    return page.replace(HERE, f"/t/{room.state.id}/{seat}")


def given(
    renderer: Renderer,
    room: Room,
    seat: str,
    words: Words,
    past: Past = NEWEST,
    slip: Slip = NOTHING,
) -> dict[str, Any]:
    """What the templates of a seat's page are given."""
    view = room.view(seat, words, past.before, past.search)

    def complaint(form: str) -> str:
        return slip.text if slip.form == form else ""

    def filled(form: str, name: str) -> str:
        typed = slip.typed.get(name) if slip.form == form else None
        return typed[-1] if typed else ""

    shown = with_cards(view, words)
    present = frozenset(room.present)
    told = {
        "view": shown,
        "here": HERE,
        "present": present,
        "past": past.query,
        "complaint": complaint,
        "filled": filled,
        "clock": clock,
    }

    def line(item: dict[str, Any]) -> Markup:
        return renderer.piece("table/item.html", words, item, **told, item=item)

    def part(name: str, *key: Any, **more: Any) -> str:
        """A piece of the page that depends on its key alone, but for a form that was refused."""
        if slip is not NOTHING:
            return Markup(renderer.page("table/part.html", words, part=name, **told, **more))
        return renderer.part("table/part.html", words, (name, *key), part=name, **told, **more)

    lines = Markup("").join(line(item) for item in shown["story"]["items"])
    return told | {"lines": lines, "part": part, "keys": _keys(shown, present)}


def _keys(view: dict[str, Any], present: Collection[str]) -> dict[str, Any]:
    """What the pieces of the page depend on, beside what they are about."""
    runs = [[run["title"], run.get("mine"), run["waiting"]] for run in view["runs"]]
    waiting = [[wait["seat"] for wait in run["waiting"]] for run in view["runs"]]
    last = view["last"]
    everybody = [[one[name] for name in _STANDING] for one in view["characters"]]
    mine = [[one[name] for name in _STANDING] for one in view["characters"] if one["mine"]]
    me = view["me"]["name"], view["me"]["leads"]
    return {
        "bar": (me, mine, view["waiting"], runs, last and (last["headline"], last["veiled"])),
        "people": (view["seats"], view["table"]["gauges"], everybody, waiting, sorted(present)),
        "me": (view["me"]["dice"], view["me"]["leads"]),
        "own": [_own(run, view["me"]["seat"]) for run in view["runs"]],
    }


def _own(run: dict[str, Any], seat: str) -> str:
    """The seat, where a run has something for it in particular."""
    waited = any(wait["seat"] == seat for wait in run["waiting"])
    return seat if waited or any(ask["mine"] for ask in run["asks"]) else ""


_STANDING = ("name", "seat", "gauges", "states", "out")
"""What the page shows of a character."""


def clock(at: int) -> str:
    """A time of day as this machine's clock tells it: « 21 h 14 »; scripts tell the reader's own."""
    return datetime.fromtimestamp(at / 1000).strftime("%H\u00a0h\u00a0%M")
