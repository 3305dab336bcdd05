"""What cannot be answered, as a problem document (RFC 9457) in the reader's language."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException

from tablee.faces.api.request_language import lang_of
from tablee.faces.refusal_json import error_view
from tablee.rules.game import Game
from tablee.rules.refusal import Refusal
from tablee.rules.words import Words
from tablee.table.refusals import NotYours, Stale
from tablee.table.store import Unavailable

PROBLEM = "application/problem+json"
LOG = logging.getLogger("tablee.api")


class Refused(Exception):
    """A refusal on its way out, with the game whose words tell it."""

    def __init__(self, refusal: Refusal, game: Game | None = None, status: int = 400) -> None:
        super().__init__(refusal, game, status)
        self.refusal = refusal
        self.game = game
        self.status = status


def status_of(refusal: Refusal, usual: int = 400) -> int:
    """The status of a refusal: 403 where the seat may not, 409 where the table has moved on."""
    if isinstance(refusal, NotYours):
        return 403
    return 409 if isinstance(refusal, Stale) else usual


def problem_of(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """The problem document of whatever was raised: a refusal, an HTTP error, a mistake of ours.

    Fit for `exception_handlers`, of the whole application too (addresses and methods that there
    are not).
    """
    lang = lang_of(request)
    headers = {"content-language": lang, "vary": "Accept-Language"}
    if isinstance(error, Refusal):
        error = Refused(error, status=status_of(error))
    if isinstance(error, Refused):
        told = _refused(error, Words(error.game, lang))
    elif isinstance(error, HTTPException):
        headers |= error.headers or {}
        seconds = error.extra.get("seconds", 1) if isinstance(error.extra, dict) else 1
        told = _failed(error.status_code, Words(None, lang), seconds)
    elif isinstance(error, Unavailable):
        told = _unavailable(Words(None, lang))
    else:
        told = _failed(500, Words(None, lang))
    if told["status"] == 500:
        LOG.error("%s %s", request.method, request.scope.get("path_template"), exc_info=error)
    return Response(
        msgspec.json.encode(told),
        media_type=PROBLEM,
        status_code=told["status"],
        headers=headers,
    )


def _refused(refused: Refused, words: Words) -> dict[str, Any]:
    refusal = refused.refusal
    titles = {
        "param": words.text("Paramètre refusé"),
        "answer": words.text("Réponse refusée"),
        "choice_needed": words.text("Un choix est nécessaire"),
        "too_large": words.text("Calcul trop long"),
    }
    told = {
        "type": f"urn:tablee:{refusal.kind}",
        "title": titles[refusal.kind],
        "status": refused.status,
        "detail": words.refusal(refusal),
    }
    error: dict[str, Any] = error_view(refusal, words)["error"]
    return told | error


def _unavailable(words: Words) -> dict[str, Any]:
    detail = words.text(
        "La base de données ne répond pas ; redemandez, avec la même clé (« Idempotency-Key »)."
    )
    return _told(503, words.text("Pas de réponse"), detail)


def _failed(status: int, words: Words, seconds: int = 1) -> dict[str, Any]:
    """`seconds`: how long to wait before it is asked again."""
    told = {
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
    title, detail = told.get(status, general)
    return _told(status, title, detail)


def _told(status: int, title: str, detail: str) -> dict[str, Any]:
    return {"type": "about:blank", "title": title, "status": status, "detail": detail}
