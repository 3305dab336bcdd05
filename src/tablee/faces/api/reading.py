"""What comes with a request of the API: its query, its body, the records in it."""

from __future__ import annotations

import re
from typing import Any, TypeVar

import msgspec
from litestar import Request
from litestar.exceptions import HTTPException

from tablee.faces.api.speaking import asked_lang
from tablee.faces.reading import parse
from tablee.rules.refusal import refuse
from tablee.rules.words import Lang
from tablee.table import acts

__all__ = ["act_of", "body_of", "check_form", "frame_of", "queried", "record_of"]

Asking = Request[Any, Any, Any]
T = TypeVar("T")
_AT = re.compile(r" - at `(?:key in )?\$\.?(.*)`$")


def queried(request: Asking, *names: str) -> tuple[Lang, dict[str, str]]:
    """The language, and what else stands in the query: only these names, once each."""
    known = ("lang", *names)
    for name, value in request.query_params.multi_items():
        if name not in known:
            raise refuse(name, value, "un nom parmi : {known:=}", known=", ".join(known))
        if len(request.query_params.getall(name)) > 1:
            raise refuse(name, value, "une seule valeur : ce nom est donné deux fois")
    given = {name: request.query_params[name] for name in names if name in request.query_params}
    return asked_lang(request), given


def check_form(request: Asking) -> None:
    """Only JSON in UTF-8: what a page of another host may send unasked is not that."""
    kind, given = request.content_type
    if kind.lower() != "application/json" or given.get("charset", "utf-8").lower() != "utf-8":
        raise HTTPException(status_code=415)


async def body_of(request: Asking) -> Any:
    """The JSON that was sent. Raises `Refusal` when it is none."""
    check_form(request)
    return parse(await request.body(), "body")


def act_of(value: Any) -> acts.AnyAct:
    act: acts.AnyAct = record_of(value, acts.AnyAct)
    return act


def frame_of(value: Any) -> acts.Frame:
    return record_of(value, acts.Frame)


def record_of(value: Any, kind: type[T] | Any) -> T:
    """A value as that record. Raises `Refusal` naming the field."""
    try:
        found: T = msgspec.convert(value, type=kind)
    except msgspec.ValidationError as error:
        place = _AT.search(str(error))
        field = place[1] if place and place[1] else _unknown(str(error)) or "body"
        raise refuse(field, _at(value, field), "ce que dit le schéma (« openapi.json »)") from None
    return found


def _unknown(error: str) -> str:
    """The name of a field that is missing, or of one that there is not."""
    named = re.search(r"(?:required|unknown) field `(.*?)`", error)
    return named[1] if named else ""


def _at(value: Any, field: str) -> Any:
    """What stands in a field of an object; for anything further inside, the object."""
    return value.get(field) if isinstance(value, dict) and field in value else None
