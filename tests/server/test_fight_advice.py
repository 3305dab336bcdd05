"""Advice on a duel under way, at a table on a real server: one round at first, then the whole fight."""

from __future__ import annotations

import time
from collections.abc import Iterator
from html import unescape
from typing import Any

import httpx
import pytest

from tablee.faces.workers.job import Job
from tablee.faces.workers.jobs import Jobs
from tests.kit import acts
from tests.server.served import Served, secret_of, serving, token_of
from tests.table.evening import LEADER, TABLE, Table, set_up

FREE = {"attitude": "ask"}
ROUND = "de ce tour seul"
"""Words beside the chances of one round."""
PATIENCE = 240.0
"""Seconds that an exploration may take on a busy machine."""


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving() as running:
        yield running


def _duel(served: Served) -> Table:
    """Lay a table with a duel of jeanne, led by a player, and the brute of the leader."""
    table = set_up("exil")
    params: dict[str, Any] = {
        "a": {"pds": 14, "politique": FREE},
        "b": {"pds": 14, "politique": FREE, "reddition": "jamais"},
        "max_turns": 6,
        "conduite": "habitude",
    }
    cast = {"a": "jeanne", "b": "brute"}
    table.does(LEADER, acts.RequestRun(procedure="exil.duel", params=params, cast=cast))
    served.lay(table)
    return table


class _Seat:
    """A seat that asks for the pane of a run by HTTP, as a page does."""

    def __init__(self, served: Served, seat: str) -> None:
        self._address = f"{served.address}/t/{TABLE}/{seat}/chances/j1"
        self._headers = {
            "cookie": f"tablee-{TABLE}-{seat}={secret_of('cookie', seat)}",
            "hx-request": "true",
        }

    def pane(self) -> str:
        """Return the text of the pane."""
        answer = httpx.get(self._address, headers=self._headers, timeout=60)
        assert answer.status_code == 200, answer.text
        return unescape(answer.text)

    def final(self) -> str:
        """Return the pane once nothing is computed any more."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            text = self.pane()
            if "hx-trigger" not in text:
                return text
            time.sleep(0.5)
        raise AssertionError("the exploration goes on")


def _explorations(served: Served) -> list[Job]:
    jobs: Jobs = served.app.state.jobs
    return [job for job in jobs._by_id.values() if job.lasting]


def test_a_duel_has_the_advice_of_the_whole_fight(served: Served) -> None:
    """First the round alone; then the whole fight, also after answers, from one process."""
    table = _duel(served)
    jeanne, leader = _Seat(served, "j2"), _Seat(served, LEADER)
    first = jeanne.pane()
    assert "hx-trigger" in first, "nothing is computed"
    assert ROUND not in jeanne.final()
    pages = [jeanne.final(), leader.final()]
    table.does("j2", acts.Seal(run="j1", place=0, values={"0": 2}))
    table.does(LEADER, acts.Seal(run="j1", place=0, values={"1": 2}))
    served.lay(table)
    for face in (1, 12, 12):  # initiative, and two attacks that fail
        _answer(table, {"dice": [face]})
    _answer(table, {"choose": "continuer"})
    served.lay(table)
    pages += [jeanne.final(), leader.final()]  # the second round
    answer = httpx.get(
        f"{served.address}/api/tables/{TABLE}/j2/chances/j1",
        headers={"authorization": f"Bearer {token_of('j2')}"},
        timeout=60,
    ).json()
    assert answer["error"] > 0, "the API has walked the fight"
    for page in pages:
        assert "data-weighs" in page
        assert ROUND not in page
    explored = {job.fight for job in _explorations(served)}
    assert len(explored) == 1
    assert len(served.app.state.jobs.keepers.living) == 1


def _answer(table: Table, answer: dict[str, Any]) -> None:
    place = len(table.state.runs["j1"].answers)
    table.does(LEADER, acts.Answer(run="j1", place=place, answer=answer))


def test_a_campaign_may_forbid_it(served: Served) -> None:
    """Nothing is explored for a player who may not ask for chances."""
    table = _duel(served)
    before = len(_explorations(served))
    table.does(LEADER, acts.AllowAdvice(allowed=False))
    served.lay(table)
    address = f"{served.address}/t/{TABLE}/j2/chances/j1"
    headers = {"cookie": f"tablee-{TABLE}-j2={secret_of('cookie', 'j2')}"}
    assert httpx.get(address, headers=headers, timeout=60).status_code == 204
    assert len(_explorations(served)) == before
