"""Exil: a d12 under a Talent (the game in one page)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablee.games.exil.abouts import ABOUTS
from tablee.games.exil.clauses import CLAUSES
from tablee.games.exil.rulings import ExilRulings as ExilRulings
from tablee.games.exil.words import WORDS
from tablee.rules.chapters import by_class
from tablee.rules.game import Game

GAME = Game(
    id="exil",
    title="Exil",
    leader="gm",
    usual=("simple", "opposition", "shot", "duel", "melee"),
    rulings=ExilRulings,
    chapters={
        "actions": ("simple",),
        "successive": ("successive", "pure"),
        "opposition": ("opposition",),
        "extended": ("extended", "cooperation"),
        "potential": ("pc", "range_band", "rafale_cibles"),
        "health": ("health",),
        "contact": ("assaut", "attaques_multiples"),
        "duel": ("contact_round", "duel"),
        "melee": ("melee",),
        "shooting": ("shot", "rafale"),
        "mishaps": ("incident", "tir_perdu"),
        "harm": ("shock", "fall", "asphyxia"),
        "ailments": ("disease", "poison"),
        "care": ("care", "natural_healing"),
        "convalescence": ("suivi",),
        "progress": ("progression", "experience"),
        "learning": ("teaching", "book"),
        "detachment": ("detachment", "detachment_creation", "detachment_absence"),
        "fading": ("effacement",),
        "chronicle": ("campagne",),
    },
    words=WORDS | ABOUTS,
    clauses=CLAUSES,
    package="tablee.games.exil",
)

if TYPE_CHECKING:
    from tablee.games.exil.actions import Simple as Simple
    from tablee.games.exil.ailments import Disease as Disease
    from tablee.games.exil.ailments import Poison as Poison
    from tablee.games.exil.care import Care as Care
    from tablee.games.exil.care import NaturalHealing as NaturalHealing
    from tablee.games.exil.chronicle import Campagne as Campagne
    from tablee.games.exil.contact import Assaut as Assaut
    from tablee.games.exil.contact import AttaquesMultiples as AttaquesMultiples
    from tablee.games.exil.convalescence import Suivi as Suivi
    from tablee.games.exil.detachment import Detachment as Detachment
    from tablee.games.exil.detachment import DetachmentAbsence as DetachmentAbsence
    from tablee.games.exil.detachment import DetachmentCreation as DetachmentCreation
    from tablee.games.exil.duel import ContactRound as ContactRound
    from tablee.games.exil.duel import Duel as Duel
    from tablee.games.exil.extended import Cooperation as Cooperation
    from tablee.games.exil.extended import Extended as Extended
    from tablee.games.exil.fading import Effacement as Effacement
    from tablee.games.exil.harm import Asphyxia as Asphyxia
    from tablee.games.exil.harm import Fall as Fall
    from tablee.games.exil.harm import Shock as Shock
    from tablee.games.exil.health import Health as Health
    from tablee.games.exil.learning import Book as Book
    from tablee.games.exil.learning import Teaching as Teaching
    from tablee.games.exil.melee import Melee as Melee
    from tablee.games.exil.mishaps import Incident as Incident
    from tablee.games.exil.mishaps import TirPerdu as TirPerdu
    from tablee.games.exil.opposition import Opposition as Opposition
    from tablee.games.exil.potential import BurstTargets as BurstTargets
    from tablee.games.exil.potential import CombatPotential as CombatPotential
    from tablee.games.exil.potential import RangeBand as RangeBand
    from tablee.games.exil.progress import Experience as Experience
    from tablee.games.exil.progress import Progression as Progression
    from tablee.games.exil.shooting import Rafale as Rafale
    from tablee.games.exil.shooting import Shot as Shot
    from tablee.games.exil.successive import Pure as Pure
    from tablee.games.exil.successive import Successive as Successive
else:
    __getattr__, __dir__ = by_class(GAME)
