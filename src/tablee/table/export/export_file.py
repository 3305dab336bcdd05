"""The format of an exported file: JSON with its kind, its version and a digest.

    {"format": "tablee-campaign", "number": 1, "sha256": "…", "content": {…}}

`format`: "tablee-campaign" or "tablee-throws"; `number`: the version of the format; `sha256`: of the
bytes of `content` in the file. A campaign is not imported from a file that was damaged, or written
again by another program. A forger can compute a new digest, so other modules check the content. This
module must not know events or tables.
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
"""Field of the refusals of a whole file."""
LARGEST = 64 * 1024 * 1024
"""Maximum size of a file in bytes: some hundreds of evenings."""
_BYTE = re.compile(r"\(byte (\d+)\)")
_AT = re.compile(r" - at `\$\.?(.*)`$")


class _Sealed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: str
    number: int
    sha256: str
    content: msgspec.Raw


def sealed(format: Format, content: bytes) -> bytes:
    """Return the bytes of a file with that content (JSON)."""
    digest = hashlib.sha256(content).hexdigest()
    return msgspec.json.encode(_Sealed(format, NUMBER, digest, msgspec.Raw(content))) + b"\n"


class Unsealed(msgspec.Struct, frozen=True):
    """The content of a file. `intact`: not one byte has changed since it was written."""

    format: Format
    content: bytes
    intact: bool


def unsealed(data: bytes) -> Unsealed:
    """Return the content of a file. Raises `Refusal` when it is too large, no export, or of another
    version."""
    if len(data) > LARGEST:
        raise too_large()
    found: _Sealed = decoded(data, _Sealed, "")
    format = next((each for each in FORMATS if each == found.format), None)
    if format is None:
        known = ", ".join(FORMATS)
        raise refuse("format", found.format, "un export de Tablée : {known:=}", known=known)
    if found.number != NUMBER:
        allowed = "{number} : ce fichier vient d’une autre version de Tablée"
        raise refuse("number", found.number, allowed, number=NUMBER)
    content = bytes(found.content)
    intact = sealed(format, content) == data.rstrip() + b"\n"
    return Unsealed(format, content, intact)


def read_bounded(stream: IO[bytes]) -> bytes:
    """Return the whole content of a stream. Raises `Refusal` as soon as it is larger than a file may
    be."""
    data = stream.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise too_large()
    return data


def too_large() -> Refusal:
    """Return the refusal of a file that is too large."""
    allowed = "au plus {n:mégaoctet|mégaoctets}"
    return Refusal("too_large", FIELD, None, allowed, n=LARGEST // 1024**2)


def decoded(data: bytes, kind: Any, path: str) -> Any:
    """Return JSON read as that type. Raises `Refusal` under `path` or a path inside it."""
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
    """Return the refusal of a text that is no JSON, with the place where reading stops."""
    place = _BYTE.search(str(error))
    if place is None:
        return refuse(field, None, "un fichier entier : la fin de celui-ci manque")
    return refuse(
        field, None, "du JSON ; la lecture s’arrête à l’octet {place}", place=int(place[1])
    )


def wrong_type(error: msgspec.ValidationError, path: str) -> Refusal:
    """Return the refusal of a value that is not of its type, by its path."""
    found = _AT.search(str(error))
    inner = found[1] if found else ""
    field = f"{path}.{inner}" if path and inner else path or inner
    return refuse(field or FIELD, None, "une valeur comme Tablée l’écrit")
