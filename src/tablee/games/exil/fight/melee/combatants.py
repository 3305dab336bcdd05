"""Combatants of a mêlée: their parameters, their state between tours, their policies (CBT, TIR)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta

from tablee.games.exil.fields import Range
from tablee.games.exil.fight.attack_fields import (
    Aware,
    GmModifier,
    Membre,
    ShooterMovement,
    TargetActivity,
)
from tablee.games.exil.fight.attack_tables import Activite, Zone
from tablee.games.exil.fight.fighters import Arme, Fighter, Policy, pds_of
from tablee.games.exil.fight.passes import PasseDistance
from tablee.games.exil.health.states import state_of_health
from tablee.games.exil.tables import CAPITAL
from tablee.rules.field_marks import on_sheet
from tablee.rules.fighter_status import FighterStatus, Gauge
from tablee.rules.procedure import Record, replace
from tablee.rules.questions import ASK
from tablee.rules.same_fields import fields_from

Id = Annotated[str, Meta(min_length=1, max_length=40)]
Out = Literal["mort", "mise_en_echec", "reddition", "inconscient", "fuite"]
Trouble = Literal["rien", "enrayee", "detruite"]

# ── the state of a tour, also a parameter ────────────────────────────────────────
OutOrNot = Annotated[Out | None, Meta(description="pourquoi il est hors de combat, null sinon")]
InMelee = Annotated[bool, Meta(description="est-il dans la mêlée, au contact ?")]
Reach = Annotated[Range, Meta(description="portée de ses tirs")]
Cover = Annotated[int, Meta(ge=-20, le=20, description="modificateur de couvert aux tirs sur lui")]
Confident = Annotated[
    tuple[Id, ...], Meta(description="adversaires contre qui il a 2 points de plus ce tour")
]
Gun = Annotated[Trouble, Meta(description="état de son arme à feu")]
LongFeu = Annotated[bool, Meta(description="un long feu pèse-t-il sur son prochain Poff ?")]
Astray = Annotated[
    Id | None, Meta(description="allié qui recevra sa prochaine attaque (coup perdu)")
]
Held = Annotated[Membre | None, Meta(description="partie du corps que tient un fouet")]
Prone = Annotated[bool, Meta(description="est-il à terre ?")]
Lame = Annotated[bool, Meta(description="a-t-il perdu l’usage d’une main ?")]
Second = Annotated[bool, Meta(description="se bat-il avec son autre arme ?")]
LeftBehind = Annotated[
    Literal["rangee", "a_terre"] | None,
    Meta(description="où est sa première arme, s’il se bat avec l’autre"),
]
LeftLost = Annotated[bool, Meta(description="l’arme de son autre main est-elle perdue aussi ?")]
Movement = Annotated[ShooterMovement, Meta(description="déplacement du tireur, ce tour")]
Modifier = Annotated[GmModifier, Meta(description="modificateur de ses tirs, fixé par le Meneur")]


class AimedTarget(Record):
    """A target aimed at for some tours (EXIL-TIR-08)."""

    cible: Id
    tours: Annotated[int, Meta(ge=1, le=3, description="tours passés à viser cette cible")]


Aiming = Annotated[
    AimedTarget | None, Meta(description="la cible qu’il vise, depuis combien de tours")
]


class RangeTo(Record):
    """The range of a combatant's shots at one other combatant (EXIL-TIR-07)."""

    cible: Id
    portee: Annotated[Range, Meta(description="portée de ses tirs sur cette cible")]


Ranges = Annotated[
    tuple[RangeTo, ...],
    Meta(max_length=12, description="portée de ses tirs sur certains, quand elle est une autre"),
]
"""A range is between two: the distance of one target is not that of another."""


class MeleePolicy(Policy):
    """A policy of a combatant: for each choice a fixed answer or `"ask"`."""

    cible: Annotated[
        Literal["premier", "faible", "reparti"]
        | ASK
        | Annotated[tuple[Id, ...], Meta(max_length=12)],
        Meta(description="adversaire choisi : le premier, le plus faible, chacun le sien…"),
        on_sheet("cible"),
    ] = "premier"
    """EXIL-CON-02."""
    partage: Annotated[
        int, Meta(ge=1, le=8, description="adversaires attaqués en un tour, Poff partagé")
    ] = 1
    """EXIL-OPT-01, -02."""
    visee: Annotated[int, Meta(ge=0, le=3, description="tours de visée avant un tir")] = 0
    """EXIL-TIR-08."""
    passe_tir: Annotated[
        Literal["auto"] | ASK | Annotated[tuple[PasseDistance, ...], Meta(max_length=10)],
        Meta(description="passes gagnantes de distance par préférence"),
    ] = "auto"
    """EXIL-TIR-14, -15."""


class Combatant(Fighter):
    """A fighter of a mêlée, with his side and the other things that he carries.

    The fields from `hors` on, with `pds`, `arme`, `pc_mod`, `expose` and `circonstance`, are also
    the fields of `MeleeState`: with the values of a result the fight continues.
    """

    pds: Annotated[
        Annotated[int, Meta(ge=-1000, le=28)] | None,
        Meta(description="Points de Santé au départ, le capital à défaut ; sous 0, ceux d’un mort"),
        on_sheet("pds"),
    ] = None
    id: Annotated[Id, Meta(description="son nom"), on_sheet("nom")]
    camp: Annotated[Id, Meta(description="son camp"), on_sheet("camp", partial=True)]
    ratio: Annotated[
        Annotated[Fraction, Meta(ge=0, le=1)] | None,
        Meta(description="part fixe du PC mise en attaque, au lieu d’une attitude"),
    ] = None
    """One share for the whole fight, set by the leader (EXIL-CBT-13)."""
    averti: Aware = False
    politique: Annotated[
        MeleePolicy, Meta(description="sa réponse à chaque choix, ou ask"), on_sheet()
    ] = MeleePolicy()
    hors: Annotated[OutOrNot, on_sheet("hors_de_combat")] = None
    en_melee: InMelee = True
    portee: Reach = "courte"
    portees_vers: Ranges = ()
    activite: TargetActivity = "immobile"
    couvert: Cover = 0
    confiance: Confident = ()
    vise: Aiming = None
    incident: Annotated[Gun, on_sheet("incident")] = "rien"
    long_feu: LongFeu = False
    egare: Astray = None
    saisi: Held = None
    a_terre: Prone = False
    main_perdue: Lame = False
    seconde: Second = False
    delaissee: LeftBehind = None
    gauche_perdue: LeftLost = False
    movement: Movement = "aucun"
    visibility: Modifier = 0
    other: Modifier = 0

    @property
    def armed(self) -> bool:
        return super().armed or self.incident != "rien"


class CombatantEnd(Record):
    """The state of a combatant after a fight. `pds` is below 0 for the dead."""

    id: str
    hors: Out | None
    pds: int
    arme: Arme
    pc_mod: int
    expose: int
    circonstance: int
    en_melee: bool
    portee: Range
    activite: Activite
    couvert: int
    confiance: tuple[str, ...]
    vise: AimedTarget | None
    munitions: int | None
    incident: Trouble
    long_feu: bool
    egare: str | None
    echecs: int
    saisi: Membre | None
    a_terre: bool
    main_perdue: bool
    seconde: bool


class MeleeState(CombatantEnd):
    """The state of a combatant between two tours."""

    munitions_2: int | None = None
    delaissee: Literal["rangee", "a_terre"] | None = None
    gauche_perdue: bool = False
    averti: bool = False
    portees_vers: tuple[RangeTo, ...] = ()
    movement: Literal["aucun", "lent", "rapide"] = "aucun"
    visibility: int = 0
    other: int = 0

    def range_to(self, name: str) -> Range:
        """Return the range of his shots at a combatant."""
        own = (each.portee for each in self.portees_vers if each.cible == name)
        return next(own, self.portee)

    def at_range(self, name: str | None, portee: Range) -> MeleeState:
        """Return the state with another range of his shots at a combatant, None for all."""
        if name is None:
            return replace(self, portee=portee, portees_vers=())
        rest = tuple(each for each in self.portees_vers if each.cible != name)
        return replace(self, portees_vers=(*rest, RangeTo(cible=name, portee=portee)))


def state_of(combatant: Combatant) -> MeleeState:
    """Return the state in which a combatant begins."""
    return MeleeState(**fields_from(combatant, MeleeState) | {"pds": pds_of(combatant)})


def weapon_left(combatant: Combatant, now: CombatantEnd) -> str:
    """Return where the weapon of a combatant is after the fight. A gun put away because it cannot fire
    is not lost (EXIL-PAS-13, EXIL-ARM-12, EXIL-INC-07)."""
    spent = now.munitions == 0 and combatant.munitions_2 is None
    useless = combatant.a_distance and (spent or now.incident == "enrayee")
    return "en_main" if useless else now.arme


def fired(before: int | None, now: int | None) -> int:
    """Return the change of the rounds in a magazine (EXIL-ARM-12)."""
    return 0 if before is None or now is None else now - before


class Posture(Record):
    """The numbers of a combatant between two rules of a tour; see `Stance`. `state`: his current
    state.

    `stripped`: he has lost his weapon and has not chosen yet how to go on. `granted`: he has the
    initiative of the next tour. `trusted`: (adversary, Poff, Pdef) of points that count against one
    adversary (R-35). `gained`: the adversaries against whom he will be confident in the next tour.
    """

    state: MeleeState
    busy: bool
    due: bool
    stripped: bool
    malus: int
    poff: int
    pdef: int
    won_mod: int
    won_expose: int
    granted: bool
    trusted: tuple[tuple[str, int, int], ...]
    gained: tuple[str, ...]


class Bout(Record):
    """The fixed part of a fight: the combatants and the leader's options. `duel`: two alone, who
    stay in contact."""

    combatants: tuple[Combatant, ...]
    adrenaline: bool
    ramasser: bool
    max_turns: int
    partages: bool = False
    visees: bool = False
    incidents: bool | ASK = False
    tirs_perdus: bool | ASK = False
    valeur_choc: int | ASK | None = None
    conduite: Literal["habitude"] | ASK = "habitude"
    fin: Literal["camp"] | ASK = "camp"
    duel: bool = False


ZONES_AIMED: tuple[Zone, ...] = ("aucune", "tete", "bras", "main", "jambe", "defaut")


def statuses(bout: Bout, states: tuple[MeleeState, ...]) -> tuple[FighterStatus, ...]:
    """Return PdS, États de Santé, weapons out of hand, and why somebody is out of action. The trace
    gives PdS with a wound, in a duel at each tour, and never a capital."""
    found = []
    for one, now in zip(bout.combatants, states, strict=True):
        health = state_of_health(one.physique, now.pds)
        states_now: list[tuple[str, str]] = [("sante_vue", health)]
        if (weapon := weapon_left(one, now)) != "en_main":
            states_now.append(("arme_vue", weapon))
        if now.hors is not None and now.hors != "mort":
            states_now.append(("sortie_vue", now.hors))
        known = bout.duel or now.pds < pds_of(one)
        seen: Literal["value", "nothing"] = "value" if known else "nothing"
        gauge = Gauge("pds", now.pds, CAPITAL[one.physique], seen)
        out = now.hors is not None or health == "mort"
        found.append(FighterStatus(one.id, (gauge,), tuple(states_now), out))
    return tuple(found)
