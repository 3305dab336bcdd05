"""The functions of a campaign record that the pages of a table call, each called in a state of a trial."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from tablee.rules.ambient import Ambient, around
from tablee.rules.campaign.building import campaign_record_of
from tablee.rules.campaign.record import read_fitting
from tablee.rules.checkup.hook_calls import refused_call
from tablee.rules.game import Game
from tablee.rules.refusal import Refusal
from tablee.rules.schema import read_record


def record_faults(game: Game, state: Mapping[str, Any]) -> Iterator[Refusal]:
    """Yield the refusals of functions of the campaign record that return no value of their kind in a
    state of a campaign."""
    rulings = read_record(game.rulings, {}, "rulings.")
    for call in _record_calls(game, state):
        with around(Ambient(rulings)):
            wrong = refused_call(call)
        if wrong is not None:
            yield wrong


def _record_calls(game: Game, state: Mapping[str, Any]) -> Iterator[Callable[[], Any]]:
    declared, campaign = campaign_record_of(game).declared, read_fitting(game, state)
    people = ("", *state["fiches"])
    if declared.offers is not None:
        yield partial(_counted, declared.offers, campaign)
    if declared.ledger_gauges is not None:
        for who in people:
            yield partial(declared.ledger_gauges, state["registres"], who)
    for who in people[1:2]:
        if declared.ledger_seats is not None:
            yield partial(declared.ledger_seats, campaign, {"": who})
        if declared.ledger_params is not None:
            for kind in game.procedures:
                yield partial(declared.ledger_params, campaign, {"": who}, kind)


def _counted(function: Callable[[Any], Iterable[Any]], value: Any) -> int:
    """Return how many values a function yields."""
    return len([*function(value)])
