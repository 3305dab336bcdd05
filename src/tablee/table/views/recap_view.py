"""The recap of an evening as a seat may read it, the oldest item first: scenes, runs, notes, dice.

Without secrets it is what a player sees who takes part in nothing. This module may import the story
and the tallies of dice; it must not know what a recap looks like.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from tablee.rules.texts.words import Words
from tablee.table.log.state_parts import StoryEntry
from tablee.table.log.table_state import State
from tablee.table.replay import Replays
from tablee.table.views.dice_tallies import PAUSE, Tally, tallies
from tablee.table.views.story_view import item_view, readable_entries
from tablee.table.views.view_context import ViewContext
from tablee.table.views.view_types import RunView, Time, ViewPart
from tablee.table.views.whole_view_types import StoryItem

BYSTANDER = "-"
"""A seat that no table has. It sees what every player sees."""
KINDS = frozenset({"free_throw", "scene_begun", "run", "note", "handout", "booked"})
"""The kinds of story entries that make an evening."""


SHEETS = ("fiche", "retrait")
"""The types of consequences that put or remove a sheet: a recap leaves them out."""


class RecapScene(ViewPart, frozen=True, kw_only=True):
    """A scene of an evening. `number`: 0 for the time between two scenes."""

    number: int
    title: str
    items: list[StoryItem]


class RecapView(ViewPart, frozen=True, kw_only=True):
    """An evening. `number`: its place among all `evenings`, from 1; 0 before the first one."""

    number: int
    evenings: int
    began: Time
    scenes: Sequence[RecapScene]
    dice: Sequence[Tally]


def recap_view(
    state: State,
    seat: str,
    replays: Replays,
    words: Words | None = None,
    evening: int | None = None,
    secrets: bool = False,
) -> RecapView:
    """Return the recap of an evening, by default of the last one. `secrets`: with everything that
    the seat may read."""
    begun = _beginnings(ViewContext(state, BYSTANDER, replays, words))
    number = len(begun) if evening is None else min(max(evening, 1), len(begun))
    context = ViewContext(state, seat if secrets else BYSTANDER, replays, words)
    since = begun[number - 1] if number > 1 else 0
    until = begun[number] if number < len(begun) else inf
    entries = [each for each in readable_entries(context) if since <= each.at < until]
    runs = [state.runs[each.run] for each in entries if each.kind == "run"]
    return RecapView(
        number=number,
        evenings=len(begun),
        began=begun[number - 1] if begun else 0,
        scenes=_scenes(context, since, until),
        dice=tallies(state, context.seat, replays, runs, (since, until)),
    )


def _beginnings(context: ViewContext) -> list[int]:
    """Return when each evening began: a long pause ends the one before."""
    times = [each.at for each in readable_entries(context) if each.kind in KINDS]
    return [at for before, at in zip([-inf, *times], times, strict=False) if at - before > PAUSE]


def _scenes(context: ViewContext, since: float, until: float) -> list[RecapScene]:
    """Return the scenes between two times: those that began, and the others that hold items."""
    found: list[RecapScene] = []
    scene, count = RecapScene(number=0, title="", items=[]), 0
    for place, entry in enumerate(readable_entries(context)):
        begins, within = entry.kind == "scene_begun", since <= entry.at < until
        count += begins
        if begins:
            scene = RecapScene(number=count, title=entry.text, items=[])
        elif entry.kind == "scene_ended":
            scene = RecapScene(number=0, title="", items=[])
        item = _item(context, entry, place) if within else None
        if (item or (begins and within)) and not (found and found[-1] is scene):
            found.append(scene)
        if item:
            scene.items.append(item)
    return found


def _item(context: ViewContext, entry: StoryEntry, place: int) -> StoryItem | None:
    """Return the view of an entry; None for one that a recap leaves out."""
    if entry.kind not in KINDS - {"scene_begun"} or entry.run in context.state.open_run_ids:
        return None
    item = item_view(context, entry, place)
    if item is None or item.undone:
        return None
    if entry.consequence:
        event = context.state.consequences[entry.consequence].event
        return None if event.get("type") in SHEETS else item
    known = isinstance(item.run, RunView) and item.run.status == "done"
    return item if known or entry.kind != "run" else None
