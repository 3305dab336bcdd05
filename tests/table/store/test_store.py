"""The guarantees of both stores: order, one writer at a time per table, commands done once."""

from __future__ import annotations

import asyncio
import hashlib

import pytest

from tablee.table.store.interface import Conflict, Credential, Store, Stored, Unavailable

pytestmark = pytest.mark.anyio


def _credential(secret: str, **more: object) -> Credential:
    given = {
        "digest": hashlib.sha256(secret.encode()).digest(),
        "table": "lune",
        "seat": "mj",
        "kind": "link",
        "label": "téléphone",
        "created": 1_700_000_000,
    }
    return Credential(**given | more)  # type: ignore[arg-type]


async def test_events_come_back_in_their_order(store: Store) -> None:
    bodies = [bytes([n]) * n for n in range(1, 6)]
    assert await store.create("lune", bodies[:2]) == 2
    assert await store.append("lune", 2, bodies[2:]) == 5
    assert await store.read("lune") == [Stored(n, body) for n, body in enumerate(bodies, 1)]
    assert await store.read("lune", after=3) == [Stored(4, bodies[3]), Stored(5, bodies[4])]
    assert await store.read("lune", after=10**15) == []
    assert await store.version("lune") == 5


async def test_tables_do_not_mix(store: Store) -> None:
    for table in ("é", "a", "z:1"):
        await store.create(table, [table.encode()])
    await store.append("a", 1, [b"2"])
    assert await store.tables() == ["a", "z:1", "é"]
    assert [await store.version(table) for table in ("a", "z:1", "é", "none")] == [2, 1, 1, 0]
    assert await store.read("é") == [Stored(1, "é".encode())]


async def test_another_version_than_expected_appends_nothing(store: Store) -> None:
    await store.create("lune", [b"1", b"2"])
    for expected in (0, 1, 3):
        with pytest.raises(Conflict) as found:
            await store.append("lune", expected, [b"x"])
        assert found.value.version == 2
    with pytest.raises(Conflict) as found:
        await store.create("lune", [b"x"])
    assert found.value.version == 2
    with pytest.raises(Conflict) as found:
        await store.append("soleil", 1, [b"x"])
    assert found.value.version == 0
    assert await store.tables() == ["lune"]
    assert len(await store.read("lune")) == 2


async def test_a_command_sent_again_is_done_once(store: Store) -> None:
    assert await store.create("lune", [b"1"], key="début") == 1
    assert await store.append("lune", 1, [b"2", b"3"], key="coup") == 3
    assert await store.append("lune", 3, [b"4"]) == 4
    assert await store.append("lune", 1, [b"2", b"3"], key="coup") == 3
    assert await store.append("lune", 4, [b"other"], key="coup") == 3
    assert await store.create("lune", [b"1"], key="début") == 1
    assert [event.body for event in await store.read("lune")] == [b"1", b"2", b"3", b"4"]
    await store.create("soleil", [b"1"])
    assert await store.append("soleil", 1, [b"2"], key="coup") == 2


async def test_a_command_sent_many_times_at_once_is_done_once(store: Store) -> None:
    await store.create("lune", [b"1"])
    sent = [store.append("lune", 1, [b"2"], key="coup") for _ in range(20)]
    assert await asyncio.gather(*sent) == [2] * 20
    assert await store.version("lune") == 2


async def test_a_command_refused_may_be_sent_again(store: Store) -> None:
    await store.create("lune", [b"1"])
    with pytest.raises(Conflict):
        await store.append("lune", 7, [b"2"], key="coup")
    assert await store.append("lune", 1, [b"2"], key="coup") == 2


async def test_of_those_who_expect_the_same_version_one_goes_through(store: Store) -> None:
    await store.create("lune", [b"0"])

    async def write(name: int) -> int:
        """Append ten events after the last known one; return the number of conflicts."""
        beaten, version = 0, 1
        for n in range(10):
            while True:
                try:
                    version = await store.append("lune", version, [b"%d:%d" % (name, n)])
                    break
                except Conflict as why:
                    beaten, version = beaten + 1, why.version
        return beaten

    beaten = await asyncio.gather(*(write(name) for name in range(8)))
    events = await store.read("lune")
    assert [event.seq for event in events] == list(range(1, 82))
    assert len({event.body for event in events}) == 81
    for name in range(8):
        own = [event.body for event in events if event.body.startswith(b"%d:" % name)][-10:]
        assert own == [b"%d:%d" % (name, n) for n in range(10)]
    assert sum(beaten) > 80


async def test_appends_that_wait_share_a_commit(store: Store) -> None:
    tables = [f"t{n}" for n in range(200)]
    await asyncio.gather(*(store.create(table, [b"1"]) for table in tables))
    before = store.commits
    versions = await asyncio.gather(*(store.append(table, 1, [b"2", b"3"]) for table in tables))
    assert versions == [3] * 200
    assert 1 <= store.commits - before <= 20
    one_by_one = store.commits
    for version in range(3, 13):
        await store.append("t0", version, [b"x"])
    assert store.commits - one_by_one == 10


async def test_a_conflict_harms_no_other_of_its_group(store: Store) -> None:
    tables = [f"t{n}" for n in range(30)]
    await asyncio.gather(*(store.create(table, [b"1"]) for table in tables))
    expected = [1 + (n % 3 == 0) for n in range(30)]
    appends = (store.append(table, at, [b"2"]) for table, at in zip(tables, expected, strict=True))
    outcomes = await asyncio.gather(*appends, return_exceptions=True)
    for n, outcome in enumerate(outcomes):
        assert isinstance(outcome, Conflict) if n % 3 == 0 else outcome == 2
    assert [await store.version(table) for table in tables] == [1 + (n % 3 != 0) for n in range(30)]


async def test_a_chain_sent_at_once_goes_in_its_order(store: Store) -> None:
    chain = [store.append("lune", n, [b"%d" % n]) for n in range(50)]
    assert await asyncio.gather(*chain) == list(range(1, 51))


async def test_many_and_large_events_at_once(store: Store) -> None:
    bodies = [b"%d" % n for n in range(5_000)] + [bytes(3_000_000)]
    assert await store.create("lune", bodies) == 5_001
    assert [event.body for event in await store.read("lune")] == bodies


async def test_who_goes_away_meanwhile_changes_nothing_for_others(store: Store) -> None:
    await store.create("lune", [b"1"])
    gone = asyncio.ensure_future(store.append("lune", 1, [b"2"]))
    stays = asyncio.ensure_future(store.append("lune", 2, [b"3"]))
    await asyncio.sleep(0)
    gone.cancel()
    assert await stays == 3
    assert gone.cancelled()
    assert await store.version("lune") == 3


@pytest.mark.parametrize(
    ("table", "key"), [("a\0", ""), ("a", "k\0"), ("a", "k" * 201), ("\udc80", "")]
)
async def test_names_that_cannot_be_kept_are_not(store: Store, table: str, key: str) -> None:
    with pytest.raises(ValueError, match="not a name that can be kept"):
        await store.create(table, [b"1"], key)
    assert await store.tables() == []
    if not key:
        assert await store.version(table) == 0
        assert await store.read(table) == []
        assert await store.credentials(table) == []
        await store.delete(table)


async def test_an_append_of_nothing_is_a_mistake(store: Store) -> None:
    with pytest.raises(ValueError, match="at least one event"):
        await store.create("lune", [])


async def test_credentials_are_kept_found_and_revoked(store: Store) -> None:
    link = _credential("lien")
    cookie = _credential("biscuit", kind="cookie", created=1_600_000_000, expires=2**40)
    other = _credential("autre", table="soleil", kind="token")
    for each in (link, cookie, other):
        await store.keep(each)
    assert await store.find(link.digest) == link
    assert await store.find(hashlib.sha256(b"?").digest()) is None
    assert await store.credentials("lune") == [cookie, link]
    await store.revoke(link.digest)
    await store.revoke(hashlib.sha256(b"?").digest())
    found = await store.find(link.digest)
    assert found is not None
    assert found.revoked is True
    assert found == _credential("lien", revoked=True)
    await store.keep(link)
    assert await store.find(link.digest) == link
    with pytest.raises(ValueError, match="not a text that can be kept"):
        await store.keep(_credential("nul", label="\0"))


async def test_a_deleted_table_leaves_nothing(store: Store) -> None:
    link = _credential("lien")
    await store.create("lune", [b"1", b"2"], key="début")
    await store.create("soleil", [b"1"])
    await store.keep(link)
    await store.delete("lune")
    await store.delete("none")
    assert await store.tables() == ["soleil"]
    assert await store.read("lune") == []
    assert await store.find(link.digest) is None
    assert await store.create("lune", [b"new"], key="début") == 1
    assert await store.read("lune") == [Stored(1, b"new")]


async def test_closing_finishes_what_waits(store: Store) -> None:
    sent = [asyncio.ensure_future(store.create(f"t{n}", [b"1"])) for n in range(50)]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*sent) == [1] * 50
    with pytest.raises(Unavailable):
        await store.create("late", [b"1"])
    with pytest.raises(Unavailable):
        await store.answer()
    await store.close()
