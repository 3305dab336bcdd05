"""Events of a stored sheet that no consequence makes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablee.rules.contract_json import SheetJson
from tablee.rules.sheets.sheet_reset import after_reset
from tablee.table.log.check_context import CheckContext
from tablee.table.log.events.table_event import TableEvent
from tablee.table.log.record_merge import merged
from tablee.table.log.table_state import State


class FieldsReset(TableEvent, frozen=True, tag="fields_reset", rename={"rules_version": "version"}):
    """Fields of a sheet that no longer fit the rules get their starting values. `values`: field ->
    value; `removed`: fields that the game has no more; `rules_version`: of the rules at that time.

    The sheet at the start of the scene changes too, so that a consequence declined later does not
    bring the misfits back."""

    character: str
    values: Mapping[str, Any] = {}
    removed: tuple[str, ...] = ()
    rules_version: str = ""

    def apply(self, state: State) -> None:
        state.change_record(
            {"fiches": {self.character: self.sheet_after(state.sheet(self.character))}}
        )
        before = state.scene_start_record.get("fiches", {})
        if self.character in before:
            changes = {"fiches": {self.character: self.sheet_after(before[self.character])}}
            state.scene_start_record = merged(state.scene_start_record, changes)
        fields = (*self.values, *self.removed)
        private = not state.is_public(self.character)
        self.tell(state, "fields_reset", text=self.character, fields=fields, private=private)

    def sheet_after(self, sheet: SheetJson) -> SheetJson:
        """Return a sheet with the fields reset."""
        return after_reset(sheet, self.values, self.removed)

    def check(self, context: CheckContext) -> None:
        sheet = context.state.sheets.get(self.character)
        if sheet is None:
            context.refuse("character", self.character, "un personnage de la campagne")
        context.check_record({"fiches": {self.character: self.sheet_after(sheet)}}, "values")
