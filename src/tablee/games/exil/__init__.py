"""Exil: a d12 under a Talent (the game in one page)."""

from __future__ import annotations

from tablee.games.exil.actions import Simple
from tablee.games.exil.clauses import CLAUSES
from tablee.games.exil.contact import Assaut, AttaquesMultiples
from tablee.games.exil.mishaps import Incident, TirPerdu
from tablee.games.exil.rulings import ExilRulings
from tablee.games.exil.shooting import Rafale, Shot
from tablee.games.exil.words import WORDS
from tablee.rules.game import Game

GAME = Game(
    id="exil",
    title="Exil",
    leader="gm",
    rulings=ExilRulings,
    procedures=(
        Simple,
        Assaut,
        AttaquesMultiples,
        Shot,
        Rafale,
        Incident,
        TirPerdu,
    ),
    words=WORDS,
    clauses=CLAUSES,
    catalogue="tablee.games.exil",
)
