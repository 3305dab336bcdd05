"""What the style sheets of the pages leave to the reader: how large the letters are."""

from __future__ import annotations

import re

from tests.kit.texts import SOURCES

WEB = SOURCES / "faces" / "web"
SHEETS = sorted((WEB / "static").glob("*.css"))


def test_widths_at_which_a_page_changes_grow_with_the_letters() -> None:
    """A reader whose letters are twice as large has half the room."""
    page = (WEB / "templates" / "table" / "page.html").read_text(encoding="utf-8")
    texts = {sheet.name: sheet.read_text(encoding="utf-8") for sheet in SHEETS} | {"page": page}
    for name, text in texts.items():
        asked = re.findall(r"(?:@media|media=\")[^{>]*?\((?:min|max)-width: \d[^)]*\)", text)
        assert not [each for each in asked if "px)" in each.rpartition("-width")[2]], name


def test_letters_are_as_large_as_the_reader_has_set() -> None:
    text = (WEB / "static" / "tablee.css").read_text(encoding="utf-8")
    body = re.search(r"^body \{[^}]*\}", text, re.MULTILINE)
    assert body is not None
    assert "font: 1rem/" in body[0]
