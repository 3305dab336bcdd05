"""What a reader of a pane meets: its texts, and the markup that its macros make of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import msgspec

from tablee.faces.web.rendering import Templates

__all__ = ["as_json", "badly_written", "macros", "parsed", "spoilt", "texts"]

NAMES = {
    "anchor", "choose", "colour", "current", "field", "key", "kind", "mark", "name",
    "param", "shape", "state",
}  # fmt: skip
"""Keys of what is for the page and is never read."""
HOSTILE = """<script>alert(1)</script>"'>&amp;<b>x"""


def macros(name: str) -> Any:
    """The macros of a piece, as the page's own environment makes them."""
    return Templates("fr", {"root": ""}).get_template(f"pieces/{name}.html").module


def as_json(pane: object) -> Any:
    """A pane as plain data."""
    return msgspec.json.decode(msgspec.json.encode(pane))


def texts(value: Any, key: str = "") -> Iterator[str]:
    """Every text of a pane that a person reads."""
    match value:
        case str():
            if key not in NAMES:
                yield value
        case dict():
            for name, each in value.items():
                if name != "key" or isinstance(each, list):
                    yield from texts(each, name)
        case list():
            for each in value:
                yield from texts(each, key)


def badly_written(value: Any, lang: str) -> list[str]:
    """The texts that show an identifier or are ill set."""
    wrong = re.compile(r"[A-Za-z]_[A-Za-z]|[{}]|UNWANTED|\b(None|True|False|Fraction)\b")
    space = re.compile(r" [;!?%:»]|« |\d%")
    return [
        text for text in texts(value) if wrong.search(text) or (lang == "fr" and space.search(text))
    ]


def spoilt(value: Any, key: str = "") -> Any:
    """The same pane with hostile words in the place of its texts."""
    match value:
        case str() if key not in ("state", "kind", "colour", "anchor", "mark", "shape") and value:
            return HOSTILE
        case dict():
            return {name: spoilt(each, name) for name, each in value.items()}
        case list():
            return [spoilt(each, key) for each in value]
        case _:
            return value


def parsed(html: str) -> ElementTree.Element:
    """The markup of a macro as a tree. Fails unless it is well formed and keeps to the policy: no
    script, no style of its own, no handler."""
    tree = ElementTree.fromstring(f"<div>{html}</div>")
    for element in tree.iter():
        assert element.tag not in ("script", "style", "b"), element.tag
        assert not [name for name in element.attrib if name == "style" or name.startswith("on")]
    return tree
