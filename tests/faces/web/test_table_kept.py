"""What is kept of pages is as if it were made again, whatever has happened."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tablee.faces.web.page_context import HERE, NOTHING
from tablee.faces.web.rendering import Renderer
from tablee.faces.web.table.page_models import NEWEST, PageMaker
from tablee.faces.web.table.page_pieces import Pieces
from tablee.rules.texts.words import Words
from tablee.table.replay import Replays
from tablee.table.views.table_view import view
from tests.table.evening import GAMES, SEATS, Table, set_up
from tests.table.evenings import any_act

STEPS = 25
KEPT, FRESH = Renderer(here=HERE), Renderer(here=HERE)
"""One that keeps what it has made, for all tables; of the other all is forgotten each time."""


def page(
    renderer: Renderer,
    table: Table,
    replays: Replays,
    seat: str,
    present: set[str],
) -> Pieces:
    words = Words(table.game)
    seen = view(table.state, seat, replays, words, present=present)
    return PageMaker(renderer, words, NEWEST, NOTHING).pieces(seen, "")


def forget(renderer: Renderer) -> None:
    renderer._pieces.clear()
    for kept in (renderer.parts, renderer.cards):
        kept._made.clear()


@pytest.mark.parametrize("game", GAMES)
@settings(
    max_examples=3,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.generate),
)
@given(data=st.data())
def test_a_page_that_goes_on_is_as_a_new_one(game: str, data: st.DataObject) -> None:
    rng = random.Random(data.draw(st.integers(0, 2**32)))
    table = set_up(game)
    for _ in range(STEPS):
        any_act(table, rng, data.draw)
        present = set(rng.sample(SEATS, rng.randint(0, len(SEATS))))
        for seat in [each.id for each in table.state.present]:
            now = page(KEPT, table, table.replays, seat, present)
            forget(FRESH)
            new = page(FRESH, table, Replays(), seat, present)
            assert now.slots == new.slots
            assert [each.all for each in now.lists] == [each.all for each in new.lists]
            assert now.digest() == new.digest()
