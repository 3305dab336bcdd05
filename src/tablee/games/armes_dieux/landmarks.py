"""Examples of what the Meneur and players judge, shown beside the fields: the size of a Figurant
(T-03), Malus, Bonus, Revers."""

from __future__ import annotations

from collections.abc import Mapping

SIZES_SEEN: Mapping[int, tuple[str, ...]] = {
    0: ("ne peut rien faire ici",),
    3: ("de peu d’effet",),
    6: ("efficace",),
    9: ("d’une grande efficacité",),
    12: ("efficace jusqu’à l’excès",),
}
"""Dice -> the efficacy of the Figurants towards the objectif (AD-FIG-07)."""
FIGURANTS_SEEN: Mapping[int, tuple[str, ...]] = {
    0: ("un Figurant qui ne peut rien faire ici",),
    3: ("un Figurant de peu d’effet",),
    6: ("un Figurant efficace",),
    9: ("un Figurant d’une grande efficacité",),
    12: ("un Figurant efficace jusqu’à l’excès",),
}
"""The same beside a Poignée that is a character’s or a Figurant’s."""
BONUS_SEEN: Mapping[str, tuple[str, ...]] = {
    "aspect": ("un Aspect convient à l’action et à ce qui se raconte",),
    "avantage": ("une bonne idée, des circonstances qui s’y prêtent, un terrain favorable",),
    "effort": ("le personnage prend un point de Tension",),
    "magique": ("une Arme, une épice ou un autre pouvoir convient à l’action",),
}
"""Bonus -> when it may be taken (AD-BON-03..06)."""
REVERS_SEEN: Mapping[str, tuple[str, ...]] = {
    "partiel": ("après une réussite seulement",),
    "equipement": ("ce qui a servi à cette action",),
    "complication": ("joueur et Meneur s’accordent sur ce qui se complique",),
}
"""Revers -> what its name does not tell (AD-REV-01, -03, -07)."""
