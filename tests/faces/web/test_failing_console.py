"""The console of a game file whose functions fail: its pages show the mistake, with its line."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from tablee.faces.web.app import AppOptions, create_app
from tablee.rules import rule_watch
from tablee.rules.authoring.game_file import load_game
from tablee.rules.registry import unregister

SOURCE = """
from typing import Annotated
from tablee import ASK, D6, Game, Meta, NumberFrom, Procedure, Result, decide, roll


class Issue(Result):
    ok: bool


class Test(Procedure[Issue], id="faute.test"):
    force: Annotated[int, Meta(ge=1, le=9)]
    risk: Annotated[int, Meta(ge=0, le=3)] | ASK = "ask"

    def check(self):
        "check"

    def sides(self):
        "sides"
        return {}

    def beliefs(self):
        "beliefs"
        return ()

    async def rule(self) -> Issue:
        "begin"
        risk = await decide(self.risk, "risk", NumberFrom(0, 3), who="heros", default=0)
        "go on"
        return Issue(ok=await roll(D6, "jet", who="heros") > self.force - risk)


GAME = Game(id="faute", title="Faute", procedures=(Test,))
"""
PAGES = ("", "?force=3", "?force=3&risk=0", "?force=3&risk=ask&answers=%7B%22choose%22%3A1%7D")


@pytest.fixture(autouse=True)
def _alone() -> Iterator[None]:
    """Forget the game afterwards."""
    yield
    unregister("faute")


def _load(folder: Path, place: str, code: str) -> TestClient[Any]:
    path = folder / "faute.py"
    assert SOURCE.count(f'"{place}"\n') == 1
    path.write_text(SOURCE.replace(f'"{place}"\n', f"{code}\n"), "utf-8")
    load_game(path)
    return TestClient(create_app(AppOptions(hosts=["testserver.local"])))


@pytest.mark.parametrize("place", ["check", "sides", "beliefs", "begin", "go on"])
def test_a_page_of_a_run_is_shown_all_the_same(tmp_path: Path, place: str) -> None:
    with _load(tmp_path, place, "(1,)[2]") as client:
        for page in PAGES:
            assert client.get(f"/faute/test{page}").status_code == 200
        thrown = client.post("/faute/test/lancer?force=3&risk=0", follow_redirects=False)
        assert thrown.status_code == 303
        if place in ("check", "begin"):
            assert "faute.py:" in client.get("/faute/test?force=3&risk=0").text


def test_a_check_that_never_ends_is_stopped_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rule_watch, "PATIENCE", 0.5)
    with _load(tmp_path, "check", "while True: pass") as client:
        began = time.process_time()
        assert client.get("/faute/test").status_code == 200
        assert time.process_time() - began < 2
