"""What Armes-Dieux fixes about making a sheet (CAD, MAX, BON): names, and the size of a Poignée."""

from __future__ import annotations

from tablee.games.armes_dieux.sheet import Figurant, Personnage
from tablee.rules.creation import Creation

DOMAINES = ("Influence", "Agression")
"""The Domaines that the chapter names; their list is not part of it."""  # AD-CAD-06
_POWERS = ("Arme", "Épice")
"""The powers that give the Bonus « Magique »."""  # AD-BON-06

CREATION = {
    Personnage: Creation(
        names={"domaines": DOMAINES, "pouvoirs": _POWERS, "equipement": ("Armure",)},
        levels={
            "domaines": "De 0 à 12 : autant de dés, et une Poignée n’en réunit pas plus de 12."
        },
        complete=("domaines",),
        decide=("aspects",),
    ),
    Figurant: Creation(names={"domaines": DOMAINES, "pouvoirs": _POWERS}),
}
