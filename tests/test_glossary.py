"""The glossary of the documentation holds: no identifier or docstring uses a word that it refuses."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GLOSSARY = ROOT / "docs" / "en" / "glossary.md"
FOLDERS = ("src", "tests", "bench", "docs")
_CODE = re.compile(r"`([a-z]+)`")
_QUOTED = re.compile(r"“([a-z ]+)”")
_QUOTED_CODE = re.compile(r"`[^`]*`")
_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_ROW = re.compile(r"^\| .* \| .* \| .* \| (.*)\|$", re.MULTILINE)


def _refused() -> tuple[frozenset[str], tuple[str, ...]]:
    """Return the words refused in identifiers, and the phrases refused in prose."""
    text = GLOSSARY.read_text(encoding="utf-8")
    rows = [cell for cell in _ROW.findall(text) if not cell.startswith(("not", "---"))]
    everywhere = text[text.rindex("Some ordinary words") :]
    words = frozenset(word for cell in rows for word in _CODE.findall(cell))
    phrases = [phrase for cell in (*rows, everywhere) for phrase in _QUOTED.findall(cell)]
    return words, tuple(phrases)


WORDS, PHRASES = _refused()
_PHRASE = re.compile(r"\b(" + "|".join(map(re.escape, PHRASES)) + r")\b", re.IGNORECASE)


def _files() -> list[Path]:
    return sorted(file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py"))


def _identifiers(tokens: list[tokenize.TokenInfo]) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each name among the tokens of a source file.

    Keyword arguments are left out: they may fill a placeholder of a sentence that old logs keep.
    """
    skipped = (tokenize.NL, tokenize.COMMENT)
    read = [token for token in tokens if token.type not in skipped]
    for before, token, after in zip(read, read[1:], read[2:], strict=False):
        keyword = after.string == "=" and before.string in ("(", ",")
        if token.type == tokenize.NAME and not keyword:
            yield token.start[0], token.string


def _prose(text: str, tokens: list[tokenize.TokenInfo]) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each docstring and comment in a source file."""
    for token in tokens:
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(text)):
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else ():
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                value = statement.value.value
                if isinstance(value, str):
                    yield statement.lineno, _QUOTED_CODE.sub("", " ".join(value.split()))


def _faults(file: Path) -> list[str]:
    text, name = file.read_text(encoding="utf-8"), file.relative_to(ROOT)
    tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    found = [
        f"{name}:{line}: identifier {identifier}"
        for line, identifier in _identifiers(tokens)
        if WORDS & {part.lower() for part in _PARTS.findall(identifier)}
    ]
    found += [
        f"{name}:{line}: “{match.group()}”"
        for line, prose in _prose(text, tokens)
        for match in _PHRASE.finditer(prose)
    ]
    return found


def test_the_glossary_refuses_words() -> None:
    assert {"booking", "chronicle", "told"} <= WORDS
    assert {"whoever", "so many", "of those"} <= set(PHRASES)


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_file_uses_a_refused_word(folder: str) -> None:
    faults = [
        fault for file in _files() if file.is_relative_to(ROOT / folder) for fault in _faults(file)
    ]
    assert not faults, "\n".join(faults)
