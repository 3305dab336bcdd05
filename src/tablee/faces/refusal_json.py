"""A refusal as the contract's JSON."""

from __future__ import annotations

from typing import Any

import msgspec

from tablee.rules.refusal import Refusal
from tablee.rules.words import Words, shorten

LONGEST_ECHO = 2_000
"""Bytes of a refused value that are repeated in an error; a longer one is told in short."""


def error_view(refusal: Refusal, words: Words) -> dict[str, Any]:
    """What is wrong, as JSON; a very long value is told in short."""
    got: Any = refusal.got
    try:
        if len(msgspec.json.encode(got)) > LONGEST_ECHO:
            got = shorten(got)
    except (TypeError, ValueError, RecursionError):
        got = shorten(got)
    allowed = words.phrase(refusal.allowed, **refusal.numbers)
    text = {"kind": refusal.kind, "field": refusal.field, "got": got, "allowed": allowed}
    return {"error": text}
