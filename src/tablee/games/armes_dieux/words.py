"""The words of Armes-Dieux: identifier -> what a person reads."""

from __future__ import annotations

WORDS: dict[str, str] = {}
