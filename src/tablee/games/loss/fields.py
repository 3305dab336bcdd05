"""The kinds of parameter that several procedures of Les Chants de Loss share."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tablee.games.loss.landmarks import (
    DIFFICULTIES_CLAUSES,
    DIFFICULTIES_SEEN,
    DISASTERS_CLAUSES,
    DISASTERS_SEEN,
    EXPLOITS_CLAUSES,
    EXPLOITS_SEEN,
    SUMS_CLAUSES,
    SUMS_SEEN,
    TALENTS_CLAUSES,
    TALENTS_SEEN,
    TRAITS_CLAUSES,
    TRAITS_SEEN,
)
from tablee.rules.field_marks import at_most, landmarks, on_sheet, received_later, shown_when

TALENTS = ("talents", "talents_non_appris")
"""The fields of a sheet with Talents: one that is not learnt counts 0 (LOSS-ECN-04)."""
SCORES = ("traits", "talents", "vertus", "talents_non_appris")
"""The fields of a sheet with the scores of a Test; two names joined by `+` are a sum."""

STRIKING = ("Armes de mêlée", "Corps-à-corps", "Armes de jet", "Armes à Impulsion")
"""The Talents with which one attacks."""
PARRYING = ("Esquive", "Armes de mêlée", "Corps-à-corps", "Acrobatie")
"""The Talents with which one dodges or parries."""

Acteur = Annotated[
    Literal["pj", "mj"],
    Meta(description="qui agit : un personnage-joueur, ou un personnage du MJ"),
    on_sheet("acteur", fixed=True),
]
Adversaire = Annotated[
    Literal["aucun", "pnj", "pj"], Meta(description="adversité directe ou déclarée")
]
AdversaireReel = Annotated[
    Literal["pnj", "pj"],
    Meta(description="qui est visé par l’Action"),
    on_sheet("camp", role="cible"),
]
TraitScore = Annotated[
    int,
    Meta(ge=0, le=10_000, description="score du Trait utilisé"),
    on_sheet("traits"),
    landmarks(TRAITS_SEEN, TRAITS_CLAUSES),
]
"""0 is legal (LOSS-ECN-04). The Talent’s default Trait, or another that player and MJ agree on
(LOSS-VTT-02)."""
TalentScore = Annotated[
    int,
    Meta(ge=0, le=100, description="score du Talent utilisé, 0 si l’on n’a rien appris"),
    on_sheet(*TALENTS),
    landmarks(TALENTS_SEEN, TALENTS_CLAUSES),
]
VertuScore = Annotated[
    int,
    Meta(ge=0, le=1000, description="score de la Vertu, à la place d’un Talent"),
    on_sheet("vertus"),
]
"""Which one goes with the Trait is settled for each Test (LOSS-VTT-03)."""
Difficulty = Annotated[
    int,
    Meta(ge=0, le=300, description="Difficulté de base, 15 d’ordinaire"),
    landmarks(DIFFICULTIES_SEEN, DIFFICULTIES_CLAUSES),
]
"""The MJ’s, by the circumstances; 15 unless he says otherwise (LOSS-MEC-03, LOSS-DIF-01, -07,
LOSS-SOC-04)."""
OwnDifficulty = (
    Annotated[
        int,
        Meta(ge=0, le=300, description="Difficulté de ce camp seul, si elle n’est pas la même"),
        landmarks(DIFFICULTIES_SEEN, DIFFICULTIES_CLAUSES),
    ]
    | None
)
"""What burdens one side, like an Exploit that hampers who shoots (LOSS-DEC-05)."""
Modifier = Annotated[
    int, Meta(ge=-100, le=100, description="circonstances qui changent la Difficulté")
]
"""Better or worse conditions (LOSS-SOC-04)."""
Exploits = Annotated[
    int,
    Meta(ge=0, le=5, description="Exploits déclarés, chacun +5 à la Difficulté"),
    landmarks(EXPLOITS_SEEN, EXPLOITS_CLAUSES),
]
"""The player’s for his character, the MJ’s for his (LOSS-EXL-01, -03, -09, LOSS-DEC-01, -02)."""
ExploitsWon = Annotated[
    int,
    Meta(ge=1, le=5, description="nombre d’Exploits en jeu"),
    landmarks(EXPLOITS_SEEN, EXPLOITS_CLAUSES),
]
Permanent = Annotated[
    int,
    Meta(ge=0, le=20, description="Augmentations Gratuites permanentes, +5 chacune"),
    on_sheet("specialisations", added=True),
]
"""Augmentations of Archétype, Spécialisations, gear and other chapters (LOSS-PER-01,
LOSS-EXT-03)."""
Granted = Annotated[
    int, Meta(ge=0, le=20, description="Augmentations Gratuites que le MJ accorde pour ce Test")
]
"""The MJ’s, for good preparation say (LOSS-SOC-07)."""
Augmentations = Annotated[int, Meta(ge=0, le=20, description="Augmentations Gratuites, +5 chacune")]
Jetons = Annotated[
    int, Meta(ge=0, le=50, description="jetons que ce camp peut dépenser sur ce Test")
]
Before = Annotated[int, Meta(ge=0, le=50, description="jetons dépensés avant le dé")]
JetonsAvant = Annotated[Before, at_most("jetons")]
Received = Annotated[
    int, Meta(ge=0, le=50, description="jetons reçus depuis la demande, à dépenser après le dé")
]
JetonsRecus = Annotated[Received, received_later("jetons")]
"""LOSS-DEC-03: whenever one wishes."""
JetonsApres = Annotated[
    Literal["ask", "minimal", "none"],
    Meta(description="jetons dépensés après le dé, s’il manque de quoi réussir"),
    shown_when("jetons_apres_de"),
]
"""LOSS-DEC-03."""
AtOnce = Annotated[int, Meta(ge=0, le=5), landmarks(DISASTERS_SEEN, DISASTERS_CLAUSES)]
Struck = Annotated[AtOnce, Meta(description="jetons de Désastre dépensés contre cette Action")]
"""The MJ’s (LOSS-DES-01, -03)."""
StruckAttack = Annotated[
    AtOnce,
    Meta(description="jetons de Désastre dépensés contre l’attaque"),
    at_most("desastres_max_attaque"),
]
StruckDefence = Annotated[
    AtOnce,
    Meta(description="jetons de Désastre dépensés contre la défense"),
    at_most("desastres_max_defense"),
]
StruckOpener = Annotated[
    AtOnce,
    Meta(description="jetons de Désastre dépensés contre l’initiateur"),
    at_most("desastres_max_initiateur"),
]
StruckRespondent = Annotated[
    AtOnce,
    Meta(description="jetons de Désastre dépensés contre le répondant"),
    at_most("desastres_max_repondant"),
]
"""Whom they strike is part of the question, as both sides may be struck."""
Desastres = Annotated[Struck, at_most("desastres_max")]
DesastreMalus = Annotated[
    bool, Meta(description="les Désastres rendent aussi l’Action plus difficile")
]
"""The choice of who spends them (LOSS-DES-05..08)."""
DesastresMax = Annotated[
    int, Meta(ge=0, le=5, description="jetons de Désastre que le MJ peut proposer ici")
]
SansDe = Annotated[
    bool, Meta(description="ne pas lancer le dé quand la somme suffit et sans Exploit")
]
"""Who acts may throw all the same, in combat too (LOSS-SDE-01, -03)."""
Temps = Annotated[bool, Meta(description="le temps ne manque pas")]
"""LOSS-AUT-04."""
Calme = Annotated[bool, Meta(description="ni stress, ni menace, ni danger")]
"""LOSS-AUT-04."""
Materiel = Annotated[bool, Meta(description="le matériel et le lieu conviennent")]
"""LOSS-AUT-05."""
Somme = Annotated[
    int,
    Meta(ge=0, le=20_000, description="Trait + Talent, ou Vertu + Trait, de ce camp"),
    landmarks(SUMS_SEEN, SUMS_CLAUSES),
]
Method = Literal["de", "somme", "automatique", "desastre", "facile"]
Beneficiaire = Literal["personne", "adversaire", "mj", "joueurs"]
Niveau = Literal["devoile", "intuition", "rien"]
