"""A seat's page made of its view in pieces, the same for page and stream."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

import msgspec
from markupsafe import Markup

from tablee.faces.web.page_context import NOTHING, Slip
from tablee.faces.web.page_input import one, pairs_of
from tablee.faces.web.rendering import Renderer
from tablee.faces.web.table.ask_cards import with_cards
from tablee.faces.web.table.page_pieces import CARDS, LINES, SEATS, Listing, Pieces
from tablee.faces.web.table.placeholders import HERE, put_in, stand_in
from tablee.faces.web.table.seat_links import Asking
from tablee.rules.words import Words
from tablee.table.room import Room
from tablee.table.views.names import Json

LONGEST_SEARCH = 200
_HERE = HERE.encode()


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


NEWEST = Past()


def past_of(request: Asking) -> Past:
    pairs = pairs_of(request)
    before, search = one(pairs, "avant"), one(pairs, "cherche")
    known = before.isascii() and before.isdigit() and len(before) < 10
    return Past(int(before) if known else None, search[:LONGEST_SEARCH].strip())


def put_in_place(page: str, room: Room, seat: str) -> str:
    """A page with the address of the seat wherever it stands for."""
    return page.replace(HERE, _address(room, seat))


def sent_to(news: bytes, room: Room, seat: str) -> bytes:
    """The same of what a page is sent."""
    return news.replace(_HERE, _address(room, seat).encode())


def _address(room: Room, seat: str) -> str:
    return f"/t/{room.state.id}/{seat}"


class Maker:
    """Makes the pieces of a seat's page: each is rendered once for what it depends on. `before`:
    the page as it was."""

    def __init__(
        self, renderer: Renderer, words: Words, past: Past, slip: Slip, before: Pieces | None
    ) -> None:
        self.renderer = renderer
        self.words = words
        self.past = past
        self.slip = slip
        self.before = before
        self.about: dict[str, tuple[Any, ...]] = {}

    def piece(self, template: str, macro: str, *given: Any) -> Markup:
        """A macro of one of the table's templates."""
        return self.renderer.piece(f"table/{template}.html", macro, self.words, self.slip, *given)

    def shown(self, view: Json, present: Collection[str], fault: str) -> Pieces:
        """`view`: with its cards; `present`: the seats whose page is open; `fault`: what is wrong
        with the rules, "" for nothing."""
        bar, scene, story = _bar(view), _scene(view["table"]), view["story"]
        facing = [one for one in view["characters"] if one["seat"] is None]
        slots = {
            "bar": self._slot("bar", bar, lambda: self._bar(*bar)),
            "scene": self._slot("scene", scene, lambda: self.piece("bar", "scene", *scene)),
            "facing": self._slot("facing", (facing,), lambda: self._facing(facing)),
            "older": self._slot(
                "older", (story["search"], story["before"]), lambda: self._older(story)
            ),
            "fault": self._slot("fault", (fault,), lambda: self.piece("bar", "fault", fault)),
        }
        lines, told = self._lines(view["story"])
        seats = self._seats(view, present)
        return Pieces(view, self.about, slots, self._now(view), seats, lines, told)

    def _slot(self, name: str, about: tuple[Any, ...], make: Callable[[], Markup]) -> Markup:
        """What has a place of its own, as it was where it is about the same."""
        before, self.about[name] = self.before, about
        if before is not None and self.slip is NOTHING and before.about[name] == about:
            return before.slots[name]
        return make()

    def _bar(self, me: Json, own: Sequence[Json], mine: Any, waiting: Any, told: Any) -> Markup:
        seen = {"name": me["name"], "leads": me["leads"]}
        return self.piece("bar", "bar", seen, [*map(_standing, own)], mine, waiting, told)

    def _now(self, view: Json) -> Listing:
        """The same for all who see the same runs, but for who is asked something."""
        archived, leads = view["table"]["archived"], view["me"]["leads"]
        about = (*view["runs"], view["last"])
        if view["due"] or not any(about) or self.slip is not NOTHING:
            return Listing(CARDS, self._cards(view))
        what = CARDS, self.words.lang, archived, leads, _has_somebody(view)
        return self.renderer.cards.of_all(what, about, lambda: Listing(CARDS, self._cards(view)))

    def _cards(self, view: Json) -> Mapping[str, Markup]:
        cards = {f"run-{run['id']}": self._card("run", run) for run in view["runs"]}
        archived, leads = view["table"]["archived"], view["me"]["leads"]
        known = _has_somebody(view)
        if archived or not (known or leads) or (not view["runs"] and not view["last"]):
            cards["empty"] = self.piece("people", "empty", leads, known, archived)
        if view["due"] and not archived:
            cards["due"] = self.piece("dues", "dues", view["due"])
        if view["last"]:
            cards[f"last-{view['last']['id']}"] = self._card("ended", view["last"])
        return cards

    def _card(self, template: str, run: Json) -> Markup:
        """A run's card, whenever it was asked for; a form that was refused is known by its run. One
        that is over stays in sight while others go on."""
        if self.slip is not NOTHING:
            return self.piece(template, template, run)
        kept = self.renderer.once if template == "ended" else self.renderer.cards
        return kept.of(
            (template, self.words.lang),
            run,
            lambda run: self._alike(template, template, {**run, "at": 0}, "id"),
        )

    def _alike(self, template: str, macro: str, given: Json, *own: str) -> Markup:
        """A piece that looks the same for all that differ in their `own` entries alone: it is
        rendered once, with something that stands for these."""
        standing = {name: stand_in(name) for name in own}
        piece = self.piece(template, macro, {**given, **standing})
        return put_in(piece, {name: given[name] for name in own})

    def _seats(self, view: Json, present: Collection[str]) -> Listing:
        """The same for all who see the same of those who sit there."""
        waited = frozenset(wait["seat"] for run in view["runs"] for wait in run["waiting"])
        gauges, characters = view["table"]["gauges"], view["characters"]
        what = SEATS, self.words.lang, waited, frozenset(present)

        def make() -> Listing:
            people = [
                (
                    {
                        "id": one["seat"],
                        "name": one["name"],
                        "leads": one["leads"],
                        "gauges": gauges if one["leads"] else [],
                    },
                    [_standing(each) for each in characters if each["seat"] == one["seat"]],
                    one["seat"] in present,
                    one["seat"] in waited,
                )
                for one in view["seats"]
            ]
            alike = SEATS, self.words.lang, msgspec.json.encode(people)
            return self.renderer.once.of_all(alike, (), lambda: self._people(people))

        about = view["seats"], gauges, *characters
        return self.renderer.once.of_all(what, about, make)

    def _people(self, people: Iterable[tuple[Json, Sequence[Json], bool, bool]]) -> Listing:
        found = {f"at-{one[0]['id']}": self.piece("people", "person", *one) for one in people}
        return Listing(SEATS, found)

    def _facing(self, others: Sequence[Json]) -> Markup:
        return self.piece("people", "facing", [*map(_standing, others)])

    def _older(self, story: Json) -> Markup:
        search, place = story["search"], story["before"]
        what = "older", self.words.lang, search, place is None
        piece = self.renderer.once.of_all(
            what, (), lambda: self.piece("tale", "older", search, place and stand_in("place"))
        )
        return put_in(piece, {"place": place})

    def _lines(self, story: Json) -> tuple[Listing, Mapping[int, tuple[str, Markup]]]:
        """The same for all who read the same items; and the lines by these."""
        items, known = story["items"], self.before.told if self.before else {}
        if not items:
            return Listing(LINES, {"s-none": self._nothing(story)}), {}
        line = "line", self.words.lang

        def make() -> tuple[Listing, Mapping[int, tuple[str, Markup]]]:
            told = [
                was or self.renderer.once.of(line, item, self._line)
                for item, was in zip(items, map(known.get, map(id, items)), strict=True)
            ]
            return Listing(LINES, dict(told)), dict(zip(map(id, items), told, strict=True))

        return self.renderer.once.of_all((LINES, self.words.lang), items, make)

    def _line(self, item: Json) -> tuple[str, Markup]:
        told, place = _item(item), item["place"]
        told |= {"after": place + 1, "clock": clock(item["at"])}
        own = ("place", "at", "after", "clock", *(("jet",) if "jet" in told else ()))
        return f"s{place}", self._alike("tale", "told", told, *own)

    def _nothing(self, story: Json) -> Markup:
        sought = bool(story["search"] or self.past.query)
        return self.piece("tale", "nothing", sought, story["more"])


def shown(
    renderer: Renderer,
    room: Room,
    seat: str,
    words: Words,
    past: Past = NEWEST,
    slip: Slip = NOTHING,
    before: Pieces | None = None,
) -> Pieces:
    """What a seat's page shows now. `slip`: of a form that was refused; `before`: what it has
    shown."""
    seen = room.view(seat, words, past.before, past.search, brief=True)
    view = with_cards(seen, words, renderer.once)
    present = room.present | {seat}
    fault = words.refusal(room.fault) if room.fault and view["me"]["leads"] else ""
    return Maker(renderer, words, past, slip, before).shown(view, present, fault)


# ── what the pieces depend on ──────────────────────────────────────────────────────────────────
_STANDING = ("name", "gauges", "states", "out")
_TOLD = ("place", "at", "kind", "by", "text", "private", "struck")
_TOLD_RUN = (
    *("who", "headline", "title", "veiled", "secret", "revealed", "status", "reason"),
    *("overruled", "struck"),
)


def _bar(view: Json) -> tuple[Json, Sequence[Json], Sequence[str], Sequence[str], Json | None]:
    """Who I am, my characters, the titles of the runs that wait for me, who is waited for, and what
    was told last."""
    me, last = view["me"], view["last"]
    own = [] if me["leads"] else [one for one in view["characters"] if one["mine"]]
    mine = [run["title"] for run in view["runs"] if run["mine"]]
    told = last and {"headline": last["headline"], "veiled": last["veiled"]}
    return me, own, mine, view["waiting"], told


def _scene(table: Json) -> tuple[Json | None, bool]:
    """The scene that is played, and whether the table is archived."""
    scene = table["scene"]
    return scene and {"number": scene["number"], "title": scene["title"]}, table["archived"]


def _has_somebody(view: Json) -> bool:
    """Whether there is a character to play with, for the seat or for who leads it."""
    return bool(view["characters"] if view["me"]["leads"] else view["me"]["characters"])


def _standing(one: Json) -> Json:
    """What the page shows of a character."""
    return {name: one[name] for name in _STANDING}


def _item(item: Json) -> Json:
    """What the page shows of an item of the story."""
    told = {name: item[name] for name in _TOLD}
    told |= {"reason": item.get("reason", ""), "to": item.get("to", "")}
    told["overruled"] = item.get("overruled")
    run, booking = item["run"], item["booking"]
    told["booking"] = booking and {name: booking[name] for name in ("text", "private")}
    if run is None or run["shut"]:
        return told | {"run": run and {"shut": True}}
    shown = ("text", "declined", "held", "private")
    followed = [{name: each[name] for name in shown} for each in run["consequences"]]
    kept = {name: run[name] for name in _TOLD_RUN}
    return told | {"jet": run["id"], "run": {**kept, "shut": False, "consequences": followed}}


def clock(at: int) -> str:
    """A time of day as this machine's clock tells it: « 21 h 14 »; scripts tell the reader's
    own."""
    return _minute(at // 60_000)


def dated(words: Words, at: int) -> str:
    """A day and a time of it, as this machine has them: « 1er juin 2026 à 21 h 14 »."""
    from babel.dates import format_date

    french = words.lang == "fr"
    day = format_date(datetime.fromtimestamp(at // 1000), "long", "fr" if french else "en_GB")
    day = f"1er{day[1:]}" if french and day.startswith("1 ") else day
    time = clock(at) if french else clock(at).replace("\u00a0h\u00a0", ":")
    return words.phrase("{day:=} à {time:=}", day=day, time=time)


@lru_cache
def _minute(minute: int) -> str:
    return datetime.fromtimestamp(minute * 60).strftime("%H\u00a0h\u00a0%M")
