"""`Ranking`: its law agrees with `of`, for any fields."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.dice.die import D12, Die, Throw
from tablee.dice.ranking import Podium, Ranking
from tablee.dice.reads import Read

D5 = Die(5)
places = st.tuples(st.integers(-2, 9), st.none() | st.integers(1, 5).map(lambda face: (face,)))


@settings(deadline=None, max_examples=150)
@given(
    st.lists(places, min_size=2, max_size=4),
    st.integers(-3, 4),
    st.tuples(st.booleans(), st.booleans(), st.booleans(), st.booleans()),
)
def test_law_is_the_push_forward(
    numbers: list[tuple[int, tuple[int, ...] | None]],
    floor: int,
    fields: tuple[bool, bool, bool, bool],
) -> None:
    throws = tuple(
        Throw(D5, "jet", f"p{place}", shown=shown) for place, (_, shown) in enumerate(numbers)
    )
    read = Ranking(tuple(level for level, _ in numbers), floor, *fields)
    assert read.law(throws) == Read.law(read, throws)


def test_what_is_shown_of_six_riders() -> None:
    read = Ranking((7,) * 6, order=True)
    faces = tuple((face,) for face in (8, 11, 7, 5, 1, 4))
    order = ((4,), (5,), (3,), (2,), (0,), (1,))
    assert read.of(faces) == Podium(2, (4,), 3, order)


def test_a_dozen_is_within_reach_unless_the_whole_order_is_asked_for() -> None:
    throws = tuple(Throw(D12, "jet", f"p{place}") for place in range(12))
    read = Ranking((7,) * 12)
    assert read.cost(throws) < 100_000
    law = read.law(throws)
    assert law.total > 0
    assert len({podium.best for podium in law}) == 4095
    assert Ranking((7,) * 12, order=True).cost(throws) > 10**11
