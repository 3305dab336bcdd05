"""What may stand where a record of a request was refused, from the declaration of the record."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec import inspect

from tablee.rules.refusal import Refusal, refuse
from tablee.rules.shapes import Choice, Either, Json, Many, Nothing, Shape, Text, Whole, YesNo

__all__ = ["refused"]

_AT = re.compile(r" - at `(?:key in )?\$\.?(.*)`$")
_STEP = re.compile(r"\[(\d+|\.\.\.)\]|([^.\[\]]+)")
_NAMED = re.compile(r"(required|unknown) field `(.*?)`")
_LONGEST = 10_000


def refused(value: Any, kind: Any, error: str) -> Refusal:
    """The refusal of a value that is no `kind`. `error`: what msgspec says of it."""
    place = _AT.search(error)
    path = place[1] if place else ""
    node, got = _found(inspect.type_info(kind), value, path)
    named = _NAMED.search(error)
    if named:
        return _of_name(node, got, named[2], path, missing=named[1] == "required")
    if "regex" in error and isinstance(node, inspect.StrType):
        told = "un texte conforme à {pattern:=}"
        return refuse(path or "body", got, told, pattern=node.pattern)
    if path.rpartition(".")[2] == "type" and _tags(node):
        return refuse(path, got, "un nom parmi : {known:=}", known=", ".join(_tags(node)))
    if node == inspect.StrType():
        return refuse(path, got, "un texte")
    return refuse(path or "body", got, "{shape:shape}", shape=_shape(node))


def _of_name(node: inspect.Type, got: Any, name: str, path: str, missing: bool) -> Refusal:
    """A field that is missing, or one that there is not."""
    fields = {each.encode_name: each for each in _fields(node, got)}
    field = f"{path}.{name}" if path else name
    if missing and name in fields:
        if _bare(fields[name].type) == inspect.StrType():
            return refuse(field, None, "une valeur (obligatoire)")
        return refuse(field, None, "{shape:shape} (obligatoire)", shape=_shape(fields[name].type))
    if missing:
        return refuse(field, None, "un nom parmi : {known:=}", known=", ".join(_tags(node)))
    there = got.get(name) if isinstance(got, dict) else None
    known = ", ".join([*(("type",) if _tags(node) else ()), *fields])
    return refuse(field, there, "un nom parmi : {known:=}", known=known)


# ── where it is ────────────────────────────────────────────────────────────────────────────────
def _found(node: inspect.Type, value: Any, path: str) -> tuple[inspect.Type, Any]:
    """What is declared at a path (of a tagged record: the record), and what stands there."""
    node = _bare(node)
    for number, name in _STEP.findall(path):
        if name:
            fields = {each.encode_name: each.type for each in _fields(node, value)}
            node = _bare(fields.get(name, node))
            value = value.get(name) if isinstance(value, dict) else None
        else:
            node = _bare(_inside(node))
            place = int(number) if number.isdigit() else None
            value = value[place] if isinstance(value, list) and place is not None else None
    return node, value


def _bare(node: inspect.Type) -> inspect.Type:
    """Without what is said of it beside (its description)."""
    return node.type if isinstance(node, inspect.Metadata) else node


def _inside(node: inspect.Type) -> inspect.Type:
    match node:
        case inspect.CollectionType(item_type=inner) | inspect.DictType(value_type=inner):
            return inner
        case inspect.UnionType(types=types):
            return next((found for each in types if (found := _inside(each)) is not each), node)
        case _:
            return node


def _records(node: inspect.Type) -> Iterator[inspect.StructType]:
    for each in node.types if isinstance(node, inspect.UnionType) else (node,):
        if isinstance(each, inspect.StructType):
            yield each


def _fields(node: inspect.Type, value: Any) -> tuple[inspect.Field, ...]:
    """The fields of the record that stands there: of several, the one that its `type` names."""
    tag = value.get("type") if isinstance(value, dict) else None
    found = [each for each in _records(node) if each.tag in (None, tag)]
    return found[0].fields if found else ()


def _tags(node: inspect.Type) -> tuple[str, ...]:
    return tuple(str(each.tag) for each in _records(node) if each.tag is not None)


# ── what may stand there ───────────────────────────────────────────────────────────────────────
def _shape(node: inspect.Type) -> Shape:
    match _bare(node):
        case inspect.StrType(min_length=least, max_length=most):
            return Text(most or _LONGEST, least or 0)
        case inspect.IntType(ge=low, le=high):
            return Whole(low, high)
        case inspect.BoolType():
            return YesNo()
        case inspect.LiteralType(values=values):
            return Choice(values)
        case inspect.NoneType():
            return Nothing()
        case inspect.CollectionType(item_type=item, min_length=least, max_length=most):
            return Many(_shape(item), least or 0, most)
        case inspect.UnionType(types=types) if not _tags(node):
            return Either(tuple(_shape(each) for each in types))
        case _:
            return Json()
