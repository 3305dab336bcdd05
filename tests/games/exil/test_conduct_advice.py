"""Advice where the leader says how his fighters are led, and the bounds of fights with many choices
(EXIL-CBT-05, -13)."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.rules.readings.advice.advise import advise
from tablee.rules.readings.budget import Budget
from tablee.rules.readings.columns import fights
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import RunInput, ask_about

pytestmark = pytest.mark.usefixtures("nothing_kept")

Json = dict[str, Any]
ONE: Json = {"talent": 9, "letalite": 3, "maniabilite": 2, "physique": "bon"}
OTHER: Json = {"talent": 8, "letalite": 4, "physique": "bon"}
SLOW: Json = {"talent": 4, "letalite": 6, "physique": "nul"}
DUEL: Json = dict.fromkeys(("attitude", "passe", "audace", "arme", "action"), "ask")
ALL: Json = DUEL | dict.fromkeys(("laisser_la_main", "zone", "cible", "passe_tir"), "ask")
SOON = 200_000
"""Steps that take about two seconds."""


def _melee(sides: tuple[int, ...], policy: Json, turns: int = 1, **more: Any) -> RunInput:
    """Fighters of some sides; those of the first one are players."""
    row = [
        {"id": f"{camp}{n}", "camp": camp, "politique": policy, "pnj": camp != "x"}
        | (ONE if camp == "x" else OTHER)
        for camp, count in zip("xyz", sides, strict=False)
        for n in range(count)
    ]
    return ask_about("exil.melee", {"combattants": row, "max_turns": turns, **more})


def _led(name: str, policy: Json, one: Json = ONE, other: Json = OTHER, **more: Any) -> RunInput:
    a, b = one | {"politique": policy}, other | {"politique": policy, "pnj": True}
    return ask_about(name, {"a": a, "b": b, "conduite": "ask", **more})


@pytest.mark.parametrize(
    "question",
    [
        _led("exil.duel", DUEL, max_turns=1),
        _led("exil.contact_round", DUEL),
        _melee((1, 1), {"attitude": "ask"}, conduite="ask"),
        _melee((1, 1), {}, conduite="ask", attaques_visees=True),
    ],
    ids=["duel", "round", "attitudes", "habits"],
)
def test_how_fighters_are_led_is_advised_from_the_arrays(question: RunInput) -> None:
    """What follows each answer is explored together, not walked."""
    budget = Budget()
    advice = advise(question, budget=budget)
    assert advice.label == "conduite"
    assert {option.choice for option in advice.options} == {"habitude", "decider"}
    assert len(fights.kept()) == 1
    assert budget.steps_spent < 30_000


@pytest.mark.parametrize("name", ["exil.duel", "exil.contact_round"])
def test_how_fighters_are_led_is_worth_what_follows(name: str) -> None:
    more = {"max_turns": 1} if name == "exil.duel" else {}
    question = _led(name, {"attitude": "ask"}, SLOW, SLOW | {"letalite": 8}, **more)
    found = advise(question, "victoire", whole=True)
    assert found.error > 0
    for option in found.options:
        fights.forget()
        after = ask_about(name, question.given, {}, [{"choose": option.choice}])
        alone = advise(after, "victoire")
        value = alone.value if alone.seat == found.seat else -alone.value
        assert float(option.value) == pytest.approx(float(value), abs=1e-9)


@pytest.mark.parametrize(
    "question",
    [
        _melee((1, 2), {}, conduite="ask"),
        _melee((2, 2), {}, conduite="ask"),
        _melee((1, 2), ALL),
        _melee((1, 1, 1), ALL),
        _melee((2, 2, 2), {"attitude": "ask"}),
        _melee((2, 2, 2), {"attitude": "ask"}, conduite="ask"),
        _melee((2, 2, 2), {"attitude": "ask"}, 20, conduite="ask"),
        _melee((2, 2, 2), ALL, 200, conduite="ask", fin="ask"),
        _melee((1, 11), ALL),
        _melee((1, 11), ALL, 200, conduite="ask"),
        _led("exil.duel", DUEL | {"laisser_la_main": "ask", "zone": "ask"}, max_turns=200),
    ],
    ids=lambda question: "",
)
def test_what_is_too_large_is_refused_soon(question: RunInput) -> None:
    """The refusal says what would help."""
    spent: list[int] = []
    with pytest.raises(Refusal) as refusal:
        advise(question, budget=Budget(tick=lambda steps, states: spent.append(steps)))
    assert max(spent, default=0) < SOON
    assert refusal.value.kind == "too_large"
    assert "simulate" in str(refusal.value)
