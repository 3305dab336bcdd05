"""The thread that writes: when what it wrote is taken into the file itself."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tablee.table.store import opened, writer

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("often", [5, 10**9])
async def test_the_log_is_taken_into_the_file_when_nobody_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, often: int
) -> None:
    """Not within a commit, and not as long as there is little of it."""
    monkeypatch.setattr(writer, "OFTEN", often)
    file, bodies = tmp_path / "tables.sqlite3", [bytes([n]) * 5000 for n in range(65, 73)]
    store = await opened(f"sqlite:///{file}")
    try:
        for number, body in enumerate(bodies):
            await store.create(f"t{number}", [body])
        for _ in range(100 if often == 5 else 10):
            await asyncio.sleep(0.02)
            found = bodies[0][:1000] in file.read_bytes()
            if found:
                break
        assert found == (often == 5)
    finally:
        await store.close()
