"""Refusals as the contract's JSON."""

from __future__ import annotations

from typing import Any

import msgspec

from tablee.rules.refusal import Refusal
from tablee.rules.words import Words, shorten

LONGEST_ECHO = 2_000
"""Maximum number of bytes of a refused value in an error; a longer value is shortened."""


def error_view(refusal: Refusal, words: Words) -> dict[str, Any]:
    """Return the error as JSON, with a very long value shortened."""
    got: Any = refusal.got
    try:
        if len(msgspec.json.encode(got)) > LONGEST_ECHO:
            got = shorten(got)
    except (TypeError, ValueError, RecursionError):
        got = shorten(got)
    allowed = words.phrase(refusal.allowed, **refusal.numbers)
    text = {"kind": refusal.kind, "field": refusal.field, "got": got, "allowed": allowed}
    return {"error": text}
