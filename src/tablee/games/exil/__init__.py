"""Exil: a d12 under a Talent (the game in one page)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablee.games.exil.abouts import ABOUTS
from tablee.games.exil.clauses import CLAUSES
from tablee.games.exil.fixed_readings import FIXED_RULINGS
from tablee.games.exil.rulings import ExilRulings as ExilRulings
from tablee.games.exil.words import WORDS
from tablee.rules.chapters import by_class
from tablee.rules.game import Game

GAME = Game(
    id="exil",
    title="Exil",
    leader="gm",
    dice=("d12", "d3", "d6"),
    usual=("simple", "opposition", "shot", "duel", "melee"),
    background=("EXIL-CBT-04", "EXIL-SAN-07"),
    rulings=ExilRulings,
    fixed_rulings=FIXED_RULINGS,
    chapters={
        "actions.simple": ("simple",),
        "actions.successive": ("successive", "pure"),
        "actions.opposition": ("opposition",),
        "actions.extended": ("extended", "cooperation"),
        "fight.potential": ("pc", "range_band", "rafale_cibles"),
        "health.states": ("health",),
        "fight.assaut": ("assaut",),
        "fight.multiple_attacks": ("attaques_multiples",),
        "fight.duel": ("contact_round", "duel"),
        "fight.melee.melee": ("melee",),
        "fight.shot": ("shot",),
        "fight.burst": ("rafale",),
        "fight.mishaps": ("incident", "tir_perdu"),
        "health.harm": ("shock", "fall", "asphyxia"),
        "health.ailments": ("disease", "poison"),
        "health.care": ("care", "natural_healing"),
        "health.convalescence": ("suivi",),
        "life.progress": ("progression", "experience"),
        "life.learning": ("teaching", "book"),
        "life.detachment": ("detachment", "detachment_creation", "detachment_absence"),
        "life.fading": ("effacement",),
        "campaign_record": ("campagne",),
    },
    words=WORDS | ABOUTS,
    clauses=CLAUSES,
    package="tablee.games.exil",
)

if TYPE_CHECKING:
    from tablee.games.exil.actions.extended import Cooperation as Cooperation
    from tablee.games.exil.actions.extended import Extended as Extended
    from tablee.games.exil.actions.opposition import Opposition as Opposition
    from tablee.games.exil.actions.simple import Simple as Simple
    from tablee.games.exil.actions.successive import Pure as Pure
    from tablee.games.exil.actions.successive import Successive as Successive
    from tablee.games.exil.campaign_record import Campagne as Campagne
    from tablee.games.exil.fight.assaut import Assaut as Assaut
    from tablee.games.exil.fight.burst import Rafale as Rafale
    from tablee.games.exil.fight.duel import ContactRound as ContactRound
    from tablee.games.exil.fight.duel import Duel as Duel
    from tablee.games.exil.fight.melee.melee import Melee as Melee
    from tablee.games.exil.fight.mishaps import Incident as Incident
    from tablee.games.exil.fight.mishaps import TirPerdu as TirPerdu
    from tablee.games.exil.fight.multiple_attacks import AttaquesMultiples as AttaquesMultiples
    from tablee.games.exil.fight.potential import BurstTargets as BurstTargets
    from tablee.games.exil.fight.potential import CombatPotential as CombatPotential
    from tablee.games.exil.fight.potential import RangeBand as RangeBand
    from tablee.games.exil.fight.shot import Shot as Shot
    from tablee.games.exil.health.ailments import Disease as Disease
    from tablee.games.exil.health.ailments import Poison as Poison
    from tablee.games.exil.health.care import Care as Care
    from tablee.games.exil.health.care import NaturalHealing as NaturalHealing
    from tablee.games.exil.health.convalescence import Suivi as Suivi
    from tablee.games.exil.health.harm import Asphyxia as Asphyxia
    from tablee.games.exil.health.harm import Fall as Fall
    from tablee.games.exil.health.harm import Shock as Shock
    from tablee.games.exil.health.states import Health as Health
    from tablee.games.exil.life.detachment import Detachment as Detachment
    from tablee.games.exil.life.detachment import DetachmentAbsence as DetachmentAbsence
    from tablee.games.exil.life.detachment import DetachmentCreation as DetachmentCreation
    from tablee.games.exil.life.fading import Effacement as Effacement
    from tablee.games.exil.life.learning import Book as Book
    from tablee.games.exil.life.learning import Teaching as Teaching
    from tablee.games.exil.life.progress import Experience as Experience
    from tablee.games.exil.life.progress import Progression as Progression
else:
    __getattr__, __dir__ = by_class(GAME)
