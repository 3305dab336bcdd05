"""The functions of a game file that readings call outside the rules: one that never ends is refused."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tablee import advise, odds, resolve
from tablee.faces.web.table.refusal_notices import refused_at_table
from tablee.faces.web.table.request_form import build_request_form
from tablee.rules import rule_watch
from tablee.rules.ambient import Ambient, around
from tablee.rules.authoring.game_file import load_game
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_game, find_procedure, unregister
from tablee.rules.texts.words import Words
from tablee.table.replay import Replays, fighter_status_of
from tests.kit import acts
from tests.table.evening import LEADER, Table

SOURCE = """
from typing import Annotated
from tablee import YES_NO, D6, Game, Meta, Procedure, Result, Sheet, choose, on_sheet, roll


def endless():
    while True:
        pass


class Hero(Sheet, tag="hero"):
    force: Annotated[int, Meta(ge=0, le=9)] = 1

    def check(self) -> None:
        "sheet check"

    def fighter_status(self):
        "status"


class Issue(Result):
    ok: bool


class Test(Procedure[Issue], id="boucle.test"):
    force: Annotated[int, Meta(ge=0, le=9), on_sheet("force")] = 1

    utilities = {"gagner": lambda test, issue, seat: worth(issue)}

    def sides(self):
        "sides"
        return {}

    def beliefs(self):
        "beliefs"
        return ()

    def concealed(self, seat):
        "concealed"
        return frozenset()

    async def rule(self) -> Issue:
        jet = await roll(D6, "jet", who="heros")
        return Issue(ok=await choose("oui", YES_NO, who="heros") and jet > 2)


def worth(issue):
    "worth"
    return issue.ok


GAME = Game(id="boucle", title="Boucle", procedures=(Test,), sheets=(Hero,))
"""


@pytest.fixture(autouse=True)
def _alone() -> Iterator[None]:
    """Forget the game afterwards."""
    yield
    unregister("boucle")


@pytest.fixture
def endless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """`endless(place)`: load the game whose function at that place never ends."""
    monkeypatch.setattr(rule_watch, "PATIENCE", 0.3)

    def load(place: str) -> None:
        assert SOURCE.count(f'"{place}"\n') == 1
        source = SOURCE.replace(f'"{place}"\n', "endless()\n")
        (tmp_path / "boucle.py").write_text(source, "utf-8")
        load_game(tmp_path / "boucle.py")

    return load


READINGS: dict[str, Callable[[], Any]] = {
    "worth": lambda: advise(find_procedure("boucle.test")(), answers=[{"dice": [3]}]),
    "sides": lambda: advise(find_procedure("boucle.test")(), answers=[{"dice": [3]}]),
    "beliefs": lambda: resolve("boucle.test", answers=[{"dice": [3]}]),
}


@pytest.mark.parametrize("place", READINGS)
def test_a_function_that_never_ends_is_refused_with_its_line(
    place: str, endless: Callable[[str], None]
) -> None:
    endless(place)
    began = time.thread_time()
    with pytest.raises(Refusal, match=r"boucle\.py:[78]"):
        READINGS[place]()
    assert time.thread_time() - began < 5


@pytest.mark.parametrize("place", ["sheet check", "concealed"])
def test_at_the_table_the_act_is_refused_with_the_line(
    place: str, endless: Callable[[str], None]
) -> None:
    endless(place)
    table = Table("boucle")
    put = acts.PutSheet(character="ana", sheet={"type": "hero", "nom": "Ana"})
    done = table.act(LEADER, put)
    assert done == (place != "sheet check")
    if done:
        assert not table.act(LEADER, acts.RequestRun(procedure="boucle.test", to=("ana",)))
    assert table.wrong is not None
    assert re.search(r"boucle\.py:[78]$", table.wrong.field)


def test_a_status_that_never_ends_leaves_the_page(endless: Callable[[str], None]) -> None:
    endless("status")
    table = Table("boucle")
    table.does(LEADER, acts.PutSheet(character="ana", sheet={"type": "hero", "nom": "Ana"}))
    (ana,) = table.view(LEADER).characters
    assert ana.gauges == []


def test_a_function_that_was_stopped_is_refused_at_once(endless: Callable[[str], None]) -> None:
    """A page calls it again and again; the pages of other tables would wait each time."""
    endless("status")
    table = Table("boucle")
    table.does(LEADER, acts.PutSheet(character="ana", sheet={"type": "hero", "nom": "Ana"}))
    table.view(LEADER)
    (fault,) = table.view(LEADER).faults
    assert re.match(r"boucle\.py:[78]", fault.text), "its folder is a matter of the host"
    assert not table.view("j1").faults
    table.replays = Replays()
    began = time.thread_time()
    assert table.view(LEADER).faults == [fault]
    assert time.thread_time() - began < 0.2


def test_a_status_that_never_ends_is_stopped_alone(endless: Callable[[str], None]) -> None:
    """Within what else is watched, such as the form of a request."""
    endless("status")
    table = Table("boucle")
    table.does(LEADER, acts.PutSheet(character="ana", sheet={"type": "hero", "nom": "Ana"}))
    with around(Ambient(None)):
        assert fighter_status_of(table.state, table.state.sheet("ana")) is None
    page = build_request_form(table.state, Words(find_game("boucle")), {})
    assert page is not None


def test_the_line_of_a_mistake_is_shown_as_it_is_at_the_table() -> None:
    refusal = Refusal("param", "jeux/boucle.py:12", None, "une valeur")
    shown = refused_at_table(Words(None), refusal)
    assert shown == "boucle.py:12, attendu\xa0: une valeur."


OFFERS = """
def ever(campaign):
    while True:
        pass


def wrong(campaign):
    return 1 // 0


def gauges(ledgers, who):
    return ledgers["boucle"]


GAME = """


@pytest.mark.parametrize(
    ("declared", "line", "message"),
    [
        ("offers=ever", "        pass", "un code qui s’achève"),
        ("offers=wrong", "    return 1 // 0", "une division par un nombre qui n’est pas 0"),
        ("ledger_gauges=gauges", '    return ledgers["boucle"]', "une clé de ce dictionnaire"),
    ],
)
def test_a_function_of_the_record_that_fails_leaves_the_page(
    declared: str, line: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The leader reads what is wrong, with its line; the page goes on without what it gives."""
    monkeypatch.setattr(rule_watch, "PATIENCE", 0.3)
    source = SOURCE.replace("import YES_NO", "import CampaignRecord, YES_NO")
    source = source.replace("\nGAME = ", OFFERS).replace(
        "sheets=(Hero,)", f"sheets=(Hero,), campaign_record=CampaignRecord({declared})"
    )
    (tmp_path / "boucle.py").write_text(source, "utf-8")
    numbers = [n for n, text in enumerate(source.splitlines(), 1) if text.startswith(line)]
    load_game(tmp_path / "boucle.py")
    table = Table("boucle")
    table.does(LEADER, acts.PutSheet(character="ana", sheet={"type": "hero", "nom": "Ana"}))
    table.does(LEADER, acts.BeginScene())
    (fault,) = table.view(LEADER).faults
    assert any(f"boucle.py:{n}" in fault.text for n in (*numbers, numbers[-1] - 1))
    assert message in fault.text
    assert [each.id for each in table.view(LEADER).characters] == ["ana"]


def test_functions_that_end_give_what_they_gave(endless: Callable[[str], None]) -> None:
    endless("status")
    test: Any = find_procedure("boucle.test")
    assert str(odds(test(), answers=[{"dice": [3]}, {"choose": True}])).count("ok=True") == 1
    assert test(force=3).concealed("heros") == frozenset()
    assert test.concealed.__name__ == "concealed"
