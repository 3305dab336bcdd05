"""The check of the lines of a trace in an imported log.

A line is a sentence with fields, which are filled in when somebody reads it. In a forged file the
numbers of a line may leave a field empty, and a field may lead into Python objects. The module may
import the wording of the rules; it must not know events or the state of a table.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any

from tablee.rules.refusal import Refusal, refuse
from tablee.rules.texts.words import Words
from tablee.table.log.outcomes import Line

MAX_FACES = 10_000
MAX_FACE = 2_000_000
"""Highest face: no die of any game shows more (see `dice_text`)."""
_DIGITS = 400
_NAME = re.compile(r"\w+")
_CHANCE = re.compile(rf"-?\d{{1,{_DIGITS}}}(/[1-9]\d{{0,{_DIGITS - 1}}})?", re.ASCII)
_DICE = re.compile(r"[1-9]\d{0,4}d[1-9]\d{0,5}!?", re.ASCII)
_KINDS = ("roll", "choice", "note")
_MAX_ID = 200


def check_lines(lines: Sequence[Line], languages: Sequence[Words], path: str) -> None:
    """Raise `Refusal` under `path` for a line that cannot be shown in each of the languages."""
    for place, line in enumerate(lines):
        _check_line(line, languages, f"{path}[{place}]")


def _check_line(line: Line, languages: Sequence[Words], path: str) -> None:
    if line.kind not in _KINDS:
        raise refuse(f"{path}.kind", line.kind, ", ".join(_KINDS))
    if any(len(each) > _MAX_ID for each in (*line.clauses, line.seen_by or "", line.about)):
        raise refuse(path, None, "des noms d’au plus {n:caractère|caractères}", n=_MAX_ID)
    if line.kind == "roll":
        _check_roll(line.numbers, f"{path}.numbers")
    try:
        _check_fields(line.text, line.numbers)
        for words in languages:
            words.phrase(line.text, **line.numbers)
    except Refusal:
        raise
    except Exception:
        raise refuse(f"{path}.text", line.text, "une phrase que ses nombres remplissent") from None


def _check_fields(text: str, numbers: Mapping[str, Any]) -> None:
    """Raise `ValueError` for a field that is more than a name, or a chance that is no fraction."""
    for _, name, spec, conversion in Formatter().parse(text):
        if name is None:
            continue
        if not _NAME.fullmatch(name) or conversion:
            raise ValueError(name)
        if spec == "%" and not _CHANCE.fullmatch(str(numbers[name])):
            raise ValueError(spec)
        _check_fields(spec or "", numbers)


def _check_roll(numbers: Mapping[str, Any], path: str) -> None:
    """Raise `Refusal` for a throw without the names, dice and faces that a page draws."""
    for name in ("who", "label"):
        if not isinstance(numbers.get(name), str):
            raise refuse(f"{path}.{name}", numbers.get(name), "un nom")
    dice, faces = numbers.get("dice"), numbers.get("faces")
    if not isinstance(dice, str) or not _DICE.fullmatch(dice):
        raise refuse(f"{path}.dice", dice, "des dés, comme 3d6")
    if not isinstance(faces, list) or not 0 < len(faces) <= MAX_FACES:
        raise refuse(f"{path}.faces", faces, "une liste de faces")
    if not all(type(face) is int and 0 <= face <= MAX_FACE for face in faces):
        raise refuse(f"{path}.faces", faces, "une liste de faces")
