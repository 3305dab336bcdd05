"""The act `put_sheet`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from tablee.rules.contract_json import SheetJson
from tablee.rules.refusal import refuse
from tablee.rules.schema import Field, fields_of, tag_of
from tablee.rules.sheet import kinds_of, sheet_kinds_for
from tablee.table.acts.act import MAX_ID, PLAIN, VISIBLE, Act
from tablee.table.acts.act_context import ActContext
from tablee.table.acts.change_record import hiding_record
from tablee.table.log import events as ev
from tablee.table.record_changes import record_sheet
from tablee.table.refusals import NOT_RESERVED, NotYours

MAX_LEADER_SHEETS, MAX_PLAYER_SHEETS = 200, 100
"""Maximum numbers of sheets made by the leader and by players, together within the limit of a
campaign."""

NewCharacter = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=2 * MAX_ID + 1,
        pattern=PLAIN,
        description="l’identifiant d’un personnage ; celui que fait un joueur reçoit le nom de son "
        "siège devant le sien",
    ),
]
Owner = Annotated[str | None, Meta(description="le siège qui le joue ; null : qui mène")]
Free = Annotated[bool, Meta(description="qui veut peut le prendre")]


class PutSheet(Act, frozen=True, tag="put_sheet"):
    """A seat makes a character, or writes its sheet again. `seat`: the owner; `free`: any player may
    take the character. The id of a player's new character begins with its seat, so that a refusal
    does not reveal which other ids are in use."""

    about = "Faire un personnage, ou réécrire sa fiche."
    permission = "owner"
    schemas = {"sheet": ("GAME.sheet",)}

    character: NewCharacter
    sheet: Annotated[SheetJson, Meta(description="sa fiche, comme dans le composant « JEU.sheet »")]
    seat: Owner = None
    free: Free = False

    def decide(self, table: ActContext) -> None:
        state, name = table.state, self._id(table)
        _check_row_names(self.sheet)
        known = name in state.sheets
        if not known:
            self._check_new(table)
        sheet = self.sheet if table.leads else _with_leader_fields(table, name, self.sheet)
        with hiding_record(table, "sheet"):
            changed = record_sheet(state, table.game, name, sheet)
        _check_kind(table, name, self.sheet)
        table.add(changed)
        if not known or state.owners.get(name) != self.seat or self.free != (name in state.free):
            table.add(ev.CharacterGiven(character=name, to=self.seat, free=self.free))

    def _id(self, table: ActContext) -> str:
        """Return the id of the character. Raises `Refusal` when the seat may not write it."""
        sheets, name = table.state.sheets, self.character
        if table.leads:
            if self.seat is not None:
                table.require_seat(self.seat, "seat")
            elif name not in sheets:
                _check_prefix(table, name)
            return name
        if self.seat != table.seat or self.free:
            raise NotYours("seat", self.seat, "votre siège")
        plays = table.visibility.owns
        prefix = f"{table.seat}-"
        if not (name in sheets and plays(name)) and not name.startswith(prefix):
            name = prefix + name
        if name in sheets and not plays(name):
            raise NotYours("character", self.character, "votre personnage")
        return name

    def _check_new(self, table: ActContext) -> None:
        """Limit the length of a new id, and the number of characters: of players by what all of
        them see."""
        if len(self.character) > MAX_ID:
            allowed = "un texte d’au plus {n:caractère|caractères}"
            raise refuse("character", self.character, allowed, n=MAX_ID)
        played = sum(1 for name in table.state.sheets if _made_by_player(table, name))
        count = len(table.state.sheets) - played if table.leads else played
        most = MAX_LEADER_SHEETS if table.leads else MAX_PLAYER_SHEETS
        if count >= most:
            raise refuse("character", self.character, "{most} fiches au plus", most=most)


def _made_by_player(table: ActContext, name: str) -> bool:
    """Return whether everybody sees that a player made a character."""
    seats = table.state.seats
    return table.state.is_known(name) and any(name.startswith(f"{seat}-") for seat in seats)


def _check_prefix(table: ActContext, name: str) -> None:
    """Refuse a new character of the leader whose id a player's character could have."""
    for seat in table.state.seats:
        if seat != table.seat and name.startswith(f"{seat}-"):
            allowed = "un nom qui ne commence pas par celui d’un siège"
            raise refuse("character", name, allowed)


def _check_row_names(sheet: SheetJson) -> None:
    """Refuse rows of a sheet without a visible name. Older sheets may have such rows."""
    for field, rows in sheet.items():
        for place, name in enumerate(rows if isinstance(rows, Mapping) else ()):
            if not re.search(VISIBLE, name):
                allowed = "un nom que l’on puisse lire, à la ligne {n} de « {field:^} »"
                path = f"sheet.{field}[{place}].nom"
                raise refuse(path, None, allowed, n=place + 1, field=field)


def _with_leader_fields(table: ActContext, name: str, sheet: SheetJson) -> SheetJson:
    """Return a player's sheet with the fields that the leader alone changes as they are; in a new
    one they have their default. Raises `NotYours` for another value."""
    kinds = {tag_of(each): each for each in kinds_of(table.game)}
    kind = kinds.get(str(sheet.get("type")))
    if kind is None:
        return sheet
    before = table.state.sheet(name) if name in table.state.sheets else {}
    kept: SheetJson = {}
    for field in map(fields_of(kind).__getitem__, kind.leader_fields):
        now = before.get(field.name, field.shape.show(field.default))
        given = sheet.get(field.name, now)
        if given != now and not _reads_as(field, given, now):
            raise NotYours(f"sheet.{field.name}", given, NOT_RESERVED)
        kept = {**kept, field.name: now}
    return {**sheet, **kept}


def _reads_as(field: Field, value: object, other: object) -> bool:
    """Return whether two JSON values of a field are the same value."""
    shape = field.shape
    return shape.takes(value) and bool(shape.read(value, "") == shape.read(other, ""))


def _check_kind(table: ActContext, name: str, sheet: SheetJson) -> None:
    """Let players make the kinds of sheets that players may play, and keep the kind of a character
    that they were given."""
    if table.leads:
        return
    kinds = {tag_of(kind) for kind in sheet_kinds_for(table.game, leads=False)}
    if name in table.state.sheets:
        kinds.add(table.state.sheet(name)["type"])
    if sheet["type"] not in kinds:
        known = ", ".join(sorted(kinds))
        raise NotYours("sheet.type", sheet["type"], "un nom parmi : {known:=}", known=known)
