"""The two ways drawn on the architecture page: their functions exist, and they are few."""

from __future__ import annotations

import inspect
import pkgutil
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
MAX_FUNCTIONS = 15
ROW = re.compile(r"^\| `(tablee\.([a-z]+)\.[a-z_.]+:[A-Za-z_.]+)` \| ([a-z]+) \|", re.MULTILINE)


def ways(lang: str) -> list[list[tuple[str, str, str]]]:
    """Return the rows of each way: name, floor of its module, floor on the page."""
    text = (DOCS / lang / "architecture.md").read_text()
    found = [ROW.findall(section) for section in text.split("\n### ")[1:]]
    return [rows for rows in found if rows]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_each_function_of_a_way_exists_on_its_floor(lang: str) -> None:
    act, law = ways(lang)
    for way in (act, law):
        names = [name for name, _, _ in way]
        assert len(names) == len(set(names)) <= MAX_FUNCTIONS
        for name, module, floor in way:
            function = pkgutil.resolve_name(name)
            assert module == floor
            assert callable(function)
            # a route and a declared command are objects that a decorator made
            plain = inspect.isfunction(function) and function.__name__ in name
            assert not plain or function.__module__ == name.partition(":")[0]


def test_both_languages_draw_the_same_ways() -> None:
    assert ways("en") == ways("fr")
