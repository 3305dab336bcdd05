"""A study in words: its title, axes, points, measures and numbers, in one language."""

from __future__ import annotations

import os
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tablee.faces.lab.cell_measures import WAIT, Row
from tablee.faces.lab.study_axes import Axis, AxisPoint, Names
from tablee.faces.lab.study_file import Best, Chance, LabStudy, LawOf, Mean, Measure, Value
from tablee.faces.messages import decimal, format_value
from tablee.faces.pictures.captions import gist
from tablee.faces.sheet_files import load_sheet
from tablee.rules.refusal import Refusal
from tablee.rules.texts.languages import Lang
from tablee.rules.texts.typography import MINUS, NBSP, NNBSP, capital, number, percent
from tablee.rules.texts.words import Words


class StudyWords:
    """The words of a study for a reader of one language."""

    def __init__(self, study: LabStudy, lang: Lang) -> None:
        self.study = study
        self.words = Words(study.game, lang)

    def name(self, names: Names) -> str:
        """Return a text of the study, set with the typography of the language."""
        if isinstance(names, str):
            return self.words.text(names)
        return self.words.text(names.fr) if self.words.lang == "fr" else names.en

    # ── axes ───────────────────────────────────────────────────────────────────────────────────
    def axis(self, axis: Axis) -> str:
        """Return the name of an axis, with a capital."""
        if axis.label is not None:
            return capital(self.name(axis.label))
        steps = axis.name.split(".")
        label = self.words.label(steps[-1])
        if len(steps) > 1 and axis.parameter:
            return f"{capital(label)} ({self.words.label(steps[0])})"
        return capital(label)

    def point(self, axis: Axis, point: AxisPoint) -> str:
        """Return the value of an axis in words."""
        if point.label is not None:
            return self.name(point.label)
        signed = any(_is_whole(each.key) and each.key < 0 for each in axis.points)
        return self._value(axis.name, point.key, signed)

    def given(self, name: str, value: Any) -> str:
        """Return a fixed parameter or ruling in words."""
        label = self.words.label(name.rpartition(".")[2])
        owner = name.partition(".")[0] if "." in name else ""
        where = f" ({self.words.label(owner)})" if owner else ""
        return f"{label}{where}{self._colon()}{self._value(name, value)}"

    def _colon(self) -> str:
        return f"{NBSP}: " if self.words.lang == "fr" else ": "

    def _value(self, path: str, value: Any, signed: bool = False) -> str:
        name = path.rpartition(".")[2]
        if isinstance(value, str) and value.startswith("@"):
            return self._sheet(value[1:])
        if _is_whole(value):
            return self.words.spoken_number(value, name, signed)
        if isinstance(value, Mapping):
            return gist(value, name, self.words)
        return format_value(self.words, value, name)

    def _sheet(self, reference: str) -> str:
        """Return the name of a sheet: the word of the game for it, else the name written on it."""
        own = self.words.game.words if self.words.game else {}
        if reference in own:
            return capital(self.words.label(reference))
        beside = os.path.join(self.study.folder, reference)
        try:
            path = beside if os.path.isfile(beside) else reference
            return load_sheet(path, "axis", self.study.game)[1].nom
        except Refusal:
            return reference

    # ── measures ───────────────────────────────────────────────────────────────────────────────
    def measure(self, measure: Measure) -> str:
        """Return the name of a measure, with a capital."""
        if measure.label is not None:
            return capital(self.name(measure.label))
        words = self.words
        match measure:
            case Chance() if not measure.when:
                text = words.text("chance de réussite")
            case Chance():
                text = words.phrase("chance : {what:=}", what=self._when(measure))
            case Mean(field=field):
                text = words.phrase("{field:=}, en moyenne", field=words.label(field))
            case LawOf(field=field):
                text = words.label(field)
            case Value(utility=utility):
                text = words.phrase("valeur : {utility:=}", utility=self._utility(utility))
            case Best(utility=utility):
                text = words.phrase("meilleur choix : {utility:=}", utility=self._utility(utility))
        return capital(text)

    def _when(self, measure: Chance) -> str:
        parts = []
        for name, values in measure.wanted.items():
            shown = [format_value(self.words, value, name) for value in values]
            parts.append(f"{self.words.label(name)} {self.words.enumeration(shown, last='ou')}")
        return ", ".join(parts)

    def _utility(self, name: str | None) -> str:
        return self.words.label(name or next(iter(self.study.kind.utilities)))

    def _half(self, row: Row) -> str:
        """Return the half-width of an interval; that of a chance to a hundredth of a percent."""
        assert row.half_width is not None
        if not row.chance:
            return decimal(self.words, row.half_width, 3)
        sign = f"{NNBSP}%" if self.words.lang == "fr" else "%"
        return decimal(self.words, 100 * row.half_width) + sign

    def outcome(self, measure: Measure, outcome: str) -> str:
        """Return the outcome of a row in words."""
        if outcome == WAIT:
            return self.words.text("attendre les dés")
        if isinstance(measure, LawOf):
            return self.words.label(outcome, measure.field).replace("-", MINUS)
        return self.words.label(outcome).replace("-", MINUS)

    def value(self, value: float, chance: bool) -> str:
        """Return a number: a chance as a percentage, else two decimals at most."""
        if chance:
            return percent(Fraction(value), self.words.lang)
        if value == int(value):
            return number(int(value), lang=self.words.lang)
        return decimal(self.words, value)

    def row(self, measure: Measure, row: Row) -> str:
        """Return the value of a row with its uncertainty, or that it was refused."""
        if row.how == "refused":
            return self.words.text("valeur refusée")
        if row.value is None:
            return self.outcome(measure, row.outcome or "")
        shown = self.value(row.value, row.chance)
        if row.half_width and row.how == "sample":
            return f"{shown} ± {self._half(row)}"
        return shown


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
