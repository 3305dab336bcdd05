"""The state of a campaign: sheets, ledgers, the clock and pending consequences."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, TypeVar

import msgspec
from msgspec import Meta

from tablee.rules.ambient import about, collected_effects
from tablee.rules.campaign_declaration import CampaignRecord
from tablee.rules.field_marks import AS_OBJECT
from tablee.rules.ledger import Event, Ledger
from tablee.rules.procedure import Record, replace
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.schema import Group, Tagged, fields_of, tag_of
from tablee.rules.shapes import Json
from tablee.rules.sheet import Sheet, written_back
from tablee.rules.sheets.sheet_params import filled

S = TypeVar("S", bound=Record)
Who = Annotated[str, Meta(min_length=1, max_length=100, description="personnage de la campagne")]
Texte = Annotated[str, Meta(max_length=2000, description="ce qu’il en est, en quelques mots")]
MOST_DUE = 200


class Pending(Record):
    """A pending consequence: a run to play, or (without a procedure) a duty of the leader."""

    procedure: Annotated[str, Meta(max_length=100, description="procédure à jouer")] | None = None
    params: Annotated[str, Json(), Meta(description="ses paramètres connus")] = "{}"
    qui: Who | None = None
    texte: Texte = ""
    cast: Annotated[
        tuple[tuple[str, Who], ...],
        AS_OBJECT,
        Meta(max_length=100, description="les autres personnages, par rôle"),
    ] = ()


_PLACE = re.compile(r"\{(\w+)(?::[^{}|]+\|[^{}|]+)?\}")
_NOT_NUMBERS = frozenset({"to", "reveals"})
"""The other arguments of a note."""


def reminder_numbers(text: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the numbers that the text of a reminder names, by name: `{n:point|points}`.

    The result is empty for a text that a person wrote, which names none, and where one is missing.
    """
    names = _PLACE.findall(text)
    bare = _PLACE.sub("", text)
    sound = "{" not in bare and "}" not in bare and _NOT_NUMBERS.isdisjoint(names)
    sound = sound and all(type(params.get(name)) is int for name in names)
    return {name: params[name] for name in names} if sound else {}


class Campaign(Record):
    """A state of a campaign record, read. The subclass of a game declares the shapes of the fields."""

    campaign_record: ClassVar[BuiltCampaignRecord]

    fiches: tuple[tuple[str, Sheet], ...] = ()
    registres: tuple[tuple[str, Any], ...] = ()
    horloge: Any = None
    dus: tuple[Pending, ...] = ()

    def check(self) -> None:
        """Raise `Refusal` under `etat` for an unsound sheet."""
        for qui, sheet in self.fiches:
            self.campaign_record.check(sheet, f"etat.fiches.{qui}")

    # ── sheets ─────────────────────────────────────────────────────────────────────────────────
    def sheet(self, qui: str, field: str = "qui") -> Sheet:
        """Return the sheet of an id. Raises `Refusal` under `field`."""
        for each, sheet in self.fiches:
            if each == qui:
                return sheet
        known = ", ".join(each for each, _ in self.fiches) or "–"
        raise refuse(field, qui, "un personnage de la campagne : {known:=}", known=known)

    def called(self, name: str) -> str:
        """Return the id of the one character of a name; the argument itself where it is an id or no
        such name."""
        alike = [each for each, sheet in self.fiches if sheet.nom == name]
        return alike[0] if len(alike) == 1 and name not in dict(self.fiches) else name

    def with_sheet(self: C, qui: str, sheet: Sheet) -> C:
        return replace(self, fiches=tuple((dict(self.fiches) | {qui: sheet}).items()))

    def characters_with(self, ledger: type[Ledger[Any, Any]]) -> tuple[str, ...]:
        """Return the ids of the sheets that store something of a ledger."""
        return tuple(qui for qui, sheet in self.fiches if _keeps(type(sheet), ledger))

    # ── ledgers ────────────────────────────────────────────────────────────────────────────────
    def ledger_state(self, ledger: type[Ledger[Any, S]]) -> Any:
        """Return the state of a ledger of the whole table."""
        lent = self.campaign_record.declared.borrowed_sheets.get(ledger.id)
        clock = self.campaign_record.clock is ledger
        state = self.horloge if clock else dict(self.registres)[ledger.id]
        return lent.enter(self, state) if lent else state

    def ledger_state_of(self, ledger: type[Ledger[Any, S]], qui: str) -> Any:
        """Return the state of a ledger of one character, from the sheet."""
        return self.campaign_record.on_sheet(ledger, self.sheet(qui))

    def with_event(
        self: C, ledger: type[Ledger[Any, Any]], event: Event[Any], qui: str | None = None
    ) -> C:
        """Return the campaign after an event of a ledger, of the character `qui` for a ledger on
        sheets.

        The effects of the ledger are passed on to the other ledgers.
        """
        with collected_effects() as effects:
            if qui is None:
                changed = self._with_kept(ledger, event.after(self.ledger_state(ledger)))
            else:
                sheet = self.sheet(qui)
                with about(sheet.nom, qui):
                    before = self.campaign_record.on_sheet(ledger, sheet)
                    changed = self.with_sheet(qui, self._written(ledger, sheet, before, event))
        for name, amount in effects:
            changed = self.campaign_record.declared.signals[name](changed, amount)
        return changed

    def _written(
        self, ledger: type[Ledger[Any, Any]], sheet: Sheet, before: Any, event: Event[Any]
    ) -> Sheet:
        """Return the sheet after an event. Raises `Refusal` when the sheet cannot store the change."""
        kept = event.after(before)
        written = written_back(sheet, kept)
        if self.campaign_record.on_sheet(ledger, written) != kept:
            kinds = [
                tag_of(kind)
                for kind in self.campaign_record.kinds
                if _keeps(kind, ledger) and kind is not type(sheet)
            ]
            allowed = "une fiche qui garde cela : {kinds}"
            raise refuse("type", sheet.nom, allowed, kinds=kinds or "–")
        return written

    def _with_kept(self: C, ledger: type[Ledger[Any, Any]], state: Any) -> C:
        lent = self.campaign_record.declared.borrowed_sheets.get(ledger.id)
        campaign, state = lent.leave(self, state) if lent else (self, state)
        if self.campaign_record.clock is ledger:
            return replace(campaign, horloge=state)
        return replace(
            campaign,
            registres=tuple(
                (name, state if name == ledger.id else each) for name, each in campaign.registres
            ),
        )

    # ── pending consequences ────────────────────────────────────────────────────────────────────────────
    def with_pending(self: C, pending: Pending) -> C:
        """Return the campaign with one more pending consequence."""
        if len(self.dus) == MOST_DUE:
            raise refuse("type", "du", "{most} au plus à la fois", most=MOST_DUE)
        return replace(self, dus=(*self.dus, pending))


C = TypeVar("C", bound=Campaign)


def _keeps(kind: type[Any], ledger: type[Ledger[Any, Any]]) -> bool:
    """Return whether a kind of sheet has a field for a part of a ledger."""
    own = fields_of(kind)
    kept = fields_of(ledger)["etat"].shape
    assert isinstance(kept, Group)
    sources = [field.source for field in fields_of(kept.record).values() if field.source]
    return any(name in own for source in sources for name in source.fields)


class BuiltCampaignRecord(msgspec.Struct, frozen=True):
    """The campaign record of a game: its declaration, and the types that follow from it."""

    game: str
    declared: CampaignRecord
    ledgers: tuple[type[Ledger[Any, Any]], ...]
    clock: type[Ledger[Any, Any]] | None
    """The ledger that is the clock, or None."""
    kinds: tuple[type[Sheet], ...]
    state: type[Campaign]
    scene: type[Event[Any]]
    """The event by which a scene begins or ends."""
    events: Tagged

    def check(self, sheet: Sheet, field: str) -> None:
        """Raise `Refusal` under `field` for a sheet that is unsound, in itself or for a ledger
        stored on it."""
        try:
            sheet.check()
            for ledger in self.ledgers:
                if kept_on_sheets(ledger) and _keeps(type(sheet), ledger):
                    self.on_sheet(ledger, sheet)
        except Refusal as refusal:
            raise refusal.at(f"{field}.{refusal.field.removeprefix('etat.')}") from None

    def on_sheet(self, ledger: type[Ledger[Any, Any]], sheet: Sheet) -> Any:
        """Return the state of a ledger of one character, filled from the sheet."""
        given = filled(ledger, {}, {"": sheet}.get, "").get("etat", {})
        state = fields_of(ledger)["etat"].shape.read(given, "etat")
        ledger(etat=state).check()
        return state


def kept_on_sheets(ledger: type[Ledger[Any, Any]]) -> bool:
    """Return whether a sheet fills the state of a ledger."""
    return fields_of(ledger)["etat"].source is not None
