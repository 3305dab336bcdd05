"""The words of Livre des Règles de Base: identifier -> what a person reads."""

from __future__ import annotations

WORDS: dict[str, str] = {}
