"""The campaign record: the sheets of its characters, its ledgers and one clock, as one fold.

    state = initial_state(game)
    change = apply_event(game, {}, state, {"type": "fiche", "qui": "jeanne", "fiche": {...}})
    change.state, change.entries, change.pending

A state is plain JSON and is never changed in place:

    {"fiches": {id: sheet}, "registres": {ledger id: its etat}, "horloge": {...}, "dus": [...]}

A ledger whose `etat` a sheet fills (`on_sheet()`) is stored on each character's sheet, the others
under `registres`; the ledger that the game declares as its clock is `horloge`. `dus` holds the
pending consequences: runs to play and duties of the leader.

The events are a closed list. All games have `fiche` (put a sheet), `retrait` (remove it),
`retouche` (a change by hand), one event for each ledger whose `type` is the ledger's id, `scene`,
`du` and `acquitte`, and `avance` where time is counted. `campaign_record_of(game).events` is the
shape of them all.

The consequences of a finished run are in `tablee.rules.consequences`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from weakref import proxy

import msgspec

from tablee.rules.ambient import Ambient, around
from tablee.rules.campaign.building import campaign_record_of
from tablee.rules.campaign.state import Campaign
from tablee.rules.game import Game
from tablee.rules.procedure import Rulings
from tablee.rules.readings.explain import read_back
from tablee.rules.refusal import Refusal
from tablee.rules.schema import Group, read_record, show
from tablee.rules.sheets.stored_sheets import fitting_sheets
from tablee.rules.texts.words import Words
from tablee.rules.trace import Entry

GivenRulings = Rulings | Mapping[str, Any] | None
"""The rulings of a campaign: read, or as JSON, or None for the defaults of the game."""

STATE_SHEETS = "etat.fiches."
"""Start of the field of a refusal of a sheet in a state."""


class RecordChange(msgspec.Struct, frozen=True):
    """The result of an event: the new state, the notes, and the pending consequences that it adds,
    each {"procedure", "params", "qui", "texte"}."""

    state: Mapping[str, Any]
    entries: tuple[Entry, ...]
    pending: tuple[Mapping[str, Any], ...]

    def trace(self, words: Words) -> list[dict[str, Any]]:
        """Return the notes as the trace in the JSON of a run."""
        return [read_back(entry, words).view() for entry in self.entries]


def initial_state(game: Game) -> Mapping[str, Any]:
    """Return the state in which a campaign of a game begins."""
    return show(campaign_record_of(game).state())


def apply_event(
    game: Game, rulings: GivenRulings, state: Mapping[str, Any], event: Any
) -> RecordChange:
    """Return the state after one event. Raises `Refusal` naming a field of the event; nothing is
    changed."""
    return _turned(game, rulings, state, [event], [""])


def apply_events(
    game: Game, rulings: GivenRulings, state: Mapping[str, Any], events: Sequence[Any]
) -> RecordChange:
    """Return the state after all events in order. One impossible event refuses them all
    (`evenements[3].qui`)."""
    places = [f"evenements[{place}]" for place in range(len(events))]
    return _turned(game, rulings, state, events, places)


def rulings_of(game: Game, rulings: GivenRulings) -> Rulings:
    """Return the rulings of a campaign, read."""
    if isinstance(rulings, Rulings):
        return rulings
    read: Rulings = read_record(game.rulings, rulings or {}, "rulings.")
    return read


def read_state(game: Game, state: Mapping[str, Any], rulings: GivenRulings = None) -> Campaign:
    """Return a state, read and checked. Raises `Refusal` under `etat`."""
    with around(Ambient(rulings_of(game, rulings))):
        read: Campaign = Group(campaign_record_of(game).state).read(state, "etat")
        read.check()
        return read


def read_fitting(game: Game, state: Mapping[str, Any], rulings: GivenRulings = None) -> Campaign:
    """Return a state as `read_state` does, but without sheets of earlier rules that no longer fit,
    and without fields that the game has no more."""
    try:
        return read_state(game, state, rulings)
    except Refusal as refusal:
        if not refusal.field.startswith(STATE_SHEETS):
            raise
    return read_state(game, fitting_sheets(state, game), rulings)


def filled_by_ledgers(
    game: Game,
    rulings: GivenRulings,
    state: Mapping[str, Any],
    roles: Mapping[str, str],
    record: type[Any],
) -> Mapping[str, Any]:
    """Return parameter -> its value in the ledgers of the table. `roles`: role of a run -> id of a
    character, "" the acting one; `record`: the procedure, or the record of a list member."""
    fills = campaign_record_of(game).declared.ledger_params
    if fills is None:
        return {}
    with around(Ambient(rulings_of(game, rulings))):
        return fills(read_fitting(game, state), roles, record)


def seats_by_ledgers(
    game: Game, rulings: GivenRulings, state: Mapping[str, Any], roles: Mapping[str, str]
) -> Mapping[str, str]:
    """Return seat of the rule -> the character that answers there because of what the ledgers hold.
    `roles`: role or path of a run -> id of a character, "" the acting one."""
    seats = campaign_record_of(game).declared.ledger_seats
    if seats is None:
        return {}
    with around(Ambient(rulings_of(game, rulings))):
        return seats(read_fitting(game, state), roles)


def _turned(
    game: Game,
    rulings: GivenRulings,
    state: Mapping[str, Any],
    events: Sequence[Any],
    places: Sequence[str],
) -> RecordChange:
    notes = _Notes()
    ambient = Ambient(rulings_of(game, rulings), None, proxy(notes))
    notes.ambient = ambient
    shape = campaign_record_of(game).events
    campaign = before = read_state(game, state, ambient.rulings)
    with around(ambient):
        for place, given in zip(places, events, strict=True):
            try:
                campaign = shape.read(given, "").after(campaign)
            except Refusal as refusal:
                inner = refusal.field.removeprefix(".")
                where = ".".join(filter(None, (place, inner)))
                raise refusal.at(where or "evenement") from None
            notes.named(campaign)
    pending = tuple(show(each) for each in campaign.dus if each not in before.dus)
    return RecordChange(show(campaign), tuple(notes.entries), pending)


class _Notes:
    """The sink of the notes of events; it replaces ids of characters by their names."""

    ambient: Ambient

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self._unnamed: list[Entry] = []

    def note(
        self, clauses: str, text: str, to: str | None, reveals: bool, numbers: dict[str, Any]
    ) -> None:
        self._unnamed.append(
            Entry(
                kind="note",
                clauses=tuple(clauses.split()),
                text=text,
                numbers=numbers,
                seen_by=to,
                reveals=reveals,
                about=self.ambient.about,
                owner=self.ambient.owner,
            )
        )

    def effect(self, name: str, amount: Any, who: str | None, to: str | None) -> None:
        """Raise an error: the campaign itself carries on the effects of ledgers."""
        raise AssertionError(name)

    def named(self, campaign: Campaign) -> None:
        """Take the notes since the last call, with the names of the characters."""
        names = {qui: sheet.nom for qui, sheet in campaign.fiches}
        for entry in self._unnamed:
            numbers = {name: _named(value, names) for name, value in entry.numbers.items()}
            self.entries.append(msgspec.structs.replace(entry, numbers=numbers))
        self._unnamed = []


def _named(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, tuple):
        return tuple(_named(each, names) for each in value)
    return names.get(value, value) if isinstance(value, str) else value
