"""Every example that the documentation shows is true: docstrings, README, the pages in docs."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import pytest

import tablee

SOURCES = Path(tablee.__file__).parent
ROOT = Path(__file__).parents[1]
_SPACES = str.maketrans("\u00a0\u202f", "  ")
_FENCED = re.compile(r"^( *)```(?:python|pycon)[^\n]*\n(.*?)^\1```", re.DOTALL | re.MULTILINE)


class _Checker(doctest.OutputChecker):
    """French spaces that may not break stand as plain ones in the examples."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        return super().check_output(want, got.translate(_SPACES), optionflags)


def _failures(test: doctest.DocTest) -> tuple[int, str]:
    """How many examples were tried, and what is wrong with them."""
    texts: list[str] = []
    runner = doctest.DocTestRunner(_Checker(), optionflags=doctest.NORMALIZE_WHITESPACE)
    runner.run(test, out=texts.append)
    return runner.tries, "".join(texts)


def _modules() -> list[str]:
    """The modules with examples in their docstrings."""
    found = []
    for file in sorted(SOURCES.rglob("*.py")):
        if ">>>" in file.read_text(encoding="utf-8"):
            path = file.relative_to(SOURCES.parent).with_suffix("")
            found.append(".".join(path.parts).removesuffix(".__init__"))
    return found


@pytest.mark.parametrize("name", _modules())
def test_examples_in_docstrings_are_true(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TABLEE_LANG", raising=False)
    module = importlib.import_module(name)
    outcomes = [_failures(test) for test in doctest.DocTestFinder().find(module) if test.examples]
    assert sum(tried for tried, _ in outcomes) > 0
    assert not "".join(texts for _, texts in outcomes)


def _pages() -> list[Path]:
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [page for page in pages if _examples(page)]


def _examples(page: Path) -> str:
    """The examples of a page's blocks of Python, one after the other."""
    blocks = [block for _, block in _FENCED.findall(page.read_text(encoding="utf-8"))]
    return "\n".join(block for block in blocks if ">>>" in block)


@pytest.mark.parametrize("page", [pytest.param(p, id=str(p.relative_to(ROOT))) for p in _pages()])
def test_examples_on_pages_are_true(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TABLEE_LANG", raising=False)
    test = doctest.DocTestParser().get_doctest(_examples(page), {}, page.name, str(page), 0)
    tried, texts = _failures(test)
    assert tried > 0
    assert not texts


def test_the_library_is_shown_by_examples() -> None:
    documented = {"tablee", "tablee.dice.law", "tablee.faces.library.library_laws"}
    assert documented <= set(_modules())
    assert ROOT / "README.md" in _pages()
