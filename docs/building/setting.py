"""Markdown that is set well: French spaces outside of code, identifiers and names as they are."""

from __future__ import annotations

import re
from html import escape

from tablee.rules.texts.typography import typography

__all__ = ["code", "fence", "plain", "set_french"]

_APART = re.compile(
    r"(^---\n.*?\n---\n"  # front matter
    r"|^(?P<fence>`{3,}|~{3,})[^\n]*\n.*?^(?P=fence)\s*?$"  # code in lines
    r"|`[^`\n]+`"  # code in a sentence
    r"|\]\([^)\n]*\)"  # addresses
    r"|<[^>\n]+>"  # tags
    r"|^\|[ :|-]+\|$"  # the rule under a table's head
    r"|\{[:#.][^}\n]*\})",  # attributes
    re.DOTALL | re.MULTILINE,
)


def set_french(markdown: str) -> str:
    """French typography in all that is read as text; code and addresses stay as they are."""
    built, place = [], 0
    for part in _APART.finditer(markdown):
        built += [typography(markdown[place : part.start()]), part[0]]
        place = part.end()
    return "".join([*built, typography(markdown[place:])])


def plain(text: str) -> str:
    """A text in which nothing is Markdown or HTML."""
    return re.sub(r"([\\`*_{}\[\]|~^=])", r"\\\1", escape(text, quote=False))


def code(text: str) -> str:
    """Code in a sentence, also when it holds backquotes."""
    ticks = "`" * (1 + max((len(run) for run in re.findall("`+", text)), default=0))
    return f"{ticks}{text}{ticks}"


def fence(text: str, language: str = "text") -> str:
    """Code in lines of their own."""
    return f"```{language}\n{text.rstrip()}\n```"
