"""The kinds of parameter that several procedures of Armes-Dieux share: range and help, once."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tablee.games.armes_dieux.landmarks import BONUS_SEEN, REVERS_SEEN, SIZES_SEEN
from tablee.rules.field_marks import at_most, landmarks, on_sheet
from tablee.rules.questions import ASK

PLAYER = "player"
"""The seat of the player of the acting character; it is renamed if another person plays it."""
LEADER = "meneur"

BonusId = Literal["aspect", "avantage", "effort", "magique"]
Issue = Literal["echec", "echec_revers", "reussite_revers", "reussite", "exceptionnelle"]
Success = Literal["reussite_revers", "reussite", "exceptionnelle"]
ReversId = Literal["partiel", "tension", "equipement", "difficulte", "complication"]

# ── the Poignée ────────────────────────────────────────────────────────────────────────────────
Domaine = Annotated[
    int, Meta(ge=0, le=12, description="score du Domaine : autant de dés"), on_sheet("domaines")
]
"""Named by the Meneur (AD-CAD-02)."""
Bonus = (
    Annotated[
        tuple[BonusId, ...],
        Meta(max_length=2, description="Bonus pris, deux au plus"),
        landmarks(BONUS_SEEN, "AD-BON-03 AD-BON-04 AD-BON-05 AD-BON-06"),
    ]
    | ASK
)
"""The player’s, two different ones at most (AD-BON-02, -07)."""
BonusDisponibles = Annotated[
    tuple[BonusId, ...],
    Meta(max_length=4, description="Bonus que le Meneur accorde"),
    landmarks(BONUS_SEEN, "AD-BON-03 AD-BON-04 AD-BON-05 AD-BON-06"),
]
"""The Bonus that fit, by the Meneur (AD-BON-03, -04, -06)."""
Renfort = Annotated[int, Meta(ge=0, le=20, description="dés de Renfort des aides et des pouvoirs")]
"""By who can help and by powers, as the narration has it (AD-REN-01, -02, -04)."""
RenfortReserve = (
    Annotated[
        int,
        Meta(ge=0, le=20, description="dés puisés dans la Réserve de combat"),
        at_most("reserve_combat"),
    ]
    | ASK
)
"""AD-REN-03."""
ReserveCombat = Annotated[
    int,
    Meta(ge=0, le=20, description="dés que contient la Réserve de combat"),
    on_sheet("reserve_ouverte"),
]
Malus = Annotated[
    Literal[0, 3, 6], Meta(description="0, 3 (Difficile) ou 6 (Très difficile) dés en moins")
]
"""The Meneur’s, by the circumstances and the way taken (AD-CAD-02, -03, -05)."""
MalusReport = Annotated[
    Literal[0, 3],
    Meta(description="3 dés en moins après un Revers de l’action précédente"),
    on_sheet("malus_report"),
]
Valeur = Annotated[
    Literal[0, 3, 6, 9, 12] | None,
    Meta(description="Valeur du Figurant ; inutile avec une estimation"),
    landmarks(SIZES_SEEN, "AD-FIG-01 AD-FIG-07"),
    on_sheet("valeur"),
]
"""A starting point: the Meneur may set any size (AD-FIG-01, -06)."""
Plusieurs = Annotated[bool, Meta(description="plusieurs Figurants agissent ensemble (+3D)")]
"""AD-FIG-02."""
Avantage = Annotated[bool, Meta(description="les circonstances aident le Figurant (+3D)")]
"""AD-FIG-02."""
Magique = Annotated[bool, Meta(description="le Figurant use d’un pouvoir magique (+3D)")]
"""AD-FIG-02."""
Reduction = Annotated[
    Literal[0, 3, 6], Meta(description="dés en moins si l’action convient mal au Figurant")
]
"""AD-FIG-04."""
Estimation = (
    Annotated[
        int,
        Meta(ge=0, le=12, description="taille estimée, à la place de la Valeur et du reste"),
        landmarks(SIZES_SEEN, "AD-FIG-07"),
    ]
    | None
)
"""AD-FIG-06, AD-FIG-07."""
DomaineNom = Annotated[str, Meta(max_length=200, description="Domaine de l’action, pour mémoire")]
"""A hint only, unless a power asks for it (AD-CAD-09, -10)."""

# ── the roll ───────────────────────────────────────────────────────────────────────────────────
Poignee = Annotated[
    int,
    Meta(ge=0, le=12, description="dés de la Poignée, Malus déduit, sauf celui qui est reporté"),
    on_sheet("valeur", "domaines"),
]
Seuil = Annotated[
    int,
    Meta(ge=1, le=99, description="Seuil de Réussite que la somme doit atteindre"),
    on_sheet("sr"),
]
Sang = Annotated[int, Meta(ge=0, le=12, description="dés changés en Dés de sang"), on_sheet("sang")]
"""By a power (AD-SAN-04, AD-MEC-01)."""
Maitrise = Annotated[bool, Meta(description="chaque 6 donne 2 Qualités"), on_sheet("maitrise")]
"""By a power (AD-MAI-01, AD-MEC-01)."""
Ecartes = (
    Annotated[int, Meta(ge=0, le=12, description="dés écartés avant le jet, Prendre des Risques")]
    | ASK
)
"""AD-RIS-01."""
Additionnel = Annotated[
    Literal["jamais", "toujours", "sans_baisse", "ask"],
    Meta(description="dépenser 3 Qualités pour un résultat additionnel"),
]
"""AD-ADD-01, AD-ADD-03."""
EquipementServi = Annotated[
    bool,
    Meta(description="un équipement qui a servi à cette action peut être perdu ou abîmé"),
    on_sheet("a_perdre", partial=True),
]
"""The gear of the sheet; what has served is for the table to say (AD-REV-03)."""
ChoixRevers = (
    Annotated[
        ReversId,
        Meta(description="Revers choisi"),
        landmarks(REVERS_SEEN, "AD-REV-01 AD-REV-03 AD-REV-07"),
    ]
    | ASK
)
"""The player’s (AD-REV-06)."""
Acteur = Annotated[
    Literal["personnage", "figurant"],
    Meta(description="qui agit : pour un Figurant, le Meneur choisit"),
    on_sheet("acteur", fixed=True),
]
