"""A tutorial as steps: what its reader would type, in order.

A fenced block with `title="FILE"` changes a file. A Python one does so by names: a class, function or
variable takes the place of that with the same name (imports: from the same module), what is new
goes above what follows it in the block. Any other file is written unchanged.

A `console` block is calls behind `$ ` with what they answer; `…` is for anything, alone on a
line for any lines. A call without an answer only has to succeed.

`python -m tests.docs.steps PAGE…` writes into the pages what the calls answer now.
"""

from __future__ import annotations

import ast
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager
from pathlib import Path
from urllib.request import urlopen

import msgspec

from tablee.rules.registry import loaded_game_files, unregister
from tests.kit.command_line import ROOT, call

__all__ = ["Block", "Call", "blocks", "calls", "fits", "follow", "merged", "renewed"]

_FENCE = re.compile(
    r"^```(?P<kind>\w+)(?: title=\"(?P<file>[^\"]+)\")?\n(?P<text>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)


class Block(msgspec.Struct, frozen=True):
    """One fenced block of a page, and its place there."""

    kind: str
    file: str | None
    text: str
    place: slice


class Call(msgspec.Struct, frozen=True):
    """One call of a console block and what it answers ("" when nothing is shown)."""

    line: str
    answer: str


def blocks(page: str) -> Iterator[Block]:
    """The fenced blocks of a page, in order."""
    for found in _FENCE.finditer(page):
        yield Block(found["kind"], found["file"], found["text"], slice(*found.span("text")))


def calls(block: Block) -> list[Call]:
    """The calls of a console block; the lines behind a `\\` belong to the one before."""
    found: list[Call] = []
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        joined = part.replace("\\\n", "")
        line, _, answer = joined.partition("\n")
        found.append(Call(line, answer.strip("\n")))
    return found


# ── changing a file by names ───────────────────────────────────────────────────────────────────
class _Piece(msgspec.Struct, frozen=True):
    """A top-level statement: its name, if it has one, its text, the empty lines before it."""

    name: str | None
    text: str
    before: int


def _pieces(source: str) -> list[_Piece]:
    lines = source.splitlines()
    found: list[_Piece] = []
    end = 0
    for node in ast.parse(source).body:
        start = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))]) - 1
        while start > end and lines[start - 1].startswith("#"):
            start -= 1
        assert node.end_lineno is not None
        before = start - end
        end = node.end_lineno
        found.append(_Piece(_name(node), "\n".join(lines[start:end]), before))
    return found


def _name(node: ast.stmt) -> str | None:
    match node:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
            return name
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
        case ast.ImportFrom(module=module):
            return f"from {module}"
        case ast.Expr():
            return "docstring"
        case _:
            return None


def merged(source: str, block: str) -> str:
    """The source of a file changed by a block, by names."""
    pieces, fresh = _pieces(source), _pieces(block)
    for number, piece in enumerate(fresh):
        names = [known.name for known in pieces]
        if piece.name is not None and piece.name in names:
            place = names.index(piece.name)
            pieces[place] = msgspec.structs.replace(piece, before=pieces[place].before)
            continue
        later = [other.name for other in fresh[number:] if other.name and other.name in names]
        place = names.index(later[0] if later else "GAME")
        before = max(piece.before, pieces[place].before)
        pieces.insert(place, msgspec.structs.replace(piece, before=before))
        if number + 1 < len(fresh):
            pieces[place + 1] = msgspec.structs.replace(
                pieces[place + 1], before=fresh[number + 1].before
            )
    return "".join("\n" * piece.before + piece.text + "\n" for piece in pieces)


# ── following a page ───────────────────────────────────────────────────────────────────────────
Answered = Callable[[Block, Call, str], None]


def follow(page: str, folder: Path, lang: str, answered: Answered) -> None:
    """Do in a folder what a page says, beside the kept examples; `answered` hears what each call
    said."""
    (folder / "examples").symlink_to(ROOT / "examples")
    with chdir(folder), _speaking(lang):
        for block in blocks(page):
            if block.file is not None:
                _change(folder / block.file, block)
            elif block.kind == "tablee":
                line = f"tablee {block.text.strip()}"
                answered(block, Call(line, ""), _answered(line))
            elif block.kind == "console":
                for each in calls(block):
                    answered(block, each, _answered(each.line))


def _change(file: Path, block: Block) -> None:
    before = file.read_text("utf-8") if file.exists() else ""
    file.write_text(merged(before, block.text) if before else block.text, "utf-8")


@contextmanager
def _speaking(lang: str) -> Iterator[None]:
    before = os.environ.get("TABLEE_LANG")
    os.environ["TABLEE_LANG"] = lang
    try:
        yield
    finally:
        del os.environ["TABLEE_LANG"]
        if before is not None:
            os.environ["TABLEE_LANG"] = before


INSTALLED = Path("installed")
"""Where `pip install` puts what a page installs, so that our own environment stays as it is."""
_PIP = ["--quiet", "--no-index", "--no-build-isolation", "--no-deps", "--target", str(INSTALLED)]


def _answered(line: str) -> str:
    """What a call writes, on both streams. Fails when it ends without a message for a person."""
    match shlex.split(line):
        case ["python", "-m", "pip", "install", *rest]:
            return _process("-m", "pip", "install", *_PIP, *rest)
        case ["python", *rest]:
            return _process(*rest)
        case ["tablee", *rest] if "serve" in rest:
            return _served(rest)
        case ["tablee", *rest] if INSTALLED.exists():
            return _process("-m", "tablee.faces.cli.main", *rest)
        case ["tablee", *rest]:
            reply = call(*rest)
            assert reply.status in (0, 2)
            for name in loaded_game_files():
                unregister(name)
            return reply.out + reply.err
        case words:
            raise AssertionError(f"{words[0]} is not called in a tutorial")


def _process(*words: str) -> str:
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(INSTALLED)}
    done = subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, env=environment, check=True
    )
    return done.stdout + done.stderr


def _served(words: list[str]) -> str:
    """Start the console, look at its first page, stop it."""
    command = [sys.executable, "-m", "tablee.faces.cli.main", *words, "--port", "0", "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        texts = process.stdout.readline()
        address = re.search(r"http://\S+", texts)
        assert address is not None, texts
        try:
            with urlopen(address[0], timeout=20) as reply:
                assert reply.status == 200
        finally:
            process.terminate()
    return texts


def plain(text: str) -> str:
    """Return the lines without the spaces at their ends."""
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines())


def fits(shown: str, answer: str) -> bool:
    """Whether an answer is what a page shows of it."""
    parts = [re.escape(part) for part in re.split("…", plain(shown))]
    return re.fullmatch("(?s:.*?)".join(parts), plain(answer)) is not None


# ── writing what the calls answer ──────────────────────────────────────────────────────────────
def renewed(page: str, lang: str) -> str:
    """A page whose console blocks show what their calls answer now."""
    answers: dict[int, list[tuple[Call, str]]] = {}

    def answered(block: Block, each: Call, texts: str) -> None:
        answers.setdefault(block.place.start, []).append((each, texts))

    with tempfile.TemporaryDirectory() as folder:
        follow(page, Path(folder), lang, answered)
    for block in reversed(list(blocks(page))):
        if block.kind == "console":
            text = "".join(map(_shown, answers[block.place.start]))
            page = page[: block.place.start] + text + page[block.place.stop :]
    return page


def _shown(answer: tuple[Call, str]) -> str:
    each, texts = answer
    if not each.answer or "…" in each.answer:
        texts = each.answer
    return f"$ {each.line}\n{plain(texts)}\n" if texts else f"$ {each.line}\n"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        path = Path(name)
        path.write_text(renewed(path.read_text("utf-8"), path.parent.name), "utf-8")
