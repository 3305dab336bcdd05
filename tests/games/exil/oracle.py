"""The laws of Exil by plain enumeration, written from the catalogue alone.

No module of the game is imported here, so that agreement is a proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from tests.games.campaigns import ended
from tests.games.exil.oracle_actions import ACTIONS_ORACLES
from tests.games.exil.oracle_combat import COMBAT_ORACLES
from tests.games.exil.oracle_duel import DUEL_ORACLES
from tests.games.exil.oracle_life import LIFE_ORACLES
from tests.games.exil.oracle_melee import MELEE_ORACLES

Row = tuple[dict[str, Any], Fraction]


def simple(params: Mapping[str, Any], rulings: Mapping[str, Any]) -> Iterator[Row]:
    level = max(params["talent"], params.get("autre_talent", 0))
    level += params.get("difficulty", 0) + params.get("external", 0)
    level -= params.get("retry_penalty", 3) * (params.get("attempt", 1) - 1)
    least = 1 if rulings.get("equal") == "fails" else 0
    for die in range(1, 13):
        margin = level - die
        success = margin >= least
        bands = [
            (10, "reussite_extraordinaire"),
            (7, "superbe_reussite"),
            (4, "belle_reussite"),
            (1, "reussie"),
            (least, "reussie_de_justesse"),
            (-3, "echec_mineur"),
            (-6, "echec_consequent"),
            (-9, "echec_total"),
            (-1000, "desastre"),
        ]
        degree = next(word for low, word in bands if margin >= low)
        complete = success and margin >= params.get("minimal_margin", 0)
        yield (
            {"success": success, "margin": margin, "degree": degree, "complete": complete},
            Fraction(1, 12),
        )


ORACLES: dict[str, Callable[[Mapping[str, Any], Mapping[str, Any]], Iterator[Row]]] = (
    {"exil.campagne": ended("exil")}
    | {
        "exil.simple": simple,
    }
    | ACTIONS_ORACLES
    | COMBAT_ORACLES
    | DUEL_ORACLES
    | MELEE_ORACLES
    | LIFE_ORACLES
)
