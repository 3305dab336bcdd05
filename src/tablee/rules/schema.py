"""The shape of a declared field: reading a JSON value, telling what is allowed, ordering results.

One `Shape` a type annotation. `read` turns a JSON value into the Python value that a rule gets, or
refuses it under its path; `show` goes back; `key` gives the canonical order of a result field;
`json_schema` the schema of the outside world (JSON Schema, Draft 2020-12): what it refuses is
refused. It cannot tell everything: `1.0` is a whole number to it and none here, and of a rational
written as text it knows only whether it may be negative or 0.
"""

from __future__ import annotations

import math
import re
import types
import typing
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal, Protocol, TypeVar, get_args, get_origin

import msgspec

from tablee.dice.law import Law
from tablee.rules.procedure import UNWANTED, Record, Result, Rulings
from tablee.rules.refusal import Kind, Refusal

__all__ = [
    "AS_OBJECT",
    "Field",
    "Free",
    "Json",
    "Keyed",
    "Landmarks",
    "OnSheet",
    "Shape",
    "Shapeless",
    "Speaker",
    "fields_of",
    "forget",
    "landmarks",
    "on_sheet",
    "read_record",
    "record_schema",
    "show",
    "tag_of",
    "written",
]

M = TypeVar("M")
AS_OBJECT = "as an object"
"""Marks a `tuple[tuple[str, X], ...]` that is an object {name: X} in JSON."""


class OnSheet(msgspec.Struct, frozen=True):
    """Where a character's sheet has the value of a parameter (see `on_sheet`)."""

    fields: tuple[str, ...]
    role: str


def on_sheet(*fields: str, role: str = "") -> OnSheet:
    """Marks a parameter that a sheet can fill: `Annotated[int, Meta(...), on_sheet("talents")]`.

    `fields`: attributes of the sheet. The first that it has is the value; one that is a table of
    names is looked into when a name stands in the parameter's place. None at all, on a record: its
    own fields are filled. `role`: whose sheet, where a procedure takes several (`initiateur`).
    """
    return OnSheet(fields, role)


class Landmarks(msgspec.Struct, frozen=True):
    """What some values of a field stand for (see `landmarks`)."""

    rows: tuple[tuple[Any, tuple[str, ...]], ...]


def landmarks(table: Mapping[Any, tuple[str, ...]]) -> Landmarks:
    """Marks a field with examples of its values, for whoever has to judge one.

    Value (or the ends of a range of values) -> French texts: {15: ("une serrure ordinaire",)}.
    """
    return Landmarks(tuple(table.items()))


class Speaker(Protocol):
    """Who names and explains the fields of a schema in a reader's language (`Words`)."""

    def label(self, identifier: Any, context: str = "") -> str: ...
    def text(self, french: str) -> str: ...


class Shape(msgspec.Struct, frozen=True):
    """Base of the shapes."""

    def read(self, value: Any, path: str, kind: Kind = "param") -> Any:
        raise NotImplementedError

    def no(self, value: Any, path: str, kind: Kind) -> Refusal:
        return Refusal(kind, path, value, "{shape:shape}", shape=self)

    def show(self, value: Any) -> Any:
        return value

    def key(self, value: Any, ids: Mapping[str, int]) -> Any:
        return value

    def json_schema(self, words: Speaker | None = None) -> dict[str, Any]:
        raise NotImplementedError


class Whole(Shape, frozen=True):
    """An integer in a range; `step` when only its multiples are legal."""

    low: int | None = None
    high: int | None = None

    def read(self, value: Any, path: str, kind: Kind = "param") -> int:
        if type(value) is not int or not self.holds(value):
            raise self.no(value, path, kind)
        return value

    def holds(self, value: int) -> bool:
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    def json_schema(self, words: Speaker | None = None) -> dict[str, Any]:
        bounds = {"minimum": self.low, "maximum": self.high}
        return {"type": "integer"} | {k: v for k, v in bounds.items() if v is not None}


class YesNo(Shape, frozen=True):
    """A boolean; `1` is none."""

    def read(self, value: Any, path: str, kind: Kind = "param") -> bool:
        if not isinstance(value, bool):
            raise self.no(value, path, kind)
        return value

    def json_schema(self, words: Speaker | None = None) -> dict[str, Any]:
        return {"type": "boolean"}


class Ratio(Shape, frozen=True):
    """An exact rational: an int or a text `a/b`."""

    low: Fraction | None = None
    above: Fraction | None = None
    high: Fraction | None = None

    def read(self, value: Any, path: str, kind: Kind = "param") -> Fraction:
        number = _rational(value)
        if (
            number is None
            or (self.low is not None and number < self.low)
            or (self.above is not None and number <= self.above)
            or (self.high is not None and number > self.high)
        ):
            raise self.no(value, path, kind)
        return number

    def show(self, value: Any) -> Any:
        return written(value)

    def json_schema(self, words: Speaker | None = None) -> dict[str, Any]:
        least = [] if self.low is None else [math.ceil(self.low)]
        least += [] if self.above is None else [math.floor(self.above) + 1]
        whole = {"minimum": max(least)} if least else {}
        whole |= {} if self.high is None else {"maximum": math.floor(self.high)}
        text = {"type": "string", "pattern": self._pattern()}
        return {"anyOf": [{"type": "integer"} | whole, text]}

    def _pattern(self) -> str:
        positive = (self.above is not None and self.above >= 0) or (
            self.low is not None and self.low > 0
        )
        if positive:
            return _POSITIVE
        return _RATIO.pattern if self.low is None or self.low < 0 else _NOT_NEGATIVE


_NATURAL, _ZERO = "0{0,39}[1-9][0-9]{0,39}", "0{1,40}"
_POSITIVE = f"^{_NATURAL}(/{_NATURAL})?$"
_NOT_NEGATIVE = f"^({_NATURAL}|-?{_ZERO})(/{_NATURAL})?$"
_RATIO = re.compile(f"^-?({_NATURAL}|{_ZERO})(/{_NATURAL})?$")


def _rational(value: Any) -> Fraction | None:
    if type(value) is int:
        return Fraction(value)
    if isinstance(value, str) and _RATIO.fullmatch(value):
        return Fraction(value)
    return None


def written(number: Fraction) -> str:
    """A rational as text, `a/b` or `a`, however many digits it has (`str` stops at some 4,300)."""
    if number.denominator.bit_length() + number.numerator.bit_length() < 10_000:
        return str(number)
    from decimal import Decimal

    whole = str(Decimal(number.numerator))
    return whole if number.denominator == 1 else f"{whole}/{Decimal(number.denominator)}"


class Text(Shape, frozen=True):
    """A text of bounded length."""

    longest: int = 2000
    shortest: int = 0

    def read(self, value: Any, path: str, kind: Kind = "param") -> str:
        if not isinstance(value, str) or not self.shortest <= len(value) <= self.longest:
            raise self.no(value, path, kind)
        return value

    def key(self, value: Any, ids: Mapping[str, int]) -> Any:
        return (ids.get(value, len(ids)), value)

    def json_schema(self, words: Speaker | None = None) -> dict[str, Any]:
        return {"type": "string", "minLength": self.shortest, "maxLength": self.longest}


class Choice(Shape, frozen=True):
    """One of some literal values, in the catalogue's order. Numbered texts are taken as ints too."""

    values: tuple[Any, ...]

    def read(self, value: Any, path: str, kind: Kind = "param") -> Any:
        for candidate in (value, str(value)) if type(value) is int else (value,):
            for allowed in self.values:
                if type(allowed) is type(candidate) and allowed == candidate:
                    return allowed
        raise self.no(value, path, kind)

    def key(self, value: Any, ids: Mapping[str, int]) -> Any:
        return self.values.index(value)

    def json_schema(self, words: Speaker | None = None) -> dict[str, Any]:
        texts = [value for value in self.values if isinstance(value, str)]
        numbered = [int(text) for text in texts if _NUMBERED.fullmatch(text)]
        return {"enum": [*self.values, *(each for each in numbered if each not in self.values)]}


_NUMBERED = re.compile("0|-?[1-9][0-9]*")


class Nothing(Shape, frozen=True):
    """null."""

    def read(self, value: Any, path: str, kind: Kind = "param") -> None:
        if value is not None:
            raise self.no(value, path, kind)

    def json_schema(self, words: Speaker | None = None) -> dict[str, Any]:
        return {"type": "null"}


class Absent(Shape, frozen=True):
    """The field is left out (`msgspec.UNSET`): a result that depends on what was given."""

    def read(self, value: Any, path: str, kind: Kind = "param") -> Any:
        if value is not msgspec.UNSET:
            raise self.no(value, path, kind)
        return value

    def key(self, value: Any, ids: Mapping[str, int]) -> Any:
        return ()

    def json_schema(self, words: Speaker | None = None) -> dict[str, Any]:
        return {"not": {}}


class Many(Shape, frozen=True):
    """A list of like values."""

    item: Shape
    least: int = 0
    most: int | None = None

    def read(self, value: Any, path: str, kind: Kind = "param") -> tuple[Any, ...]:
        if not isinstance(value, list | tuple):
            raise self.no(value, path, kind)
        if len(value) < self.least or (self.most is not None and len(value) > self.most):
            raise self.no(value, path, kind)
        return tuple(self.item.read(each, f"{path}[{i}]", kind) for i, each in enumerate(value))

    def show(self, value: Any) -> Any:
        return [self.item.show(each) for each in value]

    def key(self, value: Any, ids: Mapping[str, int]) -> Any:
        return tuple(self.item.key(each, ids) for each in value)

    def json_schema(self, words: Speaker | None = None) -> dict[str, Any]:
        size = {"minItems": self.least} | ({} if self.most is None else {"maxItems": self.most})
        return {"type": "array", "items": self.item.json_schema(words)} | size


class Several(Shape, frozen=True):
    """A list of a fixed length, each place with its own shape."""

    items: tuple[Shape, ...]

    def read(self, value: Any, path: str, kind: Kind = "param") -> tuple[Any, ...]:
        if not isinstance(value, list | tuple) or len(value) != len(self.items):
            raise self.no(value, path, kind)
        return tuple(
            shape.read(each, f"{path}[{i}]", kind)
            for i, (shape, each) in enumerate(zip(self.items, value, strict=True))
        )

    def show(self, value: Any) -> Any:
        return [shape.show(each) for shape, each in zip(self.items, value, strict=True)]

    def key(self, value: Any, ids: Mapping[str, int]) -> Any:
        return tuple(shape.key(each, ids) for shape, each in zip(self.items, value, strict=True))

    def json_schema(self, words: Speaker | None = None) -> dict[str, Any]:
        each = [shape.json_schema(words) for shape in self.items]
        return {"type": "array", "prefixItems": each, "minItems": len(each), "maxItems": len(each)}


class Named(Shape, frozen=True):
    """An object of free names {name: value}, kept as pairs in the order given."""

    item: Shape

    def read(self, value: Any, path: str, kind: Kind = "param") -> tuple[tuple[str, Any], ...]:
        if not isinstance(value, Mapping):
            raise self.no(value, path, kind)
        return tuple(
            (str(name), self.item.read(each, f"{path}.{name}", kind))
            for name, each in value.items()
        )

    def show(self, value: Any) -> Any:
        return {name: self.item.show(each) for name, each in value}

    def key(self, value: Any, ids: Mapping[str, int]) -> Any:
        return tuple((ids.get(n, len(ids)), n, self.item.key(each, ids)) for n, each in value)

    def json_schema(self, words: Speaker | None = None) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": self.item.json_schema(words)}


class Free(Shape, frozen=True):
    """Base of the objects that are no record of named fields; a person writes them as JSON."""

    @property
    def names(self) -> tuple[str, ...]:
        """The keys that it may have, none where that is not told."""
        return ()

    @property
    def example(self) -> dict[str, Any]:
        """A value to begin with."""
        return {}


class Keyed(Free, frozen=True):
    """An object of fixed keys that are no identifiers, each with its shape and its default; kept as
    pairs in the order declared."""

    items: tuple[tuple[str, Shape, Any], ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name, _, _ in self.items)

    def read(self, value: Any, path: str, kind: Kind = "param") -> tuple[tuple[str, Any], ...]:
        if not isinstance(value, Mapping):
            raise self.no(value, path, kind)
        for name in value:
            if name not in self.names:
                told = ", ".join(self.names) or "–"
                field = f"{path}.{name}"
                raise Refusal(kind, field, value[name], "un nom parmi : {known:=}", known=told)
        return tuple(
            (name, shape.read(value[name], f"{path}.{name}", kind) if name in value else default)
            for name, shape, default in self.items
        )

    def show(self, value: Any) -> Any:
        shapes = {name: shape for name, shape, _ in self.items}
        return {name: shapes[name].show(each) for name, each in value}

    def key(self, value: Any, ids: Mapping[str, int]) -> Any:
        shapes = {name: shape for name, shape, _ in self.items}
        return tuple(shapes[name].key(each, ids) for name, each in value)

    def json_schema(self, words: Speaker | None = None) -> dict[str, Any]:
        properties = {name: shape.json_schema(words) for name, shape, _ in self.items}
        return {"type": "object", "properties": properties, "additionalProperties": False}


class Json(Free, frozen=True):
    """Any JSON object, kept as its text: what another declaration reads."""

    def read(self, value: Any, path: str, kind: Kind = "param") -> str:
        if not isinstance(value, Mapping):
            raise self.no(value, path, kind)
        try:
            return msgspec.json.encode(value, order="sorted").decode()
        except (TypeError, ValueError, RecursionError):
            raise self.no(value, path, kind) from None

    def show(self, value: Any) -> Any:
        return msgspec.json.decode(value)

    def json_schema(self, words: Speaker | None = None) -> dict[str, Any]:
        return {"type": "object"}


class Group(Shape, frozen=True):
    """A record of named fields."""

    record: type[Any]

    @property
    def names(self) -> tuple[str, ...]:
        names: tuple[str, ...] = self.record.__struct_fields__
        return names

    def read(self, value: Any, path: str, kind: Kind = "param") -> Any:
        if not isinstance(value, Mapping):
            raise self.no(value, path, kind)
        return read_record(self.record, value, f"{path}.", kind)

    def show(self, value: Any) -> Any:
        return show(value)

    def key(self, value: Any, ids: Mapping[str, int]) -> Any:
        return tuple(
            (0,)
            if getattr(value, name) is UNWANTED
            else (1, field.shape.key(getattr(value, name), ids))
            for name, field in fields_of(self.record).items()
        )

    def json_schema(self, words: Speaker | None = None) -> dict[str, Any]:
        return record_schema(self.record, words)


class Tagged(Shape, frozen=True):
    """One of several records, told apart by the name under `type`: an event of a ledger."""

    records: tuple[type[Any], ...]

    def named(self) -> dict[str, type[Any]]:
        """`type` -> its record, in the order declared."""
        return {tag_of(record): record for record in self.records}

    def read(self, value: Any, path: str, kind: Kind = "param") -> Any:
        if not isinstance(value, Mapping):
            raise self.no(value, path, kind)
        given, named = value.get("type"), self.named()
        if not isinstance(given, str) or given not in named:
            known = ", ".join(named)
            raise Refusal(kind, f"{path}.type", given, "un nom parmi : {known:=}", known=known)
        fields = {name: each for name, each in value.items() if name != "type"}
        return read_record(named[given], fields, f"{path}.", kind)

    def show(self, value: Any) -> Any:
        return {"type": tag_of(type(value)), **show(value)}

    def key(self, value: Any, ids: Mapping[str, int]) -> Any:
        return (self.records.index(type(value)), Group(type(value)).key(value, ids))

    def json_schema(self, words: Speaker | None = None) -> dict[str, Any]:
        named = self.named().items()
        return {"oneOf": [self._schema_of(tag, record, words) for tag, record in named]}

    def _schema_of(self, tag: str, record: type[Any], words: Speaker | None) -> dict[str, Any]:
        schema = record_schema(record, words)
        properties = {"type": {"const": tag}} | schema["properties"]
        return schema | {"properties": properties, "required": ["type", *schema["required"]]}


def tag_of(record: type[Any]) -> str:
    """The name under `type` of a record declared with `tag=`, "" for any other."""
    tag = record.__struct_config__.tag
    return tag if isinstance(tag, str) else ""


class Either(Shape, frozen=True):
    """One of several shapes; null comes first in the canonical order."""

    shapes: tuple[Shape, ...]

    def read(self, value: Any, path: str, kind: Kind = "param") -> Any:
        nearest: Refusal | None = None
        for shape in self.shapes:
            try:
                return shape.read(value, path, kind)
            except Refusal as refusal:
                if refusal.field != path:
                    nearest = refusal
        raise nearest or self.no(value, path, kind)

    def _shape(self, value: Any) -> tuple[int, Shape]:
        for rank, shape in enumerate(self.shapes):
            try:
                shape.read(shape.show(value), "")
            except (Refusal, TypeError, ValueError, AttributeError):
                continue
            return rank, shape
        raise ValueError(f"{value!r} fits none of the declared shapes")

    def show(self, value: Any) -> Any:
        return self._shape(value)[1].show(value)

    def key(self, value: Any, ids: Mapping[str, int]) -> Any:
        rank, shape = self._shape(value)
        null = isinstance(shape, Nothing)
        return (-1,) if null else (rank, shape.key(value, ids))

    def json_schema(self, words: Speaker | None = None) -> dict[str, Any]:
        told = [shape for shape in self.shapes if not isinstance(shape, Absent)]
        return {"anyOf": [shape.json_schema(words) for shape in told]}


class Field(msgspec.Struct, frozen=True):
    """One declared field: its shape, default (`msgspec.NODEFAULT` when required) and help;
    `source`: where a sheet has its value; `landmarks`: what some values stand for."""

    name: str
    shape: Shape
    default: Any
    help: str
    source: OnSheet | None = None
    landmarks: Landmarks | None = None

    @property
    def required(self) -> bool:
        return self.default is msgspec.NODEFAULT


def fields_of(record: type[Any]) -> Mapping[str, Field]:
    """The fields of a record class by name, in the order declared."""
    known = _FIELDS.get(record)
    if known is None:
        known = _FIELDS[record] = _declared(record)
    return known


_FIELDS: dict[type[Any], Mapping[str, Field]] = {}


class Shapeless(TypeError):
    """A field whose annotation is of no kind that has a shape: `float`, `list[int]`."""

    def __init__(self, record: type[Any], field: str, hint: Any) -> None:
        super().__init__(f"{record.__name__}.{field}: no shape for {hint!r}")
        self.field = field
        self.hint = hint.__name__ if isinstance(hint, type) and not get_args(hint) else str(hint)


def forget(module: str) -> None:
    """Drop what is known of the records of a module that is about to be loaded anew."""
    for record in [each for each in list(_FIELDS) if each.__module__ == module]:
        del _FIELDS[record]


def _declared(record: type[Any]) -> Mapping[str, Field]:
    found: dict[str, Field] = {}
    hints = typing.get_type_hints(record, include_extras=True)
    for info in msgspec.structs.fields(record):
        hint = hints[info.name]
        text = next((m.description for m in _metas(hint) if m.description), "")
        try:
            source, marks = _mark(hint, OnSheet), _mark(hint, Landmarks)
            found[info.name] = Field(info.name, _shape(hint), info.default, text, source, marks)
        except (TypeError, ValueError, IndexError):
            raise Shapeless(record, info.name, hint) from None
    return found


def _metas(hint: Any) -> list[msgspec.Meta]:
    if get_origin(hint) is Annotated:
        own = [extra for extra in get_args(hint)[1:] if isinstance(extra, msgspec.Meta)]
        return [*own, *_metas(get_args(hint)[0])]
    if get_origin(hint) in (typing.Union, types.UnionType):
        return [meta for part in get_args(hint) for meta in _metas(part)]
    return []


def _mark(hint: Any, kind: type[M]) -> M | None:
    """The outermost mark of that kind on a field."""
    inner: tuple[Any, ...] = ()
    if get_origin(hint) is Annotated:
        for extra in reversed(get_args(hint)[1:]):
            if isinstance(extra, kind):
                return extra
        inner = get_args(hint)[:1]
    elif get_origin(hint) in (typing.Union, types.UnionType):
        inner = get_args(hint)
    return next((mark for part in inner if (mark := _mark(part, kind))), None)


def _shape(hint: Any, extras: tuple[Any, ...] = ()) -> Shape:
    """The shape of an annotation; one that stands in it ready-made (`Annotated[..., Shape]`) is it."""
    ready = next((extra for extra in extras if isinstance(extra, Shape)), None)
    if ready is not None:
        return ready
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _shape(arguments[0], (*arguments[1:], *extras))
    if origin in (typing.Union, types.UnionType):
        return _one_of(_flat(_shape(part, extras) for part in arguments))
    if origin is Literal:
        return Choice(arguments)
    if origin is tuple:
        return _tuple_shape(arguments, extras)
    if origin is Law:
        raise TypeError("a belief is declared as its list of pairs")
    return _plain_shape(hint, extras)


def _flat(shapes: Iterable[Shape]) -> Iterable[Shape]:
    for shape in shapes:
        if isinstance(shape, Either):
            yield from shape.shapes
        else:
            yield shape


def _one_of(shapes: Iterable[Shape]) -> Shape:
    """The shape of a union; records with a `tag` are one shape together, in the first one's place."""
    found: list[Shape] = []
    for shape in shapes:
        place = next((i for i, known in enumerate(found) if isinstance(known, Tagged)), None)
        if isinstance(shape, Tagged) and place is not None:
            known = found[place]
            assert isinstance(known, Tagged)
            found[place] = Tagged((*known.records, *shape.records))
        else:
            found.append(shape)
    return found[0] if len(found) == 1 else Either(tuple(found))


def _bound(extras: tuple[Any, ...], name: str) -> Any:
    for extra in extras:
        if isinstance(extra, msgspec.Meta) and getattr(extra, name) is not None:
            return getattr(extra, name)
    return None


def _tuple_shape(arguments: tuple[Any, ...], extras: tuple[Any, ...]) -> Shape:
    if AS_OBJECT in extras:
        return Named(_shape(get_args(arguments[0])[1]))
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        least, most = _bound(extras, "min_length"), _bound(extras, "max_length")
        return Many(_shape(arguments[0]), least or 0, most)
    return Several(tuple(_shape(part) for part in arguments))


def _plain_shape(hint: Any, extras: tuple[Any, ...]) -> Shape:
    if hint is bool:
        return YesNo()
    if hint is int:
        return Whole(_bound(extras, "ge"), _bound(extras, "le"))
    if hint is Fraction:
        low, above, high = (_bound(extras, name) for name in ("ge", "gt", "le"))
        return Ratio(*(None if b is None else Fraction(b) for b in (low, above, high)))
    if hint is str:
        return Text(_bound(extras, "max_length") or 2000, _bound(extras, "min_length") or 0)
    if hint is type(None):
        return Nothing()
    if hint is msgspec.UnsetType:
        return Absent()
    if isinstance(hint, type) and issubclass(hint, Record | Result | Rulings):
        return Tagged((hint,)) if tag_of(hint) else Group(hint)
    raise TypeError(f"no shape for {hint!r}")


def read_record(
    record: type[Any], values: Mapping[str, Any], prefix: str = "", kind: Kind = "param"
) -> Any:
    """Build a record from JSON values. Raises `Refusal` naming the first field that is wrong."""
    declared = fields_of(record)
    for name in values:
        if name not in declared:
            known = ", ".join(declared) or "–"
            raise Refusal(
                kind, f"{prefix}{name}", values[name], "un nom parmi : {known:=}", known=known
            )
    read: dict[str, Any] = {}
    for name, field in declared.items():
        if name in values:
            read[name] = field.shape.read(values[name], f"{prefix}{name}", kind)
        elif field.required:
            raise Refusal(
                kind, f"{prefix}{name}", None, "{shape:shape} (obligatoire)", shape=field.shape
            )
    return record(**read)


def show(record: Any) -> dict[str, Any]:
    """A record as JSON values; fields that were not asked for, or left out, are absent."""
    shown: dict[str, Any] = {}
    for name, field in fields_of(type(record)).items():
        value = getattr(record, name)
        if value is not UNWANTED and value is not msgspec.UNSET:
            shown[name] = field.shape.show(value)
    return shown


def record_schema(record: type[Any], words: Speaker | None = None) -> dict[str, Any]:
    """The JSON schema of a record; `words` adds titles and tells the helps in their language."""
    fields = fields_of(record)
    return {
        "type": "object",
        "properties": {name: _field_schema(field, words) for name, field in fields.items()},
        "required": [name for name, field in fields.items() if field.required],
        "additionalProperties": False,
    }


def _field_schema(field: Field, words: Speaker | None) -> dict[str, Any]:
    told: dict[str, Any] = {} if words is None else {"title": words.label(field.name)}
    if field.help:
        told["description"] = field.help if words is None else words.text(field.help)
    schema = told | field.shape.json_schema(words)
    if not field.required and field.default is not msgspec.UNSET:
        schema["default"] = field.shape.show(field.default)
    return schema
