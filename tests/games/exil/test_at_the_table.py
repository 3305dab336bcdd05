"""Outside of fights, at the table: who is asked, what counts, and whose the consequences are."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit import acts
from tests.table.evening import LEADER, Table, set_up

JEANNE, AURELE = "j2", "j1"


def die(face: int) -> dict[str, Any]:
    return {"dice": [face]}


def pick(value: Any) -> dict[str, Any]:
    return {"choose": value}


def requested(procedure: str, to: str, params: Any, **cast: Any) -> Table:
    table = set_up("exil")
    asked = acts.RequestRun(procedure=f"exil.{procedure}", params=params, to=(to,), cast=cast)
    table.does(LEADER, asked if to else acts.RequestRun(f"exil.{procedure}", params, cast=cast))
    return table


def answered(table: Table, *steps: tuple[str, Any]) -> None:
    """Answer as the seats that are asked, in this order."""
    for seat, answer in steps:
        (run,) = table.view(LEADER).runs
        assert [wait.seat for wait in run.waiting] == [seat]
        table.does(seat, acts.Answer(run=run.id, place=run.place, answer=answer))
    assert not table.view(LEADER).runs


TWO = ("jeanne", "brute")
ASKED: list[tuple[str, str, Any, Any, list[tuple[str, Any]]]] = [
    # EXIL-PUR-04: a tie is the leader's
    ("pure", "jeanne", {"attribut": "Physique", "obstacle": "bon"}, {}, [(LEADER, pick("echec"))]),
    # EXIL-ACT-07: of two Talents that fit, the player chooses
    (
        "simple",
        "jeanne",
        {"talent": "Acrobate", "autre_talent": "Citadin"},
        {},
        [(JEANNE, pick(8)), (JEANNE, die(3))],
    ),
    # EXIL-ADV-04, -05: the leader permits, the player insists
    (
        "successive",
        "jeanne",
        {"talent": "Acrobate"},
        {},
        [(JEANNE, die(12)), (LEADER, pick(True)), (JEANNE, pick(True)), (JEANNE, die(1))],
    ),
    (
        "successive",
        "jeanne",
        {"talent": "Acrobate"},
        {},
        [(JEANNE, die(12)), (LEADER, pick(False))],
    ),
    # EXIL-OPP-07: nobody succeeds
    (
        "opposition",
        "",
        {"protagonistes": [{"talent": "Sportif"}, {"talent": "Sportif"}]},
        {"protagonistes": list(TWO)},
        [(JEANNE, die(12)), (LEADER, die(11)), (LEADER, pick("comparer"))],
    ),
    # EXIL-OPP-10: equal margins
    (
        "opposition",
        "",
        {"protagonistes": [{"talent": 8, "external": 0}, {"talent": 8, "external": 0}]},
        {"protagonistes": list(TWO)},
        [(JEANNE, die(2)), (LEADER, die(2)), (LEADER, pick("partage"))],
    ),
    # EXIL-COO-01: the leader says how they join their efforts
    (
        "cooperation",
        "",
        {"participants": [{"talent": 8}, {"talent": 6}]},
        {"participants": ["jeanne", "aurele"]},
        [(LEADER, pick("marges")), (JEANNE, die(2)), (AURELE, die(2))],
    ),
]


@pytest.mark.parametrize(("procedure", "to", "params", "cast", "steps"), ASKED)
def test_each_decision_is_asked_of_the_seat_that_has_it(
    procedure: str, to: str, params: Any, cast: Any, steps: list[tuple[str, Any]]
) -> None:
    answered(requested(procedure, to, params, **cast), *steps)


@pytest.mark.parametrize(
    ("talent", "external"),
    [("Acrobate", -1), ("Escrimeur", -1), ("Sportif", -1), ("Orateur", 0), ("Citadin", 0)],
)
def test_armour_hinders_a_physical_action_and_no_other(talent: str, external: int) -> None:
    """EXIL-PRO-04: Jeanne wears soft leather."""
    table = requested("simple", "jeanne", {"talent": talent, "difficulty": 0})
    (run,) = table.state.runs.values()
    assert run.params.get("external", 0) == external
    table = requested("simple", "jeanne", {"talent": talent, "external": "santé"})
    assert next(iter(table.state.runs.values())).params.get("external", 0) == 0


def test_care_heals_the_patient_and_not_the_doctor() -> None:
    """EXIL-SOI-01: Aurèle is the doctor, Jeanne the patient."""
    table = set_up("exil")
    wound = {"type": "blessure", "dommages": 5}
    for who in ("jeanne", "aurele"):
        hurt = {"type": "exil.suivi", "qui": who, "evenement": wound}
        table.does(LEADER, acts.ChangeRecord(event=hurt))
    table.does(
        LEADER,
        acts.RequestRun(procedure="exil.care", to=("aurele",), cast={"patient": "jeanne"}),
    )
    answered(table, (AURELE, die(1)))
    assert table.state.sheet("jeanne")["retablissement"]["points"] == 5
    assert table.state.sheet("aurele")["retablissement"] is None


def test_a_player_takes_no_decision_of_the_leader() -> None:
    """EXIL-XP-01, -07, EXIL-GUE-01, EXIL-MAL-02, EXIL-DET-13: refused to a player, done by the
    leader."""
    fever = {"type": "maladie", "nom": "fièvre", "delai": 0, "malignite": "legere"}
    raised = {"type": "monter", "talent": "Acrobate"}
    events: list[tuple[str, dict[str, Any]]] = [
        ("experience", {"type": "scenario", "xp": {"physique": 30}}),
        ("experience", raised | {"part": "1/2"}),
        ("experience", raised | {"part": "1/2", "malgre": True}),
        ("suivi", fever),
        ("suivi", {"type": "blessure", "dommages": 3, "malgre": True}),
        ("suivi", {"type": "guerison", "jours": 3}),
    ]
    table = set_up("exil")
    for ledger, event in events:
        act = acts.ChangeRecord(
            event={"type": f"exil.{ledger}", "qui": "jeanne", "evenement": event}
        )
        assert not table.act(JEANNE, act), event
        table.does(LEADER, act)
    plain = {"type": "exil.experience", "qui": "jeanne", "evenement": {"type": "scenario"}}
    table.does(LEADER, acts.ChangeRecord(event=plain))
    level = plain | {"evenement": raised | {"part": 1, "malgre": False}}
    table.does(JEANNE, acts.ChangeRecord(event=level))


def test_an_interrupted_work_waits_with_what_is_done() -> None:
    """EXIL-EXT-04: the leader says whether it is taken up again."""
    tasks = {"taches": [{"talent": 9, "points": 25}], "max_periodes": 2}
    table = requested("extended", "aurele", tasks)
    answered(table, (AURELE, die(3)), (AURELE, die(4)))
    (due,) = table.state.record["dus"]
    assert (due["procedure"], due["qui"]) == ("exil.extended", "aurele")
    assert [task["cumul"] for task in due["params"]["taches"]] == [11]


def test_a_work_taken_up_again_has_the_malus_of_the_day() -> None:
    """EXIL-EXT-04, EXIL-SAN-07: Savant 11, interrupted, then gone on with while gravely hurt (−3)."""
    tasks = {"taches": [{"talent": "Savant", "points": 12}], "max_periodes": 1}
    table = requested("extended", "aurele", tasks)
    answered(table, (AURELE, die(3)))
    (due,) = table.state.record["dus"]
    wound = {"type": "blessure", "dommages": 6}
    event = {"type": "exil.suivi", "qui": "aurele", "evenement": wound}
    table.does(LEADER, acts.ChangeRecord(event=event))
    table.does(LEADER, acts.RequestRun("exil.extended", due["params"], to=("aurele",)))
    (run,) = table.view(LEADER).runs
    assert any(
        line.text.startswith("Tâche 1, 8 sur 12. Talent 11, autres modificateurs −3")
        for line in run.lines
    )


def test_a_work_takes_its_time_from_the_clock() -> None:
    """EXIL-EXT-01: two periods of an hour and a half."""
    tasks = {"taches": [{"talent": 20, "points": 30}], "duree": "3/2"}
    table = requested("extended", "aurele", tasks)
    answered(table, (AURELE, die(3)), (AURELE, die(4)))
    assert table.state.record["horloge"]["heure"] == "3"
    assert table.state.record["dus"] == []


def test_an_adversary_has_no_points_of_detachment_to_keep() -> None:
    """EXIL-DET-02: nothing is left that his sheet would refuse."""
    table = requested("detachment_creation", "brute", {"origine": "exil"})
    answered(table, (LEADER, die(2)))
    assert table.last(LEADER).consequences == []


def test_a_step_of_a_scale_with_minus_has_its_sign() -> None:
    """EXIL-ACT-03: « +5 (facile) », « −2 (délicate) »."""
    for value, text in ((5, "+5 (facile)"), (-2, "−2 (délicate)")):
        table = set_up("exil")
        params = {"talent": 9, "difficulty": value}
        table.does(LEADER, acts.RequestRun("exil.simple", params, to=("jeanne",)))
        (run,) = table.view(LEADER).runs
        assert text in [each.text for each in run.parameters]
        assert any(line.text.startswith("Talent 9, difficulté") for line in run.lines)
    table.does(
        LEADER,
        acts.RequestRun(
            "exil.simple", {"talent": 9, "external": 0, "difficulty": 0}, to=("jeanne",)
        ),
    )
    assert "Talent 9, sans modificateur." in [
        line.text for line in table.view(LEADER).runs[-1].lines
    ]


def test_a_healing_time_of_another_state_is_refused_with_the_reason() -> None:
    """EXIL-GUE-01: a grave wound does not heal as a light one."""
    table = set_up("exil")
    event = {"type": "retouche", "qui": "jeanne", "champs": {"pds": 8}}
    table.does(LEADER, acts.ChangeRecord(event=event))
    request = acts.RequestRun("exil.natural_healing", {"gravite": "leger"}, to=("jeanne",))
    table.does(LEADER, request)
    (declined,) = table.last(LEADER).consequences
    assert declined.declined
    assert "il faut ce temps à un état grave" in declined.refused.replace("\u00a0", " ")
