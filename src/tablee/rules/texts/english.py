"""The English of French texts: the gettext catalogues `en.po` of the core and of a game's package."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tablee.rules.game import Game


def english_of(game: Game | None) -> Mapping[str, str]:
    """Return French -> English of the game, its package and the core."""
    if game is None:
        return _english("")
    return {**_english(game.package), **game.english} if game.english else _english(game.package)


@cache
def _english(package: str) -> Mapping[str, str]:
    """Return French -> English of the core and of one package."""
    import importlib.resources

    from babel.messages.pofile import read_po

    found: dict[str, str] = {}
    for source in ("tablee.rules", package):
        if not source:
            continue
        place = importlib.resources.files(source) / "en.po"
        if place.is_file():
            with place.open("rb") as stream:
                for message in read_po(stream, locale="en"):
                    if message.id and message.string:
                        found[str(message.id)] = str(message.string)
    return found
