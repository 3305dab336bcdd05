"""The refusal of a value: its path, the value given, what is allowed.

A refusal does not know how it is worded: `tablee.rules.texts.words` sets `Refusal.describe`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Literal

Kind = Literal["param", "answer", "choice_needed", "too_large"]


class Refusal(Exception):
    """An error that refuses a run, an act or a request as a whole; nothing is changed.

    `field` is the path of the parameter (`participants[0].ecartes`, `rulings.death`) or
    `answers[2]`. `got` is the value there. `allowed` is a French sentence or noun phrase with `{}`
    fields filled from `numbers` (English through the word catalogues). `game` is the game, where
    known, whose words `str` uses.
    """

    game: object = None
    describe: ClassVar[Callable[[Refusal], str] | None] = None
    """The function that words a refusal in the language of the program, set by `words`."""

    def __init__(self, kind: Kind, field: str, got: Any, allowed: str, /, **numbers: Any) -> None:
        super().__init__(kind, field, got, allowed)
        self.kind: Kind = kind
        self.field = field
        self.got = got
        self.allowed = allowed
        self.numbers = numbers

    def __str__(self) -> str:
        """Return the message, in the language of the program where the words are loaded."""
        if Refusal.describe is None:
            return f"{self.field}: {self.allowed}"
        return Refusal.describe(self)

    def at(self, field: str) -> Refusal:
        """Return the same refusal with another path."""
        return Refusal(self.kind, field, self.got, self.allowed, **self.numbers)

    def without_folder(self) -> Refusal:
        """Return a refusal of a line of a game file with the name of the file alone: its folder is a
        matter of the host, not of the people at a table. Another path stays as it is."""
        return self.at(self.field.rpartition(os.sep)[2])

    def moved(self, paths: Mapping[str, str]) -> Refusal:
        """Return the same refusal with the first name of its path replaced by `paths`."""
        field = moved(self.field, paths)
        return self if field == self.field else self.at(field)


def moved(path: str, paths: Mapping[str, str]) -> str:
    """Return a path with its first name replaced by `paths`."""
    head = path.split(".", 1)[0].split("[", 1)[0]
    return paths[head] + path[len(head) :] if head in paths else path


def refuse(field: str, got: Any, allowed: str, /, **numbers: Any) -> Refusal:
    """Return the refusal of a parameter, for `check` of a procedure to raise."""
    return Refusal("param", field, got, allowed, **numbers)


def refuse_name(field: str, got: Any, known: Iterable[str], kind: Kind = "param") -> Refusal:
    """Return the refusal of a name that is none of the `known` ones. The message shows the known
    name that is nearest to it."""
    names = list(known)
    allowed = "un nom parmi : {known:=}"
    return Refusal(
        kind, field, got, allowed, known=", ".join(names) or "–", nearest=_nearest(got, names)
    )


def unknown_name(field: str, got: Any, known: Iterable[str], kind: Kind = "param") -> Refusal:
    """Return the refusal of a field that nothing has; `field` ends with its name. The message shows
    the known name that is nearest to it."""
    names = list(known)
    near = _nearest(field.rpartition(".")[2], names)
    allowed = "un nom parmi : {known:=}"
    return Refusal(kind, field, got, allowed, known=", ".join(names) or "–", near=near)


def _nearest(written: Any, names: list[str]) -> str:
    """Return the name that is nearest to a written one, "" for none."""
    from difflib import get_close_matches  # slow to load, and seldom needed

    text = written if isinstance(written, str) and len(written) <= 100 else ""
    folded = {name.casefold(): name for name in reversed(names)}
    return next((folded[near] for near in get_close_matches(text.casefold(), folded, 1)), "")


def not_installed(field: str, got: Any, package: str, extra: str) -> Refusal:
    """Return the refusal of what needs an optional package. `extra`: the extra of `tablee` that
    installs it."""
    return refuse(
        field,
        got,
        "le paquet {package:=}, qui n’est pas installé ici ; {command:=}",
        package=package,
        command=f"pip install 'tablee[{extra}]'",
    )
