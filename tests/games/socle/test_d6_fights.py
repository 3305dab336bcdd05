"""Combats of several characters that use d6 alone."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import ask_about
from tests.games.socle.fighting import (
    BOSS,
    PION,
    Params,
    asked,
    dice,
)

# ── d6 alone ───────────────────────────────────────────────────────────────────────────────────
SIX: Params = {"Force": "maitre", "Magie": "novice"}


def six(*answers: Any, **params: Any) -> Session:
    whole = {"heros": [{"id": "Ana", "niveau": SIX}, {"id": "Bo", "niveau": "sans", "coeurs": 1}]}
    given_answers = [a if isinstance(a, dict) else {"choose": a} for a in answers]
    asked_of = whole | {"adversaires": [PION, BOSS]} | params
    return Session(ask_about("socle.combat_d6", asked_of, None, given_answers))


def now(session: Session) -> Any:
    return session.frames[0].procedure


def test_with_d6_alone_the_category_shifts_the_seuil() -> None:
    """SOC-SIX-01, -02, -05: a maître needs 3 against a pion, 5 against a boss."""
    out = now(six("Ana", "attaque:rat", "Force", dice(3)))
    assert [foe.id for foe in out.adversaires] == ["roi"]
    missed = now(six("Ana", "attaque:roi", "Force", dice(4)))
    assert [each.coeurs for each in missed.heros] == [4, 1]
    hit = now(six("Ana", "attaque:roi", "Force", dice(5)))
    assert [(foe.id, foe.coeurs, foe.coeurs_max) for foe in hit.adversaires] == [
        ("rat", None, None),
        ("roi", 2, 3),
    ]


def test_with_d6_alone_it_is_shown_what_the_category_does() -> None:
    """SOC-SIX-05: not of a pion, who changes nothing."""
    for foe, texts in (("rat", []), ("roi", [2])):
        trace = six("Ana", f"attaque:{foe}", "Force", dice(6)).trace
        assert [e.numbers["own"] for e in trace if e.clauses == ("SOC-SIX-05",)] == texts


def test_with_d6_alone_nothing_is_written_of_magie() -> None:
    _, _, offered = asked(six("Ana"))
    assert offered == ["attaque:rat", "attaque:roi", "autre"]
    assert asked(six("Ana", "attaque:rat"))[2] == ["Force", "Magie"]
    fallen = now(six("Bo", "attaque:rat", dice(2), "Ana", "relever:Bo"))
    assert [each.coeurs for each in fallen.heros] == [5, 1]
    with pytest.raises(Refusal) as caught:
        six(heros=[{"id": "Ana", "niveau": {}}])
    assert caught.value.field == "heros[0].niveau"
