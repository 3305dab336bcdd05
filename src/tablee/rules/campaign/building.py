"""The types of a game's campaign, made of its sheets, its ledgers and what it declares."""

from __future__ import annotations

import importlib
import types
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import util
from typing import Annotated, Any, ClassVar, Generic, TypeVar, cast

from msgspec import Meta

from tablee.rules.campaign.events import (
    AddPending,
    ByHand,
    OfCharacter,
    OfTable,
    Passing,
    PutSheet,
    Remove,
    Scene,
    SettlePending,
)
from tablee.rules.campaign.state import (
    MOST_DUE,
    BuiltCampaignRecord,
    Campaign,
    Pending,
    kept_on_sheets,
)
from tablee.rules.campaign_declaration import CampaignRecord
from tablee.rules.field_marks import AS_OBJECT
from tablee.rules.game import Game
from tablee.rules.ledger import MOST_EVENTS, Event, Ledger
from tablee.rules.procedure import Record, Result
from tablee.rules.refusal import Kind, unknown_name
from tablee.rules.schema import Group, Tagged, fields_of
from tablee.rules.shapes import Either, Free, Keyed, Many, Shape, Speaker
from tablee.rules.sheet import AnySheet, Sheet, kinds_in, kinds_of

R = TypeVar("R")
C = TypeVar("C", bound=Campaign)
_BUILT: dict[str, BuiltCampaignRecord] = {}
_BARE = CampaignRecord()


@cache
def _declared(package: str) -> CampaignRecord | None:
    """Return the declaration in the module `campaign_record` of a package, or None."""
    if not package or util.find_spec(f"{package}.campaign_record") is None:
        return None
    declared: CampaignRecord = importlib.import_module(f"{package}.campaign_record").CAMPAIGN_RECORD
    return declared


def campaign_record_of(game: Game) -> BuiltCampaignRecord:
    """Return the campaign record of a game; for a game in a file that names no ledgers, with all of
    them."""
    declared = _declared(game.package)
    if declared is not None:
        return _built(game.id, kinds_of(game), declared, declared.ledgers)
    declared = game.campaign_record if isinstance(game.campaign_record, CampaignRecord) else _BARE
    ledgers = tuple(kind for kind in game.procedures if issubclass(kind, Ledger))
    return _built(game.id, kinds_of(game), declared, declared.ledgers or ledgers)


BY_HAND = "retouche"
"""The event that changes fields of a sheet."""


class CampaignLedger(Ledger[R, C], Generic[R, C]):
    """Base of the campaign records of games as procedures."""

    def check(self) -> None:
        self.etat.check()
        super().check()


def campaign_of(module: str, declared: CampaignRecord, clauses: str) -> type[Ledger[Any, Campaign]]:
    """Return the ledger `GAME.campagne` of a module `campaign_record`: the record as a procedure.

    `clauses`: the clauses that time carries out, for its docstring.
    """
    package = module.rpartition(".")[0]
    game = package.rpartition(".")[2]
    built = _built(game, kinds_in(package), declared, declared.ledgers)
    result = _made(
        "CampagneResult", Result, {"etat": Annotated[Any, Group(built.state)]}, module=module
    )
    state, base = built.state, cast("Any", CampaignLedger)
    etat = Annotated[Any, Group(state), Meta(description="où en est la campagne")]
    events = Many(built.events, 0, MOST_EVENTS)
    evenements = Annotated[Any, events, Meta(description="ce qui arrive, dans l’ordre")]
    body = {
        "__annotations__": {"etat": etat, "evenements": evenements},
        "__module__": module,
        "__doc__": f"The sheets, the ledgers and the clock of a campaign, one fold ({clauses}).",
        "etat": built.state(),
        "evenements": (),
    }
    kind: type[Ledger[Any, Campaign]] = types.new_class(
        "Campagne",
        (base[result, state],),
        {"id": f"{game}.campagne"},
        lambda ns: ns.update(body),
    )
    return kind


def _built(
    game: str,
    kinds: tuple[type[Sheet], ...],
    declared: CampaignRecord,
    ledgers: tuple[type[Ledger[Any, Any]], ...],
) -> BuiltCampaignRecord:
    """Return the types of a game's campaign, built once for the same declarations."""
    known = _BUILT.get(game)
    if known and (known.declared, known.ledgers, known.kinds) == (declared, ledgers, kinds):
        return known
    clock = declared.clock if isinstance(declared.clock, type) else None
    sheets = AnySheet(kinds, game)
    state = _state_type(sheets, declared, ledgers)
    scene = declared.scene or Scene
    events: tuple[type[Any], ...] = (
        *_events(sheets, ledgers),
        declared.time or Passing,
        scene,
        AddPending,
        SettlePending,
    )
    built = BuiltCampaignRecord(game, declared, ledgers, clock, kinds, state, scene, Tagged(events))
    state.campaign_record = _BUILT[game] = built
    return built


def _made(
    name: str,
    base: type[Any],
    hints: dict[str, Any],
    tag: str = "",
    module: str = __name__,
    **more: Any,
) -> Any:
    """Return a record declared at run time; `more`: defaults and class attributes."""
    body = {"__annotations__": hints, "__module__": module, "__doc__": base.__doc__, **more}
    return cast("Any", type(base))(name, (base,), body, **({"tag": tag} if tag else {}))


def _state_type(
    sheets: AnySheet, declared: CampaignRecord, ledgers: tuple[type[Ledger[Any, Any]], ...]
) -> type[Campaign]:
    """Return the state record of a game, with the shapes of its sheets and ledgers."""
    kept = [each for each in ledgers if not kept_on_sheets(each) and each is not declared.clock]
    states = [(each.id, fields_of(each)["etat"]) for each in kept]
    registers = Keyed(tuple((name, field.shape, field.default) for name, field in states))
    start: Record = (
        fields_of(declared.clock)["etat"].default
        if isinstance(declared.clock, type)
        else declared.clock
    )
    hints = {
        "campaign_record": ClassVar[BuiltCampaignRecord],
        "fiches": Annotated[
            tuple[tuple[str, Annotated[Any, sheets]], ...],
            AS_OBJECT,
            Meta(description="fiche de chaque personnage"),
        ],
        "registres": Annotated[
            Any, registers, Meta(description="ce que la table tient à jour, par registre")
        ],
        "horloge": Annotated[type(start), Meta(description="où en est le temps")],
        "dus": Annotated[
            tuple[Pending, ...],
            Meta(max_length=MOST_DUE, description="ce qui reste à jouer ou à dire"),
        ],
    }
    begun = tuple((name, field.default) for name, field in states)
    state: type[Campaign] = _made(
        "Etat", Campaign, hints, fiches=(), registres=begun, horloge=start, dus=()
    )
    return state


def _events(
    sheets: AnySheet, ledgers: tuple[type[Ledger[Any, Any]], ...]
) -> Iterable[type[Event[Campaign]]]:
    """Yield the events that follow from the sheets and ledgers of a game."""
    if sheets.records:
        sheet = Annotated[Any, sheets, Meta(description="fiche du personnage")]
        yield _made("Fiche", PutSheet, {"fiche": sheet}, tag="fiche")
        yield Remove
        fields = Annotated[Any, FieldsOf(sheets.records), Meta(description="champs changés")]
        started = Annotated[
            Any, FieldsOf(sheets.records), Meta(description="valeurs d’où partent les nouvelles")
        ]
        hints = {"champs": fields, "valeurs_de_depart": started | None}
        yield _made("Retouche", ByHand, hints, tag=BY_HAND, valeurs_de_depart=None)
    for ledger in ledgers:
        events = fields_of(ledger)["evenements"].shape
        assert isinstance(events, Many)
        hint = Annotated[Any, events.item, Meta(description="ce qui arrive")]
        base = OfCharacter if kept_on_sheets(ledger) else OfTable
        yield _made(ledger.__name__, base, {"evenement": hint}, tag=ledger.id, ledger=ledger)


class FieldsOf(Free, frozen=True):
    """Some fields of a sheet with their new values, stored as pairs {name: value as JSON}."""

    kinds: tuple[type[Sheet], ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.fields())

    @property
    def example(self) -> dict[str, Any]:
        return {"nom": "A"}

    def fields(self) -> dict[str, Shape]:
        """Return each field with its shape, for all kinds of sheet together."""
        found: dict[str, tuple[Shape, ...]] = {}
        for kind in self.kinds:
            for name, field in fields_of(kind).items():
                known = found.get(name, ())
                found[name] = known if field.shape in known else (*known, field.shape)
        return {name: each[0] if len(each) == 1 else Either(each) for name, each in found.items()}

    def read(self, value: Any, path: str, kind: Kind = "param") -> tuple[tuple[str, Any], ...]:
        if not isinstance(value, Mapping) or not value:
            raise self.no(value, path, kind)
        fields = self.fields()
        for name, given in value.items():
            if name not in fields:
                raise unknown_name(f"{path}.{name}", given, fields, kind)
        return tuple(
            (name, fields[name].read(each, f"{path}.{name}", kind)) for name, each in value.items()
        )

    def show(self, value: Any) -> Any:
        fields = self.fields()
        return {name: fields[name].show(each) for name, each in value}

    def json_schema(self, words: Speaker | None = None) -> dict[str, Any]:
        properties = {name: shape.json_schema(words) for name, shape in self.fields().items()}
        return {
            "type": "object",
            "properties": properties,
            "minProperties": 1,
            "additionalProperties": False,
        }
