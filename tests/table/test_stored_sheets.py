"""The sheets of a game change while it is designed: campaigns stay alive, and say what does not fit."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tablee.rules.authoring.game_file import load_game
from tablee.rules.refusal import Refusal
from tablee.rules.registry import unregister
from tablee.rules.sheets.stored_sheets import misfits, stored_sheet
from tablee.table.replay import Replays, fighter_status_of
from tests.kit import acts
from tests.table.evening import LEADER, Table

SOURCE = """
from typing import Annotated
from tablee import D6, Game, Meta, Procedure, Result, Sheet, on_sheet, roll


class Fiche(Sheet, tag="essai.personnage"):
    nom: str
    force: Annotated[int, Meta(ge=1, le=6)] = 3
    ruse: Annotated[int, Meta(ge=1, le=6)] = 2


class Issue(Result):
    v: int


class Test(Procedure[Issue], id="essai.test"):
    force: Annotated[int, Meta(ge=1, le=6), on_sheet("force")]

    async def rule(self) -> Issue:
        return Issue(v=await roll(D6, "jet", who="joueur") + self.force)


GAME = Game(id="essai", title="Essai", procedures=(Test,), sheets=(Fiche,))
"""
RUSE = "    ruse: Annotated[int, Meta(ge=1, le=6)] = 2\n"
FORCE = "    force: Annotated[int, Meta(ge=1, le=6)] = 3\n"
CHANGES: dict[str, tuple[str, str, list[str], bool]] = {
    "nothing": ("", "", [], True),
    "removed": (RUSE, "", ["ruse"], True),
    "renamed": ("ruse:", "astuce:", ["ruse"], True),
    "added with a default": (RUSE, RUSE + "    neuf: int = 7\n", [], True),
    "added without one": (RUSE, "    neuf: int\n" + RUSE, ["neuf"], False),
    "retyped": (FORCE, '    force: str = "fort"\n', ["force"], False),
    "narrower": (FORCE, FORCE.replace("le=6", "le=4"), ["force"], False),
    "another kind": ("essai.personnage", "essai.heros", ["type"], False),
}
"""Change -> the text replaced, by what, the fields that do not fit, whether runs go on."""


CHANGES_BACK = {"removed": [], "renamed": ["astuce"]}
"""Change -> the fields that do not fit once it is taken back."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    (tmp_path / "essai.py").write_text(SOURCE, "utf-8")
    load_game(tmp_path / "essai.py")
    made = Table("essai")
    sheet = {"type": "essai.personnage", "nom": "Ana", "force": 5, "ruse": 4}
    made.does(LEADER, acts.PutSheet(character="ana", sheet=sheet))
    made.does(LEADER, acts.Give(character="ana", to="j1"))
    yield made
    unregister("essai")


@pytest.mark.parametrize("change", CHANGES)
def test_what_does_not_fit_is_named_and_everything_else_goes_on(
    change: str, table: Table, tmp_path: Path
) -> None:
    old, new, wrong, goes_on = CHANGES[change]
    source = SOURCE.replace(old, new) if old else SOURCE
    assert change == "nothing" or source != SOURCE
    (tmp_path / "essai.py").write_text(source, "utf-8")
    game = load_game(tmp_path / "essai.py")
    table.replays = Replays()
    held = table.state.sheet("ana")
    assert [each.field for each in misfits(held, game)] == wrong
    assert (held["force"], held["ruse"]) == (5, 4), "what the log holds stays"
    for seat in (LEADER, "j1", "j2"):
        assert table.view(seat).characters
    assert fighter_status_of(table.state, held) is None
    faults = [(each.character, each.name) for each in table.view(LEADER).faults]
    assert faults == [("ana", "Ana")] * bool(wrong), "the leader reads it at the table"
    assert not table.view("j1").faults
    if goes_on:
        assert stored_sheet(held, "sheet", game).nom == "Ana"
        table.does(LEADER, acts.RequestRun(procedure="essai.test", to=("ana",)))
        table.does("j1", acts.Answer(run="j1", place=0, answer={"dice": [2]}))
        assert table.result("j1") == {"v": 7}
        return
    with pytest.raises(Refusal, match=wrong[0]):
        stored_sheet(held, "sheet", game)
    assert not table.act(LEADER, acts.RequestRun(procedure="essai.test", to=("ana",)))
    assert table.wrong is not None
    assert table.wrong.field == f"to.{wrong[0]}"


@pytest.mark.parametrize("change", ["removed", "renamed"])
def test_a_changed_sheet_keeps_the_fields_that_the_game_has_no_more(
    change: str, table: Table, tmp_path: Path
) -> None:
    (tmp_path / "essai.py").write_text(SOURCE.replace(*CHANGES[change][:2]), "utf-8")
    load_game(tmp_path / "essai.py")
    table.replays = Replays()
    event = {"type": "retouche", "qui": "ana", "champs": {"force": 2}}
    table.does(LEADER, acts.ChangeRecord(event=event))
    held = table.state.sheet("ana")
    assert (held["force"], held["ruse"]) == (2, 4)
    (tmp_path / "essai.py").write_text(SOURCE, "utf-8")
    game = load_game(tmp_path / "essai.py")
    assert [each.field for each in misfits(held, game)] == CHANGES_BACK[change]


def test_a_sheet_is_mended_by_putting_it_again(table: Table, tmp_path: Path) -> None:
    (tmp_path / "essai.py").write_text(
        SOURCE.replace(FORCE, FORCE.replace("le=6", "le=4")), "utf-8"
    )
    game = load_game(tmp_path / "essai.py")
    table.replays = Replays()
    sheet = {"type": "essai.personnage", "nom": "Ana", "force": 4}
    table.does(LEADER, acts.PutSheet(character="ana", sheet=sheet))
    assert not [*misfits(table.state.sheet("ana"), game)]
