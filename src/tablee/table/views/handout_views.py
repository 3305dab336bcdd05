"""The handouts that a seat may read.

This module may import the view context; it must not know acts.
"""

from __future__ import annotations

from collections.abc import Sequence

from tablee.table.log.state_parts import Handout
from tablee.table.portraits import digest_of
from tablee.table.views.view_context import ViewContext
from tablee.table.views.whole_view_types import HandoutView


def handout_views(context: ViewContext) -> Sequence[HandoutView]:
    """Return the handouts that the seat can open again, the newest first."""
    known = reversed(context.state.handouts.values())
    reads = context.visibility.reads_handout
    return [handout_view(context, each) for each in known if reads(each) and not each.taken_back]


def handout_view(context: ViewContext, handout: Handout) -> HandoutView:
    """Return a handout for a seat that may read it. Only the leader knows who else has it."""
    key = "picture", handout.id
    picture = context.cache.get(key, lambda: digest_of(handout.picture), handout)
    seats = context.state.seats
    return HandoutView(
        id=handout.id,
        at=handout.at,
        by=seats[handout.by].name if handout.by in seats else "",
        title=handout.title,
        text=handout.text,
        picture=picture,
        private=bool(handout.to),
        to=[seats[each].name for each in handout.to] if context.leads else [],
        taken_back=handout.taken_back,
    )
