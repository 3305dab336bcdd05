"""Armes-Dieux: a Poignée of d6 against a Seuil, even faces for Qualités (the game in one page)."""

from __future__ import annotations

from tablee.games.armes_dieux.clauses import CLAUSES
from tablee.games.armes_dieux.framing import Cadrage, Test, TestFigurant
from tablee.games.armes_dieux.luck import Chance
from tablee.games.armes_dieux.opposition import Opposition
from tablee.games.armes_dieux.pool import Poignee, PoigneeFigurant
from tablee.games.armes_dieux.rulings import ArmesDieuxRulings
from tablee.games.armes_dieux.setback import Revers
from tablee.games.armes_dieux.throw import Jet
from tablee.games.armes_dieux.words import WORDS
from tablee.rules.game import Game

GAME = Game(
    id="armes_dieux",
    title="Armes-Dieux",
    leader="meneur",
    rulings=ArmesDieuxRulings,
    procedures=(
        Poignee,
        PoigneeFigurant,
        Jet,
        Test,
        TestFigurant,
        Cadrage,
        Revers,
        Opposition,
        Chance,
    ),
    words=WORDS,
    clauses=CLAUSES,
    catalogue="tablee.games.armes_dieux",
)
