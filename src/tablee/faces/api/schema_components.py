"""Records as components of the OpenAPI document, their descriptions in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from tablee.rules.words import Words

Json = dict[str, Any]


def ref(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


def components_of(records: Sequence[Any], words: Words) -> Json:
    """The schemas of records and of what is in them, by name."""
    _, schemas = msgspec.json.schema_components(records, ref_template="#/components/schemas/{name}")
    for schema in schemas.values():
        schema.pop("title", None)
        schema.pop("description", None)
    spoken: Json = _told(schemas, words)
    return spoken


def _told(value: Any, words: Words) -> Any:
    if isinstance(value, list):
        return [_told(each, words) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        name: words.text(each)
        if name == "description" and isinstance(each, str)
        else _told(each, words)
        for name, each in value.items()
    }
