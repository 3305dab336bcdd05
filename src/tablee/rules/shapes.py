"""The shapes of declared values: they read a value from JSON, and define its order and its schema.

`read` turns a JSON value into the Python value for a rule, or refuses it under its path. `show` is
the inverse. `key` gives the canonical order of a result field. `json_schema` gives the schema for
other programs (JSON Schema, Draft 2020-12): `read` refuses every value that the schema refuses. The
schema is less strict in two points: it accepts `1.0` as an integer, and of a rational written as
text it restricts only the sign. The shapes of records are in `schema`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Protocol

import msgspec

from tablee.rules.refusal import Kind, Refusal, unknown_name


class Speaker(Protocol):
    """The names and helps for the fields of a schema in a reader's language (`Words`)."""

    def label(self, identifier: Any, context: str = "") -> str: ...
    def text(self, french: str) -> str: ...


class Shape(msgspec.Struct, frozen=True):
    """Base of the shapes."""

    def read(self, value: Any, path: str, kind: Kind = "param") -> Any:
        raise NotImplementedError

    def takes(self, value: Any) -> bool:
        """Return whether a JSON value has this shape."""
        try:
            self.read(value, "")
        except Refusal:
            return False
        return True

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
    """An exact rational: an int or a text `a/b`. `low`, `high`: bounds that it may have; `above`,
    `below`: bounds that it may not have. `hours`: the hours of its unit, where it counts time and is
    read as a duration; else 0."""

    low: Fraction | None = None
    above: Fraction | None = None
    high: Fraction | None = None
    hours: int = 0
    below: Fraction | None = None

    def read(self, value: Any, path: str, kind: Kind = "param") -> Fraction:
        number = _rational(value)
        if number is None or not self.holds(number):
            raise self.no(value, path, kind)
        return number

    def holds(self, number: int | Fraction) -> bool:
        return (
            (self.low is None or number >= self.low)
            and (self.above is None or number > self.above)
            and (self.high is None or number <= self.high)
            and (self.below is None or number < self.below)
        )

    def show(self, value: Any) -> Any:
        return written(value)

    def json_schema(self, words: Speaker | None = None) -> dict[str, Any]:
        least = [] if self.low is None else [math.ceil(self.low)]
        least += [] if self.above is None else [math.floor(self.above) + 1]
        whole = {"minimum": max(least)} if least else {}
        most = [] if self.high is None else [math.floor(self.high)]
        most += [] if self.below is None else [math.ceil(self.below) - 1]
        whole |= {"maximum": min(most)} if most else {}
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
    """Return a rational as text, `a/b` or `a`, of any length (`str` fails above some 4,300 digits)."""
    if number.denominator.bit_length() + number.numerator.bit_length() < 10_000:
        return str(number)
    from decimal import Decimal

    whole = str(Decimal(number.numerator))
    return whole if number.denominator == 1 else f"{whole}/{Decimal(number.denominator)}"


class Text(Shape, frozen=True):
    """A text of bounded length."""

    longest: int = 2000
    shortest: int = 0
    pattern: str = ""
    """A regular expression that matches somewhere in the text, as in JSON Schema."""

    def read(self, value: Any, path: str, kind: Kind = "param") -> str:
        if not isinstance(value, str) or not self.shortest <= len(value) <= self.longest:
            raise self.no(value, path, kind)
        if self.pattern and not re.search(self.pattern, value):
            allowed = "un texte conforme à {pattern:=}"
            raise Refusal(kind, path, value, allowed, pattern=self.pattern)
        return value

    def key(self, value: Any, ids: Mapping[str, int]) -> Any:
        return (ids.get(value, len(ids)), value)

    def json_schema(self, words: Speaker | None = None) -> dict[str, Any]:
        pattern = {"pattern": self.pattern} if self.pattern else {}
        return {"type": "string", "minLength": self.shortest, "maxLength": self.longest} | pattern


class Choice(Shape, frozen=True):
    """One of some literal values, in the catalogue's order. An int is accepted for a text of
    digits."""

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
    """The absence of a field (`msgspec.UNSET`) in a result that depends on the parameters."""

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
        if not _is_count(len(value), self.least, self.most):
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
    least: int = 0
    most: int | None = None

    def read(self, value: Any, path: str, kind: Kind = "param") -> tuple[tuple[str, Any], ...]:
        if not isinstance(value, Mapping) or not _is_count(len(value), self.least, self.most):
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
        size = {"minProperties": self.least} if self.least else {}
        size |= {} if self.most is None else {"maxProperties": self.most}
        return {"type": "object", "additionalProperties": self.item.json_schema(words)} | size


def _is_count(count: int, least: int, most: int | None) -> bool:
    return count >= least and (most is None or count <= most)


class Free(Shape, frozen=True):
    """Base of the objects that are not records; a person writes them as JSON."""

    @property
    def names(self) -> tuple[str, ...]:
        """Return the keys that it may have; empty when they are not limited."""
        return ()

    @property
    def example(self) -> dict[str, Any]:
        """Return an example value for a form."""
        return {}


class Keyed(Free, frozen=True):
    """An object of fixed keys that are no identifiers, each with a shape and a default. It is kept
    as pairs in the order declared."""

    items: tuple[tuple[str, Shape, Any], ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name, _, _ in self.items)

    def read(self, value: Any, path: str, kind: Kind = "param") -> tuple[tuple[str, Any], ...]:
        if not isinstance(value, Mapping):
            raise self.no(value, path, kind)
        for name in value:
            if name not in self.names:
                raise unknown_name(f"{path}.{name}", value[name], self.names, kind)
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


class Entries(Free, frozen=True):
    """An object of free names {name: value}, kept as a dictionary. `pattern`: of the names."""

    item: Shape
    pattern: str = ""
    least: int = 0
    most: int | None = None

    def read(self, value: Any, path: str, kind: Kind = "param") -> dict[str, Any]:
        if not isinstance(value, Mapping):
            raise self.no(value, path, kind)
        if len(value) < self.least:
            raise Refusal(kind, path, value, "au moins {least:valeur|valeurs}", least=self.least)
        if self.most is not None and len(value) > self.most:
            raise Refusal(kind, path, value, "au plus {most:valeur|valeurs}", most=self.most)
        for name, each in value.items():
            if self.pattern and not re.search(self.pattern, name):
                allowed = "un nom conforme à {pattern:=}"
                raise Refusal(kind, f"{path}.{name}", each, allowed, pattern=self.pattern)
        return {name: self.item.read(each, f"{path}.{name}", kind) for name, each in value.items()}

    def json_schema(self, words: Speaker | None = None) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": self.item.json_schema(words)}


class Anything(Shape, frozen=True):
    """Any JSON value, kept as it is: another declaration reads it."""

    def read(self, value: Any, path: str, kind: Kind = "param") -> Any:
        return value

    def json_schema(self, words: Speaker | None = None) -> dict[str, Any]:
        return {}


class Json(Free, frozen=True):
    """Any JSON object, kept as its text: another declaration reads it."""

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
        shapes = [shape for shape in self.shapes if not isinstance(shape, Absent)]
        return {"anyOf": [shape.json_schema(words) for shape in shapes]}
