"""Armes-Dieux (the game in one page)."""

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
    procedures=(),
    words=WORDS,
    clauses=CLAUSES,
    catalogue="tablee.games.armes_dieux",
)
