"""A player proposes a run; the leader requests it or says no."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tablee.table.export.exporting import campaign_file
from tests.kit import acts
from tests.table.evening import GAMES, LEADER, Table, set_up
from tests.table.export.stores import bring
from tests.table.export.tables import ID, logged


def proposal(table: Table, seat: str = "j1", **params: str) -> acts.Propose:
    """The usual run of the first character of a seat, with the first name of each field."""
    run = table.view(seat).me.proposals[0]
    names = {each.field: each.names[0].name for each in run.fields if each.required}
    return acts.Propose(
        procedure=run.procedure, character=run.character, params={**names, **params}
    )


def proposed(table: Table, seat: str) -> list[tuple[str, str, str]]:
    signals = table.view(seat).signals
    return [(each.seat, each.run.label, each.run.text) for each in signals if each.run]


@pytest.mark.parametrize(
    ("game", "texts"),
    [
        ("exil", ("j1", "Jet de Talent", "Médecin")),
        ("loss", ("j1", "Test d’Action", "Agilité et Armes de mêlée")),
        ("armes_dieux", ("j1", "Test", "Influence")),
        ("eclats", ("j1", "Action complète", "Énergie")),
        ("socle", ("j1", "Test", "Force")),
    ],
)
def test_a_usual_run_of_each_game(game: str, texts: tuple[str, str, str]) -> None:
    """The leader and the player see it in words; other players nothing at all."""
    table = set_up(game)
    before = msgspec.json.encode(table.view("j2"))
    table.does("j1", proposal(table))
    assert proposed(table, LEADER) == proposed(table, "j1") == [texts]
    assert msgspec.json.encode(table.view("j2")) == before


@pytest.mark.parametrize("game", GAMES)
def test_it_ends_when_the_leader_requests_the_run(game: str) -> None:
    table = set_up(game)
    act = proposal(table)
    table.does("j1", act)
    (signal,) = table.view(LEADER).signals
    assert signal.run is not None
    more: dict[str, Any] = {} if signal.run.ready else {"seuil": 6}
    request = acts.RequestRun(
        procedure=act.procedure, params={**act.params, **more}, to=(act.character,)
    )
    table.does(LEADER, request)
    assert not proposed(table, LEADER)
    assert table.state.runs["j1"].subject == act.character


def test_it_waits_for_the_leader() -> None:
    """The player may do something else meanwhile; another proposal takes its place."""
    table = set_up("exil")
    table.does("j1", proposal(table))
    table.does("j1", acts.Note(text="La porte résiste."))
    assert [text for _, _, text in proposed(table, LEADER)] == ["Médecin"]
    table.does("j1", proposal(table, talent="Savant"))
    assert [text for _, _, text in proposed(table, LEADER)] == ["Savant"]
    table.does(LEADER, acts.Knock(seat="j1"))
    assert not proposed(table, "j1")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"procedure": "exil.duel"}, "procedure"),
        ({"character": "jeanne"}, "character"),
        ({"params": {"talent": "Danseur"}}, "params.talent"),
        ({"params": {"difficulty": "8"}}, "params.difficulty"),
    ],
)
def test_only_what_the_own_sheet_names(change: dict[str, Any], field: str) -> None:
    table = set_up("exil")
    assert not table.act("j1", msgspec.structs.replace(proposal(table), **change))
    assert table.wrong is not None
    assert table.wrong.field == field
    assert not table.state.signals


def test_what_the_leader_proposes_is_requested() -> None:
    table = set_up("exil")
    table.does(LEADER, proposal(table))
    assert table.state.runs["j1"].subject == "aurele"
    assert not table.state.signals


def test_players_roll_what_is_usual_where_the_leader_lets_them() -> None:
    table = set_up("exil")
    assert not table.act("j1", acts.AllowRolls(allowed=True))
    table.does(LEADER, acts.AllowRolls(allowed=True))
    table.does("j1", proposal(table))
    (run,) = table.view("j1").runs
    assert [wait.seat for wait in run.waiting] == ["j1"]
    table.does(LEADER, acts.AllowRolls(allowed=False))
    table.does("j1", proposal(table))
    assert len(table.state.runs) == 1


def test_what_the_leader_has_to_say_is_waited_for_all_the_same() -> None:
    """ECL-LAN-01: the seuil is the leader's."""
    table = set_up("eclats")
    table.does(LEADER, acts.AllowRolls(allowed=True))
    table.does("j1", proposal(table))
    assert not table.state.runs
    assert table.state.scene is None
    assert proposed(table, LEADER)


def test_it_folds_and_travels() -> None:
    table = set_up("loss")
    table.does("j1", proposal(table))
    assert table.again() == table.state
    [(_, events)] = bring(campaign_file(ID, logged(table)))
    assert len(events) == len(table.events)


@pytest.mark.parametrize(
    ("names", "augmentations", "text"),
    [
        ("Sabre", 1, "Sabre, Agilité et Armes de mêlée"),
        ("Sabre+Longue route", 3, "Sabre, Longue route, Agilité et Armes de mêlée"),
    ],
)
def test_a_specialisation_is_the_players_to_name(names: str, augmentations: int, text: str) -> None:
    """LOSS-PER-01, LOSS-JET-04: permanent Augmentations are always at hand."""
    table = set_up("loss")
    act = proposal(table)
    params = {"ag_permanentes": names, **act.params}
    table.does("j1", msgspec.structs.replace(act, params=params))
    ((_, _, shown),) = proposed(table, LEADER)
    assert shown == text
    request = acts.RequestRun(procedure=act.procedure, params=params, to=(act.character,))
    table.does(LEADER, request)
    assert table.state.runs["j1"].params["ag_permanentes"] == augmentations


def test_a_specialisation_of_somebody_else_is_refused() -> None:
    table = set_up("loss")
    act = proposal(table, ag_permanentes="Sabre+Danse")
    assert not table.act("j1", act)
    assert table.wrong is not None
    assert table.wrong.field == "params.ag_permanentes"


DOWN = {"coeurs": 0, "etat": "a_terre"}


def down(table: Table, who: str) -> None:
    event = {"type": "retouche", "qui": who, "champs": DOWN}
    table.does(LEADER, acts.ChangeRecord(event=event))


def raising(table: Table, seat: str) -> list[list[str]]:
    """The characters whom a seat may propose to raise, for each of its own."""
    runs = [run for run in table.view(seat).me.proposals if run.procedure == "socle.relever"]
    return [[each.name for each in run.fields[0].names] for run in runs]


def test_a_player_proposes_to_raise_who_is_on_the_ground() -> None:
    """SOC-COE-05: it is the ally's Action; nobody else is offered, and the leader gives it."""
    table = set_up("socle")
    assert raising(table, "j2") == []
    down(table, "gontrand")
    assert raising(table, "j2") == [["gontrand"]]
    assert raising(table, "j1") == []
    up = acts.Propose(procedure="socle.relever", character="maelle", cast={"releve": "gontrand"})
    table.does("j2", up)
    assert proposed(table, LEADER) == [("j2", "Relever un allié", "Gontrand")]
    (signal,) = table.view(LEADER).signals
    assert signal.run is not None
    assert (signal.run.ready, signal.run.cast) == (True, {"releve": "gontrand"})
    request = acts.RequestRun(
        procedure="socle.relever", to=("maelle",), cast={"releve": "gontrand"}
    )
    table.does(LEADER, request)
    assert table.state.sheet("gontrand")["etat"] == "debout"
    assert not table.state.signals


def test_a_raising_is_done_at_once_where_players_roll() -> None:
    table = set_up("socle")
    down(table, "gontrand")
    table.does(LEADER, acts.AllowRolls(allowed=True))
    up = acts.Propose(procedure="socle.relever", character="maelle", cast={"releve": "gontrand"})
    table.does("j2", up)
    assert table.state.sheet("gontrand")["coeurs"] == 1


@pytest.mark.parametrize(
    "cast", [{}, {"releve": "capitaine"}, {"releve": "maelle"}, {"": "maelle"}]
)
def test_nobody_else_is_raised(cast: dict[str, str]) -> None:
    """SOC-COE-05: neither who is up, nor oneself, nor an adversary."""
    table = set_up("socle")
    down(table, "gontrand")
    act = acts.Propose(procedure="socle.relever", character="maelle", cast=cast)
    assert not table.act("j2", act)
    assert table.wrong is not None
    assert table.wrong.field.startswith("cast.")


def test_a_player_proposes_magie_and_describes_it() -> None:
    """SOC-MAG-03: its sheet gives all; the player describes the effect, the leader judges it."""
    table = set_up("socle")
    offered = {run.procedure: run for run in table.view("j2").me.proposals}
    assert offered["socle.magie"].fields == []
    assert offered["socle.sort_attaque"].fields == []
    table.does("j2", acts.Propose(procedure="socle.magie", character="maelle"))
    (signal,) = table.view(LEADER).signals
    assert signal.run is not None
    assert signal.run.ready
    table.does(LEADER, acts.RequestRun(procedure="socle.magie", to=("maelle",)))
    (run,) = table.view("j2").runs
    assert [wait.seat for wait in run.waiting] == ["j2"]
    table.does("j2", acts.Answer(run=run.id, place=run.place, answer={"choose": "un pont"}))
    (run,) = table.view(LEADER).runs
    assert [wait.seat for wait in run.waiting] == [LEADER]


def test_magie_attacks_by_spells_alone() -> None:
    """SOC-ATK-03: no attack with its die that costs no Mana."""
    (attack,) = (
        run for run in set_up("socle").view("j1").me.proposals if run.procedure == "socle.attaque"
    )
    assert [each.name for each in attack.fields[0].names] == ["Force", "Agilité"]


@pytest.mark.parametrize("game", ["exil", "loss", "armes_dieux", "eclats"])
def test_every_proposal_of_the_other_games_names_something(game: str) -> None:
    assert all(run.fields for run in set_up(game).view("j1").me.proposals)


def test_an_adversary_in_a_players_hands_raises_too() -> None:
    """Its Cœurs are computed from the rulings of the campaign."""
    table = set_up("socle")
    down = {"type": "retouche", "qui": "maelle", "champs": {"coeurs": 0, "etat": "a_terre"}}
    table.does(LEADER, acts.ChangeRecord(event=down))
    table.does(LEADER, acts.Give(character="pillard", to="j3"))
    (run,) = table.view("j3").me.proposals
    act = acts.Propose(
        procedure=run.procedure, character="pillard", cast={run.fields[0].field: "maelle"}
    )
    table.does("j3", act)
    assert [each[0] for each in proposed(table, "j3")] == ["j3"]
