"""The input of an API request: its query, its body, and the records in the body.

The reader of the rules (`schema`) reads acts and records, so an error names the path and the
allowed values. The module imports the acts of the table and knows no route.
"""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

from litestar.exceptions import HTTPException
from litestar.params import QueryParameter

from tablee.faces.api.request_language import ApiRequest, asked_lang
from tablee.faces.strict_input import parse
from tablee.rules.refusal import Refusal, refuse, unknown_name
from tablee.rules.schema import Group, Tagged
from tablee.rules.shapes import Shape
from tablee.rules.texts.languages import Lang
from tablee.table.acts.act import Act
from tablee.table.acts.act_registry import ACTS
from tablee.table.acts.request_run import RequestRun

T = TypeVar("T")


class TaggedActs(Tagged, frozen=True):
    """One of several acts, by its `type`."""

    lists_type: ClassVar[bool] = True


_ACTS = TaggedActs(tuple(ACTS.values()))
"""The acts by their `type`."""


def query_names(request: ApiRequest) -> tuple[str, ...]:
    """Return the query parameters that the route of a request declares, `lang` first."""
    declared = request.route_handler.parsed_fn_signature.parameters
    kinds = {name: field.kwarg_definition for name, field in declared.items()}
    own = (k.name or n for n, k in kinds.items() if isinstance(k, QueryParameter))
    return ("lang", *own)


def asked_language(request: ApiRequest) -> Lang:
    """Return the language to answer in (see `asked_lang`). Raises `Refusal` for a query parameter that
    the route does not declare, or that is given twice."""
    known = query_names(request)
    for name, value in request.query_params.multi_items():
        if name not in known:
            raise unknown_name(name, value, known)
        if len(request.query_params.getall(name)) > 1:
            raise refuse(name, value, "une seule valeur : ce nom est donné deux fois")
    return asked_lang(request)


def check_form(request: ApiRequest) -> None:
    """Raise an error (415) unless the body is JSON in UTF-8; a form of another site cannot send it
    unasked."""
    kind, given = request.content_type
    if kind.lower() != "application/json" or given.get("charset", "utf-8").lower() != "utf-8":
        raise HTTPException(status_code=415)


async def body_of(request: ApiRequest) -> Any:
    """Return the JSON body of a request. Raises `Refusal` when it is none."""
    check_form(request)
    return parse(await request.body(), "body")


def act_of(value: Any) -> Act:
    """Return the act that a JSON value is. Raises `Refusal` naming the field."""
    act: Act = _read(_ACTS, value)
    return act


def request_of(value: Any) -> RequestRun:
    """Return the act for whose run chances are computed; like every act, it has its `type`."""
    request: RequestRun = _read(TaggedActs((RequestRun,)), value)
    return request


def record_of(value: Any, kind: type[T]) -> T:
    """Return the record that a JSON value is. Raises `Refusal` naming the field."""
    record: T = _read(Group(kind), value)
    return record


def _read(shape: Shape, value: Any) -> Any:
    try:
        return shape.read(value, "")
    except Refusal as refusal:
        raise refusal.at(refusal.field.removeprefix(".") or "body") from None
