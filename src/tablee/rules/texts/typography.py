"""Numbers and texts as each language writes them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from tablee.rules.texts.languages import Lang
from tablee.rules.texts.shape_texts import plain_json

NBSP, NNBSP, MINUS = "\u00a0", "\u202f", "\u2212"
_TURNED = re.compile("[\u202a-\u202e\u2066-\u2069]")
_TURNS = re.compile(
    "[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefe"
    "\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""Direction marks, and letters of scripts written from right to left."""
_SPACED = re.compile(r" ([;!?%])")


def isolated(text: str) -> str:
    """Return a text for use inside a sentence.

    A text written from right to left is isolated so that it cannot reorder the sentence (FSI and
    PDI, Unicode Standard Annex 9).
    """
    if not _TURNS.search(text):
        return text
    return f"\u2068{_TURNED.sub('', text)}\u2069"


def number(value: int, signed: bool = False, lang: Lang = "fr") -> str:
    """Return a whole number with a minus sign, in groups of three from five digits on."""
    sign = "+" if signed and value else ""
    if -10_000 < value < 10_000:
        return f"{value:{sign}d}".replace("-", MINUS)
    grouped = f"{value:{sign},d}".replace("-", MINUS)
    return grouped.replace(",", NNBSP) if lang == "fr" else grouped


def decimal(measure: Fraction | str, lang: Lang = "fr") -> str:
    """Return a measure with its decimals, `a/b` where three of them are not enough."""
    value = Fraction(measure)
    if 1000 % value.denominator:
        return str(value).replace("-", MINUS)
    whole, rest = divmod(abs(value) * 1000, 1000)
    digits = f"{int(rest):03d}".rstrip("0")
    point = "," if lang == "fr" else "."
    shown = number(whole, lang=lang) + (point + digits if digits else "")
    return MINUS + shown if value < 0 else shown


def capital(text: str) -> str:
    """Return the text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def ascii_stem(text: str) -> str:
    """Return the letters and digits of a text, without accents, in lower case, with a hyphen for
    whatever is between; empty when it has none. For ids and the names of files."""
    import unicodedata

    plain = text.casefold().replace("œ", "oe").replace("æ", "ae")
    bare = "".join(c for c in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(c))
    return "-".join(re.findall(r"[a-z0-9]+", bare))


def percent(chance: Fraction, lang: Lang = "fr") -> str:
    """Return a chance as a percentage; only a certain outcome is shown as 0 or 100."""
    if chance in (0, 1):
        shown = f"{int(chance) * 100}"
    else:
        digits = 0 if Fraction(1, 100) <= chance <= Fraction(99, 100) else 1
        value = float(chance * 100)
        shown = f"{value:.{digits}f}".removesuffix(".0")
        if float(shown) <= 0:
            shown = "< 0.1"
        elif float(shown) >= 100:
            shown = "> 99.9"
    if lang == "fr":
        return shown.replace(".", ",").replace(" ", NBSP) + NNBSP + "%"
    return shown + "%"


def shorten(value: Any, longest: int = 80) -> str:
    """Return a refused value, short enough for one line."""
    text = value if isinstance(value, str) else plain_json(value)
    text = "".join(
        c if c.isprintable() or c in (NBSP, NNBSP) else "\ufffd" for c in text[: longest + 1]
    )
    return text if len(text) <= longest else text[:longest] + "…"


def as_written(value: Any) -> Any:
    """Return refused faces or parameters as a person writes them: `6, 3` or `talent=14`."""
    if isinstance(value, Mapping):
        value = [f"{name}={plain_json(each)}" for name, each in value.items()]
    return ", ".join(map(plain_json, value)) if isinstance(value, list | tuple) else value


@lru_cache(maxsize=20_000)
def typography(text: str) -> str:
    """Return a French text with spaces that do not break before ; ! ? % and :, and inside « »."""
    text = _SPACED.sub(NNBSP + r"\1", text)
    text = text.replace(" :", NBSP + ":")
    return text.replace("« ", "«" + NBSP).replace(" »", NBSP + "»")
