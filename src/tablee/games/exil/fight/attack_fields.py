"""Types of parameters that attacks and shots share, with ranges and help texts."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tablee.games.exil.fields import Attribut
from tablee.games.exil.fight.attack_tables import Activite, Movement, Zone
from tablee.games.exil.fight.choice_effects import (
    AUDACES_SEEN,
    PASSES_AT_RANGE_SEEN,
    PASSES_SEEN,
    ZONES_SEEN,
)
from tablee.games.exil.fight.passes import AnyPasse, PasseDistance
from tablee.rules.field_marks import landmarks, on_sheet
from tablee.rules.questions import ASK

Poff = Annotated[
    int,
    Meta(ge=0, le=60, description="Poff mis dans l’attaque, tous modificateurs compris"),
    on_sheet("poff", partial=True),
]
"""The attacker chooses this share of his PC (EXIL-CBT-05)."""
ShooterPoff = Annotated[
    int,
    Meta(ge=0, le=60, description="Poff du tireur selon son attitude, avant la visée"),
    on_sheet("poff_tir", partial=True),
]
"""The shooter chooses this share of his PC, by default all of it (EXIL-TIR-05)."""
Pdef = Annotated[
    int,
    Meta(ge=0, le=60, description="Pdef que la cible oppose à chaque attaque"),
    on_sheet("pdef", role="cible", partial=True),
]
"""The same Pdef counts against each attack (EXIL-CBT-08)."""
Audace = (
    Annotated[
        int,
        Meta(ge=0, le=59, description="malus que l’attaquant s’impose et impose à la défense"),
        AUDACES_SEEN,
    ]
    | ASK
)
"""EXIL-CON-06."""
Letalite = Annotated[
    int,
    Meta(ge=-10, le=20, description="ce que l’arme ajoute aux dégâts d’un coup plein"),
    on_sheet("letalite"),
]
ShotLetalite = Annotated[Letalite, on_sheet("letalite_tir")]
"""The létalité of the weapon that is shot (EXIL-TIR-14, EXIL-INC-08)."""
Force = Annotated[
    bool, Meta(description="le Physique compte-t-il avec cette arme ?"), on_sheet("force")
]
"""Strength counts only with some weapons (EXIL-BON-02)."""
Protection = Annotated[
    int,
    Meta(ge=0, le=20, description="protection portée par la cible"),
    on_sheet("protection_totale", role="cible"),
]
PerceArmure = Annotated[
    bool,
    Meta(description="arme marquée * : les protections comptent à moitié"),
    on_sheet("perce_armure"),
]
"""EXIL-ARM-11."""
AimedZone = Annotated[Zone, Meta(description="partie du corps visée"), ZONES_SEEN]
"""EXIL-OPT-06."""
ZoneModifier = Annotated[
    int, Meta(ge=-20, le=0, description="malus choisi par le Meneur pour un défaut d’armure")
]
"""EXIL-OPT-06."""
PasseChoice = Annotated[
    Literal[AnyPasse, "auto", "ask"],
    Meta(description="passe gagnante prise sur un coup plein ; auto : le plus fort coup puissant"),
    PASSES_SEEN,
]
"""The attacker chooses among the passes that his Poff opens (EXIL-PAS-02, EXIL-CON-10)."""
PasseDistanceChoice = Annotated[
    Literal[PasseDistance, "auto", "ask"],
    Meta(description="passe gagnante prise sur un tir plein ; auto : le plus fort coup puissant"),
    PASSES_AT_RANGE_SEEN,
]
"""EXIL-TIR-14."""
OpponentTalent = Annotated[
    int,
    Meta(ge=0, le=20, description="niveau du Talent de combat, pour un désarmement"),
    on_sheet("talent_de_combat"),
]
Aim = Annotated[int, Meta(ge=0, le=3, description="tours passés à viser cette cible")]
"""EXIL-TIR-08."""
ShooterMovement = Annotated[Movement, Meta(description="déplacement du tireur pendant le tir")]
TargetActivity = Annotated[Activite, Meta(description="ce que fait la cible")]
GmModifier = Annotated[int, Meta(ge=-20, le=20, description="modificateur fixé par le Meneur")]
"""Light, weather, cover and other circumstances, by the leader (EXIL-TIR-07, -09)."""
Aware = Annotated[bool, Meta(description="cible en mêlée, ou qui a vu le tireur")]
JammedInHand = Annotated[
    bool,
    Meta(description="l’arme à distance en main est-elle enrayée, jusqu’à un jet de Bricoleur ?"),
    on_sheet("enrayee_en_main"),
]
"""In contact the gun follows the rules of contact; jammed, it cannot be used (EXIL-TIR-02,
EXIL-INC-07)."""
JamsInHand = Annotated[
    bool,
    Meta(description="l’arme à distance en main s’enraye-t-elle sur un 12 ?"),
    on_sheet("enraye_sur_12_en_main"),
]
"""EXIL-ARM-15, EXIL-TIR-02."""
FirearmInHand = Annotated[
    bool,
    Meta(description="l’arme en main est-elle une arme à feu ?"),
    on_sheet("arme_a_feu_en_main"),
]
MayMisfire = Annotated[
    bool | ASK, Meta(description="un tir manqué peut-il venir de l’arme à feu ?")
]
"""The leader decides whether to use incidents, also for a firearm that misses in contact
(EXIL-INC-05, EXIL-TIR-02, R-90)."""
Rounds = Annotated[
    Annotated[int, Meta(ge=0, le=200)] | None,
    Meta(description="coups dans le magasin, null s’ils ne se comptent pas"),
    on_sheet("chargeur"),
]
"""EXIL-ARM-12."""
RoundsInHand = Annotated[Rounds, on_sheet("chargeur_en_main")]
"""In contact a gun fires too, and an empty one cannot be used (EXIL-TIR-02, EXIL-ARM-12)."""
Stuns = Annotated[bool, Meta(description="frapper pour assommer, si l’arme le permet")] | ASK
"""The choice of each attack (EXIL-ARM-02, -17, EXIL-CHO-01, R-55, R-76)."""
MayStun = Annotated[
    bool,
    Meta(description="l’arme, ou le poing, peut-elle frapper sans tuer ?"),
]
StunValue = (
    Annotated[
        Annotated[int, Meta(ge=1, le=20)] | None,
        Meta(
            description="valeur du choc ; null : 3 à mains nues, 7 d’un coup contondant, sinon les "
            "dégâts de l’arme"
        ),
        landmarks({3: ("un coup de poing",), 4: ("un coup de tête",), 7: ("un coup contondant",)}),
    ]
    | ASK
)
"""The leader values a choc (EXIL-CHO-02)."""
Whip = Annotated[bool, Meta(description="son arme est-elle un fouet ?"), on_sheet("fouet")]
"""EXIL-ARM-04."""
Seizes = Annotated[bool, Meta(description="au fouet, saisir un membre plutôt que désarmer")] | ASK
"""The choice of each attack that disarms (EXIL-ARM-04, R-82)."""
Membre = Literal["tete", "bras", "main", "jambe"]
SeizedPart = Annotated[Membre, Meta(description="membre que saisit le fouet")] | ASK
BareHanded = Annotated[
    bool, Meta(description="frappe-t-il à mains nues ?"), on_sheet("a_mains_nues")
]
Blunt = Annotated[
    bool,
    Meta(description="son arme peut-elle assommer d’un coup contondant ?"),
    on_sheet("contondante"),
]
"""A gourdin or a staff stuns as a blunt blow does (EXIL-CHO-02)."""
TargetPhysique = Annotated[
    Attribut,
    Meta(description="Physique de la cible, contre un choc"),
    on_sheet("physique", role="cible"),
]
"""EXIL-CHO-03."""
TargetFailures = Annotated[
    int,
    Meta(ge=0, le=3, description="échecs de la cible contre des chocs, dans cette scène"),
    on_sheet("echecs", role="cible"),
]
"""EXIL-CHO-04."""
