"""Armes-Dieux: a Poignée of d6 against a Seuil, even faces for Qualités (the game in one page)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablee.games.armes_dieux.abouts import ABOUTS
from tablee.games.armes_dieux.clauses import CLAUSES
from tablee.games.armes_dieux.rulings import FIXED_RULINGS
from tablee.games.armes_dieux.rulings import ArmesDieuxRulings as ArmesDieuxRulings
from tablee.games.armes_dieux.words import WORDS
from tablee.rules.chapters import by_class
from tablee.rules.game import Game

GAME = Game(
    id="armes_dieux",
    title="Armes-Dieux",
    leader="meneur",
    dice=("d6", "2d6", "3d6"),
    usual=("test", "opposition", "oppositions", "test_figurant", "chance"),
    rulings=ArmesDieuxRulings,
    fixed_rulings=FIXED_RULINGS,
    chapters={
        "pool": ("poignee", "poignee_figurant"),
        "throw": ("jet",),
        "tests_of_characters": ("test", "test_figurant", "cadrage"),
        "setback": ("revers",),
        "opposition": ("opposition",),
        "series": ("oppositions",),
        "luck": ("chance",),
        "ledgers": ("personnage",),
        "campaign_record": ("campagne",),
    },
    words=WORDS | ABOUTS,
    clauses=CLAUSES,
    package="tablee.games.armes_dieux",
)

if TYPE_CHECKING:
    from tablee.games.armes_dieux.campaign_record import Campagne as Campagne
    from tablee.games.armes_dieux.ledgers import Tenue as Tenue
    from tablee.games.armes_dieux.luck import Chance as Chance
    from tablee.games.armes_dieux.opposition import Opposition as Opposition
    from tablee.games.armes_dieux.pool import Poignee as Poignee
    from tablee.games.armes_dieux.pool import PoigneeFigurant as PoigneeFigurant
    from tablee.games.armes_dieux.series import Oppositions as Oppositions
    from tablee.games.armes_dieux.setback import Revers as Revers
    from tablee.games.armes_dieux.tests_of_characters import Cadrage as Cadrage
    from tablee.games.armes_dieux.tests_of_characters import Test as Test
    from tablee.games.armes_dieux.tests_of_characters import TestFigurant as TestFigurant
    from tablee.games.armes_dieux.throw import Jet as Jet
else:
    __getattr__, __dir__ = by_class(GAME)
