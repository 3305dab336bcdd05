"""The Livre des Règles de Base read a fifth time: what ends a state."""

from __future__ import annotations

from typing import Any

from tests.kit.situations import Params

SITUATIONS: list[tuple[str, str, Params, list[Any], Params]] = [
    ("COE-05", "relever", {}, [], {"coeurs": 1, "etat": "debout"}),
    ("COE-05", "relever", {"etat_releve": "a_terre"}, [], {"coeurs": 1, "etat": "debout"}),
]
