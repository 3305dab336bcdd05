"""What the sources of the games may not do, found in their syntax trees."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import tablee.games

GAMES = Path(tablee.games.__file__).parent
SOURCES = sorted(GAMES.rglob("*.py"))
IMPURE = {"random", "secrets", "time", "datetime", "os", "threading", "asyncio", "uuid"}


def wrongs(source: str, game: str) -> Iterator[str]:
    """What is wrong with a module of a game, in words."""
    tree = ast.parse(source)
    allowed = _tails(tree)
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="become")) if node not in allowed:
                yield f"{node.lineno}: become(...) is only allowed as `return await` in a rule"
            case ast.ExceptHandler(type=None):
                yield f"{node.lineno}: a bare except"
            case ast.ExceptHandler(type=ast.Name(id="BaseException" | "Exception" as caught)):
                yield f"{node.lineno}: except {caught}"
            case ast.Global() | ast.Nonlocal():
                yield f"{node.lineno}: state outside of the rule"
            case ast.Import(names=names):
                for each in names:
                    yield from _import(each.name, game, node.lineno)
            case ast.ImportFrom(module=module, level=level):
                yield from _import(module or "", game, node.lineno, level)


def _tails(tree: ast.Module) -> set[ast.expr]:
    """The `become(...)` calls that stand as `return await become(...)` in a method `rule`."""
    found: set[ast.expr] = set()
    for klass in ast.walk(tree):
        if not isinstance(klass, ast.ClassDef):
            continue
        for method in klass.body:
            if isinstance(method, ast.AsyncFunctionDef) and method.name == "rule":
                for node in ast.walk(method):
                    match node:
                        case ast.Return(value=ast.Await(value=ast.Call() as call)):
                            found.add(call)
    return found


def _import(module: str, game: str, line: int, level: int = 0) -> Iterator[str]:
    own = ("tablee.dice", "tablee.rules", f"tablee.games.{game}")
    first = module.partition(".")[0]
    if level:
        yield f"{line}: a relative import"
    if first in IMPURE:
        yield f"{line}: imports {module}"
    if first == "tablee" and not any(module == o or module.startswith(f"{o}.") for o in own):
        yield f"{line}: imports {module}"
    if module.startswith("tablee.rules.readings"):
        yield f"{line}: imports a reading, {module}"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(GAMES)))
def test_the_sources_of_the_games(path: Path) -> None:
    game = path.relative_to(GAMES).parts[0].removesuffix(".py")
    assert list(wrongs(path.read_text(encoding="utf-8"), game)) == []


RULE = """
class Toy:
    async def {name}(self):
        {body}
"""


@pytest.mark.parametrize(
    "source",
    [
        RULE.format(name="rule", body="x = await become(self); return x"),
        RULE.format(name="rule", body="await become(self)"),
        RULE.format(name="rule", body="return become(self)"),
        RULE.format(name="helper", body="return await become(self)"),
        "async def rule(self):\n    return await become(self)",
        "try:\n    pass\nexcept:\n    pass",
        "try:\n    pass\nexcept BaseException:\n    pass",
        "import random",
        "from time import time",
        "import tablee.table",
        "from tablee.games.exil import GAME",
        "from tablee.rules.readings.odds import odds",
        "from . import fields",
    ],
)
def test_the_lint_finds_what_it_is_for(source: str) -> None:
    assert list(wrongs(source, "loss"))


def test_the_lint_lets_the_right_form_pass() -> None:
    source = RULE.format(name="rule", body="return await become(self)")
    assert list(wrongs(source + "\nfrom tablee.rules.questions import become", "loss")) == []
    assert len(SOURCES) > 20
