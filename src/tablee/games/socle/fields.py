"""The kinds of parameter that several procedures share: range and help, once."""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar

from msgspec import Meta

from tablee.games.socle.landmarks import (
    ADVANTAGES_SEEN,
    CONDITIONS_SEEN,
    CROWDS_SEEN,
    EFFECTS_SEEN,
    EXPOSED_SEEN,
    FOES_SEEN,
    HELP_SEEN,
    LEVELS_SEEN,
    PRICES_SEEN,
)
from tablee.rules.field_marks import landmarks, on_sheet
from tablee.rules.procedure import Record
from tablee.rules.questions import ASK
from tablee.rules.sheets.sheet_params import folded

ALLY = "ally"
"""The role of the sheet of the ally who helps."""
FOE = "adversaire"
"""The role of the sheet of the adversary under attack."""
LEADER = "mj"
MAGIC = "Magie"
"""The Caractéristique of spells."""
FORCE = "Force"
"""The Caractéristique of close combat."""

T = TypeVar("T")
Size = Literal[6, 8, 10, 12, 20]
De = Annotated[
    Size, Meta(description="taille du dé de la Caractéristique, avant l’aide"), on_sheet("des")
]
"""The die of the Caractéristique that the weapon or the spell asks for (SOC-ATK-03)."""
AttackDie = Annotated[
    Size,
    Meta(description="taille du dé de la Caractéristique, avant l’aide"),
    on_sheet("des_d_attaque"),
]
"""The die of an attack that is no spell: Magie is for spells, which cost Mana (SOC-ATK-03)."""
MagicDie = Annotated[
    Size, Meta(description="taille du dé de Magie, avant l’aide"), on_sheet("magie", "des")
]
"""What a spell is rolled with (SOC-MAG-03); another die of the sheet where it has none of that
name."""
Tn = Literal[4, 6, 8, 12]
TestTn = Annotated[Tn, Meta(description="nombre à atteindre")]
"""SOC-RES-01."""
TargetTn = (
    Annotated[
        Tn,
        Meta(description="TN fixé par le MJ, sinon celui de l’adversaire"),
        on_sheet("tn", role=FOE),
    ]
    | None
)
"""SOC-ATK-04."""
Degres = Annotated[
    int,
    Meta(ge=-2, le=2, description="en plus (défavorable) ou en moins"),
    landmarks(CONDITIONS_SEEN, "SOC-DIF-02 SOC-DIF-03 SOC-DIF-04"),
]
"""By the conditions, as the MJ sees them (SOC-DIF-02..04)."""
Aide = (
    Annotated[
        bool,
        Meta(description="un allié aide : dé de la taille au-dessus"),
        landmarks(HELP_SEEN, "SOC-AID-04"),
    ]
    | ASK
)
"""One ally’s Action (SOC-AID-01, -03)."""
Etat = Literal["debout", "a_terre", "mort"]
EtatDuHeros = Annotated[Etat, Meta(description="debout, à terre ou mort"), on_sheet("etat")]
"""Only who is up acts (SOC-COE-04)."""
EtatAllie = Annotated[
    Etat,
    Meta(description="l’allié qui aide : debout, à terre ou mort"),
    on_sheet("etat", role=ALLY, partial=True),
]
"""His help is an Action too (SOC-AID-01, SOC-COE-04)."""
Helped = Annotated[bool, Meta(description="un allié aide")]


def but_magic(named: tuple[tuple[str, T], ...]) -> tuple[tuple[str, T], ...]:
    """Return the Caractéristiques to attack with: Magie is for spells, which cost Mana, and is left
    out unless it is the only one (SOC-ATK-03)."""
    others = tuple(pair for pair in named if folded(pair[0]) != folded(MAGIC))
    return others or named


class Essai(Record):
    """A way to an objective: its test is not repeated after a failure (SOC-REP-01, R-26)."""

    objectif: Annotated[
        str, Meta(min_length=1, max_length=200, description="ce que l’on veut obtenir")
    ]
    caracteristique: Annotated[
        str, Meta(min_length=1, max_length=200, description="Caractéristique du test")
    ]
    moyens: Annotated[str, Meta(max_length=200, description="outils et manière de s’y prendre")] = (
        ""
    )

    def same_as(self, other: Essai) -> bool:
        """Return whether it is the same way, however its words are written."""
        return all(folded(a) == folded(b) for a, b in zip(self.words(), other.words(), strict=True))

    def words(self) -> tuple[str, str, str]:
        return self.objectif, self.caracteristique, self.moyens


Tentative = (
    Annotated[Essai, Meta(description="ce qui est tenté : un échec ne se retentera pas tel quel")]
    | None
)
"""For the campaign record; null if it does not matter (SOC-REP-01, -02)."""
Connues = Annotated[
    tuple[Annotated[str, Meta(max_length=200)], ...],
    Meta(
        max_length=100,
        description="Caractéristiques de la fiche, où se prend celle de la tentative",
    ),
    on_sheet("caracteristiques"),
]
"""Another Caractéristique is another way; it is one that the character has (SOC-REP-02)."""
Essais = Annotated[tuple[Essai, ...], Meta(description="ce qui a déjà été manqué")]
Reprise = (
    Annotated[
        Literal["changement", "complication", "retrait"],
        Meta(description="ce qui permet de retenter ce qui a été manqué"),
        landmarks(PRICES_SEEN, "SOC-REP-02"),
    ]
    | ASK
)
"""The player says it; that something has changed is for the MJ to accept (SOC-REP-02, R-26)."""
JetForce = Annotated[bool, Meta(description="le MJ fait lancer le dé même hors de l’échelle")]
"""SOC-DIF-05, SOC-DIF-06."""
Issue = Literal[
    "presque_certain",
    "presque_impossible",
    "echec_complication",
    "echec",
    "succes",
    "exceptionnel",
]
Rolled = Literal["echec_complication", "echec", "succes", "exceptionnel"]
"""The issues of a die that is rolled."""

Cible = Annotated[
    Literal["pion", "elite", "boss"],
    Meta(description="catégorie de l’adversaire visé"),
    landmarks(FOES_SEEN, "SOC-ATK-04 SOC-TOU-01 SOC-SIX-05"),
    on_sheet("cible", role=FOE),
]
TargetHearts = (
    Annotated[
        int,
        Meta(ge=1, le=20, description="Cœurs de l’adversaire, sinon ceux de sa catégorie"),
        on_sheet("coeurs", "coeurs_max", role=FOE),
    ]
    | None
)
TargetHeartsMax = (
    Annotated[
        int,
        Meta(ge=1, le=20, description="Cœurs de l’adversaire indemne, sinon ceux de sa catégorie"),
        on_sheet("coeurs_max", role=FOE),
    ]
    | None
)
"""SOC-TOU-02."""
Portee = Annotated[
    Literal["contact", "distance"], Meta(description="case voisine, ou attaque à distance")
]
"""SOC-POR-01, SOC-POR-02."""
Cases = Annotated[int, Meta(ge=1, le=200, description="cases jusqu’à la cible")]
LimitePortee = Annotated[
    bool, Meta(description="le MJ compte un degré de plus au-delà de 10 cases")
]
"""SOC-POR-03."""
Presse = Annotated[
    Literal["aucun", "tn", "complication"],
    Meta(description="ce que valent plusieurs pions au contact, selon le MJ"),
    landmarks(CROWDS_SEEN, "SOC-MUL-01 SOC-MUL-02"),
]
"""One or the other, never both (SOC-MUL-01..03)."""
Expose = Annotated[
    Literal["auto", "oui", "non"],
    Meta(description="l’adversaire peut-il vraiment riposter ?"),
    landmarks(EXPOSED_SEEN, "SOC-RIP-04 SOC-RIP-05 SOC-RIP-06"),
]
"""SOC-RIP-03..06."""
ACouvert = Annotated[bool, Meta(description="à distance : bien à l’abri ou hors de danger")]
"""SOC-RIP-06."""
RipostePossible = Annotated[bool, Meta(description="à distance : l’adversaire a de quoi riposter")]
"""SOC-RIP-05."""
HeartsLeft = Annotated[
    int,
    Meta(ge=0, le=20, description="Cœurs qui restent au personnage"),
    on_sheet("coeurs", "coeurs_restants"),
]
"""An adversary who acts has those of its category (SOC-COE-01, SOC-TOU-02)."""
Armure = Annotated[
    int, Meta(ge=0, le=1, description="jeton d’Armure encore disponible"), on_sheet("armure")
]
ArmureUsage = (
    Annotated[
        Literal["toujours", "jamais"], Meta(description="quand l’Armure remplace un Cœur perdu")
    ]
    | ASK
)
"""SOC-OPT-03."""
Avantage = (
    Annotated[
        Literal["blessure", "autre"],
        Meta(description="avantage d’un succès exceptionnel"),
        landmarks(ADVANTAGES_SEEN, "SOC-RES-06 SOC-TOU-04"),
    ]
    | ASK
)
"""It must follow from the situation (SOC-RES-06, SOC-TOU-04)."""
Accord = Annotated[bool, Meta(description="le MJ veut bien rendre 1 Mana")] | ASK
"""His to give (SOC-MAG-08, ruling R-16)."""
Niveau = Annotated[
    Literal["maitre", "entraine", "novice", "sans"],
    Meta(description="niveau de la Caractéristique, quand on ne joue qu’avec des d6"),
    landmarks(LEVELS_SEEN, "SOC-SIX-01"),
    on_sheet("niveaux"),
]
"""SOC-SIX-01."""
PlusDur = Annotated[
    int,
    Meta(ge=-5, le=5, description="niveaux de difficulté en plus, négatif : plus facile"),
    landmarks(CONDITIONS_SEEN, "SOC-DIF-02 SOC-DIF-03 SOC-DIF-04"),
]
"""SOC-SIX-02."""
Effet = Annotated[
    Literal["astuce", "standard", "fort", "grande_puissance"],
    Meta(description="ampleur de l’effet magique"),
    landmarks(EFFECTS_SEEN, "SOC-MAG-05 SOC-MAG-06"),
]
"""SOC-MAG-05."""
Cout = Annotated[int, Meta(ge=0, le=1, description="Mana d’une astuce selon le MJ, sinon 1")] | None
"""SOC-MAG-05."""
Mana = Annotated[int, Meta(ge=0, le=20, description="Mana disponible"), on_sheet("mana")]
"""SOC-MAG-01."""
ManaMax = Annotated[int, Meta(ge=0, le=20, description="Mana au plus"), on_sheet("mana_max")]
