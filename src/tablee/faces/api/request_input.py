"""What comes with a request of the API: its query, its body, the records in it."""

from __future__ import annotations

from typing import Any, TypeVar, get_args

import msgspec
from litestar import Request
from litestar.exceptions import HTTPException

from tablee.faces.api.allowed_values import refused
from tablee.faces.api.request_language import asked_lang
from tablee.faces.json_input import parse
from tablee.rules.refusal import refuse
from tablee.rules.words import Lang
from tablee.table.acts import records as acts

Asking = Request[Any, Any, Any]
T = TypeVar("T")
ACTS: dict[str, type[Any]] = {
    str(each.__struct_config__.tag): each for each in get_args(acts.AnyAct)
}
"""By what each is called: one is read fifty times as fast as any of them."""


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
    tag = value.get("type") if isinstance(value, dict) else None
    known = ACTS.get(tag) if isinstance(tag, str) else None
    act: acts.AnyAct = record_of(value, acts.AnyAct, known)
    return act


def frame_of(value: Any) -> acts.RequestRun:
    """The one act whose chances may be asked for; it says, as every act does, that it is one."""
    if isinstance(value, dict) and "type" not in value:
        raise refuse("type", None, "un nom parmi : {known:=}", known="frame")
    return record_of(value, acts.RequestRun)


def record_of(value: Any, kind: type[T] | Any, known: type[T] | None = None) -> T:
    """A value as that record; `known`: which of several it says that it is. Raises `Refusal` naming
    the field."""
    try:
        found: T = msgspec.convert(value, type=known or kind)
    except msgspec.ValidationError as error:
        raise refused(value, kind, str(error)) from None
    return found
