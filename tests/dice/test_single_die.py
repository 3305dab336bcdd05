"""Reads of one plain die: their law is the push-forward of `of`, known faces included."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.dice.die import D12, Die, OpenDie, Throw
from tablee.dice.law import Law
from tablee.dice.reads import Reaches, Read, Unbounded, Under

POINTS = st.integers(-5, 20)
READS = st.one_of(
    POINTS.map(Under), st.lists(POINTS, max_size=4).map(lambda points: Reaches(tuple(points)))
)


@given(READS, st.sampled_from([D12, Die(10, lowest=0)]))
def test_the_law_is_what_the_faces_give(read: Read[Any], die: Die) -> None:
    throw = Throw(die, "talent", "acteur")
    assert read.law((throw,)) == Law.uniform(read.of(((face,),)) for face in die.faces)
    for face in die.faces:
        known = Throw(die, "talent", "acteur", shown=(face,))
        assert read.law((known,)) == Law.of(read.of(((face,),)))


def test_an_exploding_die_is_not_read_by_its_first_face() -> None:
    for read in (Under(5), Reaches((3,))):
        with pytest.raises(Unbounded):
            read.law((Throw(OpenDie(), "d10", "acteur"),))
