"""A character who is dead or unconscious neither fights nor acts, and nothing happens to the dead; a
stray shot wounds the one it hits."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit import acts
from tests.table.evening import LEADER, Table, set_up
from tests.table.usual_answers import finish

JEANNE = "j2"
DEAD = {"pds": -1}
UNCONSCIOUS = {"echecs": 3}
FIGHTS: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    ("assaut", {}, {"cible": "brute"}, "hors"),
    ("shot", {}, {"cible": "brute"}, "hors"),
    ("attaques_multiples", {"poff": 2, "cibles": [{"part": 1}, {"part": 1}]},
     {"cibles": ["brute", "vigile"]}, "hors"),
    ("duel", {}, {"a": "jeanne", "b": "brute"}, "a.hors"),
    ("contact_round", {}, {"a": "brute", "b": "jeanne"}, "b.hors"),
]  # fmt: skip


MADE: dict[str, Any] = {"talent": 9}
ACTIONS: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    ("simple", MADE, {}, "hors"),
    ("successive", MADE, {}, "hors"),
    ("extended", {"taches": [{"talent": 9, "points": 5}]}, {}, "taches[0].hors"),
    ("opposition", {"protagonistes": [MADE, MADE]}, {"protagonistes": ["brute", "jeanne"]},
     "protagonistes[1].hors"),
    ("cooperation", {"participants": [MADE, MADE]}, {"participants": ["jeanne", "brute"]},
     "participants[0].hors"),
    ("care", {"medecin": 9, "gravite": "legere"}, {"patient": "aurele"}, "hors"),
    ("natural_healing", {"gravite": "leger", "activite": "repos_surveille", "medecin": 9},
     {"soigneur": "jeanne", "": "aurele"}, "hors"),
    ("poison", {"periode": 1, "malignite": "grave", "heure": 0, "assimilation": 2, "secours": True,
                "medecin": 9}, {"soigneur": "jeanne", "": "aurele"}, "hors"),
    ("teaching", {"professeur": 15, "eleve": 4, "apprentissage": "facile"},
     {"apprenti": "aurele"}, "hors"),
    ("teaching", {"professeur": 15, "eleve": 4, "apprentissage": "facile"},
     {"apprenti": "jeanne", "": "aurele"}, "hors_eleve"),
    ("book", {"apprentissage": "facile"}, {}, "hors"),
    ("detachment", {}, {}, "hors"),
]  # fmt: skip


def with_jeanne(**fields: Any) -> Table:
    table = set_up("exil")
    change = {"type": "retouche", "qui": "jeanne", "champs": fields}
    table.does(LEADER, acts.ChangeRecord(event=change))
    return table


def why_refused(table: Table, act: acts.RequestRun, field: str, word: str) -> str:
    """Return what is allowed in the place of a word that a request is refused for."""
    assert not table.act(LEADER, act)
    assert table.wrong is not None
    assert (table.wrong.field, table.wrong.got) == (field, word)
    return table.wrong.allowed


@pytest.mark.parametrize(("state", "word"), [(DEAD, "mort"), (UNCONSCIOUS, "inconscient")])
@pytest.mark.parametrize(("procedure", "params", "cast", "field"), FIGHTS)
def test_nobody_fights_who_is_out_of_action(
    procedure: str,
    params: dict[str, Any],
    cast: dict[str, Any],
    field: str,
    state: dict[str, Any],
    word: str,
) -> None:
    """EXIL-SAN-05, EXIL-CHO-04: the refusal says so, and names the state."""
    table = with_jeanne(**state)
    to = () if "a" in cast else ("jeanne",)
    act = acts.RequestRun(procedure=f"exil.{procedure}", params=params, to=to, cast=cast)
    assert "hors de combat" in why_refused(table, act, field, word)


HAPPENS: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    ("assaut", {"audace": 0, "choc": False}, {"": "brute", "cible": "jeanne"}, "hors_cible"),
    ("shot", {"poff": 5}, {"": "aurele", "cible": "jeanne"}, "hors_cible"),
    ("attaques_multiples", {"poff": 4, "cibles": [{"part": 2}, {"part": 2}]},
     {"": "brute", "cibles": ["aurele", "jeanne"]}, "cibles[1].hors"),
    ("shock", {"valeurs": [3]}, {"": "jeanne"}, "hors"),
    ("fall", {"hauteur": 3}, {"": "jeanne"}, "hors"),
    ("asphyxia", {"secondes": 60}, {"": "jeanne"}, "hors"),
    ("pure", {"attribut": "physique", "obstacle": "moyen"}, {"": "jeanne"}, "hors"),
]  # fmt: skip


@pytest.mark.parametrize(("procedure", "params", "cast", "field"), HAPPENS)
def test_nothing_happens_to_the_dead(
    procedure: str, params: dict[str, Any], cast: dict[str, Any], field: str
) -> None:
    """EXIL-SAN-05: no blow, shot, choc, fall or want of air; the unconscious suffer all of them."""
    others = {role: who for role, who in cast.items() if role}
    act = acts.RequestRun(f"exil.{procedure}", params, to=(cast[""],), cast=others)
    assert "rien n’arrive plus" in why_refused(with_jeanne(**DEAD), act, field, "mort")
    assert with_jeanne(**UNCONSCIOUS).act(LEADER, act)


def test_a_stray_shot_does_not_wound_the_dead() -> None:
    """EXIL-INC-04, EXIL-SAN-05: the leader says who was hit, as where nobody was named."""
    table = with_jeanne(**DEAD)
    params = {"passe": "auto", "poff": 7, "incidents": False, "tirs_perdus": True}
    cast = {"cible": "brute", "allie": "jeanne"}
    table.does(LEADER, acts.RequestRun("exil.shot", params, to=("aurele",), cast=cast))
    for face in (12, 11):
        (run,) = table.view(LEADER).runs
        table.does("j1", acts.Answer(run=run.id, place=run.place, answer={"dice": [face]}))
    assert table.state.sheet("jeanne")["pds"] == -1
    assert [each["texte"] for each in table.state.record["dus"]] == [
        "dire qui le tir perdu a touché, et de combien"
    ]


@pytest.mark.parametrize(("state", "word"), [(DEAD, "mort"), (UNCONSCIOUS, "inconscient")])
@pytest.mark.parametrize(("procedure", "params", "cast", "field"), ACTIONS)
def test_nobody_acts_who_is_out_of_action(
    procedure: str,
    params: dict[str, Any],
    cast: dict[str, Any],
    field: str,
    state: dict[str, Any],
    word: str,
) -> None:
    """EXIL-SAN-05, EXIL-CHO-04: no Talent is used, no lesson taken, no manifestation seen."""
    table = with_jeanne(**state)
    alone = "protagonistes" in cast or "participants" in cast
    to = () if alone else (cast.get("", "jeanne"),)
    others = {role: who for role, who in cast.items() if role}
    act = acts.RequestRun(procedure=f"exil.{procedure}", params=params, to=to, cast=others)
    assert "n’entreprend rien" in why_refused(table, act, field, word)


def test_the_dead_are_not_cared_for() -> None:
    table = with_jeanne(**DEAD)
    care = acts.RequestRun("exil.care", {}, to=("aurele",), cast={"patient": "jeanne"})
    assert not table.act(LEADER, care)
    assert table.wrong is not None
    assert table.wrong.field == "pds"
    assert "un mort ne se soigne pas" in table.wrong.allowed
    plague = {"malignite": "mortelle", "periode": 24, "heure": 24}
    for name, delay in (("disease", "incubation"), ("poison", "assimilation")):
        params = plague | {delay: 24}
        assert not table.act(LEADER, acts.RequestRun(f"exil.{name}", params, to=("jeanne",)))
        assert table.wrong.field == "pds"
        assert "n’atteint plus un mort" in table.wrong.allowed, table.wrong


@pytest.mark.parametrize(
    ("procedure", "params", "damage"),
    [("fall", {"hauteur": 3}, 6), ("asphyxia", {"secondes": 60}, 4)],
)
def test_who_is_unconscious_saves_nothing(
    procedure: str, params: dict[str, Any], damage: int
) -> None:
    """EXIL-CHU-04, EXIL-ASP-02: neither Acrobate nor Sportif without consciousness: no die."""
    table = with_jeanne(**UNCONSCIOUS)
    table.does(LEADER, acts.RequestRun(f"exil.{procedure}", params, to=("jeanne",)))
    assert table.result(LEADER)["damage"] == damage


def test_who_is_unconscious_opposes_no_defence() -> None:
    """EXIL-CHO-04, EXIL-CBT-07: Poff 6 of the brute, hache +5, Physique +2, less leather 2."""
    table = with_jeanne(**UNCONSCIOUS)
    params = {"audace": 0, "choc": False, "passe": "auto", "poff": 6}
    table.does(
        LEADER, acts.RequestRun("exil.assaut", params, to=("brute",), cast={"cible": "jeanne"})
    )
    finish(table)
    assert table.result(LEADER)["damage"] == 6 + 5 + 2 + 3 - 2


@pytest.mark.parametrize(("state", "out"), [(DEAD, "mort"), (UNCONSCIOUS, "inconscient")])
def test_a_melee_knows_who_is_out_of_action_already(state: dict[str, Any], out: str) -> None:
    """EXIL-SAN-05, EXIL-CHO-04: of three fighters one lies there when it begins."""
    table = with_jeanne(**state)
    cast = {"combattants": ["jeanne", "aurele", "brute"]}
    params = {"max_turns": 1}
    table.does(LEADER, acts.RequestRun(procedure="exil.melee", params=params, cast=cast))
    finish(table)
    (run,) = table.state.runs.values()
    assert run.outcome is not None
    assert run.outcome.result["combattants"][0]["hors"] == out


def test_the_leader_says_which_ally_a_stray_shot_hit() -> None:
    """EXIL-INC-03, -04, EXIL-TIR-14: Poff 7, létalité 2, civilian clothes: 9 Points de Santé."""
    table = set_up("exil")
    params = {"passe": "auto", "poff": 7, "incidents": False, "tirs_perdus": True}
    shot = acts.RequestRun("exil.shot", params, to=("jeanne",), cast={"cible": "brute"})
    table.does(LEADER, shot)
    for face in (12, 11):
        (run,) = table.view(LEADER).runs
        answer = {"dice": [face]}
        table.does(JEANNE, acts.Answer(run=run.id, place=run.place, answer=answer))
    (due,) = (each for each in table.state.consequences_of("j1") if each.event["type"] == "du")
    assert [each.event["qui"] for each in due.alternatives] == ["aurele"]
    assert all(each.for_leader for each in due.alternatives)
    assert not table.act(JEANNE, acts.Replace(consequence=due.id, place=0))
    table.does(LEADER, acts.Replace(consequence=due.id, place=0))
    assert table.state.sheet("aurele")["pds"] == 16 - 9
    assert table.state.record["dus"] == []
