"""The story of a campaign as a seat reads it, a page at a time, the newest item first.

This module may import the view context and the run views; it must not know what an item looks like
on a page.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import astuple

from tablee.table.log.state_parts import StoryEntry
from tablee.table.views.consequence_views import consequence_view
from tablee.table.views.free_throw_text import free_throw_text
from tablee.table.views.handout_views import handout_view
from tablee.table.views.run_views import overruled_view, run_or_hidden
from tablee.table.views.view_context import ViewContext
from tablee.table.views.view_types import HiddenRun, RunView
from tablee.table.views.whole_view_types import SecretThrowView, StoryItem, StoryView

PAGE = 25
"""Items of one page."""
MAX_SEARCHED = 500
"""Items that one search goes through, so that nobody else waits for it."""
NEVER = -1, None
"""The version and the view of an item that was not shown yet."""


def story_view(context: ViewContext, before: int | None, search: str) -> StoryView:
    """Return a page of the story. `before`: only items before this place; `search`: only items
    that hold this text."""
    readable = readable_entries(context)
    wanted = _bare(search).strip()
    place = len(readable) if before is None else min(before, len(readable))
    if wanted:
        items, place = _items_with(context, readable, place, wanted)
    else:
        items, place = _items(context, readable, place)
    return StoryView(items=items, more=place > 0, before=place or None, search=search)


def _items(
    context: ViewContext, readable: Sequence[StoryEntry], place: int
) -> tuple[list[StoryItem], int]:
    """Return a page of items before a place, and the place of the last one.

    The views are kept for the next act, which leaves most items as they were: `item_view` is called
    for the others, and for those of open runs, which depend on other open runs too.
    """
    state, key = context.state, ("page", context.seat, context.lang)
    known: Mapping[int, tuple[int, StoryItem | None]] = context.cache.peek(key) or {}
    kept: dict[int, tuple[int, StoryItem | None]] = {}
    items: list[StoryItem] = []
    while place > 0 and len(items) < PAGE:
        place -= 1
        item = readable[place]
        touched = state.touched.get(item.run or item.consequence or item.handout, 0)
        at, view = known.get(item.seq, NEVER)
        if at != touched:
            view = item_view(context, item, place)
        if item.run not in state.open_run_ids:
            kept[item.seq] = touched, view
        if view is not None:
            items.append(view)
    context.cache.put(key, kept)
    return items, place


def _items_with(
    context: ViewContext, readable: Sequence[StoryEntry], place: int, wanted: str
) -> tuple[list[StoryItem], int]:
    """Return a page of items before a place that hold a text, and the place of the last one that was
    looked at."""
    first = max(0, place - MAX_SEARCHED)
    items: list[StoryItem] = []
    while place > first and len(items) < PAGE:
        place -= 1
        view = _found(context, readable[place], place, wanted)
        if view is not None:
            items.append(view)
    return items, place


def readable_entries(context: ViewContext) -> list[StoryEntry]:
    """Return the items that the seat may read. The story only grows: the list is kept and
    continued."""
    key = "readable", context.seat
    story = context.state.story
    known: tuple[int, list[StoryEntry]] | None = context.cache.peek(key)
    upto, items = known if known is not None else (0, [])
    if upto < len(story):
        items.extend(filter(context.visibility.reads_item, story[upto:]))
    context.cache.put(key, (len(story), items))
    return items


def _found(context: ViewContext, item: StoryEntry, place: int, wanted: str) -> StoryItem | None:
    """Return the view of an item that holds a text. The items without it are remembered with the
    version that touched them last, since each act searches them again."""
    key = "without", context.seat, context.lang, wanted
    without: dict[int, int] = context.cache.get(key, dict)
    touched = context.state.touched.get(item.run or item.consequence or item.handout, 0)
    if without.get(item.seq, -1) >= touched:
        return None
    view = item_view(context, item, place)
    if view is not None and wanted in _searched(view):
        return view
    without[item.seq] = touched
    return None


def item_view(context: ViewContext, item: StoryEntry, place: int) -> StoryItem | None:
    """Return the view of an item; None for a consequence that is shown with its run, and for a
    handout that was taken back, except to the leader."""
    state = context.state
    touched = state.touched.get(item.run or item.consequence or item.handout, 0)
    audience = context.audience(item.run) if item.run else context.seat
    key = "item", item.seq, place, touched, context.lang, audience
    if item.kind == "run" and item.run in state.open_run_ids:
        view = run_or_hidden(context, state.runs[item.run])  # depends on other open runs too
        return context.cache.get(key, lambda: _run_item(context, item, place, view), view)
    return context.cache.get(key, lambda: _item(context, item, place))


def _run_item(
    context: ViewContext, item: StoryEntry, place: int, run: RunView | HiddenRun
) -> StoryItem:
    undone = isinstance(run, RunView) and run.status == "withdrawn" and not run.result_hidden
    return _bare_item(context, item, place, run=run, undone=undone)


def _item(context: ViewContext, item: StoryEntry, place: int) -> StoryItem | None:
    wording, names, run = context.wording, context.names, context.state.runs.get(item.run)
    if run is not None and item.kind == "run":
        return _run_item(context, item, place, run_or_hidden(context, run))
    more: dict[str, Any] = {}
    if run is not None:
        who = ", ".join(names[each] for each in run.who if each in names)
        title = run.title or wording.label(run.procedure)
        more["text"] = f"{title} · {who}" if who else title
        more["reason"] = wording.reason(run) if item.kind == "withdrawn" else item.text
        if item.decided is not None:
            more["overruled"] = overruled_view(context, run, item.decided)
    if item.consequence:
        consequence = context.state.consequences[item.consequence]
        if item.kind == "booked" and consequence.run:
            return None
        more["consequence"] = consequence_view(context, consequence)
        more["undone"] = not consequence.applied and item.kind == "booked"
    if item.handout:
        handout = context.state.handouts[item.handout]
        if handout.taken_back and not context.leads:
            return None
        more["handout"] = handout_view(context, handout)
        more["undone"] = handout.taken_back
    if item.kind == "character_given":
        more["text"] = names.get(item.text, item.text)
        more["to"] = context.state.seats[item.to].name if item.to else ""
    if item.kind == "fields_reset":
        more["text"] = names.get(item.text, item.text)
        more["reason"] = ", ".join(map(wording.label, item.fields))
    if item.rulings:
        more["reason"] = wording.rulings(item.rulings)
    if item.kind == "note" and item.to:
        more["to"] = context.state.seats[item.to].name
    if item.throws:
        more["text"] = free_throw_text(wording.words, item.text, item.throws)
        more["reason"] = item.reason
    if item.throw:
        revealed = item.throw in context.state.revealed_throws
        more["secret_throw"] = SecretThrowView(
            id=item.throw, revealed=revealed, reveal=not revealed and not context.state.archived
        )
        more["private"] = not revealed
    return _bare_item(context, item, place, **more)


def _bare_item(context: ViewContext, item: StoryEntry, place: int, **more: Any) -> StoryItem:
    by = context.state.seats.get(item.by)
    usual = {"text": item.text, "undone": False, "run": None, "consequence": None}
    usual["private"] = item.private
    for name, value in usual.items():
        more.setdefault(name, value)
    who = by.name if by else ""
    return StoryItem(place=place, at=item.at, kind=item.kind, by=who, **more)


def _searched(item: StoryItem) -> str:
    """Return all texts of an item."""
    found = [item.text, item.by, item.reason]
    if item.handout is not None:
        found.append(item.handout.text)
    if item.overruled is not None:
        found += astuple(item.overruled)
    if isinstance(item.run, RunView):
        run = item.run
        found += [run.title, run.label, *run.characters, *(line.text for line in run.lines)]
    if item.consequence is not None:
        found += [item.consequence.text, *item.consequence.details]
    return _bare(" ".join(found))


def _bare(text: str) -> str:
    """Return a text without case, accents and special blanks, as a reader may have typed it."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in plain if not unicodedata.combining(sign))
