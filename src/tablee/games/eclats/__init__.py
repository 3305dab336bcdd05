"""Éclats: a handful of d10 that show 0 to 9, the best one counts, a 0 spoils all."""

from __future__ import annotations

from tablee.games.eclats.action import Action
from tablee.games.eclats.attempt import Test
from tablee.games.eclats.clauses import CLAUSES
from tablee.games.eclats.relance import Relance
from tablee.games.eclats.rulings import EclatsRulings
from tablee.games.eclats.words import WORDS
from tablee.rules.game import Game

GAME = Game(
    id="eclats",
    title="Éclats",
    leader="maitre",
    rulings=EclatsRulings,
    procedures=(Test, Relance, Action),
    words=WORDS,
    clauses=CLAUSES,
    catalogue="tablee.games.eclats",
)
