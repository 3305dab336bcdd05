"""What is put away is the same when it is looked at again; a copy goes on by itself."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from tablee.table.log.compact_lists import Shelf

NAMES = st.integers(0, 9).map(lambda number: f"j{number}")
WRITES = st.lists(st.tuples(NAMES, st.text(max_size=3)), max_size=30)


class Thing(msgspec.Struct, frozen=True):
    text: str


def sort(thing: Thing) -> str:
    return thing.text[:1]


def written(shelf: Shelf[Thing], known: dict[str, Thing], writes: list[tuple[str, str]]) -> None:
    """Things are written and changed on the shelf as in a plain dict."""
    for name, text in writes:
        shelf[name] = known[name] = Thing(text)
        assert shelf.get(name) == known.get(name)


@given(WRITES, WRITES, WRITES)
def test_a_shelf_is_a_dict(
    writes: list[tuple[str, str]],
    own: list[tuple[str, str]],
    other: list[tuple[str, str]],
) -> None:
    shelf, known = Shelf(Thing, sort), dict[str, Thing]()
    written(shelf, known, writes)
    copy, copied = shelf.copy(), known.copy()
    written(shelf, known, own)
    written(copy, copied, other)
    for each, like in ((shelf, known), (copy, copied)):
        assert list(each.items()) == list(like.items())
        assert list(each.latest()) == list(reversed(like.values()))
        assert (len(each), "j9" in each) == (len(like), "j9" in like)


def test_what_was_read_stays_the_very_same() -> None:
    shelf = Shelf(Thing, sort)
    for number in range(9):
        shelf[f"j{number}"] = Thing(str(number))
    assert shelf["j3"] is shelf["j3"]
    copy = shelf.copy()
    copy["j3"] = Thing("anew")
    assert (shelf["j3"].text, copy["j3"].text) == ("3", "anew")
