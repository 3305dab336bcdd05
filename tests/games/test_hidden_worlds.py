"""Under the rulings that hide the numbers of the leader's characters, two runs that go the same way
look the same to a player, whatever these numbers are (Loss R-61; Armes-Dieux and Socle R-27)."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.rules.checkup.leaks import leaks
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import RunInput, ask_about
from tablee.rules.run_json import may_know, pending_view
from tablee.rules.texts.words import Words

RULINGS = {
    "loss": {"scores_adverses": "caches"},
    "armes_dieux": {"scores_adverses": "caches"},
    "socle": {"chiffres_adverses": "caches"},
}
ADA: dict[str, Any] = {"id": "Ada", "poignee": 1, "sr": 2}
GUARD: dict[str, Any] = {"id": "le garde", "acteur": "figurant"}
WORLDS: list[tuple[str, dict[str, Any], str, list[dict[str, Any]]]] = [
    ("loss.passive", {"trait": 6, "talent": 6}, "acteur", [{"cible": n} for n in (4, 5, 6)]),
    ("loss.passive", {"trait": 6, "talent": 6, "jetons": 1, "exploits": 1, "jetons_apres": "ask"},
     "acteur", [{"cible": n} for n in (5, 6)]),
    ("loss.passive", {"trait": 9, "talent": 9, "sans_de": "ask"}, "acteur",
     [{"cible": n} for n in (3, 4, 5, 6, 7)]),
    ("loss.passive", {"cible": 5, "acteur": "mj", "adversaire": "pj"}, "cible",
     [{"trait": 5, "talent": n} for n in (5, 6, 7)]),
    ("loss.action", {"acteur": "mj"}, "autre", [{"trait": n, "talent": 5} for n in (4, 5, 6)]),
    ("loss.action", {"acteur": "mj", "jetons": 1, "jetons_avant": "ask", "au_calme": True}, "autre",
     [{"trait": 4, "talent": n} for n in (4, 5)]),
    ("loss.trait", {"acteur": "mj"}, "autre", [{"vertu": n, "trait": 5} for n in (4, 5, 6)]),
    ("loss.blind", {"acteur": "mj", "caches": 0}, "cacheur",
     [{"trait": n, "talent": 5} for n in (4, 5, 6)]),
    ("loss.active", {"somme_initiateur": 12, "acteur_repondant": "mj", "engages": 1}, "initiateur",
     [{"somme_repondant": n} for n in (10, 11, 12)]),
    ("loss.combat", {"somme_attaque": 12, "acteur_defense": "mj"}, "attaquant",
     [{"somme_defense": n} for n in (10, 11)]),
    ("armes_dieux.test_figurant", {"ecartes": 0}, "autre",
     [{"valeur": n, "sr": sr} for n, sr in ((3, 6), (6, 6), (3, 9))]),
    ("armes_dieux.test_figurant", {"ecartes": "ask", "additionnel": "ask"}, "autre",
     [{"estimation": 2, "sr": 2}, {"estimation": 2, "sr": 3, "sang": 1}]),
    ("armes_dieux.poignee_figurant", {}, "autre", [{"valeur": n} for n in (3, 6)]),
    ("armes_dieux.opposition", {}, "Ada", [{"participants": [ADA, GUARD | guard]} for guard in (
        {"poignee": 1, "sr": 2}, {"poignee": 2, "sr": 2}, {"poignee": 2, "sr": 5, "malus": 3})]),
    ("socle.attaque", {"de": 10}, "player",
     [{"cible": "elite", "tn": n} for n in (4, 6, 8)] + [{"cible": "boss", "tn": 4}]),
]  # fmt: skip
"""Procedure, known parameters, the seat that looks, and what is secret in each world."""


def _worlds(name: str, known: dict[str, Any], secrets: list[dict[str, Any]]) -> list[RunInput]:
    rulings = RULINGS[name.partition(".")[0]]
    return [ask_about(name, {**known, **secret}, rulings) for secret in secrets]


@pytest.mark.parametrize(("name", "known", "seat", "secrets"), WORLDS)
def test_runs_that_go_the_same_way_look_the_same(
    name: str, known: dict[str, Any], seat: str, secrets: list[dict[str, Any]]
) -> None:
    found = [each for each in leaks(_worlds(name, known, secrets), seat) if each.part == "view"]
    assert not found, "\n".join(map(str, found[:2]))


@pytest.mark.parametrize(("name", "known", "seat", "secrets"), WORLDS)
def test_the_secrets_are_declared(
    name: str, known: dict[str, Any], seat: str, secrets: list[dict[str, Any]]
) -> None:
    """Their parameters are concealed, so that no chance is shown; the leader knows all."""
    for question in _worlds(name, known, secrets):
        assert set(secrets[0]) <= question.concealed(seat)
        with pytest.raises(Refusal):
            may_know(question, seat)
        may_know(question, question.game.leader)
    open_run = ask_about(name, {**known, **secrets[0]})
    assert not set(secrets[0]) & open_run.concealed(seat)


def test_who_spends_tokens_against_a_hidden_score_does_not_read_the_difficulty() -> None:
    """LOSS-OPA-02, LOSS-DEC-03: 3 times 7 is 21."""
    params = {"trait": 6, "talent": 7, "cible": 7, "jetons": 2, "exploits": "ask"}
    facts = []
    for rulings in ({}, RULINGS["loss"]):
        session = Session(ask_about("loss.passive", params, rulings))
        words = Words(session.question.game)
        asked = str(pending_view(session, words, "acteur"))
        session.answer({"choose": 0})
        session.answer({"dice": [5]})
        facts.append(asked + str(pending_view(session, words, "acteur")))
    shown, hidden = facts
    assert "21" in shown
    assert "21" not in hidden
    assert "18" in hidden, "the own total is known"
