"""Les Chants de Loss: advice on the bidding of an Opposition active, beside a plain minimax over laws
written apart (LOSS-OAE-02..08)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablee.rules.readings.advice.advise import advise
from tablee.rules.run_input import ask_about
from tests.games.loss.oracle_contests import SIDES, active

Params = dict[str, Any]
EVEN: Params = {"somme_initiateur": 11, "somme_repondant": 11}
CASES: list[Params] = [
    EVEN,
    {"somme_initiateur": 14, "somme_repondant": 9, "difficulty": 10},
    {"somme_initiateur": 7, "somme_repondant": 16, "difficulty": 20},
    {"somme_initiateur": 18, "somme_repondant": 17, "difficulty": 10},
    EVEN | {"jetons_initiateur": 2},
    EVEN | {"jetons_repondant": 3, "jetons_avant_repondant": 1, "jetons_apres": "none"},
    EVEN | {"ag_initiateur": 1, "difficulty_repondant": 10},
    EVEN | {"desastres_repondant": 3, "jetons_repondant": 2},
    EVEN | {"desastres_initiateur": 2, "desastre_malus": False, "jetons_initiateur": 1},
]
ASKED: list[Params] = [
    EVEN | {"jetons_initiateur": 2, "jetons_avant_initiateur": "ask"},
    EVEN | {"jetons_repondant": 2, "jetons_avant_repondant": "ask", "jetons_apres": "none"},
    EVEN
    | {"jetons_initiateur": 2, "jetons_avant_initiateur": "ask"}
    | {"jetons_repondant": 1, "jetons_avant_repondant": "ask", "jetons_apres": "none"},
]
MOST = 5


def stake(row: Params) -> int:
    """The gain of the initiateur: the Opposition and what was bid, won or lost."""
    won: int = {"initiateur": 1, "repondant": -1, "nul": 0}[row["winner"]]
    stakes: int = 1 + row["exploits"]
    return won * stakes


def value_of_tokens(params: Params, rulings: Params, bid: int) -> Fraction:
    """The gain of the initiateur once the bidding is over: each side chooses its tokens before its
    die, the one that tests first before the other."""
    first = "repondant" if bid % 2 else "initiateur"
    second = "initiateur" if bid % 2 else "repondant"

    def choices(side: str) -> list[int]:
        given = params.get(f"jetons_avant_{side}", 0)
        return [*range(params[f"jetons_{side}"] + 1)] if given == "ask" else [given]

    def best(side: str, values: list[Fraction]) -> Fraction:
        return max(values) if side == "initiateur" else min(values)

    def mean(*tokens: int) -> Fraction:
        fixed = {f"jetons_avant_{s}": n for s, n in zip((first, second), tokens, strict=True)}
        rows = active(params | fixed | {"engages": bid}, rulings)
        return sum((chance * stake(row) for row, chance in rows), Fraction(0))

    return best(
        first, [best(second, [mean(n, m) for m in choices(second)]) for n in choices(first)]
    )


def value_of_bid(params: Params, rulings: Params, bid: int) -> Fraction:
    """The gain of the initiateur when `bid` Exploits have just been bid: the other side tests or
    raises."""
    tested = value_of_tokens(params, rulings, bid)
    if bid == MOST:
        return tested
    raised = value_of_bid(params, rulings, bid + 1)
    return min(tested, raised) if bid % 2 else max(tested, raised)


@pytest.mark.parametrize("compared", [False, True])
@pytest.mark.parametrize("params", CASES + ASKED, ids=str)
def test_the_first_announcement(params: Params, compared: bool) -> None:
    rulings = {"nul_au_total": compared}
    found = advise(ask_about("loss.active", params | {"engages": "ask"}, rulings))
    values = {option.choice: option.value for option in found.options}
    assert (found.seat, found.label) == (SIDES[0], "annonce")
    assert values == {
        "passer": value_of_tokens(params, rulings, 0),
        "annoncer": value_of_bid(params, rulings, 1),
    }
