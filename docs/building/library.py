"""The public names of the Python library, from their signatures and docstrings."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

import tablee
from docs.building.reference import heading
from docs.building.setting import code, fence
from docs.building.texts import Texts
from tablee.rules.texts.languages import Lang

__all__ = ["library", "public_names"]

_GROUPS = {
    "tablee.faces": "Interroger une règle",
    "tablee.rules": "Écrire une règle",
    "tablee.dice": "Les dés et leurs lois",
}
"""Where a name is at home -> what it is for."""
_WIDE = 80


def public_names(group: str) -> list[str]:
    """The public names at home in a part of the program, in alphabetical order."""
    return sorted(
        (name for name in vars(tablee)["_HOME"] if _home(name).startswith(group)), key=str.lower
    )


def _home(name: str) -> str:
    found = getattr(tablee, name)
    home = getattr(found, "__module__", None) or type(found).__module__
    return home if home.startswith("tablee.") else "tablee.rules"


def library(lang: Lang, _: str | None) -> str:
    """Every public name with its signature and docstring, by what it is for."""
    parts = []
    for group, title in _GROUPS.items():
        parts.append(heading(Texts(lang).text(title), group.replace(".", "-")))
        for name in public_names(group):
            parts += [heading(code(name), name, 3), *_texts(name, getattr(tablee, name))]
    return "\n\n".join(parts)


def _texts(name: str, found: Any) -> Iterator[str]:
    if not (inspect.isclass(found) or inspect.isfunction(found)):
        yield fence(f"{name} = {found!r}", "python")
        return
    if not found.__module__.startswith("tablee"):
        yield fence(f"from {found.__module__} import {name}", "python")
        return
    try:
        signature = str(inspect.signature(found))
    except (TypeError, ValueError):
        signature = ""
    yield fence(_in_lines(f"{name}{_plain(signature)}"), "python")
    yield from _paragraphs(inspect.getdoc(found) or "")


def _plain(signature: str) -> str:
    """A signature without quotes around its types and without the modules they come from."""
    bare = re.sub(r"(: |-> )\'([^\']*)\'", r"\1\2", signature)
    return re.sub(r"\b(?:tablee|typing|collections\.abc|fractions)\.(?:\w+\.)*", "", bare)


def _in_lines(call: str) -> str:
    """A long signature with a parameter a line."""
    if len(call) <= _WIDE:
        return call
    parts, depth = [""], 0
    opened, closed = call.index("(") + 1, call.rindex(")")
    for character in call[opened:closed]:
        depth += (character in "[(") - (character in "])")
        if character == "," and not depth:
            parts.append("")
        else:
            parts[-1] += character
    rows = "".join(f"    {part.strip()},\n" for part in parts)
    return f"{call[:opened]}\n{rows}{call[closed:]}"


def _paragraphs(docstring: str) -> Iterator[str]:
    """A docstring as Markdown: its examples are code."""
    for paragraph in docstring.split("\n\n"):
        yield fence(paragraph, "pycon") if paragraph.startswith(">>>") else paragraph
