"""Built pages, read as a browser would."""

from __future__ import annotations

from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

__all__ = ["Page", "Site", "read"]

_LOADED = {
    "audio": "src",
    "embed": "src",
    "iframe": "src",
    "image": "href",
    "img": "src",
    "input": "src",
    "object": "data",
    "script": "src",
    "source": "src",
    "use": "href",
    "video": "src",
}
"""Element -> the attribute whose address it loads by itself."""
_RELATIONS = ("stylesheet", "icon", "preload", "prefetch", "preconnect", "dns-prefetch", "manifest")


class Site(NamedTuple):
    """A built site."""

    folder: Path

    def pages(self) -> list[Path]:
        return sorted(self.folder.rglob("*.html"))

    def page(self, address: str) -> Page:
        return read(self.folder / address)


class Page(HTMLParser):
    """The contents of a page."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.file = file
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.alternate = ""
        self.texts: list[str] = []
        self.codes: list[str] = []
        self._inside: list[str] = []
        self.feed(file.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "id" in given:
            self.ids.add(given["id"])
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
            if given.get("rel") == "alternate":
                self.alternate = given["href"]
        if tag == "link" and any(each in given.get("rel", "") for each in _RELATIONS):
            self.loaded.append(given["href"])
        if given.get(_LOADED.get(tag, "")):
            self.loaded.append(given[_LOADED[tag]])
        if tag in ("pre", "code", "script", "style", "svg") or given.get("class") == "filename":
            self._inside.append(tag)
            if tag == "pre":
                self.codes.append("")

    def handle_endtag(self, tag: str) -> None:
        if self._inside and self._inside[-1] == tag:
            self._inside.pop()

    def handle_data(self, data: str) -> None:
        if "pre" in self._inside:
            self.codes[-1] += data
        elif not self._inside:
            self.texts.append(data)

    @property
    def text(self) -> str:
        """What is read, without code."""
        return " ".join(" ".join(self.texts).split(" "))

    @property
    def commands(self) -> list[str]:
        """The calls of `tablee` that the page shows."""
        lines = [line for code in self.codes for line in code.splitlines()]
        return [line for line in lines if line.startswith("tablee ")]


@cache
def read(file: Path) -> Page:
    return Page(file)
