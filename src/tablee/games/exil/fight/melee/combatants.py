"""Combatants of a mêlée: their parameters, their state between tours, their policies (CBT, TIR)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta

from tablee.games.exil.equipment.weapons import BurstArme
from tablee.games.exil.fields import Difficulty, Range
from tablee.games.exil.fight.attack_fields import (
    Aware,
    GmModifier,
    Rounds,
    ShooterMovement,
    TargetActivity,
)
from tablee.games.exil.fight.attack_tables import Activite, Zone
from tablee.games.exil.fight.fighters import (
    Arme,
    Fighter,
    Footing,
    Policy,
    Weapon,
    fighter_status,
    pds_of,
)
from tablee.games.exil.fight.passes import PasseDistance
from tablee.games.exil.health.harm import Failures
from tablee.games.exil.same_fields import fields_from
from tablee.rules.fighter_status import FighterStatus
from tablee.rules.procedure import Record
from tablee.rules.questions import ASK
from tablee.rules.schema import on_sheet

Id = Annotated[str, Meta(min_length=1, max_length=40)]
Out = Literal["mort", "mise_en_echec", "reddition", "inconscient", "fuite"]
Membre = Literal["tete", "bras", "main", "jambe"]
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


class AimedTarget(Record):
    """A target aimed at for some tours (EXIL-TIR-08)."""

    cible: Id
    tours: Annotated[int, Meta(ge=1, le=3, description="tours passés à viser cette cible")]


Aiming = Annotated[
    AimedTarget | None, Meta(description="la cible qu’il vise, depuis combien de tours")
]


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
    bricoleur: Annotated[
        int,
        Meta(ge=0, le=20, description="niveau de Bricoleur, pour débloquer l’arme"),
        on_sheet("bricoleur"),
    ] = 0
    difficulty: Difficulty = 0


class MeleePolicy(Policy):
    """A policy of a combatant: for each choice a fixed answer or `"ask"`."""

    action: Annotated[
        Literal["auto", "rien"] | ASK,
        Meta(description="auto : attaquer au contact, sinon tirer"),
    ] = "auto"
    cible: Annotated[
        Literal["premier", "faible"] | ASK | Annotated[tuple[Id, ...], Meta(max_length=12)],
        Meta(description="adversaire choisi : le premier, le plus faible, ou par préférence"),
    ] = "premier"
    """EXIL-CON-02."""
    partage: Annotated[
        int, Meta(ge=1, le=8, description="adversaires attaqués en un tour, Poff partagé")
    ] = 1
    """EXIL-OPT-01, -02."""
    visee: Annotated[int, Meta(ge=0, le=3, description="tours de visée avant un tir")] = 0
    """EXIL-TIR-08."""
    zone: Annotated[
        Literal["aucune", "tete", "bras", "main", "jambe"] | ASK,
        Meta(description="partie du corps visée"),
    ] = "aucune"
    """EXIL-OPT-06."""
    passe_tir: Annotated[
        Literal["auto"] | ASK | Annotated[tuple[PasseDistance, ...], Meta(max_length=10)],
        Meta(description="passes gagnantes de distance par préférence"),
    ] = "auto"
    """EXIL-TIR-14, -15."""
    choc: Annotated[bool | ASK, Meta(description="frapper pour assommer, si l’arme le permet")] = (
        False
    )
    """The choice of each attack (EXIL-ARM-02, -17, EXIL-CHO-01)."""
    saisir: Annotated[
        bool | ASK, Meta(description="au fouet, saisir un membre plutôt que désarmer")
    ] = False
    """EXIL-ARM-04."""
    membre: Annotated[Membre | ASK, Meta(description="membre que saisit le fouet")] = "bras"


class Combatant(Fighter):
    """A fighter of a mêlée, with his side and the other things that he carries.

    The fields from `hors` on, with `pds`, `arme`, `pc_mod`, `expose` and `circonstance`, are also
    the fields of `MeleeState`: with the values of a result the fight continues.
    """

    pds: Annotated[
        Annotated[int, Meta(ge=-99, le=28)] | None,
        Meta(description="Points de Santé au départ, le capital à défaut ; sous 0, ceux d’un mort"),
        on_sheet("pds"),
    ] = None
    id: Annotated[Id, Meta(description="son nom"), on_sheet("nom")]
    camp: Annotated[Id, Meta(description="son camp"), on_sheet("camp")]
    pnj: Annotated[bool, Meta(description="est-il mené par le Meneur ?"), on_sheet("pnj")] = False
    ratio: Annotated[
        Annotated[Fraction, Meta(ge=0, le=1)] | None,
        Meta(description="part fixe du PC mise en attaque, au lieu d’une attitude"),
    ] = None
    """One share for the whole fight, set by the leader (EXIL-CBT-13)."""
    autre_arme: Annotated[
        Weapon | None, Meta(description="autre arme qu’il porte"), on_sheet("autre_arme")
    ] = None
    """The weapon that replaces a lost one (EXIL-PAS-13)."""
    fouet: Annotated[bool, Meta(description="son arme est-elle un fouet ?"), on_sheet("fouet")] = (
        False
    )
    assommante: Annotated[
        bool,
        Meta(description="son arme peut-elle frapper sans tuer (bâton électrique…) ?"),
        on_sheet("assommante"),
    ] = False
    tir: Annotated[
        Shooting, Meta(description="ses tirs, s’il a une arme à distance"), on_sheet()
    ] = Shooting()
    averti: Aware = False
    politique: Annotated[
        MeleePolicy, Meta(description="sa réponse à chaque choix, ou ask"), on_sheet()
    ] = MeleePolicy()
    hors: OutOrNot = None
    en_melee: InMelee = True
    portee: Reach = "courte"
    activite: TargetActivity = "immobile"
    couvert: Cover = 0
    confiance: Confident = ()
    vise: Aiming = None
    munitions: Rounds = None
    incident: Annotated[Gun, on_sheet("incident")] = "rien"
    long_feu: LongFeu = False
    egare: Astray = None
    echecs: Failures = 0
    saisi: Held = None
    a_terre: Prone = False
    main_perdue: Lame = False
    seconde: Second = False

    @property
    def armed(self) -> bool:
        """Whether he has a weapon that can leave his hand, even one that is drawn later
        (EXIL-PAS-13) or that no longer works (EXIL-INC-07)."""
        broken = self.incident != "rien" or self.munitions is not None
        return self.desarmable or self.autre_arme is not None or broken


class MeleeState(Record):
    """The state of a combatant between two tours. `pds` is below 0 for the dead."""

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


def state_of(combatant: Combatant) -> MeleeState:
    """Return the state in which a combatant begins."""
    return MeleeState(**fields_from(combatant, MeleeState) | {"pds": pds_of(combatant)})


class Posture(Footing):
    """The numbers of a combatant between two rules of a tour. `state`: his current state.

    `trusted`: (adversary, Poff, Pdef) of points that count against one adversary (R-35). `gained`:
    the adversaries against whom he will be confident in the next tour.
    """

    state: MeleeState
    trusted: tuple[tuple[str, int, int], ...]
    gained: tuple[str, ...]


class Bout(Record):
    """The fixed part of a mêlée: the combatants and the leader's options."""

    combatants: tuple[Combatant, ...]
    adrenaline: bool
    ramasser: bool
    partages: bool
    visees: bool
    incidents: bool | ASK
    tirs_perdus: bool | ASK
    fin: Literal["camp"] | ASK
    max_turns: int


ZONES_AIMED: tuple[Zone, ...] = ("aucune", "tete", "bras", "main", "jambe", "defaut")


def statuses(bout: Bout, states: tuple[MeleeState, ...]) -> tuple[FighterStatus, ...]:
    """Return the status of each combatant, with the reason why he is out of action."""
    found = []
    for one, state in zip(bout.combatants, states, strict=True):
        status = fighter_status(one.id, one, state, pds_known=state.pds < pds_of(one))
        out = state.hors is not None
        why = (("hors", state.hors),) if state.hors not in (None, "mort") else ()
        found.append(
            FighterStatus(status.who, status.gauges, (*status.states, *why), out or status.out)
        )
    return tuple(found)
