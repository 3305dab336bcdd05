"""Declared records: the shapes of their fields, read from JSON and shown as JSON.

Each type annotation has one shape (see `shapes`). For the marks in an annotation see `field_marks`.
"""

from __future__ import annotations

import math
import types
import typing
from collections import abc
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Literal, TypeVar, get_args, get_origin

import msgspec

from tablee.dice.law import Law
from tablee.rules.field_marks import (
    AS_OBJECT,
    DAYS,
    HOURS,
    Among,
    AtMost,
    Landmarks,
    OnSheet,
    ReceivedLater,
    ShownWhen,
)
from tablee.rules.fixed_rulings import Numbered
from tablee.rules.procedure import UNWANTED
from tablee.rules.refusal import Kind, Refusal, refuse_name, unknown_name
from tablee.rules.shapes import (
    Absent,
    Anything,
    Choice,
    Either,
    Entries,
    Keyed,
    Many,
    Named,
    Nothing,
    Ratio,
    Several,
    Shape,
    Speaker,
    Text,
    Whole,
    YesNo,
)

M = TypeVar("M")


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
    """One of several records; the name under `type` selects it: an event of a ledger."""

    records: tuple[type[Any], ...]
    lists_type: ClassVar[bool] = False
    """Whether the refusal of an unknown name lists `type` among the names allowed."""

    def named(self) -> dict[str, type[Any]]:
        """Return `type` -> its record, in the order declared."""
        return {tag_of(record): record for record in self.records}

    def read(self, value: Any, path: str, kind: Kind = "param") -> Any:
        if not isinstance(value, Mapping):
            raise self.no(value, path, kind)
        given, named = value.get("type"), self.named()
        if not isinstance(given, str) or given not in named:
            raise refuse_name(f"{path}.type", given, named, kind)
        fields = {name: each for name, each in value.items() if name != "type"}
        names = ("type",) if self.lists_type else ()
        return read_record(named[given], fields, f"{path}.", kind, names)

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
    """Return the name under `type` of a record declared with `tag=`, "" for any other."""
    tag = record.__struct_config__.tag
    return tag if isinstance(tag, str) else ""


class Field(msgspec.Struct, frozen=True):
    """One declared field.

    `default`: `msgspec.NODEFAULT` when the field is required. `source`: the place on a sheet that
    fills it. `landmarks`: examples for some values. `most`: the parameter with the available
    amount. `received`: the parameter with the amount that it adds to. `ruling`: the number of the
    ruling that it decides. `among`: the list with the members that it names. `shown`: the ruling
    that gives it a meaning.
    """

    name: str
    shape: Shape
    default: Any
    help: str
    source: OnSheet | None = None
    landmarks: Landmarks | None = None
    most: AtMost | None = None
    received: ReceivedLater | None = None
    ruling: Numbered | None = None
    among: Among | None = None
    shown: ShownWhen | None = None

    @property
    def required(self) -> bool:
        return self.default is msgspec.NODEFAULT

    def means_something(self, rulings: Any) -> bool:
        """Return whether the field has a meaning under these rulings."""
        return self.shown is None or getattr(rulings, self.shown.ruling) in self.shown.values


def fields_of(record: type[Any]) -> Mapping[str, Field]:
    """Return the fields of a record class by name, in the order declared."""
    known = _FIELDS.get(record)
    if known is None:
        known = _FIELDS[record] = _declared(record)
    return known


_FIELDS: dict[type[Any], Mapping[str, Field]] = {}


class Shapeless(TypeError):
    """The error for a field whose annotation has no shape: `float`, `list[int]`."""

    def __init__(self, record: type[Any], field: str, hint: Any) -> None:
        super().__init__(f"{record.__name__}.{field}: no shape for {hint!r}")
        self.field = field
        self.hint = hint.__name__ if isinstance(hint, type) and not get_args(hint) else str(hint)


class WrongField(TypeError):
    """The error for a field of a result whose value has not its shape."""

    def __init__(self, result: str, name: str, shape: Shape, value: Any) -> None:
        super().__init__(f"{result}.{name}: the rule gave {value!r}")
        self.result, self.name, self.shape, self.value = result, name, shape, value


class NoResult(TypeError):
    """The error for a rule that returns something else than its result."""

    def __init__(self, result: str, value: Any) -> None:
        super().__init__(f"the rule gave {value!r}, no {result}")
        self.result, self.value = result, value


def forget(module: str) -> None:
    """Drop the cached fields of the records of a module that is loaded again."""
    for record in [each for each in list(_FIELDS) if each.__module__ == module]:
        del _FIELDS[record]


def _declared(record: type[Any]) -> Mapping[str, Field]:
    found: dict[str, Field] = {}
    for info in msgspec.structs.fields(record):
        hint = info.type
        text = next((m.description for m in _metas(hint) if m.description), "")
        try:
            kinds = (OnSheet, Landmarks, AtMost, ReceivedLater, Numbered, Among, ShownWhen)
            marks: Any = (_mark(hint, each) for each in kinds)
            shape = _shape(hint)
            found[info.encode_name] = Field(info.name, shape, _default(info), text, *marks)
        except (TypeError, ValueError, IndexError):
            raise Shapeless(record, info.name, hint) from None
    return found


def _default(info: msgspec.structs.FieldInfo) -> Any:
    if info.default_factory is msgspec.NODEFAULT:
        return info.default
    return info.default_factory()


def _metas(hint: Any) -> list[msgspec.Meta]:
    if get_origin(hint) is Annotated:
        own = [extra for extra in get_args(hint)[1:] if isinstance(extra, msgspec.Meta)]
        return [*own, *_metas(get_args(hint)[0])]
    if get_origin(hint) in (typing.Union, types.UnionType):
        return [meta for part in get_args(hint) for meta in _metas(part)]
    return []


def _mark(hint: Any, kind: type[M]) -> M | None:
    """Return the outermost mark of a kind on a field."""
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
    """Return the shape of an annotation, or the shape inside it (`Annotated[..., Shape]`)."""
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
    if origin is abc.Sequence:
        return _tuple_shape((arguments[0], Ellipsis), extras)
    if origin is abc.Mapping:
        return _mapping_shape(arguments, extras)
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
    """Return the shape of a union; its records with a `tag` become one shape, at the place of the
    first."""
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


def _bound(extras: Iterable[Any], name: str) -> Any:
    """Return the narrowest bound of a name among the marks of an annotation, None for none:
    `Annotated[Force, Meta(le=3)]`."""
    found = [
        value
        for extra in extras
        if isinstance(extra, msgspec.Meta) and (value := getattr(extra, name)) is not None
    ]
    if not found or name == "pattern":
        return found[0] if found else None
    return max(found) if name in ("ge", "gt", "min_length") else min(found)


def _whole(extras: tuple[Any, ...]) -> Whole:
    """Return the shape of an int within its bounds."""
    low, above, high, below = (_exact(extras, name) for name in ("ge", "gt", "le", "lt"))
    lows = [math.ceil(low)] if low is not None else []
    lows += [math.floor(above) + 1] if above is not None else []
    highs = [math.floor(high)] if high is not None else []
    highs += [math.ceil(below) - 1] if below is not None else []
    return Whole(max(lows, default=None), min(highs, default=None))


def _ratio(extras: tuple[Any, ...]) -> Ratio:
    """Return the shape of a Fraction within its bounds."""
    low, above, high, below = (_exact(extras, name) for name in ("ge", "gt", "le", "lt"))
    hours = 1 if HOURS in extras else 24 if DAYS in extras else 0
    return Ratio(low, above, high, hours, below)


def _exact(extras: tuple[Any, ...], name: str) -> Fraction | None:
    """Return a bound as it is written: 0.1 is 1/10."""
    found = _bound(extras, name)
    return None if found is None else Fraction(str(found))


def _tuple_shape(arguments: tuple[Any, ...], extras: tuple[Any, ...]) -> Shape:
    least, most = _bound(extras, "min_length"), _bound(extras, "max_length")
    if AS_OBJECT in extras:
        return Named(_shape(get_args(arguments[0])[1]), least or 0, most)
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        return Many(_shape(arguments[0]), least or 0, most)
    return Several(tuple(_shape(part) for part in arguments))


def _mapping_shape(arguments: tuple[Any, ...], extras: tuple[Any, ...]) -> Shape:
    names = _shape(arguments[0])
    pattern = names.pattern if isinstance(names, Text) else ""
    least, most = _bound(extras, "min_length"), _bound(extras, "max_length")
    return Entries(_shape(arguments[1]), pattern, least or 0, most)


def _plain_shape(hint: Any, extras: tuple[Any, ...]) -> Shape:
    if hint is bool:
        return YesNo()
    if hint is int:
        return _whole(extras)
    if hint is Fraction:
        return _ratio(extras)
    if hint is str:
        longest, shortest = _bound(extras, "max_length"), _bound(extras, "min_length")
        return Text(longest or 2000, shortest or 0, _bound(extras, "pattern") or "")
    if hint is type(None):
        return Nothing()
    if hint is msgspec.UnsetType:
        return Absent()
    if hint is Any:
        return Anything()
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return Tagged((hint,)) if tag_of(hint) else Group(hint)
    raise TypeError(f"no shape for {hint!r}")


def read_record(
    record: type[Any],
    values: Mapping[str, Any],
    prefix: str = "",
    kind: Kind = "param",
    others: tuple[str, ...] = (),
) -> Any:
    """Build a record from JSON values. Raises `Refusal` naming the first field that is wrong.

    `others`: names read elsewhere, listed among those allowed.
    """
    read, declared = read_fields(record, values, prefix, kind, others), fields_of(record)
    for name, field in declared.items():
        if field.required and name not in read:
            raise Refusal(
                kind, f"{prefix}{name}", None, "{shape:shape} (obligatoire)", shape=field.shape
            )
    return record(**{declared[name].name: value for name, value in read.items()})


def read_fields(
    record: type[Any],
    values: Mapping[str, Any],
    prefix: str = "",
    kind: Kind = "param",
    others: tuple[str, ...] = (),
) -> dict[str, Any]:
    """Return some fields of a record from JSON values. Raises `Refusal` as `read_record` does."""
    declared = fields_of(record)
    for name in values:
        if name not in declared:
            raise unknown_name(f"{prefix}{name}", values[name], (*others, *declared), kind)
    return {
        name: field.shape.read(values[name], f"{prefix}{name}", kind)
        for name, field in declared.items()
        if name in values
    }


def show(record: Any) -> dict[str, Any]:
    """Return a record as JSON values, without fields that were not asked for or left out."""
    shown: dict[str, Any] = {}
    for name, field in fields_of(type(record)).items():
        value = getattr(record, name)
        if value is not UNWANTED and value is not msgspec.UNSET:
            shown[name] = field.shape.show(value)
    return shown


def record_schema(record: type[Any], words: Speaker | None = None) -> dict[str, Any]:
    """Return the JSON schema of a record; `words` adds titles and helps in their language."""
    fields = fields_of(record)
    return {
        "type": "object",
        "properties": {name: _field_schema(field, words) for name, field in fields.items()},
        "required": [name for name, field in fields.items() if field.required],
        "additionalProperties": False,
    }


def _field_schema(field: Field, words: Speaker | None) -> dict[str, Any]:
    texts: dict[str, Any] = {} if words is None else {"title": words.label(field.name)}
    if field.help:
        texts["description"] = field.help if words is None else words.text(field.help)
    schema = texts | field.shape.json_schema(words)
    if not field.required and field.default is not msgspec.UNSET:
        schema["default"] = field.shape.show(field.default)
    return schema


def records_in(shape: Shape) -> Iterator[type[Any]]:
    """Yield the records in a value of this shape, outermost first."""
    match shape:
        case Group(record=record):
            yield record
        case Tagged(records=records):
            yield from records
        case Many(item=item) | Named(item=item):
            yield from records_in(item)
        case Keyed(items=keyed):
            for _, each, _ in keyed:
                yield from records_in(each)
        case Either(shapes=shapes) | Several(items=shapes):
            for each in shapes:
                yield from records_in(each)
