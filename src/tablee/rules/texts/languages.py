"""The languages of the program."""

from __future__ import annotations

import os
from typing import Literal

Lang = Literal["fr", "en"]
LANGS: tuple[Lang, ...] = ("fr", "en")


def program_language() -> Lang:
    """Return the language of a program that names none: `TABLEE_LANG`, else French."""
    return "en" if os.environ.get("TABLEE_LANG") == "en" else "fr"
