"""The helper modules of a game: Python files beside its file, or in its folder.

A game may be one file, which imports others of its folder (`import tables`), or a folder with an
`__init__.py`, which imports its own modules (`from .tables import DAMAGE`).
"""

from __future__ import annotations

import ast
import importlib
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.machinery import (
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    ExtensionFileLoader,
    FileFinder,
    ModuleSpec,
    PathFinder,
    SourceFileLoader,
)
from types import CodeType, ModuleType

from tablee.rules.authoring.source_lines import at_line
from tablee.rules.registry import GameFile, loaded_game_files
from tablee.rules.schema import forget

ENTRY = "__init__.py"
"""File of a folder that declares its game."""
LARGEST = 4 * 1024**2
"""Maximum size of a file in bytes."""
_LEFT: set[str] = set()
"""Paths of all helper modules that were imported under names of their own."""


def entry_of(path: str | os.PathLike[str]) -> str:
    """Return the file that declares a game: the path itself, or the entry of a folder."""
    name = os.fspath(path)
    return os.path.join(name, ENTRY) if os.path.isdir(name) else name


def is_package(path: str) -> bool:
    return os.path.basename(path) == ENTRY


def with_helpers(file: GameFile) -> GameFile:
    """Return a file with the helper modules that it imports, directly or through each other."""
    folder = os.path.dirname(os.path.abspath(file.path))
    found: dict[str, GameFile] = {}
    waiting = [file]
    while waiting:
        importing = waiting.pop()
        for path, _, _ in _imported(importing, folder):
            helper = _read(path) if path not in found else None
            if helper is not None:
                found[path] = helper
                waiting.append(helper)
    return GameFile(file.path, file.source, tuple(found.values()))


def _read(path: str) -> GameFile | None:
    """Return a helper module, or None where it cannot be read: its import then says why."""
    try:
        with open(path, "rb") as stream:
            return GameFile(path, stream.read(LARGEST + 1)[:LARGEST])
    except OSError:
        return None


def _imported(file: GameFile, root: str) -> Iterator[tuple[str, str, int]]:
    """Yield (path, module name, line) of the modules below `root` that a file imports."""
    try:
        tree = ast.parse(file.source)
    except (SyntaxError, ValueError):  # running the file names the mistake
        return
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                dotted = [(root, each.name) for each in names]
            case ast.ImportFrom(module=module, level=0) if module:
                dotted = [(root, module)]
            case ast.ImportFrom(module=module, names=names, level=level) if level:
                base = os.path.dirname(os.path.abspath(file.path))
                base = os.path.normpath(os.path.join(base, *[".."] * (level - 1)))
                dotted = [(base, module)] if module else [(base, each.name) for each in names]
            case _:
                continue
        for base, name in dotted:
            if f"{base}{os.sep}".startswith(f"{root}{os.sep}"):
                for path in _files_of(base, name) if name.split(".")[0] != "tablee" else ():
                    yield path, name, getattr(node, "lineno", 0)


def _files_of(base: str, name: str) -> Iterator[str]:
    """Yield the files of a dotted name and of its packages that exist."""
    parts = name.split(".")
    for end in range(1, len(parts) + 1):
        stem = os.path.join(base, *parts[:end])
        for path in (f"{stem}.py", os.path.join(stem, ENTRY)):
            if os.path.isfile(path):
                yield path


class _HelperFinder:
    """Finds the helper modules of the games, at any time: a rule may import one when it is played.

    Their folder is in no search path: another file in it, such as `random.py`, would take the place
    of a module of Python.
    """

    def __init__(self) -> None:
        self.folders: dict[str, str] = {}
        """Name of a helper module -> its folder."""

    def find_spec(self, name: str, path: object = None, _: object = None) -> ModuleSpec | None:
        folder = self.folders.get(name) if path is None else None
        return PathFinder.find_spec(name, [folder]) if folder else None


_helpers = _HelperFinder()
sys.meta_path.insert(0, _helpers)


class _SourceOnly(SourceFileLoader):
    """Loads a module from its source alone.

    Python's stored bytecode is good for a source of the same size and the same second, and a designer
    who saves twice in a second would play the rules of the first save."""

    def get_code(self, _: str) -> CodeType:
        return self.source_to_code(self.get_data(self.path), self.path)


def _without_bytecode(folders: Iterable[str]) -> None:
    """Let the imports from these folders take no stored bytecode."""
    loaders = (ExtensionFileLoader, EXTENSION_SUFFIXES), (_SourceOnly, SOURCE_SUFFIXES)
    for folder in folders:
        sys.path_importer_cache[folder] = FileFinder(folder, *loaders)


def forget_helpers(file: GameFile, name: str) -> None:
    """Drop the helper modules of a game, which is the module `name`, so that they are read again."""
    paths = {helper.path for helper in file.helpers}
    for module, each in list(sys.modules.items()):
        path = os.path.abspath(getattr(each, "__file__", None) or "")
        if path in paths or module.startswith(f"{name}."):
            del sys.modules[module]
            forget(module)


@contextmanager
def imports(file: GameFile, module: ModuleType) -> Iterator[None]:
    """Let the file of a game import its helper modules while it runs as `module`.

    Raises `Refusal` for a name that another module has already."""
    folder = os.path.dirname(os.path.abspath(file.path))
    importlib.invalidate_caches()
    _without_bytecode({folder, *(os.path.dirname(helper.path) for helper in file.helpers)})
    if is_package(file.path):
        module.__path__ = [folder]
        module.__package__ = module.__name__
        yield
        return
    for importing in (file, *file.helpers):
        _take_names(importing, folder)
    _LEFT.update(helper.path for helper in file.helpers)
    sys.path.append(folder)  # for names that no `import` statement shows
    try:
        yield
    finally:
        sys.path.remove(folder)


def _take_names(file: GameFile, folder: str) -> None:
    """Let the helpers that a file imports be found. Raises `Refusal` for one whose name another module
    has; one that was left by a game that is no longer loaded is dropped."""
    loaded = {helper.path for each in loaded_game_files().values() for helper in each.helpers}
    for path, name, line in _imported(file, folder):
        top = name.partition(".")[0]
        known = getattr(sys.modules.get(top), "__file__", None)
        if known and os.path.abspath(known) in _LEFT - loaded:
            del sys.modules[top]
        if _is_taken(top, folder):
            allowed = "un autre nom : un module le porte déjà"
            raise at_line(file, line, os.path.basename(path).removesuffix(".py"), allowed)
        _helpers.folders[top] = folder


def _is_taken(name: str, folder: str) -> bool:
    """Return whether a name is that of a module outside the folder, imported or not."""
    if name in sys.stdlib_module_names:
        return True
    if name in sys.modules:
        place = getattr(sys.modules[name], "__file__", None)
    else:
        found = PathFinder.find_spec(name)
        place = found.origin if found else None
    return place is not None and not os.path.abspath(place).startswith(f"{folder}{os.sep}")


def place_in(file: GameFile, frames: Iterable[tuple[str, int]]) -> tuple[GameFile, int]:
    """Return the innermost place of an error in a game: the file or a helper module, and the line.

    `frames`: the paths and lines that the error passed through, the innermost last. Line 0: none.
    """
    own = {os.path.abspath(each.path): each for each in (file, *file.helpers)}
    places = [(own[path], line) for path, line in frames if path in own]
    return places[-1] if places else (file, 0)
