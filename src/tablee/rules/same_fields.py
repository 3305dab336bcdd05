"""A record or procedure built from another object with the same field names."""

from __future__ import annotations

from functools import cache
from typing import Any

from tablee.rules.schema import fields_of


def fields_from(source: object, kind: type[Any]) -> dict[str, Any]:
    """Return the values of `source` for the fields of `kind` that it also has, by name."""
    classes: tuple[Any, Any] = type(source), kind
    return {name: getattr(source, name) for name in _shared(*classes)}


@cache
def _shared(source: type[Any], kind: type[Any]) -> tuple[str, ...]:
    return tuple(name for name in fields_of(kind) if hasattr(source, name))
