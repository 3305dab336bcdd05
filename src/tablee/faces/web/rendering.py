"""Templates made into pages, and the language that a reader asks for."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from litestar import Request

from tablee.rules.game import Game, games
from tablee.rules.words import Lang, Words

__all__ = ["COOKIE", "LANGS", "STATIC", "Renderer", "words_for"]

HERE = Path(__file__).parent
STATIC = HERE / "static"
LANGS: tuple[Lang, ...] = ("fr", "en")
COOKIE = "tablee_lang"


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
