"""Examples of what the MJ judges, shown beside the fields: conditions, ripostes, effects of Magie."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tablee.rules.field_marks import Landmarks, landmarks

CONDITIONS_SEEN: Mapping[int, tuple[str, ...]] = {
    -2: ("une situation facile à l’extrême",),
    -1: (
        "on s’est préparé, on a de bons outils, on est mieux placé",
        "la surprise joue, ou rien ne trouble la concentration",
    ),
    1: (
        "la cible est couverte, il fait sombre, le sol glisse",
        "le temps presse, il y a du bruit, quelque chose distrait",
    ),
    2: ("une situation difficile à l’extrême",),
}
"""Degrees -> conditions that are worth them (SOC-DIF-02..04)."""
EFFECTS_SEEN: Mapping[str, tuple[str, ...]] = {
    "astuce": ("TN 4, 0 ou 1 Mana", "une lueur, un son, de la fumée, une brève diversion"),
    "standard": (
        "TN 6, 1 Mana",
        "un projectile, une barrière, un bond de 5 cases, un renfort passager",
    ),
    "fort": (
        "TN 8, 2 Mana",
        "toute une zone, prendre le contrôle, immobiliser, rendre 2 Cœurs",
    ),
    "grande_puissance": ("TN 12, 3 Mana", "un effet de toute la scène, qui change la situation"),
}
"""Level of an effect -> TN, cost and examples (T-05, SOC-MAG-05)."""
EXAMPLES_SEEN: Mapping[str, tuple[str, ...]] = {
    level: seen[1:] for level, seen in EFFECTS_SEEN.items()
}
"""The examples alone, where the TN and the cost are in the name of the level."""
ATTACKS_SEEN: Mapping[str, tuple[str, ...]] = {
    "astuce": ("0 ou 1 Mana ; TN 4, là où l’effet en décide", *EXAMPLES_SEEN["astuce"]),
    "standard": ("1 Mana ; TN 6, là où l’effet en décide", *EXAMPLES_SEEN["standard"]),
    "fort": ("2 Mana ; TN 8, là où l’effet en décide", *EXAMPLES_SEEN["fort"]),
    "grande_puissance": (
        "3 Mana ; TN 12, là où l’effet en décide",
        *EXAMPLES_SEEN["grande_puissance"],
    ),
}
"""Level of a spell that attacks -> cost and examples; its TN counts only under some rulings
(R-08b)."""
RIPOSTES_SEEN: Mapping[str, tuple[str, ...]] = {
    "coeur": ("le plus souvent, même sur un 1",),
    "complication": ("on lâche son arme, on tombe, on est chassé de son abri",),
}
"""Cost of a missed attack -> when, or examples (SOC-RIP-01, -07)."""
EXPOSED_SEEN: Mapping[str, tuple[str, ...]] = {
    "oui": (
        "au corps à corps, presque toujours",
        "à distance, le plus souvent, si l’on est à découvert et que l’autre peut répondre",
    ),
    "non": ("bien à couvert, ou hors de portée du danger, en général",),
}
"""Whether an adversary can hit back -> when (SOC-RIP-04..06)."""
CROWDS_SEEN: Mapping[str, tuple[str, ...]] = {
    "tn": ("ils serrent de près : tout est plus dur",),
    "complication": ("manquer coûte plus : on perd sa place, par exemple",),
}
"""What several pions in contact are worth -> when (SOC-MUL-01, -02)."""
MEANS_SEEN: Mapping[str, tuple[str, ...]] = {
    "Force": ("d’ordinaire au corps à corps",),
    "Agilité": ("d’ordinaire à distance",),
    "Dextérité": ("d’ordinaire à distance",),
    "sort": ("le dé de Magie, et du Mana",),
}
"""Caractéristique of an attack -> when it is used (SOC-ATK-03)."""
HELP_SEEN: Mapping[bool, tuple[str, ...]] = {
    True: ("protéger, passer un outil, faire diversion, stabiliser, conseiller",),
}
"""What may be help (SOC-AID-04)."""
ACTIONS_SEEN: Mapping[str, tuple[str, ...]] = {
    "aide": HELP_SEEN[True],
    "magie": ("tout sauf un sort d’attaque : celui-là est une attaque",),
    "autre": ("se déplacer, préparer un plan, parler",),
}
"""Kind of action in a fight -> examples (SOC-AID-04, SOC-MAG-06, SOC-DIF-06)."""
ADVANTAGES_SEEN: Mapping[str, tuple[str, ...]] = {
    "blessure": ("deux Blessures au lieu d’une",),
    "autre": ("plus d’effet, moins de risque, plus vite, plus discrètement",),
}
"""Avantage of an exceptional hit -> examples (SOC-RES-06, SOC-TOU-04)."""
EFFECTS_BETTERED: Mapping[str, tuple[str, ...]] = {
    "echelle": ("plus large, plus long, plus fort",),
    "mana": ("si le MJ le veut bien",),
    "autre": ("silencieux, précis, sans danger pour les alliés",),
}
"""Avantage of exceptional Magie -> examples (SOC-MAG-07..09)."""
FOES_SEEN: Mapping[str, tuple[str, ...]] = {
    "pion": ("TN 6, hors de combat dès qu’il est touché",),
    "elite": ("TN 8 ; au d6 seul, seuil plus haut de 1",),
    "boss": ("TN 12 ; au d6 seul, seuil plus haut de 2",),
}
"""Category -> its TN, and what it adds to a seuil (T-04, SOC-ATK-04, SOC-SIX-05)."""
LEVELS_SEEN: Mapping[str, tuple[str, ...]] = {
    "maitre": ("réussit sur 3 ou plus",),
    "entraine": ("réussit sur 4 ou plus",),
    "novice": ("réussit sur 5 ou plus",),
    "sans": ("réussit sur 6",),
}
"""Level of a Caractéristique -> its seuil (T-07, SOC-SIX-01)."""
PRICES_SEEN: Mapping[str, tuple[str, ...]] = {
    "changement": ("une autre Caractéristique, d’autres outils, un autre chemin",),
    "complication": ("du temps perdu, l’alarme donnée",),
}
"""What opens a failed way again -> examples (SOC-REP-02)."""


def actions_seen(offered: Iterable[str]) -> Landmarks:
    """Return the examples beside the actions that are offered, each by its kind."""
    kinds = {each: each.partition(":")[0] for each in offered}
    seen = {each: ACTIONS_SEEN[kind] for each, kind in kinds.items() if kind in ACTIONS_SEEN}
    return landmarks(seen, "SOC-AID-04 SOC-MAG-05 SOC-DIF-06")
