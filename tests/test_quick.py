"""The tests that `make quick` chooses for a change."""

from __future__ import annotations

import pytest

from tests.kit.quick import MAX_FILES, nearest


@pytest.mark.parametrize(
    ("path", "test"),
    [
        ("tests/dice/test_law.py", "tests/dice/test_law.py"),
        ("src/tablee/dice/law.py", "tests/dice/test_law.py"),
        ("src/tablee/games/eclats/en.po", "tests/games/eclats"),
        ("src/tablee/games/eclats/action.py", "tests/games/eclats"),
        ("src/tablee/table/log/fold.py", "tests/table/test_fold.py"),
        ("tests/kit/params.py", "tests/games/test_properties.py"),
        ("README.md", "tests/test_documentation.py"),
    ],
)
def test_a_change_runs_the_tests_that_are_near(path: str, test: str) -> None:
    assert test in nearest([path])[:MAX_FILES]


def test_a_change_of_no_code_runs_nothing() -> None:
    assert nearest(["Makefile", "LICENSE"]) == []
