"""The effect of each option of a choice in a fight of Exil is beside the option."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from tablee.games.exil.fight.attack_tables import ZONES
from tablee.games.exil.fight.choice_effects import (
    PASSES_AT_RANGE_SEEN,
    PASSES_SEEN,
    ZONES_SEEN,
)
from tablee.games.exil.fight.passes import AnyPasse, PasseDistance, surplus_of
from tablee.rules.choice_landmarks import meanings
from tablee.rules.field_marks import Landmarks
from tablee.rules.questions import Choose
from tablee.rules.readings.session import Session
from tablee.rules.run_input import ask_about
from tablee.rules.texts.words import Words

Params = dict[str, Any]
ATTACK: Params = {"poff": 13, "pdef": 0, "passe": "ask", "defenseur_a_allie": True}
BRUTE: Params = {"camp": "pontons", "pnj": True, "talent": 9}
ANA: Params = {"id": "Ana", "camp": "exil", "talent": 8}


def asked(procedure: str, params: Params, *answers: Any) -> tuple[Choose[Any], Any]:
    """Return the pending choice of a run, and the meaning of its options in French."""
    kinds = [{"dice": each} if isinstance(each, list) else {"choose": each} for each in answers]
    session = Session(ask_about(procedure, params, {}, kinds))
    choice = session.pending
    assert isinstance(choice, Choose)
    return choice, meanings(session, choice, Words(session.question.game))


@pytest.mark.parametrize(
    ("procedure", "params", "dice"),
    [
        ("exil.assaut", ATTACK, ([1], [12])),
        ("exil.shot", {"poff": 13, "passe": "ask"}, ([1],)),
        (
            "exil.melee",
            {
                "combattants": [
                    ANA | {"politique": {"attitude": "tout", "passe": "ask"}},
                    BRUTE | {"id": "Brute", "politique": {"attitude": "rien"}},
                ]
            },
            ([1], [12]),
        ),
        (
            "exil.duel",
            {
                "a": {"talent": 9, "politique": {"attitude": "tout", "passe": "ask"}},
                "b": {"talent": 8, "politique": {"attitude": "rien"}},
            },
            ([1], [12]),
        ),
    ],
)
def test_every_offered_passe_says_what_it_does(
    procedure: str, params: Params, dice: tuple[list[int], ...]
) -> None:
    """EXIL-PAS-01, EXIL-TIR-15."""
    choice, means = asked(procedure, params, *dice)
    assert choice.label == "passe"
    assert set(means) == set(choice.form.values())
    assert means["coup_puissant_3"] == "3 points de dégâts en plus"


@pytest.mark.parametrize(
    ("seen", "passes"), [(PASSES_SEEN, AnyPasse), (PASSES_AT_RANGE_SEEN, PasseDistance)]
)
def test_the_effects_are_those_of_the_table(seen: Landmarks, passes: Any) -> None:
    """EXIL-PAS-04, EXIL-TIR-16: the damage of a coup puissant is the one that the rule adds."""
    texts = dict(seen.rows)
    assert set(texts) == set(get_args(passes))
    for passe, (text,) in texts.items():
        more = surplus_of(passe)
        assert not more or text.startswith(f"{more} point")


def test_the_cost_of_an_aim_is_that_of_the_table() -> None:
    """EXIL-OPT-06 (T-12)."""
    texts = {zone: text for zone, (text,) in ZONES_SEEN.rows}
    for zone, malus in ZONES.items():
        assert texts[zone].startswith(f"−{-malus} " if malus else "aucun")


def test_each_audace_says_what_it_does() -> None:
    """EXIL-CON-06: the range of a landmark counts for each offered number."""
    choice, means = asked("exil.assaut", {"poff": 4, "pdef": 2, "audace": "ask"})
    assert choice.label == "audace"
    assert list(means) == [0, 1, 2, 3]
    assert means[0] != means[1] == means[3]


def test_a_conduct_says_what_will_be_asked() -> None:
    """EXIL-CBT-13."""
    fighters = [ANA, BRUTE | {"id": "Brute 1"}, BRUTE | {"id": "Brute 2"}]
    choice, means = asked("exil.melee", {"combattants": fighters, "conduite": "ask"})
    assert choice.label == "conduite"
    assert set(means) == {"habitude", "ensemble", "decider"}
