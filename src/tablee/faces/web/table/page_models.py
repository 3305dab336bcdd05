"""A seat's page in pieces made from its view, the same pieces for page and stream.

A piece is rendered from plain typed data and shared by every page that shows the same data. This
module may import views, cards and the renderer; it must not know the state of a table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

import msgspec
from markupsafe import Markup
from msgspec.structs import replace

from tablee.faces.web.page_context import HERE, NOTHING, Slip
from tablee.faces.web.page_input import Asking, one, pairs_of
from tablee.faces.web.rendering import Renderer
from tablee.faces.web.table.consequence_lines import ConsequenceLine, consequence_lines
from tablee.faces.web.table.page_pieces import CARDS, LINES, SEATS, Listing, Pieces
from tablee.faces.web.table.pending_cards import offer_cards, pending_cards
from tablee.faces.web.table.run_cards import RunCard, faces_in, faces_of, run_card, run_cards
from tablee.faces.web.table.sheet_reading import (
    SheetReading,
    other_runs,
    portrait_address,
    reading_of,
)
from tablee.rules.texts.languages import Lang
from tablee.rules.texts.words import Words
from tablee.table.acts.act_registry import ACTS
from tablee.table.acts.copy_character import stem_of
from tablee.table.room import Room
from tablee.table.views.view_types import (
    CharacterView,
    HiddenRun,
    OverruledView,
    ParameterView,
    RunView,
    StatusView,
)
from tablee.table.views.whole_view_types import StoryItem, StoryView, TableView

LONGEST_SEARCH = 200
WHISPERS = 15
"""Items of the story among which a note for one seat alone, or a handout, is also shown above
everything else."""
DICE_WORDS = ("word_given", "words_restarted")
"""Kinds of items about the words for the dice of a scene."""
_HERE = HERE.encode()
WIDGETS = [act.widget for act in ACTS.values() if act.widget]
"""Templates of the acts that have a widget."""


class Past(msgspec.Struct, frozen=True):
    """The part of the story that a page shows: the items before a place, or the ones with a text."""

    before: int | None = None
    search: str = ""

    @property
    def query(self) -> str:
        """The query of the address, "" for the newest items."""
        asked = {"avant": self.before, "cherche": self.search}
        kept = {name: value for name, value in asked.items() if value not in (None, "")}
        return f"?{urlencode(kept)}" if kept else ""


NEWEST = Past()


def past_of(request: Asking) -> Past:
    pairs = pairs_of(request)
    before, search = one(pairs, "avant"), one(pairs, "cherche")
    known = before.isascii() and before.isdigit() and len(before) < 10
    return Past(int(before) if known else None, search[:LONGEST_SEARCH].strip())


def sent_to(news: bytes, room: Room, seat: str) -> bytes:
    """Return what a page is sent with the address of the seat in place of `HERE`."""
    return news.replace(_HERE, f"/t/{room.state.id}/{seat}".encode())


class PageMaker:
    """Makes the pieces of one seat's page. Equal pieces are rendered once (`Renderer.piece`)."""

    def __init__(self, renderer: Renderer, words: Words, past: Past, slip: Slip) -> None:
        self.renderer = renderer
        self.words = words
        self.past = past
        self.slip = slip

    def piece(self, template: str, macro: str, *given: Any) -> Markup:
        """Render a macro of one of the table's templates."""
        return self.renderer.piece(f"table/{template}.html", macro, self.words, self.slip, *given)

    def pieces(self, view: TableView, fault: str, kept: bool = True) -> Pieces:
        """Return all pieces of a page. `fault`: the mistake in the file of the game, or ""; `kept`:
        whether the store can write."""
        cards = run_cards(view, self.words, self.renderer.parts)
        others = [each for each in view.characters if each.seat is None and not each.away]
        facing = [_status(each) for each in others]
        copied = _originals(others) if view.me.leads else []
        readings = self._readings(view)
        scene, pledges = view.table.scene, self._pledges(view)
        slots = {
            "bar": self._bar(view, [card.title for card in cards if card.mine]),
            "scene": self.piece("bar", "scene", scene, view.table.archived, pledges),
            "facing": self.piece("people", "facing", facing, copied),
            "older": self.piece("story", "older", view.story.search, view.story.before),
            "fault": self.piece("bar", "fault", fault, kept),
            "faults": self.piece("bar", "faults", view.faults),
            "widgets": self._widgets(view, readings),
            "clocks": self.piece(
                "clocks", "clocks", view.table.clocks, view.me.leads and not view.table.archived
            ),
            "handouts": self._handouts(view),
            "whispers": self.piece("whispers", "latest", _whisper(view)),
            "sheets": self.piece("reading", "sheets", readings, not view.table.archived),
        }
        if view.me.leads and not view.table.archived:
            slots |= self._desk(view)
        asked = any(card.mine for card in cards)
        listings = (
            self._now(view, cards, readings),
            self._seats(view),
            self._lines(view.story, faces_of(view)),
        )
        return Pieces(view, asked, slots, *listings)

    def _pledges(self, view: TableView) -> dict[str, Any]:
        """Return what a browser needs to pledge the word of its seat, and to give it."""
        me, scene = view.me, view.table.scene
        missing = me.pledge and not me.word
        return {
            "seat": me.seat if me.takes_word or missing else "",
            "takes": me.takes_word,
            "missing": me.pledge if missing else "",
            "pledges": scene.pledges if scene else "",
            "complete": scene is None or scene.complete,
            "round": len(scene.withheld) if scene else 0,
        }

    def _readings(self, view: TableView) -> list[SheetReading]:
        """Return the sheets of a player's own characters."""
        if view.me.leads:
            return []

        def read(one: CharacterView) -> SheetReading:
            return reading_of(one, self.words, view.me.proposals)

        key = "sheet", self.words.lang  # the proposals of a character change with its view
        return [self.renderer.parts.get(key, one, read) for one in view.characters if one.mine]

    def _widgets(self, view: TableView, readings: Sequence[SheetReading]) -> Markup:
        """Render the widgets of the acts that have one."""
        me = {
            "seat": view.me.seat,
            "leads": view.me.leads,
            "proposals": other_runs(readings, view.me.proposals),
            "rolls": view.table.rolls,
        }
        widgets = () if view.table.archived else WIDGETS
        found = "".join(self.piece(each, "widget", me, view.signals) for each in widgets)
        return Markup(f'<div id="widgets" class="card asks">{found.strip()}</div>')

    def _desk(self, view: TableView) -> dict[str, Markup]:
        """Render the leader's tools that change with the table."""
        scene = view.table.scene
        shown = scene and {"title": scene.title, "number": scene.number}
        players = [{"id": each.seat, "name": each.name} for each in view.seats if not each.leads]
        known = [each.id for each in view.characters]
        offered = [f"{each.character}:{each.button}" for each in view.offers if each.parameter]
        return {
            "cast": self.piece("desk", "cast", [*known, *offered, *(["scene"] if scene else [])]),
            "scene-tool": self.piece("desk", "scene_tool", shown, len(view.runs)),
            "whisper-tool": self.piece("desk", "whisper", players),
        }

    def _handouts(self, view: TableView) -> Markup:
        """Render the newest handout to a player, and the number of the others."""
        shown = view.handouts and not view.me.leads
        latest = view.handouts[0] if shown else None
        return self.piece("handouts", "latest", latest, len(view.handouts) - 1)

    def _bar(self, view: TableView, mine: Sequence[str]) -> Markup:
        """Render who the seat is, what waits for it (`mine`: titles), and what came last."""
        me, last = view.me, view.last
        own = [] if me.leads else [_status(each) for each in view.characters if each.mine]
        latest = last and {"headline": last.headline, "result_hidden": last.result_hidden}
        seen = {"name": me.name, "leads": me.leads}
        calls = len(view.signals) if me.leads else 0
        word = None if me.leads else _whisper(view)
        kind = word and ("handout" if word["handout"] else "word")
        left = _left_to_play(view) if me.leads and not view.table.archived else 0
        awaited = _awaited(view)
        return self.piece("bar", "bar", seen, own, mine, awaited, latest, calls, kind, left)

    def _now(
        self, view: TableView, cards: Sequence[RunCard], readings: Sequence[SheetReading]
    ) -> Listing:
        """Render the open runs, what waits to be played, and the last run."""
        found = {f"run-{card.id}": self._card("run", card) for card in cards}
        archived, leads = view.table.archived, view.me.leads
        known = bool(view.characters if leads else view.me.characters)
        if archived or not (known or leads) or (not cards and view.last is None):
            begun = any(block.procedure for reading in readings for block in reading.blocks)
            taps = begun and ("roll" if view.table.rolls else "propose")
            found["empty"] = self.piece("people", "empty", leads, known, archived, taps)
        names = {each.id: each.name for each in view.characters}
        pending, due = pending_cards(view, self.words), offer_cards(view.offers, names, ("",))
        begins = [each for each in pending if view.last and each.run == view.last.id]
        others = [each for each in pending if each not in begins]
        if (others or due) and not archived:
            found["pending"] = self.piece("pending", "pending", others, due, leads)
        if view.last is not None:
            last = run_card(view.last, view, self.words, self.renderer.parts)
            last = replace(last, begins=begins) if begins else last
            found[f"last-{last.id}"] = self._card("ended", last)
        if view.beside_last:
            faces = faces_of(view)
            beside = [_run_line(each, faces, self.words) for each in view.beside_last]
            found["beside-last"] = self.piece("ended", "beside", beside)
        return Listing(CARDS, found)

    def _card(self, template: str, card: RunCard) -> Markup:
        """Render a card, once for all seats that see the run alike."""

        def render(card: RunCard) -> Markup:
            name = f"table/{template}.html"
            return self.renderer.called(name, template, self.words, self.slip, card)

        if self.slip is not NOTHING:
            return render(card)
        return self.renderer.cards.get((template, self.words.lang), card, render)

    def _seats(self, view: TableView) -> Listing:
        """Render everybody at the table, with their characters."""
        waited = {wait.seat for run in view.runs for wait in run.waiting}
        present = {view.me.seat, *view.present}
        found = {}
        for seat in view.seats:
            gauges = view.table.gauges if seat.leads else []
            shown = {"id": seat.seat, "name": seat.name, "leads": seat.leads, "gauges": gauges}
            characters = [
                _status(each)
                for each in view.characters
                if each.seat == seat.seat and not each.away
            ]
            about = shown, characters, seat.seat in present, seat.seat in waited
            found[f"at-{seat.seat}"] = self.piece("people", "person", *about)
        return Listing(SEATS, found)

    def _lines(self, story: StoryView, faces: Mapping[str, str]) -> Listing:
        """Render the story, each item once for all seats that have the same one. `faces`: see
        `faces_of`."""
        if not story.items:
            sought = bool(story.search or self.past.query)
            return Listing(LINES, {"s-none": self.piece("story", "nothing", sought, story.more)})
        what, parts = ("line", self.words.lang, *faces.items()), self.renderer.parts

        def line(item: StoryItem) -> Markup:
            return self._line(item, faces)

        found = {f"s{each.place}": parts.get(what, each, line) for each in story.items}
        for first, *others in _words_of_scenes(story.items):
            found[f"s{first.place}"] = self._words(first, others)
            for each in others:
                del found[f"s{each.place}"]
        return Listing(LINES, found)

    def _words(self, first: StoryItem, others: Sequence[StoryItem]) -> Markup:
        """Render the words for the dice of one scene, folded in one line."""
        shown = [{"kind": each.kind, "by": each.by, "text": each.text} for each in (first, *others)]
        time = clock(self.words, first.at)
        return self.piece("story", "dice_words", first.place, first.at, time, shown)

    def _line(self, item: StoryItem, faces: Mapping[str, str]) -> Markup:
        run = _run_line(item.run, faces, self.words) if isinstance(item.run, RunView) else None
        hidden, bare = isinstance(item.run, HiddenRun), replace(item, run=None)
        return self.piece("story", "item", bare, run, hidden, clock(self.words, item.at))


def _words_of_scenes(items: Sequence[StoryItem]) -> list[list[StoryItem]]:
    """Return the items about words for the dice, those of one scene together, the oldest first."""
    scenes: list[list[StoryItem]] = [[]]
    for each in reversed(items):
        if each.kind == "scene_begun":
            scenes.append([])
        elif each.kind in DICE_WORDS:
            scenes[-1].append(each)
    return [each for each in scenes if each]


def shown(
    renderer: Renderer,
    room: Room,
    seat: str,
    words: Words,
    past: Past = NEWEST,
    slip: Slip = NOTHING,
) -> Pieces:
    """Return the page of a seat as it is now. `slip`: the form that was refused."""
    view = room.view(seat, words, past.before, past.search)
    fault = words.refusal(room.fault.without_folder()) if room.fault and view.me.leads else ""
    return PageMaker(renderer, words, past, slip).pieces(
        view, fault, room.kept or not view.me.leads
    )


# ── what the pieces depend on ──────────────────────────────────────────────────────────────────
class CharacterStatus(StatusView, frozen=True, kw_only=True):
    """A character as the page shows it. `sheet`: its id if the seat may read its sheet, else "";
    `portrait`: the end of the address of its portrait, "" without one."""

    name: str
    sheet: str
    portrait: str


def _originals(others: Sequence[CharacterView]) -> list[str]:
    """Return the id of each character, "" for a numbered copy of another one of them."""
    names = {each.name for each in others}

    def is_copy(name: str) -> bool:
        return stem_of(name) in names - {name}

    return ["" if is_copy(each.name) else each.id for each in others]


def _status(one: CharacterView) -> CharacterStatus:
    return CharacterStatus(
        name=one.name,
        sheet=one.id if one.sheet is not None else "",
        portrait=portrait_address(one),
        gauges=one.gauges,
        states=one.states,
        out=one.out,
    )


class RunLine(msgspec.Struct, frozen=True, kw_only=True):
    """A run as a line of the story shows it. `outcome`: its consequences, equal ones once; `faces`: see
    `faces_of`."""

    id: str
    characters: Sequence[str]
    headline: str
    title: str
    label: str
    result_hidden: bool
    secret: bool
    revealed: bool
    status: str
    reason: str
    parameters: Sequence[ParameterView]
    overruled: Sequence[OverruledView]
    undone: Sequence[str]
    outcome: Sequence[ConsequenceLine]
    faces: Mapping[str, str]


_OF_RUN = [each for each in RunLine.__struct_fields__ if each not in ("faces", "outcome")]
"""Fields of the line that are those of the run."""


def _run_line(run: RunView, faces: Mapping[str, str], words: Words) -> RunLine:
    own = {each: getattr(run, each) for each in _OF_RUN}
    outcome = consequence_lines(run.consequences, words)
    return RunLine(**own, outcome=outcome, faces=faces_in(run, faces))


def clock(words: Words, at: int) -> str:
    """Return a time of day by this machine's clock: « 21 h 14 », “21:14”; a script of the page shows the
    reader's own."""
    return _minute(at // 60_000, words.lang)


def dated(words: Words, at: int) -> str:
    """Return a date and a time by this machine's clock: « 1er juin 2026 à 21 h 14 »; a script of the page
    shows the reader's own where it has a `moment`."""
    from babel.dates import format_date

    french = words.lang == "fr"
    day = format_date(datetime.fromtimestamp(at // 1000), "long", "fr" if french else "en_GB")
    day = f"1er{day[1:]}" if french and day.startswith("1 ") else day
    return words.phrase("{day:=} à {time:=}", day=day, time=clock(words, at))


class Moment(msgspec.Struct, frozen=True):
    """A date and a time for a page: `at` in milliseconds, and its text on this machine's clock."""

    at: int
    text: str


def moment(words: Words, at: int) -> Moment:
    return Moment(at, dated(words, at))


@lru_cache
def _minute(minute: int, lang: Lang) -> str:
    hours = "%H\u00a0h\u00a0%M" if lang == "fr" else "%H:%M"
    return datetime.fromtimestamp(minute * 60).strftime(hours)


def _awaited(view: TableView) -> list[str]:
    """Return whom the table waits for, and the leader, whom a player waits for by a signal."""
    signalled = view.signals and not view.me.leads
    leaders = [each.name for each in view.seats if each.leads] if signalled else []
    return [*view.waiting, *(each for each in leaders if each not in view.waiting)]


def _left_to_play(view: TableView) -> int:
    """Return how many consequences wait, but for those that the card of the last run begins."""
    last = view.last.id if view.last is not None else None
    return sum(not (last and each.run == last) for each in view.pending)


def _whisper(view: TableView) -> dict[str, str] | None:
    """Return the newest note for the seat alone, or the newest handout, if the seat has done nothing
    since."""
    for item in view.story.items[:WHISPERS]:
        if item.by == view.me.name:
            return None
        if item.kind == "note" and item.to and not item.private:
            return {"by": item.by, "text": item.text, "handout": ""}
        if item.handout and not item.undone:
            return {"by": item.by, "text": item.handout.title, "handout": item.handout.id}
    return None
