"""Advice on whole mêlées from arrays, beside the walk."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.rules.readings.advice.advise import advise
from tablee.rules.readings.budget import Budget
from tablee.rules.run_input import RunInput, ask_about

pytestmark = pytest.mark.usefixtures("nothing_kept")

FREE = {"attitude": "ask", "passe": "ask"}
ONE: dict[str, Any] = {"talent": 3, "letalite": 20, "pds": 18}
OTHER: dict[str, Any] = {"talent": 2, "letalite": 18, "pds": 17}


def _melee(turns: int, others: int, policy: dict[str, Any], **more: Any) -> RunInput:
    """One fighter against some others. Nobody gives up the initiative of a tie: it is rolled for."""
    one = {"id": "ana", "camp": "ville", "politique": policy} | ONE
    row = [
        {"id": f"rat{n}", "camp": "rue", "politique": policy if n == 0 else {}} | OTHER
        for n in range(others)
    ]
    return ask_about("exil.melee", {"combattants": [one, *row], "max_turns": turns, **more})


@pytest.mark.parametrize("utility", ["victoire", "survie", "avantage"])
@pytest.mark.parametrize(
    ("turns", "others", "policy", "more"),
    [
        (1, 1, FREE, {}),
        (3, 1, FREE, {}),
        (2, 2, {"attitude": "ask"}, {}),
        (2, 1, FREE, {"adrenaline": True}),
    ],
)
def test_arrays_and_walk_agree(
    turns: int, others: int, policy: dict[str, Any], more: dict[str, Any], utility: str
) -> None:
    question = _melee(turns, others, policy, **more)
    walked = advise(question, utility, None, Budget(10**8))
    assert walked.error == 0
    found = advise(question, utility, whole=True)
    assert found.error > 0
    assert (found.label, found.seat, found.chance) == (walked.label, walked.seat, walked.chance)
    assert abs(found.value - walked.value) < 1e-9
