"""The events of a table's log, which is its only truth: one class an event.

Each class holds the fields of its event, how the event changes the state (`apply`), and when it is
possible in an imported log (`check`). The names in the log are those of the first version (`tag=`,
`rename=`). This package knows the state of a table and the outcomes of runs; it must not know acts,
views or stores.
"""

from __future__ import annotations

import msgspec

from tablee.table.log.events.campaign_events import AdviceAllowed, Archived, Noted, Opened
from tablee.table.log.events.consequence_events import Declined, Recorded, Replaced
from tablee.table.log.events.run_events import (
    Answered,
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
from tablee.table.log.events.scene_events import SceneBegun, SceneEnded
from tablee.table.log.events.seat_events import (
    CharacterGiven,
    LeaderHanded,
    SeatAdded,
    SeatChanged,
    SeatRemoved,
    SignalChanged,
)
from tablee.table.log.events.table_event import KEY_DIGITS, TableEvent

__all__ = [
    "KEY_DIGITS",
    "AdviceAllowed",
    "Answered",
    "AnyEvent",
    "Archived",
    "CharacterGiven",
    "Declined",
    "Diverged",
    "LeaderHanded",
    "Noted",
    "Opened",
    "Overruled",
    "Received",
    "Recorded",
    "Replaced",
    "Requested",
    "Revealed",
    "SceneBegun",
    "SceneEnded",
    "Sealed",
    "SeatAdded",
    "SeatChanged",
    "SeatRemoved",
    "SignalChanged",
    "TableEvent",
    "Undone",
    "Unsealed",
    "Withdrawn",
    "read_event",
    "write_event",
]

AnyEvent = (
    Opened
    | SeatAdded
    | SeatChanged
    | SeatRemoved
    | SignalChanged
    | LeaderHanded
    | CharacterGiven
    | AdviceAllowed
    | Archived
    | SceneBegun
    | SceneEnded
    | Requested
    | Answered
    | Received
    | Sealed
    | Unsealed
    | Undone
    | Withdrawn
    | Revealed
    | Overruled
    | Diverged
    | Recorded
    | Declined
    | Replaced
    | Noted
)

_DECODER: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)
_ENCODER = msgspec.json.Encoder()


def read_event(body: bytes) -> AnyEvent:
    """Return an event from its JSON. Raises `msgspec.ValidationError`."""
    return _DECODER.decode(body)


def write_event(event: TableEvent) -> bytes:
    """Return the JSON of an event."""
    return _ENCODER.encode(event)
