"""The declaration of the campaigns of a game, beside its sheets and ledgers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
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
    """A ledger of the table whose state holds characters: functions that take them from the sheets
    and return them."""

    enter: Callable[[Any, Any], Any]
    """A function (campaign, state) that returns the state with the characters."""
    leave: Callable[[Any, Any], tuple[Any, Any]]
    """A function (campaign, state) that returns the campaign with their sheets changed, and the
    state without them."""


class OfferedChange(msgspec.Struct, frozen=True, kw_only=True):
    """A change by hand that the leader usually makes in the present state, or a run that the leader
    may request then (`procedure`, for `qui`): offered at the table.

    `text`: the sentence of the reminder, and `numbers` for it; `button`: what a tap does. Both are
    `deferred` texts. `qui`: the id of its character, "" for none. `parameter`: the parameter of
    procedures that the change opens or closes: it is offered beside their request, any other among
    the pending consequences.
    """

    text: str
    button: str
    event: Mapping[str, Any] = {}
    """The campaign event, as JSON; empty for a run."""
    qui: str = ""
    procedure: str = ""
    """The id of the procedure whose request the button prepares, "" for a change."""
    parameter: str = ""
    numbers: Mapping[str, Any] = {}


class CampaignChange(msgspec.Struct, frozen=True, kw_only=True):
    """A change of a campaign: its event, as JSON."""

    event: Mapping[str, Any]


class Reservation(msgspec.Struct, frozen=True, kw_only=True):
    """An amount of a shared number that an open run has spent; its end takes it by `event`, `n`
    times.

    `spent`: the path of the parameter, or the choice, with the amount spent. `held`: the path of
    the parameter with the amount available.
    """

    event: Mapping[str, Any]
    n: int
    spent: str
    held: str


class CampaignRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The declaration of a game's campaigns: `CAMPAIGN_RECORD` in its module `campaign_record`,
    beside its `campaign_of(...)`. A game in one file names it, `Game(campaign_record=…)`.

    `effects`: name of an effect -> a function of the run and of the effect. `results`: id of a
    procedure -> a function of the run, which gives all its consequences. Each function yields
    consequences: `run.consequence(...)`.
    """

    ledgers: tuple[type[Ledger[Any, Any]], ...] = ()
    """Its ledgers, in the order of their events."""
    clock: Record | type[Ledger[Any, Any]] = SceneClock()
    """The initial clock, or the ledger that is the clock."""
    scene: type[Event[Any]] | None = None
    time: type[Event[Any]] | None = None
    """The events `scene` and `avance` of the game; None for those of all games (`events`)."""
    signals: Mapping[str, Callable[[Any, Any], Any]] = {}
    """Effect of a ledger -> a function (campaign, amount) that returns the campaign with the other
    ledgers changed."""
    borrowed_sheets: Mapping[str, BorrowedSheets] = {}
    """Ledger of the table -> the way it takes its characters from the sheets."""
    ledger_gauges: Callable[[Mapping[str, Any], str], tuple[Gauge, ...]] | None = None
    """A function (ledgers of the table as JSON, id of a character or "" for the leader) that
    returns the gauges of that character there."""
    ledger_params: Callable[[Any, Mapping[str, str], type[Any]], Mapping[str, Any]] | None = None
    """A function (campaign, role of a run -> id of a character, "" the acting one, the procedure or
    the record of a list member) that returns the values of parameters in the ledgers of the table.
    Those that are not declared there do not count."""
    ledger_seats: Callable[[Any, Mapping[str, str]], Mapping[str, str]] | None = None
    """A function (campaign, role or path of a run -> id of a character) that returns seat of the
    rule -> the character that answers there because of what the ledgers hold."""
    reservations: Callable[[Any], Iterable[Reservation]] | None = None
    """A function (open run) that yields the shared amounts it has spent: `Reservation(…)`."""
    offers: Callable[[Any], Iterable[OfferedChange]] | None = None
    """A function (campaign) that yields the changes by hand that the leader is offered."""
    people: tuple[str, ...] = ()
    """Fields in events of the table's ledgers that hold ids of people: one id, or {id: value}. The
    name of a character is accepted for the id."""
    effects: Mapping[str, Callable[..., Any]] = {}
    results: Mapping[str, Callable[..., Any]] = {}
    """The functions that yield consequences: see `tablee.rules.consequences`."""
