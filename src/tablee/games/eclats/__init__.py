"""Éclats: a handful of d10 that show 0 to 9, the best one counts, a 0 spoils all."""

from __future__ import annotations

from tablee.games.eclats.clauses import CLAUSES
from tablee.games.eclats.rulings import EclatsRulings
from tablee.games.eclats.words import WORDS
from tablee.rules.game import Game

GAME = Game(
    id="eclats",
    title="Éclats",
    leader="maitre",
    rulings=EclatsRulings,
    chapters={
        "attempt": ("test",),
        "relance": ("relance",),
        "action": ("action",),
    },
    words=WORDS,
    clauses=CLAUSES,
    package="tablee.games.eclats",
)
