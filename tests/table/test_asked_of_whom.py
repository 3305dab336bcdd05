"""Livre des Règles de Base: what the players and the MJ are asked at the table, and what is owed."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import UNSET

from tests.kit import acts
from tests.table.evening import LEADER, Table, choices, set_up

WAY = {"objectif": "la porte", "caracteristique": "Force"}
FIGHT = {"heros": ["gontrand", "maelle"], "adversaires": ["capitaine", "pillard"]}


def played(table: Table, procedure: str, *answers: tuple[str, Any], **request: Any) -> None:
    """Request a run and answer it."""
    table.does(LEADER, acts.RequestRun(procedure=f"socle.{procedure}", **request))
    answered(table, *answers)


def answered(table: Table, *answers: tuple[str, Any]) -> None:
    """Answer the open run, each time as the seat that is asked."""
    for seat, answer in answers:
        (shown,) = table.view(LEADER).runs
        assert [wait.seat for wait in shown.waiting] == [seat], answer
        given = answer if isinstance(answer, dict) else {"choose": answer}
        table.does(seat, acts.Answer(run=shown.id, place=shown.place, answer=given))


def tried(table: Table, *answers: tuple[str, Any]) -> None:
    params = {"de": "Force", "aide": False, "tentative": WAY}
    played(table, "test", *answers, ("j1", {"dice": [3]}), params=params, to=("gontrand",))


def test_the_same_test_again_has_a_price_and_asks_the_mj() -> None:
    """SOC-REP-01, -02: the table remembers what failed."""
    table = set_up("socle")
    tried(table)
    tried(table, ("j1", "changement"), (LEADER, False), ("j1", "complication"))
    owed: dict[str, Any] = {
        "procedure": None,
        "params": {},
        "qui": "gontrand",
        "texte": "une complication",
        "cast": {},
    }
    assert table.state.record["dus"] == [owed]
    tried(table, ("j1", "changement"), (LEADER, True))
    assert table.state.record["dus"] == [owed]
    assert table.state.record["registres"]["socle.essais"]["essais"] == [WAY | {"moyens": ""}]


def test_magie_in_a_fight_asks_the_player_for_words_and_the_mj_for_its_price() -> None:
    """SOC-MAG-03, -05, -08."""
    table = set_up("socle")
    described = ("j2", "magie"), ("j2", "autre"), ("j2", "fort"), (LEADER, "fort")
    played(table, "combat", (LEADER, "maelle"), *described, cast=FIGHT)
    texts = [line.text for line in table.view(LEADER).runs[0].lines]
    assert any("«\u00a0fort\u00a0»" in text for text in texts)  # her words, not the level
    refused = ("j2", "mana"), (LEADER, False), ("j2", "echelle")
    answered(table, ("j2", {"dice": [8]}), *refused, (LEADER, "fin"))
    assert table.state.sheet("maelle")["mana"] == 1
    assert [(due["qui"], due["texte"]) for due in table.state.record["dus"]] == [
        ("maelle", "un effet plus ample que prévu")
    ]


def test_the_mj_says_whom_a_move_brings_into_contact() -> None:
    """SOC-POR-01, -02."""
    table = set_up("socle")
    played(table, "combat", (LEADER, "deplacement:maelle"), cast=FIGHT)
    (ask,) = choices(table.view(LEADER).runs[0])
    assert ask.label == "Qui est au contact"
    assert ask.subset is not UNSET
    assert [each.label for each in ask.subset.of] == ["La capitaine Ruvre", "Pillard des landes"]


@pytest.mark.parametrize(("face", "owed"), [(8, True), (7, False)])
def test_the_avantage_of_a_plain_test_is_owed(face: int, owed: bool) -> None:
    """SOC-RES-05, -06."""
    table = set_up("socle")
    params = {"de": 8, "aide": False}
    played(table, "test", ("j2", {"dice": [face]}), params=params, to=("maelle",))
    assert [due["qui"] for due in table.state.record["dus"]] == (["maelle"] if owed else [])


def test_each_counter_at_its_end_is_owed_by_its_name() -> None:
    """SOC-OPT-06: a failure brings two counters to their end."""
    table = set_up("socle")
    for name in ("l’alarme", "la garde"):
        event = {"type": "compteur", "nom": name, "etapes": 1}
        table.does(LEADER, acts.ChangeRecord(event={"type": "socle.scene", "evenement": event}))
    params = {"de": "Force", "tn": 6, "aide": False}
    played(table, "test", ("j1", {"dice": [3]}), params=params, to=("gontrand",))
    assert [due["texte"] for due in table.state.record["dus"]] == ["l’alarme", "la garde"]


def test_nobody_raises_an_adversary() -> None:
    """SOC-COE-05, SOC-TOU-01: it is up, or out for good."""
    table = set_up("socle")
    act = acts.RequestRun(procedure="socle.relever", to=("maelle",), cast={"releve": "pillard"})
    assert not table.act(LEADER, act)
    assert table.wrong is not None
    assert table.wrong.field == "etat_releve"
