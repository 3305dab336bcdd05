"""Places in the source of a game in one file, for refusals that name a line."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Any

from tablee.rules.refusal import Refusal
from tablee.rules.registry import GameFile
from tablee.rules.rule_watch import is_endless


def at_line(file: GameFile, line: int, got: Any, allowed: str, **numbers: Any) -> Refusal:
    field = f"{file.path}:{line}" if line else file.path
    return Refusal("param", field, got, allowed, **numbers)


def at_source(file: GameFile, wrong: Refusal) -> Refusal:
    return wrong.at(f"{file.path}:{line_of(file, wrong.numbers['places'])}")


def each_once(found: Iterable[Refusal], file: GameFile, seen: set[str]) -> Iterator[Refusal]:
    """Yield refusals with their lines, those that are not among `seen` texts, which they join.

    A rule that never ends comes last: the next run would take as long.
    """
    for refusal in found:
        wrong = at_source(file, refusal) if "places" in refusal.numbers else refusal
        if str(wrong) not in seen:
            seen.add(str(wrong))
            yield wrong
        if is_endless(wrong):
            break


def joined(file: GameFile) -> GameFile:
    """Return the text of a file and of its helper modules as one, to look for what none has."""
    sources = (each.source for each in (file, *file.helpers))
    return GameFile(file.path, b"".join(source.rstrip(b"\n") + b"\n" for source in sources))


def in_place(wrong: Refusal, file: GameFile) -> Refusal:
    """Return a refusal about a line of `joined(file)` with the file that the line is in."""
    path, _, number = (wrong.field or "").rpartition(":")
    if path != file.path or not number.isdecimal():
        return wrong
    line = int(number)
    for each in (file, *file.helpers):
        lines = len(each.source.rstrip(b"\n").split(b"\n"))
        if line <= lines:
            return wrong.at(f"{each.path}:{line}")
        line -= lines
    return wrong


def line_of(file: GameFile, places: tuple[str, ...]) -> int:
    """Return the line of a declaration, searched from the outside in; the nearest line around a
    missing one."""
    node: ast.AST = ast.parse(file.source)
    lines = file.source.decode(errors="replace").splitlines()
    line, last = 1, len(lines)
    for place in places:
        inner = next((each for each in ast.walk(node) if _declares(each, place)), None)
        if isinstance(inner, ast.stmt | ast.expr | ast.keyword):
            node, line, last = inner, inner.lineno, inner.end_lineno or inner.lineno
        else:
            written = range(1 if " " in place else line, last + 1)
            line = next((n for n in written if place in lines[n - 1]), line)
    return line


def _declares(node: ast.AST, name: str) -> bool:
    match node:
        case ast.ClassDef() | ast.AsyncFunctionDef() | ast.FunctionDef():
            return node.name == name
        case ast.AnnAssign(target=ast.Name(id=own)) | ast.Assign(targets=[ast.Name(id=own)]):
            return own == name
        case ast.Call(func=ast.Name(id=own)):
            return own == name and name in ("Game", "CampaignRecord")
        case ast.keyword(arg=own):
            return own == name
        case _:
            return False
