"""`from tablee import ...`: what is there, for people, for type checkers, and no sooner than asked."""

from __future__ import annotations

import ast
import json
import pkgutil
import pydoc
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tablee


def _typed() -> dict[str, str]:
    """Name -> module of the imports that a type checker alone sees."""
    source = ast.parse(Path(tablee.__file__).read_text(encoding="utf-8"))
    (shown,) = (node for node in source.body if isinstance(node, ast.If))
    imports = [line for line in shown.body if isinstance(line, ast.ImportFrom)]
    assert len(imports) == len(shown.body)
    for line in imports:
        assert [name.asname for name in line.names] == [name.name for name in line.names]
    return {name.name: str(line.module) for line in imports for name in line.names}


def _asked(code: str) -> set[str]:
    """The modules that are there after some code and were not before."""
    probe = f"import sys, json; bare = set(sys.modules)\n{code}\n"
    probe += "print(json.dumps(sorted(set(sys.modules) - bare)))"
    done = subprocess.run([sys.executable, "-c", probe], check=True, capture_output=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_type_checkers_see_the_names_that_are_there() -> None:
    there = vars(tablee)["_HOME"].keys()
    assert there == _typed().keys()
    for name, module in _typed().items():
        assert getattr(tablee, name) is getattr(sys.modules[module], name)
    assert there <= set(dir(tablee))


def test_help_is_a_page_that_lists_every_name() -> None:
    """`help` sees no `__all__`: with it, it shows every method of every class, 7,500 lines."""
    page = pydoc.plain(pydoc.render_doc("tablee")).splitlines()
    assert 60 <= len(page) <= 200
    listed = " ".join(page[: page.index("PACKAGE CONTENTS")])
    assert not {name for name in _typed() if not re.search(rf"\b{name}\b", listed)}
    assert "CLASSES" not in page


def test_a_star_import_brings_every_name_and_no_other() -> None:
    there: dict[str, object] = {}
    exec("from tablee import *", there)
    assert there.keys() - {"__builtins__"} == _typed().keys()


def test_no_name_stands_for_two_things() -> None:
    """A name that were also a module would change its meaning when that is imported."""
    parts = {module.name for module in pkgutil.iter_modules(tablee.__path__)}
    assert not parts & set(_typed())


def test_what_is_not_there_is_shown() -> None:
    with pytest.raises(AttributeError, match="module 'tablee' has no attribute 'chances'"):
        _ = tablee.chances  # type: ignore[attr-defined]
    with pytest.raises(ImportError, match="cannot import name 'chances'"):
        exec("from tablee import chances")


def test_the_package_itself_imports_nothing() -> None:
    assert _asked("import tablee") == {"tablee"}


def test_a_name_brings_what_it_needs_alone() -> None:
    loaded = _asked("from tablee import Law")
    assert not {name for name in loaded if name.startswith(("tablee.rules", "tablee.faces"))}
    loaded = _asked("from tablee import odds, sweep, resolve, explain, advise, simulate")
    heavy = {"numpy", "polars", "pandas", "vl_convert", "click", "rich", "litestar", "asyncio"}
    assert not heavy & loaded
    assert not {name for name in loaded if name.startswith("tablee.games")}


def test_odds_of_a_chapter_leave_the_other_chapters_alone() -> None:
    loaded = _asked("from tablee import odds; odds('exil.simple', talent=14)")
    chapters = {name for name in loaded if name.startswith("tablee.games.exil.")}
    assert "tablee.games.exil.actions.simple" in chapters
    assert "tablee.games.exil.fight.shot" not in chapters
    assert not {name for name in loaded if name.startswith("tablee.games.loss")}


def test_the_command_line_starts_without_the_library() -> None:
    loaded = _asked("""
import io
out, sys.stdout = sys.stdout, io.TextIOWrapper(io.BytesIO())
from tablee.faces.cli.main import main
assert main(["--help"]) == 0
sys.stdout = out
""")
    assert not {name for name in loaded if name.startswith("tablee.faces.library")}
