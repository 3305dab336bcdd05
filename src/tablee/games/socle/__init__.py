"""Livre des Règles de Base (the game in one page)."""

from __future__ import annotations

from tablee.games.socle.clauses import CLAUSES
from tablee.games.socle.rulings import SocleRulings
from tablee.games.socle.words import WORDS
from tablee.rules.game import Game

GAME = Game(
    id="socle",
    title="Livre des Règles de Base",
    leader="mj",
    rulings=SocleRulings,
    procedures=(),
    words=WORDS,
    clauses=CLAUSES,
    catalogue="tablee.games.socle",
)
