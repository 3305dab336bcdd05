"""The language of the answer to a request. The module may import the games and the languages of the
rules."""

from __future__ import annotations

import re
from typing import Any

from litestar import Request

from tablee.rules.game import Game
from tablee.rules.refusal import refuse
from tablee.rules.texts.languages import LANGS, Lang

ApiRequest = Request[Any, Any, Any]
_RANGE = re.compile(r"\s*([a-z]{1,8})(?:-[a-z0-9-]*)?\s*(?:;\s*q=([01](?:\.\d{0,3})?))?\s*", re.A)


def set_game(request: ApiRequest, game: Game | None) -> None:
    """Set the game of a request: its words describe every refusal, and its language is the one of the
    answer where the request names none."""
    request.state.game = game


def game_of_request(request: ApiRequest) -> Game | None:
    game: Game | None = request.state.get("game")
    return game


def asked_lang(request: ApiRequest) -> Lang:
    """Return the language of `?lang=`, else of `Accept-Language`, else of the game of the request.
    Raises `Refusal` for others."""
    wanted = request.query_params.get("lang")
    if wanted is None:
        return lang_of(request)
    for lang in LANGS:
        if wanted == lang:
            return lang
    raise refuse("lang", wanted, "fr ou en")


def lang_of(request: ApiRequest) -> Lang:
    """Return the language of a problem document, for which a wrong `?lang=` is ignored."""
    wanted = request.query_params.get("lang")
    accepted = preferred(request.headers.get("accept-language", ""), game_of_request(request))
    return next((lang for lang in LANGS if wanted == lang), accepted)


def preferred(header: str, game: Game | None = None) -> Lang:
    """Return the language with the highest weight in an `Accept-Language` header (RFC 9110); if it
    names none, that of the texts of a game, and without a game French."""
    found: Lang = "fr" if game is None else game.lang
    most = 0.0
    for part in header.lower().split(","):
        matched = _RANGE.fullmatch(part)
        weight = float(matched[2] or 1) if matched else 0.0
        for lang in LANGS:
            if matched and matched[1] == lang and weight > most:
                found, most = lang, weight
    return found
