"""The context of one call of the command line: language, JSON or text, words, output.

The commands print through it. It knows no command.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from typing import IO, TYPE_CHECKING, Any, cast

import msgspec

from tablee.faces.messages import error_view
from tablee.rules.game import Game
from tablee.rules.refusal import Refusal
from tablee.rules.texts.languages import Lang
from tablee.rules.texts.words import Words

if TYPE_CHECKING:  # most calls run no rule
    from tablee.rules.readings.session import Session

_ANSWER = re.compile(r"answers\[(\d+)\](?:\.together\[(\d+)\])?", re.ASCII)
_STYLES = {"bold": "1", "dim": "2", "accent": "36", "strong": "1;36"}


class Face:
    """Language and output of one call."""

    def __init__(self, lang: Lang = "fr", json: bool = False) -> None:
        self.lang: Lang = lang
        self.json = json
        self.game: Game | None = None
        self.counts_answers = False
        """Whether messages count the answers from 1: they are options, not the JSON of a run."""
        self.places: dict[str, tuple[str, ...]] = {}
        """A place of the run -> the names of its sheets."""
        self._words: dict[str, Words] = {}
        self._names: dict[str, str] = {}

    @property
    def words(self) -> Words:
        """The words of the selected game, or of no game before one is named; with the names of the
        characters of the run."""
        key = self.game.id if self.game else ""
        if key not in self._words:
            self._words[key] = Words(self.game, self.lang).named(self._names)
        return self._words[key]

    def use_names(self, names: Mapping[str, str]) -> None:
        """Say the names of characters in the place of the seats of the run."""
        if names != self._names:
            self._names = dict(names)
            self._words.clear()

    def use_names_in(self, session: Session) -> None:
        """Say the names of the given sheets in the place of the seats of a run."""
        if self.places:
            from tablee.rules.seat_names import names_in_run

            self.use_names(names_in_run(session, self.places))

    # ── writing ────────────────────────────────────────────────────────────────────────────────
    def line(self, text: str = "") -> None:
        """Print a line for people."""
        sys.stdout.write(shown_on(sys.stdout, text) + "\n")

    def write(self, value: Any) -> None:
        """Print a JSON value on one line, in UTF-8 whatever the terminal uses."""
        sys.stdout.flush()
        data = _HIDDEN.sub(_escape, msgspec.json.encode(value).decode()).encode() + b"\n"
        raw = getattr(sys.stdout, "buffer", None)
        if raw is None:
            sys.stdout.write(data.decode())
        else:
            cast("IO[bytes]", raw).write(data)
            raw.flush()

    def refused(self, refusal: Refusal) -> None:
        """Print a refusal on stderr; with `--json` also as a value on stdout."""
        if self.json:
            self.write(error_view(refusal, self.words))
        sys.stdout.flush()
        found = _ANSWER.fullmatch(refusal.field) if self.counts_answers else None
        if found:
            place = self.words.phrase("Réponse {n:=}", n=int(found[1]) + 1)
            if found[2]:
                place += self.words.phrase(", choix {n:=}", n=int(found[2]) + 1)
            refusal = refusal.at(place)
        sys.stderr.write(visible(self.words.refusal(refusal)) + "\n")

    def complain(self, line: int, refusal: Refusal) -> None:
        """Print the refusal of one line of a batch on stderr."""
        where = self.words.phrase("ligne {line}", line=line)
        sys.stderr.write(visible(f"{where}, {self.words.refusal(refusal)}") + "\n")

    # ── manner ─────────────────────────────────────────────────────────────────────────────────
    def style(self, text: str, style: str) -> str:
        """Return a coloured text where the terminal shows colours and NO_COLOR is not set."""
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if coloured(sys.stdout) else text

    def dim(self, text: str) -> str:
        return self.style(text, "dim")

    def bold(self, text: str) -> str:
        return self.style(text, "bold")

    @property
    def interactive(self) -> bool:
        """Whether a person can be asked: stdin is a terminal and the output is text."""
        return not self.json and sys.stdin.isatty() and sys.stdout.isatty()


def visible(text: str) -> str:
    """Return a text whose control characters are seen and do nothing: names, titles and files may
    come from others. Line feeds and tabs stay."""
    return _CONTROLS.sub(_escape, text)


def shown_on(stream: IO[str], text: str) -> str:
    """Return a text as `visible`, with the colours of `Face.style` where the stream shows them."""
    if not coloured(stream):
        return visible(text)
    parts = _COLOURS.split(text)
    return "".join(part if place % 2 else visible(part) for place, part in enumerate(parts))


def _escape(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


_HIDDEN = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066\u2067]")
"""Controls of ISO 6429 beyond ASCII, ends of lines, and those that turn the direction of a text
(UAX 9), but not the isolates that this program writes around names."""
_CONTROLS = re.compile(f"[\x00-\x08\x0b-\x1f{_HIDDEN.pattern[1:]}")
_COLOURS = re.compile(f"(\x1b\\[(?:{'|'.join(_STYLES.values())}|0)m)")


def coloured(stream: IO[str]) -> bool:
    """Return whether to use colours: at a terminal, unless NO_COLOR is set (no-color.org) or the
    terminal is dumb."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def early_options(arguments: Sequence[str], name: str) -> list[str]:
    """Return the values of an option before anything is parsed (`--lang en`, `--lang=en`)."""
    found = []
    for place, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument.startswith(f"{name}="):
            found.append(argument.partition("=")[2])
        elif argument == name and place + 1 < len(arguments):
            found.append(arguments[place + 1])
    return found
