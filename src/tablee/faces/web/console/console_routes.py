"""The pages of the console, each a function of its address.

The module parses requests and renders; the readings compute. It knows no table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from litestar import Response, get, post
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from tablee.faces.api.authentication import is_host
from tablee.faces.web.console.calculations import panes_of, views_in
from tablee.faces.web.console.console_page import chapters_of, console_page, contents_of
from tablee.faces.web.console.console_run import answer_from, thrown
from tablee.faces.web.form.rows import changed_rows
from tablee.faces.web.form.run_links import Draft, link, read_draft
from tablee.faces.web.page_input import Asking, one, pairs_of, posted_pairs
from tablee.faces.web.rendering import COOKIE, html, words_for
from tablee.rules.authoring.game_file import is_refused
from tablee.rules.game import Game
from tablee.rules.readings.session import play
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_game, games
from tablee.rules.run_input import read_run
from tablee.rules.texts.languages import LANGS
from tablee.rules.texts.words import Words

_TYPED = 200
"""Maximum length of a refused input of faces that is shown again."""
Pairs = Mapping[str, list[str]]


@get("/")
async def home(request: Asking, state: State) -> Response[str]:
    words = words_for(None, request)
    held = {game.id: contents_of(game, Words(game, words.lang)) for game in games()}
    runs = await is_host(request)
    return html(request, "home.html", words, held=held, runs=runs, address=_address(request))


@get("/{game_id:str}")
async def game_page(request: Asking, state: State, game_id: FromPath[str]) -> Response[str]:
    game = _game(game_id)
    words = words_for(game, request)
    chapters, address = chapters_of(game, words), _address(request)
    return html(request, "game.html", words, chapters=chapters, address=address)


@get("/{game_id:str}/{name:str}")
async def console(
    request: Asking, state: State, game_id: FromPath[str], name: FromPath[str]
) -> Response[Any]:
    """Return the console of a procedure: its form, its law, the run with its answers."""
    version = state.watch.version if state.watch else None
    game = _game(game_id)
    words, pairs = words_for(game, request), pairs_of(request)
    draft, wrong = _draft(game, name, pairs)
    rows = changed_rows(draft, pairs)
    if rows is not None:
        return Redirect(link(rows), status_code=303)
    if wrong is None:
        answered, wrong = _answered(draft, pairs)
        if answered is not None:
            return Redirect(link(answered), status_code=303)
    page = console_page(draft, words, wrong, one(pairs, "faces")[:_TYPED])
    panes = await panes_of(page, state.jobs, words, views_in(pairs))
    headers = {"HX-Replace-Url": page.link} if request.headers.get("hx-request") else {}
    return html(
        request,
        "console.html",
        words,
        headers=headers,
        page=page,
        panes=panes,
        watch=state.watch,
        version=version,
        address=_address(request),
    )


@post("/{game_id:str}/{name:str}/lancer")
async def throw(request: Asking, game_id: FromPath[str], name: FromPath[str]) -> Redirect:
    """Throw the house dice; their faces become part of the address.

    Without scripts the current input of the form is included.
    """
    filled = await posted_pairs(request)
    everything = filled.pop("tout", None) is not None
    draft, _ = _draft(_game(game_id), name, filled or pairs_of(request))
    try:
        draft = draft.answered(*thrown(read_run(draft.run), everything))
    except Exception as error:  # the page of the run shows the reason
        if not is_refused(error):
            raise
    return Redirect(link(draft), status_code=303)


@get("/langue")
async def language(request: Asking) -> Redirect:
    """Keep the chosen language and return to the page."""
    pairs = pairs_of(request)
    chosen = one(pairs, "vers")
    response = Redirect(_own(one(pairs, "retour")), status_code=303)
    if chosen in LANGS:
        response.set_cookie(COOKIE, chosen, max_age=31_536_000, httponly=True, samesite="lax")
    return response


ROUTES = [home, game_page, console, throw, language]


# ── from the address ───────────────────────────────────────────────────────────────────────────
def _own(address: str) -> str:
    """Return the path and query of an address, which makes it an address of this server."""
    try:
        back = urlsplit(address)
    except ValueError:  # unbalanced brackets
        return "/"
    path = "/" + back.path.lstrip("/")
    return f"{path}?{back.query}" if back.query else path


def _address(request: Asking) -> str:
    query = request.scope["query_string"].decode("ascii", "replace")
    return f"{request.url.path}?{query}" if query else request.url.path


def _game(name: str) -> Game:
    game = find_game(name)
    if game is None:
        raise NotFoundException()
    return game


def _draft(game: Game, name: str, pairs: Pairs) -> tuple[Draft, Refusal | None]:
    """Return the run of an address; without its answers, and with the reason, when they cannot be
    read."""
    procedure = game.procedure(f"{game.id}.{name}")
    if procedure is None:
        raise NotFoundException()
    try:
        return read_draft(game, procedure, pairs), None
    except Refusal as refusal:
        bare = {key: values for key, values in pairs.items() if key != "answers"}
        return read_draft(game, procedure, bare), refusal


def _answered(draft: Draft, pairs: Pairs) -> tuple[Draft | None, Refusal | None]:
    """Return the run with the answer of the form, or the reason why it is refused."""
    longer = None
    try:
        question = read_run(draft.run)
        answer = answer_from(draft, question, pairs)
        if answer is None:
            return None, None
        longer = draft.answered(answer)
        play(read_run(longer.run))
    except Refusal as refusal:
        return None, refusal if refusal.field.startswith("answers") else None
    except Exception as error:
        if not is_refused(error):
            raise
    return longer, None  # the page shows the error of a rule that fails
