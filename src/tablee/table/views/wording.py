"""Texts for one reader: values, results and trace lines, with the names of characters.

A rule knows seats ("a", "p1") and ids; a reader knows names. A `Wording` puts the names that its
seat may know into the words of the reader's language. This module may import the rules' words and
the log; it must not decide what a seat may know.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from tablee.rules.contract_json import ResultJson, RulingsJson
from tablee.rules.fighter_status import FighterStatus, Gauge
from tablee.rules.sheets.sheet_params import folded
from tablee.rules.texts.name_labels import field_label
from tablee.rules.texts.typography import capital
from tablee.rules.texts.words import Words
from tablee.table.log.outcomes import Line, Setting
from tablee.table.log.state_parts import Run
from tablee.table.view_cache import ViewCache
from tablee.table.views.view_types import GaugeView

CAUSES = {
    "scene_ended": "fin de la scène",
    "imported": "campagne importée",
    "reframed": "demandé autrement",
}
"""The reason of a withdrawal that nobody wrote a reason for (see `events.Cause`)."""
MAX_RECORD_FIELDS = 4
"""Fields shown of a record about a character."""
NOT_NAMES = ("label", "dice")
"""Numbers of a line that never hold a seat or an id."""
Names = Mapping[str, str]
"""Seat of the rule, or id -> the name of its character."""


class Wording:
    """Texts in one language for readers who know the same characters. `names`: id -> name."""

    def __init__(self, words: Words, names: Names, cache: ViewCache) -> None:
        self.words = words
        self.names = names
        self._cache = cache
        own = words.game.words if words.game else {}
        self._signed = frozenset(key.partition(".-")[0] for key in own if ".-" in key)
        """Scales with steps below 0, so that a sign belongs to each step."""

    # ── values ─────────────────────────────────────────────────────────────────────────────────
    def label(self, name: str) -> str:
        return capital(self.words.label(name))

    def value(self, value: Any, context: str, names: Names) -> str:
        """Return the text of a field's value; a number that has a name is followed by it."""
        if isinstance(value, str) and value in names:
            return names[value]
        if place := self.place(value, context, names):
            return place
        label = self.words.label(value, context)
        if type(value) is not int:
            return label
        if not self.has_name(value, context):
            return self.words.value(value)
        return self.words.number_and_name(value, context, signed=context in self._signed)

    def parameter(self, shown: Setting, names: Names) -> str:
        """Return the text of a parameter that a run was requested with, followed by its name on
        the sheet: « 12 (Médecin) »; without the name where the parameter itself is called so. Return
        "" for a default without a name, or named « aucun »: it is not shown."""
        if shown.usual and not self._is_step(shown.value, shown.name):
            return ""
        text = self.value(shown.value, shown.name, names)
        named = self.words.label(shown.named) if shown.named else ""
        same = folded(named) == folded(self.label(shown.name))
        return f"{text} ({named})" if named and not same else text

    def rulings(self, rulings: RulingsJson) -> str:
        """Return rulings with their values in one line."""
        pairs = ((name, self.words.value(value, name)) for name, value in rulings.items())
        return ", ".join(
            self.words.phrase("{kind:=} : {given:=}", kind=self.label(name), given=value)
            for name, value in pairs
        )

    def has_name(self, value: Any, context: str) -> bool:
        """Return whether a number has a name, being a step of a scale."""
        return type(value) is int and self.words.label(value, context) != str(value)

    def _is_step(self, value: Any, context: str) -> bool:
        """Return whether a number has a name that says something: not « aucun »."""
        return self.has_name(value, context) and not self.words.means_nothing(value, context)

    def place(self, value: Any, context: str, names: Names) -> str:
        """Return who is at a place of a list, or the place in words; "" for any other number."""
        place = self.words.place(value, context)
        return place and names.get(f"p{value + 1}", place)

    def field(self, name: str, names: Names) -> str:
        """Return the label of a field, with names in the place of the letters that stand for
        characters."""
        return field_label(self.words, name, names)

    def result(self, value: Any, name: str, names: Names) -> str:
        """Return the text of a result field, whatever it holds."""
        if isinstance(value, Mapping):
            return self._record(value, name, names)
        if isinstance(value, list | tuple):
            return self.words.listed(value, lambda each: self.result(each, name, names))
        return self.value(value, name, names) if value is not None else "–"

    def _record(self, value: ResultJson, name: str, names: Names) -> str:
        """Return the text of a record; of one about a character the first fields that are not
        empty, or whose zero has a name: « 0 (aucun dé) »."""
        who = next((value[key] for key in ("id", "nom") if key in value), None)
        parts = [
            capital(names.get(key) or self.words.key(key, name))
            + ("" if each is True else f" {self.result(each, key, names)}")
            for key, each in value.items()
            if who is None or (key not in ("id", "nom") and (each or self._is_step(each, key)))
        ]
        if who is None:
            return ", ".join(parts) or "–"
        named = names.get(who, who) if isinstance(who, str) else self.result(who, "id", names)
        return f"{named} ({', '.join(parts[:MAX_RECORD_FIELDS])})" if parts else named

    # ── lines ──────────────────────────────────────────────────────────────────────────────────
    def message(self, line: Line, names: Names) -> str:
        """Return the sentence of a line, after the name of the character it is about."""
        message = self._sentence(line, names)
        if line.kind != "note" or not line.about:
            return message
        return self._about([line.about], message)

    def messages(self, lines: Iterable[Line], names: Names) -> list[str]:
        """Return the sentences of lines. A sentence that is the same for several characters comes
        once, after their names."""
        found: list[tuple[str, list[str]]] = []
        for line in lines:
            message = self._sentence(line, names)
            about = [line.about] if line.kind == "note" and line.about else []
            alike = next((who for text, who in found if who and about and text == message), None)
            if alike is None:
                found.append((message, about))
            else:
                alike += about
        return [self._about(who, text) if who else text for text, who in found]

    def _sentence(self, line: Line, names: Names) -> str:
        numbers = self._spoken(line, self.numbers(line, names), names)
        return self.words.phrase(line.text, **numbers)

    def _about(self, who: Sequence[str], message: str) -> str:
        names = self.words.enumeration([self.names.get(each, each) for each in dict.fromkeys(who)])
        return self.words.phrase("{who:=} — {text:=}", who=names, text=message)

    def numbers(self, line: Line, names: Names) -> dict[str, Any]:
        """Return the numbers of a line, with names in the place of seats and ids."""
        numbers = {
            name: value if name in NOT_NAMES else with_names(value, names)
            for name, value in line.numbers.items()
        }
        if line.kind != "note" and line.about in names:
            numbers["who"] = names[line.about]
        return numbers

    def _spoken(self, line: Line, numbers: dict[str, Any], names: Names) -> dict[str, Any]:
        """Return the numbers as they are read aloud: "d10" for one die, a character for a
        place."""
        if line.kind == "roll":
            return numbers | {"dice": spoken_dice(str(numbers["dice"]))}
        if line.kind == "choice":
            place = self.place(numbers["value"], str(numbers["label"]), names)
            return numbers | {"value": place} if place else numbers
        return numbers

    def clauses(self, lines: Iterable[Line]) -> Sequence[tuple[str, str]]:
        """Return (id, text) of every clause behind some lines."""
        found = tuple(unique(clause for line in lines for clause in line.clauses))
        say = self.words.clause
        key = "clauses", self.words.lang, found
        return self._cache.get(key, lambda: [(each, say(each)) for each in found])

    def reason(self, run: Run) -> str:
        """Return why a run was withdrawn."""
        return self.words.text(CAUSES[run.cause]) if run.cause else run.reason

    # ── gauges ─────────────────────────────────────────────────────────────────────────────────
    def gauges(self, gauges: Iterable[Gauge]) -> list[GaugeView]:
        return [GaugeView(name=self.label(g.name), value=g.value, most=g.most) for g in gauges]

    def states(self, status: FighterStatus) -> list[str]:
        return [self.words.label(value, field) for field, value in status.states]


def public_gauges(gauges: Iterable[Gauge]) -> list[Gauge]:
    """Return the gauges as far as the rule shows them to everybody in a fight."""
    return [
        each if each.public == "all" else msgspec.structs.replace(each, most=0)
        for each in gauges
        if each.public != "nothing"
    ]


def spoken_dice(notation: str) -> str:
    """Return a notation as players say it: "d10" for "1d10!"."""
    return re.sub(r"^1(?=d)", "", notation).removesuffix("!")


def with_names(value: Any, names: Names) -> Any:
    """Return a value with the names of characters in the place of their seats and ids."""
    if isinstance(value, list | tuple):
        return [with_names(each, names) for each in value]
    return names.get(value, value) if isinstance(value, str) else value


def unique(names: Iterable[str]) -> list[str]:
    """Return the names without "" and without repetitions."""
    return list(dict.fromkeys(name for name in names if name))
