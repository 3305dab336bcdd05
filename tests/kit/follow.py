"""The law of what follows a run by plain enumeration, policies and beliefs included."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tablee.dice.die import Throw
from tablee.rules.readings.session import Belief, Session
from tablee.rules.run_input import RunInput
from tests.kit.brute import throws

__all__ = ["follow"]


def follow(question: RunInput, depth: int = 0) -> dict[Any, Fraction]:
    """Result -> chance given the answers, by every face and every value of a belief."""
    found: dict[Any, Fraction] = {}
    _follow(question, 0, {}, Fraction(1), found, depth)
    total = sum(found.values(), Fraction())
    return {result: chance / total for result, chance in found.items()}


def _follow(
    question: RunInput,
    place: int,
    secrets: Mapping[str, Any],
    chance: Fraction,
    found: dict[Any, Fraction],
    depth: int,
) -> None:
    """From the first `place` answers on: given ones are followed, others enumerated."""
    try:
        session = Session(question.with_answers(question.answers[:place]), secrets)
    except Belief as belief:
        for value, share in belief.ask.value.items():
            known = {**secrets, belief.ask.label: value}
            _follow(question, place, known, chance * share, found, depth)
        return
    pending = session.pending
    if pending is None:
        found[session.result] = found.get(session.result, Fraction()) + chance
        return
    given = question.answers[place] if place < len(question.answers) else None
    if not isinstance(pending, Throw):
        assert given is not None, f"nobody answers {pending}"
        _follow(question, place + 1, secrets, chance, found, depth)
        return
    for faces, share in throws(pending, depth):
        answer = {"dice": list(faces)}
        if given is not None:
            if answer == given:
                _follow(question, place + 1, secrets, chance * share, found, depth)
            continue
        after = question.with_answers((*question.answers[:place], answer))
        _follow(after, place + 1, secrets, chance * share, found, depth)
