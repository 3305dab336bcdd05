"""Problem documents (RFC 9457) of refusals and errors, in the reader's language.

litestar's plugin for problem details cannot make them: its converters get the error without the
request, and so without the language. The module may import the refusals of the rules and of the
table. It must not know a route.
"""

from __future__ import annotations

import logging

import msgspec
from litestar import Response
from litestar.exceptions import HTTPException

from tablee.faces.api.answer_types import Problem
from tablee.faces.api.request_language import ApiRequest, game_of_request, lang_of
from tablee.faces.messages import error_view
from tablee.rules.refusal import Refusal
from tablee.rules.texts.words import Words
from tablee.table.refusals import NotYours, Stale
from tablee.table.store.chain import Unreadable
from tablee.table.store.interface import Unavailable

PROBLEM = "application/problem+json"
LOG = logging.getLogger("tablee.api")


class NotHere(Exception):
    """The refusal of the name in an address (404)."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal


def status_of(refusal: Refusal, usual: int = 400) -> int:
    """Return the status of a refusal: 403 for a missing right, 409 for a table that has changed, 500
    for one that cannot be read."""
    if isinstance(refusal, Unreadable):
        return 500
    if isinstance(refusal, NotYours):
        return 403
    return 409 if isinstance(refusal, Stale) else usual


def problem_of(request: ApiRequest, error: Exception) -> Response[bytes]:
    """Return the problem document of a refusal, an HTTP error or an error of the server.

    An exception handler of the API, and of the whole application for unknown addresses and methods.
    """
    lang, game = lang_of(request), game_of_request(request)
    headers = {"content-language": lang, "vary": "Accept-Language"}
    if isinstance(error, Refusal):
        problem = _refused(error, status_of(error), Words(game, lang))
    elif isinstance(error, NotHere):
        problem = _refused(error.refusal, 404, Words(game, lang))
    elif isinstance(error, HTTPException):
        headers |= error.headers or {}
        seconds = error.extra.get("seconds", 1) if isinstance(error.extra, dict) else 1
        problem = _failed(error.status_code, Words(None, lang), seconds)
    elif isinstance(error, Unavailable):
        problem = _unavailable(Words(None, lang))
    else:
        problem = _failed(500, Words(None, lang))
    if problem.status == 500 and not isinstance(error, Refusal):
        LOG.error("%s %s", request.method, request.scope.get("path_template"), exc_info=error)
    return Response(
        msgspec.json.encode(problem),
        media_type=PROBLEM,
        status_code=problem.status,
        headers=headers,
    )


def _refused(refusal: Refusal, status: int, words: Words) -> Problem:
    titles = {
        "param": words.text("Paramètre refusé"),
        "answer": words.text("Réponse refusée"),
        "choice_needed": words.text("Un choix est nécessaire"),
        "too_large": words.text("Calcul trop long"),
    }
    return Problem(
        type=f"urn:tablee:{refusal.kind}",
        title=titles[refusal.kind],
        status=status,
        detail=words.refusal(refusal),
        **error_view(refusal, words)["error"],
    )


def _unavailable(words: Words) -> Problem:
    detail = words.text(
        "La base de données ne répond pas ; redemandez, avec la même clé (« Idempotency-Key »)."
    )
    return Problem("about:blank", words.text("Pas de réponse"), 503, detail)


def _failed(status: int, words: Words, seconds: int = 1) -> Problem:
    """Return the problem of an HTTP status. `seconds`: how long to wait before the next request."""
    texts = {
        401: (
            words.text("Jeton refusé"),
            words.text("Ce jeton n’ouvre pas ce qui est demandé, ou plus ; il en faut un autre."),
        ),
        403: (
            words.text("Demande d’un autre site"),
            words.text("Une page d’un autre site ne peut rien changer ici."),
        ),
        404: (words.text("Rien à cette adresse"), words.text("L’API n’a rien à cette adresse.")),
        405: (
            words.text("Méthode impossible"),
            words.text("Cette adresse ne se demande pas ainsi ; l’en-tête « Allow » dit comment."),
        ),
        413: (
            words.text("Demande trop longue"),
            words.text(
                "Une demande tient dans un mégaoctet de JSON, un fichier de campagne dans 64."
            ),
        ),
        415: (
            words.text("Forme inconnue"),
            words.text("Une demande est en JSON (type « application/json »), en UTF-8."),
        ),
        429: (
            words.text("Trop de demandes"),
            words.phrase("Redemandez dans {n:seconde|secondes}.", n=seconds),
        ),
        503: (words.text("Calcul arrêté"), words.text("Ce calcul a été arrêté ; redemandez-le.")),
    }
    general = (
        (words.text("Demande impossible"), words.text("Cette demande ne se laisse pas lire."))
        if status < 500
        else (
            words.text("Erreur du serveur"),
            words.text("Une erreur du serveur a empêché de répondre ; elle est dans son journal."),
        )
    )
    title, detail = texts.get(status, general)
    return Problem("about:blank", title, status, detail)
