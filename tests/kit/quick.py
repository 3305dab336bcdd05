"""Quick checks while one works: style, types, and the tests of what changed since `main`.

    python -m tests.kit.quick [GAME]

Without a game, the test files run nearest first: those that changed, those in the folder that
mirrors a changed one, then those that import a changed module, directly or through others. They
stop when the time is up. With a game, the tests of its folder run, and those over all games for it.
Tests marked `browser`, `server` or `slow` are left to `make test`.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SECONDS = 45
"""Duration of the tests of a change. The slowest test and the end of the type check may add to it."""
MAX_FILES = 30
"""Maximum number of test files in one call. Collecting all of them takes half a minute."""
LEFT_OUT = ("tests/browser", "tests/docs", "tests/packaging", "tests/server")
"""Folders whose tests all have one of the marks that are left out."""
FAST = "not browser and not server and not slow"


class TimeLimit:
    """A pytest plugin that stops the session after some seconds, between two tests."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds
        self._session: pytest.Session | None = None
        self.reached = False
        self.failed = False

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        self._session = session

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed |= report.failed

    def pytest_runtest_logfinish(self) -> None:
        if time.monotonic() > self._end and self._session is not None:
            self.reached = True
            self._session.shouldstop = "time is up; `make test` runs the rest"


def changed(base: str = "main") -> list[str]:
    """Return the paths of the files that differ from where the branch left `base`, new ones too."""
    found = _git("diff", "--name-only", "--diff-filter=d", "--merge-base", base)
    return [*found, *_git("ls-files", "--others", "--exclude-standard")]


def nearest(paths: Iterable[str]) -> list[str]:
    """Return the test files and folders for changed paths, nearest first."""
    distance: dict[str, int] = {}
    modules: set[str] = set()
    floors: set[str] = set()
    for path in paths:
        parts = Path(path).parts
        floors.update(parts[2:3] if parts[0] == "src" else parts[1:2])
        if parts[:2] == ("src", "tablee"):
            _put(distance, 1, _mirror(parts))
        elif parts[0] in ("docs", "README.md"):
            _put(distance, 1, "tests/test_documentation.py")
        elif parts[0] == "tests" and parts[-1].startswith("test_"):
            _put(distance, 0, path)
        elif parts[0] == "tests" and parts[-1] == "conftest.py" and len(parts) > 2:
            _put(distance, 1, Path(path).parent.as_posix())
        if path.endswith(".py") and parts[0] in ("src", "tests"):
            modules.add(_module(parts))
    for test, steps in _importers(modules).items():
        _put(distance, steps, test)
    files = [test for test in distance if not test.startswith(LEFT_OUT) and (ROOT / test).exists()]
    return sorted(files, key=lambda test: (distance[test], Path(test).parts[1] not in floors, test))


def _put(distance: dict[str, int], steps: int, test: str | None) -> None:
    if test is not None:
        distance[test] = min(steps, distance.get(test, steps))


def _mirror(parts: Sequence[str]) -> str | None:
    """Return the test file or folder named like a source file: that of `games/exil/body.py` is
    `tests/games/exil`. None: no folder below `tests` is that near."""
    inner = Path(*parts[2:])
    file = Path("tests") / inner.with_name(f"test_{inner.stem}.py")
    if (ROOT / file).exists():
        return file.as_posix()
    folder = Path("tests", *parts[2:4])
    return folder.as_posix() if len(parts) > 4 and (ROOT / folder).is_dir() else None


def _module(parts: Sequence[str]) -> str:
    """Return the dotted name of a Python file."""
    names = [*parts[1 if parts[0] == "src" else 0 : -1], Path(parts[-1]).stem]
    return ".".join(names[:-1] if names[-1] == "__init__" else names)


def _importers(modules: set[str]) -> dict[str, int]:
    """Return test file -> length of the shortest chain of imports to one of the modules."""
    import grimp

    graph = grimp.build_graph("tablee", "tests", cache_dir=str(ROOT / ".mypy_cache" / "imports"))
    found: dict[str, int] = {}
    seen = front = modules & graph.modules
    steps = 0
    while front:
        for module in front:
            if module.startswith("tests.") and module.rpartition(".")[2].startswith("test_"):
                found[module.replace(".", "/") + ".py"] = steps
        steps += 1
        front = {above for one in front for above in graph.find_modules_that_directly_import(one)}
        front -= seen
        seen = seen | front
    return found


def _git(*arguments: str) -> list[str]:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def _tool(name: str, *arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-m", name, *arguments], cwd=ROOT)


def _tests(arguments: Sequence[str], seconds: float) -> int:
    limit = TimeLimit(seconds)
    status = pytest.main(["-m", FAST, *arguments], plugins=[limit])
    stopped = limit.reached and status == pytest.ExitCode.INTERRUPTED
    failed = limit.failed if stopped else status not in (0, pytest.ExitCode.NO_TESTS_COLLECTED)
    return int(failed)


def of_change() -> int:
    """Check what changed since `main`; return the exit status."""
    if any(_tool("ruff", *call).wait() for call in (("check", "."), ("format", "--check", "."))):
        return 1
    types = _tool("mypy")
    tests = nearest(changed())
    print(f"{len(tests)} test files or folders for what changed since main, nearest first.")
    failed = _tests(tests[:MAX_FILES], SECONDS) if tests else 0
    return failed or types.wait()


DECLARATIONS = ("ruling_numbers", "clauses", "words", "rulings")
"""Tests of the declarations of a game: they take seconds and run first."""


def of_game(game: str) -> int:
    """Check one game; return the exit status."""
    folders = [f"src/tablee/games/{game}", f"tests/games/{game}"]
    if any(_tool("ruff", *call, *folders).wait() for call in (["check"], ["format", "--check"])):
        return 1
    types = _tool("mypy", *folders)
    shared = sorted(ROOT.glob("tests/games/test_*.py"))
    declarations = [ROOT / f"tests/games/test_{name}.py" for name in DECLARATIONS]
    files = dict.fromkeys([*declarations, ROOT / folders[1], *shared])
    arguments = [*(str(path.relative_to(ROOT)) for path in files), "-k", game]
    return _tests(arguments, SECONDS) or types.wait()


if __name__ == "__main__":
    sys.exit(of_game(sys.argv[1]) if sys.argv[1:] else of_change())
