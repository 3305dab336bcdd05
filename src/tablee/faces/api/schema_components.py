"""Schemas of records and texts of the OpenAPI document in the reader's language.

msgspec makes the schemas from the records. The module may import the words. It must not know a
record.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from tablee.rules.texts.words import Words

Document = dict[str, Any]
"""A part of the OpenAPI document: a schema, an operation, names with their schemas."""
TEXTS = ("description", "summary")
"""Keys of the document whose texts are for a reader."""


def ref(name: str) -> Document:
    """Return the reference to a component."""
    return {"$ref": f"#/components/schemas/{name}"}


def components_of(records: Sequence[Any], words: Words) -> Document:
    """Return name -> schema of records and of the records inside them."""
    _, schemas = msgspec.json.schema_components(records, ref_template="#/components/schemas/{name}")
    for schema in schemas.values():
        schema.pop("title", None)
        schema.pop("description", None)
    translated: Document = in_words(schemas, words)
    return translated


def in_words(value: Any, words: Words) -> Any:
    """Return a part of the document with its texts in the reader's language."""
    if isinstance(value, list):
        return [in_words(each, words) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        name: words.text(each) if name in TEXTS and isinstance(each, str) else in_words(each, words)
        for name, each in value.items()
    }
