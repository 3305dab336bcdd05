"""Templates made into pages, and the language that a reader asks for."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable
from pathlib import Path
from typing import Any

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from litestar import Request
from markupsafe import Markup

from tablee.rules.game import Game, games
from tablee.rules.words import Lang, Words

__all__ = ["COOKIE", "LANGS", "STATIC", "Renderer", "words_for"]

HERE = Path(__file__).parent
STATIC = HERE / "static"
LANGS: tuple[Lang, ...] = ("fr", "en")
COOKIE = "tablee_lang"
MOST_PIECES = 20_000
"""So many pieces of pages are kept."""


class Renderer:
    """The templates of the console. Everything shown is escaped."""

    def __init__(self) -> None:
        self.environment = Environment(
            loader=FileSystemLoader(HERE / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.environment.globals["static"] = _addresses()
        self._pieces: dict[Hashable, tuple[Any, Markup]] = {}

    def piece(self, template: str, words: Words, about: Any, **given: Any) -> Markup:
        """A template about a thing that nobody changes, rendered once as long as the thing is kept."""
        known = self._pieces.get(id(about))
        if known is not None and known[0] is about:
            return known[1]
        return self._kept(id(about), about, self.part(template, words, (about,), **given))

    def part(self, template: str, words: Words, key: tuple[Any, ...], **given: Any) -> Markup:
        """A template rendered once for a key, plain values on which all of it depends."""
        name = template, words.lang, msgspec.json.encode(key)
        known = self._pieces.get(name)
        if known is not None:
            return known[1]
        return self._kept(name, None, Markup(self.page(template, words, **given)))

    def _kept(self, name: Hashable, about: Any, made: Markup) -> Markup:
        if len(self._pieces) >= MOST_PIECES:
            del self._pieces[next(iter(self._pieces))]
        self._pieces[name] = about, made
        return made

    def page(self, template: str, words: Words, **given: Any) -> str:
        """A template with what it is given; `t` and `phrase` speak the reader's language."""
        return self.environment.get_template(template).render(
            t=words.text,
            phrase=words.phrase,
            words=words,
            lang=words.lang,
            games=games(),
            game=words.game,
            **given,
        )


def _addresses() -> Any:
    """Name of a static file -> its address, which changes with what is in it."""
    known: dict[str, str] = {}

    def address(name: str) -> str:
        if name not in known:
            digest = hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]
            known[name] = f"/static/{name}?v={digest}"
        return known[name]

    return address


def lang_of(request: Request[Any, Any, Any]) -> Lang:
    """The reader's language: chosen on the page, else the browser's first of ours, else French."""
    chosen = request.cookies.get(COOKIE)
    if chosen in LANGS:
        return chosen
    for wanted in request.headers.get("accept-language", "").split(","):
        lang = wanted.strip()[:2].lower()
        if lang in LANGS:
            return lang
    return "fr"


def words_for(game: Game | None, request: Request[Any, Any, Any]) -> Words:
    return Words(game, lang_of(request))
