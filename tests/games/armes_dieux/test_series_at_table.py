"""Armes-Dieux at the table: what a series costs and gains, what is owed, dice that are spent once."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.table.refusals import NotYours
from tests.kit import acts
from tests.table.evening import LEADER, Table, set_up

BOTH = {"participants": ["bastan", "sentinelle"]}
FIGHT = {"type": "retouche", "qui": "bastan", "champs": {"en_combat": True}}
PLAIN: dict[str, Any] = {"domaine": "Agression", "bonus": [], "ecartes": 0, "additionnel": "jamais"}
CRUSHED = [1, 1, 1, 1, 2, 2, 2]


def opposed(name: str, **bastan: Any) -> acts.RequestRun:
    side = {"poignee": "Agression", "bonus": [], "ecartes": 0} | bastan
    params: dict[str, Any] = {"participants": [side, {"ecartes": 0}], "additionnel": "jamais"}
    if name == "oppositions":
        params |= {"manches": 2, "gagnees": 2}
    return acts.RequestRun(procedure=f"armes_dieux.{name}", params=params, cast=BOTH)


def throws(table: Table, *faces: list[int]) -> None:
    for given in faces:
        (run,) = table.view(LEADER).runs
        seat = run.waiting[0].seat
        table.does(seat, acts.Answer(run=run.id, place=run.place, answer={"dice": given}))


def texts(table: Table) -> list[str]:
    assert not any(each.refused for each in table.last(LEADER).consequences)
    return [each.text.replace("\u00a0", " ") for each in table.last(LEADER).consequences]


def test_what_a_series_costs_is_written_down_each_time() -> None:
    """AD-BON-05, AD-REN-03: an Effort is not called a Revers; a fight begins once."""
    table = set_up("armes_dieux")
    side = {"bonus": ["effort"], "reserve_combat": 4, "renfort_reserve": 2}
    table.does(LEADER, opposed("oppositions", **side))
    throws(table, *([2] * 3 + [3] * 9, [1, 1, 1, 2, 2, 2]) * 2)
    effort = "Un Effort : Bastan prend un point de Tension."
    drawn = "Bastan puise 2 dés dans la Réserve de combat."
    begins = "Un combat commence pour Bastan : sa Réserve est ouverte."
    assert texts(table) == [effort, begins, drawn, effort, drawn]
    assert table.state.sheet("bastan")["reserve_combat"] == 1


@pytest.mark.parametrize("name", ["opposition", "oppositions"])
def test_dice_of_the_reserve_fixed_for_an_opposition_are_not_there_for_the_next(name: str) -> None:
    """AD-REN-03: while the first one is open."""
    table = set_up("armes_dieux")
    table.does(LEADER, acts.ChangeRecord(event=FIGHT))
    table.does(LEADER, opposed(name, renfort_reserve=4))
    assert not table.act(LEADER, opposed(name, renfort_reserve=4))
    assert table.wrong is not None
    assert table.wrong.field == "participants[0].renfort_reserve"
    table.does(LEADER, opposed(name, renfort_reserve=1))


def test_a_malus_that_the_leader_gives_by_hand_leaves_nothing_that_is_refused() -> None:
    """AD-REV-04: it is on no sheet."""
    table = set_up("armes_dieux")
    params = PLAIN | {"malus_report": 3}
    act = acts.RequestRun(procedure="armes_dieux.test", params=params, to=("bastan",))
    table.does(LEADER, act)
    throws(table, [4, 4, 4, 4])
    assert texts(table) == []
    table.does(LEADER, opposed("opposition", malus_report=3))
    throws(table, [4, 4, 4, 4], [1, 1, 1, 2, 2, 2])
    assert texts(table) == []


@pytest.mark.parametrize("critical", [False, True])
def test_a_revers_is_chosen_and_not_declined(critical: bool) -> None:
    """AD-REV-06, -07, -08: the player says which one; the Meneur alone may let it go."""
    table = set_up("armes_dieux", rulings={"echecs_critiques": critical})
    act = acts.RequestRun(procedure="armes_dieux.test", params=PLAIN, to=("bastan",))
    table.does(LEADER, act)
    throws(table, CRUSHED)
    owed = table.last("j1").consequences[-1]
    assert not owed.may
    assert not table.act("j1", acts.Decline(consequence=owed.id))
    assert isinstance(table.wrong, NotYours)
    table.does(LEADER, acts.Decline(consequence=owed.id))
    assert table.view(LEADER).pending == []


@pytest.mark.parametrize(
    "chosen", ["partiel", "tension", "equipement", "difficulte", "complication"]
)
def test_a_chosen_revers_is_not_declined_either(chosen: str) -> None:
    """AD-RES-06, AD-REV-06: the player chooses which one, not whether there is one."""
    table = set_up("armes_dieux")
    params = {"reussite": True, "choix": chosen}
    act = acts.RequestRun(procedure="armes_dieux.revers", params=params, to=("bastan",))
    table.does(LEADER, act)
    for each in table.last("j1").consequences:
        assert not each.may
        assert not table.act("j1", acts.Decline(consequence=each.id))
        assert isinstance(table.wrong, NotYours)
        table.does(LEADER, acts.Decline(consequence=each.id))


@pytest.mark.parametrize(("held", "left", "drawn"), [(9, 0, 5), (5, 0, 5), (3, 2, 3)])
def test_dice_given_beyond_the_reserve_are_on_no_sheet(held: int, left: int, drawn: int) -> None:
    """AD-REN-03: the Meneur may say that it holds more than the five dice of the sheet."""
    table = set_up("armes_dieux")
    params = PLAIN | {"domaine": "Influence", "reserve_combat": held}
    act = acts.RequestRun(procedure="armes_dieux.test", params=params, to=("bastan",))
    table.does(LEADER, act)
    table.does("j1", acts.Answer(run="j1", place=0, answer={"choose": held}))
    throws(table, [3] * (2 + held))
    begins, spent, _ = texts(table)
    assert begins == "Un combat commence pour Bastan : sa Réserve est ouverte."
    assert spent == f"Bastan puise {drawn} dés dans la Réserve de combat."
    assert table.state.sheet("bastan")["reserve_combat"] == left


def test_dice_given_to_who_has_no_reserve_open_no_fight() -> None:
    """AD-REN-03: neither an empty Réserve nor a Figurant, who has none."""
    table = set_up("armes_dieux")
    empty = {"type": "retouche", "qui": "bastan", "champs": {"reserve_combat": 0}}
    table.does(LEADER, acts.ChangeRecord(event=empty))
    for who in ("bastan", "sentinelle"):
        params = {"domaine": 2, "bonus": [], "renfort_reserve": 2, "reserve_combat": 2}
        act = acts.RequestRun(procedure="armes_dieux.poignee", params=params, to=(who,))
        table.does(LEADER, act)
        assert texts(table) == []
    assert table.state.sheet("bastan")["en_combat"] is False


def test_a_series_spends_what_the_sheet_has_and_no_more() -> None:
    """AD-REN-03: 9 dice are given, 5 are on the sheet."""
    table = set_up("armes_dieux")
    table.does(LEADER, opposed("oppositions", reserve_combat=9, renfort_reserve=3))
    throws(table, *([2] * 3 + [3] * 7, [1, 1, 1, 2, 2, 2]) * 2)
    _, first, second = texts(table)
    assert [first, second] == [
        "Bastan puise 3 dés dans la Réserve de combat.",
        "Bastan puise 2 dés dans la Réserve de combat.",
    ]
    assert table.state.sheet("bastan")["reserve_combat"] == 0


def test_which_gear_is_harmed_is_the_players_to_say() -> None:
    """AD-REV-03: another piece, or lost instead of damaged."""
    table = set_up("armes_dieux")
    params = {"reussite": False, "choix": "equipement"}
    act = acts.RequestRun(procedure="armes_dieux.revers", params=params, to=("bastan",))
    table.does(LEADER, act)
    (harmed,) = table.last("j1").consequences
    assert len(harmed.alternatives) == 2
    table.does("j1", acts.Replace(consequence=harmed.id, place=0))
    assert table.state.sheet("bastan")["equipement"]["hache"] == "perdu"
