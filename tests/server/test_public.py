"""A server process behind a proxy: the host's link that it prints at its start, the pages that it opens,
and its end with the next start."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

PUBLIC = "https://table.example"
FAR = {"host": "table.example", "origin": PUBLIC}
"""The headers that a proxy passes on."""


@contextmanager
def served(database: str, *arguments: str) -> Iterator[dict[str, Any]]:
    """Run a server; yield the JSON that it prints at its start."""
    call = [sys.executable, "-m", "tablee", "serve", "--no-open", "--json", "--port", "0"]
    process = subprocess.Popen(
        [*call, "--database", database, *arguments], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        yield json.loads(process.stdout.readline())
    finally:
        process.terminate()
        process.communicate(timeout=20)


def test_keys_are_written_at_the_start_and_end_with_the_next(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/tables.sqlite3"
    with served(database, "--public", PUBLIC) as started:
        keys = started["keys"].removeprefix(PUBLIC)
        assert keys.startswith("/cles/")
        assert all(
            seat["link"].startswith(f"{PUBLIC}/lien/")
            for table in started["tables"]
            for seat in table["seats"]
        )
        with httpx.Client(base_url=started["address"], headers=FAR) as browser:
            assert browser.get("/campagnes").status_code == 404
            taken = browser.post(keys)
            assert taken.status_code == 303
            cookie = {"cookie": taken.headers["set-cookie"].partition(";")[0]}
            browser.cookies.clear()
            assert "Exil, pour essayer" in browser.get("/campagnes", headers=cookie).text
    with served(database, "--public", PUBLIC) as started:
        assert started["keys"] != f"{PUBLIC}{keys}"
        with httpx.Client(base_url=started["address"], headers=FAR) as browser:
            assert browser.get(keys).status_code == 404
            assert browser.get("/campagnes", headers=cookie).status_code == 404


@pytest.mark.parametrize("arguments", [(), ("--host", "0.0.0.0")], ids=["alone", "shared"])
def test_they_open_the_campaigns_on_every_server(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    """A local address opens nothing: a proxy that was forgotten in `--public` has one too."""
    with (
        served(f"sqlite:///{tmp_path}/tables.sqlite3", *arguments) as started,
        httpx.Client(base_url=started["address"], follow_redirects=True) as browser,
    ):
        assert browser.get("/campagnes").status_code == 404
        browser.post("/cles/" + started["keys"].rpartition("/")[2])
        assert browser.get("/campagnes").status_code == 200
