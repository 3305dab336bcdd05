"""Éclats: a handful of d10 that show 0 to 9, the best one counts, a 0 spoils all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablee.games.eclats.abouts import ABOUTS
from tablee.games.eclats.clauses import CLAUSES
from tablee.games.eclats.rulings import FIXED_RULINGS
from tablee.games.eclats.rulings import EclatsRulings as EclatsRulings
from tablee.games.eclats.words import WORDS
from tablee.rules.chapters import by_class
from tablee.rules.game import Game

GAME = Game(
    id="eclats",
    title="Éclats",
    leader="maitre",
    dice=("d10", "2d10"),
    usual=("action", "test"),
    written_effects=("prix_promis",),
    rulings=EclatsRulings,
    fixed_rulings=FIXED_RULINGS,
    chapters={
        "attempt": ("test",),
        "relance": ("relance",),
        "bargain": ("negociation",),
        "action": ("action",),
        "ledgers": ("initie",),
        "campaign_record": ("campagne",),
    },
    words=WORDS | ABOUTS,
    clauses=CLAUSES,
    package="tablee.games.eclats",
)

if TYPE_CHECKING:
    from tablee.games.eclats.action import Action as Action
    from tablee.games.eclats.attempt import Test as Test
    from tablee.games.eclats.bargain import Negociation as Negociation
    from tablee.games.eclats.campaign_record import Campagne as Campagne
    from tablee.games.eclats.ledgers import Suivi as Suivi
    from tablee.games.eclats.relance import Relance as Relance
else:
    __getattr__, __dir__ = by_class(GAME)
