"""An empty database and one of each revision get the present schema when they are opened."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import asyncpg
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.engine import Connection
from sqlalchemy.ext.asyncio import create_async_engine

from tablee.rules.refusal import Refusal
from tablee.table.store.database_schema import METADATA
from tablee.table.store.interface import Credential, Stored
from tablee.table.store.migrating import HEAD, MIGRATIONS, upgrade_postgres, upgrade_sqlite
from tablee.table.store.store_address import opened
from tablee.table.store.text_limits import COLUMNS
from tests.kit.postgres import sql
from tests.table.store.conftest import blob, execute

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parents[3]
OPEN = """
import asyncio, sys
from tablee.table.store.store_address import opened
async def main():
    store = await opened(sys.argv[1])
    print(await store.append("t" + sys.argv[2], 0, [b"1"]))
    await store.close()
asyncio.run(main())
"""


async def _upgrade(url: str, revision: str) -> None:
    if url.startswith("sqlite"):
        await asyncio.to_thread(upgrade_sqlite, _path(url), revision)
    else:
        await upgrade_postgres(url, revision)


def _path(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))


async def _differences(url: str) -> list[object]:
    """Return the differences from the declared schema that Alembic finds."""

    def compare(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, METADATA))

    if url.startswith("sqlite"):
        engine = sa.create_engine(url, poolclass=sa.NullPool)
        with engine.connect() as connection:
            return compare(connection)
    served = create_async_engine(
        "postgresql+asyncpg://", async_creator=lambda: asyncpg.connect(url), poolclass=sa.NullPool
    )
    async with served.connect() as connecting:
        return await connecting.run_sync(compare)


async def test_the_migrations_lead_to_the_declared_schema(url: str) -> None:
    await (await opened(url)).close()
    assert await _differences(url) == []


def test_the_last_revision_and_the_columns_are_those_named() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_current_head() == HEAD
    declared = {table.name: tuple(table.columns.keys()) for table in METADATA.sorted_tables}
    assert {name: declared[name] for name in COLUMNS} == COLUMNS
    assert declared.keys() == COLUMNS.keys()


async def test_what_an_older_database_holds_is_kept(url: str) -> None:
    if url.startswith("sqlite"):
        _path(url).touch()
    await _upgrade(url, "0001")
    assert await _differences(url) != []
    execute(url, "INSERT INTO tables (id, version) VALUES ('lune', 2)")
    one = b"\1"
    execute(
        url,
        "INSERT INTO events (table_id, seq, body, key) "
        f"VALUES ('lune', 1, {blob(url, one)}, ''), ('lune', 2, {blob(url, one)}, 'coup')",
    )
    for _ in range(2):
        store = await opened(url)
        assert await store.append("lune", 0, [b"again"], key="coup") == 2
        kept = Credential(b"d" * 32, "lune", "mj", "link", "", 1)
        await store.keep(kept)
        assert await store.credentials("lune") == [kept]
        await store.close()
    store = await opened(url)
    assert await store.read("lune", after=1) == [Stored(2, b"\1")]
    await store.close()
    assert await _differences(url) == []


async def test_a_newer_database_is_left_alone(url: str) -> None:
    await (await opened(url)).close()
    execute(url, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(Refusal, match="version plus récente"):
        await opened(url)
    execute(url, f"UPDATE alembic_version SET version_num = '{HEAD}'")
    await (await opened(url)).close()


@pytest.mark.parametrize("found", ["empty", "older"])
async def test_several_processes_open_a_database_at_once(url: str, found: str) -> None:
    if found == "older":
        await _upgrade(url, "0001")
        execute(url, "INSERT INTO tables (id, version) VALUES ('lune', 0)")
    calls = [[sys.executable, "-c", OPEN, url, str(n)] for n in range(3)]
    opening = [
        subprocess.Popen(call, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for call in calls
    ]
    for process in opening:
        out, err = await asyncio.to_thread(process.communicate)
        assert (out.strip(), err) == (b"1", b"")
    store = await opened(url)
    assert await store.tables() == [*(["lune"] if found == "older" else []), "t0", "t1", "t2"]
    await store.close()
    assert await _differences(url) == []


@pytest.mark.parametrize(
    "url",
    [":memory:", "sqlite://", "sqlite:///", "sqlite:///:memory:", "mysql://u:secret@h/d", ""],
)
async def test_an_address_of_nothing_known_is_refused(url: str) -> None:
    with pytest.raises(Refusal, match="le chemin d’un fichier SQLite") as refused:
        await opened(url)
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("scheme", ["", "sqlite:///"])
async def test_a_plain_path_is_a_file(
    scheme: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for place in ("parties.db", f"{tmp_path}/d/tables.db"):
        store = await opened(f"{scheme}{place}")
        assert await store.tables() == []
        await store.close()
        assert (tmp_path / place).is_file()


async def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("rien d’une base\n" * 100)
    before = file.read_bytes()
    with pytest.raises(Refusal, match="un fichier SQLite"):
        await opened(f"sqlite:///{file}")
    assert file.read_bytes() == before
    with pytest.raises(Refusal, match="un fichier que ce compte peut écrire"):
        await opened(f"sqlite:///{tmp_path}")


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://u:secret@127.0.0.1:1/none",
        "postgresql://u:secret@127.0.0.1:nothing/none",
        "postgres://u:secret@/none?host=/nowhere",
    ],
)
async def test_a_server_that_does_not_answer_is_refused(url: str) -> None:
    with pytest.raises(Refusal, match="une base PostgreSQL qui répond") as refused:
        await opened(url)
    assert "secret" not in str(refused.value)


async def test_a_new_file_is_its_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "new" / "tablee.sqlite3"
    store = await opened(f"sqlite:///{file}")
    await store.create("lune", [b"1"])
    modes = {path.stat().st_mode & 0o077 for path in file.parent.iterdir()}
    assert modes == {0}
    assert file.parent.stat().st_mode & 0o077 == 0
    await store.close()


# ── databases of others ────────────────────────────────────────────────────────────────────────
FOREIGN = {
    "another": ("CREATE TABLE recettes (id INTEGER, nom TEXT)",),
    "with our names": (
        "CREATE TABLE tables (id TEXT, version INTEGER)",
        "CREATE TABLE events (table_id TEXT, seq INTEGER, body TEXT, key TEXT)",
    ),
    "with migrations of its own": (
        "CREATE TABLE alembic_version (version_num TEXT)",
        "INSERT INTO alembic_version VALUES ('0001')",
        "CREATE TABLE tables (id TEXT, chairs INTEGER)",
    ),
}


@pytest.mark.parametrize("case", FOREIGN)
async def test_a_database_of_another_program_is_refused_and_stays_as_it_was(
    case: str, url: str
) -> None:
    for statement in FOREIGN[case]:
        execute(url, statement)
    file = _path(url).read_bytes() if url.startswith("sqlite") else b""
    with pytest.raises(Refusal, match="--database") as refused:
        await opened(url)
    assert "autre programme" in str(refused.value)
    if file:
        assert _path(url).read_bytes() == file
        assert [each.name for each in _path(url).parent.iterdir()] == [_path(url).name]
    else:
        assert sql(url, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == str(
            sum(each.startswith("CREATE") for each in FOREIGN[case])
        )


async def test_tables_of_others_beside_ours_are_left_alone(url: str) -> None:
    await (await opened(url)).close()
    execute(url, "CREATE TABLE notes (text TEXT)")
    await (await opened(url)).close()
