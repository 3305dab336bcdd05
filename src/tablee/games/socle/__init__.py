"""Livre des Règles de Base: one die a Caractéristique against a TN (the game in one page)."""

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
    chapters={
        "trials": ("test", "test_d6"),
        "attacks": ("attaque", "attaque_d6"),
        "magic": ("magie", "sort_attaque"),
        "wounds": ("coup",),
        "duels": ("duel", "duel_d6"),
        "clocks": ("chronometre",),
    },
    words=WORDS,
    clauses=CLAUSES,
    package="tablee.games.socle",
)
