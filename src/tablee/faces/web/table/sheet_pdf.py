"""A sheet as a PDF, set by Typst.

The layout is in `sheet.typ`; the texts reach it as JSON, so that none is read as markup. This module
may import the readings of sheets; it must not know who reads.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from tablee.faces.web.table.sheet_reading import Section, SheetReading, blank_sections
from tablee.rules.schema import tag_of
from tablee.rules.sheet import Sheet
from tablee.rules.texts.typography import capital
from tablee.rules.texts.words import Words

LAYOUT = Path(__file__).parent / "sheet.typ"
ACCENTS = {
    "exil": "#2f5d7c",
    "loss": "#7a4a1e",
    "armes_dieux": "#8c2f39",
    "eclats": "#4b4e8f",
    "socle": "#2f6b4f",
}
INK = "#333333"
"""Colour of a game without an accent of its own."""


def sheet_pdf(one: SheetReading, words: Words, portrait: bytes = b"") -> bytes:
    """Return the PDF of a sheet. `portrait`: a picture, empty without one."""
    gauges = [
        {
            "label": gauge.name,
            "text": words.value(gauge.value)
            + (f" / {words.value(gauge.most)}" if gauge.most else ""),
            "share": max(0, min(100, 100 * gauge.value // gauge.most)) if gauge.most else None,
        }
        for gauge in one.gauges
    ]
    sections = [part for block in one.blocks for part in block.sections]
    about = {"kind": one.kind, "name": one.name, "states": ", ".join(one.states), "gauges": gauges}
    return _pdf(words, sections, portrait=[*portrait] or None, **about)


def blank_pdf(kind: type[Sheet], words: Words) -> bytes:
    """Return the PDF of an empty sheet of a kind."""
    about = {
        "kind": capital(words.label(tag_of(kind), "fiche")),
        "name": "",
        "states": "",
        "gauges": [],
    }
    return _pdf(words, blank_sections(kind, words), portrait=None, **about)


def _pdf(words: Words, sections: list[Section], **about: Any) -> bytes:
    import typst  # slow to import

    game = words.game
    assert game is not None
    data = {
        "game": game.title,
        "title": f"{about['name'] or about['kind']} – {game.title}",
        "name-label": capital(words.label("nom")),
        "accent": ACCENTS.get(game.id, INK),
        "lang": words.lang,
        "footer": f"Tablée · {game.title}",
        "blank": not about["name"],
        "sections": msgspec.to_builtins(sections),
        **about,
    }
    made = typst.compile(
        str(LAYOUT),
        root=str(LAYOUT.parent),
        ignore_system_fonts=True,
        format="pdf",
        sys_inputs={"data": json.dumps(data)},
    )
    assert isinstance(made, bytes)
    return made
