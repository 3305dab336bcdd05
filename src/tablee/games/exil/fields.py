"""Types of parameters that several procedures of Exil share, with ranges and help texts."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tablee.games.exil import landmarks as seen
from tablee.rules.field_marks import on_sheet
from tablee.rules.procedure import Record

Talent = Annotated[
    int,
    Meta(ge=0, le=20, description="niveau du Talent utilisé"),
    on_sheet("niveaux"),
    seen.TALENTS_SEEN,
]
"""The player chooses among the Talents that fit (EXIL-BAS-06, EXIL-ACT-07)."""
TalentName = Annotated[str, Meta(min_length=1, max_length=100, description="nom du Talent")]
Difficulty = Annotated[
    int,
    Meta(ge=-20, le=20, description="de −8 (cauchemardesque) à +8 (enfantine), 0 moyenne"),
    seen.DIFFICULTIES_SEEN,
]
"""The leader decides, generally from -8 to 8 (EXIL-BAS-07, EXIL-ACT-03, EXIL-LEX-02)."""
External = Annotated[
    int,
    Meta(ge=-40, le=40, description="somme des autres modificateurs : santé, gêne, matériel"),
    on_sheet("malus", "modificateurs", partial=True),
    seen.MODIFIERS_SEEN,
]
"""The other modifiers, by the leader (EXIL-BAS-03, EXIL-ACT-05)."""
ActionModifiers = Annotated[
    External, on_sheet("malus", "modificateurs", partial=True, by=("talent", "malus_par_talent"))
]
"""The other modifiers; with a physical Talent they include the encombrement (EXIL-PRO-04)."""
OtherModifiers = Annotated[
    int | None,
    Meta(description="les autres modificateurs avec l’autre Talent, null pour les mêmes"),
    on_sheet(
        "modificateurs",
        partial=True,
        by=("autre_talent", "malus_par_talent"),
        unless="external",
    ),
]
"""With the Talent that the player chooses: only a physical one is hindered (EXIL-PRO-04,
EXIL-ACT-07)."""
MinimalMargin = Annotated[
    int,
    Meta(ge=0, le=20, description="marge à atteindre pour une réussite complète"),
    seen.MARGINS_SEEN,
]
"""The leader decides which margin completes an action (EXIL-ADV-01)."""
Attempt = Annotated[int, Meta(ge=1, le=20, description="numéro de l’essai, 1 pour le premier")]
RetryPenalty = Annotated[
    int, Meta(ge=0, le=20, description="malus de chaque échec précédent"), seen.RETRIES_SEEN
]
"""The leader decides the malus for each earlier failure (EXIL-ADV-05)."""
Attribut = Literal["nul", "faible", "moyen", "bon", "excellent"]
Degree = Literal[
    "reussite_extraordinaire",
    "superbe_reussite",
    "belle_reussite",
    "reussie",
    "reussie_de_justesse",
    "echec_mineur",
    "echec_consequent",
    "echec_total",
    "desastre",
]
AttributNom = Literal["physique", "mental", "social", "adaptabilite", "realisation"]
Physique = Annotated[
    Attribut, Meta(description="niveau de l’Attribut Physique"), on_sheet("physique")
]
Apprentissage = Literal["facile", "modere", "difficile"]
Gravite = Literal["benigne", "legere", "serieuse", "grave", "critique", "mortelle"]
EtatDeSante = Literal["pleine_forme", "leger", "serieux", "grave", "critique", "mort"]
HealthMalus = Annotated[
    Literal[0, -1, -3, -6, -12], Meta(description="malus dû à l’État de Santé"), on_sheet("malus")
]
"""The État de Santé determines the malus (EXIL-SAN-07)."""
Maniabilite = Annotated[
    int,
    Meta(ge=-5, le=10, description="ce que l’arme ajoute au Potentiel de Combat"),
    on_sheet("maniabilite"),
]
Range = Literal["bout_portant", "courte", "moyenne", "longue", "extreme"]


class Attributs(Record):
    """The five Attributs (EXIL-PUR-01)."""

    physique: Annotated[Attribut, Meta(description="Attribut Physique")] = "moyen"
    mental: Annotated[Attribut, Meta(description="Attribut Mental")] = "moyen"
    social: Annotated[Attribut, Meta(description="Attribut Social")] = "moyen"
    adaptabilite: Annotated[Attribut, Meta(description="Attribut d’Adaptabilité")] = "moyen"
    realisation: Annotated[Attribut, Meta(description="Attribut de Réalisation")] = "moyen"
