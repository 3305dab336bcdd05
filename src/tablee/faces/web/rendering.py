"""The renderer of templates, and the language of a reader.

Pages use it to turn views into HTML. It caches pieces of pages that are the same for several seats. It
may import the words of the rules and the context of a page; it must not know the table or any page.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from litestar import Request, Response
from markupsafe import Markup, escape

from tablee.faces.api.request_language import preferred
from tablee.faces.web.page_context import KNOWN, NOTHING, Slip, read_by, reader
from tablee.faces.web.template_cache import TemplateCache
from tablee.rules.game import Game
from tablee.rules.registry import games
from tablee.rules.texts.languages import LANGS, Lang
from tablee.rules.texts.words import Words

HERE = Path(__file__).parent
STATIC = HERE / "static"
COOKIE = "tablee_lang"
MAX_PIECES = 5_000
"""Maximum number of cached pieces of pages. Pages of several seats share them within a moment."""
MAX_TEXT = 4_000_000
"""Maximum number of characters of all cached pieces and their keys. The card of a long fight is long
and changes with each blow."""
MAX_PARTS = 20_000
"""Maximum number of cached lines of the story and cards of runs: those of about fifty tables. With a
tenth of it, an act at 30 tables took 5.1 ms of processor time instead of 3.8 (`bench.tables`)."""
MAX_CARDS = 1_000
"""Maximum number of cached rendered cards, which are long."""


class Renderer:
    """The templates of the console and the table, and the caches of their pieces. Values are escaped.
    `root`: the path under which a proxy serves the application, "" without one, put before each
    address; `known`: further global names of the templates."""

    def __init__(self, root: str = "", **known: Any) -> None:
        given = {**KNOWN, "root": root, "static": _addresses(), "kept": self._kept, **known}
        self._environments = {lang: Templates(lang, given) for lang in LANGS}
        self._pieces: OrderedDict[tuple[str, str, str, bytes], Markup] = OrderedDict()
        self._text = 0
        self.parts = TemplateCache(MAX_PARTS)
        self.cards = TemplateCache(MAX_CARDS)

    def page(self, template: str, words: Words, slip: Slip = NOTHING, **given: Any) -> str:
        """Return a page: a template with its values, in the language of the reader."""
        found = self._environments[words.lang].get_template(template)
        with read_by(words, slip):
            return found.render(
                words=words, lang=words.lang, games=games(), game=words.game, **given
            )

    def piece(self, template: str, macro: str, words: Words, slip: Slip, *given: Any) -> Markup:
        """Return a macro of a template with plain values, cached unless a form was refused."""
        if slip is not NOTHING:
            return self.called(template, macro, words, slip, *given)
        name = template, macro, words.lang, msgspec.json.encode(given)
        known = self._pieces.get(name)
        if known is None:
            known = self._pieces[name] = self.called(template, macro, words, slip, *given)
            self._text += len(name[-1]) + len(known)
            while len(self._pieces) > MAX_PIECES or self._text > MAX_TEXT:
                oldest, piece = self._pieces.popitem(last=False)
                self._text -= len(oldest[-1]) + len(piece)
        return known

    def _kept(self, template: str, macro: str, *given: Any) -> Markup:
        """Return a piece inside another one. It must contain no form."""
        return self.piece(template, macro, reader(), NOTHING, *given)

    def called(self, template: str, macro: str, words: Words, slip: Slip, *given: Any) -> Markup:
        """Return a macro of a template with its values, without a cache."""
        module: Any = self._environments[words.lang].get_template(template).module
        with read_by(words, slip):
            made: Markup = getattr(module, macro)(*given)
        return made


class Templates(Environment):
    """The templates for readers of one language, which are rendered often.

    A fixed text, `t("…")`, is translated when its template is compiled, and the addresses that every
    form has are put into it."""

    def __init__(self, lang: Lang, known: Mapping[str, Any]) -> None:
        self.fixed = Words(None, lang).text
        self.addresses = {name: escape(known[name]) for name in ("root", "here") if name in known}
        super().__init__(
            loader=FileSystemLoader(HERE / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            extensions=[_FixedTexts],
        )
        self.globals.update(known)


class _FixedTexts(Extension):
    """The translation of fixed texts at compile time, and the values of fixed names."""

    environment: Templates
    CALL = ("name", "lparen", "string", "rparen")
    SHOWN = ("variable_begin", "name", "variable_end")

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        tokens, addresses = list(stream), self.environment.addresses
        at = 0
        while at < len(tokens):
            token, found = tokens[at], tokens[at : at + len(self.CALL)]
            types = tuple(each.type for each in found)
            if types == self.CALL and token.value == "t":
                yield Token(token.lineno, "string", self.environment.fixed(found[2].value))
                at += len(self.CALL)
            elif types[:3] == self.SHOWN and found[1].value in addresses:
                yield Token(token.lineno, "data", addresses[found[1].value])
                at += len(self.SHOWN)
            else:
                yield token
                at += 1


def _addresses() -> Any:
    """Return a function from the name of a static file to its address, which changes with the content."""
    known: dict[str, str] = {}

    def address(name: str) -> str:
        if name not in known:
            digest = hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]
            known[name] = f"/static/{name}?v={digest}"
        return known[name]

    return address


def html(
    request: Request[Any, Any, Any],
    template: str,
    words: Words,
    status_code: int = 200,
    headers: dict[str, str] | None = None,
    **given: Any,
) -> Response[str]:
    """Return a page as an answer. `address`: where its reader comes back to, by default its own."""
    given.setdefault("address", request.url.path)
    page = request.app.state.renderer.page(template, words, **given)
    return Response(page, media_type="text/html", status_code=status_code, headers=headers)


def lang_of(request: Request[Any, Any, Any], game: Game | None = None) -> Lang:
    """Return the language of a reader: the one chosen on a page, else the one that the browser prefers,
    else that of the game."""
    chosen = request.cookies.get(COOKIE)
    if chosen in LANGS:
        return chosen
    return preferred(request.headers.get("accept-language", ""), game)


def words_for(game: Game | None, request: Request[Any, Any, Any]) -> Words:
    """Return the words of a game in the language of the reader."""
    return Words(game, lang_of(request, game))
