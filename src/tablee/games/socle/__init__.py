"""Livre des Règles de Base: one die a Caractéristique against a TN (the game in one page)."""

from __future__ import annotations

from tablee.games.socle.attacks import Attaque, AttaqueD6
from tablee.games.socle.clauses import CLAUSES
from tablee.games.socle.clocks import Chronometre
from tablee.games.socle.duels import Duel, DuelD6
from tablee.games.socle.magic import Magie, SortAttaque
from tablee.games.socle.rulings import SocleRulings
from tablee.games.socle.trials import Test, TestD6
from tablee.games.socle.words import WORDS
from tablee.games.socle.wounds import Coup
from tablee.rules.game import Game

GAME = Game(
    id="socle",
    title="Livre des Règles de Base",
    leader="mj",
    rulings=SocleRulings,
    procedures=(
        Test,
        Attaque,
        Magie,
        SortAttaque,
        Coup,
        Duel,
        Chronometre,
        TestD6,
        AttaqueD6,
        DuelD6,
    ),
    words=WORDS,
    clauses=CLAUSES,
    catalogue="tablee.games.socle",
)
