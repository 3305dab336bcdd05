"""Secrecy of a run: what a seat sees depends only on what that seat may know.

Worlds that differ in what is concealed from a seat are played side by side under the same answers.
Two things must not tell them apart: what comes next (notes and the next ask, or the end), after the
seat has seen the same and the same was revealed; and the whole view of a finished run, when the
seat saw the same answers, the same public result and the same revelations. That somebody is at work
on a part that the seat may not follow is public, how long it takes is not.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from tablee.dice.die import OpenDie, Throw
from tablee.rules.forms import Form, FreeText, TextAndNumber
from tablee.rules.questions import Choose
from tablee.rules.readings.explain import explain, visible
from tablee.rules.readings.session import Belief, Session
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import RunInput
from tablee.rules.run_json import may_follow, pending_view, result_view, run_view
from tablee.rules.texts.words import Words

Answer = Mapping[str, Any]
Seen = tuple[str, ...]
"""What a seat saw on the way, as JSON texts: asks and visible answers."""


class Leak(NamedTuple):
    """Two views of a seat, as JSON texts, that only a secret tells apart: of the next step of a run
    (`part` is "next"), or of a finished one ("view")."""

    part: str
    procedure: str
    seat: str
    one: str
    other: str


def leaks(worlds: Sequence[RunInput], seat: str, runs: int = 300) -> list[Leak]:
    """Return the differences between the worlds that `seat` sees, in at most `runs` states of
    each."""
    following: dict[Any, str] = {}
    ends: dict[Any, str] = {}
    found: dict[Leak, None] = {}

    def compare(what: str, table: dict[Any, str], key: Any, view: str, name: str) -> None:
        other = table.setdefault(key, view)
        if other != view:
            found[Leak(what, name, seat, other, view)] = None

    for question in worlds:
        name, words = question.procedure.id, Words(question.game, question.game.lang)
        for session, seen, answers in _states(question, seat, runs):
            notes, revealed = _news(session, words, seat)
            if not _goes_on(session, seat, seen, (notes, revealed)):
                compare("next", following, (seen, revealed), notes, name)
            if session.pending is None:
                result = _json(result_view(session, seat))
                key = (answers, result, _texts(session, words, seat, 0, reveals=True))
                compare("view", ends, key, _json(run_view(session, words, seat)), name)
    return list(found)


def _goes_on(session: Session, seat: str, seen: Seen, news: tuple[str, str]) -> bool:
    """Return whether a part that the seat may not follow merely goes on: its screen has not
    changed."""
    return not may_follow(session, seat) and seen[-3:] == (*news, _json("?"))


def _news(session: Session, words: Words, seat: str) -> tuple[str, str]:
    """Return what came since the last answer: (notes and the next ask, or the end; revelations)."""
    since = max((i for i, e in enumerate(session.trace) if e.kind != "note"), default=-1) + 1
    revealed = _texts(session, words, seat, since, reveals=True)
    if session.pending is None:
        return "the end", revealed
    ask = _json(pending_view(session, words, seat))
    texts = _texts(session, words, seat, since, reveals=False)
    if may_follow(session, seat):
        return texts + ask, revealed
    return texts, revealed + ask


def _texts(session: Session, words: Words, seat: str, since: int, reveals: bool) -> str:
    entries, steps = visible(session, seat, since), explain(session, words, seat, since)
    return _json(
        [
            step.view()
            for entry, step in zip(entries, steps, strict=True)
            if entry.kind == "note" and entry.reveals == reveals
        ]
    )


def _states(
    question: RunInput, seat: str, most: int
) -> Iterable[tuple[Session, Seen, tuple[str, ...]]]:
    """Yield states of runs with what the seat saw of asks and answers, breadth first."""
    waiting: list[tuple[tuple[Answer, ...], Seen, tuple[str, ...]]] = [((), (), ())]
    for place in itertools.count():
        if place >= min(most, len(waiting)):
            return
        answers, seen, shown = waiting[place]
        try:
            session = Session(question.with_answers(answers))
        except (Refusal, Belief):
            continue
        yield session, seen, shown
        if session.pending is None or len(waiting) >= most:
            continue
        news = _news(session, Words(question.game, question.game.lang), seat)
        for answer in _answers(session):
            answered = _json(_answer_view(session, answer, seat))
            silent = _goes_on(session, seat, seen, news)
            waiting.append(
                (
                    (*answers, answer),
                    seen if silent else (*seen, *news, answered),
                    shown if silent else (*shown, answered),
                )
            )


def _answer_view(session: Session, answer: Answer, seat: str) -> Any:
    """Return an answer as the seat sees it."""
    pending = session.pending
    if not may_follow(session, seat):
        return "?"
    if isinstance(pending, Throw):
        return answer
    if isinstance(pending, Choose):
        return answer if _open(session, pending, seat) else "?"
    assert pending is not None
    return [
        value if _open(session, choice, seat) else "?"
        for choice, value in zip(pending.choices, answer["together"], strict=True)
    ]


def _open(session: Session, choice: Choose[Any], seat: str) -> bool:
    return not choice.secret or session.outer(choice.who) == seat


def _answers(session: Session) -> list[Answer]:
    """Return a few legal answers, always the same for the same ask."""
    pending = session.pending
    if isinstance(pending, Throw):
        return [{"dice": list(faces)} for faces in _faces(pending)]
    if isinstance(pending, Choose):
        return [{"choose": value} for value in _values(pending.form)]
    assert pending is not None
    each = [_values(choice.form)[:3] for choice in pending.choices]
    return [{"together": list(values)} for values in itertools.islice(itertools.product(*each), 9)]


def _faces(throw: Throw) -> list[tuple[int, ...]]:
    die, count = throw.die, throw.count
    if isinstance(die, OpenDie):
        middle = die.sides // 2
        return [(middle,), (die.sides - 1,), (die.up, middle), (die.down, middle)]
    if count == 1 and die.sides <= 12:
        return [(face,) for face in die.faces]
    spread = tuple(die.lowest + place % die.sides for place in range(count))
    middle = (die.lowest + die.highest) // 2
    return [(die.lowest,) * count, spread, (middle,) * count, (die.highest,) * count]


def _values(form: Form[Any]) -> list[Any]:
    if isinstance(form, TextAndNumber):
        offers = [{"texte": "quelques mots", form.name: n} for n in (form.low, form.high)]
        return [*offers, *form.others]
    if isinstance(form, FreeText):
        return ["quelques mots"]
    values = list(itertools.islice(form.values(), 200))
    return values if len(values) <= 4 else [*values[:3], values[-1]]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
