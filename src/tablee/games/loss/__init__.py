"""Les Chants de Loss: Trait + Talent + an exploding d10 (the game in one page)."""

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
    chapters={
        "explosion": ("die",),
        "actions": ("action", "trait", "passive"),
        "without_die": ("automatic", "sans_test"),
        "blind": ("blind",),
        "active": ("active",),
        "combat": ("combat",),
        "exploits": ("exploits", "effet", "exploits_requis"),
        "failure": ("echec",),
        "disasters": ("desastre",),
        "scale": ("echelle", "degats_echelle", "echelle_de"),
        "names": ("noms",),
    },
    words=WORDS,
    clauses=CLAUSES,
    package="tablee.games.loss",
)
