"""In what language a request is answered."""

from __future__ import annotations

import re
from typing import Any

from litestar import Request

from tablee.rules.refusal import refuse
from tablee.rules.words import LANGS, Lang

_RANGE = re.compile(r"\s*([a-z]{1,8})(?:-[a-z0-9-]*)?\s*(?:;\s*q=([01](?:\.\d{0,3})?))?\s*", re.A)


def asked_lang(request: Request[Any, Any, Any]) -> Lang:
    """The language of `?lang=`, else of `Accept-Language`. Raises `Refusal` for another one."""
    wanted = request.query_params.get("lang")
    if wanted is None:
        return preferred(request.headers.get("accept-language", ""))
    for lang in LANGS:
        if wanted == lang:
            return lang
    raise refuse("lang", wanted, "fr ou en")


def lang_of(request: Request[Any, Any, Any]) -> Lang:
    """The same for an answer that must be given: a wrong `?lang=` counts for nothing."""
    wanted = request.query_params.get("lang")
    accepted = preferred(request.headers.get("accept-language", ""))
    return next((lang for lang in LANGS if wanted == lang), accepted)


def preferred(header: str) -> Lang:
    """The one of ours that an `Accept-Language` header (RFC 9110) weighs most, French if none."""
    found: Lang = "fr"
    most = 0.0
    for part in header.lower().split(","):
        said = _RANGE.fullmatch(part)
        weight = float(said[2] or 1) if said else 0.0
        for lang in LANGS:
            if said and said[1] == lang and weight > most:
                found, most = lang, weight
    return found
