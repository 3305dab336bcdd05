"""The act `reset_fields`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tablee.rules.contract_json import SheetJson
from tablee.rules.game import Game
from tablee.rules.refusal import Refusal
from tablee.rules.sheets.sheet_reset import (
    SheetReset,
    misfit_fields,
    moved_to,
    reset_of,
    whole_reset,
)
from tablee.table.acts.act import Act
from tablee.table.acts.act_context import ActContext
from tablee.table.log import events as ev
from tablee.table.refusals import Stale


class ResetFields(Act, frozen=True, tag="reset_fields"):
    """A seat puts fields of a character of its own back to their starting values; the leader of any
    character. Only fields that no longer fit the rules are reset. `onto`: the new field that takes the
    value of one that the game has no more."""

    about = (
        "Remettre à leur valeur de départ les champs d’une fiche qui ne vont plus avec les règles."
    )
    permission = "owner"

    character: Annotated[str, Meta(max_length=100, description="l’identifiant du personnage")]
    field: Annotated[
        str,
        Meta(
            max_length=100, description="le champ de la fiche ; vide : tous ceux qui ne vont plus"
        ),
    ] = ""
    onto: Annotated[
        str,
        Meta(
            max_length=100, description="le champ nouveau auquel passe la valeur du champ disparu"
        ),
    ] = ""

    def decide(self, table: ActContext) -> None:
        table.require_own_character(self.character)
        found = self._reset(table.find_sheet(self.character), table.game)
        table.add(
            ev.FieldsReset(
                character=self.character,
                values=found.values,
                removed=found.removed,
                rules_version=table.rules_version,
            )
        )

    def _reset(self, sheet: SheetJson, game: Game) -> SheetReset:
        known = misfit_fields(sheet, game)
        if not known or (self.field and self.field not in known):
            names = ", ".join(known) or "–"
            raise Stale("field", self.field, "un champ qui ne va plus : {names:=}", names=names)
        if self.onto:
            return moved_to(sheet, game, self.field, self.onto)
        try:
            return reset_of(sheet, game, self.field) if self.field else whole_reset(sheet, game)
        except Refusal as refusal:
            raise refusal.at(f"field.{refusal.field}") from None
