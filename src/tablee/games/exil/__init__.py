"""Exil: a d12 under a Talent (the game in one page)."""

from __future__ import annotations

from tablee.games.exil.actions import Simple
from tablee.games.exil.care import Care
from tablee.games.exil.clauses import CLAUSES
from tablee.games.exil.contact import Assaut, AttaquesMultiples
from tablee.games.exil.detachment import Detachment, DetachmentAbsence, DetachmentCreation
from tablee.games.exil.extended import Cooperation, Extended
from tablee.games.exil.harm import Asphyxia, Fall, Shock
from tablee.games.exil.health import Health
from tablee.games.exil.learning import Book, Teaching
from tablee.games.exil.mishaps import Incident, TirPerdu
from tablee.games.exil.opposition import Opposition
from tablee.games.exil.potential import BurstTargets, CombatPotential, RangeBand
from tablee.games.exil.rulings import ExilRulings
from tablee.games.exil.shooting import Rafale, Shot
from tablee.games.exil.successive import Pure, Successive
from tablee.games.exil.words import WORDS
from tablee.rules.game import Game

GAME = Game(
    id="exil",
    title="Exil",
    leader="gm",
    rulings=ExilRulings,
    procedures=(
        Simple,
        Successive,
        Pure,
        Opposition,
        Extended,
        Cooperation,
        CombatPotential,
        Health,
        RangeBand,
        BurstTargets,
        Assaut,
        AttaquesMultiples,
        Shot,
        Rafale,
        Incident,
        TirPerdu,
        Shock,
        Fall,
        Asphyxia,
        Care,
        Teaching,
        Book,
        Detachment,
        DetachmentCreation,
        DetachmentAbsence,
    ),
    words=WORDS,
    clauses=CLAUSES,
    catalogue="tablee.games.exil",
)
