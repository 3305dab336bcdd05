"""Éclats (the game in one page)."""

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
    procedures=(),
    words=WORDS,
    clauses=CLAUSES,
    catalogue="tablee.games.eclats",
)
