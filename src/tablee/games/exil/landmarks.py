"""Examples of the values that somebody has to judge, with their clauses, for the fields of rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from tablee.rules.field_marks import Landmarks, landmarks

T = TypeVar("T", bound=str)


def steps_seen(
    table: Mapping[T, int], clauses: str, looks: Mapping[str, str] | None = None
) -> Landmarks:
    """Return the landmarks of a table: the number of each name, and what it looks like."""
    more = {name: (look,) for name, look in (looks or {}).items()}
    steps = {name: f"{by:+d}".replace("-", "−") if by else "0" for name, by in table.items()}
    return landmarks({name: (by, *more.get(name, ())) for name, by in steps.items()}, clauses)


TALENTS_SEEN: Landmarks = landmarks(
    {
        4: ("un piètre escrimeur",),
        7: ("assez de Médecin pour veiller sur un repos complet",),
        9: ("assez d’habileté pour une arme dans chaque main",),
        13: ("de quoi enseigner, à qui a cinq niveaux de moins",),
        15: ("un bretteur émérite, un maître d’armes",),
        18: ("un médecin qui ne lance aucun dé pour une coupure",),
    },
    "EXIL-BAS-06 EXIL-BAS-11 EXIL-GUE-03 EXIL-OPT-04 EXIL-APP-01",
)
DIFFICULTIES_SEEN: Landmarks = landmarks(
    {
        8: ("enfantine",),
        5: ("facile : la serrure d’une ferme de Forge",),
        2: ("aisée",),
        0: ("moyenne : l’action classique",),
        -2: ("délicate",),
        -5: (
            "difficile : le portrait d’une enfant qui remue, une machine des Anciens à comprendre",
        ),
        -8: ("cauchemardesque : deviner à quoi sert une machine des Anciens",),
    },
    "EXIL-ACT-03 EXIL-ACT-04 EXIL-LEX-02",
)
MODIFIERS_SEEN: Landmarks = landmarks(
    {
        3: ("un complice payé pour applaudir", "un atelier complet vaut un bonus substantiel"),
        -3: ("une réparation sans ses outils", "un orateur enroué"),
    },
    "EXIL-ACT-05 EXIL-OPP-03",
)
MARGINS_SEEN: Landmarks = landmarks(
    {
        4: ("crocheter sans laisser de marque sur la serrure",),
        5: ("passer sans bruit dans le dos de gardes très vigilants",),
    },
    "EXIL-ADV-01",
)
RETRIES_SEEN: Landmarks = landmarks(
    {3: ("un coffre à rouvrir quand la nervosité monte",)}, "EXIL-ADV-05"
)
WORK_SEEN: Landmarks = landmarks(
    {25: ("comprendre une machine des Anciens, à un jet par heure",)}, "EXIL-EXT-01"
)
OBSTACLES_SEEN: Landmarks = landmarks(
    {
        "moyen": (
            "une porte de bois, qu’un Physique Bon enfonce et qui arrête un Physique Faible",
            "à niveau égal, la scène et ce que décrit le joueur décident",
        )
    },
    "EXIL-PUR-03 EXIL-PUR-04",
)
CHOCS_SEEN: Landmarks = landmarks(
    {3: ("un coup de poing",), 4: ("un coup de tête",), 7: ("un objet contondant",)}, "EXIL-CHO-02"
)
WOUNDS_SEEN: Landmarks = landmarks(
    {
        "leger": ("3 ou 4 jours de repos",),
        "serieux": ("une à deux semaines",),
        "grave": ("deux à quatre semaines",),
        "critique": ("quatre à huit semaines",),
    },
    "EXIL-GUE-01",
)
RESTS_SEEN: Landmarks = landmarks(
    {
        "normale": ("le double : une aventure qui continue",),
        "repos_surveille": ("la moitié : Médecin de niveau 7 au moins",),
    },
    "EXIL-GUE-02 EXIL-GUE-03",
)
MALIGNITIES_SEEN: Landmarks = landmarks(
    {"legere": ("un abcès",), "mortelle": ("la Mort Blanche, le choléra",)},
    "EXIL-MAL-04 EXIL-MAL-06",
)
DELAYS_SEEN: Landmarks = landmarks(
    {2: ("l’abcès",), 24: ("la Mort Blanche",), (6, 48): ("le choléra, au choix du Meneur",)},
    "EXIL-MAL-03 EXIL-MAL-06",
)
PERIODS_SEEN: Landmarks = landmarks(
    {24: ("la Mort Blanche",), 72: ("le choléra",)}, "EXIL-MAL-03 EXIL-MAL-06"
)
LOSSES_SEEN: Landmarks = landmarks(
    {1: ("la Mort Blanche par jour, le choléra tous les trois jours",)}, "EXIL-MAL-03 EXIL-MAL-06"
)
DETACHMENT_SEEN: Landmarks = landmarks(
    {
        0: ("qui vient de Forge et n’a rien vu",),
        (1, 3): ("qui est né dans la Cité, au départ",),
        9: ("les premiers signes d’effacement",),
        10: ("plus rien ne trouble",),
    },
    "EXIL-DET-02 EXIL-DET-03 EXIL-DET-13",
)
EVENTS_SEEN: Landmarks = landmarks(
    {
        False: (
            "un homme qui se fond dans un mur",
            "un ami mort depuis dix ans, au coin de la rue",
            "une apparition, ce qui défie la logique",
        ),
        True: ("une violence ou un accident sous les yeux, que la raison explique",),
    },
    "EXIL-DET-07 EXIL-DET-08",
)
BOOKS_SEEN: Landmarks = landmarks(
    {0: ("un traité bien écrit, pour débutants comme pour maîtres",)}, "EXIL-APP-06"
)
PRICES_SEEN: Landmarks = landmarks(
    {"1/2": ("Gentleman, après un voyage parmi la haute noblesse",)}, "EXIL-XP-07"
)
REWARDS_SEEN: Landmarks = landmarks(
    {
        15: ("Physique : de l’action et un combat dangereux",),
        10: ("Social : la presse et l’Obsidienne",),
        8: ("Mental : bien des choses apprises sur les Stalytes",),
        7: ("Adaptabilité, dans ce même scénario",),
        0: ("Réalisation : aucun de ces Talents n’a servi",),
    },
    "EXIL-XP-01 EXIL-XP-05",
)
