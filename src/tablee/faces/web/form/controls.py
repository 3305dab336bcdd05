"""A declaration as the controls of a form, with labels, ranges and errors.

The shape of a field decides its control. Names are the paths of parameters, parsed by
`form_values`. The module knows no procedure.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tablee.faces.messages import landmark_texts, named_numbers
from tablee.faces.pictures.captions import gist
from tablee.faces.web.form.control import Chip, Control, Kind, Row
from tablee.faces.web.form.form_values import NESTED, constant_text, constants
from tablee.faces.web.form.initial_values import opening_value
from tablee.rules.contract_json import ParamsJson
from tablee.rules.procedure import Rulings
from tablee.rules.schema import Field, Group, Tagged, fields_of
from tablee.rules.shapes import (
    Choice,
    Either,
    Free,
    Many,
    Named,
    Ratio,
    Several,
    Shape,
    Text,
    Whole,
    YesNo,
)
from tablee.rules.texts.typography import capital, number
from tablee.rules.texts.words import Words

Errors = Mapping[str, str]
"""Maps the path of a parameter to its error, in the language of the reader."""
MOST_CHIPS = 7
"""Maximum number of named values shown as chips; more become a drop-down list."""
MAIN = 4
LONGEST_LABEL = 40
"""Characters of a help that takes the place of its label (`_extends`)."""
LONGEST_RATIO = 100
LONGEST_NAME = 100
_SHOWING_ERRORS = ("chips", "toggle")
"""Kinds of controls that show their error themselves."""


def controls_of(
    record: type[Any],
    values: ParamsJson,
    words: Words,
    errors: Errors,
    prefix: str = "",
    rulings: Rulings | None = None,
) -> tuple[Control, ...]:
    """Return the controls of the fields of a record: those without a default first, then those with
    named numbers.

    Beyond the first few, an unchanged control has `main` false, unless all are of one kind (the
    scores of a sheet). An unchanged field that means nothing under `rulings` has no control.
    """
    maker = _Maker(words, errors, rulings)
    ranked = sorted(fields_of(record).items(), key=lambda item: maker.rank(item[1]))
    declared = {
        name: field
        for name, field in ranked
        if rulings is None
        or field.means_something(rulings)
        or _touched(field, values)
        or f"{prefix}{name}" in errors
    }
    kinds = [field.shape for field in declared.values()]
    first = (
        [*declared] if prefix and all(each == kinds[0] for each in kinds) else [*declared][:MAIN]
    )
    found: list[Control] = []
    for name, field in declared.items():
        control = maker.field(field, f"{prefix}{name}", values)
        touched = _touched(field, values)
        together = control.kind == "toggle" and bool(found) and _is_main(found[-1])
        shown = field.required or name in first or touched or bool(control.error) or together
        found.append(msgspec.structs.replace(control, main=shown))
    return tuple(found)


def _touched(field: Field, values: ParamsJson) -> bool:
    """Return whether a value other than the default is given."""
    return field.name in values and not _same(values[field.name], _default(field))


def _is_main(control: Control) -> bool:
    """Return whether a boolean is among the main controls; the booleans after it join it."""
    return control.kind == "toggle" and control.main


def _repeats(help_text: str, label: str) -> bool:
    """Return whether a help is the label, or is short and ends with it: « Attribut Physique »."""
    short = len(help_text) <= LONGEST_LABEL
    return help_text == label or (short and help_text.endswith((f" {label}", f"’{label}")))


def _extends(help_text: str, label: str) -> bool:
    """Return whether a short help begins with the label. It then takes the place of the label."""
    return len(help_text) <= LONGEST_LABEL and help_text.startswith(f"{label} ")


class _Maker:
    def __init__(self, words: Words, errors: Errors, rulings: Rulings | None) -> None:
        self.words = words
        self.errors = errors
        self.rulings = rulings

    def inside(self, record: type[Any], values: Any, prefix: str) -> tuple[Control, ...]:
        """Return the controls of a record inside the form."""
        given = _mapping(values)
        return controls_of(record, given, self.words, self.errors, prefix, self.rulings)

    def field(self, field: Field, path: str, values: ParamsJson) -> Control:
        """Return the control of a declared field with its value or default."""
        given = field.name in values
        value = values[field.name] if given else _default(field)
        if not given and value and isinstance(field.shape, Text):
            value = self.words.text(value)
        label = capital(self.words.label(field.name))
        control = self.shape(field.shape, path, value, field.name, label)
        help_text = capital(self._spoken(field)) if field.help else ""
        marks = tuple((value, tuple(texts)) for value, texts in landmark_texts(self.words, field))
        if _extends(help_text, label):
            return msgspec.structs.replace(control, label=help_text, landmarks=marks)
        shown = "" if _repeats(help_text, label) else help_text or control.help
        return msgspec.structs.replace(control, help=shown, landmarks=marks)

    def _spoken(self, field: Field) -> str:
        """Return the help of a field, with labels in place of identifiers."""
        shapes = field.shape.shapes if isinstance(field.shape, Either) else (field.shape,)
        named = [value for shape in shapes for value in constants(shape)]
        texts = {constant_text(value): value for value in (*named, "ask", None)}

        def word(found: re.Match[str]) -> str:
            label = self.words.label(texts[found[0]], field.name)
            return self.words.phrase("« {word:=} »", word=label)

        defined = "|".join(map(re.escape, texts))
        pattern = rf"\b(?:ask|null)\b|(?<![\w«’-])(?:{defined})(?=\s*:)"
        return re.sub(pattern, word, self.words.text(field.help))

    def rank(self, field: Field) -> int:
        """Rank a field: required ones first, then those with named values."""
        steps = set(named_numbers(self.words, field.name, Whole()))
        match field.shape:
            case Whole():
                named = bool(steps)
            case Choice(values=values):
                named = steps.issuperset(values)
            case _:
                named = False
        return 0 if field.required else 1 if named else 2

    def shape(self, shape: Shape, path: str, value: Any, name: str, label: str) -> Control:
        """Return the control of a shape. `name`: the field whose labels name the values; `label`:
        the label of the control."""
        match shape:
            case Either():
                return self._either(shape, path, value, name, label)
            case YesNo():
                return self._control("toggle", path, label, value=constant_text(bool(value)))
            case Choice(values=values):
                chips = tuple(self._chip(v, name, _same(v, value)) for v in values)
                return self._of_chips(path, label, chips)
            case Whole():
                return self._whole(shape, path, value, name, label)
            case Many() | Named():
                return self._list(shape, path, value, name, label)
            case Group(record=record):
                inner = self.inside(record, value, f"{path}.")
                return self._group(path, label, inner, value, name)
            case Tagged():
                members = self._tagged(shape, path, _mapping(value))
                return self._group(path, label, members, value, name)
            case Several(items=items):
                parts = list(value) if isinstance(value, list | tuple) else []
                parts += [None] * (len(items) - len(parts))
                members = tuple(
                    self.shape(item, f"{path}[{i}]", part, name, self._part(item, label))
                    for i, (item, part) in enumerate(zip(items, parts, strict=False))
                )
                return self._group(path, label, members, value, name)
            case Free():
                shown = msgspec.json.encode(value if value is not None else {}).decode()
                help_text = self.words.text("un objet JSON")
                return self._control("text", path, label, value=shown, help=help_text)
            case Text(longest=longest):
                shown = value if isinstance(value, str) else ""
                return self._control("text", path, label, value=shown, longest=longest)
            case _:
                plain = self.words.text("un nombre, ou une fraction comme 1/2")
                help_text = "" if self._error(path) else capital(plain)
                more = {"value": _shown(value), "longest": LONGEST_RATIO, "help": help_text}
                return self._control("text", path, label, **more)

    def _control(self, kind: Kind, path: str, label: str, **more: Any) -> Control:
        """Return a control with the error of its parameter."""
        more.setdefault("error", self._error(path))
        return Control(kind=kind, path=path, label=label, **more)

    def _group(
        self, path: str, label: str, controls: tuple[Control, ...], value: Any, name: str
    ) -> Control:
        summary = gist(value, name, self.words) if value else ""
        return self._control("group", path, label, controls=controls, gist=summary)

    def _error(self, path: str) -> str:
        """Return the error of a parameter; the path of a control also names the chosen shape."""
        return self.errors.get(re.sub(rf"{NESTED}\d+", "", path), "")

    def _tagged(self, shape: Tagged, path: str, value: Mapping[str, Any]) -> tuple[Control, ...]:
        """Return the kind of an event and its controls."""
        named = shape.named()
        given = str(value.get("type", ""))
        chosen = given if given in named else next(iter(named))
        chips = tuple(Chip(tag, self.words.label(tag, "type"), tag == chosen) for tag in named)
        label = capital(self.words.label("type"))
        which = self._control("select", f"{path}.type", label, chips=chips)
        inner = self.inside(named[chosen], value, f"{path}.")
        return (which, *(msgspec.structs.replace(each, main=True) for each in inner))

    def _part(self, item: Shape, label: str) -> str:
        """Return the label of a place in a pair: a rational beside a value is its chance."""
        return self.words.text("Chance") if isinstance(item, Ratio) else label

    # ── named values ───────────────────────────────────────────────────────────────────────────
    def _chip(self, value: Any, name: str, checked: bool) -> Chip:
        label = self.words.label(value, name)
        if type(value) is int:
            shown = number(value, lang=self.words.lang)
            named = label != str(value)
            return Chip(str(value), label if named else shown, checked, shown if named else "")
        return Chip(constant_text(value), label, checked)

    def _of_chips(self, path: str, label: str, chips: tuple[Chip, ...]) -> Control:
        nested = any(chip.inner for chip in chips)
        many = len(chips) > MOST_CHIPS and not nested
        return self._control("select" if many else "chips", path, label, chips=chips)

    def _whole(self, shape: Whole, path: str, value: Any, name: str, label: str) -> Control:
        """Return a stepper, behind named steps when the game has labels for some numbers."""
        steps = named_numbers(self.words, name, shape)
        number_of = {"value": _shown(value), "low": shape.low, "high": shape.high}
        if not steps:
            return self._control("number", path, label, **number_of)
        signed = any(step < 0 for step in steps)
        chips = [
            Chip(
                str(step),
                self.words.label(step, name),
                _same(step, value),
                number(step, signed, self.words.lang),
            )
            for step in steps
        ]
        named = any(chip.checked for chip in chips)
        inner = self._control("number", f"{path}{NESTED}0", label, error="", **number_of)
        chips.append(Chip(f"{NESTED}0", self.words.text("autre"), not named, "…", inner))
        return self._control("chips", path, label, chips=tuple(chips))

    def _either(self, shape: Either, path: str, value: Any, name: str, label: str) -> Control:
        """Return named values as chips; another shape opens behind a chip of its own."""
        chips: list[Chip] = []
        chosen = next((s for s in shape.shapes if s.takes(value)), None)
        for place, each in enumerate(shape.shapes):
            named = constants(each)
            if named:
                chips += [self._chip(v, name, _same(v, value)) for v in named]
                continue
            here = each is chosen or (chosen is None and not constants(each) and not chips)
            marker = f"{NESTED}{place}"
            shown = value if here and value is not None else opening_value(each)
            inner = self.shape(each, f"{path}{marker}", shown, name, label)
            if inner.kind in _SHOWING_ERRORS:
                # Shown once, in the part that opens.
                inner = msgspec.structs.replace(inner, error="")
            chip_label = self.words.text(_open_word(each))
            chips.append(Chip(marker, chip_label, here, "", inner))
        return self._of_chips(path, label, tuple(chips))

    # ── lists ──────────────────────────────────────────────────────────────────────────────────
    def _list(self, shape: Many | Named, path: str, value: Any, name: str, label: str) -> Control:
        if isinstance(shape, Many) and isinstance(shape.item, Whole | Ratio):
            error = self._error(path) or next(
                (error for where, error in self.errors.items() if where.startswith(f"{path}[")), ""
            )
            shown = ", ".join(_shown(v) for v in value) if isinstance(value, list) else ""
            help_text = capital(self.words.text("des nombres, avec des virgules entre eux"))
            return self._control("list", path, label, value=shown, error=error, help=help_text)
        rows = self._rows(shape, path, value, name, label)
        most = shape.most if isinstance(shape, Many) else None
        can_remove = len(rows) > (shape.least if isinstance(shape, Many) else 0)
        can_add = most is None or len(rows) < most
        more = {"rows": rows, "can_add": can_add, "can_remove": can_remove}
        return self._control("rows", path, label, **more)

    def _rows(
        self, shape: Many | Named, path: str, value: Any, name: str, label: str
    ) -> tuple[Row, ...]:
        if isinstance(shape, Named):
            pairs = list(_mapping(value).items())
            return tuple(
                self._named_row(shape.item, path, i, each, name, inner)
                for i, (each, inner) in enumerate(pairs)
            )
        members: Sequence[Any] = value if isinstance(value, list | tuple) else []
        rows = []
        for place, each in enumerate(members):
            where = f"{path}[{place}]"
            title = self.words.phrase("{label:=}, n° {n}", label=label, n=place + 1)
            named = label if isinstance(shape.item, Several) else title
            control = self.shape(shape.item, where, each, name, named)
            inner_controls = control.controls if control.kind == "group" else (control,)
            title = self.words.phrase("N° {n}", n=place + 1)
            rows.append(Row(title, gist(each, name, self.words), inner_controls, where))
        return tuple(rows)

    def _named_row(
        self, item: Shape, table: str, place: int, key: str, name: str, value: Any
    ) -> Row:
        path, title = f"{table}[{place}]", self.words.text("Nom")
        where = f"{path}.nom"
        shown = key if key.strip() else ""
        naming = self._control("text", where, title, value=shown, longest=LONGEST_NAME)
        valued = self.shape(item, f"{path}.valeur", value, name, self.words.text("Valeur"))
        if error := self._error(f"{table}.{key}"):
            valued = msgspec.structs.replace(valued, error=error)
        return Row(key, self._row_gist(value, name), (naming, valued), path)

    def _row_gist(self, value: Any, name: str) -> str:
        """Return the value under a free name on one line. Of a record it is what the record has: the
        keys of the record are its fields, not names that a person wrote in the field `name`."""
        if not isinstance(value, Mapping):
            return gist(value, name, self.words)
        return gist(
            {key: each for key, each in value.items() if each not in (None, False)}, "", self.words
        )


def _open_word(shape: Shape) -> str:
    """Return the label of a chip that opens a part."""
    match shape:
        case Whole() | Ratio():
            return "un nombre"
        case Text():
            return "un texte"
        case Many(item=Several()):
            return "une croyance"
        case Group() | Tagged():
            return "en détail"
        case _:
            return "une liste"


def _default(field: Field) -> Any:
    return None if field.required else field.shape.show(field.default)


def _same(left: Any, right: Any) -> bool:
    return type(left) is type(right) and bool(left == right)


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _shown(value: Any) -> str:
    return "" if value is None else constant_text(value)
