"""Ready-made clocks and tracks of a game: one line declares one, an effect of its name advances it.

    GAME = Game(..., clocks=(Clock("orage", 6), Track("poursuite", ("loin", "proche", "pris"))))

A clock belongs to the whole table, or (`on_sheet`) to a character: then it is the field of that name
on the sheet. The clocks of the table are ledgers that this module makes: all may see those of
`GAME.horloges`, and only the leader those of `GAME.horloges_secretes`.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, cast

import msgspec
from msgspec import Meta

from tablee.rules.ambient import note
from tablee.rules.campaign_declaration import CampaignRecord
from tablee.rules.fighter_status import FighterStatus, Gauge
from tablee.rules.ledger import MOST_EVENTS, Event, Ledger
from tablee.rules.procedure import Record, Result, replace
from tablee.rules.refusal import Kind
from tablee.rules.schema import Group

MOST_SEGMENTS = 100
PUBLIC, SECRET = "horloges", "horloges_secretes"
"""Names of the ledgers of a table, without the game's."""
CLOCK_WORDS = {PUBLIC: "horloges", SECRET: "horloges secrètes"}
"""Name of a ledger -> its word."""
ADVANCE = "cran"
"""Type of the event that advances a clock."""
BARE = ("", "")
"""Clauses and sentence of a consequence that the note of its event words."""
_COUNT = "segments de plus, ou de moins"


class _Options(msgspec.Struct, frozen=True, kw_only=True):
    """What clocks and tracks have in common.

    `on_sheet`: it is the field of its name on the sheet of a character, not one of the table.
    `secret`: only the leader sees it. `start`: the first place, from 0. `parameter`: the parameter
    of procedures that a table fills with the value at the place.
    """

    on_sheet: bool = False
    secret: bool = False
    start: int = 0
    parameter: str = ""


class Clock(_Options, frozen=True):
    """A clock of `segments` that an effect of its name fills: `effect("orage", 1)`."""

    name: str
    segments: int

    @property
    def last(self) -> int:
        """The highest place."""
        return self.segments

    def value(self, place: int) -> Any:
        """Return the value at a place, as a field of a sheet or a parameter has it."""
        return place

    def place(self, value: Any) -> int:
        """Return the place of a value of such a field."""
        return int(value)


class Track(_Options, frozen=True):
    """A track of named `steps` on which an effect of its name moves: `effect("poursuite", -1)`."""

    name: str
    steps: tuple[str, ...]

    @property
    def last(self) -> int:
        """The highest place."""
        return len(self.steps) - 1

    def value(self, place: int) -> Any:
        """Return the step at a place."""
        return self.steps[place]

    def place(self, value: Any) -> int:
        """Return the place of a step."""
        return self.steps.index(value)


AnyClock = Clock | Track


def moved(clock: AnyClock, value: Any, by: int) -> Any:
    """Return the value of a clock `by` places on (or back), within its ends."""
    return clock.value(max(0, min(clock.last, clock.place(value) + by)))


# ── the clocks of the table ────────────────────────────────────────────────────────────────────
def is_sound(clock: Any) -> bool:
    """Return whether a clock has a name, room to move, and begins within its ends."""
    if not isinstance(clock, Clock | Track) or not isinstance(clock.name, str):
        return False
    if isinstance(clock, Track):
        steps: Any = clock.steps
        if not isinstance(steps, tuple) or len(set(steps)) != len(steps):
            return False
        named = all(isinstance(each, str) and each for each in steps)
    else:
        named = type(clock.segments) is int
    ends = named and 1 <= clock.last <= MOST_SEGMENTS
    return clock.name.isidentifier() and ends and 0 <= clock.start <= clock.last


def clock_ledgers(game: str, clocks: Sequence[AnyClock]) -> tuple[type[Ledger[Any, Any]], ...]:
    """Return the ledgers of the clocks of a table: the one that all see, then the secret one."""
    public = [clock for clock in clocks if not clock.on_sheet and not clock.secret]
    secret = [clock for clock in clocks if not clock.on_sheet and clock.secret]
    named = ((f"{game}.{PUBLIC}", public), (f"{game}.{SECRET}", secret))
    return tuple(_ledger(name, own, own is secret) for name, own in named if own)


def clock_ledger(game: str, clock: AnyClock) -> str:
    """Return the id of the ledger of a clock of the table."""
    return f"{game}.{SECRET if clock.secret else PUBLIC}"


class _Places(Group, frozen=True):
    """The places of clocks, read from a campaign whose clocks may have been others: one that is gone
    is left out, and a place beyond the end is the end."""

    clocks: tuple[AnyClock, ...]

    def read(self, value: Any, path: str, kind: Kind = "param") -> Any:
        if isinstance(value, Mapping):
            found = {clock.name: clock for clock in self.clocks if clock.name in value}
            value = {name: _within(value[name], clock.last) for name, clock in found.items()}
        return super().read(value, path, kind)


def _within(place: Any, last: int) -> Any:
    return max(0, min(last, place)) if type(place) is int else place


def _ledger(name: str, clocks: Sequence[AnyClock], secret: bool) -> type[Ledger[Any, Any]]:
    """Return the ledger of some clocks: the place of each, and the event that moves one."""
    by_name = {clock.name: clock for clock in clocks}
    fields = {
        clock.name: Annotated[int, Meta(ge=0, le=clock.last, description="segments remplis")]
        for clock in clocks
    }
    starts = {clock.name: clock.start for clock in clocks}
    state = _declared("Horloges", Record, fields, starts)

    def after(self: Any, etat: Any) -> Any:
        clock = by_name[self.horloge]
        place = max(0, min(clock.last, getattr(etat, clock.name) + self.n))
        _tell(clock, place)
        return replace(etat, **{clock.name: place})

    hints = {
        "horloge": Annotated[Literal[tuple(by_name)], Meta(description="horloge qui avance")],
        "n": Annotated[int, Meta(ge=-MOST_SEGMENTS, le=MOST_SEGMENTS, description=_COUNT)],
    }
    body = {"n": 1, "after": after, "by_leader": secret}
    event: Any = _declared("Cran", Event, hints, body, tag=ADVANCE)
    places = Annotated[Any, _Places(state, tuple(clocks))]
    result = _declared("HorlogesResult", Result, {"etat": places}, {})
    hints = {
        "etat": places,
        "evenements": Annotated[
            tuple.__class_getitem__((event, ...)), Meta(max_length=MOST_EVENTS)
        ],
    }
    body = {"etat": state(), "evenements": (), "secret": secret}
    base = cast("Any", Ledger)[result, state]
    return cast("type[Ledger[Any, Any]]", _declared("Registre", base, hints, body, id=name))


def _declared(
    name: str, base: Any, hints: Mapping[str, Any], body: Mapping[str, Any], **more: str
) -> Any:
    """Return a record declared at run time; `body`: defaults and attributes."""
    full = {"__annotations__": dict(hints), "__module__": __name__, **body}
    return types.new_class(name, (base,), more, lambda ns: ns.update(full))


def _tell(clock: AnyClock, place: int) -> None:
    """Note where a clock is."""
    if isinstance(clock, Track):
        note("", "{horloge:^} : {cran}.", horloge=clock.name, cran=clock.value(place))
    elif place == clock.last:
        text = "{horloge:^} : {n} sur {most}, l’horloge est pleine."
        note("", text, horloge=clock.name, n=place, most=clock.last)
    else:
        note("", "{horloge:^} : {n} sur {most}.", horloge=clock.name, n=place, most=clock.last)


# ── what advances them ─────────────────────────────────────────────────────────────────────────
def with_clocks(
    game: str,
    record: CampaignRecord,
    clocks: Sequence[AnyClock],
    ledgers: Sequence[type[Ledger[Any, Any]]],
) -> CampaignRecord:
    """Return the declaration of a campaign in which effects move the clocks, and public clocks of
    the table fill their parameters.

    `ledgers`: all ledgers of the game, those of its clocks too.
    """
    effects = {
        clock.name: _on_sheet(clock) if clock.on_sheet else _of_table(game, clock)
        for clock in clocks
    }
    given = record.ledger_params
    public = [c for c in clocks if c.parameter and not c.on_sheet and not c.secret]

    def params(campaign: Any, roles: Mapping[str, str], procedure: type[Any]) -> Mapping[str, Any]:
        kept = dict(campaign.registres).get(f"{game}.{PUBLIC}")
        own = {c.parameter: c.value(getattr(kept, c.name)) for c in public}
        return own | dict(given(campaign, roles, procedure) if given else {})

    return msgspec.structs.replace(
        record,
        ledgers=tuple(ledgers),
        effects={**effects, **record.effects},
        ledger_params=params if public else given,
    )


def _of_table(game: str, clock: AnyClock) -> Callable[..., Iterator[Any]]:
    """Return the function of the consequences of an effect on a clock of the table."""
    ledger = clock_ledger(game, clock)

    def advance(run: Any, left: Any) -> Iterator[Any]:
        if left.amount:
            event = {"type": ADVANCE, "horloge": clock.name, "n": left.amount}
            whole = {"type": ledger, "evenement": event}
            yield run.consequence(None, *BARE, whole, secret=clock.secret)

    return advance


def _on_sheet(clock: AnyClock) -> Callable[..., Iterator[Any]]:
    """Return the function of the consequences of an effect on a clock of a character."""

    def advance(run: Any, left: Any) -> Iterator[Any]:
        who = run.who("" if left.who is None else left.who)
        if who is not None and left.amount and hasattr(run.sheet(who), clock.name):
            value = moved(clock, getattr(run.sheet(who), clock.name), left.amount)
            event = run.counted(who, {clock.name: value})
            texts = {"horloge": clock.name, "n": value}
            text = "{who:=} : {horloge} {n}."
            if isinstance(clock, Clock):
                text, texts = "{who:=} : {horloge} {n} sur {most}.", texts | {"most": clock.last}
            yield run.consequence(who, "", text, event, **texts)

    return advance


def with_sheet_clocks(
    status: FighterStatus | None, clocks: Sequence[AnyClock], sheet: Any
) -> FighterStatus | None:
    """Return the status of a character with the clocks on the sheet, where it has none of the name."""
    own = [clock for clock in clocks if clock.on_sheet and hasattr(sheet, clock.name)]
    if not own:
        return status
    status = status or FighterStatus(sheet.nom, ())
    known = {gauge.name for gauge in status.gauges} | {name for name, _ in status.states}
    gauges, states = list(status.gauges), list(status.states)
    for clock in own:
        value = getattr(sheet, clock.name)
        if clock.name in known:
            continue
        if isinstance(clock, Clock):
            gauges.append(Gauge(clock.name, value, clock.last))
        else:
            states.append((clock.name, value))
    return msgspec.structs.replace(status, gauges=tuple(gauges), states=tuple(states))
