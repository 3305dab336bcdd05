"""The events that the campaigns of all games have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

from tablee.rules.ambient import Ambient, about, around, note, remark, rulings
from tablee.rules.campaign.state import Campaign, Pending, Texte, Who, reminder_numbers
from tablee.rules.ledger import Event, Ledger
from tablee.rules.procedure import Rulings, replace
from tablee.rules.refusal import Refusal, refuse, refuse_name
from tablee.rules.registry import find_game
from tablee.rules.schema import Field, Tagged, fields_of, read_fields, read_record, show
from tablee.rules.shapes import Json, Shape
from tablee.rules.sheet import Sheet

MOST_SHEETS = 300
PendingKey = tuple[str | None, str | None, Any]
"""The procedure, character and parameters of a pending consequence."""


class PutSheet(Event[Campaign]):
    """The event that puts a sheet into the campaign, or replaces it."""

    by_leader = True
    qui: Who
    fiche: Any

    def after(self, etat: Campaign) -> Campaign:
        if len(etat.fiches) == MOST_SHEETS and self.qui not in dict(etat.fiches):
            raise refuse("qui", self.qui, "{most} fiches au plus", most=MOST_SHEETS)
        etat.campaign_record.check(self.fiche, "fiche")
        before = dict(etat.fiches).get(self.qui)
        text = "Nouvelle fiche : {who:=}." if before is None else "Fiche modifiée : {who:=}."
        note("", text, who=self.fiche.nom)
        sheet = self.fiche
        if before is not None and type(before) is type(sheet):
            sheet = sheet.edited(before)
        return etat.with_sheet(self.qui, sheet)


class Remove(Event[Campaign], tag="retrait"):
    """The event that removes a character and the pending consequences of the character."""

    by_leader = True
    qui: Who

    def after(self, etat: Campaign) -> Campaign:
        note("", "Fiche retirée : {who:=}.", who=etat.sheet(self.qui).nom)
        left = tuple((each, sheet) for each, sheet in etat.fiches if each != self.qui)
        pending = tuple(each for each in etat.dus if each.qui != self.qui)
        return replace(etat, fiches=left, dus=pending)


class ByHand(Event[Campaign]):
    """The event by which the leader changes any fields of a sheet.

    `valeurs_de_depart`: the values from which new ones were counted; of these fields the difference
    counts, so that a value stays right when a change before it is declined.
    """

    by_leader = True
    qui: Who
    champs: Any
    valeurs_de_depart: Any = None
    texte: Texte = ""

    def after(self, etat: Campaign) -> Campaign:
        sheet = etat.sheet(self.qui)
        shape = fields_of(type(self))["champs"].shape
        given = shape.show(self.champs)
        for name, start in (
            shape.show(self.valeurs_de_depart) if self.valeurs_de_depart else {}
        ).items():
            if name in given:
                given[name] = moved(given[name], start, sheet.counted(name))
        changed: Sheet = read_record(type(sheet), {**show(sheet), **given}, "champs.")
        etat.campaign_record.check(changed, "champs")
        with about(sheet.nom, self.qui):
            if self.valeurs_de_depart:
                note("", "Sur la fiche, change : {names}.", names=tuple(given))
            else:
                note("", "Retouche de la fiche : {names}.", names=tuple(given))
            remark("", self.texte)
        return etat.with_sheet(self.qui, changed.edited(sheet))


def moved(value: Any, start: Any, now: Any) -> Any:
    """Return a value (JSON) that was counted from `start` as it is counted from `now`: numbers by
    their difference, lists and objects by their members, all else as it is."""
    if value == start:
        return now
    if all(type(each) is int for each in (value, start, now)):
        return now + value - start
    if all(isinstance(each, list) for each in (value, start, now)):
        alike = len(value) == len(start) == len(now)
        return [moved(*each) for each in zip(value, start, now, strict=True)] if alike else value
    if all(isinstance(each, dict) for each in (value, start, now)):
        left = {name: each for name, each in now.items() if name in value or name not in start}
        changed = {n: each for n, each in value.items() if n not in start or start[n] != each}
        return left | {n: moved(each, start.get(n), now.get(n)) for n, each in changed.items()}
    return value


class OfTable(Event[Campaign]):
    """An event of a ledger of the whole table."""

    ledger: ClassVar[type[Ledger[Any, Any]]]
    evenement: Any

    def after(self, etat: Campaign) -> Campaign:
        try:
            return etat.with_event(self.ledger, self._by_id(etat))
        except Refusal as refusal:
            raise refusal.at(f"evenement.{refusal.field}") from None

    def _by_id(self, etat: Campaign) -> Any:
        """Return the event with people by their ids."""
        people = etat.campaign_record.declared.people
        if not people:
            return self.evenement
        shape = fields_of(type(self))["evenement"].shape
        given = shape.show(self.evenement)
        by_id = _with_ids(given, etat, people)
        return self.evenement if by_id == given else shape.read(by_id, "")


def _with_ids(value: Any, etat: Campaign, people: tuple[str, ...], here: bool = False) -> Any:
    """Return JSON with ids in place of the names of characters, in the fields of people. `here`:
    the value is that of such a field."""
    if isinstance(value, dict) and here:
        return {etat.called(name): each for name, each in value.items()}
    if isinstance(value, dict):
        return {n: _with_ids(each, etat, people, n in people) for n, each in value.items()}
    if isinstance(value, list):
        return [_with_ids(each, etat, people, here) for each in value]
    return etat.called(value) if here and isinstance(value, str) else value


class OfCharacter(Event[Campaign]):
    """An event of a ledger on sheets; without `qui`, of all characters for whom it is possible."""

    ledger: ClassVar[type[Ledger[Any, Any]]]
    qui: Who | None = None
    evenement: Any

    def after(self, etat: Campaign) -> Campaign:
        if self.qui is not None:
            etat.sheet(self.qui)
            return self._of(etat, self.qui)
        known = etat.characters_with(self.ledger)
        concerned = [qui for qui in known if self._is_possible(etat, qui)]
        for qui in concerned or known:  # without any the first refusal is the answer
            etat = self._of(etat, qui)
        return etat

    def _is_possible(self, etat: Campaign, qui: str) -> bool:
        """Return whether a character's sheet and state admit the event; without notes."""
        with around(Ambient(rulings(Rulings))):
            try:
                self._of(etat, qui)
            except Refusal:
                return False
        return True

    def _of(self, etat: Campaign, qui: str) -> Campaign:
        try:
            return etat.with_event(self.ledger, self.evenement, qui)
        except Refusal as refusal:
            raise refusal.at(f"evenement.{refusal.field}") from None


def for_leader(events: Shape, event: Mapping[str, Any]) -> bool:
    """Return whether only the leader may write an event (JSON), or the ledger event inside it;
    False for a value that is no event."""
    kind, inner = event.get("type"), event.get("evenement")
    if not isinstance(events, Tagged) or not isinstance(kind, str):
        return False
    declared = events.named().get(kind)
    if declared is None:
        return False
    fields = fields_of(declared)
    own = [fields[name] for name in declared.leader_fields if name in event]
    if declared.by_leader or not all(_is_default(each, event[each.name]) for each in own):
        return True
    field = fields.get("evenement")
    return field is not None and isinstance(inner, Mapping) and for_leader(field.shape, inner)


def _is_default(field: Field, value: Any) -> bool:
    return field.shape.takes(value) and bool(field.shape.read(value, "") == field.default)


class Scene(Event[Campaign], tag="scene"):
    """The event by which a scene begins or ends; the effects of a scene end with it."""

    moment: Annotated[Literal["debut", "fin"], Meta(description="la scène commence ou finit")]

    def after(self, etat: Campaign) -> Campaign:
        running: bool = etat.horloge.en_cours
        if running == (self.moment == "debut"):
            allowed = "fin : une scène est en cours" if running else "debut : la scène est finie"
            raise refuse("moment", self.moment, allowed)
        return self.over(etat) if running else self.begun(etat)

    def over(self, etat: Campaign) -> Campaign:
        """Return the campaign after the end of a scene."""
        note("", "Fin de la scène {scene}.", scene=etat.horloge.scene)
        return replace(etat, horloge=replace(etat.horloge, en_cours=False))

    def begun(self, etat: Campaign) -> Campaign:
        """Return the campaign after the beginning of a scene."""
        scene = etat.horloge.scene + 1
        note("", "La scène {scene} commence.", scene=scene)
        return replace(etat, horloge=replace(etat.horloge, scene=scene, en_cours=True))


class Passing(Event[Campaign], tag="avance"):
    """The event by which time passes, where the unit is a scene: scenes end, others begin."""

    unite: Annotated[Literal["scene"], Meta(description="unité du temps qui passe")] = "scene"
    n: Annotated[int, Meta(ge=1, le=1000, description="combien de temps passe")] = 1

    def after(self, etat: Campaign) -> Campaign:
        return scenes_pass(etat, self.n)


def scenes_pass(etat: Campaign, n: int) -> Campaign:
    """Return the campaign `n` scenes later, at the beginning of a scene."""
    scene: Any = etat.campaign_record.scene
    for _ in range(n):
        if etat.horloge.en_cours:
            etat = scene(moment="fin").after(etat)
        etat = scene(moment="debut").after(etat)
    return etat


class AddPending(Event[Campaign], tag="du"):
    """The event that adds a pending consequence: a run to play, or a duty of the leader."""

    by_leader = True
    du: Pending

    def after(self, etat: Campaign) -> Campaign:
        if self.du.qui is not None:
            etat.sheet(self.du.qui, "du.qui")
        for role, qui in self.du.cast:
            etat.sheet(qui, f"du.cast.{role}")
        if self.du.procedure is not None:
            _check_due(etat.campaign_record.game, self.du.procedure, self.du.params)
        note(
            "",
            "Reste à jouer : {procedure}." if self.du.procedure else "À ne pas oublier.",
            procedure=self.du.procedure,
        )
        known = {} if self.du.procedure else msgspec.json.decode(self.du.params)
        if numbers := reminder_numbers(self.du.texte, known):
            note("", self.du.texte, **numbers)
        elif self.du.texte:  # of the game, which has English, or of a person
            note("", "Noté : « {texte:text} »", texte=self.du.texte)
        return etat.with_pending(self.du)


def _check_due(game: str, procedure: str, params: str) -> None:
    """Raise `Refusal` for a procedure of another game, and for parameters that it does not take."""
    declared = find_game(game)
    kind = declared.procedure(procedure) if declared else None
    if kind is None:
        known = (each.id for each in (declared.procedures if declared else ()))
        raise refuse_name("du.procedure", procedure, known)
    read_fields(kind, msgspec.json.decode(params), "du.params.")


def settled_place(waiting: Sequence[PendingKey], settling: PendingKey) -> int | None:
    """Return the place of the pending consequence that an event removes: the first of its procedure and
    character, with its parameters if there is one."""
    alike = [n for n, each in enumerate(waiting) if each[:2] == settling[:2]]
    same = [n for n in alike if waiting[n] == settling]
    return next(iter(same or alike), None)


class SettlePending(Event[Campaign], tag="acquitte"):
    """The event that removes a pending consequence: the one at a place, else the first of a
    procedure and a character, with these parameters if there is one."""

    by_leader = True
    numero: Annotated[int, Meta(ge=1, description="place dans la liste, à partir de 1")] | None = (
        None
    )
    procedure: Annotated[str, Meta(max_length=100, description="procédure à jouer")] | None = None
    qui: Who | None = None
    params: Annotated[str, Json(), Meta(description="ses paramètres, entre plusieurs")] | None = (
        None
    )

    def after(self, etat: Campaign) -> Campaign:
        place = self._place(etat)
        note("", "Ce qui restait à jouer est fait.")
        return replace(etat, dus=etat.dus[:place] + etat.dus[place + 1 :])

    def _place(self, etat: Campaign) -> int:
        if self.numero is not None:
            if self.numero > len(etat.dus):
                raise refuse("numero", self.numero, "au plus {most}", most=len(etat.dus))
            return self.numero - 1
        waiting = [(each.procedure, each.qui, each.params) for each in etat.dus]
        place = settled_place(waiting, (self.procedure, self.qui, self.params))
        if place is not None:
            return place
        known = ", ".join(each.procedure or "–" for each in etat.dus) or "–"
        raise refuse("procedure", self.procedure, "ce qui est dû : {known:=}", known=known)
