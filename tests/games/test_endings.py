"""Every way that a fight or a long procedure can end has a recorded run that ends so."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from tablee.rules.procedure import Procedure
from tablee.rules.readings.session import play
from tablee.rules.refusal import Refusal
from tablee.rules.registry import games
from tablee.rules.run_input import read_run
from tablee.rules.schema import fields_of
from tablee.rules.shapes import Choice, Either, Nothing, Shape, Whole, YesNo
from tests.kit.examples import examples

FEW = 10
"""The maximum number of values of a whole number that count as one ending each."""
ENDING = [kind for game in games() for kind in game.procedures if kind.endings]
WAYS = [
    pytest.param(kind, name, id=f"{kind.id}-{name}") for kind in ENDING for name in kind.endings
]


@cache
def recorded() -> dict[str, list[Any]]:
    """Procedure -> the results of its recorded runs."""
    found: dict[str, list[Any]] = {}
    for _, example in examples():
        if example["call"] != "resolve":
            continue
        try:
            session = play(read_run(example["run"]))
        except Refusal:
            continue
        if session.done:
            found.setdefault(example["run"]["procedure"], []).append(session.result)
    return found


def ways(shape: Shape) -> Iterator[str]:
    """Return the endings that a field distinguishes, by name."""
    match shape:
        case Choice(values=values):
            yield from map(str, values)
        case YesNo():
            yield from ("True", "False")
        case Nothing():
            yield "None"
        case Whole(low=int() as low, high=int() as high) if high - low < FEW:
            yield from map(str, range(low, high + 1))
        case Either(shapes=shapes):
            for each in shapes:
                yield from ways(each)
        case _:
            yield "any"


def way_of(shape: Shape, value: Any) -> str:
    texts = str(value)
    return texts if texts in set(ways(shape)) else "any"


@pytest.mark.parametrize(("kind", "name"), WAYS)
def test_every_ending_has_a_recorded_run(kind: type[Procedure[Any]], name: str) -> None:
    shape = fields_of(kind.result_type())[name].shape
    ended = {way_of(shape, getattr(result, name)) for result in recorded().get(kind.id, [])}
    missing = set(ways(shape)) - ended
    assert not missing, f"{kind.id}: no recorded run ends with {name} = {sorted(missing)}"


def test_fights_and_long_procedures_say_how_they_end() -> None:
    assert {kind.id for kind in ENDING} >= {
        "exil.contact_round",
        "exil.duel",
        "exil.melee",
        "exil.extended",
        "armes_dieux.opposition",
        "armes_dieux.oppositions",
        "loss.active",
        "loss.combat",
        "loss.dissimulation",
        "eclats.action",
        "eclats.negociation",
        "socle.duel",
        "socle.duel_d6",
        "socle.combat",
        "socle.combat_d6",
        "socle.chronometre",
    }
