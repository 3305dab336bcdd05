"""What holds of every ledger of every game: a pure fold, refused as a whole at the event's place."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablee.rules.ledger import Ledger
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.rules.registry import games
from tablee.rules.run_input import ask_about
from tablee.rules.schema import Tagged, fields_of, show
from tablee.rules.shapes import Many
from tests.kit.params import values_of
from tests.kit.runs import grid

LEDGERS = [kind for game in games() for kind in game.procedures if issubclass(kind, Ledger)]
STARTS = [
    pytest.param(kind, params, id=f"{kind.id}-{place}")
    for kind in LEDGERS
    for procedure, place, params in grid()
    if procedure == kind.id
]
some = settings(
    max_examples=8,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def state(kind: type[Ledger[Any, Any]], params: dict[str, Any]) -> Any:
    session = Session(ask_about(kind.id, params))
    assert session.done
    return show(session.result)["etat"]


def played(
    kind: type[Ledger[Any, Any]], start: dict[str, Any], events: list[dict[str, Any]]
) -> Any:
    return state(kind, start | {"evenements": events})


def lasting(
    kind: type[Ledger[Any, Any]], start: dict[str, Any], data: st.DataObject, tries: int
) -> list[dict[str, Any]]:
    """Events at random that may come one after the other; those that may not are left out, after a
    look at how they are refused."""
    shape = _event_shape(kind)
    etat = state(kind, start)
    events: list[dict[str, Any]] = []
    for event in data.draw(st.lists(values_of(shape), max_size=tries)):
        try:
            etat = played(kind, {"etat": etat}, [event])
        except Refusal as refusal:
            _refused_at(kind, refusal, 0, event)
            _refused_as_a_whole(kind, start, events, event)
        else:
            events.append(event)
    return events


def _refused_as_a_whole(
    kind: type[Ledger[Any, Any]],
    start: dict[str, Any],
    before: list[dict[str, Any]],
    event: dict[str, Any],
) -> None:
    with pytest.raises(Refusal) as caught:
        played(kind, start, [*before, event])
    _refused_at(kind, caught.value, len(before), event)


def _refused_at(
    kind: type[Ledger[Any, Any]], refusal: Refusal, place: int, event: dict[str, Any]
) -> None:
    head, _, field = refusal.field.partition("].")
    assert (refusal.kind, head) == ("param", f"evenements[{place}")
    declared = fields_of(_event_shape(kind).named()[event["type"]])
    assert re.split(r"[.\[]", field)[0] in ("type", *declared)


def _event_shape(kind: type[Ledger[Any, Any]]) -> Tagged:
    shape = fields_of(kind)["evenements"].shape
    assert isinstance(shape, Many)
    assert isinstance(shape.item, Tagged)
    return shape.item


@pytest.mark.parametrize(("kind", "params"), STARTS)
@some
@given(data=st.data())
def test_two_lists_one_after_the_other_are_the_joined_list(
    kind: type[Ledger[Any, Any]], params: dict[str, Any], data: st.DataObject
) -> None:
    start = {name: value for name, value in params.items() if name != "evenements"}
    given_before = params.get("evenements", [])
    middle = played(kind, start, given_before)
    events = lasting(kind, {"etat": middle}, data, 25)
    whole = played(kind, start, [*given_before, *events])
    assert played(kind, {"etat": middle}, events) == whole
    cut = data.draw(st.integers(0, len(events)))
    halfway = played(kind, {"etat": middle}, events[:cut])
    assert played(kind, {"etat": halfway}, events[cut:]) == whole


@pytest.mark.parametrize("kind", LEDGERS, ids=lambda kind: kind.id)
def test_without_events_a_ledger_is_at_its_beginning(kind: type[Ledger[Any, Any]]) -> None:
    field = fields_of(kind)["etat"]
    beginning = field.shape.show(field.default)
    assert state(kind, {}) == beginning
    assert state(kind, {"etat": beginning, "evenements": []}) == beginning


@pytest.mark.parametrize(("kind", "params"), STARTS)
def test_every_event_that_changes_something_is_shown(
    kind: type[Ledger[Any, Any]], params: dict[str, Any]
) -> None:
    events = params.get("evenements", [])
    runs = [
        Session(ask_about(kind.id, params | {"evenements": events[:count]}))
        for count in range(len(events) + 1)
    ]
    for before, after, event in zip(runs, runs[1:], events, strict=False):
        assert after.trace[: len(before.trace)] == before.trace
        changed = after.result.etat != before.result.etat
        assert len(after.trace) > len(before.trace) or not changed, event
