"""Exil: a d12 under a Talent (the game in one page)."""

from __future__ import annotations

from tablee.games.exil.actions import Simple
from tablee.games.exil.clauses import CLAUSES
from tablee.games.exil.rulings import ExilRulings
from tablee.games.exil.words import WORDS
from tablee.rules.game import Game

GAME = Game(
    id="exil",
    title="Exil",
    leader="gm",
    rulings=ExilRulings,
    procedures=(Simple,),
    words=WORDS,
    clauses=CLAUSES,
    catalogue="tablee.games.exil",
)
