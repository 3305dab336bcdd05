"""What cannot be answered, as a problem document (RFC 9457) in the reader's language."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException

from tablee.faces.api.speaking import lang_of
from tablee.faces.refusing import error_view
from tablee.rules.game import Game
from tablee.rules.refusal import Refusal
from tablee.rules.words import Words

__all__ = ["PROBLEM", "Refused", "problem_of"]

PROBLEM = "application/problem+json"
LOG = logging.getLogger("tablee.api")


class Refused(Exception):
    """A refusal on its way out, with the game whose words tell it."""

    def __init__(self, refusal: Refusal, game: Game | None = None, status: int = 400) -> None:
        super().__init__(refusal, game, status)
        self.refusal = refusal
        self.game = game
        self.status = status


def problem_of(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """The problem document of whatever was raised: a refusal, an HTTP error, a mistake of ours.

    Fit for `exception_handlers`, of the whole application too (addresses and methods that there
    are not).
    """
    lang = lang_of(request)
    headers = {"content-language": lang, "vary": "Accept-Language"}
    if isinstance(error, Refusal):
        error = Refused(error)
    if isinstance(error, Refused):
        told = _refused(error, Words(error.game, lang))
    else:
        status = error.status_code if isinstance(error, HTTPException) else 500
        headers |= (error.headers or {}) if isinstance(error, HTTPException) else {}
        if status == 500:
            LOG.error("%s %s", request.method, request.scope.get("path_template"), exc_info=error)
        told = _failed(status, Words(None, lang))
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


def _failed(status: int, words: Words) -> dict[str, Any]:
    told = {
        404: (words.text("Rien à cette adresse"), words.text("L’API n’a rien à cette adresse.")),
        405: (
            words.text("Méthode impossible"),
            words.text("Cette adresse ne se demande pas ainsi ; l’en-tête « Allow » dit comment."),
        ),
        413: (
            words.text("Demande trop longue"),
            words.text("Une demande tient dans un mégaoctet de JSON."),
        ),
        415: (
            words.text("Forme inconnue"),
            words.text("Une demande est en JSON (type « application/json »), en UTF-8."),
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
    return {"type": "about:blank", "title": title, "status": status, "detail": detail}
