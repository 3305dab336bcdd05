"""The clocks and tracks of a table as a seat sees them.

This module may import the view context and the declared clocks; it must not know what moves them.
"""

from __future__ import annotations

from tablee.rules.clocks import Track, clock_ledger
from tablee.table.views.view_context import ViewContext
from tablee.table.views.view_types import ClockView


def clock_views(context: ViewContext) -> list[ClockView]:
    """Return the clocks that the seat may see, in the order of the game."""
    game, ledgers = context.game, context.state.record.get("registres", {})
    label = context.wording.words.label
    found = []
    for clock in game.clocks:
        ledger = clock_ledger(game.id, clock)
        place = ledgers.get(ledger, {}).get(clock.name)
        if clock.on_sheet or type(place) is not int or (clock.secret and not context.leads):
            continue
        steps = clock.steps if isinstance(clock, Track) else ()
        found.append(
            ClockView(
                id=clock.name,
                name=context.wording.label(clock.name),
                ledger=ledger,
                value=min(place, clock.last),  # the clock may have been longer
                most=clock.last,
                steps=[label(step, clock.name) for step in steps],
                secret=clock.secret,
            )
        )
    return found
