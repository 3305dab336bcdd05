"""What may stand where a record of a request was refused, from the declaration of the record."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import inspect

from tablee.rules.refusal import Refusal, refuse
from tablee.rules.shapes import Choice, Either, Json, Many, Nothing, Shape, Text, Whole, YesNo

_AT = re.compile(r" - at (`key` in )?`\$\.?(.*)`$")
_STEP = re.compile(r"\[(\d+|\.\.\.)\]|([^.\[\]]+)")
_NAMED = re.compile(r"(required|unknown) field `(.*?)`")
_LONGEST = 10_000


def refused(value: Any, kind: Any, error: str) -> Refusal:
    """The refusal of a value that is no `kind`. `error`: what msgspec says of it."""
    place = _AT.search(error)
    steps = _pinned(value, kind, error, place) if place else []
    path = _path(steps)
    node, got = _found(inspect.type_info(kind), value, steps)
    named = _NAMED.search(error)
    if named:
        return _of_name(node, got, named[2], path, missing=named[1] == "required")
    if place and place[1]:
        holder, _ = _found(inspect.type_info(kind), value, steps[:-1])
        pattern = _pattern(holder.key_type) if isinstance(holder, inspect.DictType) else ""
        return refuse(path, got, "un nom conforme à {pattern:=}", pattern=pattern)
    if isinstance(node, inspect.DictType) and node.min_length and got == {}:
        return refuse(path, got, "au moins une valeur")
    if "regex" in error and isinstance(node, inspect.StrType):
        told = "un texte conforme à {pattern:=}"
        return refuse(path or "body", got, told, pattern=node.pattern)
    if steps[-1:] == ["type"] and _tags(node):
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
def _pinned(value: Any, kind: Any, error: str, place: re.Match[str]) -> list[str | int]:
    """The steps to where msgspec says that an error is. Of a mapping it names no entry
    (`cast[...]`): it is the last of the fewest with which it says the same."""
    steps: list[str | int] = []
    for number, name in _STEP.findall(place[2] + ("[...]" if place[1] else "")):
        if name or number.isdigit():
            steps.append(name or int(number))
        else:
            steps.extend(_entry(value, kind, error, steps))
    return steps


def _entry(value: Any, kind: Any, error: str, steps: Sequence[str | int]) -> list[str | int]:
    _, found = _found(inspect.type_info(kind), value, steps)
    entries = list(found.items()) if isinstance(found, dict) else []

    def says(count: int) -> bool:
        try:
            msgspec.convert(_put(value, steps, dict(entries[:count])), type=kind)
        except msgspec.ValidationError as now:
            return str(now) == error
        return False

    count = bisect_left(range(len(entries) + 1), True, lo=1, key=says)
    return [entries[count - 1][0]] if count <= len(entries) else []


def _put(value: Any, steps: Sequence[str | int], other: Any) -> Any:
    """The value with something else where the steps lead."""
    if not steps:
        return other
    copied: Any = value.copy()
    copied[steps[0]] = _put(value[steps[0]], steps[1:], other)
    return copied


def _path(steps: Sequence[str | int]) -> str:
    told = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps)
    return "".join(told).removeprefix(".")


def _pattern(node: inspect.Type) -> str:
    node = _bare(node)
    return (node.pattern or "") if isinstance(node, inspect.StrType) else ""


def _found(node: inspect.Type, value: Any, steps: Sequence[str | int]) -> tuple[inspect.Type, Any]:
    """What is declared where the steps lead (of a tagged record: the record), and what stands
    there."""
    node = _bare(node)
    for step in steps:
        if isinstance(step, str) and isinstance(value, dict):
            fields = {each.encode_name: each.type for each in _fields(node, value)}
            node = _bare(
                _inside(node) if isinstance(node, inspect.DictType) else fields.get(step, node)
            )
            value = value.get(step)
        else:
            node = _bare(_inside(node))
            value = value[step] if isinstance(value, list) and isinstance(step, int) else None
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
