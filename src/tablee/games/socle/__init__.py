"""Livre des Règles de Base: one die a Caractéristique against a TN (the game in one page)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablee.games.socle.abouts import ABOUTS
from tablee.games.socle.clauses import CLAUSES
from tablee.games.socle.rulings import FIXED_RULINGS
from tablee.games.socle.rulings import SocleRulings as SocleRulings
from tablee.games.socle.words import WORDS
from tablee.rules.chapters import by_class
from tablee.rules.game import Game

GAME = Game(
    id="socle",
    title="Livre des Règles de Base",
    leader="mj",
    usual=("test", "attaque", "magie", "combat"),
    proposed=("magie", "sort_attaque", "relever"),
    written_effects=("menace", "relever"),
    rulings=SocleRulings,
    fixed_rulings=FIXED_RULINGS,
    chapters={
        "trials": ("test", "test_d6"),
        "attacks": ("attaque", "attaque_d6"),
        "magic": ("magie", "sort_attaque"),
        "wounds": ("coup", "relever"),
        "duels": ("duel", "duel_d6"),
        "battle": ("combat", "combat_d6"),
        "clocks": ("chronometre",),
        "ledgers": ("scene", "repos", "essais"),
        "growth": ("developpement_d6",),
        "campaign_record": ("campagne",),
    },
    words=WORDS | ABOUTS,
    clauses=CLAUSES,
    package="tablee.games.socle",
)

if TYPE_CHECKING:
    from tablee.games.socle.attacks import Attaque as Attaque
    from tablee.games.socle.attacks import AttaqueD6 as AttaqueD6
    from tablee.games.socle.battle import Combat as Combat
    from tablee.games.socle.battle import CombatD6 as CombatD6
    from tablee.games.socle.campaign_record import Campagne as Campagne
    from tablee.games.socle.clocks import Chronometre as Chronometre
    from tablee.games.socle.duels import Duel as Duel
    from tablee.games.socle.duels import DuelD6 as DuelD6
    from tablee.games.socle.growth import DeveloppementD6 as DeveloppementD6
    from tablee.games.socle.ledgers import Essais as Essais
    from tablee.games.socle.ledgers import Repos as Repos
    from tablee.games.socle.ledgers import Scene as Scene
    from tablee.games.socle.magic import Magie as Magie
    from tablee.games.socle.magic import SortAttaque as SortAttaque
    from tablee.games.socle.trials import Test as Test
    from tablee.games.socle.trials import TestD6 as TestD6
    from tablee.games.socle.wounds import Coup as Coup
    from tablee.games.socle.wounds import Relever as Relever
else:
    __getattr__, __dir__ = by_class(GAME)
