"""The one way to say no: what field, what it was, what is allowed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from tablee.rules.game import Game

Kind = Literal["param", "answer", "choice_needed", "too_large"]


class Refusal(Exception):
    """A run, or a question about one, that is refused as a whole; nothing was changed.

    `field` is the path of the parameter (`participants[0].ecartes`, `rulings.death`) or
    `answers[2]`; `got` what stood there; `allowed` what may stand there, a French sentence or
    noun phrase with `{}` fields filled from `numbers` (English through the word catalogues).
    `game`: whose words it is told in by `str`, where that is known.
    """

    game: Game | None = None

    def __init__(self, kind: Kind, field: str, got: Any, allowed: str, /, **numbers: Any) -> None:
        super().__init__(kind, field, got, allowed)
        self.kind: Kind = kind
        self.field = field
        self.got = got
        self.allowed = allowed
        self.numbers = numbers

    def __str__(self) -> str:
        """The refusal in words, in the language of `spoken`."""
        from tablee.rules.words import Words, spoken

        return Words(self.game, spoken()).refusal(self)

    def at(self, field: str) -> Refusal:
        """The same refusal told of another path."""
        return Refusal(self.kind, field, self.got, self.allowed, **self.numbers)

    def moved(self, paths: Mapping[str, str]) -> Refusal:
        """The same refusal with the first name of its path renamed by `paths` (a sub-rule's)."""
        field = moved(self.field, paths)
        return self if field == self.field else self.at(field)


def moved(path: str, paths: Mapping[str, str]) -> str:
    """A path with its first name renamed by `paths`."""
    head = path.split(".", 1)[0].split("[", 1)[0]
    return paths[head] + path[len(head) :] if head in paths else path


def refuse(field: str, got: Any, allowed: str, /, **numbers: Any) -> Refusal:
    """A refusal of a parameter, to be raised by `check` of a procedure."""
    return Refusal("param", field, got, allowed, **numbers)
