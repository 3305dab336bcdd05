"""The story of a campaign as a seat reads it, in pieces, the newest first."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence

from tablee.table.log.state_parts import StoryEntry
from tablee.table.memory import Newest
from tablee.table.views.consequence_views import booking_seen
from tablee.table.views.names import Json, Lens
from tablee.table.views.run_views import overruling_told, run_told

RECENT = 25
"""So many items of the story are sent at once,"""
MOST_SOUGHT = 500
"""and so many gone through in search of a text."""


def story_seen(lens: Lens, before: int | None, search: str) -> Json:
    """Items, the newest first, numbered by their place in what this seat can read; `before`: where
    those that come before are to be asked for. A search goes through so many of them at most, that
    nobody else waits for it."""
    known = lens.seen.story(lens.state.story, lens.state.reveals, lens.sight.hears_of)
    wanted = _bare(search).strip()
    if before is None and not wanted:
        items = _newest(lens, known)
        place = items[-1]["place"] if len(items) == RECENT else 0
    else:
        items, place = _older(lens, known, before, wanted)
    return {"items": items, "more": place > 0, "before": place or None, "search": search}


def _newest(lens: Lens, known: Sequence[StoryEntry]) -> list[Json]:
    """The newest items, the very same list as long as it reads the same. What was told before stays
    as it is, unless something has happened to what it is about."""
    state, last = lens.state, _retold(lens, known)
    items: list[Json] = []
    about: list[str] = []
    place = len(known)
    while place > last.of and len(items) < RECENT:
        place -= 1
        item = known[place]
        made = _told(lens, item, place)[1]
        if made is not None:
            items.append(made)
            about.append(item.run or item.consequence)
    left = RECENT - len(items)
    if items:
        items, about = items + last.items[:left], about + last.about[:left]
    else:
        items, about = last.items, last.about
    lens.tale.newest = Newest(state.version, len(known), items, about)
    lens.tale.keep(known[items[-1]["place"] :] if items else known)
    return items


def _retold(lens: Lens, known: Sequence[StoryEntry]) -> Newest:
    """The newest items that were looked at last, as they are told now."""
    last = lens.tale.newest
    touched = {*lens.state.touched_since(last.version), *_under_way(lens)}
    if touched.isdisjoint(last.about):
        return last
    items = [
        _told(lens, known[made["place"]], made["place"])[1] or made if name in touched else made
        for name, made in zip(last.about, last.items, strict=True)
    ]
    return last._replace(items=items)


def _older(
    lens: Lens, known: Sequence[StoryEntry], before: int | None, wanted: str
) -> tuple[list[Json], int]:
    """Items from before a place on, those that hold what is wanted; and how far was looked."""
    start = place = len(known) if before is None else min(before, len(known))
    first = max(0, place - MOST_SOUGHT) if wanted else 0
    items: list[Json] = []
    while place > first and len(items) < RECENT:
        place -= 1
        item = known[place]
        made = _found(lens, item, place, wanted) if wanted else _told(lens, item, place)[1]
        if made is not None:
            items.append(made)
    lens.tale.keep(known[place:start])
    return items, place


def _told(lens: Lens, item: StoryEntry, place: int) -> tuple[int, Json | None]:
    """An item of the story as it is told by itself, if it is, and in which version it was."""
    told = lens.tale.items
    known = told.get(item.seq)
    touched = lens.state.touched.get(item.run or item.consequence, 0)
    if known is None or known[0] < touched or item.run in _under_way(lens):
        made = _item(lens, item, place)
        made = made and lens.memory.item(item.seq, made)
        known = told[item.seq] = lens.state.version, made
    return known


def _under_way(lens: Lens) -> Collection[str]:
    """The runs of which an item tells also what is left of what they ask for: that hangs on the
    others."""
    return () if lens.brief else lens.state.open_run_ids


def _found(lens: Lens, item: StoryEntry, place: int, wanted: str) -> Json | None:
    """An item of the story, if it is told by itself and holds what is wanted."""
    lacking = lens.seen.lacking(wanted)
    if lacking.get(item.seq, -1) >= lens.state.touched.get(item.run or item.consequence, 0):
        return None
    version, made = _told(lens, item, place)
    if made is None or wanted not in _searched(made):
        lacking[item.seq] = version
        return None
    return made


def _item(lens: Lens, item: StoryEntry, place: int) -> Json | None:
    by = lens.state.seats.get(item.by)
    made: Json = {
        "place": place,
        "at": item.at,
        "kind": item.kind,
        "by": by.name if by else "",
        "text": item.text,
        "private": item.private,
        "struck": False,
        "run": None,
        "booking": None,
    }
    run = lens.state.runs.get(item.run)
    if item.kind == "run" and run is not None:
        made["struck"] = run.status == "withdrawn" and not lens.sight.veiled(run)
        made["run"] = run_told(lens, run)
    elif run is not None:
        who = ", ".join(lens.names[each] for each in run.who if each in lens.names)
        title = run.title or lens.label(run.procedure)
        made["text"] = f"{title} · {who}" if who else title
        made["reason"] = lens.reason(run) if item.kind == "withdrawn" else item.text
        if item.decided is not None:
            made["overruled"] = overruling_told(lens, run, item.decided)
    if item.consequence:
        booking = lens.state.consequences[item.consequence]
        if item.kind == "booked" and booking.run:
            return None  # told with its run
        made["booking"] = booking_seen(lens, booking)
        made["struck"] = made["booking"]["declined"] and item.kind == "booked"
    if item.kind == "character_given":
        made["text"] = lens.names.get(item.text, item.text)
        made["to"] = lens.state.seats[item.to].name if item.to else ""
    return made


def _searched(made: Json) -> str:
    """All text of an item of the story."""
    found = [made["text"], made["by"], made.get("reason", "")]
    found += (made.get("overruled") or {}).values()
    run = made["run"]
    if run and not run["shut"]:
        found += [run["title"], run["what"], *run["who"], *(line["text"] for line in run["lines"])]
    if made["booking"]:
        found += [made["booking"]["text"], *made["booking"]["told"]]
    return _bare(" ".join(found))


def _bare(text: str) -> str:
    """A text without case, accents and special blanks: as whoever seeks it may have typed it."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in plain if not unicodedata.combining(sign))
