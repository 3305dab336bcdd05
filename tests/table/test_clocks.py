"""Ready-made clocks: effects move them, the leader too, and nobody else learns of a secret one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tablee.faces.web.page_context import HERE, NOTHING
from tablee.faces.web.rendering import Renderer
from tablee.faces.web.table.page_models import NEWEST, PageMaker
from tablee.rules.authoring.game_file import load_game
from tablee.rules.registry import unregister
from tablee.rules.texts.words import Words
from tablee.table.replay import Replays
from tests.kit import acts
from tests.table.evening import LEADER, Table

SOURCE = """
from typing import Annotated, Literal
from tablee import D6, Clock, Game, Meta, Procedure, Result, Sheet, Track, effect, on_sheet, roll

Mal = Annotated[int, Meta(ge=0, le=4), on_sheet("mal")]


class Fiche(Sheet, tag="heros"):
    mal: Mal = 0
    humeur: Literal["calme", "vive", "folle"] = "calme"


class Vu(Result):
    face: int


class Pas(Procedure[Vu], id="marche.pas"):
    mal: Mal = 0
    orage: Annotated[int, Meta(ge=0, le=6)] = 0
    fuite: Literal["loin", "proche", "pris"] = "loin"

    async def rule(self) -> Vu:
        face = await roll(D6, "pas", who="heros")
        effect("orage", face)
        effect("fuite", -1)
        effect("complot", 1, to="meneur")
        effect("mal", 3)
        effect("humeur", 1)
        return Vu(face=face)


GAME = Game(
    id="marche", title="Marche", procedures=(Pas,), sheets=(Fiche,),
    clocks=(
        Clock("orage", 6, parameter="orage"),
        Track("fuite", ("loin", "proche", "pris"), start=2, parameter="fuite"),
        Clock("complot", 4, secret=True),
        Clock("mal", 4, on_sheet=True),
        Track("humeur", ("calme", "vive", "folle"), on_sheet=True),
    ),
)
"""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    (tmp_path / "marche.py").write_text(SOURCE, "utf-8")
    load_game(tmp_path / "marche.py")
    made = Table("marche")
    made.does(LEADER, acts.PutSheet(character="ana", sheet={"type": "heros", "nom": "Ana"}))
    made.does(LEADER, acts.Give(character="ana", to="j1"))
    yield made
    unregister("marche")


def walk(table: Table, run: str, face: int) -> None:
    table.does(LEADER, acts.RequestRun(procedure="marche.pas", to=("ana",)))
    table.does("j1", acts.Answer(run=run, place=0, answer={"dice": [face]}))


def clocks(table: Table, seat: str) -> dict[str, int]:
    return {each.id: each.value for each in table.view(seat).table.clocks}


def move(table: Table, clock: str, n: int, ledger: str = "marche.horloges") -> acts.ChangeRecord:
    event = {"type": "cran", "horloge": clock, "n": n}
    return acts.ChangeRecord(event={"type": ledger, "evenement": event})


def test_effects_move_the_clocks_and_stop_at_their_ends(table: Table) -> None:
    assert clocks(table, LEADER) == {"orage": 0, "fuite": 2, "complot": 0}
    walk(table, "j1", 4)
    assert clocks(table, LEADER) == {"orage": 4, "fuite": 1, "complot": 1}
    assert (table.state.sheet("ana")["mal"], table.state.sheet("ana")["humeur"]) == (3, "vive")
    walk(table, "j2", 4)
    walk(table, "j3", 4)
    assert clocks(table, LEADER) == {"orage": 6, "fuite": 0, "complot": 3}
    assert (table.state.sheet("ana")["mal"], table.state.sheet("ana")["humeur"]) == (4, "folle")
    texts = [each.text for each in table.last("j1").consequences]
    assert texts[0] == "Orage\xa0: 6 sur 6, l’horloge est pleine."
    assert texts[1] == "Fuite\xa0: loin."


def test_the_next_run_finds_the_clocks_of_the_table(table: Table) -> None:
    walk(table, "j1", 4)
    table.does(LEADER, acts.RequestRun(procedure="marche.pas", to=("ana",)))
    params = table.state.runs["j2"].params
    assert (params["orage"], params["fuite"], params["mal"]) == (4, "proche", 3)


def test_a_character_has_the_clocks_of_its_sheet(table: Table) -> None:
    walk(table, "j1", 1)
    (ana,) = table.view("j2").characters
    assert [(each.name, each.value, each.most) for each in ana.gauges] == [("Mal", 3, 4)]
    assert ana.states == ["humeur vive"] or ana.states == ["vive"]


def test_only_the_leader_moves_a_clock_by_hand(table: Table) -> None:
    table.does(LEADER, move(table, "orage", 2))
    table.does(LEADER, move(table, "orage", -1))
    assert clocks(table, "j1")["orage"] == 1
    assert not table.act("j1", move(table, "orage", 1))
    assert not table.act("j1", move(table, "complot", 1, "marche.horloges_secretes"))


def test_nothing_of_a_secret_clock_reaches_a_player(table: Table) -> None:
    """Two tables that differ in their secret clocks alone are the same for a player."""
    other = Table("marche")
    other.does(LEADER, acts.PutSheet(character="ana", sheet={"type": "heros", "nom": "Ana"}))
    other.does(LEADER, acts.Give(character="ana", to="j1"))
    for each in (table, other):
        walk(each, "j1", 2)
    table.does(LEADER, move(table, "complot", 2, "marche.horloges_secretes"))
    table.does(LEADER, move(table, "orage", 1))
    other.does(LEADER, move(other, "orage", 1))
    assert clocks(table, LEADER) != clocks(other, LEADER)
    for seat in ("j1", "j2"):
        seen, same = (_shown(each, seat) for each in (table, other))
        assert seen == same
        assert "complot" not in seen.lower()


def _shown(table: Table, seat: str) -> str:
    """What a seat is sent, without the places in the log and the times."""
    view = msgspec.to_builtins(table.view(seat))
    for item in view["story"]["items"]:
        del item["place"], item["at"]
        if item["run"]:
            del item["run"]["at"]
    for run in [*view["runs"], view["last"]]:
        del run["at"]
    del view["table"]["scene"]
    return msgspec.json.encode(view).decode()


def test_the_page_draws_them_and_the_leader_may_press(table: Table) -> None:
    walk(table, "j1", 4)
    drawn = {seat: _page(table, seat) for seat in (LEADER, "j1")}
    assert 'pathLength="6" stroke-dasharray="4 6"' in drawn["j1"]
    assert '<li aria-current="step">proche</li>' in drawn["j1"]
    assert "Complot" in drawn[LEADER]
    assert "Complot" not in drawn["j1"]
    assert 'name="event.evenement.horloge" value="orage"' in drawn[LEADER]
    assert "<form" not in drawn["j1"]


def _page(table: Table, seat: str) -> str:
    words = Words(table.game)
    pieces = PageMaker(Renderer(here=HERE), words, NEWEST, NOTHING).pieces(table.view(seat), "")
    return str(pieces.slots["clocks"])


@pytest.mark.parametrize("change", ["shorter", "gone", "new"])
def test_a_campaign_goes_on_when_its_clocks_change(
    change: str, table: Table, tmp_path: Path
) -> None:
    walk(table, "j1", 5)
    source = {
        "shorter": SOURCE.replace('Clock("orage", 6', 'Clock("orage", 3').replace("le=6", "le=3"),
        "gone": SOURCE.replace('        Clock("orage", 6, parameter="orage"),\n', "").replace(
            '        effect("orage", face)\n', ""
        ),
        "new": SOURCE.replace("    clocks=(", '    clocks=(\n        Clock("neuve", 4),'),
    }[change]
    (tmp_path / "marche.py").write_text(source, "utf-8")
    load_game(tmp_path / "marche.py")
    table.replays = Replays()
    walk(table, "j2", 1)
    found = clocks(table, "j1")
    expected = {"shorter": {"orage": 3}, "gone": {}, "new": {"neuve": 0, "orage": 6}}[change]
    assert {name: n for name, n in found.items() if name != "fuite"} == expected
