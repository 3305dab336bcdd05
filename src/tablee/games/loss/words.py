"""The words of Les Chants de Loss: identifier -> what a person reads."""

from __future__ import annotations

WORDS: dict[str, str] = {}
