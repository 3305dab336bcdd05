"""Les Chants de Loss (the game in one page)."""

from __future__ import annotations

from tablee.games.loss.clauses import CLAUSES
from tablee.games.loss.rulings import LossRulings
from tablee.games.loss.words import WORDS
from tablee.rules.game import Game

GAME = Game(
    id="loss",
    title="Les Chants de Loss",
    leader="mj",
    rulings=LossRulings,
    procedures=(),
    words=WORDS,
    clauses=CLAUSES,
    catalogue="tablee.games.loss",
)
