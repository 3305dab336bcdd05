"""Fighters: their numbers at the beginning of a fight or of a tour, and their policies (CBT)."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Annotated, Literal, cast

from msgspec import Meta

from tablee.games.exil.equipment.weapons import BurstArme
from tablee.games.exil.fields import (
    Attribut,
    Difficulty,
    HealthMalus,
    Maniabilite,
    Physique,
    Talent,
)
from tablee.games.exil.fight.attack_fields import (
    Blunt,
    Force,
    GmModifier,
    Letalite,
    PerceArmure,
    Protection,
    Rounds,
    SeizedPart,
    Seizes,
    ShooterMovement,
    Whip,
)
from tablee.games.exil.fight.choice_effects import AUDACES_SEEN, WEAPONS_SEEN, ZONES_SEEN
from tablee.games.exil.fight.passes import Passe
from tablee.games.exil.health.harm import Failures
from tablee.games.exil.health.states import refuse_above_capital, state_of_health, wounds
from tablee.games.exil.rulings import ExilRulings
from tablee.games.exil.tables import CAPITAL, MALUS
from tablee.rules.ambient import rulings
from tablee.rules.field_marks import on_sheet
from tablee.rules.numbers import entry
from tablee.rules.procedure import Record
from tablee.rules.questions import ASK
from tablee.rules.refusal import refuse
from tablee.rules.same_fields import fields_from

Arme = Literal["en_main", "perdue", "coincee"]
Reddition = Literal["jamais", "leger", "serieux", "grave", "critique"]
STATES = ("pleine_forme", "leger", "serieux", "grave", "critique", "mort")
"""The États de Santé, from the best to the worst."""

Adrenaline = Annotated[
    bool, Meta(description="les malus de −1 et −3 gagnés au combat attendent-ils sa fin ?")
]
Ramasser = Annotated[bool, Meta(description="le Meneur laisse-t-il ramasser une arme perdue ?")]
Aimed = Annotated[bool, Meta(description="peut-on viser une partie du corps ?")]
"""Optional in the document, like its other advanced rules (EXIL-OPT-06)."""

Precision = Annotated[
    Annotated[int, Meta(ge=0, le=10)] | None,
    Meta(
        description="part de la maniabilité qui ne peut parer, celle de l’arme à distance à défaut"
    ),
]
"""A ranged weapon does not parry; a shield or a blade beside it does (EXIL-ARM-07, -10,
EXIL-OPT-04)."""

Conduct = Annotated[
    Literal["habitude"] | ASK,
    Meta(
        description="habitude : ses adversaires suivent leur politique ; ask : au Meneur, à chaque tour"
    ),
]
"""The leader decides for his characters; one attitude for a whole fight only saves him work
(EXIL-CBT-05, -13)."""


class Policy(Record):
    """A policy of a fighter: for each choice a fixed answer or `"ask"`."""

    attitude: Annotated[
        Literal["moitie", "tout", "rien"] | ASK | Annotated[int, Meta(ge=0)],
        Meta(description="part du PC mise en attaque (Poff), le reste en défense (Pdef)"),
        on_sheet("attitude"),
    ] = "moitie"
    """The choice of each tour (EXIL-CBT-05, -06, -12)."""
    laisser_la_main: Annotated[
        bool | ASK, Meta(description="laisser l’adversaire agir d’abord quand on a l’initiative")
    ] = False
    """EXIL-CON-03."""
    audace: Annotated[
        Annotated[int, Meta(ge=0)] | ASK,
        Meta(description="malus que l’attaquant s’impose et impose à la défense"),
        AUDACES_SEEN,
    ] = 0
    """EXIL-CON-06."""
    passe: Annotated[
        Literal["auto"] | ASK | Annotated[tuple[Passe, ...], Meta(max_length=16)],
        Meta(
            description="passes gagnantes par préférence ; auto : le plus fort coup puissant ouvert"
        ),
    ] = "auto"
    """EXIL-CON-10, EXIL-PAS-02."""
    arme: Annotated[
        Literal["reprendre", "mains_nues"] | ASK,
        Meta(description="reprendre une arme perdue ou coincée, ou se battre à mains nues"),
        WEAPONS_SEEN,
    ] = "reprendre"
    """Freeing a weapon takes the tour (EXIL-PAS-15), picking it up too (R-34)."""
    action: Annotated[
        Literal["auto", "rien"] | ASK,
        Meta(description="auto : attaquer au contact, sinon tirer"),
    ] = "auto"
    """EXIL-CBT-02."""
    zone: Annotated[
        Literal["aucune", "tete", "bras", "main", "jambe"] | ASK,
        Meta(description="partie du corps visée"),
        ZONES_SEEN,
    ] = "aucune"
    """EXIL-OPT-06."""
    choc: Annotated[bool | ASK, Meta(description="frapper pour assommer, si l’arme le permet")] = (
        False
    )
    """The choice of each attack (EXIL-ARM-02, -17, EXIL-CHO-01)."""
    saisir: Seizes = False
    membre: SeizedPart = "bras"


Darts = Annotated[bool, Meta(description="ses projectiles peuvent-ils être empoisonnés ?")]
"""EXIL-ARM-08."""


class Weapon(Record):
    """A weapon in hand with the Talent that serves, or bare hands."""

    talent: Talent
    maniabilite: Maniabilite = 0
    letalite: Letalite = 0
    force: Force = True
    perce_armure: PerceArmure = False
    a_distance: Annotated[
        bool, Meta(description="est-ce une arme à distance, maniée dans la mêlée ?")
    ] = False
    precision: Precision = None
    assommante: Annotated[
        bool, Meta(description="peut-elle frapper sans tuer (bâton électrique…) ?")
    ] = False
    contondante: Blunt = False
    enraye_sur_12: Annotated[bool, Meta(description="l’arme s’enraye-t-elle sur un 12 ?")] = False
    """For one of two guns used alone (EXIL-ARM-15, EXIL-OPT-04)."""
    dards: Darts = False

    @property
    def offensive(self) -> int:
        """The part of the maniabilité that cannot go into the defence (R-42)."""
        if self.precision is not None:
            return self.precision
        return self.maniabilite if self.a_distance else 0


class Shooting(Record):
    """The fixed parameters of a combatant's shots."""

    movement: ShooterMovement = "aucun"
    visibility: GmModifier = 0
    other: GmModifier = 0
    arme_a_feu: Annotated[
        bool, Meta(description="est-ce une arme à feu ?"), on_sheet("arme_a_feu")
    ] = False
    enraye_sur_12: Annotated[
        bool, Meta(description="l’arme s’enraye-t-elle sur un 12 ?"), on_sheet("enraye_sur_12")
    ] = False
    rafale: Annotated[
        BurstArme | None,
        Meta(description="arme qui tire en rafale, null pour une autre"),
        on_sheet("rafale"),
    ] = None
    dards: Annotated[Darts, on_sheet("dards")] = False
    bricoleur: Annotated[
        int,
        Meta(ge=0, le=20, description="niveau de Bricoleur, pour débloquer l’arme"),
        on_sheet("bricoleur"),
    ] = 0
    difficulty: Difficulty = 0


class Fighter(Record):
    """A fighter at the beginning of a fight or of a tour (EXIL-CBT-04, -11)."""

    talent: Annotated[Talent, on_sheet("talent_de_combat", "niveaux")]
    maniabilite: Maniabilite = 0
    letalite: Letalite = 0
    physique: Physique = "moyen"
    force: Force = True
    perce_armure: PerceArmure = False
    protection: Protection = 0
    a_distance: Annotated[
        bool,
        Meta(description="est-ce une arme à distance, maniée dans la mêlée ?"),
        on_sheet("a_distance"),
    ] = False
    """In the mêlée it follows the rules of contact (EXIL-TIR-02, -04)."""
    precision: Annotated[Precision, on_sheet("precision")] = None
    pds: Annotated[
        Annotated[int, Meta(ge=0, le=28)] | None,
        Meta(description="Points de Santé au départ, le capital à défaut"),
        on_sheet("pds"),
    ] = None
    circonstance: Annotated[
        int, Meta(ge=-20, le=20, description="modificateur du PC pour tout le combat")
    ] = 0
    """Position, morale, fatigue: a number of the leader (EXIL-CBT-04)."""
    talent_mains_nues: Annotated[
        int,
        Meta(ge=0, le=20, description="niveau du Talent qui sert sans arme (Bagarreur)"),
        on_sheet("talent_mains_nues"),
    ] = 0
    maniabilite_mains_nues: Annotated[Maniabilite, on_sheet("maniabilite_mains_nues")] = 0
    """What a shield gives once the weapon is gone (EXIL-OPT-04)."""
    desarmable: Annotated[
        bool,
        Meta(description="tient-il une arme ? non s’il se bat à mains nues dès le départ"),
        on_sheet("desarmable"),
    ] = True
    malus_avant: Annotated[
        HealthMalus | None,
        Meta(description="malus de santé d’avant le combat, celui des Points de Santé à défaut"),
    ] = None
    """This malus counts also under adrenaline (EXIL-SAN-09)."""
    reddition: Annotated[
        Reddition,
        Meta(description="État de Santé à partir duquel il se rend"),
        on_sheet("reddition"),
    ] = "jamais"
    """The leader decides (EXIL-CBT-15)."""
    arme: Annotated[Arme, Meta(description="où est son arme au début du tour")] = "en_main"
    pc_mod: Annotated[
        int, Meta(ge=-20, le=20, description="effets de passes sur son PC, pour ce tour")
    ] = 0
    expose: Annotated[
        int, Meta(ge=0, le=20, description="Poff en plus pour qui l’attaque ce tour")
    ] = 0
    autre_arme: Annotated[
        Weapon | None, Meta(description="autre arme qu’il porte"), on_sheet("autre_arme")
    ] = None
    """The weapon that replaces a lost one (EXIL-PAS-13)."""
    main_gauche: Annotated[
        Weapon | None,
        Meta(description="ce que tient son autre main, seul ; il lui reste si l’arme est perdue"),
        on_sheet("main_gauche"),
    ] = None
    """Of two weapons only one is knocked away (EXIL-PAS-13, EXIL-OPT-04)."""
    premiere_arme: Annotated[
        Weapon | None,
        Meta(description="la première de deux armes à feu, quand l’autre ne tire plus"),
        on_sheet("premiere_arme"),
    ] = None
    fouet: Whip = False
    assommante: Annotated[
        bool,
        Meta(description="son arme peut-elle frapper sans tuer (bâton électrique…) ?"),
        on_sheet("assommante"),
    ] = False
    contondante: Blunt = False
    tir: Annotated[
        Shooting, Meta(description="ses tirs, s’il a une arme à distance"), on_sheet()
    ] = Shooting()
    politique: Annotated[
        Policy, Meta(description="sa réponse à chaque choix, ou ask"), on_sheet()
    ] = Policy()
    pnj: Annotated[bool, Meta(description="le Meneur décide-t-il pour lui ?"), on_sheet("pnj")] = (
        False
    )
    munitions: Rounds = None
    munitions_2: Annotated[
        Annotated[int, Meta(ge=0, le=200)] | None,
        Meta(description="coups d’une seconde arme à feu qui tire avec la première"),
        on_sheet("chargeur_second"),
    ] = None
    """Each of two guns has its own rounds (EXIL-OPT-04, EXIL-ARM-12)."""
    echecs: Failures = 0

    @property
    def armed(self) -> bool:
        """Whether he has a weapon that can leave his hand, even one that is drawn later
        (EXIL-PAS-13) or that no longer works (EXIL-INC-07)."""
        others = (self.autre_arme, self.main_gauche, self.munitions)
        return self.desarmable or any(each is not None for each in others)


@lru_cache(maxsize=1024)
def weapon_of(fighter: Fighter) -> Weapon:
    """Return the weapon that a fighter brings."""
    return Weapon(**fields_from(fighter, Weapon))


@lru_cache(maxsize=1024)
def bare_hands(fighter: Fighter) -> Weapon:
    """Return the bare hands of a fighter: maniabilité and létalité 0, strength counts
    (EXIL-ARM-01)."""
    return Weapon(talent=fighter.talent_mains_nues, maniabilite=fighter.maniabilite_mains_nues)


def check_fighter(name: str, fighter: Fighter) -> None:
    """Raise `Refusal` for a fighter whose fields contradict one another; `name`: his path."""
    if fighter.pds is not None:
        refuse_above_capital(fighter.pds, CAPITAL[fighter.physique], f"{name}.pds")
        if fighter.pds == 0 and rulings(ExilRulings).death == "at_zero":
            raise refuse(f"{name}.pds", 0, "1 ou plus : à 0, il est déjà mort")
    if fighter.arme != "en_main" and not fighter.armed:
        raise refuse(f"{name}.arme", fighter.arme, "en_main pour qui n’a pas d’arme à perdre")


def check_aiming(path: str, fighter: Fighter, permitted: bool) -> None:
    """Raise `Refusal` for a part of the body that a policy aims at although nobody may (EXIL-OPT-06)."""
    zone = fighter.politique.zone
    if not permitted and zone not in ("aucune", "ask"):
        allowed = "« aucune » ou « ask », tant que les attaques visées ne sont pas permises"
        raise refuse(f"{path}.politique.zone", zone, allowed)


def pds_of(fighter: Fighter) -> int:
    """Return the PdS with which a fighter begins: his capital where none are given."""
    return CAPITAL[fighter.physique] if fighter.pds is None else fighter.pds


def malus_before(fighter: Fighter) -> Literal[0, -1, -3, -6, -12]:
    """Return the health malus from before the fight (EXIL-SAN-09)."""
    if fighter.malus_avant is not None:
        return fighter.malus_avant
    return malus_of(fighter.physique, max(0, pds_of(fighter)))


def malus_of(physique: Attribut, pds: int) -> Literal[0, -1, -3, -6, -12]:
    """Return the health malus of a living body (T-21)."""
    return cast("Literal[0, -1, -3, -6, -12]", entry(_maluses(physique), pds))


@cache
def _maluses(physique: Attribut) -> tuple[int, ...]:
    """Return the malus for each number of PdS."""
    return tuple(MALUS[wounds(physique, pds)] for pds in range(CAPITAL[physique] + 1))


def bearable(malus: int, before: int) -> int:
    """Return the malus under adrenaline: one above -6 waits for the end of the fight (R-40)."""
    return malus if malus <= -6 else before


def surrenders(fighter: Fighter, pds: int) -> bool:
    """Return whether a fighter gives up with `pds` (EXIL-CBT-15)."""
    if fighter.reddition == "jamais":
        return False
    state = state_of_health(fighter.physique, pds)
    return STATES.index(state) >= STATES.index(fighter.reddition)
