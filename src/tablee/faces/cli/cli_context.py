"""What one call of the command line goes by: language, JSON or not, the words in use, output."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import IO, Any, cast

import msgspec

from tablee.faces.refusal_json import error_view
from tablee.rules.game import Game
from tablee.rules.refusal import Refusal
from tablee.rules.words import Lang, Words

_STYLES = {"bold": "1", "dim": "2", "accent": "36", "strong": "1;36"}


class Face:
    """One call: how it speaks and where it writes."""

    def __init__(self, lang: Lang = "fr", json: bool = False) -> None:
        self.lang: Lang = lang
        self.json = json
        self.game: Game | None = None
        self._words: dict[str, Words] = {}

    @property
    def words(self) -> Words:
        """The words of the game in use (of none before one is named)."""
        key = self.game.id if self.game else ""
        if key not in self._words:
            self._words[key] = Words(self.game, self.lang)
        return self._words[key]

    # ── writing ────────────────────────────────────────────────────────────────────────────────
    def line(self, text: str = "") -> None:
        """A line for people."""
        sys.stdout.write(text + "\n")

    def write(self, value: Any) -> None:
        """A JSON value on a line of its own, in UTF-8 whatever the terminal speaks."""
        sys.stdout.flush()
        data = msgspec.json.encode(value) + b"\n"
        raw = getattr(sys.stdout, "buffer", None)
        if raw is None:
            sys.stdout.write(data.decode())
        else:
            cast("IO[bytes]", raw).write(data)
            raw.flush()

    def refused(self, refusal: Refusal) -> None:
        """One clear message on stderr; with `--json` the same as a value on stdout."""
        if self.json:
            self.write(error_view(refusal, self.words))
        sys.stdout.flush()
        sys.stderr.write(self.words.refusal(refusal) + "\n")

    def complain(self, line: int, refusal: Refusal) -> None:
        """The message of a refused line of a batch, on stderr."""
        where = self.words.phrase("ligne {line}", line=line)
        sys.stderr.write(f"{where}, {self.words.refusal(refusal)}\n")

    # ── manner ─────────────────────────────────────────────────────────────────────────────────
    def style(self, text: str, style: str) -> str:
        """A text in colour where the terminal shows any and nobody asked for none."""
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if coloured(sys.stdout) else text

    def dim(self, text: str) -> str:
        return self.style(text, "dim")

    def bold(self, text: str) -> str:
        return self.style(text, "bold")

    @property
    def interactive(self) -> bool:
        """Whether a person can be asked: at a terminal, and words are expected."""
        return not self.json and sys.stdin.isatty() and sys.stdout.isatty()


def coloured(stream: IO[str]) -> bool:
    """Colours at a terminal, unless NO_COLOR is set (no-color.org) or the terminal is dumb."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def early_options(arguments: Sequence[str], name: str) -> list[str]:
    """The values of an option looked for before anything is parsed (`--lang en`, `--lang=en`)."""
    found = []
    for place, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument.startswith(f"{name}="):
            found.append(argument.partition("=")[2])
        elif argument == name and place + 1 < len(arguments):
            found.append(arguments[place + 1])
    return found
