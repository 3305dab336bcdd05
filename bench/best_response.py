"""How much the strategies of a whole fight lose against best replies computed apart.

`python -m bench.best_response`: duels of 20 tours between Potentiels de Combat of 9 to 14. The
strategies are those of the games in each state; each side is then replaced by a best reply to the other,
tour by tour. Both results bound the value, and their difference is the exploitability.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from bench.fights import DUELS, TURNS, free
from tablee.rules.procedure import Procedure
from tablee.rules.readings.advice.advise import advise, root_of
from tablee.rules.readings.columns import fights
from tablee.rules.readings.columns.fights import WholeFight
from tablee.rules.readings.columns.plan import CompiledLevel
from tablee.rules.readings.solving.float_simplex import SMALL, mixtures
from tablee.rules.run_input import ask_about

SOME = 50_000
"""Number of decisions computed together."""
Three = tuple[Any, Any, Any]
"""Numbers when both sides follow their strategies, when the second side replies best, and when the
first one does."""


def exploitability(fight: WholeFight, root: Procedure[Any]) -> tuple[float, float]:
    """Return what the strategies of both sides guarantee them in a state, by best replies: the first
    side at least the first number, the second side at most the second one.

    The numbers are those of the first worth of the fight.
    """
    plan = fight.plan
    found = fight.exploration.index_of(root)
    assert found is not None
    table, index, ticks = found
    values: list[Any] = [plan.new_values() for _ in range(3)]
    after: list[Any] = [np.zeros(plan.entered) for _ in range(3)]
    for tick in range(1, ticks + 1):
        for each, then in zip(values, after, strict=True):
            plan.set_next_tick(each, then, tick)
        for level in plan.levels:
            _evaluate(level, values, tick)
        after = [plan.values_of_entered(each) for each in values]
    _, low, high = (float(each[plan.place_of(table, index)]) for each in values)
    return low, high


def _evaluate(level: CompiledLevel, values: list[Any], tick: int) -> None:
    """Set the three values of a level."""
    slots = np.repeat(np.arange(level.slots), np.diff(level.starts))
    means = []
    for each in values:
        products = level.weights * each[level.children]
        mean = np.bincount(slots, products, level.slots).astype(np.float64, copy=False)
        level.add_payoffs(mean, slice(None), tick, 0, 1.0)
        means.append(mean)
    if level.decisions is None:
        for each, mean in zip(values, means, strict=True):
            each[level.base : level.base + level.slots] = mean
        return
    for kind, rows, columns, nodes in _groups(level):
        firsts = level.decisions.firsts[nodes]
        answers = [mean[firsts[:, None] + np.arange(rows * columns)] for mean in means]
        found = _decided(kind, [each.reshape(-1, rows, columns) for each in answers])
        for each, value in zip(values, found, strict=True):
            each[level.base + nodes] = value


def _groups(level: CompiledLevel) -> Iterator[tuple[str, int, int, Any]]:
    """Yield the kind, the rows, the columns and the indices of some decisions."""
    assert level.decisions is not None
    for kind, rows, columns, nodes in level.decisions.groups():
        for first in range(0, len(nodes), SOME):
            yield kind, rows, columns, nodes[first : first + SOME]


def _decided(kind: str, answers: list[Any]) -> Three:
    """Return the three values of decisions, from those of their answers."""
    both, low, high = answers
    each = np.arange(len(both))
    if kind == "mine":
        best = both[:, :, 0].argmax(axis=1)
        return both[each, best, 0], low[each, best, 0], high[:, :, 0].max(axis=1)
    if kind == "opposed":
        flat = [every.reshape(len(each), -1) for every in answers]
        best = flat[0].argmin(axis=1)
        return flat[0][each, best], flat[1].min(axis=1), flat[2][each, best]
    rows, columns = _strategies(both)
    return (
        np.einsum("gr,grc,gc->g", rows, both, columns),
        np.einsum("gr,grc->gc", rows, low).min(axis=1),
        np.einsum("grc,gc->gr", high, columns).max(axis=1),
    )


def _strategies(games: Any) -> tuple[Any, Any]:
    """Return the mixtures of both sides: a saddle point where there is one."""
    each = np.arange(len(games))
    floors, ceilings = games.min(axis=2), games.max(axis=1)
    row, column = floors.argmax(axis=1), ceilings.argmin(axis=1)
    rows, columns = np.zeros(games.shape[:2]), np.zeros((len(games), games.shape[2]))
    rows[each, row] = columns[each, column] = 1.0
    mixed = np.flatnonzero(ceilings[each, column] - floors[each, row] > SMALL)
    if len(mixed):
        some = games[mixed]
        low, high = some.min(axis=(1, 2), keepdims=True), some.max(axis=(1, 2), keepdims=True)
        rows[mixed], columns[mixed] = mixtures(1.0 + (some - low) / (high - low))
    return rows, columns


def main() -> None:
    """Print what both strategies guarantee in each duel, and the exploitability."""
    for name, a, b in DUELS:
        fights.forget()
        question = ask_about("exil.duel", free(a, b, TURNS))
        advice = advise(question, "victoire", whole=True)
        (fight,) = fights.kept()
        start = time.process_time()
        low, high = exploitability(fight, root_of(question))
        print(f"{name}: value {float(advice.value):.12f}, guaranteed {low:.12f} to {high:.12f}")
        print(f"exploitability {high - low:.1e}, {time.process_time() - start:.0f} s")
        print(
            f"memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB", flush=True
        )


if __name__ == "__main__":
    main()
