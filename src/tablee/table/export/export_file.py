"""The file of an export: JSON that tells what it holds, sealed with a digest.

    {"format": "tablee-campaign", "number": 1, "sha256": "…", "content": {…}}

`format`: "tablee-campaign" or "tablee-throws"; `number`: of the way in which it is written;
`sha256`: of the bytes of `content` as they stand in the file, so that a file that was damaged, or
written anew by another program, is known as such: no campaign comes in from it. Whoever forges a
file can make a new digest: what is in it is checked for itself.
"""

from __future__ import annotations

import hashlib
import re
from typing import IO, Any, Literal

import msgspec

from tablee.rules.refusal import Refusal, refuse

Format = Literal["tablee-campaign", "tablee-throws"]
FORMATS: tuple[Format, ...] = ("tablee-campaign", "tablee-throws")
NUMBER = 1
FIELD = "file"
"""The field of refusals of a whole file."""
LARGEST = 64 * 1024 * 1024
"""Bytes of a file, at most: some hundreds of evenings."""
_BYTE = re.compile(r"\(byte (\d+)\)")
_AT = re.compile(r" - at `\$\.?(.*)`$")


class _Sealed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: str
    number: int
    sha256: str
    content: msgspec.Raw


def sealed(format: Format, content: bytes) -> bytes:
    """The bytes of a file with that content (JSON)."""
    digest = hashlib.sha256(content).hexdigest()
    return msgspec.json.encode(_Sealed(format, NUMBER, digest, msgspec.Raw(content))) + b"\n"


class Unsealed(msgspec.Struct, frozen=True):
    """What a file holds. `intact`: it is, to the byte, as it was written."""

    format: Format
    content: bytes
    intact: bool


def unsealed(data: bytes) -> Unsealed:
    """What a file holds. Raises `Refusal` when it is too large, no export, or written in another
    way."""
    if len(data) > LARGEST:
        raise too_large()
    found: _Sealed = decoded(data, _Sealed, "")
    format = next((each for each in FORMATS if each == found.format), None)
    if format is None:
        known = ", ".join(FORMATS)
        raise refuse("format", found.format, "un export de Tablée : {known:=}", known=known)
    if found.number != NUMBER:
        told = "{number} : ce fichier vient d’une autre version de Tablée"
        raise refuse("number", found.number, told, number=NUMBER)
    content = bytes(found.content)
    intact = sealed(format, content) == data.rstrip() + b"\n"
    return Unsealed(format, content, intact)


def read_bounded(stream: IO[bytes]) -> bytes:
    """All that a stream holds. Raises `Refusal` as soon as that is more than a file may hold."""
    data = stream.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise too_large()
    return data


def too_large() -> Refusal:
    told = "au plus {n:mégaoctet|mégaoctets}"
    return Refusal("too_large", FIELD, None, told, n=LARGEST // 1024**2)


def decoded(data: bytes, kind: Any, path: str) -> Any:
    """JSON read as that type. Raises `Refusal` under `path`, and what is inside it."""
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as error:
        raise wrong_type(error, path) from None
    except UnicodeDecodeError:
        raise refuse(path or FIELD, None, "du JSON en UTF-8") from None
    except msgspec.DecodeError as error:
        raise no_json(error, path or FIELD) from None
    except RecursionError:
        raise refuse(path or FIELD, None, "du JSON moins imbriqué") from None


def no_json(error: msgspec.DecodeError, field: str) -> Refusal:
    """The refusal of what cannot be read at all: where reading stops."""
    place = _BYTE.search(str(error))
    if place is None:
        return refuse(field, None, "un fichier entier : la fin de celui-ci manque")
    return refuse(
        field, None, "du JSON ; la lecture s’arrête à l’octet {place}", place=int(place[1])
    )


def wrong_type(error: msgspec.ValidationError, path: str) -> Refusal:
    """The refusal of a value that is not of its type."""
    found = _AT.search(str(error))
    inner = found[1] if found else ""
    field = f"{path}.{inner}" if path and inner else path or inner
    return refuse(field or FIELD, None, "une valeur comme Tablée l’écrit")
