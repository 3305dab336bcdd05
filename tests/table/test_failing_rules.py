"""Rules of a file that begin to fail while a run is open: every seat still has its page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tablee.rules.authoring.game_file import load_game
from tablee.rules.registry import unregister
from tablee.table.replay import Replays
from tests.kit import acts
from tests.table.evening import LEADER, Table

SOURCE = """
from typing import Annotated
from tablee import ASK, YES_NO, D6, Game, Meta, NumberFrom, Procedure, Result, Sheet, decide, on_sheet, roll


class Hero(Sheet, tag="hero"):
    force: Annotated[int, Meta(ge=0, le=9)] = 1

    def fighter_status(self):
        "status"


class Issue(Result):
    ok: bool


class Test(Procedure[Issue], id="faute.test"):
    force: Annotated[int, Meta(ge=0, le=9), on_sheet("force")] = 1
    risk: Annotated[int, Meta(ge=0, le=3)] | ASK = "ask"
    again: bool | ASK = "ask"

    seats = {"heros": ""}
    utilities = {"gagner": lambda test, issue, seat: issue.ok}

    def check(self):
        "check"

    def sides(self):
        "sides"
        return {}

    def beliefs(self):
        "beliefs"
        return ()

    def concealed(self, seat):
        "concealed"
        return frozenset()

    def seen(self, result, seat):
        "seen"
        return {}

    async def rule(self) -> Issue:
        "begin"
        risk = await decide(self.risk, "risk", NumberFrom(0, 3), who="heros", default=0)
        "go on"
        again = await decide(self.again, "again", YES_NO, who="heros", default=False)
        return Issue(ok=await roll(D6, "jet", who="heros") > 2 + risk and again)


GAME = Game(id="faute", title="Faute", procedures=(Test,), sheets=(Hero,))
"""
PLACES = ("status", "check", "sides", "beliefs", "concealed", "seen", "begin", "go on")


@pytest.fixture(autouse=True)
def _alone() -> Iterator[None]:
    """Forget the game afterwards."""
    yield
    unregister("faute")


@pytest.mark.parametrize("place", PLACES)
def test_each_seat_still_has_its_page(tmp_path: Path, place: str) -> None:
    path = tmp_path / "faute.py"
    path.write_text(SOURCE, "utf-8")
    load_game(path)
    table = Table("faute")
    for name in ("ana", "bob"):
        sheet = {"type": "hero", "nom": name}
        table.does(LEADER, acts.PutSheet(character=name, sheet=sheet))
    table.does(LEADER, acts.Give(character="ana", to="j1"))
    table.does(LEADER, acts.RequestRun(procedure="faute.test", to=("ana",)))
    answers: list[dict[str, object]] = [{"choose": 0}, {"choose": True}, {"dice": [4]}]
    for at, answer in enumerate(answers):
        table.does(LEADER, acts.Answer(run="j1", place=at, answer=answer))
    table.does(LEADER, acts.RequestRun(procedure="faute.test", to=("ana",), params={"risk": 1}))
    table.does(LEADER, acts.RequestRun(procedure="faute.test", to=("ana",)))
    assert SOURCE.count(f'"{place}"\n') == 1
    path.write_text(SOURCE.replace(f'"{place}"\n', "(1,)[2]\n"), "utf-8")
    load_game(path)
    table.replays = Replays()
    for seat in (LEADER, "j1", "j2"):
        assert len(table.view(seat).runs) >= 2
