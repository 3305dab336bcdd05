"""A log that was changed by hand in the database is noticed, and the event is named."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tablee.table.store.chain import Unreadable
from tablee.table.store.interface import Store
from tests.table.store.conftest import blob, execute

pytestmark = pytest.mark.anyio

BODIES = [b"event %d" % n for n in range(1, 7)]


def _put(seq: int, column: str, value: str) -> str:
    return f"UPDATE events SET {column} = {value} WHERE table_id = 'lune' AND seq = {seq}"


def _removed(seq: int) -> str:
    return f"DELETE FROM events WHERE table_id = 'lune' AND seq = {seq}"


def _swapped(*columns: str) -> list[str]:
    """Swap columns of events 2 and 5."""
    return [
        "CREATE TABLE other AS SELECT * FROM events",
        *(
            _put(one, name, f"(SELECT {name} FROM other WHERE table_id = 'lune' AND seq = {two})")
            for name in columns
            for one, two in ((2, 5), (5, 2))
        ),
    ]


LAST = "UPDATE tables SET version = 5 WHERE id = 'lune'"
COPIED = (
    "UPDATE events SET body = (SELECT body FROM events WHERE table_id = 'soleil' AND seq = 1), "
    "digest = (SELECT digest FROM events WHERE table_id = 'soleil' AND seq = 1) "
    "WHERE table_id = 'lune' AND seq = 1"
)
ALTERED: dict[str, tuple[int, str, Callable[[str], list[str]]]] = {
    "edited": (3, "changé", lambda url: [_put(3, "body", blob(url, b"event 9"))]),
    "the first one edited": (1, "changé", lambda url: [_put(1, "body", blob(url, b"event 9"))]),
    "the last one edited": (6, "changé", lambda url: [_put(6, "body", blob(url, b"event 9"))]),
    "no digest": (4, "changé", lambda url: [_put(4, "digest", "''")]),
    "one of the middle removed": (3, "ôté", lambda url: [_removed(3)]),
    "the first one removed": (1, "ôté", lambda url: [_removed(1)]),
    "the last one removed": (6, "ôté", lambda url: [_removed(6)]),
    "the last one removed, and its version": (6, "ôté", lambda url: [_removed(6), LAST]),
    "removed, and the others moved up": (
        3,
        "changé",
        lambda url: [_removed(3), *(_put(seq, "seq", str(seq - 1)) for seq in (4, 5, 6)), LAST],
    ),
    "swapped": (2, "changé", lambda url: _swapped("body")),
    "swapped with their digests": (2, "changé", lambda url: _swapped("body", "digest")),
    "added": (
        7,
        "changé",
        lambda url: [
            "INSERT INTO events (table_id, seq, body, key, digest) "
            "SELECT table_id, 7, body, '', digest FROM events "
            "WHERE table_id = 'lune' AND seq = 6"
        ],
    ),
    "of another table": (1, "changé", lambda url: [COPIED]),
}


@pytest.mark.parametrize("name", ALTERED)
async def test_an_altered_log_is_not_read(store: Store, url: str, name: str) -> None:
    await store.create("soleil", [b"elsewhere"])
    await store.create("lune", BODIES[:2])
    await store.append("lune", 2, BODIES[2:], key="coup")
    assert [each.body for each in await store.read("lune")] == BODIES
    seq, what, statements = ALTERED[name]
    for statement in statements(url):
        execute(url, statement)
    with pytest.raises(Unreadable) as found:
        await store.read("lune")
    assert (found.value.seq, found.value.got) == (seq, "lune")
    assert f"événement {seq}" in str(found.value)
    assert what in str(found.value)
    assert [each.body for each in await store.read("soleil")] == [b"elsewhere"]


async def test_the_part_that_is_read_is_checked(store: Store, url: str) -> None:
    """The digest of the event before the part is taken as it is found."""
    await store.create("lune", BODIES)
    execute(url, _put(5, "body", blob(url, b"event 9")))
    assert [each.body for each in await store.read("lune", after=5)] == BODIES[5:]
    assert await store.read("lune", after=6) == []
    with pytest.raises(Unreadable, match="événement 5"):
        await store.read("lune", after=4)
    execute(url, _removed(4))
    with pytest.raises(Unreadable, match="événement 4"):
        await store.read("lune", after=4)


async def test_what_is_written_after_a_change_does_not_hide_it(store: Store, url: str) -> None:
    await store.create("lune", BODIES)
    execute(url, _put(2, "body", blob(url, b"event 9")))
    assert await store.append("lune", 6, [b"event 7"]) == 7
    with pytest.raises(Unreadable, match="événement 2"):
        await store.read("lune")
