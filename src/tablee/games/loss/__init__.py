"""Les Chants de Loss: Trait + Talent + an exploding d10 (the game in one page)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablee.games.loss.abouts import ABOUTS
from tablee.games.loss.clauses import CLAUSES
from tablee.games.loss.rulings import FIXED_RULINGS
from tablee.games.loss.rulings import LossRulings as LossRulings
from tablee.games.loss.words import WORDS
from tablee.rules.chapters import by_class
from tablee.rules.game import Game

GAME = Game(
    id="loss",
    title="Les Chants de Loss",
    leader="mj",
    dice=("d10", "2d10"),
    usual=("action", "active", "combat", "dissimulation"),
    rulings=LossRulings,
    fixed_rulings=FIXED_RULINGS,
    chapters={
        "explosion": ("die",),
        "actions": ("action", "trait", "passive"),
        "without_die": ("automatic", "sans_test"),
        "blind": ("blind",),
        "hiding": ("dissimulation",),
        "active": ("active",),
        "combat": ("combat",),
        "exploits": ("exploits", "effet", "exploits_requis"),
        "failure": ("echec",),
        "ledgers": ("jetons",),
        "time": ("temps",),
        "disasters": ("desastre",),
        "damage_dice": ("degats",),
        "scale": ("echelle", "degats_echelle", "echelle_de"),
        "names": ("noms",),
        "campaign_record": ("campagne",),
    },
    words=WORDS | ABOUTS,
    clauses=CLAUSES,
    package="tablee.games.loss",
)

if TYPE_CHECKING:
    from tablee.games.loss.actions import Action as Action
    from tablee.games.loss.actions import Passive as Passive
    from tablee.games.loss.actions import PureTrait as PureTrait
    from tablee.games.loss.active import Active as Active
    from tablee.games.loss.blind import Blind as Blind
    from tablee.games.loss.campaign_record import Campagne as Campagne
    from tablee.games.loss.combat import Combat as Combat
    from tablee.games.loss.damage_dice import DamageDice as DamageDice
    from tablee.games.loss.disasters import Disaster as Disaster
    from tablee.games.loss.exploits import Effect as Effect
    from tablee.games.loss.exploits import Needed as Needed
    from tablee.games.loss.exploits import Spending as Spending
    from tablee.games.loss.explosion import ExplodingDie as ExplodingDie
    from tablee.games.loss.failure import Failure as Failure
    from tablee.games.loss.hiding import Dissimulation as Dissimulation
    from tablee.games.loss.ledgers import Jetons as Jetons
    from tablee.games.loss.names import Names as Names
    from tablee.games.loss.scale import Conversion as Conversion
    from tablee.games.loss.scale import Damage as Damage
    from tablee.games.loss.scale import ScaleOf as ScaleOf
    from tablee.games.loss.time import Temps as Temps
    from tablee.games.loss.without_die import Automatic as Automatic
    from tablee.games.loss.without_die import WithoutDie as WithoutDie
else:
    __getattr__, __dir__ = by_class(GAME)
