"""No module of the package imports another that imports it back, at whatever depth."""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import tablee

ROOT = Path(tablee.__file__).parent


def module_name(path: Path) -> str:
    """Return the dotted name of a file of the package."""
    parts = ("tablee", *path.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {module_name(path): path for path in ROOT.rglob("*.py")}


def imports(source: str) -> Iterator[str]:
    """Yield the modules of the package that a source imports.

    Imports inside functions and under `TYPE_CHECKING` count as well. `from package import name`
    counts as an import of the submodule where there is one. All imports are absolute (ruff).
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in FILES)
        elif isinstance(node, ast.ImportFrom) and node.module in FILES:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in FILES else node.module


def test_imports_make_no_cycle() -> None:
    """`tablee` itself is left out: it names what a program may import, and imports it on demand."""
    graph = {
        name: {each for each in imports(path.read_text("utf-8")) if each not in (name, "tablee")}
        for name, path in FILES.items()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        raise AssertionError("imports in a circle: " + " <- ".join(error.args[1])) from None
