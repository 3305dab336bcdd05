"""Commands shown in pages. They run while the pages are built, so that the output is the real one."""

from __future__ import annotations

import io
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from docs.building.figures import figure
from docs.building.setting import fence
from tablee.faces.cli.main import main
from tablee.rules.registry import games, unregister
from tablee.rules.texts.languages import Lang

__all__ = ["CommandFailed", "call", "with_commands"]

TUTORIAL = Path(__file__).parents[1] / "tutorial"
_FENCE = re.compile(r"^```tablee\n(?P<line>[^\n]+)\n```$", re.MULTILINE)


class CommandFailed(Exception):
    """A page shows a command that is refused."""


def with_commands(markdown: str, page: Path, lang: Lang) -> str:
    """A page in which each ```tablee fence is the command, and what it answers or draws.

    A picture (`--plot NAME.svg`) is written beside the page, under the page's name and its own; a
    game's file (`--game NAME.py`) is the tutorial's.
    """

    def answered(found: re.Match[str]) -> str:
        line = found["line"].strip()
        shown = fence(f"tablee {line}", "sh")
        words = shlex.split(line)
        if "--game" in words:
            place = words.index("--game") + 1
            words[place] = str(TUTORIAL / words[place])
        if "--plot" not in words:
            return f"{shown}\n\n{fence(call(*words, lang=lang))}"
        place = words.index("--plot") + 1
        file = page.with_name(f"{page.stem}-{words[place]}")
        words[place] = str(file)
        call(*words, lang=lang)
        return f"{shown}\n\n{figure(file.read_bytes(), file.name, lang)}"

    return _FENCE.sub(answered, markdown)


def call(*words: str, lang: Lang = "fr") -> str:
    """What a call of the command line writes. Raises `CommandFailed` when it is refused."""
    before = games()
    with _streams() as (out, err):
        status = main([*words, "--lang", lang])
        outputs = [stream.buffer.getvalue().decode() for stream in _flushed(out, err)]
    for game in games():
        if game not in before:
            unregister(game.id)
    if status != 0:
        raise CommandFailed(f"tablee {shlex.join(words)}: {outputs[1]}")
    return outputs[0]


class _Stream(io.TextIOWrapper):
    """A text stream whose bytes can be read back."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), "utf-8", newline="")

    @property
    def buffer(self) -> io.BytesIO:
        under = super().buffer
        assert isinstance(under, io.BytesIO)
        return under


def _flushed(*streams: _Stream) -> Iterator[_Stream]:
    for stream in streams:
        stream.flush()
        yield stream


@contextmanager
def _streams() -> Iterator[tuple[_Stream, _Stream]]:
    before = sys.stdin, sys.stdout, sys.stderr
    out, err = _Stream(), _Stream()
    sys.stdin, sys.stdout, sys.stderr = io.StringIO(), out, err
    try:
        yield out, err
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
