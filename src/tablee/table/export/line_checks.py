"""What is told in a log, checked: sentences with fields that are filled in when somebody reads
them.

A sentence of a forged file may have fields that its numbers do not fill, or that lead elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any

from tablee.rules.refusal import Refusal, refuse
from tablee.rules.words import Words
from tablee.table.log.outcomes import Line

MOST_FACES = 10_000
HIGHEST = 2_000_000
"""No die of any game shows more: see `dice_text`."""
_DIGITS = 400
_NAME = re.compile(r"\w+")
_CHANCE = re.compile(rf"-?\d{{1,{_DIGITS}}}(/[1-9]\d{{0,{_DIGITS - 1}}})?", re.ASCII)
_DICE = re.compile(r"[1-9]\d{0,4}d[1-9]\d{0,5}!?", re.ASCII)
_KINDS = ("roll", "choice", "note")
_LONGEST_ID = 200


class Sentences:
    """The lines of one log, each tried in all `words` that they may be told in."""

    def __init__(self, words: Sequence[Words]) -> None:
        self.words = words

    def lines(self, lines: Sequence[Line], path: str) -> None:
        """Raises `Refusal` when one of the lines cannot be told."""
        for place, line in enumerate(lines):
            self._line(line, f"{path}[{place}]")

    def _line(self, line: Line, path: str) -> None:
        if line.kind not in _KINDS:
            raise refuse(f"{path}.kind", line.kind, ", ".join(_KINDS))
        if any(len(each) > _LONGEST_ID for each in (*line.clauses, line.seen_by or "", line.about)):
            raise refuse(path, None, "des noms d’au plus {n:caractère|caractères}", n=_LONGEST_ID)
        if line.kind == "roll":
            _check_roll(line.numbers, f"{path}.numbers")
        try:
            _check_fields(line.text, line.numbers)
            for words in self.words:
                words.phrase(line.text, **line.numbers)
        except Refusal:
            raise
        except Exception:
            raise refuse(f"{path}.text", line.text, _TOLD) from None


_TOLD = "une phrase que ses nombres remplissent"


def _check_fields(text: str, numbers: Mapping[str, Any]) -> None:
    """Raises `ValueError` for a field that is more than a name, or a chance that is none."""
    for _, name, spec, conversion in Formatter().parse(text):
        if name is None:
            continue
        if not _NAME.fullmatch(name) or conversion:
            raise ValueError(name)
        if spec == "%" and not _CHANCE.fullmatch(str(numbers[name])):
            raise ValueError(spec)
        _check_fields(spec or "", numbers)


def _check_roll(numbers: Mapping[str, Any], path: str) -> None:
    """A throw that is told has what a page draws of it."""
    for name in ("who", "label"):
        if not isinstance(numbers.get(name), str):
            raise refuse(f"{path}.{name}", numbers.get(name), "un nom")
    dice, faces = numbers.get("dice"), numbers.get("faces")
    if not isinstance(dice, str) or not _DICE.fullmatch(dice):
        raise refuse(f"{path}.dice", dice, "des dés, comme 3d6")
    if (
        not isinstance(faces, list)
        or not 0 < len(faces) <= MOST_FACES
        or not all(map(_face, faces))
    ):
        raise refuse(f"{path}.faces", faces, "une liste de faces")


def _face(face: Any) -> bool:
    return type(face) is int and 0 <= face <= HIGHEST
