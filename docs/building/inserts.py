"""Parts of hand-written pages that are generated: an ```insert fence names one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from docs.building.figures import figure
from docs.building.library import library
from docs.building.reference import heading
from docs.building.setting import code, fence, plain
from docs.building.shell import call
from docs.building.texts import Texts
from tablee.faces.api.openapi import document
from tablee.faces.cli.command_call import COMMANDS
from tablee.rules.texts.languages import Lang

__all__ = ["with_inserts"]

DRAWINGS = Path(__file__).parents[1] / "drawings"
PICTURES = Path(__file__).parents[1] / "pictures"
_FENCE = re.compile(r"^```insert\n(?P<name>\w+)(?: (?P<argument>\w+))?\n```$", re.MULTILINE)
_TEXT = re.compile(r"(?<=>)[^<>\n]*\w[^<>\n]*(?=<)")


def with_inserts(markdown: str, lang: Lang) -> str:
    """A page in which each ```insert fence is replaced by what it names."""
    return _FENCE.sub(lambda found: INSERTS[found["name"]](lang, found["argument"]), markdown)


def _commands(lang: Lang, _: str | None) -> str:
    """The help of each command, as the terminal shows it."""
    parts = [fence(call("--help", lang=lang))]
    for name in COMMANDS:
        parts += [heading(code(f"tablee {name}"), name), fence(call(name, "--help", lang=lang))]
    return "\n\n".join(parts)


def _drawing(lang: Lang, name: str | None) -> str:
    """A drawing of ours, inside the page so that it takes its colours; its words translated."""
    svg = (DRAWINGS / f"{name}.svg").read_text("utf-8")
    texts = Texts(lang)
    shown = _TEXT.sub(lambda found: texts.text(found[0]), svg)
    lines = " ".join(line.strip() for line in shown.splitlines())
    return f'<figure class="drawing">{lines}</figure>'


def _routes(lang: Lang, part: str | None) -> str:
    """The addresses of the HTTP API, from its OpenAPI document: those of tables, or the others."""
    texts = Texts(lang)
    rows = []
    for path, methods in document(lang, "/api")["paths"].items():
        if path.startswith(("/tables", "/campaigns")) != (part == "tables"):
            continue
        for method, shown in methods.items():
            rows.append(f"{code(f'{method.upper()} /api{path}')}\n:   {plain(shown['summary'])}.")
    if part == "tables":
        return "\n\n".join(rows)
    last = texts.text("Le document OpenAPI 3.1 lui-même, avec les schémas de chaque procédure.")
    rows.append(f"{code('GET /api/openapi.json')}\n:   {last}")
    return "\n\n".join(rows)


def _study(lang: Lang, name: str | None) -> str:
    """The kept picture of a study; `python -m docs.pictures` draws it."""
    file = f"study-{name}-{lang}.svg"
    return figure((PICTURES / file).read_bytes(), f"assets/{file}", lang)


INSERTS: Mapping[str, Callable[[Lang, str | None], str]] = {
    "commands": _commands,
    "drawing": _drawing,
    "library": library,
    "routes": _routes,
    "study": _study,
}
