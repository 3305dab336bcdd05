"""A compact map behaves as a dict, and its copies are independent."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from tablee.table.log.compact_map import CompactMap

NAMES = st.integers(0, 9).map(lambda number: f"j{number}")
WRITES = st.lists(st.tuples(NAMES, st.text(max_size=3)), max_size=30)


class Value(msgspec.Struct, frozen=True):
    text: str


def group(value: Value) -> str:
    return value.text[:1]


def write(
    tested: CompactMap[Value], known: dict[str, Value], writes: list[tuple[str, str]]
) -> None:
    """Write the same values into the map and into a dict."""
    for name, text in writes:
        tested[name] = known[name] = Value(text)
        assert tested.get(name) == known.get(name)


@given(WRITES, WRITES, WRITES)
def test_a_compact_map_is_a_dict(
    writes: list[tuple[str, str]],
    own: list[tuple[str, str]],
    other: list[tuple[str, str]],
) -> None:
    tested, known = CompactMap(Value, group), dict[str, Value]()
    write(tested, known, writes)
    copy, copied = tested.copy(), known.copy()
    write(tested, known, own)
    write(copy, copied, other)
    for each, like in ((tested, known), (copy, copied)):
        assert list(each.items()) == list(like.items())
        assert list(each.latest()) == list(reversed(like.values()))
        assert (len(each), "j9" in each) == (len(like), "j9" in like)


def test_repeated_reads_give_the_same_object() -> None:
    tested = CompactMap(Value, group)
    for number in range(9):
        tested[f"j{number}"] = Value(str(number))
    assert tested["j3"] is tested["j3"]
    copy = tested.copy()
    copy["j3"] = Value("new")
    assert (tested["j3"].text, copy["j3"].text) == ("3", "new")
