"""Fighters: their numbers at the beginning of a fight or of a tour, and their policies (CBT)."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal, Protocol

from msgspec import Meta

from tablee.games.exil.fields import Attribut, HealthMalus, Maniabilite, Physique, Talent
from tablee.games.exil.fight.attack_fields import (
    Force,
    JammedInHand,
    Letalite,
    PerceArmure,
    Protection,
)
from tablee.games.exil.fight.blows import check_unjammed
from tablee.games.exil.fight.passes import Passe
from tablee.games.exil.health.states import refuse_above_capital, state_of_health, wounds
from tablee.games.exil.rulings import ExilRulings
from tablee.games.exil.same_fields import fields_from
from tablee.games.exil.tables import CAPITAL, MALUS
from tablee.rules.ambient import rulings
from tablee.rules.fighter_status import FighterStatus, Gauge
from tablee.rules.procedure import Record
from tablee.rules.questions import ASK
from tablee.rules.refusal import refuse
from tablee.rules.schema import on_sheet

Arme = Literal["en_main", "perdue", "coincee"]
Initiative = Literal["libre", "a", "b"]
Reddition = Literal["jamais", "leger", "serieux", "grave", "critique"]
STATES = ("pleine_forme", "leger", "serieux", "grave", "critique", "mort")
"""The États de Santé, from the best to the worst."""

Adrenaline = Annotated[
    bool, Meta(description="les malus de −1 et −3 gagnés au combat attendent-ils sa fin ?")
]
Ramasser = Annotated[bool, Meta(description="le Meneur laisse-t-il ramasser une arme perdue ?")]


class Policy(Record):
    """A policy of a fighter: for each choice a fixed answer or `"ask"`."""

    attitude: Annotated[
        Literal["moitie", "tout", "rien"] | ASK | Annotated[int, Meta(ge=0)],
        Meta(description="part du PC mise en attaque : moitié, tout, rien ou un nombre"),
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
    ] = "reprendre"
    """Freeing a weapon takes the tour (EXIL-PAS-15), picking it up too (R-34)."""


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
    politique: Annotated[
        Policy, Meta(description="sa réponse à chaque choix, ou ask"), on_sheet()
    ] = Policy()

    @property
    def armed(self) -> bool:
        """Whether he has a weapon that can leave his hand."""
        return self.desarmable


class Duellist(Fighter):
    """A fighter of a duel, where a jammed gun cannot be used."""

    enrayee: JammedInHand = False


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


@lru_cache(maxsize=1024)
def weapon_of(fighter: Fighter) -> Weapon:
    """Return the weapon that a fighter brings."""
    return Weapon(**fields_from(fighter, Weapon))


@lru_cache(maxsize=1024)
def bare_hands(fighter: Fighter) -> Weapon:
    """Return the bare hands of a fighter: maniabilité and létalité 0, strength counts
    (EXIL-ARM-01)."""
    return Weapon(talent=fighter.talent_mains_nues)


class Condition(Record):
    """The numbers of a fighter that change from tour to tour. `pds` may fall below 0."""

    pds: int
    arme: Arme
    pc_mod: int
    expose: int


class Footing(Record):
    """The numbers of a fighter between two rules of a tour; see `Stance`.

    `stripped`: he has lost his weapon and has not chosen yet how to go on. `granted`: he has the
    initiative of the next tour.
    """

    busy: bool
    due: bool
    stripped: bool
    malus: int
    poff: int
    pdef: int
    won_mod: int
    won_expose: int
    granted: bool


class FighterState(Protocol):
    """A fighter's numbers that change from tour to tour: a `Condition`, or more."""

    @property
    def pds(self) -> int: ...
    @property
    def arme(self) -> Arme: ...
    @property
    def pc_mod(self) -> int: ...
    @property
    def expose(self) -> int: ...


def fighter_status(
    name: str, fighter: Fighter, now: FighterState, pds_known: bool
) -> FighterStatus:
    """Return PdS, État de Santé and a weapon out of hand. `pds_known`: the trace has already given the
    PdS; it never gives the capital."""
    state = state_of_health(fighter.physique, now.pds)
    weapon = (("arme", now.arme),) if now.arme != "en_main" else ()
    gauge = Gauge("pds", now.pds, CAPITAL[fighter.physique], "value" if pds_known else "nothing")
    return FighterStatus(name, (gauge,), (("etat", state), *weapon), out=state == "mort")


def check_fighter(name: str, fighter: Fighter) -> None:
    """Raise `Refusal` for a fighter whose fields contradict one another; `name`: his path."""
    if fighter.pds is not None:
        refuse_above_capital(fighter.pds, CAPITAL[fighter.physique], f"{name}.pds")
        if fighter.pds == 0 and rulings(ExilRulings).death == "at_zero":
            raise refuse(f"{name}.pds", 0, "1 ou plus : à 0, il est déjà mort")
    if isinstance(fighter, Duellist):
        check_unjammed(fighter.enrayee, f"{name}.enrayee")
    if fighter.arme != "en_main" and not fighter.armed:
        raise refuse(f"{name}.arme", fighter.arme, "en_main pour qui n’a pas d’arme à perdre")


def pds_of(fighter: Fighter) -> int:
    """Return the PdS with which a fighter begins: his capital where none are given."""
    return CAPITAL[fighter.physique] if fighter.pds is None else fighter.pds


def condition_of(fighter: Fighter) -> Condition:
    """Return the condition in which a fighter begins."""
    return Condition(**fields_from(fighter, Condition) | {"pds": pds_of(fighter)})


def malus_before(fighter: Fighter) -> Literal[0, -1, -3, -6, -12]:
    """Return the health malus from before the fight (EXIL-SAN-09)."""
    if fighter.malus_avant is not None:
        return fighter.malus_avant
    return malus_of(fighter.physique, max(0, pds_of(fighter)))


def malus_of(physique: Attribut, pds: int) -> Literal[0, -1, -3, -6, -12]:
    """Return the health malus of a living body (T-21)."""
    return MALUS[wounds(physique, pds)]


def bearable(malus: int, before: int) -> int:
    """Return the malus under adrenaline: one above -6 waits for the end of the fight (R-40)."""
    return malus if malus <= -6 else before


def surrenders(fighter: Fighter, pds: int) -> bool:
    """Return whether a fighter gives up with `pds` (EXIL-CBT-15)."""
    if fighter.reddition == "jamais":
        return False
    state = state_of_health(fighter.physique, pds)
    return STATES.index(state) >= STATES.index(fighter.reddition)
