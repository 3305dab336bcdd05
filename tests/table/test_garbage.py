"""What is done with at a table is gone at once: nothing of it waits for the cycle collector, which
would let a server swell between its rounds."""

from __future__ import annotations

import gc
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.table.evening import GAMES, set_up
from tests.table.evenings import any_act


@pytest.fixture
def uncollected() -> Iterator[None]:
    """What only the cycle collector finds is kept to be looked at."""
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    yield
    gc.set_debug(0)
    gc.garbage.clear()
    gc.enable()


@pytest.mark.parametrize("game", GAMES)
def test_an_evening_leaves_no_cycles(game: str, uncollected: None) -> None:
    table, rng = set_up(game), random.Random(7)
    for _ in range(60):
        any_act(table, rng)
        for seat in table.state.present:
            table.view(seat.id)
    gc.collect()
    ours = [type(each) for each in gc.garbage if type(each).__module__.startswith("tablee")]
    assert not Counter(ours)
