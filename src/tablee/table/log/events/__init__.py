"""The events of a table's log, which is its only truth: one class an event.

Each class holds the fields of its event, how the event changes the state (`apply`), and when it is
possible in an imported log (`check`). The names in the log are those of the first version (`tag=`,
`rename=`). This package knows the state of a table and the outcomes of runs; it must not know acts,
views or stores.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import Any

import msgspec

from tablee.table.log.events.campaign_events import (
    AdviceAllowed,
    Archived,
    Noted,
    Opened,
    RollsAllowed,
    RulingsChanged,
    TypedDiceAllowed,
)
from tablee.table.log.events.consequence_events import Declined, Recorded, Replaced
from tablee.table.log.events.handout_events import MAX_HANDOUTS, HandedOut, HandoutTakenBack
from tablee.table.log.events.run_events import (
    Answered,
    DiceLeft,
    Disclosed,
    Diverged,
    Overruled,
    Received,
    Requested,
    Revealed,
    Sealed,
    Undone,
    Unsealed,
    Withdrawn,
)
from tablee.table.log.events.scene_events import (
    FREE,
    FreelyThrown,
    SceneBegun,
    SceneEnded,
    ThrowRevealed,
    WordsRestarted,
)
from tablee.table.log.events.seat_events import (
    CharacterGiven,
    CharacterPutAway,
    DeviceCame,
    LeaderHanded,
    PortraitPut,
    SeatAdded,
    SeatChanged,
    SeatRemoved,
    SignalChanged,
)
from tablee.table.log.events.sheet_events import FieldsReset
from tablee.table.log.events.table_event import KEY_DIGITS, TableEvent
from tablee.table.log.state_parts import FreeThrow

__all__ = [
    "ANY",
    "EVENTS",
    "FREE",
    "KEY_DIGITS",
    "MAX_HANDOUTS",
    "AdviceAllowed",
    "Answered",
    "Archived",
    "CharacterGiven",
    "CharacterPutAway",
    "Declined",
    "DeviceCame",
    "DiceLeft",
    "Disclosed",
    "Diverged",
    "FieldsReset",
    "FreeThrow",
    "FreelyThrown",
    "HandedOut",
    "HandoutTakenBack",
    "LeaderHanded",
    "Noted",
    "Opened",
    "Overruled",
    "PortraitPut",
    "Received",
    "Recorded",
    "Replaced",
    "Requested",
    "Revealed",
    "RollsAllowed",
    "RulingsChanged",
    "SceneBegun",
    "SceneEnded",
    "Sealed",
    "SeatAdded",
    "SeatChanged",
    "SeatRemoved",
    "SignalChanged",
    "TableEvent",
    "ThrowRevealed",
    "TypedDiceAllowed",
    "Undone",
    "Unsealed",
    "Withdrawn",
    "WordsRestarted",
    "read_event",
    "write_event",
]


def _kinds(base: type[TableEvent]) -> Iterator[type[TableEvent]]:
    """Yield the classes of events below a base."""
    below = base.__subclasses__()
    for each in below:
        yield from _kinds(each)
    if not below:
        yield base


EVENTS = tuple(_kinds(TableEvent))
"""Every class of an event."""
ANY: Any = reduce(or_, EVENTS)
"""The type of any of them, by its `type` in JSON."""
_DECODER: msgspec.json.Decoder[TableEvent] = msgspec.json.Decoder(ANY)


def read_event(body: bytes) -> TableEvent:
    """Return an event from its JSON. Raises `msgspec.ValidationError`."""
    return _DECODER.decode(body)


def write_event(event: TableEvent) -> bytes:
    """Return the JSON of an event."""
    return msgspec.json.encode(event)
