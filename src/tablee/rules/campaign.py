"""A campaign as the rules keep it: sheets, ledgers, one clock, what is due; and what may befall it.

The types of a game's campaign follow from its sheets and ledgers; what else there is, above all the
clock and what time brings, a game declares in its module `chronicle` (see `Chronicle`).
`tablee.rules.chronicle` is the door.
"""

from __future__ import annotations

import importlib
import types
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import util
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar, cast

import msgspec
from msgspec import Meta

from tablee.rules.ambient import about, caught, note
from tablee.rules.game import Game
from tablee.rules.glance import Gauge
from tablee.rules.ledger import MOST_EVENTS, Event, Ledger
from tablee.rules.procedure import Record, Result, replace
from tablee.rules.refusal import Kind, Refusal, refuse
from tablee.rules.schema import AS_OBJECT, Group, Tagged, fields_of, read_record, show, tag_of
from tablee.rules.shapes import Either, Free, Json, Keyed, Many, Shape, Speaker
from tablee.rules.sheet import AnySheet, Sheet, filled, kinds_in, kinds_of, written_back

__all__ = [
    "Built",
    "Campaign",
    "Chronicle",
    "Du",
    "FieldsOf",
    "Horloge",
    "Lent",
    "Scene",
    "campaign_of",
    "chronicle_of",
    "scenes_pass",
]

R = TypeVar("R")
S = TypeVar("S", bound=Record)
Who = Annotated[str, Meta(min_length=1, max_length=100, description="personnage de la campagne")]
Texte = Annotated[str, Meta(max_length=2000, description="ce qu’il en est, en quelques mots")]
MOST_SHEETS = 200
MOST_DUE = 200


# ── the state ──────────────────────────────────────────────────────────────────────────────────
class Horloge(Record):
    """The clock of a game that counts scenes and nothing else."""

    scene: Annotated[int, Meta(ge=1, description="numéro de la scène")] = 1
    en_cours: Annotated[bool, Meta(description="la scène n’est pas finie")] = True


class Du(Record):
    """A run that the rules ask for, or (without a procedure) something that the leader owes."""

    procedure: Annotated[str, Meta(max_length=100, description="procédure à jouer")] | None = None
    params: Annotated[str, Json(), Meta(description="ses paramètres connus")] = "{}"
    qui: Who | None = None
    texte: Texte = ""


class Campaign(Record):
    """A state of a chronicle, read. The one of a game declares the shapes of these fields."""

    chronicle: ClassVar[Built]

    fiches: tuple[tuple[str, Sheet], ...] = ()
    registres: tuple[tuple[str, Any], ...] = ()
    horloge: Any = None
    dus: tuple[Du, ...] = ()

    def check(self) -> None:
        """Refuse unsound sheets, under `etat`."""
        for qui, sheet in self.fiches:
            self.chronicle.check(sheet, f"etat.fiches.{qui}")

    # ── sheets ─────────────────────────────────────────────────────────────────────────────────
    def sheet(self, qui: str, field: str = "qui") -> Sheet:
        """The sheet of that id. Raises `Refusal` under `field`."""
        for each, sheet in self.fiches:
            if each == qui:
                return sheet
        known = ", ".join(each for each, _ in self.fiches) or "–"
        raise refuse(field, qui, "un personnage de la campagne : {known:=}", known=known)

    def with_sheet(self: C, qui: str, sheet: Sheet) -> C:
        return replace(self, fiches=tuple((dict(self.fiches) | {qui: sheet}).items()))

    def everybody(self, ledger: type[Ledger[Any, Any]]) -> tuple[str, ...]:
        """The ids of the sheets that keep something of that ledger."""
        return tuple(qui for qui, sheet in self.fiches if _keeps(type(sheet), ledger))

    # ── ledgers ────────────────────────────────────────────────────────────────────────────────
    def kept(self, ledger: type[Ledger[Any, S]]) -> Any:
        """The state of a ledger of the whole table."""
        lent = self.chronicle.declared.lent.get(ledger.id)
        clock = self.chronicle.clock is ledger
        state = self.horloge if clock else dict(self.registres)[ledger.id]
        return lent.enter(self, state) if lent else state

    def kept_of(self, ledger: type[Ledger[Any, S]], qui: str) -> Any:
        """The state of a ledger of one character, from the sheet."""
        return self.chronicle.on_sheet(ledger, self.sheet(qui))

    def befalls(
        self: C, ledger: type[Ledger[Any, Any]], event: Event[Any], qui: str | None = None
    ) -> C:
        """The campaign after an event of a ledger, of the character `qui` where it has one each.

        What the ledger leaves as an effect is carried on to the others.
        """
        with caught() as effects:
            if qui is None:
                changed = self._with_kept(ledger, event.after(self.kept(ledger)))
            else:
                sheet = self.sheet(qui)
                with about(sheet.nom, qui):
                    before = self.chronicle.on_sheet(ledger, sheet)
                    changed = self.with_sheet(qui, self._written(ledger, sheet, before, event))
        for name, amount in effects:
            changed = self.chronicle.declared.signals[name](changed, amount)
        return changed

    def _written(
        self, ledger: type[Ledger[Any, Any]], sheet: Sheet, before: Any, event: Event[Any]
    ) -> Sheet:
        """The sheet after an event. Raises `Refusal` when it has no place for what that changes."""
        kept = event.after(before)
        written = written_back(sheet, kept)
        if self.chronicle.on_sheet(ledger, written) != kept:
            told = ", ".join(
                tag_of(kind)
                for kind in self.chronicle.kinds
                if _keeps(kind, ledger) and kind is not type(sheet)
            )
            raise refuse(
                "type", sheet.nom, "une fiche qui garde cela : {kinds:=}", kinds=told or "–"
            )
        return written

    def _with_kept(self: C, ledger: type[Ledger[Any, Any]], state: Any) -> C:
        lent = self.chronicle.declared.lent.get(ledger.id)
        campaign, state = lent.leave(self, state) if lent else (self, state)
        if self.chronicle.clock is ledger:
            return replace(campaign, horloge=state)
        return replace(
            campaign,
            registres=tuple(
                (name, state if name == ledger.id else each) for name, each in campaign.registres
            ),
        )

    # ── what is due ────────────────────────────────────────────────────────────────────────────
    def owing(self: C, due: Du) -> C:
        """The same with something more that is due."""
        if len(self.dus) == MOST_DUE:
            raise refuse("type", "du", "{most} au plus à la fois", most=MOST_DUE)
        return replace(self, dus=(*self.dus, due))


C = TypeVar("C", bound=Campaign)


def _keeps(kind: type[Any], ledger: type[Ledger[Any, Any]]) -> bool:
    """Whether a kind of sheet has a field for something that a ledger keeps."""
    own = fields_of(kind)
    kept = fields_of(ledger)["etat"].shape
    assert isinstance(kept, Group)
    sources = [field.source for field in fields_of(kept.record).values() if field.source]
    return any(name in own for source in sources for name in source.fields)


# ── the events that all games have ─────────────────────────────────────────────────────────────
class PutSheet(Event[Campaign]):
    """A sheet comes into the campaign, or takes the place of the one there."""

    qui: Who
    fiche: Any

    def after(self, etat: Campaign) -> Campaign:
        if len(etat.fiches) == MOST_SHEETS and self.qui not in dict(etat.fiches):
            raise refuse("qui", self.qui, "{most} fiches au plus", most=MOST_SHEETS)
        etat.chronicle.check(self.fiche, "fiche")
        note("", "Fiche posée : {who:=}.", who=self.fiche.nom)
        return etat.with_sheet(self.qui, self.fiche)


class Remove(Event[Campaign], tag="retrait"):
    """A character leaves the campaign, with what was due of him."""

    qui: Who

    def after(self, etat: Campaign) -> Campaign:
        note("", "Fiche retirée : {who:=}.", who=etat.sheet(self.qui).nom)
        left = tuple((each, sheet) for each, sheet in etat.fiches if each != self.qui)
        dues = tuple(due for due in etat.dus if due.qui != self.qui)
        return replace(etat, fiches=left, dus=dues)


class ByHand(Event[Campaign]):
    """The leader changes fields of a sheet as he likes."""

    qui: Who
    champs: Any
    texte: Texte = ""

    def after(self, etat: Campaign) -> Campaign:
        sheet = etat.sheet(self.qui)
        given = fields_of(type(self))["champs"].shape.show(self.champs)
        changed: Sheet = read_record(type(sheet), {**show(sheet), **given}, "champs.")
        etat.chronicle.check(changed, "champs")
        with about(sheet.nom, self.qui):
            note("", "Retouche de la fiche : {names}.", names=tuple(given))
            if self.texte:
                note("", "Noté : « {texte:=} »", texte=self.texte)
        return etat.with_sheet(self.qui, changed)


class OfTable(Event[Campaign]):
    """An event of a ledger of the whole table."""

    ledger: ClassVar[type[Ledger[Any, Any]]]
    evenement: Any

    def after(self, etat: Campaign) -> Campaign:
        try:
            return etat.befalls(self.ledger, self.evenement)
        except Refusal as refusal:
            raise refusal.at(f"evenement.{refusal.field}") from None


class OfCharacter(Event[Campaign]):
    """An event of a ledger that is kept on sheets; without `qui`, of all who have it."""

    ledger: ClassVar[type[Ledger[Any, Any]]]
    qui: Who | None = None
    evenement: Any

    def after(self, etat: Campaign) -> Campaign:
        whom = etat.everybody(self.ledger) if self.qui is None else (self.qui,)
        for qui in whom:
            etat.sheet(qui)
            try:
                etat = etat.befalls(self.ledger, self.evenement, qui)
            except Refusal as refusal:
                raise refusal.at(f"evenement.{refusal.field}") from None
        return etat


class Scene(Event[Campaign], tag="scene"):
    """A scene begins or ends: what lasts for a scene is over."""

    moment: Annotated[Literal["debut", "fin"], Meta(description="la scène commence ou finit")]

    def after(self, etat: Campaign) -> Campaign:
        running: bool = etat.horloge.en_cours
        if running == (self.moment == "debut"):
            told = "fin : une scène est en cours" if running else "debut : la scène est finie"
            raise refuse("moment", self.moment, told)
        return self.over(etat) if running else self.begun(etat)

    def over(self, etat: Campaign) -> Campaign:
        """What the end of a scene brings."""
        note("", "Fin de la scène {scene}.", scene=etat.horloge.scene)
        return replace(etat, horloge=replace(etat.horloge, en_cours=False))

    def begun(self, etat: Campaign) -> Campaign:
        """What the beginning of a scene brings."""
        scene = etat.horloge.scene + 1
        note("", "La scène {scene} commence.", scene=scene)
        return replace(etat, horloge=replace(etat.horloge, scene=scene, en_cours=True))


class Passing(Event[Campaign], tag="avance"):
    """Time passes, where nothing shorter than a scene is counted: scenes end, others begin."""

    unite: Annotated[Literal["scene"], Meta(description="unité du temps qui passe")] = "scene"
    n: Annotated[int, Meta(ge=1, le=1000, description="combien d’unités")] = 1

    def after(self, etat: Campaign) -> Campaign:
        return scenes_pass(etat, self.n)


def scenes_pass(etat: Campaign, n: int) -> Campaign:
    """So many scenes later, at the beginning of one."""
    scene = etat.chronicle.declared.scene
    for _ in range(n):
        if etat.horloge.en_cours:
            etat = scene(moment="fin").after(etat)
        etat = scene(moment="debut").after(etat)
    return etat


class Owe(Event[Campaign], tag="du"):
    """Something falls due: a run that the rules ask for, or a word that the leader owes."""

    du: Du

    def after(self, etat: Campaign) -> Campaign:
        if self.du.qui is not None:
            etat.sheet(self.du.qui, "du.qui")
        note(
            "",
            "À jouer ensuite : {procedure}." if self.du.procedure else "À ne pas oublier.",
            procedure=self.du.procedure,
        )
        if self.du.texte:
            note("", "Noté : « {texte:=} »", texte=self.du.texte)
        return etat.owing(self.du)


class Settle(Event[Campaign], tag="acquitte"):
    """What was due is done, or nobody insists on it: that of a place, else the first of a procedure
    and a character."""

    numero: Annotated[int, Meta(ge=1, description="place dans la liste, à partir de 1")] | None = (
        None
    )
    procedure: Annotated[str, Meta(max_length=100, description="procédure à jouer")] | None = None
    qui: Who | None = None

    def after(self, etat: Campaign) -> Campaign:
        place = self._place(etat)
        note("", "Ce qui était dû est réglé.")
        return replace(etat, dus=etat.dus[:place] + etat.dus[place + 1 :])

    def _place(self, etat: Campaign) -> int:
        if self.numero is not None:
            if self.numero > len(etat.dus):
                raise refuse("numero", self.numero, "au plus {most}", most=len(etat.dus))
            return self.numero - 1
        for place, due in enumerate(etat.dus):
            if (due.procedure, due.qui) == (self.procedure, self.qui):
                return place
        known = ", ".join(due.procedure or "–" for due in etat.dus) or "–"
        raise refuse("procedure", self.procedure, "ce qui est dû : {known:=}", known=known)


# ── what a game declares ───────────────────────────────────────────────────────────────────────
class Lent(msgspec.Struct, frozen=True):
    """A ledger of the table whose state holds characters: how they come from the sheets and go
    back."""

    enter: Callable[[Any, Any], Any]
    """(campaign, state) -> the state with the characters."""
    leave: Callable[[Any, Any], tuple[Any, Any]]
    """(campaign, state) -> the campaign with their sheets changed, the state without them."""


class Chronicle(msgspec.Struct, frozen=True, kw_only=True):
    """What a game adds: `CHRONICLE` in its module `chronicle`, beside `campaign_of(...)` of it."""

    ledgers: tuple[type[Ledger[Any, Any]], ...] = ()
    """Its ledgers, in the order of their events."""
    clock: Record | type[Ledger[Any, Any]] = Horloge()
    """Where the clock begins, or the ledger that is the clock."""
    scene: type[Scene] = Scene
    time: type[Event[Any]] = Passing
    """Its events `scene` and `avance`."""
    signals: Mapping[str, Callable[[Any, Any], Any]] = {}
    """Effect that a ledger leaves -> (campaign, amount) -> what that does to the others."""
    lent: Mapping[str, Lent] = {}
    """Ledger of the table -> how it takes its characters from the sheets."""
    holds: Callable[[Mapping[str, Any], str], tuple[Gauge, ...]] | None = None
    """(ledgers of the table as JSON, id of a character or "" for who leads) -> what they hold there."""
    fills: Callable[[Any, Mapping[str, str]], Mapping[str, Any]] | None = None
    """(campaign, role of a run -> id of a character, "" who acts) -> what the ledgers of the table
    have for parameters that nobody gives, whichever the procedure declares."""
    effects: Mapping[str, Any] = {}
    results: Mapping[str, Any] = {}
    """Bookings: see `tablee.rules.booking`."""


class Built(msgspec.Struct, frozen=True):
    """The chronicle of a game: what it declares, and the types that follow."""

    declared: Chronicle
    ledgers: tuple[type[Ledger[Any, Any]], ...]
    clock: type[Ledger[Any, Any]] | None
    """The ledger that is the clock, if one is."""
    kinds: tuple[type[Sheet], ...]
    state: type[Campaign]
    events: Tagged

    def check(self, sheet: Sheet, field: str) -> None:
        """Refuse under `field` a sheet that is unsound, for itself or for a ledger kept on it."""
        try:
            sheet.check()
            for ledger in self.ledgers:
                if _of_sheets(ledger) and _keeps(type(sheet), ledger):
                    self.on_sheet(ledger, sheet)
        except Refusal as refusal:
            raise refusal.at(f"{field}.{refusal.field.removeprefix('etat.')}") from None

    def on_sheet(self, ledger: type[Ledger[Any, Any]], sheet: Sheet) -> Any:
        """The state of a ledger of one character, as the sheet fills it."""
        given = filled(ledger, {}, {"": sheet}.get, "").get("etat", {})
        state = fields_of(ledger)["etat"].shape.read(given, "etat")
        ledger(etat=state).check()
        return state


def _of_sheets(ledger: type[Ledger[Any, Any]]) -> bool:
    """Whether a sheet fills the state of a ledger."""
    return fields_of(ledger)["etat"].source is not None


_BUILT: dict[str, Built] = {}
_BARE = Chronicle()


@cache
def _declared(package: str) -> Chronicle | None:
    """What the module `chronicle` of a package declares, if there is one."""
    if not package or util.find_spec(f"{package}.chronicle") is None:
        return None
    declared: Chronicle = importlib.import_module(f"{package}.chronicle").CHRONICLE
    return declared


def chronicle_of(game: Game) -> Built:
    """The chronicle of a game; of one that declares none, that of its sheets and ledgers."""
    declared = _declared(game.package)
    if declared is not None:
        return _built(game.id, kinds_of(game), declared, declared.ledgers)
    ledgers = tuple(kind for kind in game.procedures if issubclass(kind, Ledger))
    return _built(game.id, kinds_of(game), _BARE, ledgers)


class Chronicled(Ledger[R, C], Generic[R, C]):
    """Base of the chronicles of games as procedures."""

    def check(self) -> None:
        self.etat.check()
        super().check()


def campaign_of(module: str, declared: Chronicle, clauses: str) -> type[Ledger[Any, Campaign]]:
    """The ledger `GAME.campagne` of a game's module `chronicle`: the chronicle as a procedure.

    `clauses`: those that time carries out, for its docstring.
    """
    package = module.rpartition(".")[0]
    game = package.rpartition(".")[2]
    built = _built(game, kinds_in(package), declared, declared.ledgers)
    result = _made(
        "CampagneResult", Result, {"etat": Annotated[Any, Group(built.state)]}, module=module
    )
    state, base = built.state, cast("Any", Chronicled)
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
    declared: Chronicle,
    ledgers: tuple[type[Ledger[Any, Any]], ...],
) -> Built:
    """The types of a game's campaign, made once for the same declarations."""
    known = _BUILT.get(game)
    if known and (known.declared, known.ledgers, known.kinds) == (declared, ledgers, kinds):
        return known
    clock = declared.clock if isinstance(declared.clock, type) else None
    sheets = AnySheet(kinds, game)
    state = _state_type(sheets, declared, ledgers)
    events: tuple[type[Any], ...] = (
        *_events(sheets, ledgers),
        declared.time,
        declared.scene,
        Owe,
        Settle,
    )
    built = Built(declared, ledgers, clock, kinds, state, Tagged(events))
    state.chronicle = _BUILT[game] = built
    return built


def _made(
    name: str,
    base: type[Any],
    hints: dict[str, Any],
    tag: str = "",
    module: str = __name__,
    **more: Any,
) -> Any:
    """A record declared at run time; `more`: defaults and class attributes."""
    body = {"__annotations__": hints, "__module__": module, "__doc__": base.__doc__, **more}
    return cast("Any", type(base))(name, (base,), body, **({"tag": tag} if tag else {}))


def _state_type(
    sheets: AnySheet, declared: Chronicle, ledgers: tuple[type[Ledger[Any, Any]], ...]
) -> type[Campaign]:
    """The record of the game's state, with the shapes of its sheets and ledgers."""
    kept = [each for each in ledgers if not _of_sheets(each) and each is not declared.clock]
    states = [(each.id, fields_of(each)["etat"]) for each in kept]
    registers = Keyed(tuple((name, field.shape, field.default) for name, field in states))
    start: Record = (
        fields_of(declared.clock)["etat"].default
        if isinstance(declared.clock, type)
        else declared.clock
    )
    hints = {
        "chronicle": ClassVar[Built],
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
            tuple[Du, ...], Meta(max_length=MOST_DUE, description="ce qui reste à jouer ou à dire")
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
    """The events that follow from the sheets and ledgers of a game."""
    if sheets.records:
        sheet = Annotated[Any, sheets, Meta(description="fiche du personnage")]
        yield _made("Fiche", PutSheet, {"fiche": sheet}, tag="fiche")
        yield Remove
        fields = Annotated[Any, FieldsOf(sheets.records), Meta(description="champs changés")]
        yield _made("Retouche", ByHand, {"champs": fields}, tag="retouche")
    for ledger in ledgers:
        events = fields_of(ledger)["evenements"].shape
        assert isinstance(events, Many)
        told = Annotated[Any, events.item, Meta(description="ce qui arrive")]
        base = OfCharacter if _of_sheets(ledger) else OfTable
        yield _made(ledger.__name__, base, {"evenement": told}, tag=ledger.id, ledger=ledger)


class FieldsOf(Free, frozen=True):
    """Some fields of a sheet with their new values, kept as pairs {name: value as JSON}."""

    kinds: tuple[type[Sheet], ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.fields())

    @property
    def example(self) -> dict[str, Any]:
        return {"nom": "A"}

    def fields(self) -> dict[str, Shape]:
        """Each field with its shape, whatever the kind of sheet."""
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
                known = ", ".join(fields)
                field = f"{path}.{name}"
                raise Refusal(kind, field, given, "un nom parmi : {known:=}", known=known)
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
