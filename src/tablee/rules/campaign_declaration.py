"""What a game declares of its campaigns beside its sheets and ledgers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from tablee.rules.fighter_status import Gauge
from tablee.rules.ledger import Event, Ledger
from tablee.rules.procedure import Record


class SceneClock(Record):
    """The clock of a game that counts scenes and nothing else."""

    scene: Annotated[int, Meta(ge=1, description="numéro de la scène")] = 1
    en_cours: Annotated[bool, Meta(description="la scène n’est pas finie")] = True


class BorrowedSheets(msgspec.Struct, frozen=True):
    """A ledger of the table whose state holds characters: how they come from the sheets and go
    back."""

    enter: Callable[[Any, Any], Any]
    """(campaign, state) -> the state with the characters."""
    leave: Callable[[Any, Any], tuple[Any, Any]]
    """(campaign, state) -> the campaign with their sheets changed, the state without them."""


class CampaignRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What a game adds: `CAMPAIGN_RECORD` in its module `campaign_record`, beside `campaign_of(...)` of it; a
    game in one file names it, `Game(campaign_record=…)`.

    `effects`: name of an effect -> a function of the run and of the effect; `results`: id of a
    procedure -> a function of the run, which then tells all of it. Each yields what is to be
    written down: `run.consequence(...)`.
    """

    ledgers: tuple[type[Ledger[Any, Any]], ...] = ()
    """Its ledgers, in the order of their events."""
    clock: Record | type[Ledger[Any, Any]] = SceneClock()
    """Where the clock begins, or the ledger that is the clock."""
    scene: type[Event[Any]] | None = None
    time: type[Event[Any]] | None = None
    """The events `scene` and `avance` of the game; None for those of all games (`events`)."""
    signals: Mapping[str, Callable[[Any, Any], Any]] = {}
    """Effect that a ledger leaves -> (campaign, amount) -> what that does to the others."""
    borrowed_sheets: Mapping[str, BorrowedSheets] = {}
    """Ledger of the table -> how it takes its characters from the sheets."""
    ledger_gauges: Callable[[Mapping[str, Any], str], tuple[Gauge, ...]] | None = None
    """(ledgers of the table as JSON, id of a character or "" for who leads) -> what they hold
    there."""
    ledger_params: Callable[[Any, Mapping[str, str]], Mapping[str, Any]] | None = None
    """(campaign, role of a run -> id of a character, "" who acts) -> what the ledgers of the table
    have for parameters that nobody gives, whichever the procedure declares."""
    reservations: Callable[[Any], Iterator[Any]] | None = None
    """(run under way) -> what it has spent of what the table holds: see
    `tablee.rules.consequences.Reservation`."""
    people: tuple[str, ...] = ()
    """Fields, in events of the table's ledgers, with the ids of people: one, or {id: what of it}.
    The name of a character stands for its id there."""
    effects: Mapping[str, Callable[..., Any]] = {}
    results: Mapping[str, Callable[..., Any]] = {}
    """Bookings: see `tablee.rules.consequences`."""
