"""The context in which the events of an imported log are checked.

Each event class has a `check` method, which asks this context about the table so far and raises its
refusals through it. The context also checks what several events have: lines of a trace, and changes
of the campaign record. It may import the rules and the state of a table; it must not know events,
acts or files.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Any, NoReturn

import msgspec

from tablee.rules.campaign.record import read_state
from tablee.rules.game import Game
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.schema import tag_of
from tablee.rules.sheet import kinds_of
from tablee.rules.sheets.stored_sheets import fitting_sheets
from tablee.rules.texts.words import Words
from tablee.table.log.line_checks import check_lines
from tablee.table.log.outcomes import Line, Outcome
from tablee.table.log.record_merge import GROWN
from tablee.table.log.state_parts import Run
from tablee.table.log.table_state import State

_Grown = Mapping[str, Mapping[str, tuple[Annotated[int, msgspec.Meta(ge=0)], list[Any]]]]
_PARTS = ("fiches", "registres", "horloge", "dus")


class CheckContext:
    """The table before the event that is checked. `path`: the path of the event in the file, as in
    `events[3]`; `other_rules`: whether the event was written under other rules than those here."""

    def __init__(self, table: str, game: Game) -> None:
        self.state = State(id=table)
        self.game = game
        self.path = ""
        self.other_rules = False
        self._characters: set[str] = set()
        """All characters of the campaign so far, removed ones included."""
        self._origins: dict[str, str] = {}
        """Path in the campaign record -> path in the log where it was last written."""
        self._sheet_types = [tag_of(kind) for kind in kinds_of(game)]
        self._words = [Words(game, "fr"), Words(game, "en")]

    def refuse(self, name: str, got: Any, allowed: str, **numbers: Any) -> NoReturn:
        """Raise the refusal of a field of the event, by its name in the file."""
        raise refuse(f"{self.path}.{name}", got, allowed, **numbers)

    # ── the table so far ───────────────────────────────────────────────────────────────────────
    def require_seat(self, name: str, field: str) -> None:
        """Raise `Refusal` when no such seat is at the table now."""
        if not self.state.sits(name):
            self.refuse(field, name, "un siège de la table")

    def require_known_seat(self, name: str, field: str) -> None:
        """Raise `Refusal` for the id of a seat that was never at the table; "" names none."""
        if name and name not in self.state.seats:
            self.refuse(field, name, "un siège de la table")

    def require_character(self, name: str, field: str) -> None:
        """Raise `Refusal` when the campaign never had that character."""
        if name not in self._characters:
            self.refuse(field, name, "un personnage de la campagne")

    def find_run(self, name: str) -> Run:
        """Return a run that was requested before. Raises `Refusal`."""
        run = self.state.runs.get(name)
        if run is None:
            self.refuse("run", name, "un jet posé auparavant")
        return run

    # ── traces ─────────────────────────────────────────────────────────────────────────────────
    def check_lines(self, lines: Sequence[Line], name: str) -> None:
        """Raise `Refusal` for a line that cannot be shown in every language."""
        check_lines(lines, self._words, f"{self.path}.{name}")

    def check_line(self, line: Line | None, name: str) -> None:
        """Raise `Refusal` for an optional line that cannot be shown in every language."""
        self.check_lines([line] if line is not None else [], name)

    def check_outcome(self, outcome: Outcome | None) -> None:
        """Raise `Refusal` for a line of an optional outcome that cannot be shown."""
        self.check_lines(outcome.lines if outcome is not None else (), "outcome.lines")

    # ── the campaign record ────────────────────────────────────────────────────────────────────
    def check_record(self, parts: Mapping[str, Any], name: str) -> None:
        """Check the parts of the campaign record that an event writes, under the field `name`."""
        for part, value in parts.items():
            field = f"{name}.{part}"
            if part not in _PARTS:
                known = ", ".join(_PARTS)
                self.refuse(field, None, "une partie de la campagne : {known:=}", known=known)
            if part in ("fiches", "registres"):
                if not isinstance(value, dict):
                    self.refuse(field, value, "un objet {{nom : valeur}}")
                for each, written in value.items():
                    if part == "fiches" and written is not None:
                        self._check_sheet(written, f"{field}.{each}")
                    self._origins[f"etat.{part}.{each}"] = f"{self.path}.{field}.{each}"
            self._origins[f"etat.{part}"] = f"{self.path}.{field}"
        self._characters.update(parts.get("fiches", {}))

    def check_changes(self, changes: Mapping[str, Any]) -> None:
        """Check how an event changes the campaign record: its parts, and its longer lists."""
        parts = dict(changes)
        if GROWN in parts:
            self._check_grown(parts.pop(GROWN), parts.get("registres"))
        self.check_record(parts, "after")

    def _check_grown(self, value: Any, ledgers: Any) -> None:
        """Check the continued lists of ledgers: each exists, with at least the items it keeps."""
        before = self.state.record.get("registres", {})
        field = f"after.{GROWN}"
        allowed = "{{registre : {{liste : [combien restent, ce qui suit]}}}}"
        try:
            for name, lists in msgspec.convert(value, _Grown).items():
                for each, (stay, _) in lists.items():
                    if not stay <= len(before[name][each]) or each in ledgers[name]:
                        self.refuse(f"{field}.{name}.{each}", stay, allowed)
        except (msgspec.ValidationError, LookupError, TypeError):
            self.refuse(field, None, allowed)

    def _check_sheet(self, sheet: Any, field: str) -> None:
        """Check the name of a sheet, and its type under the present rules. Only the last sheet has to
        follow the present rules in full."""
        if not isinstance(sheet, dict) or not isinstance(sheet.get("nom"), str):
            self.refuse(field, sheet, "une fiche, avec un nom")
        kind = sheet.get("type")
        if kind not in self._sheet_types and not (self.other_rules and isinstance(kind, str)):
            known, allowed = ", ".join(self._sheet_types) or "–", "un nom parmi : {known:=}"
            self.refuse(f"{field}.type", sheet.get("type"), allowed, known=known)

    def check_last_record(self, former: Collection[str]) -> None:
        """Read the campaign record after the last event by the present rules. Raises `Refusal`
        naming the place in the log where the wrong part was written. `former`: the characters whose
        sheets were written under other rules, and may not fit any more."""
        try:
            read_state(self.game, fitting_sheets(self.state.record, self.game, former))
        except Refusal as refusal:
            field = refusal.field
            places = sorted(self._origins, reverse=True)
            part = next((each for each in places if field.startswith(each)), None)
            if part is None:
                raise refusal.at(f"{self.path}.{field}") from None
            raise refusal.at(self._origins[part] + field.removeprefix(part)) from None
