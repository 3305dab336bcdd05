"""Secrets that a rule gives away: two runs that only a secret tells apart, as other seats see them.

A secret is a parameter that `concealed` hides from a seat, or a choice that is not public (`choose`
with `secret=True`). What another seat sees of a run, its public result given, may not depend on it
before a note reveals it (`reveals=True`).
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from tablee.rules.authoring.source_lines import at_source
from tablee.rules.checkup.leaks import Leak, leaks
from tablee.rules.checkup.random_runs import random_run
from tablee.rules.checkup.small_params import ENDS, small_questions, small_value
from tablee.rules.game import Game
from tablee.rules.game_checks import unsound
from tablee.rules.procedure import Procedure
from tablee.rules.refusal import Refusal
from tablee.rules.registry import GameFile
from tablee.rules.run_input import RunInput, ask_of
from tablee.rules.schema import Field, fields_of, show
from tablee.rules.shapes import Either

NOBODY = "personne"
"""A seat of no rule: somebody who only watches."""
STATES = 60
"""States of a run that are compared."""


def betrayed_secrets(game: Game, file: GameFile) -> Iterator[Refusal]:
    """Yield a refusal, with the line of its rule, for each secret that a seat can tell."""
    for kind in game.procedures:
        if kind.concealed is not Procedure.concealed:
            yield from _of_procedure(game, kind, file)
        yield from _of_choices(game, kind, file)


def _of_procedure(game: Game, kind: type[Procedure[Any]], file: GameFile) -> Iterator[Refusal]:
    known: dict[str, set[str]] = defaultdict(set)
    """The seats that can tell a secret, by its name."""
    for question in small_questions(game, kind):
        for seat in _seats(question):
            for name in sorted(question.procedure.concealed(seat)):
                worlds = worlds_of(question, name)
                is_known = seat in known[name] or (seat == NOBODY and known[name])
                found = [] if is_known else leaks(worlds, seat, STATES)
                if found:
                    known[name].add(seat)
                    yield at_source(file, _of_leak(kind, name, found[0]))


def _of_choices(game: Game, kind: type[Procedure[Any]], file: GameFile) -> Iterator[Refusal]:
    """Yield a refusal for the first seat that can tell a secret choice of another seat. The states of
    one question differ by the answers."""
    for question in small_questions(game, kind):
        made = random_run(question, 1).trace
        secret = {
            str(e.numbers["label"]): e.seen_by for e in made if e.kind == "choice" and e.seen_by
        }
        for seat in _seats(question) if secret else ():
            hidden = [label for label, owner in secret.items() if owner != seat]
            found = leaks([question], seat, STATES) if hidden else []
            if found:
                yield at_source(file, _of_leak(kind, ", ".join(hidden), found[0]))
                return


def _seats(question: RunInput) -> list[str]:
    """Return the seats that may not see everything of a run, and somebody who only watches."""
    kind, leader = type(question.procedure), question.game.leader
    asked = {str(each.numbers.get("who", "")) for each in random_run(question, 1).trace}
    return [*sorted({*kind.seats, *asked} - {leader, ""}), NOBODY]


def worlds_of(question: RunInput, name: str) -> list[RunInput]:
    """Return the question with other values of a parameter, itself first."""
    field = fields_of(type(question.procedure)).get(name)
    found = [question]
    for value in _values(field) if field else ():
        given = {**question.given, name: value}
        try:
            other = ask_of(type(question.procedure), question.game, given)
        except Refusal:
            continue
        if all(show(other.procedure) != show(each.procedure) for each in found):
            found.append(other)
    return found


def _values(field: Field) -> Iterator[Any]:
    shape = field.shape.shapes[0] if isinstance(field.shape, Either) else field.shape
    for end in ENDS:
        try:
            yield small_value(shape, end)
        except LookupError:
            return


def _of_leak(kind: type[Any], name: str, leak: Leak) -> Refusal:
    one, other = (json.loads(f"[{_listed(text)}]") for text in (leak.one, leak.other))
    return betrayed(kind, name, leak.seat, *difference(one, other))


def betrayed(kind: type[Any], name: str, seat: str, one: str, other: str) -> Refusal:
    """Return the refusal of a secret that a seat can tell by one of two texts."""
    allowed = (
        "un secret que {seat} ne peut pas deviner ; selon sa valeur, on y lit « {one:=} » ou "
        "« {other:=} »"
    )
    return unsound((kind.__name__, "rule"), name, allowed, seat=seat, one=one, other=other)


def _listed(text: str) -> str:
    """Return the JSON of a view, or of its notes followed by its next ask, as items of a list."""
    return json.dumps(text) if text == "the end" else text.replace("]{", "],{", 1)


def difference(one: Any, other: Any) -> tuple[str, str]:
    """Return the texts in which two views differ first."""
    if isinstance(one, dict) and isinstance(other, dict):
        names = [name for name in {**one, **other} if one.get(name) != other.get(name)]
        name = "text" if "text" in names else names[0]
        return difference(one.get(name), other.get(name))
    if isinstance(one, list) and isinstance(other, list):
        pairs = zip(one, other, strict=False)
        place = next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
        if place < min(len(one), len(other)):
            return difference(one[place], other[place])
        return _item(one, place), _item(other, place)
    return _short(one), _short(other)


def _item(items: list[Any], place: int) -> str:
    return _short(items[place]) if place < len(items) else "–"


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else f"{text[:79]}…"
