"""The chronicle of a campaign: the sheets of its characters, its ledgers and one clock, as one
fold.

    state = opened(game)
    turned = after(game, {}, state, {"type": "fiche", "qui": "jeanne", "fiche": {...}})
    turned.state, turned.told, turned.due

A state is plain JSON, never changed in place:

    {"fiches": {id: sheet}, "registres": {ledger id: its etat}, "horloge": {...}, "dus": [...]}

A ledger whose `etat` a sheet fills (`on_sheet()`) is kept on each character's sheet, the others
under `registres`; one that the game declares to be its clock is `horloge`. `dus`: the runs that the
rules ask for and what the leader owes, until settled.

The events are a closed list. All games have `fiche` (put a sheet), `retrait` (remove it),
`retouche` (a change by hand), one event a ledger whose `type` is the ledger's id, `scene`, `du` and
`acquitte`; where time is counted, `avance`. `campaign_record_of(game).events` is the shape of them all.

What a finished run is to leave in it: `tablee.rules.consequences`.
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
from tablee.rules.trace import Entry
from tablee.rules.words import Words

GivenRulings = Rulings | Mapping[str, Any] | None
"""The campaign's switches: read, or as in JSON; those of the game when left out."""


class RecordChange(msgspec.Struct, frozen=True):
    """What an event has led to. `due`: what has fallen due with it, {"procedure", "params", "qui",
    "texte"}."""

    state: Mapping[str, Any]
    told: tuple[Entry, ...]
    due: tuple[Mapping[str, Any], ...]

    def trace(self, words: Words) -> list[dict[str, Any]]:
        """What is told, as the trace in the JSON of a run."""
        return [read_back(entry, words).view() for entry in self.told]


def initial_state(game: Game) -> Mapping[str, Any]:
    """The state in which a campaign of that game begins."""
    return show(campaign_record_of(game).state())


def apply_event(
    game: Game, rulings: GivenRulings, state: Mapping[str, Any], event: Any
) -> RecordChange:
    """The state after one event. Raises `Refusal` naming a field of the event; nothing is
    changed."""
    return _turned(game, rulings, state, [event], [""])


def apply_events(
    game: Game, rulings: GivenRulings, state: Mapping[str, Any], events: Sequence[Any]
) -> RecordChange:
    """The state after all events in order; a wrong one refuses them all (`evenements[3].qui`)."""
    places = [f"evenements[{place}]" for place in range(len(events))]
    return _turned(game, rulings, state, events, places)


def rulings_of(game: Game, rulings: GivenRulings) -> Rulings:
    """The campaign's switches, read."""
    if isinstance(rulings, Rulings):
        return rulings
    read: Rulings = read_record(game.rulings, rulings or {}, "rulings.")
    return read


def read_state(game: Game, state: Mapping[str, Any], rulings: GivenRulings = None) -> Campaign:
    """A state, read and checked. Raises `Refusal` under `etat`."""
    with around(Ambient(rulings_of(game, rulings))):
        read: Campaign = Group(campaign_record_of(game).state).read(state, "etat")
        read.check()
        return read


def filled_by_ledgers(
    game: Game, rulings: GivenRulings, state: Mapping[str, Any], roles: Mapping[str, str]
) -> Mapping[str, Any]:
    """Parameter -> what the ledgers of the table have for it. `roles`: role of a run -> id of a
    character, "" who acts."""
    fills = campaign_record_of(game).declared.ledger_params
    if fills is None:
        return {}
    with around(Ambient(rulings_of(game, rulings))):
        return fills(read_state(game, state), roles)


def _turned(
    game: Game,
    rulings: GivenRulings,
    state: Mapping[str, Any],
    events: Sequence[Any],
    places: Sequence[str],
) -> RecordChange:
    teller = _Teller()
    ambient = Ambient(rulings_of(game, rulings), None, proxy(teller))
    teller.ambient = ambient
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
            teller.named(campaign)
    due = tuple(show(each) for each in campaign.dus if each not in before.dus)
    return RecordChange(show(campaign), tuple(teller.entries), due)


class _Teller:
    """The sink of what is told; ids of characters are told by their names."""

    ambient: Ambient

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self._told: list[Entry] = []

    def note(
        self, clauses: str, text: str, to: str | None, reveals: bool, numbers: dict[str, Any]
    ) -> None:
        self._told.append(
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
        """Effects of ledgers are carried on by the campaign itself."""
        raise AssertionError(name)

    def named(self, campaign: Campaign) -> None:
        """Take what has been told since the last time, with the names of the characters."""
        names = {qui: sheet.nom for qui, sheet in campaign.fiches}
        for entry in self._told:
            numbers = {name: _named(value, names) for name, value in entry.numbers.items()}
            self.entries.append(msgspec.structs.replace(entry, numbers=numbers))
        self._told = []


def _named(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, tuple):
        return tuple(_named(each, names) for each in value)
    return names.get(value, value) if isinstance(value, str) else value
