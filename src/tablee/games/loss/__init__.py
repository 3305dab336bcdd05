"""Les Chants de Loss: Trait + Talent + an exploding d10 (the game in one page)."""

from __future__ import annotations

from tablee.games.loss.actions import Action, Passive, PureTrait
from tablee.games.loss.active import Active
from tablee.games.loss.blind import Blind
from tablee.games.loss.clauses import CLAUSES
from tablee.games.loss.combat import Combat
from tablee.games.loss.disasters import Disaster
from tablee.games.loss.exploits import Effect, Needed, Spending
from tablee.games.loss.explosion import ExplodingDie
from tablee.games.loss.failure import Failure
from tablee.games.loss.names import Names
from tablee.games.loss.rulings import LossRulings
from tablee.games.loss.scale import Conversion, Damage, ScaleOf
from tablee.games.loss.without_die import Automatic, WithoutDie
from tablee.games.loss.words import WORDS
from tablee.rules.game import Game

GAME = Game(
    id="loss",
    title="Les Chants de Loss",
    leader="mj",
    rulings=LossRulings,
    procedures=(
        ExplodingDie,
        Action,
        PureTrait,
        Automatic,
        WithoutDie,
        Passive,
        Blind,
        Active,
        Combat,
        Spending,
        Failure,
        Disaster,
        Effect,
        Needed,
        Conversion,
        Damage,
        ScaleOf,
        Names,
    ),
    words=WORDS,
    clauses=CLAUSES,
    catalogue="tablee.games.loss",
)
