"""Armes-Dieux: a Poignée of d6 against a Seuil, even faces for Qualités (the game in one page)."""

from __future__ import annotations

from tablee.games.armes_dieux.clauses import CLAUSES
from tablee.games.armes_dieux.rulings import ArmesDieuxRulings
from tablee.games.armes_dieux.words import WORDS
from tablee.rules.game import Game

GAME = Game(
    id="armes_dieux",
    title="Armes-Dieux",
    leader="meneur",
    rulings=ArmesDieuxRulings,
    chapters={
        "pool": ("poignee", "poignee_figurant"),
        "throw": ("jet",),
        "framing": ("test", "test_figurant", "cadrage"),
        "setback": ("revers",),
        "opposition": ("opposition",),
        "luck": ("chance",),
    },
    words=WORDS,
    clauses=CLAUSES,
    package="tablee.games.armes_dieux",
)
