"""The program of the page on tables plays as the page says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from tablee.faces.api.request_input import act_of
from tablee.table.views.view_types import ThrowAsk
from tablee.table.views.whole_view_types import TableView
from tests.kit import acts
from tests.server.served import Served, serving, token_of
from tests.table.evening import LEADER, TABLE, Table, choices, set_up

PAGES = [Path("docs") / lang / "reference" / "tables.md" for lang in ("fr", "en")]
ROOT = Path(__file__).parents[2]
FRAME = acts.RequestRun(
    procedure="loss.action",
    params={"trait": "Empathie", "talent": "Escalade"},
    to=["kordan"],
    decides=True,
)


def program(page: Path) -> str:
    found = re.search(r"```python\n(.*?)```", (ROOT / page).read_text("utf-8"), re.DOTALL)
    assert found
    return found[1]


def evening() -> Table:
    table = set_up("loss")
    table.does(LEADER, acts.BeginScene(title="Le quai"))
    table.does(LEADER, FRAME)
    return table


def until(served: Served, done: int) -> None:
    """The leader answers what is his; the program does the rest."""
    end = time.monotonic() + 30
    while sum(run.status == "done" for run in served.room().state.runs.values()) < done:
        assert time.monotonic() < end
        room = served.room()
        for run in served.do(_view(served)).runs:
            for ask in choices(run):
                if ask.mine and ask.range:
                    answer = acts.Answer(
                        run=run.id, place=run.place, answer={"choose": ask.range[0]}
                    )
                    served.do(room.act(LEADER, answer))
        time.sleep(0.02)


async def _view(served: Served) -> TableView:
    from tablee.rules.texts.words import Words
    from tablee.table.replay import game_of

    room = await served.rooms.room(TABLE)
    assert room is not None
    return room.view(LEADER, Words(game_of(room.state), "fr"))


def test_the_program_answers_whatever_it_is_asked(tmp_path: Path) -> None:
    assert program(PAGES[0]) == program(PAGES[1])
    file = tmp_path / "bot.py"
    file.write_text(program(PAGES[0]), "utf-8")
    with serving() as served:
        served.lay(evening())
        seat = f"{served.address}/api/tables/{TABLE}/j1"
        given = {"TABLEE_SEAT": seat, "TABLEE_TOKEN": token_of("j1")}
        with subprocess.Popen(
            [sys.executable, str(file)],
            env={**os.environ, **given},
            stdout=subprocess.PIPE,
            text=True,
        ) as bot:
            try:
                until(served, 1)
                served.do(served.room().act(LEADER, FRAME))  # while it follows
                until(served, 2)
            finally:
                bot.kill()
            assert bot.stdout is not None
            assert bot.stdout.read() == ""  # nothing that it did was refused
        runs = served.room().state.runs.values()
        assert all(
            given.by == "j1" for run in runs for given in run.answers if "dice" in given.answer
        )


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_the_test_that_the_page_asks_for_is_one(page: Path) -> None:
    """The act of the page, with its sheet: Lubin is to throw, against what he does not know."""
    found = re.search(r"/acts .*?-d '(.*?)'", (ROOT / page).read_text("utf-8"), re.DOTALL)
    assert found
    table = set_up("eclats")
    table.does(LEADER, act_of(msgspec.json.decode(found[1])))
    (run,) = table.view(table.state.owner("lubin")).runs
    assert [(type(ask), ask.mine) for ask in run.asks] == [(ThrowAsk, True)]
    assert "seuil" not in [each.field for each in run.parameters]
