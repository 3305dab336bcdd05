"""The words of Éclats: identifier -> what a person reads."""

from __future__ import annotations

WORDS: dict[str, str] = {}
