"""Labels with the names of characters, and names within a French sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tablee.rules.texts.typography import isolated
from tablee.rules.texts.words import Words

VOWELS = "AEIOUYÀÂÄÉÈÊËÎÏÔÖÛÜŒ"


def field_label(words: Words, name: str, names: Mapping[str, str]) -> str:
    """Return the label of a field, with names in the place of the letters that stand for
    characters."""
    label = words.unnamed().label(name)
    for seat, who in names.items():
        letter = words.unnamed().label(seat) if len(seat) == 1 else ""
        if len(letter) == 1:
            label = _with_name(label, letter, who)
    return label


def _with_name(text: str, letter: str, who: str) -> str:
    """Return a label with a name in the place of a letter."""
    who = isolated(who)
    text = re.sub(rf"\bde {letter}\b", lambda _: of_name(who), text)
    return re.sub(rf"(?<!\w){letter}(?!\w)", lambda _: who, text)


def of_name(who: str) -> str:
    """Return a name after « de »: d’Aurèle, du Vigile, de la Brute."""
    article, _, rest = who.partition(" ")
    if article in ("Le", "Les") and rest:
        return f"{'du' if article == 'Le' else 'des'} {rest}"
    if article == "La" or who.startswith("L’"):
        return f"de l{who[1:]}"
    return f"d’{who}" if who[:1].upper() in VOWELS else f"de {who}"
