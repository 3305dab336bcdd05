"""Strict, bounded reading of input from outside, JSON above all. Errors are refusals.

It imports the rules only, and knows no face. Accepted: UTF-8 (with or without a mark), up to
`LARGEST` bytes, nested up to `DEEPEST`, no name twice in one object, no NaN or infinity, integers
of at most `DIGITS` digits.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import count
from typing import IO, TYPE_CHECKING, Any, cast

from tablee.rules.file_access import unreadable
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.shapes import Choice, Either, Many, Ratio, Shape, YesNo

if TYPE_CHECKING:
    import json

LARGEST = 32 * 1024 * 1024
DEEPEST = 64
DIGITS = 400
LONGEST_SEAT = 200
_DECIMAL = re.compile(r"-?[0-9]{1,18}[.,][0-9]{1,18}", re.ASCII)
_FACE = re.compile(r"[+-]?[0-9]{1,9}", re.ASCII)
_WHOLE = re.compile(r"[+-]?(0|[1-9][0-9]{0,14})", re.ASCII)
_PLAIN = {"true": True, "false": False, "null": None}
BOOLEANS = dict.fromkeys(("true", "vrai", "yes", "oui", "on"), True) | dict.fromkeys(
    ("false", "faux", "no", "non", "off"), False
)
"""The words of a yes/no value, in any case."""


class _Bad(ValueError):
    """A mistake in a JSON text, as a French phrase and its numbers."""

    def __init__(self, text: str, **numbers: Any) -> None:
        super().__init__(text)
        self.text, self.numbers = text, numbers


def parse(data: bytes | str, field: str) -> Any:
    """Return the value of a JSON text. Raises `Refusal` under `field` naming the mistake."""
    import json

    try:
        text = data if isinstance(data, str) else data.decode("utf-8-sig")
        value = _decoder().decode(text)
        _bounded(value)
    except _Bad as bad:
        raise refuse(field, _start(data), bad.text, **bad.numbers) from None
    except json.JSONDecodeError as error:
        raise refuse(
            field,
            _start(data),
            "du JSON ; la lecture s’arrête à la ligne {line}, colonne {column}",
            line=error.lineno,
            column=error.colno,
        ) from None
    except UnicodeDecodeError as error:
        raise refuse(
            field,
            _start(data),
            "du JSON en UTF-8 ; l’octet {place} n’en est pas",
            place=error.start,
        ) from None
    except RecursionError:
        raise refuse(field, _start(data), _DEEP, n=DEEPEST) from None
    return value


@cache
def _decoder() -> json.JSONDecoder:
    import json

    return json.JSONDecoder(
        object_pairs_hook=_object,
        parse_constant=_constant,
        parse_int=_integer,
        parse_float=_float,
    )


_DEEP = "du JSON d’au plus {n:niveau|niveaux} d’imbrication"


def _start(data: bytes | str) -> str:
    """Return the beginning of a text, for the message."""
    return data[:100] if isinstance(data, str) else data[:100].decode("utf-8", "replace")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    built = dict(pairs)
    if len(built) != len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise _Bad(
                    "du JSON où chaque nom vient une fois ; « {name:=} » vient deux fois",
                    name=name[:80].encode("utf-8", "replace").decode(),
                )
            seen.add(name)
    return built


def _constant(name: str) -> Any:
    raise _Bad("du JSON, dont « {name:=} » n’est pas", name=name)


def _integer(digits: str) -> int:
    if len(digits) > DIGITS:
        raise _Bad("des nombres d’au plus {n:chiffre|chiffres}", n=DIGITS)
    return int(digits)


def _float(digits: str) -> float:
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        raise _Bad("des nombres qui se laissent écrire ; celui-ci est trop grand")
    return value


def _bounded(value: Any) -> None:
    """Raise `_Bad` for a value nested too deep, and for texts that UTF-8 cannot write."""
    layer = [value]
    for _ in range(DEEPEST + 1):
        inner: list[Any] = []
        for each in layer:
            if isinstance(each, dict):
                inner.extend(each.values())
                inner.extend(each)
            elif isinstance(each, list):
                inner.extend(each)
            elif isinstance(each, str) and not each.isascii():
                _writable(each)
        if not inner:
            return
        layer = inner
    raise _Bad(_DEEP, n=DEEPEST)


def _writable(text: str) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise _Bad("du texte en UTF-8 ; un demi-caractère isolé n’en est pas") from None


def seat_name(value: Any) -> str:
    """Return the name of a seat: a text of 1 to `LONGEST_SEAT` characters. Raises `Refusal` under
    `as`."""
    if not isinstance(value, str) or not 0 < len(value) <= LONGEST_SEAT:
        raise refuse("as", value, "le nom d’un siège")
    return value


def plain_number(text: str) -> str:
    """Return a number as printed (U+2212 for its minus sign) with the minus sign of a keyboard."""
    return text.replace("\u2212", "-")


def exact_decimal(text: str) -> str | None:
    """Return a number typed with decimals (`3,5`, `3.5`) as an exact `a/b`; None for another text."""
    bare = plain_number(text.strip())
    return str(Fraction(bare.replace(",", "."))) if _DECIMAL.fullmatch(bare) else None


def dice_faces(text: str, field: str) -> list[int]:
    """Return the faces in a typed text: `6,3,3`, `6 3 3`, or a JSON list. Raises `Refusal` (an
    answer) under `field`."""
    bare = plain_number(text.strip())
    if bare.startswith("[") and bare.endswith("]"):
        bare = bare[1:-1]
    words = re.split(r"[\s,;]+", bare.strip(" ,;")) if bare.strip(" ,;") else []
    if not all(_FACE.fullmatch(word) for word in words):
        raise Refusal("answer", field, text, "des faces séparées par des virgules : 6,3,3")
    return [int(word) for word in words]


# ── files ──────────────────────────────────────────────────────────────────────────────────────
def read_file(path: str, field: str) -> Any:
    """Return the JSON value in a file, or from stdin for `-`. Raises `Refusal` under `field`."""
    return parse(read_bytes(path, field), field)


def read_bytes(path: str, field: str) -> bytes:
    """Return the bytes of a file, or of stdin for `-`. Raises `Refusal` under `field`."""
    stream = _open(path, field)
    try:
        data = stream.read(LARGEST + 1)
    except OSError as error:
        raise unreadable(field, path, error) from None
    finally:
        if path != "-":
            stream.close()
    if len(data) > LARGEST:
        raise _too_long(path, field)
    if not data.strip():
        raise refuse(field, path, "un fichier avec du JSON ; celui-ci est vide")
    return data


def lines(path: str, field: str) -> Iterator[tuple[int, bytes | Refusal]]:
    """Yield (number from 1, line) of a file without the blank lines; a refusal in place of a line that
    is too long."""
    with _open(path, field) as stream:
        for number in count(1):
            try:
                line = stream.readline(LARGEST + 1)
            except OSError as error:
                raise unreadable(field, path, error) from None
            if not line:
                return
            if len(line) > LARGEST:
                while line and not line.endswith(b"\n"):
                    line = stream.readline(LARGEST)
                yield number, _too_long(path, field)
            elif line.strip():
                yield number, line


def _open(path: str, field: str) -> IO[bytes]:
    if path == "-":
        return cast("IO[bytes]", sys.stdin.buffer)
    try:
        return open(path, "rb")
    except (OSError, ValueError) as error:
        existing = "un fichier qui existe, ou « - » pour l’entrée standard"
        raise unreadable(field, path, error, existing) from None


def _too_long(path: str, field: str) -> Refusal:
    return refuse(
        field, path, "au plus {n:mégaoctet|mégaoctets} de JSON", n=LARGEST // (1024 * 1024)
    )


# ── values as people write them, on the command line and in YAML ───────────────────────────────
def json_value(text: str, field: str) -> Any:
    """Return JSON where the text is valid JSON, the bare text otherwise.

    A text that opens a list or an object must be JSON; otherwise it is refused under `field`.
    """
    number = plain_number(text)
    if _WHOLE.fullmatch(number):
        return int(number)
    if text in _PLAIN:
        return _PLAIN[text]
    start = text.lstrip()[:1]
    if start and start in "[{":
        return parse(text, field)
    if start and start in '"-0123456789':
        try:
            return parse(text, field)
        except Refusal:
            return text
    return text


def typed_value(shape: Shape | None, text: str, name: str) -> Any:
    """Return the JSON value of a typed text: what `json_value` returns, or the value of the shape
    that the text means (`yes`, `ON`; a declared word in capitals)."""
    exact = exact_decimal(text) if shape is not None and _takes_ratio(shape) else None
    if exact is not None:
        return exact
    value = json_value(text, name)
    if shape is None or not isinstance(value, str) or shape.takes(value):
        return value
    word = text.strip().lower()
    if word in BOOLEANS and takes_boolean(shape):
        return BOOLEANS[word]
    return word if _offers_text(shape, word) else _listed(shape, text, name) or value


def _listed(shape: Shape, text: str, name: str) -> list[Any]:
    """Return the values of a text with commas where a list is allowed, and none of them alone; else
    none."""
    for each in shapes_in(shape):
        if isinstance(each, Many) and "," in text:
            parts = [typed_value(each.item, part.strip(), name) for part in text.split(",")]
            if each.takes(parts) and not any(map(shape.takes, parts)):
                return parts
    return []


def _takes_ratio(shape: Shape) -> bool:
    """Return whether a value may be an exact number that is not whole."""
    return any(isinstance(each, Ratio) for each in shapes_in(shape))


def takes_boolean(shape: Shape) -> bool:
    """Return whether a value may be yes or no."""
    return any(isinstance(each, YesNo) for each in shapes_in(shape))


def _offers_text(shape: Shape, word: str) -> bool:
    return any(isinstance(each, Choice) and each.takes(word) for each in shapes_in(shape))


def shapes_in(shape: Shape) -> tuple[Shape, ...]:
    return shape.shapes if isinstance(shape, Either) else (shape,)
