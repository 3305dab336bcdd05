"""Exil: a d12 under a Talent (the game in one page)."""

from __future__ import annotations

from tablee.games.exil.clauses import CLAUSES
from tablee.games.exil.rulings import ExilRulings
from tablee.games.exil.words import WORDS
from tablee.rules.game import Game

GAME = Game(
    id="exil",
    title="Exil",
    leader="gm",
    rulings=ExilRulings,
    chapters={
        "actions": ("simple",),
        "successive": ("successive", "pure"),
        "opposition": ("opposition",),
        "extended": ("extended", "cooperation"),
        "potential": ("pc", "range_band", "rafale_cibles"),
        "health": ("health",),
        "contact": ("assaut", "attaques_multiples"),
        "shooting": ("shot", "rafale"),
        "mishaps": ("incident", "tir_perdu"),
        "harm": ("shock", "fall", "asphyxia"),
        "care": ("care",),
        "learning": ("teaching", "book"),
        "detachment": ("detachment", "detachment_creation", "detachment_absence"),
    },
    words=WORDS,
    clauses=CLAUSES,
    package="tablee.games.exil",
)
