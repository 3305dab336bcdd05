"""What the leader may keep from who throws: whatever it is, the same is asked of the same answers."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tablee.dice.house_dice import HouseDice
from tablee.rules.readings.session import Belief, Session
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_procedure, games
from tablee.rules.run_input import ask_about
from tablee.rules.run_json import pending_view, result_view
from tablee.rules.schema import fields_of
from tablee.rules.texts.words import Words
from tests.kit.params import values_of
from tests.kit.runs import any_answer, grid

SCREENED = [
    pytest.param(name, params, id=f"{name}-{place}")
    for name, place, params in grid()
    if find_procedure(name).hideable
]
KINDS = [kind for game in games() for kind in game.procedures if kind.hideable]


def _asked(session: Session) -> Any:
    """Return the seat that is asked, and its whole view."""
    return None if session.done else pending_view(session, Words(session.question.game))


@st.composite
def others(draw: st.DrawFn, name: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """The same run under other values of what may be screened."""
    kind = find_procedure(name)
    drawn = {each: values_of(fields_of(kind)[each].shape) for each in kind.hideable}
    return {**params, **draw(st.fixed_dictionaries({}, optional=drawn))}


@pytest.mark.parametrize(("name", "params"), SCREENED)
@settings(
    max_examples=15,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.generate),
)
@given(data=st.data())
def test_the_same_is_asked_whatever_is_screened(
    name: str, params: dict[str, Any], data: st.DataObject
) -> None:
    try:
        first = Session(ask_about(name, params))
        second = Session(ask_about(name, data.draw(others(name, params))))
    except (Refusal, Belief):
        return
    rng = random.Random(data.draw(st.integers(0, 2**32)))
    dice = HouseDice(rng.randrange(2**32))
    while True:
        assert _asked(first) == _asked(second)
        if first.done:
            return
        answer = any_answer(first, rng, dice)
        first.answer(answer)
        second.answer(answer)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
def test_what_is_screened_is_declared_and_matters(kind: Any) -> None:
    """It is a parameter, and what comes of the same dice depends on it."""
    assert set(kind.hideable) <= set(fields_of(kind))
    sets = [param.values[1] for param in SCREENED if param.values[0] == kind.id]
    results: dict[int, set[str]] = {}

    @settings(max_examples=150, suppress_health_check=list(HealthCheck), phases=(Phase.generate,))
    @given(place=st.integers(0, len(sets) - 1), data=st.data())
    def look(place: int, data: st.DataObject) -> None:
        params: Any = sets[place]
        try:
            session = Session(ask_about(kind.id, data.draw(others(kind.id, params))))
        except (Refusal, Belief):
            return
        rng, dice = random.Random(0), HouseDice(0)
        while not session.done:
            session.answer(any_answer(session, rng, dice))
        results.setdefault(place, set()).add(repr(result_view(session, None)))

    look()
    assert any(len(each) > 1 for each in results.values())
