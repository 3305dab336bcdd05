"""The fixed texts of generated pages: French in the code, English in `en.po` beside it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

from tablee.rules.texts.languages import Lang
from tablee.rules.texts.words import Words

__all__ = ["Texts", "capital"]

CATALOGUE = Path(__file__).parent / "en.po"


class Texts(Words):
    """The words of no game, with the texts of the documentation."""

    def __init__(self, lang: Lang) -> None:
        super().__init__(None, lang)
        if lang == "en":
            self._english = {**self._english, **_catalogue()}


@cache
def _catalogue() -> dict[str, str]:
    with CATALOGUE.open("rb") as stream:
        messages = read_po(stream, locale="en")
    return {str(m.id): str(m.string) for m in messages if m.id and m.string}


def capital(text: str) -> str:
    """A text as the beginning of a sentence."""
    return text[:1].upper() + text[1:]
